#!/usr/bin/env bash
# paper_tables_test.sh PROGRAM: a small run writes every row of the CSV, its collision2d rows are right, and bad flags
# are refused by name. Says nothing about times.
set -euo pipefail
program=$1
cd "${TEST_TMPDIR:-$(mktemp -d)}"

"$OLDPWD/$program" --pairs=200 --min_time=0.001 --vertices=4 --csv=tables.csv --markdown=tables.md > tables.txt
python3 - <<'PY'
import csv

header = "level,class,vertices,algorithm,ns_median,ns_min,ns_max,wrong,max_relative_error"
text = open("tables.csv", encoding="utf-8").read()
assert text.splitlines()[0] == header, text.splitlines()[0]
rows = list(csv.DictReader(text.splitlines()))
classes = ["distant", "overlapping", "touching", "contact"]
level_1 = {"Box2D", "SAT", "barycode GJK", "barycode GJK HCS", "Signed Volumes GJK", "Voronoi GJK", "FCL", "Bullet",
           "libccd", "O(nm) segments (Apollo stand-in)", "collision2d"}
wanted = {"1": level_1, "2": level_1 - {"SAT", "libccd"}, "3": {"collision2d"}}
for level, algorithms in wanted.items():
    for name in classes:
        found = {row["algorithm"] for row in rows if row["level"] == level and row["class"] == name}
        assert found == algorithms, (level, name, found ^ algorithms)
assert len(rows) == 4 * sum(len(algorithms) for algorithms in wanted.values())
for row in rows:
    assert row["vertices"] == "4"
    assert 0.0 < float(row["ns_min"]) <= float(row["ns_median"]) <= float(row["ns_max"]), row
    assert (row["max_relative_error"] == "") == (row["level"] == "1"), row
    if row["algorithm"] == "collision2d":
        assert row["wrong"] == "0", row
        assert row["level"] == "1" or float(row["max_relative_error"]) <= 4 * 2.0**-52, row
    # Where nothing is close, every algorithm is right.
    if row["class"] in ("distant", "overlapping"):
        assert row["wrong"] == "0", row

report = open("tables.txt", encoding="utf-8").read()
assert "Table I: 4 vertices, distance (Level 2)" in report and "96.8" in report, report
assert "Expected figures" in report, report
assert report in open("tables.md", encoding="utf-8").read()
PY

refuse() {  # WANTED_TEXT ARGUMENT...
  local wanted=$1
  shift
  if "$OLDPWD/$program" "$@" > out.txt 2> err.txt; then
    echo "accepted: $*" >&2
    exit 1
  fi
  grep -qF -- "$wanted" err.txt || { echo "no '$wanted' in the error for: $*" >&2; cat err.txt >&2; exit 1; }
}
refuse --pairs --pairs=0
refuse --pairs --pairs=-5
refuse pairs --pairs=many
refuse --min_time --min_time=0
refuse --min_time --min_time=nan
refuse --vertices --vertices=2
refuse --vertices --vertices=4,x
refuse --vertices --vertices=
refuse --classes --classes=near
refuse --csv --csv=no/such/folder/tables.csv
refuse --markdown --markdown=no/such/folder/tables.md
refuse no_such_flag --no_such_flag=1
refuse stray stray
