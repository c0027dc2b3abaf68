#!/usr/bin/env bash
# lines_read_test.sh TRACED_QUERIES LINES_READ_PY: the list of queries names every row, level and
# shape, and lines and bytes of a trace made by hand are counted as they are. Does not need
# valgrind.
set -euo pipefail
program=$PWD/$1 script=$PWD/$2
source bench/refuse.sh
cd "${TEST_TMPDIR:-$(mktemp -d)}"

for layout in contiguous scattered; do
  "$program" --pairs=3 --vertices=4,9 --layout=$layout --queries=$layout.txt
done
python3 - <<'PY'
for layout in ("contiguous", "scattered"):
    lines = open(layout + ".txt", encoding="utf-8").read().splitlines()
    assert lines[0].startswith("markers ") and lines[1].startswith("stack "), lines[:2]
    queries = [line.split(",") for line in lines if line.startswith("query,")]
    assert [int(query[1]) for query in queries] == list(range(len(queries)))
    # Classes, vertex counts, pairs; five rows of two levels and two of three.
    assert len(queries) == 4 * 2 * 3 * (5 * 2 + 2 * 3), len(queries)
    for query in queries:
        _, _, place, _, vertices, algorithm, _, *blocks = query
        assert place == layout
        ours = algorithm.startswith("collision2d")
        assert len(blocks) == (4 if ours else 2), query
        # Of each shape its vertices: single or double precision, with two copies in ours.
        for block in blocks[1::2] if ours else blocks:
            size = (int(vertices) + 2) * 16 if ours else int(vertices) * (8 if algorithm == "Box2D" else 16)
            assert int(block.split(":")[1]) == size, query
PY

# One shape of 128 bytes at 0x10020 and one of 64 at 0x20000; the program is at 0x400000, the stack
# at 0x7000000.
cat > by_hand.txt <<'EOF'
markers 30000 65536
stack 7000000
static 400000 4096
query,0,contiguous,distant,4,collision2d,1,10020:128,20000:64
query,1,contiguous,distant,4,collision2d,1,10020:128,20000:64
query,2,contiguous,distant,8,collision2d,1,10020:128,20000:64
EOF
cat > trace.txt <<'EOF'
==1== Lackey, an example Valgrind tool
 L 00010020,8
 S 00030000,1
I  00400010,4
 L 00010020,8
 L 00010020,8
 M 00010024,8
 S 00010040,8
 L 0001003c,8
 L 06fffff0,8
 L 00400100,8
 S 0003ffff,1
 L 00010080,8
 S 00030001,1
 L 00020000,32
 L 00020010,32
 L 0001001c,8
 L 00090000,8
 S 0003ffff,1
 S 00030002,1
I  00400010,4
 S 0003ffff,1
==1== Counted 1 call to main()
EOF
python3 "$script" by_hand.txt < trace.txt > table.md
# The first query reads 12 bytes at 0x10020 and 8 across a line: 2 lines, 20 bytes. The second 48
# bytes of one line, 4 of the 8 bytes that reach into the first shape, and a line of the heap that
# is neither. The third nothing.
grep -qxF '| collision2d, 1 | 2.0 / 36 | 0.0 / 0 | 0.3 |' table.md || { cat table.md >&2; exit 1; }
grep -qxF '### distant, contiguous: lines / bytes' table.md
grep -qxF '| algorithm, level | n = 4 | n = 8 | other |' table.md

head -n 12 trace.txt > cut.txt
refused_status=1 refuse "1 of 3 queries" python3 "$script" by_hand.txt < cut.txt
for k in $(seq 0 99); do printf ' L 0009%02d00,8\n' "$k"; done > reads.txt
{ echo ' S 00030000,1'; cat reads.txt; printf ' S 0003ffff,1\n S 00030001,1\n S 0003ffff,1\n S 00030002,1\n S 0003ffff,1\n'; } > stray.txt
refused_status=1 refuse "outside of its shapes" python3 "$script" --check by_hand.txt < stray.txt
refuse --queries "$program"
refuse --layout "$program" --queries=q.txt --layout=both
refuse --pairs "$program" --queries=q.txt --pairs=0
refuse --pairs "$program" --queries=q.txt --pairs=5000 --vertices=4
refuse --queries "$program" --queries=no/such/folder/q.txt
