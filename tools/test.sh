#!/usr/bin/env bash
# Installs what is missing and runs every test, those of examples/consumer too. Arguments go to `bazel test` of this workspace, and
# leave the consumer out: tools/test.sh --config=asan
#
#   tools/test.sh --long   then 10^8 near-degenerate pairs against exact integers too, the batch's answers for 10^8 pairs against
#                          the pair queries, and 10^8 pairs by Decision Sphere Search: minutes; a line for each family
#   tools/test.sh --arm    instead: the tests of the core for aarch64 and armv7, and of the planner adapter for aarch64, cross-compiled
#                          and emulated
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
long=false
arm=false
case "${1-}" in
  --long) long=true && shift ;;
  --arm) arm=true && shift ;;
esac
tools/setup.sh
status=0
if $arm; then
  tools/setup.sh --arm
  # Not those that are shell scripts or need a browser.
  bazel test --config=aarch64 --keep_going --noshow_progress --test_tag_filters=-x86 "$@" //collision2d/... //planner_adapter/... || status=$?
  bazel test --config=armv7 --keep_going --noshow_progress --test_tag_filters=-x86 "$@" //collision2d/... || status=$?
  # A shell script, which no emulator runs, on the objects for ARM.
  for config in aarch64 armv7; do
    bazel test --config="$config" --run_under=/usr/bin/env --noshow_progress "$@" //collision2d:undefined_symbols_test || status=$?
  done
  exit $status
fi
bazel test --config=opt --keep_going --noshow_progress "$@" //... || status=$?
if [ $# -eq 0 ]; then tools/consumer_test.sh || status=1; fi
if $long; then
  bazel test --config=opt --noshow_progress "$@" //collision2d/query:near_degenerate_long_test \
    //collision2d/batch:batch_differential_long_test //collision2d/solid/query:decision_sphere_search_long_test \
    //collision2d/solid/query:cap_hits3_long_test
  grep -h '^near-degenerate' bazel-testlogs/collision2d/query/near_degenerate_long_test/*/test.log
  grep -h '^batch-differential' bazel-testlogs/collision2d/batch/batch_differential_long_test/*/test.log
  grep -h '^cap-hits' bazel-testlogs/collision2d/solid/query/cap_hits3_long_test/*/test.log
  grep -h '^sphere-search' bazel-testlogs/collision2d/solid/query/decision_sphere_search_long_test/*/test.log
fi
exit $status
