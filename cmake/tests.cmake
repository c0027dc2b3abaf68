# Tests of sources.cmake against the libraries of each kind, and the benchmark planner_throughput. From the sources' folder, whose testdata they read.

# What tests share; a program links it before the components that it needs.
add_library(collision2d_testing STATIC ${collision2d_testing_sources})
target_link_libraries(collision2d_testing PUBLIC ${collision2d_testing_packages} Threads::Threads)
collision2d_set_usage(collision2d_testing)

foreach(source IN LISTS collision2d_test_sources)
  string(REGEX REPLACE "^collision2d/(.*)\\.cc$" "\\1" name "${source}")
  string(REPLACE "/" "_" test "collision2d_${name}")
  add_library(${test}_object OBJECT ${source})
  target_link_libraries(${test}_object PRIVATE collision2d_testing)
  foreach(kind IN LISTS collision2d_kinds)
    add_executable(${test}_${kind} $<TARGET_OBJECTS:${test}_object>)
    target_link_libraries(${test}_${kind} PRIVATE collision2d_testing collision2d_solid_${kind} collision2d_core_${kind})
    set_target_properties(${test}_${kind} PROPERTIES LINKER_LANGUAGE CXX)
    add_test(NAME "${kind}/${name}" COMMAND ${test}_${kind} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  endforeach()
endforeach()
