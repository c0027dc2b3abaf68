# Installation: libraries, headers, and the files by which CMake and pkg-config find them. The
# prefix may be moved afterwards.
include(CMakePackageConfigHelpers)

set(collision2d_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/collision2d")
file(RELATIVE_PATH collision2d_lib_from_bin "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
file(RELATIVE_PATH collision2d_prefix_from_pkgconfig "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")

# collision2d_set_rpath(TARGET FOLDER): where TARGET looks for our libraries, from its own folder; a
# system's own folders are searched anyway.
function(collision2d_set_rpath target folder)
  if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "\$ORIGIN${folder}")
  endif()
endfunction()

# collision2d_pc_modules(OUT PACKAGE...): names that pkg-config has for CMake's targets.
function(collision2d_pc_modules out)
  set(modules ${ARGN})
  list(TRANSFORM modules REPLACE "^absl::" "absl_")
  list(TRANSFORM modules REPLACE "^PkgConfig::" "")
  list(TRANSFORM modules REPLACE "^hwy::hwy$" "libhwy")
  list(TRANSFORM modules REPLACE "^protobuf::libprotobuf$" "protobuf")
  list(TRANSFORM modules REPLACE "^pugixml::pugixml$" "pugixml")
  list(JOIN modules " " modules)
  set(${out} "${modules}" PARENT_SCOPE)
endfunction()

# The component replay has Debian packages of its own: planners do not need what it needs.
set(collision2d_replay_package_prefix replay_)

# collision2d_install_pc(COMPONENT LIBRARY DESCRIPTION [MODULE...]): LIBRARY.pc; the modules are
# those of the components that it needs.
function(collision2d_install_pc component library description)
  collision2d_split_packages(${component} public private)
  collision2d_pc_modules(requires ${ARGN} ${public})
  collision2d_pc_modules(requires_private ${private})
  # Where only static libraries are installed, --libs needs what is private too.
  if(NOT "shared" IN_LIST collision2d_kinds)
    string(APPEND requires " ${requires_private}")
    set(requires_private)
  endif()
  configure_file(cmake/component.pc.in "${CMAKE_CURRENT_BINARY_DIR}/${library}.pc" @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${library}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
    COMPONENT ${collision2d_${component}_package_prefix}development)
endfunction()

function(collision2d_install_component name)
  set(prefix "${collision2d_${name}_package_prefix}")
  foreach(kind IN LISTS collision2d_kinds)
    set(target collision2d_${name}_${kind})
    install(TARGETS ${target} EXPORT ${target}
      LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${prefix}runtime NAMELINK_COMPONENT ${prefix}development
      ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${prefix}development)
    install(EXPORT ${target} NAMESPACE collision2d:: FILE collision2d-${name}-${kind}.cmake DESTINATION "${collision2d_config_dir}" COMPONENT ${prefix}development)
    collision2d_set_rpath(${target} "")
  endforeach()
  foreach(file IN LISTS collision2d_${name}_headers collision2d_${name}_public_protos)
    get_filename_component(folder "${file}" DIRECTORY)
    string(REGEX REPLACE "^proto/" "" folder "${folder}")
    install(FILES ${file} DESTINATION "${collision2d_include_dir}/${folder}" COMPONENT ${prefix}development)
  endforeach()
  foreach(proto IN LISTS collision2d_${name}_public_protos)
    get_filename_component(folder "${proto}" DIRECTORY)
    string(REGEX REPLACE "^proto/" "" folder "${folder}")
    string(REGEX REPLACE "^proto/|\\.proto$" "" stem "${proto}")
    install(FILES "${collision2d_generated}/${stem}.pb.h" DESTINATION "${collision2d_include_dir}/${folder}" COMPONENT development)
  endforeach()
endfunction()

foreach(component IN LISTS collision2d_built_components)
  collision2d_install_component(${component})
endforeach()
collision2d_install_pc(core collision2d "Exact collision checks in the plane")
if(COLLISION2D_BUILD_SOLID)
  collision2d_install_pc(solid collision2d_solid "Collision checks in space" collision2d)
endif()
if(COLLISION2D_BUILD_ADAPTER)
  collision2d_install_pc(adapter collision2d_adapter "Traffic scenes, and candidates that are checked in them" collision2d_solid)
endif()
if(COLLISION2D_BUILD_REPLAY)
  collision2d_install_pc(replay collision2d_replay "Recorded traffic scenes, and how they are shown" collision2d_adapter)
endif()
if(COLLISION2D_BUILD_OMPL)
  install(FILES cmake/FindOMPL.cmake DESTINATION "${collision2d_config_dir}" COMPONENT development)
endif()
if(COLLISION2D_BUILD_TOOLS)
  install(TARGETS collision2d_replay RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
  if(collision2d_default_kind STREQUAL "shared")
    collision2d_set_rpath(collision2d_replay "/${collision2d_lib_from_bin}")
  endif()
endif()

configure_package_config_file(cmake/collision2d-config.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/collision2d-config.cmake"
  INSTALL_DESTINATION "${collision2d_config_dir}")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/collision2d-config-version.cmake" COMPATIBILITY SameMajorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/collision2d-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/collision2d-config-version.cmake" cmake/collision2d-absl.cmake
  DESTINATION "${collision2d_config_dir}" COMPONENT development)
# For colcon, which finds packages by it.
install(FILES package.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/collision2d" COMPONENT development)
