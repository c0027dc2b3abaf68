#!/usr/bin/env bash
# planner_test.sh PROGRAM EXPECTED: runs the planner and compares what it prints. The version may
# change.
set -euo pipefail
"$1" | sed '1s/ [0-9][^ ]*$/ VERSION/' | diff "$2" -
