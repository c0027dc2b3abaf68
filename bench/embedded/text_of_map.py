#!/usr/bin/env python3
"""The bytes of a program by origin, from a linker's map: text_of_map.py MAP

Prints a row of a Markdown table for each origin of input sections that the linker kept: our own objects by folder, Abseil, and the
libraries of the compiler and of C and C++. `text` is executable code (.text*), `rodata` are constants, `unwind` are the tables that
exceptions would need (.eh_frame, .gcc_except_table), `data` is everything that is written to.
"""

import collections
import os
import re
import sys

KINDS = (
    ("text", re.compile(r"\.text|\.init$|\.fini$|\.plt")),
    ("rodata", re.compile(r"\.rodata|\.lrodata")),
    ("unwind", re.compile(r"\.eh_frame|\.gcc_except_table")),
    ("data", re.compile(r"\.data|\.bss|\.tdata|\.tbss|\.init_array|\.fini_array")),
)
# An input section: name, address, size, file; the name may stand on a line of its own.
SECTION = re.compile(r"^ (\.\S+)?\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S+)$")
NAME = re.compile(r"^ (\.\S+)$")


def origin(path):
    match = re.search(r"libabsl_", path)
    if match:
        return "Abseil"
    match = re.search(r"/collision2d_([a-z]+)_", path)
    if match:
        return "collision2d/" + match[1]
    if path.endswith(("/levels_only.o", "/level1_only.o")):
        return "the program itself"
    return "C and C++ libraries"


def main(path):
    sizes = collections.defaultdict(collections.Counter)
    kept = False
    name = None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if line.startswith("Linker script and memory map"):
                kept = True
            alone = NAME.match(line)
            if alone:
                name = alone[1]
                continue
            section = SECTION.match(line)
            if kept and section:
                name = section[1] or name
                for kind, pattern in KINDS:
                    if name and pattern.match(name):
                        sizes[origin(section[3])][kind] += int(section[2], 16)
            name = None
    print("| origin | text | rodata | unwind | data |")
    print("|---|---:|---:|---:|---:|")
    total = collections.Counter()
    for where in sorted(sizes, key=lambda o: (o == "C and C++ libraries", o)):
        print(f"| {where} | " + " | ".join(str(sizes[where][kind]) for kind, _ in KINDS) + " |")
        if where != "C and C++ libraries":
            total += sizes[where]
    print("| **beyond C and C++ libraries** | " + " | ".join(f"**{total[kind]}**" for kind, _ in KINDS) + " |")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
