# Sourced by assurance/cmake_test.sh: the component ompl, added to the build by GCC, and the example
# that parks with it.
check ompl_build build "$gcc" -S "$source" -DCOLLISION2D_BUILD_OMPL=ON
check ompl_install cmake --install "$gcc" --prefix "$work/prefix with ompl"
project parking 'find_package(collision2d REQUIRED COMPONENTS core ompl)
find_package(absl REQUIRED)
file(GLOB sources examples/park_with_ompl/*.cc)
add_executable(park_with_ompl ${sources})
target_include_directories(park_with_ompl PRIVATE .)
target_link_libraries(park_with_ompl PRIVATE collision2d::core collision2d::ompl absl::flags absl::flags_parse absl::flags_usage)'
# Not the whole source: headers of collision2d are those of the prefix.
mkdir "$work/parking/examples" && cp -R "$source"/examples/park_with_ompl "$work/parking/examples/"
check ompl_example_build build "$work/parking/build" -S "$work/parking" "-DCMAKE_PREFIX_PATH=$work/prefix with ompl" -DBUILD_SHARED_LIBS=ON
check ompl_example bash examples/park_with_ompl/park_with_ompl_test.sh "$work/parking/build/park_with_ompl"
