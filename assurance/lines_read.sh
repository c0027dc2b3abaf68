#!/usr/bin/env bash
# Prints, as Markdown, the cache lines and bytes of both shapes that one query reads, by level,
# class and number of vertices: polygons contiguous and scattered in memory, for Box2D, the plain
# GJK rows and collision2d. Needs valgrind (tools/setup.sh --valgrind); takes minutes.
#
#   assurance/lines_read.sh [--pairs=N] [--vertices=4,8,...]
#     40 pairs of each class, and 4, 8, 12, 16, 20, 24 vertices, if not told otherwise
#
# Counted are distinct 64-byte lines: what a cache that is empty before each query has to fetch.
# Stack, code and static data are left out. valgrind knows no AVX-512: kernels that choose their
# instruction set at run time run as AVX2.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for argument in "$@"; do
  case "$argument" in
    --pairs=* | --vertices=*) ;;
    -h | --help) sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) echo "assurance/lines_read.sh: unknown argument '$argument'" >&2; exit 2 ;;
  esac
done
if ! command -v valgrind > /dev/null; then
  echo "assurance/lines_read.sh: valgrind is not installed (tools/setup.sh --valgrind)" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bazel build --config=opt --noshow_progress --ui_event_filters=-info,-stdout,-stderr --experimental_convenience_symlinks=ignore \
  //bench/lines_read:traced_queries
program=$(bazel info --config=opt bazel-bin 2> /dev/null)/bench/lines_read/traced_queries

# The trace, some 10^8 lines, goes through a pipe, which is file 9 of valgrind.
measure() {  # LAYOUT ARGUMENT...
  local layout=$1
  shift
  { valgrind --tool=lackey --trace-mem=yes --log-fd=9 "$program" --layout="$layout" --queries="$work/$layout" "$@" 9>&1 > /dev/null ||
    echo "assurance/lines_read.sh: valgrind failed" >&2; } |
    python3 bench/lines_read/lines_read.py --check "$work/$layout" > "$work/$layout.md"
}
measure scattered "$@" &
scattered=$!
measure contiguous "$@"
wait "$scattered"
cat "$work/contiguous.md" "$work/scattered.md"
