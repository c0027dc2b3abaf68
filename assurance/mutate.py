#!/usr/bin/env python3
"""Mutation testing: changes one operator, comparison, constant or sign at a time, and looks whether a test notices.

All mutants are compiled together, each behind a switch that the environment variable MUTANT turns on. A first run of each test
case records which mutants it reaches; a mutant is then judged by those cases alone, the quickest first, until one fails,
crashes or takes ten times as long. assurance/mutate.sh is how to call it; `--help` tells the arguments.

Mutants that survive are held against assurance/mutants_survivors.txt, which names those that have been read, and why no test can
or need notice them. The exit status is 1 if others survive. Mutants that no test evaluates are not judged: assurance/coverage.sh
finds such lines, and constants that the compiler evaluates keep their value.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from clang.cindex import Cursor, CursorKind
from coverage import read_reasons
from functions import FUNCTIONS, Functions, parse

ROOT = Path(__file__).resolve().parent.parent
SURVIVORS = ROOT / "assurance/mutants_survivors.txt"
NOT_LIBRARY = re.compile(r"_test\.cc$|/(testing|fuzz|golden)/")
BAZEL = ["bazel", "build", "--config=clang", "--compilation_mode=opt", "--define=instrumented=true", "--copt=-O1", "--copt=-w", "--copt=-ferror-limit=0", "--copt=-Wno-c++11-narrowing",
         "--copt=-DHWY_COMPILE_ONLY_STATIC", "--copt=-march=haswell", "--keep_going", "--jobs=2", "--curses=no", "--ui_event_filters=-info", "--build_tests_only",
         "--nosandbox_debug", "--verbose_failures=false"]

# What every changed file begins with. Constants that the compiler evaluates keep their value.
RUNTIME = r"""
#ifndef COLLISION2D_MUTANTS
#define COLLISION2D_MUTANTS
#include <cstdio>
#include <cstdlib>
namespace mut {
struct Reached {
  bool now[1 << 16] = {};
  ~Reached() {
    const char* const path = std::getenv("MUTANT_REACHED");
    std::FILE* const file = path ? std::fopen(path, "w") : nullptr;
    if (!file) return;
    for (int i = 0; i < 1 << 16; ++i) if (now[i]) std::fprintf(file, "%d\n", i);
    std::fclose(file);
  }
};
inline Reached reached;
inline const int current = std::getenv("MUTANT") ? std::atoi(std::getenv("MUTANT")) : std::getenv("MUTANT_REACHED") ? -1 : 0;
inline bool Note(int i) { return current < 0 && (reached.now[i] = true, false); }
constexpr bool On(int i) { return !__builtin_is_constant_evaluated() && (current == i || Note(i)); }
#define ONE(name, op, other) template <class A, class B> constexpr auto name(int i, const A& a, const B& b) { \
  return On(i) ? static_cast<decltype(a op b)>(a other b) : a op b; }
#define TWO(name, op, other, third) template <class A, class B> constexpr auto name(int i, const A& a, const B& b) { \
  return On(i) ? a other b : On(i + 1) ? a third b : a op b; }
ONE(Plus, +, -) ONE(Less, -, +) ONE(Times, *, /) ONE(Over, /, *) ONE(BitAnd, &, |) ONE(BitOr, |, &) ONE(Eq, ==, !=) ONE(Ne, !=, ==)
TWO(Lt, <, <=, >=) TWO(Le, <=, <, >) TWO(Gt, >, >=, <=) TWO(Ge, >=, >, <)
#undef ONE
#undef TWO
template <class A> constexpr A Minus(int i, const A& a) { return On(i) ? a : static_cast<A>(-a); }
template <class A> constexpr A Tenth(int i, const A& a) { return On(i) ? a / 10 : On(i + 1) ? a * 10 : a; }
template <class A> constexpr A Bound(int i, const A& a) {
  const A base = a > 0.5 && a < 2.0 ? 1.0 : 0.0;  // Of a factor, how far it is from 1.
  return base + Tenth(i, a - base);
}
template <class A> constexpr A OneMore(int i, const A& a) { return On(i) ? a + 1 : a; }
}  // namespace mut
#endif
"""

# Names of functions above, and what each does instead.
BINARY = {"+": ("Plus", "-"), "-": ("Less", "+"), "*": ("Times", "/"), "/": ("Over", "*"), "&": ("BitAnd", "|"), "|": ("BitOr", "&"), "==": ("Eq", "!="),
          "!=": ("Ne", "=="), "<": ("Lt", "<=", ">="), "<=": ("Le", "<", ">"), ">": ("Gt", ">=", "<="), ">=": ("Ge", ">", "<")}
ASSIGNED = {"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
# Functions that take each other's place, with or without vectors.
CALLS = {"Add": "Sub", "Sub": "Add", "Lt": "Le", "Le": "Lt", "Gt": "Ge", "Ge": "Gt", "Min": "Max", "Max": "Min", "And": "Or", "Or": "And",
         "min": "max", "max": "min"}

CONDITIONS = (CursorKind.CALL_EXPR, CursorKind.DECL_REF_EXPR, CursorKind.UNEXPOSED_EXPR, CursorKind.MEMBER_REF_EXPR)


@dataclass
class Mutant:
    """A change of an expression in a function, or in what else its file declares."""

    file: str
    line: int
    function: str
    what: str
    kind: str

    def key(self) -> tuple[str, str, str]:
        return self.file, self.function, self.what


class Rewriter:
    """Finds the mutants of one file, and writes it so that all of them are in it."""

    def __init__(self, name: str, mutants: list[Mutant], constants: dict[str, int]) -> None:
        self.name, self.mutants, self.constants = name, mutants, constants
        # A macro hides the expression in it; libclang counts bytes.
        text = re.sub(r"ABSL_PREDICT_(TRUE|FALSE)", lambda found: " " * len(found.group(0)), (ROOT / name).read_text(encoding="utf-8"))
        self.source = text.encode().decode("latin-1")
        # Each with the number of its mutant: what opens before an offset, closes there, replaces
        # what is from it to another.
        self.opening: dict[int, list[tuple[int, str]]] = defaultdict(list)
        self.closing: dict[int, list[tuple[int, str]]] = defaultdict(list)
        self.replaced: dict[int, tuple[int, int, str]] = {}
        self.taken: set[tuple[int, int]] = set()
        unit = parse(name, text)
        self.functions = Functions(unit)
        for cursor in unit.cursor.get_children():
            if cursor.location.file and cursor.location.file.name == str(ROOT / name):
                self.walk(cursor, False)
        for found in re.finditer(r"\b(hn|std)::(\w+)\(", self.source):
            space, old = found.groups()
            is_comment = "//" in self.source[self.source.rfind("\n", 0, found.start()) + 1:found.start()]
            if (new := CALLS.get(old)) and (space == "std") == old.islower() and not is_comment:
                number = self.add(found.start(), found.end() - 1, "comparison" if new[0] in "LG" else "operator", f"{space}::{new}")
                call = f"[](const auto& a, const auto& b) {{ return mut::On({number}) ? {space}::{new}(a, b) : {space}::{old}(a, b); }}"
                self.replaced[found.start()] = (number, found.end() - 1, call)

    def add(self, start: int, end: int, kind: str, *others: str) -> int:
        """The number of the first of new mutants of an expression."""
        line = self.source.count("\n", 0, start)
        old = re.sub(r"\s+", " ", self.source[start:end])
        old = old if len(old) <= 60 else old[:40] + " ... " + old[-15:]
        for other in others:
            self.mutants.append(Mutant(self.name, line + 1, self.functions.at(start), f"{old}  =>  {other}", kind))
        return len(self.mutants) - len(others) + 1

    def wrap(self, cursor: Cursor, number: int, before: str, after: str) -> None:
        self.opening[cursor.extent.start.offset].append((number, before))
        self.closing[cursor.extent.end.offset].insert(0, (number, after))

    def walk(self, cursor: Cursor, constant: bool) -> None:
        start, end = cursor.extent.start.offset, cursor.extent.end.offset
        if cursor.kind == CursorKind.STATIC_ASSERT:
            return
        if cursor.kind == CursorKind.VAR_DECL:
            constant = "constexpr" in self.source[start:end].split("=")[0]
        elif cursor.kind in (CursorKind.LAMBDA_EXPR, *FUNCTIONS):
            constant = False
        children = list(cursor.get_children())
        if not constant and start < end and (start, end) not in self.taken and self.visit(cursor, children, start, end):
            self.taken.add((start, end))
        for child in children:
            self.walk(child, constant)

    def visit(self, cursor: Cursor, children: list[Cursor], start: int, end: int) -> bool:
        """Whether this expression has mutants of its own."""
        kind, text = cursor.kind, self.source[start:end]
        overloaded = kind == CursorKind.CALL_EXPR and len(children) == 3 and cursor.spelling in ("operator+", "operator-", "operator==")
        if overloaded or kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR):
            left, right = children[0].extent, children[-1].extent
            gap = left.end.offset, right.start.offset
            operator = re.sub(r"//.*|\s", "", self.source[slice(*gap)])
            if (left.start.offset, right.end.offset) != (start, end):
                return False
            if operator in ("&&", "||"):
                for side, other in ((children[0], "right"), (children[-1], "left")):
                    number = self.add(start, end, "operator", f"its {other} side")
                    self.wrap(side, number, f"(mut::On({number}) || (" if operator == "&&" else f"(!mut::On({number}) && (", "))")
                return True
            if operator in BINARY:
                name, *others = BINARY[operator]
                number = self.add(start, end, "comparison" if operator[0] in "<>=!" else "operator", *others)
                self.wrap(cursor, number, f"mut::{name}({number}, ", ")")
            elif other := ASSIGNED.get(operator):
                number = self.add(start, end, "operator", other)
                call = f"[&](auto& a, const auto& b) -> auto& {{ return mut::On({number}) ? a {other} b : a {operator} b; }}("
                self.wrap(cursor, number, call, ")")
            else:
                return False
            self.replaced[gap[0]] = (number, gap[1], ", ")
        elif kind == CursorKind.UNARY_OPERATOR and re.match("!|-[^-]", text):
            number = self.add(start, end, "sign", "without " + text[0])
            self.replaced[start] = (number, start + 1, f"mut::Minus({number}, (" if text[0] == "-" else f"(mut::On({number}) != !(")
            self.closing[end].insert(0, (number, "))"))
        elif kind in (CursorKind.FLOATING_LITERAL, CursorKind.INTEGER_LITERAL) and re.fullmatch(r"0x[\da-fA-F.]+(p[+-]?\d+)?|[\d.]+(e[+-]?\d+)?", text):
            name, *others = ("Tenth", "a tenth", "ten times")
            if kind == CursorKind.INTEGER_LITERAL or not (float.fromhex if "x" in text else float)(text):
                name, *others = ("OneMore", "one more")
            number = self.add(start, end, "constant", *others)
            self.wrap(cursor, number, f"mut::{name}({number}, ", ")")
        elif kind == CursorKind.DECL_REF_EXPR and re.fullmatch(r"k[A-Z]\w*", cursor.spelling) and cursor.type.kind.spelling == "Double":
            declared = cursor.referenced.location if cursor.referenced else None
            if not declared or not declared.file or not declared.file.name.startswith(str(ROOT)):
                return False
            # One mutant for all places that use it.
            place = f"{declared.file.name[len(str(ROOT)) + 1:]}: {cursor.spelling}"
            if place not in self.constants:
                self.constants[place] = self.add(start, end, "named constant", "a tenth", "ten times")
                self.mutants[-1].function = self.mutants[-2].function = place
            self.wrap(cursor, self.constants[place], f"mut::Bound({self.constants[place]}, ", ")")
        elif kind in (CursorKind.IF_STMT, CursorKind.CONDITIONAL_OPERATOR) and children[0].kind in CONDITIONS:
            condition = children[0].extent.start.offset, children[0].extent.end.offset
            if not children[0].spelling.startswith("operator") and (kind != CursorKind.IF_STMT or self.source[condition[0] - 1] == "("):
                number = self.add(*condition, "comparison", "its opposite")
                self.wrap(children[0], number, f"(mut::On({number}) != static_cast<bool>(", "))")
            return False
        else:
            return False
        return True

    def result(self, broken: set[int]) -> str:
        out, at = RUNTIME, 0
        while at <= len(self.source):
            out += "".join(text for number, text in self.closing.get(at, []) + self.opening.get(at, []) if number not in broken)
            number, end, new = self.replaced.get(at, (0, 0, ""))
            if not number or number in broken:
                end, new = at + 1, self.source[at:at + 1]
            out, at = out + new, end
        return out


def build(tree: Path, names: list[str], tests: list[str], file: Path) -> tuple[list[Mutant], dict]:
    """Builds the tests without mutants on lines that do not compile (an operator that a type does not have). Also returns what
    an earlier run left in the file, if it had the same mutants."""
    mutants: list[Mutant] = []
    constants: dict[str, int] = {}
    rewriters = {name: Rewriter(name, mutants, constants) for name in names}
    state = {"of": hashlib.sha256(repr(mutants).encode()).hexdigest(), "killed": {}}
    state["broken"] = [number for number, mutant in enumerate(mutants, 1) if "ABSL_DCHECK" in rewriters[mutant.file].source.split("\n")[mutant.line - 1]]
    if file.is_file() and (earlier := json.loads(file.read_text()))["of"] == state["of"]:
        state = earlier
    while True:
        for name, rewriter in rewriters.items():
            changed = rewriter.result(set(state["broken"])).encode("latin-1")
            if (tree / name).read_bytes() != changed:
                (tree / name).write_bytes(changed)
        print(f"building: {len(mutants)} mutants, {len(state['broken'])} that do not compile", flush=True)
        result = subprocess.run([*BAZEL, *tests], cwd=tree, capture_output=True, text=True, check=False)
        broken = set(state["broken"])
        for name, line in re.findall(r"^(?:\./)?(\S+?):(\d+):\d+: (?:error|note):", re.sub("\x1b\\[[\\d;]*[mK]", "", result.stderr), re.M):
            if name in rewriters and int(line) > RUNTIME.count("\n"):
                text = (tree / name).read_text(encoding="latin-1").split("\n")[int(line) - 1]
                broken |= set(map(int, re.findall(r"mut::\w+\((\d+)", text)))
        if result.returncode == 0:
            return mutants, state
        if len(broken) == len(state["broken"]):
            raise SystemExit(f"{result.stderr[-6000:]}\nassurance/mutate.py: the tests do not build")
        state["broken"] = sorted(broken)
        file.write_text(json.dumps(state))


class Case(NamedTuple):
    """A test case of a program, the processor time that it takes, and the mutants that it reaches."""

    program: Path
    name: str
    flags: tuple[str, ...]
    seconds: float
    reached: set[int]


def run(program: Path, cases: list[str], flags: tuple[str, ...], environment: dict[str, str], seconds: float) -> tuple[int, float]:
    """The exit status, which is negative if the cases crash or take longer, and the processor time that they took."""
    folder = Path(f"{program}.runfiles/collision2d")
    command = ["prlimit", f"--cpu={math.ceil(seconds)}", str(program), "--gtest_fail_fast", "--gtest_filter=" + ":".join(cases), *flags]
    process = subprocess.Popen(command, cwd=folder if folder.is_dir() else program.parent, env={**os.environ, "TEST_TMPDIR": "/tmp", **environment},
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, process.returncode, usage = os.wait4(process.pid, 0)
    return process.returncode, usage.ru_utime + usage.ru_stime


def record(program: Path, longest: float) -> list[Case]:
    """The cases of a program that pass in time, with as few random pairs as is enough for them to pass."""
    cases, suite = [], ""
    for line in subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout.splitlines():
        if not line.startswith(" "):
            suite = line.split()[0]
            continue
        for flags in (("--pairs=50",), ("--pairs=1000",), ()):
            with tempfile.NamedTemporaryFile("r") as file:
                name = suite + line.split()[0]
                status, seconds = run(program, [name], flags, {"MUTANT_REACHED": file.name}, longest)
                if status == 0:
                    cases.append(Case(program, name, flags, seconds, set(map(int, file.read().split()))))
            if status <= 0:
                break
    return cases


def folder_of(path: str) -> str:
    return re.search(r"(?:^|bazel-bin/)(\w+/\w+)/", path)[1]


def killer(number: int, file: str, cases: list[Case], seconds: float) -> str:
    """The first of the cases that notices the mutant of the file, as far as they take no more time together; "" if none. Those of
    its folder come first."""
    reaching = sorted((case for case in cases if number in case.reached), key=lambda case: (folder_of(str(case.program)) != folder_of(file), case.seconds))
    while reaching and seconds > 0:
        first = reaching[0]
        # Many cases in one process, if they are quick.
        together = [case for case in reaching if case[0] == first[0] and case.flags == first.flags and case.seconds < 2 * first.seconds + 0.02][:50]
        took = sum(case.seconds for case in together)
        if run(first.program, [case.name for case in together], first.flags, {"MUTANT": str(number)}, 10 * took)[0] != 0:
            return f"{first.program.name}: {first.name}"
        seconds -= took
        reaching = [case for case in reaching if case not in together]
    return ""


def report(mutants: list[Mutant], killed: dict[int, str], out: Path, seed: int) -> bool:
    """Prints counts, and writes them for assurance/evidence.py; whether mutants survive that have no reason in the list."""
    reasons = {(*place, row.partition(": ")[2]): row.partition(": ")[0] for place, rows in read_reasons(SURVIVORS).items() for row in rows}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    survivors: dict[tuple[str, str], list[str]] = defaultdict(list)
    for number, by in sorted(killed.items()):
        mutant = mutants[number - 1]
        verdict = "killed" if by else reasons.get(mutant.key(), "survive")
        if verdict == "survive":
            survivors[mutant.file, mutant.function].append(f"?: {mutant.what}")
        for of in (folder_of(mutant.file), mutant.kind, "all"):
            counts[of].update(["mutants", verdict])
    for of, count in counts.items():
        print(f"  {of}: {', '.join(f'{n} {verdict}' for verdict, n in count.items())}")
    (out / "survivors.txt").write_text("".join(f"{name}\n  {function}\n" + "".join(f"    {row}\n" for row in rows) for (name, function), rows in survivors.items()))
    print(f"survivors without a reason, in the form of assurance/mutants_survivors.txt: {out / 'survivors.txt'}")
    evidence = ROOT / "out/evidence/mutants.json"
    evidence.parent.mkdir(parents=True, exist_ok=True)
    evidence.write_text(json.dumps({"figures": {"seed": {"": seed}, **counts}}, indent=1))
    return bool(survivors)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", help="whose sources are changed, and whose tests judge")
    parser.add_argument("--judges", nargs="*", default=[], help="more folders, whose tests judge too")
    parser.add_argument("--sample", type=int, default=None, help="judges so many mutants, chosen at random (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="", help="only those of this kind, as the report names it")
    parser.add_argument("--minutes", type=float, default=1e9, help="stops then; those judged are a random sample too")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a processor for one mutant: test cases beyond are not run")
    parser.add_argument("--again", action="store_true", help="judges only those that survive so far, again")
    arguments = parser.parse_args()
    folders = [folder.rstrip("/") for folder in arguments.folders]
    out = ROOT / "out/mutants"
    out.mkdir(parents=True, exist_ok=True)
    # Not below the workspace, where Bazel would take its packages for ours.
    tree = Path(tempfile.gettempdir()) / ("collision2d_mutants_" + ROOT.name)
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    names = [name for name in tracked if name.endswith((".h", ".cc")) and name.startswith(tuple(f"{folder}/" for folder in folders)) and not NOT_LIBRARY.search(name)]
    for name in tracked:
        if not (tree / name).exists() or name not in names and (tree / name).read_bytes() != (ROOT / name).read_bytes():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    # Not those of stacks, because the switches change frames, nor those of oracles.
    query = f"tests(set({' '.join(f'//{folder}/...' for folder in [*folders, *arguments.judges])})) except attr(tags, manual, //...) except filter(\"stack_use|/testing\", //...)"
    tests = subprocess.run(["bazel", "query", "--noshow_progress", query], cwd=tree, capture_output=True, text=True, check=True).stdout.split()
    mutants, state = build(tree, names, tests, out / "state.json")
    programs = [tree / "bazel-bin" / test[2:].replace(":", "/") for test in tests]
    killed: dict[int, str] = {int(number): by for number, by in state["killed"].items()}
    until = time.monotonic() + 60 * arguments.minutes

    def judge(number: int) -> None:
        if time.monotonic() < until:
            mutant = mutants[number - 1]
            killed[number] = killer(number, mutant.file, cases, arguments.seconds)
            print(f"{mutant.file}:{mutant.line}: {mutant.what}: {killed[number] or 'SURVIVES'}", file=log, flush=True)
            if len(killed) % 20 == 0:
                (out / "state.json").write_text(json.dumps({**state, "killed": dict(killed)}))

    with ThreadPoolExecutor(2) as pool, (out / "log.txt").open("a") as log:
        cases = [case for of_program in pool.map(lambda program: record(program, arguments.seconds), programs) for case in of_program]
        numbers = sorted(set().union(*(case.reached for case in cases)))
        print(f"{len(cases)} test cases, {sum(case.seconds for case in cases):.0f} s; they reach {len(numbers)} of {len(mutants) - len(state['broken'])} mutants", flush=True)
        numbers = [number for number in numbers if arguments.kind in ("", mutants[number - 1].kind)]
        random.Random(arguments.seed).shuffle(numbers)
        numbers = numbers[:arguments.sample]
        list(pool.map(judge, [number for number in numbers if (killed.get(number) == "" if arguments.again else number not in killed)]))
    (out / "state.json").write_text(json.dumps({**state, "killed": killed}))
    return report(mutants, {number: killed[number] for number in numbers if number in killed}, out, arguments.seed)


if __name__ == "__main__":
    sys.exit(main())
