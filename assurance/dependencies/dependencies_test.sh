#!/usr/bin/env bash
# dependencies_test.sh EXPECTED CLOSURE...: each closure is the list of all targets that a public
# target needs. Compares the floors and the external repositories in it, a line for each public
# target, with EXPECTED.
set -euo pipefail
expected=$1
shift
for closure in "$@"; do
  name=$(basename "$closure" _closure)
  echo "$name:" $(sed -nE 's,^@([^/]*).*|^(//[^/:]*).*,\1\2,p' "$closure" | grep -v -x -e //bazel -e bazel_tools -e local_config_cc -e collision2d | LC_ALL=C sort -u)
done | diff "$expected" -
