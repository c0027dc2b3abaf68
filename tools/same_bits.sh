#!/usr/bin/env bash
# Installs what is missing, and runs the test of equal bits with gcc and clang, each at -O1, -O2 and -O3.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh
status=0
for compiler in gcc clang; do
  for level in -O1 -O2 -O3; do
    # The test prints the hashes it found, if they are not the expected ones.
    echo "== $compiler $level"
    bazel test --config=opt --config="$compiler" --copt="$level" --noshow_progress "$@" \
      //collision2d/query:same_bits_test || status=1
  done
done
exit $status
