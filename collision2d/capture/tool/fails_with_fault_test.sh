#!/usr/bin/env bash
# fails_with_fault_test.sh PROGRAM: the printed regression test, run with the fault that it was
# printed for, fails and says so.
set -euo pipefail
program=$PWD/$1
cd "${TEST_TMPDIR:-$(mktemp -d)}"
# Its failure is not one of this test, whose log Bazel names in the environment.
if env -u XML_OUTPUT_FILE "$program" > out.txt; then
  echo "the regression test passes with the fault" >&2
  exit 1
fi
grep -qF 'Collides says false' out.txt || { cat out.txt >&2; exit 1; }
