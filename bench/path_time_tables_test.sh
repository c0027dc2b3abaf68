#!/usr/bin/env bash
# path_time_tables_test.sh PROGRAM: a short run writes every row of the CSV, no profile is judged
# wrongly, nothing is allocated, and bad flags are refused by name. Says nothing about times.
set -euo pipefail
program=$PWD/$1
source bench/refuse.sh
cd "${TEST_TMPDIR:-$(mktemp -d)}"

"$program" --min_time=0.001 --obstacles=20 --profiles=200 --csv=pt.csv --markdown=pt.md > pt.txt
python3 - <<'PY'
import csv

rows = list(csv.DictReader(open("pt.csv", encoding="utf-8")))
assert list(rows[0]) == "case,obstacles,profiles,ms_median,missed,false_hits,method".split(","), rows[0]
methods = ["graph", "profiles", "profiles_indexed", "mapper", "mapper_enlarged"]
assert [(row["case"], row["method"]) for row in rows] == [
    (case, method) for case in ("near_10", "all_cross") for method in methods
], rows
for row in rows:
    assert float(row["ms_median"]) > 0.0, row
    assert row["profiles"] == ("0" if row["method"] == "graph" else "200"), row
    if not row["method"].startswith("mapper"):
        assert (row["missed"], row["false_hits"]) == ("0", "0"), row
report = open("pt.txt", encoding="utf-8").read()
cells = [[cell.strip() for cell in line.split("|")] for line in report.splitlines() if line.count("|") > 8]
allocations = [row[-3] for row in cells if row[2] in methods[:3]]
assert allocations == ["0"] * 6, report
assert report in open("pt.md", encoding="utf-8").read()
PY

refuse --min_time "$program" --min_time=0
refuse --profiles "$program" --profiles=0
refuse --obstacles "$program" --obstacles=9
refuse --csv "$program" --csv=no/such/folder/pt.csv
refuse --markdown "$program" --markdown=no/such/folder/pt.md
refuse no_such_flag "$program" --no_such_flag=1
refuse stray "$program" stray
