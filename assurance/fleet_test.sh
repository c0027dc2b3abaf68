#!/usr/bin/env bash
# Installs what is missing and tests fleet/ with the replay tool of this tree; the JUnit logs are
# out/fleet_tests.xml and out/fleet_run_tests.xml. Arguments go to pytest.
#
#   assurance/fleet_test.sh --soak [FLAG...]
#     instead: 10^5 scenes with a worker killed every 10 s and the scheduler once, the run killed, a
#     finished run damaged 50 times, a full disk, poison, rates, memory: three quarters of an hour.
#     Flags as --scenes=2000 --seed=2 --kill_interval_s=20 --damages=12.
#   FLEET_DAMAGE_ROUNDS=500 FLEET_DAMAGE_SEED=2 assurance/fleet_test.sh -k any_damage
#     more random damage (40 rounds, seed 1)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/progress.sh
source tools/fleet_python.sh
tools/setup.sh
tools/setup.sh --fleet
fleet_python "$PWD"
bazel build --config=opt "${quiet[@]}" //replay/tool:replay
export FLEET_TOOL=$PWD/bazel-bin/replay/tool/replay PYTHONDONTWRITEBYTECODE=1
if [ "${1-}" = --soak ]; then
  exec "$python" -m fleet.testing.soak "$FLEET_TOOL" "$PWD/out/fleet_soak" "${@:2}"
fi
pytest=("$python" -m pytest -q -c fleet/pytest.ini)
if [ $# -gt 0 ]; then exec "${pytest[@]}" fleet "$@"; fi
# Beside each other: the tests of whole runs use the processors, the others wait for limits of time.
rm -f out/fleet_tests.xml out/fleet_run_tests.xml
"${pytest[@]}" --junitxml="$PWD/out/fleet_tests.xml" --ignore=fleet/run_test.py fleet > out/fleet_tests.log 2>&1 &
trap 'kill $! 2> /dev/null || true' EXIT
status=0
"${pytest[@]}" --junitxml="$PWD/out/fleet_run_tests.xml" fleet/run_test.py || status=1
wait $! || status=1
cat out/fleet_tests.log
exit $status
