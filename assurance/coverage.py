#!/usr/bin/env python3
"""Judges what assurance/coverage.sh has measured: prints lines and branches per folder, and holds what no test reaches against
assurance/coverage_exceptions.txt. Exit status 1 if something is not covered and has no reason there, or has one and is covered.

    llvm-cov export ... | assurance/coverage.py FOLDER...

Instances of a template are one function here, and so is code for several instruction sets; then each set that has run is
looked at alone. Whether an assertion holds is no branch: ABSL_DCHECK is compiled away.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from functions import Functions, parse

EXCEPTIONS = Path("assurance/coverage_exceptions.txt")
NOT_LIBRARY = re.compile(r"_test\.cc$|/(testing|fuzz|golden)/|\.pb\.(h|cc)$")
CODE, EXPANSION = 0, 1
# The share of branches that must be covered in a folder, and in all others.
LEAST = {f"collision2d/{folder}": 0.97 for folder in ("geometry", "query", "motion")}, 0.93
Span = tuple[int, int, int, int]


class Source:
    """Of each line with code, and of each way of each branch, whether it has run in any function."""

    def __init__(self) -> None:
        self.lines: dict[int, bool] = defaultdict(bool)
        self.ways: dict[tuple[Span, str], bool] = defaultdict(bool)

    def add(self, regions: dict[Span, int], branches: dict[Span, tuple[int, int]]) -> None:
        def around(line: int, column: int) -> int | None:
            """The count of the innermost region that has begun before this place and ends after it."""
            inside = [span for span in regions if span[:2] <= (line, column) < span[2:]]
            return regions[max(inside, key=lambda span: (span[:2], (-span[2], -span[3])))] if inside else None

        for span, count in regions.items():
            self.lines[span[0]] |= count > 0
        for line in {line for span in regions for line in range(span[0] + 1, span[2] + 1)}:
            if (count := around(line, 0)) is not None:
                self.lines[line] |= count > 0
        for span, (yes, no) in branches.items():
            # A condition that is evaluated, and neither way taken, is a constant.
            if yes or no or not around(*span[:2]):
                self.ways[span, "true"] |= yes > 0
                self.ways[span, "false"] |= no > 0


def read(export: dict, folders: tuple[str, ...]) -> dict[str, dict[str, Source]]:
    """Sources by instruction set ("" is all together) and name."""
    sources: dict[str, dict[str, Source]] = defaultdict(lambda: defaultdict(Source))
    for function in export["data"][0]["functions"]:
        names = [re.sub("^/proc/self/cwd/", "", name) for name in function["filenames"]]
        if not any(name.startswith(folders) and not NOT_LIBRARY.search(name) for name in names):
            continue
        found = re.search(r"\D(\d+)(N_[A-Z]\w*)", function["name"])
        targets = {"", found.group(2)[2:int(found.group(1))] if found else ""}
        for at, name in enumerate(names):
            if name.startswith(folders) and not NOT_LIBRARY.search(name):
                regions = {tuple(row[:4]): row[4] for row in function["regions"] if row[5] == at and row[7] in (CODE, EXPANSION)}
                branches = {tuple(row[:4]): row[4:6] for row in function["branches"] if row[6] == at}
                for target in targets:
                    sources[target][name].add(regions, branches)
    return {target: files for target, files in sorted(sources.items()) if any(any(source.lines.values()) for source in files.values())}


def read_reasons(path: Path) -> dict[tuple[str, str], list[str]]:
    """What stands below a file's name and one or more functions of it: these are indented by two, the rest by four."""
    reasons: dict[tuple[str, str], list[str]] = {}
    why: list[str] = []
    name = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            why.append(line.strip())
        elif line.startswith("  "):
            why = [] if why else why  # Otherwise that of the functions before.
            reasons[name, line.strip()] = why
        elif line and not line.startswith("#"):
            name, why = line, []
    return reasons


def is_of_form(name: str, line: str, at: tuple[str, str]) -> bool:
    """Below a name that ends in * there is a regular expression for lines of all files that begin so."""
    return at[0].endswith("*") and name.startswith(at[0][:-1]) and re.search(at[1], line) is not None


def percent(done: int, of: int) -> str:
    return f"{done} of {of}, {100 * done / max(of, 1):.2f} %"


def main(folders: tuple[str, ...]) -> int:
    by_target = read(json.load(sys.stdin), folders)
    reasons = read_reasons(EXCEPTIONS)
    used: set[tuple[str, str]] = set()
    missing: dict[tuple[str, str], set[str]] = defaultdict(set)
    failed = False
    for target, files in by_target.items():
        for folder in folders:
            done = {"lines": [0, 0], "branches": [0, 0]}
            for name, source in sorted(files.items()):
                if not name.startswith(folder + "/"):
                    continue
                whole = Path(name).read_text(encoding="utf-8")
                text = whole.splitlines()
                functions = Functions(parse(name, whole)) if not all((*source.lines.values(), *source.ways.values())) else None
                for what, rows in (("lines", {(line, "not run"): ran for line, ran in source.lines.items()}),
                                   ("branches", {(span, way): ran for (span, way), ran in source.ways.items()})):
                    for (place, way), ran in rows.items():
                        line = place if isinstance(place, int) else place[0]
                        if "ABSL_DCHECK" in text[line - 1]:
                            continue
                        done[what][0] += ran
                        done[what][1] += 1
                        # The brace that closes what did not run says nothing of its own.
                        if ran or not re.search(r"^(?!//).*\w", text[line - 1].strip()):
                            continue
                        forms = [at for at in reasons if is_of_form(name, text[line - 1].strip(), at)]
                        used.update(forms)
                        if not forms:
                            used.add((name, functions.at_line(line)))
                            missing[name, functions.at_line(line)].add(f"{line}: {way}{' ' + target if target else ''}")
            if done["lines"][1]:
                if not target and done["branches"][0] < (least := LEAST[0].get(folder, LEAST[1])) * done["branches"][1]:
                    print(f"{folder}: less than {100 * least:.0f} % of branches")
                    failed = True
                print(f"{folder}{' ' + target if target else ''}: lines {percent(*done['lines'])}; branches {percent(*done['branches'])}")
    for place, ways in sorted(missing.items()):
        if not reasons.get(place):
            print(f"{place[0]}:{', '.join(sorted(ways))}: no test reaches this, and no reason is given: {place[1]}")
            failed = True
    for name, function in sorted(reasons.keys() - used):
        if name.startswith(folders):
            print(f"{name}: assurance/coverage_exceptions.txt has a function that is covered, or gone: {function}")
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main(tuple(folder.rstrip("/") for folder in sys.argv[1:])))
