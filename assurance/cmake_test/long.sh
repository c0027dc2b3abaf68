# Sourced by assurance/cmake_test.sh --long.
all_tests=(-DCOLLISION2D_BUILD_TESTS=ON -DCOLLISION2D_BUILD_ORACLE_TESTS=ON)
check clang_build build "$work/clang whole" -S "$source" -DCMAKE_CXX_COMPILER=clang++ -DCOLLISION2D_BUILD_BOTH=ON "${all_tests[@]}"
tests clang "$work/clang whole"
if [ $arm_status -eq 0 ]; then
  check aarch64_whole_build build "$work/aarch64 whole" -S "$source" "${toolchain[@]}" -DCOLLISION2D_BUILD_BOTH=ON "${all_tests[@]}"
  tests aarch64 "$work/aarch64 whole"
fi

colcon_workspace() {
  mkdir "$work/both" && cp -r "$source" "$work/both/collision2d" && cp -r examples/ros2_package "$work/both/parking_space" && cd "$work/both" || return 1
  colcon build --event-handlers console_direct+ --cmake-args -DPython3_EXECUTABLE=/usr/bin/python3 && colcon test &&
    colcon test-result --verbose
}
check colcon_workspace eval '(colcon_workspace)'
