# Finds the packages that the chosen components need; a missing one is reported with Debian's name
# of it.

# collision2d_missing(PACKAGE DEBIAN OPTION): OPTION, where given, leaves out what needs the
# package.
function(collision2d_missing package debian option)
  set(remedy "install ${debian} (Debian)")
  if(option)
    string(APPEND remedy ", or configure with -D${option}=OFF")
  endif()
  message(FATAL_ERROR "collision2d needs ${package}, which CMake has not found: ${remedy}. "
    "If it is installed elsewhere, add its prefix to CMAKE_PREFIX_PATH.")
endfunction()

# collision2d_find(PACKAGE DEBIAN OPTION): a package with CMake files.
macro(collision2d_find package debian option)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    collision2d_missing(${package} ${debian} "${option}")
  endif()
endmacro()

# collision2d_find_by_pkg_config(MODULE DEBIAN OPTION): a package with pkg-config's file only.
macro(collision2d_find_by_pkg_config module debian option)
  collision2d_find(PkgConfig pkgconf "${option}")
  pkg_check_modules(${module} QUIET IMPORTED_TARGET GLOBAL ${module})
  if(NOT ${module}_FOUND)
    collision2d_missing(${module} ${debian} "${option}")
  endif()
endmacro()

collision2d_find(absl libabsl-dev "")
include("${CMAKE_CURRENT_LIST_DIR}/collision2d-absl.cmake")
collision2d_absl_namespace(collision2d_built_absl)
collision2d_find(hwy libhwy-dev "")
collision2d_find(Threads libc6-dev "")
if(COLLISION2D_BUILD_ADAPTER)
  collision2d_find(Protobuf libprotobuf-dev COLLISION2D_BUILD_ADAPTER)
  if(NOT TARGET protobuf::protoc)
    collision2d_missing(protoc protobuf-compiler COLLISION2D_BUILD_ADAPTER)
  endif()
  collision2d_find(pugixml libpugixml-dev COLLISION2D_BUILD_ADAPTER)
  collision2d_find_by_pkg_config(libzstd libzstd-dev COLLISION2D_BUILD_ADAPTER)
  collision2d_find_by_pkg_config(liblz4 liblz4-dev COLLISION2D_BUILD_ADAPTER)
endif()
if(COLLISION2D_BUILD_OMPL)
  list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
  collision2d_find(OMPL libompl-dev COLLISION2D_BUILD_OMPL)
endif()
if(COLLISION2D_BUILD_TESTS)
  collision2d_find(GTest libgtest-dev COLLISION2D_BUILD_TESTS)
endif()
if(COLLISION2D_BUILD_ORACLE_TESTS)
  collision2d_find_by_pkg_config(gmpxx libgmp-dev COLLISION2D_BUILD_ORACLE_TESTS)
  # MPFI has neither CMake files nor pkg-config's.
  find_library(COLLISION2D_MPFI_LIBRARY mpfi)
  find_path(COLLISION2D_MPFI_INCLUDE_DIR mpfi.h)
  mark_as_advanced(COLLISION2D_MPFI_LIBRARY COLLISION2D_MPFI_INCLUDE_DIR)
  if(NOT COLLISION2D_MPFI_LIBRARY OR NOT COLLISION2D_MPFI_INCLUDE_DIR)
    collision2d_missing(MPFI libmpfi-dev COLLISION2D_BUILD_ORACLE_TESTS)
  endif()
  add_library(MPFI::mpfi UNKNOWN IMPORTED)
  set_target_properties(MPFI::mpfi PROPERTIES IMPORTED_LOCATION "${COLLISION2D_MPFI_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${COLLISION2D_MPFI_INCLUDE_DIR}" INTERFACE_LINK_LIBRARIES "mpfr;gmp")
endif()
if(COLLISION2D_BUILD_BENCHMARK)
  collision2d_find(box2d libbox2d-dev COLLISION2D_BUILD_BENCHMARK)
  collision2d_find(fcl libfcl-dev COLLISION2D_BUILD_BENCHMARK)
endif()
