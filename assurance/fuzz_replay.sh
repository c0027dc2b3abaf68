#!/usr/bin/env bash
# Installs what is missing, builds the replay tool and feeds mutated scenes, streams and recordings
# of other formats to it: by default 10^5 of them, a quarter of an hour on an idle machine. Checks
# that it neither crashes nor hangs nor drops anything in silence, writes only regular files and
# shows no hidden characters. See assurance/fuzz_replay/fuzz_replay.py --help.
#
#   assurance/fuzz_replay.sh [--inputs=N] [--seed=N]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/progress.sh
tools/setup.sh
bazel build --config=opt "${quiet[@]}" //replay/tool:replay
exec python3 assurance/fuzz_replay/fuzz_replay.py bazel-bin/replay/tool/replay proto/collision2d/v1 "$@"
