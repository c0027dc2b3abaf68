# collision2d_absl_namespace(OUT): the inline namespace of the Abseil that find_package(absl) has
# found, which is a part of the names that our libraries export and call. Empty where it is not
# known, as of an Abseil that is built in the same tree.
function(collision2d_absl_namespace out)
  get_target_property(folders absl::base INTERFACE_INCLUDE_DIRECTORIES)
  set(line)
  foreach(folder IN LISTS folders)
    if(EXISTS "${folder}/absl/base/options.h")
      file(STRINGS "${folder}/absl/base/options.h" line REGEX "^#define ABSL_OPTION_INLINE_NAMESPACE_NAME ")
      break()
    endif()
  endforeach()
  string(REGEX REPLACE ".* " "" line "${line}")
  set(${out} "${line}" PARENT_SCOPE)
endfunction()
