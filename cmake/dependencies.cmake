# Finds the packages that the chosen components need; a missing one is reported with Debian's name of it.

# collision2d_missing(PACKAGE DEBIAN OPTION): OPTION, where given, leaves out what needs the package.
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
collision2d_find(hwy libhwy-dev "")
collision2d_find(Threads libc6-dev "")
if(COLLISION2D_BUILD_ADAPTER)
  collision2d_find(Protobuf "libprotobuf-dev and protobuf-compiler" COLLISION2D_BUILD_ADAPTER)
  collision2d_find(pugixml libpugixml-dev COLLISION2D_BUILD_ADAPTER)
  collision2d_find_by_pkg_config(polyclipping libpolyclipping-dev COLLISION2D_BUILD_ADAPTER)
endif()
