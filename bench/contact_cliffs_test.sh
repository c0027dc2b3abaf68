#!/usr/bin/env bash
# contact_cliffs_test.sh PROGRAM: a small run writes every family and level to the CSV, all answers
# are right, and bad flags are refused by name. Says nothing about times.
set -euo pipefail
program=$PWD/$1
source bench/refuse.sh
cd "${TEST_TMPDIR:-$(mktemp -d)}"

"$program" --pairs=8 --vertices=4,8,64,200 --max_seconds=5 --csv=cliffs.csv --markdown=cliffs.md > cliffs.txt 2> families.txt
# With no time at all one pair of each family and number of vertices is asked, and the report says
# so.
"$program" --pairs=5 --vertices=8 --max_seconds=1e-9 --families=tangent,parked_cars --csv=cut.csv > cut.txt
python3 - <<'PY'
import csv

text = open("cliffs.csv", encoding="utf-8").read()
assert text.splitlines()[0] == "family,vertices,level,ns_mean,ns_max,entries_exact,wrong", text.splitlines()[0]
rows = list(csv.DictReader(text.splitlines()))
families = {row["family"] for row in rows}
for wanted in ("parallel_edges_deep", "bent_ring_deep", "tangent", "shared_edge", "shared_edge_far_posed", "vertex_on_edge",
               "vertex_on_vertex", "identical", "touching_from_inside", "collapse_to_point", "collapse_to_segment", "needles",
               "subnormal", "tiny_edges", "long_parallel_edges", "collinear_chains", "random_contact", "parked_cars"):
    assert wanted in families, wanted
assert len({(row["family"], row["vertices"], row["level"]) for row in rows}) == len(rows)
for row in rows:
    assert 0.0 <= float(row["ns_mean"]) <= float(row["ns_max"]), row
    assert int(row["entries_exact"]) >= 0, row
    assert row["wrong"] == "0", row
sizes = {(row["family"], row["vertices"]) for row in rows}
assert len(rows) == 3 * len(sizes), len(rows)
assert ("bent_ring_deep", "4") not in sizes and ("bent_ring_deep", "8") in sizes

report = open("cliffs.txt", encoding="utf-8").read()
for wanted in ("The worst single query", "The mean single query", "| growth |", "### Wrong answers\n\nNone.\n", "tangent, Level 3",
               "Nothing: all pairs were asked."):
    assert wanted in report, wanted
assert report in open("cliffs.md", encoding="utf-8").read()

assert len(open("cut.csv", encoding="utf-8").read().splitlines()) == 1 + 2 * 3
cut = open("cut.txt", encoding="utf-8").read()
for family in ("tangent", "parked_cars"):
    assert f"- {family}, n = 8: 1 of 5 pairs" in cut, cut
PY

refuse --pairs "$program" --pairs=0
refuse --max_seconds "$program" --max_seconds=0
refuse --max_seconds "$program" --max_seconds=nan
refuse --vertices "$program" --vertices=2
refuse --vertices "$program" --vertices=6
refuse --vertices "$program" --vertices=4000
refuse --families "$program" --families=tangents
refuse --csv "$program" --csv=no/such/folder/cliffs.csv
refuse --markdown "$program" --markdown=no/such/folder/cliffs.md
refuse no_such_flag "$program" --no_such_flag=1
refuse stray "$program" stray
