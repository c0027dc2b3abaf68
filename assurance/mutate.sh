#!/usr/bin/env bash
# Counts what the tests would not notice: assurance/mutate.py, with what it needs installed. An hour
# or more for 2,000 mutants.
#
#   assurance/mutate.sh                      a sample of those of geometry, query, motion and road
#   assurance/mutate.sh FOLDER... [FLAG...]  those of other folders; see --help
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh --mutants
if [ $# -eq 0 ]; then set -- collision2d/{geometry,query,motion} planner_adapter/road --judges collision2d/{golden,fuzz} planner_adapter/checking --sample 2000; fi
# Debian's Python, which has libclang's module.
exec /usr/bin/python3 assurance/mutate.py "$@"
