#!/usr/bin/env bash
# Installs what is missing, builds with optimisation and replays recorded scenes: see
# tools/replay.sh --help. Without a file: the scenes of testdata/scenes, into out/replay of this
# tree.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/progress.sh"
replay=$root/bazel-bin/replay/tool/replay
[ -x "$replay" ] || echo "tools/replay.sh: the first time this installs what is missing and builds the tool: some three minutes on two cores" >&2
"$root/tools/setup.sh" || exit 2
(cd "$root" && bazel build --config=opt "${quiet[@]}" //replay/tool:replay) || exit 2
# What the user names comes last and wins.
"$replay" \
  --default_scenes="$root/testdata/scenes" --out="$root/out/replay" "$@"
