#!/usr/bin/env bash
# Feeds mutated inputs to the replay tool.
#   fuzz_replay_test.sh REPLAY FUZZ_REPLAY_PY PROTO_FOLDER INPUTS
set -euo pipefail
exec python3 "$2" "$(realpath "$1")" "$3" --inputs="$4" --keep="${TEST_UNDECLARED_OUTPUTS_DIR:-.}"
