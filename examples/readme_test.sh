#!/usr/bin/env bash
# readme_test.sh PAGE SOURCE PROGRAM [ARGUMENT...]: runs the example, and checks that the page
# shows its source (the parts between two [README] comments, if it has them) and, if it has not, the
# program's output too, word for word.
set -euo pipefail
readme=$1 source=$2 program=$3
shift 3
output=$("$program" "$@")
[ -n "$output" ] || { echo "the example printed nothing" >&2; exit 1; }
OUTPUT=$output python3 - "$readme" "$source" <<'PY'
import os, re, sys, textwrap

readme = open(sys.argv[1], encoding="utf-8").read()
source = open(sys.argv[2], encoding="utf-8").read()
parts = re.split(r" *// \[README\]\n", source)[1::2]
wanted = [textwrap.dedent(part) for part in parts] or [source, os.environ["OUTPUT"]]
for text in wanted:
    if text.strip() not in readme:
        sys.exit(f"{sys.argv[1]} does not show:\n{text}")
PY
