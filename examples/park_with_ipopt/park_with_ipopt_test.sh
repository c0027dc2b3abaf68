#!/usr/bin/env bash
# park_with_ipopt_test.sh PROGRAM: from 20 starts nearly every motion converges and is proven free,
# Ipopt finds no error in the derivatives, the picture is well-formed, and bad flags are refused by
# name.
set -euo pipefail
program=$PWD/$1
cd "${TEST_TMPDIR:-$(mktemp -d)}"
# The Ipopt of Debian 13 starts MPI, which asks for a home, and as root for leave.
export HOME=$PWD OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

"$program" --starts=20 --check_derivatives --svg=park.svg > park.txt
cat park.txt
# Ipopt 3.14 also names derivatives that are almost zero, of which a difference quotient has no four
# digits: the error counts by the rule of Ipopt 3.11, as a share of at least 1.
# All that Ipopt reports must have been read.
grep -q -E '(No errors detected by d|D)erivative checker' park.txt
reported=$(sed -n -E 's/^Derivative checker detected ([0-9]+) error.*/\1/p' park.txt | awk '{ n += $1 } END { print n + 0 }')
sed -n -E 's/^\* .*= +([-+.0-9e]+) +v? +~ +([-+.0-9e]+) .*/\1 \2/p' park.txt > differences.txt
[ "$reported" = "$(wc -l < differences.txt)" ] || { echo "Ipopt reports $reported differences" >&2; exit 1; }
awk '{ size = $2 < 0 ? -$2 : $2; error = $1 < $2 ? $2 - $1 : $1 - $2 }
     error > 1e-4 * (size > 1 ? size : 1) { print "derivative " $1 ", by differences " $2; bad = 1 }
     END { exit bad }' differences.txt
[ "$(grep -c '  free ' park.txt)" -ge 19 ]
grep -q '^| 20 | ' park.txt
python3 - <<'PY'
import xml.etree.ElementTree as ElementTree

svg = "{http://www.w3.org/2000/svg}"
root = ElementTree.parse("park.svg").getroot()
assert root.tag == svg + "svg", root.tag
assert 19 <= len(root.findall(f"{svg}circle")) <= 20
PY

# refuse TEXT ARGUMENT [STATUS]: the program ends with 2, or STATUS, and names what it refuses.
refuse() {
  local status=0
  "$program" "$2" > out.txt 2>&1 || status=$?
  [ $status -eq "${3-2}" ] || { echo "$2: status $status" >&2; exit 1; }
  grep -q -e "$1" out.txt || { cat out.txt >&2; exit 1; }
}
refuse '--starts: 0' --starts=0
refuse 'no_such_flag' --no_such_flag=1
refuse "unexpected argument 'stray'" stray
refuse '--svg: cannot write to .no/such/folder/park.svg' --svg=no/such/folder/park.svg
