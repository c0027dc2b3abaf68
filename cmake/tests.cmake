# Tests of sources.cmake, against the libraries of each kind. They run in the folder of the sources,
# whose testdata they read.

# collision2d_add_tests(GROUP [LIBRARY...]): what the tests of the group share is a library; the
# libraries are those of other groups.
function(collision2d_add_tests group)
  set(shared collision2d_${group}_testing)
  add_library(${shared} STATIC ${collision2d_${group}_testing_sources})
  target_link_libraries(${shared} PUBLIC ${ARGN} ${collision2d_${group}_testing_packages} Threads::Threads)
  collision2d_set_usage(${shared})
  foreach(source IN LISTS collision2d_${group}_test_sources)
    string(REGEX REPLACE "^collision2d/(.*)\\.cc$" "\\1" name "${source}")
    string(REPLACE "/" "_" test "collision2d_${name}")
    add_library(${test}_object OBJECT ${source})
    target_link_libraries(${test}_object PRIVATE ${shared})
    foreach(kind IN LISTS collision2d_kinds)
      add_executable(${test}_${kind} $<TARGET_OBJECTS:${test}_object>)
      target_link_libraries(${test}_${kind} PRIVATE ${shared} ${ARGN} collision2d_solid_${kind} collision2d_core_${kind})
      set_target_properties(${test}_${kind} PROPERTIES LINKER_LANGUAGE CXX)
      add_test(NAME "collision2d/${kind}/${name}" COMMAND ${test}_${kind} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    endforeach()
  endforeach()
endfunction()

collision2d_add_tests(golden)
if(COLLISION2D_BUILD_ORACLE_TESTS)
  collision2d_add_tests(oracle collision2d_golden_testing)
endif()
