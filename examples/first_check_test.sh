#!/usr/bin/env bash
# Runs the example and checks that README.md shows its source and its output, word for word.
set -euo pipefail
program=$1 readme=$2 source=$3
output=$("$program")
[ "$(wc -l <<< "$output")" -eq 4 ] || { echo "expected four lines, got: $output" >&2; exit 1; }
python3 - "$readme" "$source" <<PY
import sys
readme = open(sys.argv[1], encoding="utf-8").read()
source = open(sys.argv[2], encoding="utf-8").read()
output = """$output"""
for name, text in (("source", source.strip()), ("output", output.strip())):
    if text not in readme:
        sys.exit(f"README.md does not show the example's {name}:\n{text}")
PY
