#!/usr/bin/env bash
# Replays the scenes of testdata into MCAP files, at once and in closed loop, and reads them with
# npm's @mcap/core and @foxglove/schemas: framing, checksums, index and statistics, schemas equal to
# Foxglove's by number and type, what viewers stumble over, and an indexed read of each scene within
# 0.2 s. `tools/setup.sh --mcap` installs these; the last line counts the files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/progress.sh
tools/setup.sh --mcap
bazel build --config=opt "${quiet[@]}" //replay/tool:replay
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for flags in --page=none "--page=none --closed_loop"; do
  # shellcheck disable=SC2086  # Several flags.
  bazel-bin/replay/tool/replay testdata/scenes $flags --out="$folder/run" --mcap="$folder/${flags//[^a-z]/}.mcap" > /dev/null
done
NODE_PATH=$PWD/.tools/node_modules node assurance/mcap_check/mcap_check.js "$folder"/*.mcap
