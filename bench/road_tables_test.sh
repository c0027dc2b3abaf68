#!/usr/bin/env bash
# road_tables_test.sh PROGRAM: a short run writes every row of the CSV, no clearance is wrong, and
# bad flags are refused by name. Says nothing about times.
set -euo pipefail
program=$PWD/$1
source bench/refuse.sh
cd "${TEST_TMPDIR:-$(mktemp -d)}"

"$program" --min_time=0.001 --cells=2000 --csv=road.csv --markdown=road.md > road.txt
python3 - <<'PY'
import csv

rows = {row["case"]: row for row in csv.DictReader(open("road.csv", encoding="utf-8"))}
assert list(rows) == ["lane", "edge"], list(rows)
assert rows["lane"]["inside"] == "2000", rows
assert 500 < int(rows["edge"]["inside"]) < 1500, rows
for row in rows.values():
    assert (row["poses"], row["pieces"], row["wrong"]) == ("2000", "10000", "0"), row
    assert float(row["ms"]) > 0.0 and float(row["fcl_ms"]) > 0.0, row
report = open("road.txt", encoding="utf-8").read()
assert "| lane " in report and report in open("road.md", encoding="utf-8").read()
PY

refuse --min_time "$program" --min_time=0
refuse --cells "$program" --cells=0
refuse --csv "$program" --csv=no/such/folder/road.csv
refuse --markdown "$program" --markdown=no/such/folder/road.md
refuse no_such_flag "$program" --no_such_flag=1
refuse stray "$program" stray
