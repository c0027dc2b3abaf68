#!/usr/bin/env python3
"""The stack that a call can need: frames summed along the deepest chain of the call graph.

stack_of_calls.py GRAPH.ci... -- NAME...

GRAPH.ci: what gcc writes for each source with -fcallgraph-info=su. NAME: of a function, with namespaces; its overloads are one row.
Prints a row of a Markdown table for each, and then the functions that are called but are in no graph: their frames are not counted.
A function that calls itself is counted once and named below the table with what each further level takes.
Fails for frames of unknown size.
"""

import re
import sys

NODE = re.compile(r'^node: \{ title: "(?P<title>[^"]*)" label: "(?P<label>[^"]*)"')
EDGE = re.compile(r'^edge: \{ sourcename: "(?P<source>[^"]*)" targetname: "(?P<target>[^"]*)"')
FRAME = re.compile(r"\\n(?P<bytes>\d+) bytes \((?P<kind>[^)]*)\)")


class Graph:
    """Functions of all sources; those of one name that several sources have are one, with the largest frame."""

    def __init__(self):
        self.frame = {}
        self.label = {}
        self.calls = {}
        self.unbounded = set()
        self.levels = set()
        self.known = {}

    def read(self, path):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                node = NODE.match(line)
                if node:
                    self.add_node(node["title"], node["label"])
                edge = EDGE.match(line)
                if edge:
                    self.calls.setdefault(edge["source"], set()).add(edge["target"])

    def resolve(self):
        """A complete object's constructor or destructor is, without virtual bases, the base object's under another name."""
        for source, targets in self.calls.items():
            self.calls[source] = {self.alias(target) for target in targets}

    def alias(self, title):
        base = re.sub(r"([CD])1(?=E)", r"\g<1>2", title)
        return base if title not in self.frame and base in self.frame else title

    def add_node(self, title, label):
        frame = FRAME.search(label)
        if not frame:
            return
        self.frame[title] = max(self.frame.get(title, 0), int(frame["bytes"]))
        self.label[title] = label.split("\\n")[0]
        if frame["kind"] not in ("static", "dynamic,bounded"):
            self.unbounded.add(title)

    def deepest(self, title, above=()):
        """The bytes below and with this function, and its chain."""
        if title in above:
            self.levels.add(title)
            return 0, []
        if title in self.unbounded:
            sys.exit(f"stack_of_calls.py: no bound for the frame of {self.label[title]}")
        if title not in self.frame:
            return 0, []
        if title not in self.known:
            below = [self.deepest(target, above + (title,)) for target in self.calls.get(title, ())]
            most, chain = max(below, key=lambda found: found[0], default=(0, []))
            self.known[title] = (self.frame[title] + most, [title] + chain)
        return self.known[title]

    def reached(self, title, seen):
        if title not in seen:
            seen.add(title)
            for target in self.calls.get(title, ()):
                self.reached(target, seen)


def plain(label):
    """The function's name without namespaces, template arguments and parameters."""
    if label.startswith("_ZN"):
        label = re.findall(r"\d+([A-Za-z_]\w*?)(?=\d|E)", label)[-1]
    name = label.split("(")[0]
    name = re.sub(r"<.*", "", name).split(" ")[-1]
    return name.split("::")[-1]


def main(arguments):
    cut = arguments.index("--")
    graph = Graph()
    for path in arguments[:cut]:
        graph.read(path)
    graph.resolve()
    outside = set()
    print("| call | bytes | deepest chain (bytes of each frame) |")
    print("|---|---:|---|")
    for name in arguments[cut + 1 :]:
        entries = [t for t, label in graph.label.items() if re.search(r"(^| |::)" + re.escape(name) + r"\(", label) and ":" not in t]
        if not entries:
            sys.exit(f"stack_of_calls.py: no function {name}")
        size, chain = max((graph.deepest(entry) for entry in entries), key=lambda found: found[0])
        frames = ", ".join(f"{plain(graph.label[t])} {graph.frame[t]}" for t in chain)
        print(f"| `{name}` | {size} | {frames} |")
        for entry in entries:
            seen = set()
            graph.reached(entry, seen)
            outside |= {t for t in seen if t not in graph.frame}
    print()
    for title in sorted(graph.levels):
        print(f"Calls itself: `{plain(graph.label[title])}`, {graph.frame[title]} bytes for each level.\n")
    print("Not counted: " + ", ".join(f"`{name}`" for name in sorted(outside)))


if __name__ == "__main__":
    main(sys.argv[1:])
