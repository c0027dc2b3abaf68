#!/usr/bin/env bash
# Measures the figures of docs/embedded.md and prints them as Markdown: code size and stack on
# aarch64, by Debian's cross compiler (tools/setup.sh --arm), instructions and iterations on x86-64,
# aarch64 and armv7 in the emulator, which counts the same on every machine.
#
#   assurance/embedded_figures.sh [size|stack|instructions]...    all of them, if none is named
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for figure in "$@"; do
  case "$figure" in
    size | stack | instructions) ;;
    *) echo "assurance/embedded_figures.sh: unknown figure '$figure'" >&2; exit 2 ;;
  esac
done
[ $# -gt 0 ] || set -- size stack instructions
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compiler=aarch64-linux-gnu-g++
# Those of an embedded build. --config=aarch64 adds frame pointers and stack protectors, as Bazel's
# toolchains do.
flags=(-std=c++17 -ffp-contract=off -fno-tree-slp-vectorize -ffunction-sections -fdata-sections -DNDEBUG -I.)

# sources FOLDER...: of the library, without tests.
sources() {
  local folder
  for folder in "$@"; do
    find "collision2d/$folder" -maxdepth 1 -name '*.cc' ! -name '*_test.cc' ! -name '*_scenes.cc' ! -name '*_checker.cc'
  done | sort
}

# compile TO FLAG...: reads names of sources, writes objects named after them, and what the flags
# ask for, to folder TO.
compile() {
  local to=$1
  shift
  mkdir -p "$to"
  local source
  while read -r source; do
    printf '%s\0' "$source" -o "$to/$(tr / _ <<< "${source%.cc}").o"
  done | xargs -0 -P "$(nproc)" -n 3 "$compiler" "${flags[@]}" "$@" -c
}

size() {
  sources geometry query query/{exact,stages} | compile "$work/size" -Os
  local program
  for program in levels_only level1_only; do
    "$compiler" "${flags[@]}" -Os -c "bench/embedded/$program.cc" -o "$work/$program.o"
    "$compiler" -static -Wl,--gc-sections -Wl,-Map="$work/map" -o "$work/$program" "$work/$program.o" "$work"/size/*.o \
      -Wl,--start-group /usr/lib/aarch64-linux-gnu/libabsl_*.a -Wl,--end-group
    echo "$program:"
    python3 bench/embedded/text_of_map.py "$work/map"
  done
}

stack() {
  local level
  for level in -Os -O2; do
    echo
    echo "Pair queries, aarch64, $level:"
    echo
    sources geometry query query/{exact,stages} | compile "$work/pair$level" "$level" -fcallgraph-info=su
    python3 bench/embedded/stack_of_calls.py "$work/pair$level"/*.ci -- Collides Distance DistanceWithin ComputeSeparation
  done
  echo
  echo "Batch calls, aarch64, -O2:"
  echo
  sources batch batch/{calls,index,kernels} | compile "$work/pair-O2" -O2 -fcallgraph-info=su
  python3 bench/embedded/stack_of_calls.py "$work/pair-O2"/*.ci -- CollisionMask AnyHit FirstHit CountHits \
    MinimumDistance AllDistances WithinMask MinimumSeparation FirstFree AllHits
  echo
  echo "Queries of two convex polytopes, aarch64, -O2:"
  echo
  { sources geometry query query/{exact,stages} solid/geometry solid/shapes solid/query; echo bench/embedded/solid_levels.cc; } |
    compile "$work/solid-O2" -O2 -Wno-psabi -fcallgraph-info=su
  python3 bench/embedded/stack_of_calls.py "$work/solid-O2"/*.ci -- PolytopesCollide PolytopesDistance PolytopesSeparation
}

instructions() {
  local bazel_flags=(--noshow_progress --ui_event_filters=-info,-stdout,-stderr --experimental_convenience_symlinks=ignore)
  local config program
  g++ -std=c++17 -O2 -shared -fPIC -o "$work/count_instructions.so" bench/embedded/count_instructions.cc
  for config in opt aarch64 armv7; do
    bazel build "${bazel_flags[@]}" --config=$config //bench/embedded:pair_costs
    program=$(bazel info --config=$config bazel-bin 2> /dev/null)/bench/embedded/pair_costs
    case $config in
      opt) emulated "qemu-x86_64 -cpu max" "$program" ;;
      aarch64) emulated qemu-aarch64 "$program" ;;
      armv7) emulated qemu-arm "$program" ;;
    esac > "$work/instructions_$config"
  done
  # The columns of instructions of the three, and those of iterations, which have nothing to do with
  # the machine.
  echo "| query | pairs | vertices | x86-64: median | 99.99 % | most | aarch64: median | 99.99 % | most | armv7: median | 99.99 % | most | iterations: median | 99.99 % | most | bound |"
  echo "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
  paste -d '|' "$work"/instructions_{opt,aarch64,armv7} |
    awk -F '|' -v OFS='|' 'NR > 2 { print "", $2, $3, $4, $5, $6, $7, $17, $18, $19, $29, $30, $31, $8, $9, $10, $11, "" }'
}

# emulated EMULATOR PROGRAM: the program, its instructions counted.
emulated() { $1 -plugin "$work/count_instructions.so,count=$work/count" "$2" --count_file="$work/count"; }

for figure in "$@"; do
  echo
  "$figure"
done
