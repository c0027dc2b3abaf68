#!/usr/bin/env bash
# solid_tables_test.sh PROGRAM: a small run writes every table, what does not depend on time is
# right, and bad flags are refused by name. Says nothing about times. Few of the hard pairs of the
# peers: their brute force takes half a second each.
set -euo pipefail
program=$PWD/$1
source bench/refuse.sh
cd "${TEST_TMPDIR:-$(mktemp -d)}"

"$program" --tables=montanari,gear,drop,cameron,hornus,failures,bergen,hulls --pairs=120 --min_time=0.0001 --failure_pairs=2000 \
  --steps=30 --max_vertices=32 --csv=tables.csv --markdown=tables.md > tables.txt
"$program" --tables=peers --pairs=20 --min_time=0.0001 --max_vertices=32 --csv=peers.csv --markdown=peers.md > peers.txt
python3 - <<'PY'
import csv

cells = {}
reports = ""
for name in ("tables", "peers"):
    text = open(name + ".csv", encoding="utf-8").read()
    assert text.splitlines()[0] == "table,row,column,value", text.splitlines()[0]
    cells.update(((c["table"], c["row"], c["column"]), c["value"]) for c in csv.DictReader(text.splitlines()))
    report = open(name + ".txt", encoding="utf-8").read()
    assert report in open(name + ".md", encoding="utf-8").read()
    reports += report
tables = {key[0] for key in cells}
wanted = {"montanari16", "montanari17", "montanari18", "montanari19", "montanari15", "montanari_drop", "cameron3",
          "cameron4", "cameron5", "hornus4", "hornus5", "hornus6", "hornus7", "hornus8", "hornus9", "hornus_failures",
          "bergen_epa", "bergen_isa", "peers_collision", "peers_distance", "peers_penetration", "peers_errors",
          "hulls", "hull_construction"}
assert tables == wanted, tables ^ wanted

# No failures of the library's own decisions, and no two of them differ.
failures = [(key, value) for key, value in cells.items() if key[0] == "hornus_failures"]
assert len(failures) > 0
for (_, row, column), value in failures:
    if row.split("; ")[-1] in ("DSS", "GJK", "Hybrid", "Collides") and column in ("failures", "differs"):
        assert value == "0", (row, column, value)

# The depth is that of brute force, and no queue or workspace ran full.
for (table, row, column), value in cells.items():
    if table == "bergen_epa" and column == "worst; ulp of size":
        assert float(value) <= 10.0, (row, value)
    if table == "bergen_epa" and column in ("beyond 10 ulp of size", "cap hits"):
        assert value == "0", (row, column, value)
    # The approach to contact is resolved to 10 ulp.
    if table == "montanari15" and row.endswith(("; SV", "; collision2d")) and column == "worst":
        assert float(value) <= 10.0, (row, value)
    # No hard pair is answered wrongly.
    if table == "peers_errors" and column == "collision2d":
        assert all(part in ("0", "-") for part in value.split(" / ")), (row, value)
    if table == "montanari_drop" and row.endswith("; SV") and column == "backups" and "paper" not in row:
        assert value == "0", (row, value)

for paper in ("Montanari", "Cameron", "Hornus", "Van den Bergen", "Peers", "Hulls", "Construction"):
    assert "## " + paper in reports, paper
PY

refuse --pairs "$program" --pairs=0
refuse failure_scene "$program" --tables=failures --failure_scene=cubes
refuse failure_first_pair "$program" --tables=failures --failure_first_pair=5
refuse pairs "$program" --pairs=many
refuse --min_time "$program" --min_time=0
refuse --min_time "$program" --min_time=nan
refuse --failure_pairs "$program" --failure_pairs=0
refuse --steps "$program" --steps=0
refuse --max_vertices "$program" --max_vertices=9
refuse --tables "$program" --tables=johnson
refuse --csv "$program" --csv=no/such/folder/tables.csv
refuse --markdown "$program" --markdown=no/such/folder/tables.md
refuse no_such_flag "$program" --no_such_flag=1
refuse stray "$program" stray
