# Targets of the components: collision2d_NAME_objects is compiled once; collision2d_NAME_static and
# collision2d_NAME_shared are made of it; collision2d::NAME is the one that others link.

if(COLLISION2D_BUILD_BOTH)
  set(collision2d_kinds static shared)
elseif(BUILD_SHARED_LIBS)
  set(collision2d_kinds shared)
else()
  set(collision2d_kinds static)
endif()
if(BUILD_SHARED_LIBS)
  set(collision2d_default_kind shared)
else()
  set(collision2d_default_kind static)
endif()

# The same bits on every machine: no a * b + c in one rounding, in our code and in code of our
# headers that is compiled into others'.
set(collision2d_no_contraction "$<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang,IntelLLVM>:-ffp-contract=off>")

# docs/versions.md: no binary interface holds between minor versions.
set(collision2d_soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

# C++ of messages, beside each other in one folder that is included from.
set(collision2d_generated "${CMAKE_CURRENT_BINARY_DIR}/collision2d_generated")

# collision2d_generate(NAME OUT): what of the component is generated. Sets the list OUT to its
# sources.
function(collision2d_generate name out)
  set(sources)
  foreach(proto IN LISTS collision2d_${name}_protos)
    string(REGEX REPLACE "^proto/|\\.proto$" "" stem "${proto}")
    set(stem "${collision2d_generated}/${stem}.pb")
    add_custom_command(OUTPUT "${stem}.cc" "${stem}.h"
      COMMAND protobuf::protoc "--cpp_out=${collision2d_generated}" "--proto_path=${CMAKE_CURRENT_SOURCE_DIR}/proto" "--proto_path=${CMAKE_CURRENT_SOURCE_DIR}"
        "${CMAKE_CURRENT_SOURCE_DIR}/${proto}"
      DEPENDS ${collision2d_adapter_protos} ${collision2d_replay_protos} protobuf::protoc
      VERBATIM)
    list(APPEND sources "${stem}.cc" "${stem}.h")
  endforeach()
  if(name STREQUAL "replay")
    set(page "${collision2d_generated}/replay/page/replay_page_assets.cc")
    set(embed_files replay/page/embed_files.sh)
    add_custom_command(OUTPUT "${page}"
      COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/${embed_files}" ${collision2d_embedded_page} > "${page}"
      DEPENDS ${embed_files} ${collision2d_embedded_page}
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      VERBATIM)
    file(MAKE_DIRECTORY "${collision2d_generated}/replay/page")
    list(APPEND sources "${page}")
  endif()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# collision2d_set_usage(TARGET): what its sources, and those of whoever links it, are compiled with.
function(collision2d_set_usage target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(${target} PUBLIC "${collision2d_no_contraction}")
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}>" "$<BUILD_INTERFACE:${collision2d_generated}>"
    "$<INSTALL_INTERFACE:${collision2d_include_dir}>")
endfunction()

# collision2d_set_exports(TARGET): a shared library that exports what is public, and whose own calls
# to it are direct.
function(collision2d_set_exports target)
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${collision2d_soversion})
  set(exports "${CMAKE_CURRENT_SOURCE_DIR}/cmake/exports.map")
  target_link_options(${target} PRIVATE "LINKER:--version-script=${exports}" LINKER:-Bsymbolic-functions LINKER:-z,defs)
  set_target_properties(${target} PROPERTIES LINK_DEPENDS "${exports}")
endfunction()

# collision2d_split_packages(COMPONENT PUBLIC PRIVATE): packages whose headers ours include, and the
# others.
function(collision2d_split_packages component public private)
  set(public_packages ${collision2d_${component}_packages})
  list(FILTER public_packages INCLUDE REGEX "^(absl|protobuf|OMPL)::")
  set(private_packages ${collision2d_${component}_packages})
  list(REMOVE_ITEM private_packages ${public_packages})
  set(${public} ${public_packages} PARENT_SCOPE)
  set(${private} ${private_packages} PARENT_SCOPE)
endfunction()

# collision2d_add_component(NAME [DEPENDS COMPONENT...]): the library of the lists
# collision2d_NAME_* of sources.cmake.
function(collision2d_add_component name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS")
  set(objects collision2d_${name}_objects)
  collision2d_generate(${name} generated)
  collision2d_split_packages(${name} public_packages private_packages)

  add_library(${objects} OBJECT ${collision2d_${name}_sources} ${generated})
  # Headers that are made are there before what includes them is compiled.
  if(generated)
    add_custom_target(collision2d_${name}_generated DEPENDS ${generated})
  endif()
  foreach(component IN LISTS arg_DEPENDS ITEMS ${name})
    if(TARGET collision2d_${component}_generated)
      add_dependencies(${objects} collision2d_${component}_generated)
    endif()
  endforeach()
  set(targets ${objects})
  foreach(kind IN LISTS collision2d_kinds)
    set(target collision2d_${name}_${kind})
    string(TOUPPER ${kind} library_type)
    add_library(${target} ${library_type} $<TARGET_OBJECTS:${objects}>)
    list(APPEND targets ${target})
    list(TRANSFORM arg_DEPENDS REPLACE "(.+)" "collision2d_\\1_${kind}" OUTPUT_VARIABLE components)
    target_link_libraries(${target} PUBLIC ${components} ${public_packages} Threads::Threads PRIVATE ${private_packages})
    set(output_name collision2d)
    if(NOT name STREQUAL "core")
      set(output_name collision2d_${name})
    endif()
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME ${output_name} LINKER_LANGUAGE CXX)
  endforeach()
  if("shared" IN_LIST collision2d_kinds)
    collision2d_set_exports(collision2d_${name}_shared)
  endif()
  target_link_libraries(${objects} PRIVATE ${collision2d_${name}_packages} Threads::Threads)
  set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
  # Nobody replaces our functions when programs are loaded: the compiler may inline them as in code
  # for static libraries only.
  target_compile_options(${objects} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-fno-semantic-interposition>")
  # A program that links with --gc-sections has only the functions that it calls (docs/cmake.md).
  target_compile_options(${objects} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-ffunction-sections;-fdata-sections>")
  if(COLLISION2D_PRECOMPILE_HEADERS)
    target_precompile_headers(${objects} PRIVATE <algorithm> <cmath> <functional> <memory> <string> <vector>
      <absl/status/statusor.h> <absl/strings/str_cat.h> <absl/strings/str_format.h> <absl/types/span.h>)
  endif()

  foreach(target IN LISTS targets)
    collision2d_set_usage(${target})
  endforeach()
  add_library(collision2d::${name} ALIAS collision2d_${name}_${collision2d_default_kind})
  set(collision2d_built_components ${collision2d_built_components} ${name} PARENT_SCOPE)
endfunction()

# collision2d_add_program(NAME OUTPUT_NAME file COMPONENTS ...): the program of the lists
# collision2d_NAME_program_* of sources.cmake.
function(collision2d_add_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT_NAME" "COMPONENTS")
  add_executable(collision2d_${name} ${collision2d_${name}_program_sources})
  list(TRANSFORM arg_COMPONENTS PREPEND collision2d::)
  target_link_libraries(collision2d_${name} PRIVATE ${arg_COMPONENTS} ${collision2d_${name}_program_packages})
  set_target_properties(collision2d_${name} PROPERTIES OUTPUT_NAME ${arg_OUTPUT_NAME})
endfunction()
