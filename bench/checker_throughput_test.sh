#!/usr/bin/env bash
# checker_throughput_test.sh PROGRAM: a small run writes every row of the CSV, no verdict is wrong,
# and bad flags are refused by name. Says nothing about times.
set -euo pipefail
program=$PWD/$1
scenes=$PWD/testdata/scenes
source bench/refuse.sh
cd "${TEST_TMPDIR:-$(mktemp -d)}"

"$program" --scale=0.02 --min_time=0.001 --scenes="$scenes" --csv=checker.csv --markdown=checker.md > checker.txt
python3 - <<'PY'
import csv

text = open("checker.csv", encoding="utf-8").read()
header = "case,candidates,instants,obstacles,ms_median,ms_p999,ms_first,allocations,wrong"
assert text.splitlines()[0] == header, text.splitlines()[0]
rows = {row["case"]: row for row in csv.DictReader(text.splitlines())}
# Candidates, instants and obstacles of each case, at a fiftieth.
sizes = {"traffic_20x12_road": (20, 20, 12), "traffic_50x100": (20, 50, 100),
         "traffic_50x100_margin": (20, 50, 100), "map_1e5": (20, 50, 2000),
         "kerbs_1e4": (4, 50, 201), "raised_1e4": (4, 50, 201), "replay": None, "replay_page": None}
sizes.update({f"{case}_motion": size for case, size in sizes.items()})
sizes["create_map_1e5"] = (0, 0, 2000)
sizes["scene_of_message_50x100"] = sizes["scene_of_columns_50x100"] = sizes["scene_of_arrays_50x100"] = (20, 50, 100)
us101, traffic = (20, 20, 12), (20, 50, 100)
for scene, size in (("us101_20x12", us101), ("traffic_50x100", traffic)):
    sizes.update({f"kernel_{scene}": size, f"kernel_motion_{scene}": size, f"{scene}_motion_two_threads": size})
for case in ("us101_20x12", "us101_20x12_motion", "us101_20x12_motion_road", "us101_20x12_motion_metrics"):
    sizes[case] = us101
sizes["create_us101_20x12"] = sizes["create_us101_20x12_shared"] = us101
sizes["first_hit_50x100"] = sizes["metrics_50x100"] = sizes["metrics_50x100_without_encroachment"] = (20, 50, 100)
assert list(rows) == list(sizes), list(rows)
for case, size in sizes.items():
    row = rows[case]
    assert size is None or (int(row["candidates"]), int(row["instants"]), int(row["obstacles"])) == size, row
    assert float(row["ms_median"]) > 0.0, row
    assert float(row["ms_p999"]) >= float(row["ms_median"]) and float(row["ms_first"]) > 0.0, row
    # Checks with a workspace do not allocate, but for the metrics; those of two threads are not
    # counted.
    plain = ("traffic_20x12_road", "traffic_50x100", "traffic_50x100_margin", "map_1e5", "kerbs_1e4", "raised_1e4", "us101_20x12",
             "us101_20x12_motion_road")
    is_without = case == "first_hit_50x100" or case.startswith("kernel_") or case.removesuffix("_motion") in plain
    assert case.endswith("_two_threads") or (int(row["allocations"]) == 0) == is_without, row
    assert row["wrong"] == "0", row

report = open("checker.txt", encoding="utf-8").read()
for case in sizes:
    assert f"| {case} " in report, case
assert report in open("checker.md", encoding="utf-8").read()
PY

refuse --min_time "$program" --min_time=0
refuse --scale "$program" --scale=0
refuse --scale "$program" --scale=1.5
refuse --csv "$program" --csv=no/such/folder/checker.csv
refuse --markdown "$program" --markdown=no/such/folder/checker.md
refuse no_such_flag "$program" --no_such_flag=1
refuse stray "$program" stray
