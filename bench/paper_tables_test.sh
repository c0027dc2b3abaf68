#!/usr/bin/env bash
# paper_tables_test.sh PROGRAM: a small run writes every row of the CSV, its collision2d rows are
# right, and bad flags are refused by name. Says nothing about times.
set -euo pipefail
program=$PWD/$1
source bench/refuse.sh
cd "${TEST_TMPDIR:-$(mktemp -d)}"

"$program" --pairs=200 --min_time=0.001 --vertices=4 --layout=both --csv=tables.csv --posed_csv=posed.csv --markdown=tables.md > tables.txt
"$program" --pairs=50 --min_time=0.001 --vertices=5 --classes=distant --algorithms=SAT,collision2d --csv=few.csv > few.txt
python3 - <<'PY'
import csv

header = ("level,class,vertices,algorithm,ns_median,ns_min,ns_max,wrong,max_relative_error,cold_ns_median,layout")
text = open("tables.csv", encoding="utf-8").read()
assert text.splitlines()[0] == header, text.splitlines()[0]
rows = list(csv.DictReader(text.splitlines()))
posed_text = open("posed.csv", encoding="utf-8").read()
assert posed_text.splitlines()[0] == header, posed_text.splitlines()[0]
posed_rows = list(csv.DictReader(posed_text.splitlines()))
classes = ["distant", "overlapping", "touching", "contact"]
level_1 = {"Box2D", "SAT", "barycode GJK", "barycode GJK HCS", "Signed Volumes GJK", "Voronoi GJK", "FCL", "Bullet",
           "libccd", "O(nm) segments (Apollo stand-in)", "collision2d"}
wanted = {"1": level_1, "2": level_1 - {"SAT", "libccd"}, "3": {"collision2d", "collision2d gradient", "collision2d gradient posed"}}
layouts = ["contiguous", "scattered"]
for layout in layouts:
    for level, algorithms in wanted.items():
        for name in classes:
            found = {row["algorithm"] for row in rows
                     if row["level"] == level and row["class"] == name and row["layout"] == layout}
            assert found == algorithms, (layout, level, name, found ^ algorithms)
assert len(rows) == 2 * 4 * sum(len(algorithms) for algorithms in wanted.values())
assert {row["algorithm"] for row in posed_rows} == {"collision2d posed"} and len(posed_rows) == 2 * 4 * 3, posed_rows
for row in rows + posed_rows:
    assert row["vertices"] == "4"
    assert 0.0 < float(row["ns_min"]) <= float(row["ns_median"]) <= float(row["ns_max"]), row
    assert (row["max_relative_error"] == "") == (row["level"] == "1"), row
    # Libraries that allocate out of sight have no cold figure.
    assert (row["cold_ns_median"] == "") == (row["algorithm"] in ("FCL", "Bullet")), row
    assert row["cold_ns_median"] == "" or float(row["cold_ns_median"]) >= 0.0, row
    if row["algorithm"].startswith("collision2d"):
        assert row["wrong"] == "0", row
    if row["algorithm"] == "collision2d":
        assert row["level"] == "1" or float(row["max_relative_error"]) <= 4 * 2.0**-52, row
    # Where nothing is close, every algorithm is right.
    if row["class"] in ("distant", "overlapping"):
        assert row["wrong"] == "0", row

# Both layouts have the same pairs: the same answers.
def answers(layout):
    return [(row["level"], row["class"], row["algorithm"], row["wrong"], row["max_relative_error"])
            for row in rows if row["layout"] == layout]
assert answers("contiguous") == answers("scattered")

few = list(csv.DictReader(open("few.csv", encoding="utf-8")))
assert {(row["algorithm"], row["layout"], row["class"], row["vertices"]) for row in few} == {
    ("SAT", "contiguous", "distant", "5"), ("collision2d", "contiguous", "distant", "5")}, few

report = open("tables.txt", encoding="utf-8").read()
for layout in layouts:
    assert f"## Polygons {layout} in memory" in report, report
assert "Table I: 4 vertices, distance (Level 2)" in report and "96.8" in report, report
assert report.count("### Answers") == report.count("### Cold single queries") == 2, report
assert report in open("tables.md", encoding="utf-8").read()
PY

refuse --pairs "$program" --pairs=0
refuse --pairs "$program" --pairs=-5
refuse pairs "$program" --pairs=many
refuse --min_time "$program" --min_time=0
refuse --min_time "$program" --min_time=nan
refuse --vertices "$program" --vertices=2
refuse --vertices "$program" --vertices=4,x
refuse --vertices "$program" --vertices=
refuse --classes "$program" --classes=near
refuse --layout "$program" --layout=random
refuse --algorithms "$program" --algorithms=GJK
refuse --csv "$program" --csv=no/such/folder/tables.csv
refuse --posed_csv "$program" --posed_csv=no/such/folder/posed.csv
refuse --markdown "$program" --markdown=no/such/folder/tables.md
refuse no_such_flag "$program" --no_such_flag=1
refuse stray "$program" stray
