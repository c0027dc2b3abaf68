#!/usr/bin/env bash
# planner_throughput_test.sh PROGRAM: a small run writes every row of the CSV, no answer of the
# batch and of the pair queries is wrong, and bad flags are refused by name. Says nothing about
# times.
set -euo pipefail
program=$PWD/$1
source bench/refuse.sh
cd "${TEST_TMPDIR:-$(mktemp -d)}"

"$program" --scale=0.01 --min_time=0.001 --csv=throughput.csv --markdown=throughput.md > throughput.txt
python3 - <<'PY'
import csv

text = open("throughput.csv", encoding="utf-8").read()
assert text.splitlines()[0] == "case,method,pairs,ns_per_pair,cycles_per_second,wrong", text.splitlines()[0]
rows = list(csv.DictReader(text.splitlines()))
# Poses or trajectories, steps and obstacles of each case, at a hundredth.
sizes = {"mask": (20, 1, 200), "any_hit": (20, 1, 200), "dense_mask": (20, 1, 200), "polygon_mask": (20, 1, 200),
         "nearest": (20, 1, 200), "first_hit": (10, 50, 100), "clearance": (10, 50, 100), "swept_first_hit": (10, 50, 100),
         "margin_swept_first_hit": (10, 50, 100), "short_first_hit": (10, 20, 12), "first_free": (10, 50, 100), "map_1e3": (20, 1, 10), "map_1e4": (20, 1, 100),
         "map_1e5": (20, 1, 1000), "map_1e6": (20, 1, 10000), "two_threads_first_hit": (10, 50, 100),
         "two_threads_clearance": (10, 50, 100)}
assert list(dict.fromkeys(row["case"] for row in rows)) == list(sizes)
references = {"scalar", "Box2D pairwise", "Box2D tree", "FCL tree"}
targets = {row["method"].split()[1] for row in rows if row["method"].startswith("batch ")}
assert targets
for case, (poses, steps, obstacles) in sizes.items():
    of_case = [row for row in rows if row["case"] == case]
    methods = {row["method"] for row in of_case}
    assert len(methods) == len(of_case), of_case
    batch = {f"batch {target}" for target in targets}
    if case.startswith("two_threads"):
        best = min(methods, key=len)
        assert best in batch and methods == {best, best + " 2 threads"}, methods
    elif case.startswith("margin_"):
        best = min(methods, key=len)
        assert methods == {best + grown + steps for grown in ("", " grown") for steps in ("", " at steps")}, methods
    elif case == "first_free":
        assert methods == references | batch | {method + " full check" for method in batch}, methods
    elif case == "swept_first_hit":
        assert methods == {"scalar"} | batch | {method + " at steps" for method in batch}, methods
    else:
        assert methods == references | batch, methods
    for row in of_case:
        assert int(row["pairs"]) == poses * steps * obstacles, row
        assert float(row["ns_per_pair"]) > 0.0, row
        cycle_s = float(row["ns_per_pair"]) * int(row["pairs"]) * 1e-9
        assert abs(cycle_s * float(row["cycles_per_second"]) - 1.0) < 1e-3, row
        if row["method"] not in references - {"scalar"}:
            assert row["wrong"] == "0", row

report = open("throughput.txt", encoding="utf-8").read()
for case in sizes:
    assert f"### {case}: " in report, case
assert report in open("throughput.md", encoding="utf-8").read()
PY

# One case and one instruction set of all.
target=$(sed -n 's/^mask,batch \([^,]*\),.*/\1/p' throughput.csv | tail -n 1)
"$program" --scale=0.01 --min_time=0.001 --cases=mask --target="$target" --csv=one.csv > /dev/null
[ "$(wc -l < one.csv)" = 6 ] || { echo "not one case with one target:" >&2; cat one.csv >&2; exit 1; }

refuse --cases "$program" --cases=mask,sparse
refuse --target "$program" --target=avx1024
refuse --min_time "$program" --min_time=0
refuse --min_time "$program" --min_time=nan
refuse --scale "$program" --scale=0
refuse --scale "$program" --scale=1.5
refuse --csv "$program" --csv=no/such/folder/throughput.csv
refuse --markdown "$program" --markdown=no/such/folder/throughput.md
refuse no_such_flag "$program" --no_such_flag=1
refuse stray "$program" stray
