#!/usr/bin/env python3
"""Counts the house: what a reader has to open, name and wait for. All by plain counting of the files that git lists.

    assurance/house.py            prints the table of sizes
    assurance/house.py --write    puts it, and the table of which folder includes which, into docs/architecture.md
    assurance/house.py --check    fails if the table of folders there is not that of the BUILD files (needs Bazel)

Library files are the .h and .cc of collision2d, planner_adapter and replay without tests, testing, fuzz, golden and
capture/tool. A closure is the headers that a file reaches, each with the .cc that implement it: the one of the same name, and those
of its target that include it and have no header of their own name. An overload set is one name.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ARCHITECTURE = ROOT / "docs/architecture.md"
UMBRELLA = "collision2d/collision2d.h"

NOT_LIBRARY = re.compile(r"_test\.cc$|/(testing|fuzz|golden)/|collision2d/(capture/tool|source_rules)/")

# By hand: functions that say how near two things in the plane are, and the types that they return.
NEAR = re.compile(
    r"(Minimum|Least|Nearest|Swept)?\w*(Distance|Distances|Separation|Separations|Clearance|SeparationGradient|WithinMask)$"
)

# By hand: what a new query of a pair in the plane touches besides its own files and its tests.
NEW_QUERY_TOUCHES = [
    "collision2d/collision2d.h",
    "collision2d/capture/query_kind.h",
    "collision2d/capture/recorder.h",
    "collision2d/capture/tool/exact_judge.cc",
]


@cache
def files() -> tuple[str, ...]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return tuple(sorted(name for name in set(names) if (ROOT / name).is_file()))


@cache
def lines(name: str) -> tuple[str, ...]:
    return tuple((ROOT / name).read_text(encoding="utf-8").splitlines())


def matching(*patterns: str) -> list[str]:
    return [name for name in files() if any(re.search(pattern, name) for pattern in patterns)]


def total(names: Iterable[str]) -> int:
    return sum(len(lines(name)) for name in names)


def is_code(line: str) -> bool:
    return bool(line.strip()) and not line.strip().startswith("//")


def code(names: Iterable[str]) -> int:
    return sum(is_code(line) for name in names for line in lines(name))


def is_scaffolding(line: str) -> bool:
    """Blanks, includes, guards, namespaces."""
    return not line.strip() or bool(re.match(r"#(include|pragma once|endif)|namespace |}  // namespace", line))


def library() -> list[str]:
    return [name for name in matching(r"^(collision2d|planner_adapter|replay)/.*\.(h|cc)$") if not NOT_LIBRARY.search(name)]


def expanded(label: str) -> list[str]:
    """Expands the first braces of a label, as in a shell."""
    prefix, brace, rest = label.partition("{")
    names, _, suffix = rest.partition("}")
    return [prefix + name + suffix for name in names.split(",")] if brace else [label]


@cache
def implementations() -> dict[str, tuple[str, ...]]:
    """Returns the .cc without a header of their own name, by each header of their targets that they include."""
    known = set(files())
    found: dict[str, set[str]] = {}
    for build in matching(r"^(collision2d|planner_adapter|replay)/.*BUILD\.bazel$"):
        folder = build.rpartition("/")[0]
        for call in ast.walk(ast.parse("\n".join(lines(build)))):
            if not isinstance(call, ast.Call):
                continue
            lists = {word.arg: word.value for word in call.keywords if isinstance(word.value, ast.List)}
            names = {
                arg: [f"{folder}/{name}" for each in value.elts if isinstance(each, ast.Constant) for name in expanded(str(each.value))]
                for arg, value in lists.items()
            }
            listed = {*names.get("srcs", []), *names.get("hdrs", []), *(f"{unit}.h" for unit in names.get("units", []))}
            for source in listed:
                if source.endswith(".cc") and source in known and f"{source[:-2]}h" not in known:
                    for header in set(re.findall(r'^#include "([^"]+)"', "\n".join(lines(source)), re.M)) & listed:
                        found.setdefault(header, set()).add(source)
    return {header: tuple(sorted(sources)) for header, sources in found.items()}


@cache
def closure(header: str) -> frozenset[str]:
    known = set(files())
    reached: set[str] = set()
    waiting = [header]
    while waiting:
        name = waiting.pop()
        if name in reached or name not in known:
            continue
        reached.add(name)
        waiting += re.findall(r'^#include "([^"]+)"', "\n".join(lines(name)), re.M)
        if name.endswith(".h"):
            waiting += [name[:-1] + "cc", *implementations().get(name, ())]
    return frozenset(reached)


def public_names(header: str) -> tuple[set[str], set[str]]:
    """Returns the types and the free functions that a header declares outside of namespaces named internal."""
    text = re.sub(r"//.*", "", "\n".join(lines(header)))
    text = re.sub(r"^\s*#.*(\\\n.*)*", "", text, flags=re.M)
    types: set[str] = set()
    functions: set[str] = set()
    # What the braces around a statement are: of a namespace (with its name), or of something that
    # is not looked into.
    around: list[str] = []
    statement = ""
    for letter in text:
        if letter == "{":
            space = re.match(r"\s*namespace ([\w:]+)\s*$", statement)
            if all(what for what in around) and not space:
                note_names(statement, around, types, functions)
            around.append(space.group(1) if space else "")
            statement = ""
        elif letter == "}":
            around.pop()
            statement = ""
        elif letter == ";":
            if all(what for what in around) and "(" in statement:
                note_names(statement, around, types, functions)
            statement = ""
        else:
            statement += letter
    return types, functions


def note_names(statement: str, around: Sequence[str], types: set[str], functions: set[str]) -> None:
    if not around or any("internal" in space for space in around):
        return
    statement = re.sub(r"\b(alignas|ABSL_\w+|COLLISION2D_\w+)\s*\([^)]*\)", "", statement)
    if found := re.search(r"\b(?:class|struct|enum class)\s+(?:[A-Z_0-9]+\s+)?(\w+)[^()]*$", statement):
        types.add(found.group(1))
    elif found := re.search(r"(\w+)\s*\(", statement):
        if "operator" not in statement and "=" not in statement.split("(")[0]:
            functions.add(found.group(1))


def near_results() -> set[str]:
    """Returns the types whose name says a distance, but for the enum of a separation's status."""
    types, _ = surface()
    return {name for name in types if re.search(r"(Distance|Separation|SeparationGradient|Clearance|Nearest)$", name)}


@cache
def surface() -> tuple[frozenset[str], frozenset[str]]:
    types: set[str] = set()
    functions: set[str] = set()
    for header in sorted(name for name in closure(UMBRELLA) if name.endswith(".h")):
        declared = public_names(header)
        types |= declared[0]
        functions |= declared[1]
    return frozenset(types), frozenset(functions)


def size_rows() -> list[tuple[str, str]]:
    own = library()
    papers = [name for name in own if name.startswith("collision2d/solid/papers/")]
    scaffolding = sum(is_scaffolding(line) for name in own for line in lines(name))
    build = matching(r"(^|/)BUILD\.bazel$")
    rules = sum(bool(re.match(r"\w+\($", line)) and not re.match(r"(load|package|exports_files|licenses)\(", line) for name in build for line in lines(name))
    types, functions = surface()
    near = {name for name in functions if NEAR.match(name)}
    checker, collides = closure("planner_adapter/checking/trajectory_checker.h"), closure("collision2d/query/collides.h")
    python = matching(r"^python/(collision2d(?!/commonroad)|src)/.*\.(py|pyi|cc|h)$")
    commonroad = matching(r"^python/collision2d/commonroad/.*\.py$")
    replay = [name for name in matching(r"^replay/(cycles|io|page|tool)/.*\.(h|cc|proto|js)$") if not NOT_LIBRARY.search(name)]
    return [
        ("C++ library lines that are code, of these `solid/papers`", f"{code(own):,}, {code(papers):,}"),
        ("C++ library lines with comments and blanks", f"{total(own):,}"),
        ("C++ library files, under 40 lines", f"{len(own)}, {sum(len(lines(name)) < 40 for name in own)}"),
        ("blanks, includes, guards, namespaces among them", f"{100 * scaffolding / total(own):.1f} %"),
        ("closure of `TrajectoryChecker`: files, lines", f"{len(checker)}, {total(checker):,}"),
        ("closure of `Collides`: files, lines", f"{len(collides)}, {total(collides):,}"),
        ("behind `collision2d.h`: free functions, types", f"{len(functions)}, {len(types)}"),
        ("of these, how near two things are: functions, types", f"{len(near)}, {len(near_results())}"),
        ("BUILD lines, targets", f"{total(build):,}, {rules}"),
        ("Python package and binding lines", f"{total(python):,}"),
        ("`collision2d.commonroad` lines", f"{total(commonroad):,}"),
        ("`replay/{cycles,io,page,tool}` (C++, proto, JS) lines", f"{total(replay):,}"),
        ("files that a new pair query touches", f"{sum((ROOT / name).is_file() for name in NEW_QUERY_TOUCHES)}"),
    ]


def table(heading: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    body = [f"| {left} | {right} |" for left, right in rows]
    return "\n".join([f"| {heading[0]} | {heading[1]} |", "|---|---|", *body])


def folder_rows() -> list[tuple[str, str]]:
    """Returns each folder of the library with those whose targets its own depend on, as the BUILD files say."""
    query = "kind(cc_library, //collision2d/... + //planner_adapter/... + //replay/...)"
    command = ["bazel", "query", "--noshow_progress", "--output=xml", f"{query} except attr(testonly, 1, {query})"]
    output = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    # Python's parser knows version 1.0 only.
    root = ElementTree.fromstring(output.replace('version="1.1"', 'version="1.0"', 1))
    below: dict[str, set[str]] = {}
    for rule in root.iter("rule"):
        folder = rule.get("name", "")[2:].split(":")[0]
        labels = [label.get("value", "") for label in rule.findall("list[@name='deps']/label")]
        folders = {label[2:].split(":")[0] for label in labels if label.startswith("//")}
        below.setdefault(folder, set()).update(folders - {folder})
    return [(f"`{folder}`", ", ".join(f"`{other}`" for other in sorted(others))) for folder, others in sorted(below.items())]


def replaced(text: str, name: str, content: str) -> str:
    """Returns the document with what stands between the two marks of this name replaced."""
    begin, end = f"<!-- assurance/house.py: {name} -->\n", f"<!-- end of {name} -->"
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    if not rest or not after:
        raise SystemExit(f"assurance/house.py: docs/architecture.md has no marks for {name}")
    return before + begin + content + "\n" + end + after


def main(arguments: Sequence[str]) -> int:
    if list(arguments) not in ([], ["--write"], ["--check"]):
        print(f"assurance/house.py: unknown arguments {list(arguments)}", file=sys.stderr)
        return 2
    if not arguments:
        print(table(("what", "how much"), size_rows()))
        return 0
    text = ARCHITECTURE.read_text(encoding="utf-8")
    result = replaced(text, "folders", table(("folder", "includes"), folder_rows()))
    if arguments[0] == "--check":
        if result == text:
            return 0
        print("docs/architecture.md: the table of folders is not that of the BUILD files: assurance/house.py --write", file=sys.stderr)
        return 1
    ARCHITECTURE.write_text(replaced(result, "sizes", table(("what", "how much"), size_rows())), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
