#!/usr/bin/env bash
# Installs what is missing, builds with optimisation, and replays or shrinks recorded queries
# (docs/capture.md):
#
#   tools/capture.sh replay FILE             asks every query of the file again, and compares the
#   answers to the bit
#   tools/capture.sh shrink FILE [FLAG...]   reduces a query while it remains wrong, or what --keep
#   says; prints a C++ test. See --help
#   tools/capture.sh example FILE            records random queries, to try the others with
#
# FILE is what DumpCapture has written on a vehicle, or tools/replay.sh capture for scenes.
# The exit status is 0 if all is the same, 1 if something differs or nothing is as --keep says, 2
# for bad arguments or unreadable files, 3 for damaged ones.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/progress.sh"
"$root/tools/setup.sh" || exit 2
(cd "$root" && bazel build --config=opt "${quiet[@]}" //collision2d/capture/tool:capture_tool) || exit 2
exec "$root/bazel-bin/collision2d/capture/tool/capture_tool" "$@"
