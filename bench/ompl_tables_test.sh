#!/usr/bin/env bash
# ompl_tables_test.sh PROGRAM: a small run writes every row, no motion and no plan of collision2d is
# refuted, OMPL's own validator has some that are, and bad flags are refused by name. Says nothing
# about times.
set -euo pipefail
program=$PWD/$1
source bench/refuse.sh
cd "${TEST_TMPDIR:-$(mktemp -d)}"

"$program" --motions=60 --plans=12 --min_time=0.001 --csv=motions.csv --plans_csv=plans.csv --markdown=ompl.md > ompl.txt
cat ompl.txt
python3 - <<'PY'
import csv

rows = list(csv.DictReader(open("motions.csv", encoding="utf-8")))
validators = ["collision2d", "FCL, 1 cm", "discrete, default"]
assert [(row["space"], row["validator"]) for row in rows] == [
    (space, validator) for space in ["SE2", "Dubins", "ReedsShepp"] for validator in validators], rows
for row in rows:
    assert row["motions"] == "60" and float(row["us_mean"]) > 0.0, row
    assert 10 < int(row["valid"]) < 60, row
    assert row["validator"] != "collision2d" or row["missed"] == "0", row
for ours, fcl, _ in zip(*[iter(rows)] * 3):
    # Both refuse the motions whose paths leave the map, as some do in Dubins space.
    assert ours["refused"] == fcl["refused"], (ours, fcl)

plans = list(csv.DictReader(open("plans.csv", encoding="utf-8")))
assert [(row["space"], row["validator"]) for row in plans] == [
    (space, validator) for space in ["SE2", "ReedsShepp"] for validator in ["collision2d", "discrete, default"]], plans
for row in plans:
    assert row["plans"] == row["solved"] == "6", row
    if row["validator"] == "collision2d":
        assert (row["refuted"], row["proven"]) == ("0", "6"), row
    else:
        assert int(row["refuted"]) > 0, row
report = open("ompl.txt", encoding="utf-8").read()
assert report in open("ompl.md", encoding="utf-8").read()
PY

refuse --min_time "$program" --min_time=0
refuse --motions "$program" --motions=0
refuse --plans "$program" --plans=0
refuse --walls "$program" --walls=0
refuse --csv "$program" --csv=no/such/folder/motions.csv
refuse --plans_csv "$program" --plans_csv=no/such/folder/plans.csv
refuse --markdown "$program" --markdown=no/such/folder/ompl.md
refuse no_such_flag "$program" --no_such_flag=1
refuse stray "$program" stray
