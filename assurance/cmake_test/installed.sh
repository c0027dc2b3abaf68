# Sourced by assurance/cmake_test.sh: what is installed, in a prefix that was moved.
check install cmake --install "$gcc"
mv "$work/first prefix" "$prefix"

# consumer NAME ARGUMENT...: builds and runs examples/cmake_consumer. The build should take 60 s at
# most.
consumer() {
  local started=$SECONDS
  check "$1_build" build "$work/$1" -S "$source/examples/cmake_consumer" "${@:2}"
  echo "cmake: $1 was built in $((SECONDS - started)) s"
  tests "$1" "$work/$1"
}
consumer consumer_static "-DCMAKE_PREFIX_PATH=$prefix" -DBUILD_SHARED_LIBS=OFF
consumer consumer_shared "-DCMAKE_PREFIX_PATH=$prefix" -DBUILD_SHARED_LIBS=ON

# The program notices when the flag is taken back; on processors without such an instruction it has
# nothing to notice.
by_pkg_config() {
  local flags result=0
  flags=$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --define-prefix --cflags --libs collision2d) || return 1
  eval "g++ -std=c++17 -O2 examples/cmake_consumer/contraction.cc $flags $1 -o '$work/contraction'" || return 1
  LD_LIBRARY_PATH=$prefix/lib "$work/contraction" || result=$?
  [ $result -eq "$2" ] || [ $result -eq 77 ]
}
check pkg_config by_pkg_config "" 0
check pkg_config_contracted by_pkg_config -ffp-contract=fast 1

# A program has of the static library what it calls, if it links with --gc-sections: with Level 1
# alone half of what it has without (docs/embedded.md).
level1_alone() {
  local packages size
  packages=$(pkg-config --libs absl_status absl_statusor absl_str_format libhwy) || return 1
  # shellcheck disable=SC2086
  g++ -std=c++17 -Os -s -ffp-contract=off -Wl,--gc-sections -I "$prefix/include/collision2d" bench/embedded/level1_only.cc \
    "$prefix/lib/libcollision2d.a" $packages -o "$work/level1_only" || return 1
  "$work/level1_only" || return 1
  size=$(stat -c %s "$work/level1_only")
  echo "a program with Level 1 alone has $size bytes"
  [ "$size" -le 270000 ]
}
check level1_alone level1_alone

find=(cmake "-DCMAKE_PREFIX_PATH=$prefix")
project no_component 'find_package(collision2d REQUIRED COMPONENTS core wheels)'
refuses unknown_component "it has no component 'wheels'" "${find[@]}" -S "$work/no_component" -B "$work/no_component/build"
project both_kinds 'find_package(collision2d REQUIRED COMPONENTS core static shared)'
refuses both_kinds "static and shared exclude each other" "${find[@]}" -S "$work/both_kinds" -B "$work/both_kinds/build"
project second_kind 'find_package(collision2d REQUIRED COMPONENTS core static)
find_package(collision2d REQUIRED COMPONENTS solid shared)'
refuses second_kind "this project uses the static ones already" "${find[@]}" -S "$work/second_kind" -B "$work/second_kind/build"
project newer_version 'find_package(collision2d 1.99 REQUIRED)'
refuses newer_version 'compatible with requested version "1.99"' "${find[@]}" -S "$work/newer_version" -B "$work/newer_version/build"
# A prefix that was built with another Abseil.
cp -r "$prefix" "$work/other_absl_prefix"
sed -i 's/^set(collision2d_built_absl "[a-z0-9_]*")$/set(collision2d_built_absl "other")/' \
  "$work"/other_absl_prefix/lib*/cmake/collision2d/collision2d-config.cmake
project other_absl 'find_package(collision2d REQUIRED COMPONENTS core)'
refuses other_absl "built with Abseil's inline namespace 'other', and the Abseil of" \
  cmake -DCMAKE_PREFIX_PATH="$work/other_absl_prefix" -S "$work/other_absl" -B "$work/other_absl/build"

check replay "$prefix/bin/collision2d-replay" --out="$work/replay" testdata/scenes/touching_wall.textproto

# On a machine with another Python first in its PATH, ament's modules are Debian's Python's.
colcon_package() {
  cp -r examples/ros2_package "$work/workspace" && cd "$work/workspace" || return 1
  export CMAKE_PREFIX_PATH=$prefix
  colcon build --event-handlers console_direct+ --cmake-args -DPython3_EXECUTABLE=/usr/bin/python3 && colcon test && colcon test-result --verbose &&
    [ -s install/parking_space/share/parking_space/package.xml ]
}
check ros2_package eval '(colcon_package)'
check colcon_identifies eval 'colcon --log-base /dev/null list --base-paths "$source" | grep -q "^collision2d.*cmake"'
