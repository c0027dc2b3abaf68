#!/usr/bin/env python3
"""Cache lines and bytes of the shapes that each query reads: lines_read.py QUERIES [--check] < TRACE

QUERIES is what traced_queries wrote, TRACE what `valgrind --tool=lackey --trace-mem=yes` printed about that run. Of every query
the distinct 64-byte lines and bytes are counted that it loads from the memory of its two shapes: what a cache that is
empty before the query, and large enough, has to fetch. The stack, code and static data are not in it.

Prints a Markdown table for each class: a row for each algorithm and level, a column for each number of vertices, with the mean
lines and bytes for a query, and as `other` the mean lines read of the heap outside of the shapes: the row object
and its list of pairs. With --check it fails if these are more than a row's own memory can be, which means that a shape has memory that
MemoryOf (bench/peers/layout.h) does not know.
"""

import argparse
import collections
import os
import re
import sys

LINE_BYTES = 64
CHUNK_BYTES = 1 << 24
# The stack of a query is below the frame that wrote the list, by less than this.
STACK_BYTES = 1 << 20
# The row object may span two or three lines, its list of pairs, its poses or its initial points two
# each.
MOST_OTHER_LINES = 6

LOAD = re.compile(rb"^ [LM] ([0-9a-f]+),([0-9]+)$", re.MULTILINE)


def to_range(address, size):
    """The range of addresses that is written as a hexadecimal number and a size in bytes."""
    return int(address, 16), int(address, 16) + int(size)


Query = collections.namedtuple("Query", "layout pair_class vertices algorithm level blocks")


class Program:
    """What traced_queries says about itself, read while it runs: it writes a line before it does what the line is about."""

    def __init__(self, path):
        self.path = path
        self.file = None
        self.markers = None
        self.queries = {}
        self.static = []

    def refresh(self):
        """Reads what was written since the last time."""
        if self.file is None:
            if not os.path.exists(self.path):
                return
            self.file = open(self.path, encoding="utf-8")
        while True:
            place = self.file.tell()
            line = self.file.readline()
            if not line.endswith("\n"):
                self.file.seek(place)
                return
            self.read(line.rstrip("\n"))

    def read(self, line):
        if line.startswith("markers "):
            address, count = line.split()[1:]
            self.markers = int(address, 16)
            self.marker_count = int(count)
            if self.markers % self.marker_count != 0:
                sys.exit("lines_read.py: the markers are not aligned to their number")
        elif line.startswith("stack "):
            self.stack = int(line.split()[1], 16)
        elif line.startswith("static "):
            self.static.append(to_range(*line.split()[1:]))
        else:
            _, number, layout, pair_class, vertices, algorithm, level, *blocks = line.split(",")
            ranges = [to_range(*block.split(":")) for block in blocks]
            self.queries[int(number)] = Query(layout, pair_class, int(vertices), algorithm, int(level), ranges)

    def is_heap(self, address):
        if self.stack - STACK_BYTES <= address < self.stack + STACK_BYTES:
            return False
        return not any(begin <= address < end for begin, end in self.static)


def traced(program, stream):
    """The number and the trace of each query."""
    marker = None
    text = b""
    number = None
    while True:
        chunk = stream.read(CHUNK_BYTES)
        program.refresh()
        if program.markers is None:
            if not chunk:
                return
            continue
        if marker is None:
            # All markers share their first digits.
            digits = len(f"{program.marker_count - 1:x}")
            prefix = f"{program.markers:08x}"[:-digits].encode()
            marker = re.compile(rb"^ S " + prefix + rb"([0-9a-f]{%d}),1$" % digits, re.MULTILINE)
        text += chunk
        # The last line may be cut: it stays for the next chunk.
        complete = text.rfind(b"\n") + 1 if chunk else len(text)
        begin = 0
        for found in marker.finditer(text, 0, complete):
            index = int(found[1], 16)
            if index != program.marker_count - 1:
                number = index
            elif number is not None:
                yield number, text[begin : found.start()]
                number = None
            begin = found.end()
        # So does the trace of a query that has not ended yet.
        text = text[begin if number is not None else complete :]
        if not chunk:
            return


class Reads:
    """The distinct lines and bytes of one query."""

    def __init__(self, program, query, trace):
        lines = set()
        other = set()
        count = set()
        for address, size in set(LOAD.findall(trace)):
            first = int(address, 16)
            last = first + int(size)
            inside = False
            for begin, end in query.blocks:
                low, high = max(first, begin), min(last, end)
                if low < high:
                    inside = True
                    count.update(range(low, high))
                    lines.update(range(low // LINE_BYTES, (high - 1) // LINE_BYTES + 1))
            if not inside and program.is_heap(first):
                other.update(range(first // LINE_BYTES, (last - 1) // LINE_BYTES + 1))
        self.lines = len(lines)
        self.bytes = len(count)
        self.other = len(other - lines)


class Mean:
    def __init__(self):
        self.queries = self.lines = self.bytes = self.other = 0

    def add(self, reads):
        self.queries += 1
        self.lines += reads.lines
        self.bytes += reads.bytes
        self.other += reads.other

    def cell(self):
        return f"{self.lines / self.queries:.1f} / {self.bytes / self.queries:.0f}"


def measure(program, stream):
    means = collections.defaultdict(Mean)
    for number, trace in traced(program, stream):
        query = program.queries[number]
        means[query._replace(blocks=None)].add(Reads(program, query, trace))
    return means


def in_order(values):
    return list(dict.fromkeys(values))


def print_tables(means):
    vertex_counts = in_order(key.vertices for key in means)
    for layout in in_order(key.layout for key in means):
        for pair_class in in_order(key.pair_class for key in means):
            print(f"### {pair_class}, {layout}: lines / bytes\n")
            print("| algorithm, level | " + " | ".join(f"n = {n}" for n in vertex_counts) + " | other |")
            print("|---|" + "--:|" * (len(vertex_counts) + 1))
            of_class = [key for key in means if (key.layout, key.pair_class) == (layout, pair_class)]
            for algorithm, level in in_order((key.algorithm, key.level) for key in of_class):
                cells = [means[Query(layout, pair_class, n, algorithm, level, None)] for n in vertex_counts]
                other = sum(mean.other for mean in cells) / sum(mean.queries for mean in cells)
                print(f"| {algorithm}, {level} | " + " | ".join(mean.cell() for mean in cells) + f" | {other:.1f} |")
            print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("queries")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    program = Program(arguments.queries)
    means = measure(program, sys.stdin.buffer)
    measured = sum(mean.queries for mean in means.values())
    if measured != len(program.queries):
        sys.exit(f"lines_read.py: the trace has {measured} of {len(program.queries)} queries")
    print_tables(means)
    for key, mean in means.items():
        if arguments.check and mean.other > MOST_OTHER_LINES * mean.queries:
            sys.exit(f"lines_read.py: {key.algorithm}, level {key.level} reads {mean.other / mean.queries:.1f} lines of the heap "
                     "outside of its shapes: see bench/peers/layout.h")


if __name__ == "__main__":
    main()
