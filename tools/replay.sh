#!/usr/bin/env bash
# Installs what is missing, builds with optimisation and replays recorded scenes: see tools/replay.sh --help.
# Without a file: the scenes of testdata/scenes, into out/replay of this tree.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/tools/setup.sh"
build_log=$(mktemp)
trap 'rm -f "$build_log"' EXIT
if ! (cd "$root" && bazel build --config=opt --noshow_progress //planner_adapter/replay_tool:replay) > "$build_log" 2>&1; then
  cat "$build_log" >&2
  exit 2
fi
# What the user names comes last and wins.
"$root/bazel-bin/planner_adapter/replay_tool/replay" \
  --default_scenes="$root/testdata/scenes" --out="$root/out/replay" "$@"
