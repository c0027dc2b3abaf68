#!/usr/bin/env bash
# Builds and tests examples/consumer, a workspace that depends on this one, and checks that what is
# not public is refused to it. Arguments go to `bazel test`. Writes the results to
# out/consumer_tests.xml.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/progress.sh
tools/setup.sh || exit 1
mkdir -p out

# refused TARGET MESSAGE: the build of the target fails, and says so. With clang, which has
# layering_check.
refused() {
  local output passed=false
  if ! output=$(bazel build --noshow_progress --repo_env=CC=clang --action_env=CC=clang "//refused:$1" 2>&1) && grep -q "$2" <<< "$output"; then
    passed=true
  else
    echo "$output" >&2
  fi
  report "refused_$1" $passed
}

cd examples/consumer
passed=true
# Without optimization, and with assertions: optimized, the same sources are tested in the tree, and
# so are the kernels of all instruction sets.
bazel test --compilation_mode=fastbuild --copt=-DHWY_COMPILE_ONLY_STATIC "${progress[@]}" "$@" //... || passed=false
report planner $passed
refused private_target "is not visible from target"
refused internal_header "does not depend on a module exporting 'collision2d/query/stages/gjk.h'"

cd ../..
write_cases out/consumer_tests.xml
exit $status
