#!/usr/bin/env bash
# Measures which lines and branches of the library its tests reach, without assertions, and fails if
# one is missed that assurance/coverage_exceptions.txt gives no reason for:
#
#   assurance/coverage.sh              the folders that this file names; a first build is long
#   assurance/coverage.sh FOLDER...    these, by their own tests
#
# Code in SIMD is judged for all instruction sets together and for each one that this machine has.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/progress.sh
case "${1-}" in -h | --help) sed -n '2,/^$/{/^#/!q;s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit 0 ;; esac
tools/setup.sh --coverage --mutants
folders=("$@")
if [ $# -eq 0 ]; then folders=(collision2d/{geometry,query,motion,batch} planner_adapter/{scene,checking,road,metrics,path_time} replay/importers); fi
out=$PWD/out/coverage
rm -rf "$out" && mkdir -p "$out"
patterns=("${folders[@]/#///}")
patterns=("${patterns[@]/%//...}")
bazel test --config=coverage --keep_going --build_tests_only --nocache_test_results "${progress[@]}" \
  --test_env=LLVM_PROFILE_FILE="$out/%8m.profraw" "${patterns[@]}" || status=1
llvm-profdata merge -sparse "$out"/*.profraw -o "$out/all.profdata"
programs=()
bin=$(bazel info --config=coverage bazel-bin 2> /dev/null)
# Without those of other builds, as tests of a release's frames.
while read -r program; do
  [ ! -x "$bin/$program" ] || programs+=(-object "$bin/$program")
done < <(bazel query --noshow_progress "tests(set(${patterns[*]})) except attr(tags, manual, //...)" 2> /dev/null | sed 's|^//||; s|:|/|')
llvm-cov export -instr-profile="$out/all.profdata" "${programs[@]:1}" > "$out/export.json"
/usr/bin/python3 assurance/coverage.py "${folders[@]}" < "$out/export.json" || status=1
exit $status
