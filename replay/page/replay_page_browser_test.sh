#!/usr/bin/env bash
# Runs the browser test with the system's Python, where the packages of tools/setup.sh are.
#   replay_page_browser_test.sh TEST.py RENDERER
set -euo pipefail
exec /usr/bin/python3 "$1" "$2"
