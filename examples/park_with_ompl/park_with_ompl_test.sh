#!/usr/bin/env bash
# park_with_ompl_test.sh PROGRAM: a path is found and is clear of everything, the page shows it, the
# same seed gives the same plan, and bad flags are refused by name.
set -euo pipefail
program=$(realpath "$1")
cd "${TEST_TMPDIR:-$(mktemp -d)}"

"$program" --iterations=2500 --page=park.html > park.txt
cat park.txt
"$program" --iterations=2500 > again.txt
cmp <(sed 's/| [0-9.]* s |$//' park.txt) <(sed 's/| [0-9.]* s |$//' again.txt)
python3 - <<'PY'
import xml.etree.ElementTree as ElementTree

cells = open("park.txt", encoding="utf-8").read().splitlines()[-1].strip("| ").split(" | ")
length, shortest, clearance = (float(cell.split()[0]) for cell in cells[:3])
iterations, tree, proven, free, refused, undecided = (int(cell) for cell in cells[3:9])
assert shortest < length < 3.0 * shortest and 0.0 < clearance < 1.0, cells
assert iterations == 2500 and tree > 100 and free >= proven == tree and refused > 0, cells

root = ElementTree.fromstring(open("park.html", encoding="utf-8").read().split("\n", 1)[1])
svg = root.find(".//{http://www.w3.org/2000/svg}svg")
assert len(svg.findall(".//{http://www.w3.org/2000/svg}g/*")) == tree
assert len(svg.findall("{http://www.w3.org/2000/svg}polygon")) > 30  # Walls, parked cars, and the car on its way.
PY

# refuse TEXT ARGUMENT: the program fails, and names what it refuses.
refuse() {
  if "$program" "$2" > out.txt 2>&1; then echo "$2 was accepted" >&2; exit 1; fi
  grep -q -e "$1" out.txt || { cat out.txt >&2; exit 1; }
}
refuse '--iterations: 0' --iterations=0
refuse 'no path within 1 iterations' --iterations=1
refuse '--seed: 0' --seed=0
refuse 'no_such_flag' --no_such_flag=1
refuse "unexpected argument 'stray'" stray
refuse '--page: cannot write to .no/such/folder/park.html' --page=no/such/folder/park.html
