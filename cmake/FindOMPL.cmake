# Finds OMPL, of which Debian has no CMake files: the target OMPL::ompl.
include(FindPackageHandleStandardArgs)
find_path(OMPL_INCLUDE_DIR ompl/base/MotionValidator.h PATH_SUFFIXES ompl-1.5 ompl-1.6 ompl-1.7)
find_library(OMPL_LIBRARY ompl)
find_package(Eigen3 QUIET)
find_package(Boost QUIET)
mark_as_advanced(OMPL_INCLUDE_DIR OMPL_LIBRARY)
find_package_handle_standard_args(OMPL REQUIRED_VARS OMPL_LIBRARY OMPL_INCLUDE_DIR Eigen3_FOUND Boost_FOUND)
if(OMPL_FOUND AND NOT TARGET OMPL::ompl)
  add_library(OMPL::ompl UNKNOWN IMPORTED)
  set_target_properties(OMPL::ompl PROPERTIES IMPORTED_LOCATION "${OMPL_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${OMPL_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "Eigen3::Eigen;Boost::headers")
endif()
