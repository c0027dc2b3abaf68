#!/usr/bin/env bash
# Installs what is missing and runs every test. Arguments go to `bazel test`: tools/test.sh --config=asan
#
#   tools/test.sh --long   then 10^8 near-degenerate pairs against exact integers too, the batch's answers for 10^8 pairs against
#                          the pair queries, and 10^8 pairs by Decision Sphere Search: minutes; a line for each family
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
long=false
if [ "${1-}" = --long ]; then
  long=true
  shift
fi
tools/setup.sh
bazel test --config=opt --keep_going --noshow_progress "$@" //...
if $long; then
  bazel test --config=opt --noshow_progress "$@" //collision2d/query:near_degenerate_long_test \
    //collision2d/batch:batch_differential_long_test //collision2d/solid/query:decision_sphere_search_long_test \
    //collision2d/solid/query:cap_hits3_long_test
  grep -h '^near-degenerate' bazel-testlogs/collision2d/query/near_degenerate_long_test/*/test.log
  grep -h '^batch-differential' bazel-testlogs/collision2d/batch/batch_differential_long_test/*/test.log
  grep -h '^cap-hits' bazel-testlogs/collision2d/solid/query/cap_hits3_long_test/*/test.log
  grep -h '^sphere-search' bazel-testlogs/collision2d/solid/query/decision_sphere_search_long_test/*/test.log
fi
