#!/usr/bin/env bash
# motion_tables_test.sh PROGRAM: a small run writes every row of the CSV, collision2d is never
# wrong, and bad flags are refused by name. Says nothing about times.
set -euo pipefail
program=$PWD/$1
scenes=$PWD/testdata/scenes
source bench/refuse.sh
cd "${TEST_TMPDIR:-$(mktemp -d)}"

"$program" --pairs=100 --min_time=0.001 --scene="$scenes/three_lane_traffic.pb" --csv=motion.csv --markdown=motion.md > motion.txt
python3 - <<'PY'
import csv

text = open("motion.csv", encoding="utf-8").read()
header = "case,method,pairs,ns_mean,ns_p999,steps_mean,missed,false_hits,undecided"
assert text.splitlines()[0] == header, text.splitlines()[0]
rows = list(csv.DictReader(text.splitlines()))
cases = ["cars_0.1", "cars_0.5", "cars_2", "crossing_traffic", "pole_and_needle", "turning_on_the_spot",
         "parallel_parking", "scene_0.1", "scene_0.5", "scene_1"]
methods = ["collision2d", "IsMotionFree", "Box2D", "FCL", "10 samples"]
assert [(row["case"], row["method"]) for row in rows] == [(case, method) for case in cases for method in methods]
for row in rows:
    assert row["pairs"] == "100", row
    assert 0.0 < float(row["ns_mean"]), row
    assert 0.0 < float(row["ns_p999"]), row
    assert 0.0 < float(row["steps_mean"]) or row["method"] in ("collision2d", "IsMotionFree"), row
    if row["method"] in ("collision2d", "IsMotionFree"):
        assert (row["missed"], row["false_hits"], row["undecided"]) == ("0", "0", "0"), row

report = open("motion.txt", encoding="utf-8").read()
for case in cases:
    assert f"## {case}\n" in report, case
assert report in open("motion.md", encoding="utf-8").read()
PY

refuse --min_time "$program" --min_time=0
refuse --pairs "$program" --pairs=0
refuse no/such/scene "$program" --scene=no/such/scene.pb
refuse reference_path "$program" --scene="$scenes/touching_wall.textproto"
refuse --csv "$program" --csv=no/such/folder/motion.csv
refuse --markdown "$program" --markdown=no/such/folder/motion.md
refuse no_such_flag "$program" --no_such_flag=1
refuse stray "$program" stray
