# Sourced by assurance/cmake_test.sh: golden bits and known answers by clang, in the time that CI
# has.
# For aarch64 Bazel asks for the same bits (tools/test.sh --arm): here the toolchain file only
# configures.
cheap=(-DCOLLISION2D_BUILD_TESTS=ON -DCOLLISION2D_BUILD_ADAPTER=OFF -DCOLLISION2D_PRECOMPILE_HEADERS=ON "-DCMAKE_CXX_FLAGS=-O1 -DNDEBUG -DHWY_COMPILE_ONLY_STATIC" -DCMAKE_BUILD_TYPE=None)

# A project with targets of its own that has collision2d as a subdirectory.
project parent "include(FetchContent)
enable_testing()
foreach(name core solid adapter replay tests testing)
  add_custom_target(\${name})
endforeach()
FetchContent_Declare(collision2d SOURCE_DIR \"$source\")
FetchContent_MakeAvailable(collision2d)
add_executable(free_poses \"$source/examples/cmake_consumer/free_poses.cc\")
target_link_libraries(free_poses PRIVATE collision2d::core)
install(TARGETS free_poses)"
check clang_subdirectory build "$work/clang" -S "$work/parent" -DCMAKE_CXX_COMPILER=clang++ -DCOLLISION2D_BUILD_BOTH=ON "${cheap[@]}"
tests clang_golden "$work/clang"
check subdirectory_installs_nothing eval 'cmake --install "$work/clang" --prefix "$work/of parent" && [ "$(find "$work/of parent" -type f | wc -l)" -eq 1 ]'

arm_status=0
tools/setup.sh --arm || arm_status=$?
if [ $arm_status -eq 3 ]; then
  # A mirror that has no packages of other architectures for the moment is no fault of this tree.
  # Everything else fails.
  echo "AARCH64 WAS NOT TESTED: the cross compiler or libraries are missing here, and cannot be downloaded" >&2
else
  toolchain=(--toolchain "$source/cmake/toolchains/aarch64-linux-gnu.cmake" -DCOLLISION2D_BUILD_TOOLS=OFF)
  check aarch64_configures cmake -B "$work/aarch64" -S "$source" "${toolchain[@]}" "${cheap[@]}"
fi
