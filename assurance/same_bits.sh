#!/usr/bin/env bash
# Installs what is missing, and runs the tests of equal bits with gcc and clang, each at -O1, -O2
# and -O3, and with kernels of one lane only. Each run covers every instruction set of this machine.
# `--arm` adds aarch64 and armv7, emulated.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
arm=false
if [ "${1-}" = --arm ]; then
  arm=true
  shift
fi
tools/setup.sh
status=0
# run FLAG...
run() {
  # The tests print what they found, if it is not what they expected.
  echo "== $*"
  bazel test --noshow_progress "$@" //collision2d/query:same_bits_test //collision2d/golden:same_bits_golden_test || status=1
}
for compiler in gcc clang; do
  for level in -O1 -O2 -O3; do run --config=opt --config="$compiler" --copt="$level" "$@"; done
done
run --config=opt --copt=-DHWY_COMPILE_ONLY_SCALAR "$@"
if $arm; then
  tools/setup.sh --arm
  for config in aarch64 armv7; do run --config="$config" "$@"; done
fi
exit $status
