#!/usr/bin/env bash
# Installs what is missing, builds the replay tool, and replays the recordings of a fleet, or
# compares two replays: see tools/fleet.sh --help and docs/fleet.md. With --tool=FILE nothing is
# built.
set -Eeuo pipefail
# Nothing was begun if a step of this script fails.
trap 'exit 2' ERR
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/progress.sh"
source "$root/tools/fleet_python.sh"
"$root/tools/setup.sh" --fleet
fleet_python "$root"

tool=()
case "${1-}" in
  diff | scheduler | worker) ;;
  *)
    if [[ " $* " != *" --tool="* && " $* " != *" --help "* && $# -gt 0 ]]; then
      (cd "$root" && bazel build --config=opt "${quiet[@]}" //replay/tool:replay)
      tool=("--tool=$root/bazel-bin/replay/tool/replay")
    fi
    ;;
esac
# What the user names comes last and wins.
exec "$python" -m fleet "${tool[@]}" "$@"
