#!/usr/bin/env bash
# bench_test.sh PROGRAM SCRIPT: see bench_test.py, which is SCRIPT.
set -euo pipefail
program=$PWD/$1 script=$PWD/$2 scenes=$PWD/testdata/scenes
cd "${TEST_TMPDIR:-$(mktemp -d)}"
python3 "$script" "$program" "$scenes"
