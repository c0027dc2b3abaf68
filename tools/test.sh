#!/usr/bin/env bash
# Installs what is missing and runs every test, those of examples/consumer too. Arguments go to `bazel test` of this workspace, and
# leave the consumer out: tools/test.sh --config=asan
#
#   tools/test.sh --long   then 10^8 near-degenerate pairs against exact integers too, and the batch's answers for 10^8 pairs against
#                          the pair queries: minutes; a line for each family
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
long=false
if [ "${1-}" = --long ]; then
  long=true
  shift
fi
tools/setup.sh
status=0
bazel test --config=opt --keep_going --noshow_progress "$@" //... || status=$?
if [ $# -eq 0 ]; then tools/consumer_test.sh || status=1; fi
if $long; then
  bazel test --config=opt --noshow_progress "$@" //collision2d/query:near_degenerate_long_test \
    //collision2d/batch:batch_differential_long_test
  grep -h '^near-degenerate' bazel-testlogs/collision2d/query/near_degenerate_long_test/*/test.log
  grep -h '^batch-differential' bazel-testlogs/collision2d/batch/batch_differential_long_test/*/test.log
fi
exit $status
