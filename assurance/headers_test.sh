#!/usr/bin/env bash
# Checks that every header of collision2d, planner_adapter and replay stands alone, and that all of
# them together compile without a warning, as C++17 by gcc and as C++20 by clang: so no two of them
# define the same name. What a user includes compiles with -Wsign-conversion too, as C++17 by clang
# and as C++23 by gcc, and says as C++14 that it needs C++17, with -ffast-math that it needs IEEE
# arithmetic. The headers of pair queries stay light. Writes the results to out/header_tests.xml.
#
# A header that some .cc file includes before anything else stands alone if that file compiles,
# which the build of //... has shown: only the others are compiled here by themselves. Files of
# tests do not count, since Bazel compiles several of them as one. Headers named *-inl.h are parts
# of a .cc file, included once for each instruction set. Those that need OMPL are compiled with its
# tests only.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/progress.sh
tools/setup.sh || exit 1
bazel build --config=opt "${quiet[@]}" //proto/... //replay/page:replay_page_cc_proto || exit 1  # For the headers that are made of messages.
mkdir -p out
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Those of bazel/cc.bzl and .bazelrc.
export flags="-fsyntax-only -ffp-contract=off -Wall -Wextra -Wconversion -Wno-sign-conversion -Wshadow -Wno-unused-parameter \
  -Wno-bitwise-instead-of-logical -Werror -I. -Ibazel-bin \
  -Ibazel-bin/proto/_virtual_includes/trajectory_proto -Ibazel-bin/proto/_virtual_includes/scene_proto -Ibazel-bin/proto/_virtual_includes/verdict_proto"
export work

find collision2d planner_adapter replay -name '*.h' ! -name '*-inl.h' -exec grep -L '^#include <ompl/' {} + | sort > "$work/headers"
find collision2d planner_adapter replay -name '*.cc' ! -name '*_test.cc' -exec grep -h -m 1 '^#include' {} + | sed -n 's/^#include "\(.*\)"$/\1/p' | sort -u > "$work/first"
comm -23 "$work/headers" "$work/first" > "$work/alone"
sed 's/.*/#include "&"/' "$work/headers" > "$work/all.cc"
{
  printf '#include "%s"\n' collision2d/{collision2d,replay,solid/solid,solid/papers/papers}.h collision2d/{capture,interop}/*.h \
    planner_adapter/{planner_adapter,ompl/obstacle_map}.h
} > "$work/public.cc"

# check NAME COMPILER STANDARD SOURCE FLAGS...: prints the name, and what the compiler said if it
# was not content. What is named refused_ must not compile, and must say what collision2d needs.
check() {
  local output compiled=true
  # shellcheck disable=SC2086
  output=$("$2" "-std=$3" $flags "${@:5}" -x c++ "$4" 2>&1) || compiled=false
  if [[ $1 != refused_* && $compiled = true ]] ||
    [[ $1 = refused_* && $compiled = false && $(grep error <<< "$output") = *"collision2d needs "* ]]; then
    echo "<testcase name=\"$1\"/>"
  else
    echo "headers: $1: FAILED: $output" >&2
    echo "<testcase name=\"$1\"><failure/></testcase>"
  fi
}
export -f check

# light HEADER: prints the name, and fails if it brings in more than 30,000 lines. A header of pair
# queries declares the shapes only: the definition includes Abseil's status, 97,000 lines.
light() {
  local lines
  # shellcheck disable=SC2086
  lines=$(g++ -std=c++17 $flags -E -x c++ "$1" 2> /dev/null | wc -l)
  if [ "$lines" -gt 0 ] && [ "$lines" -le 30000 ]; then
    echo "<testcase name=\"light_$1\"/>"
  else
    echo "headers: light_$1: FAILED: $lines lines" >&2
    echo "<testcase name=\"light_$1\"><failure/></testcase>"
  fi
}

# A line for each check, the long ones first. Each takes 10 s: so no compiler sees every standard.
{
  strict="-Wsign-conversion -Wunused-parameter"
  echo "all_g++_c++17 g++ c++17 $work/all.cc"
  echo "all_clang++_c++20 clang++ c++20 $work/all.cc"
  echo "public_clang++_c++17 clang++ c++17 $work/public.cc $strict"
  echo "public_g++_c++2b g++ c++2b $work/public.cc $strict"
  for compiler in g++ clang++; do
    # All errors: those of Abseil may come first.
    all_errors=-fmax-errors=0
    [ $compiler = g++ ] || all_errors=-ferror-limit=0
    echo "refused_${compiler}_c++14 $compiler c++14 $work/public.cc $all_errors"
    echo "refused_${compiler}_fast_math $compiler c++17 $work/public.cc -ffast-math"
  done
  while read -r header; do
    # A file that includes it, since a header that is compiled itself warns of its own guards.
    printf '#include "%s"\n' "$header" > "$work/${header//\//_}.cc"
    echo "$header g++ c++17 $work/${header//\//_}.cc"
  done < "$work/alone"
} | xargs -P "$(nproc)" -L 1 bash -c 'check "$@"' check > "$work/cases"
for header in collision2d/query/{collides,distance,separation,separation_gradient}.h; do light "$header"; done >> "$work/cases"
{
  echo '<testsuites><testsuite name="headers">'
  sort "$work/cases"
  echo '</testsuite></testsuites>'
} > out/header_tests.xml
echo "headers: $(wc -l < "$work/headers") headers, $(wc -l < "$work/alone") compiled alone, $(grep -c '<failure/>' "$work/cases") failures"
[ -s "$work/alone" ] && ! grep -q '<failure/>' "$work/cases"
