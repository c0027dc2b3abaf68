#!/usr/bin/env bash
# Installs what is missing, builds a fuzz target with clang, AddressSanitizer and
# UndefinedBehaviorSanitizer, runs it.
#
#   assurance/fuzz.sh TARGET SECONDS [libFuzzer's options]   fuzzes
#   assurance/fuzz.sh TARGET keep    renews the committed corpus from what was found so far
#
# TARGET is create, pair_query, motion, solid_query, batch, swept_batch, capture, road,
# scene_arrays, scene_formats or waymo.
#
# What it finds goes to out/fuzz/TARGET, an input that fails to out/fuzz/crash-*. It begins from
# corpus/TARGET in collision2d/fuzz, which //collision2d/fuzz:corpus_replay_test replays, or in
# planner_adapter/fuzz or replay/importers/testing; `keep` leaves at most 190 files there
# besides regressions, which have a name of their own instead of a hash.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
usage() {
  sed -n '5,9s/^# *//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}
[ $# -ge 2 ] || usage
target=$1
seconds=$2
shift 2
case "$target" in
  create | pair_query | motion | solid_query | batch | swept_batch | capture) package=collision2d/fuzz ;;
  road | scene_arrays) package=planner_adapter/fuzz ;;
  scene_formats | waymo) package=replay/importers/testing ;;
  *) usage ;;
esac
[[ "$seconds" =~ ^([0-9]+|keep)$ ]] || usage

tools/setup.sh
bazel build --config=fuzz --noshow_progress "//$package:${target}_fuzzer"
fuzzer=bazel-bin/$package/${target}_fuzzer
found=out/fuzz/$target
committed=$package/corpus/$target
mkdir -p "$found" "$committed"
if [ "$seconds" != keep ]; then
  # assurance/evidence.py sums up the lines "Done N runs in S second(s)".
  "$fuzzer" "$found" "$committed" -max_total_time="$seconds" -artifact_prefix=out/fuzz/ -print_final_stats=1 "$@" 2>&1 |
    tee >(grep '^Done' >> "out/fuzz/$target.log")
  exit
fi

merged=$(mktemp -d)
trap 'rm -rf "$merged"' EXIT
"$fuzzer" -merge=1 -use_counters=0 "$merged" "$committed" "$found"
find "$committed" -type f -regex '.*/[0-9a-f]*' -delete
find "$merged" -type f -printf '%s %p\n' | sort -n | awk 'NR <= 190 { print $2 }' | xargs cp -t "$committed"
