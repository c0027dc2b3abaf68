#!/usr/bin/env python3
"""Proves bounds on rounding errors of the plane by Gappa, which tools/setup.sh --proofs installs.

    assurance/proofs.py [NAMES]          proves assurance/proofs/*.g, and prints how much of each bound is needed
    assurance/proofs.py --write          puts that into the table of docs/numerics.md
    assurance/proofs.py --check [NAMES]  fails if a constant has no mark, a proof fails, or the table is not that of the
                                     sources: the share that it says is needed must be enough, and a unit less must not
    assurance/proofs.py --show NAME      prints what Gappa reads

Every `constexpr` of FOLDERS whose name or value matches NAME or VALUE says `Proof: X, Y.` in its comment, which are files
of assurance/proofs, or `No proof: REASON.`; such a value elsewhere must get a name. A proof is in Gappa's language, after:

    #: bounds kX ...              the constants; $kX and $[2 * kX + u] in the text are values of the sources
    #: in double|float|Vec2 NAMES inputs of that type; `a.b` is a member or a function of `a`
    #: file FILE                  where the functions and constants below are
    #: code FUNCTION NAMES        evaluates these variables of the function, or `result`, as the source does
    #: let NAME = EXPRESSION      the same for an expression in C++, which may call functions
    #: source TEXT                the file has this code, which a `let` stands for
    #: domain WORDS, #: underflow WORDS   for the table

Each operation of the C++ becomes one rounding of its type, in the source's order; NAME_exact is NAME in real numbers.
MulAdd is proven with one rounding and with two.
"""

from __future__ import annotations

import keyword
import re
import resource
import struct
import subprocess
import sys
from bisect import bisect_left
from collections import defaultdict
from fractions import Fraction
from functools import cache, partial, partialmethod
from itertools import accumulate
from operator import add, mul, neg, sub, truediv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NUMERICS = "docs/numerics.md"
FOLDERS = ["collision2d/geometry", "collision2d/query", "collision2d/batch", "collision2d/motion",
           "planner_adapter/road", "planner_adapter/path_time"]  # fmt: skip
SHARED = ["collision2d/geometry/vec2.h", "collision2d/geometry/pose2.h"]
NAME = r"k\w*(?:Error|Rounding|Round(?:ed)?(?:Up|Down)|Roundoff|Agreement)\w*"
VALUE = r"0x1p-(?:1[89]|[2-5]\d)f?\b"
HAS_UNIT = r"k\w+_(?:m2?|s|rad)"  # Of these, tolerances that are chosen, only names count.
CONSTANT = re.compile(r"((?:^ *//.*\n)*)^ *(?:inline |static )*constexpr (double|float) (k\w+) = ([^;]+);(.*)", re.M)
MARK = re.compile(r"\b(?:Proof: ([\w, ]+)|No proof: (.+?))\.(?= |$)")
MOST_EXCEPTIONS = 31
GAPPA = ["gappa", "-Eprecision=128", "-Eno-auto-dichotomy", "-Wno-null-denominator"]
STEPS = range(-900, 91)  # Of share_of.
FOLD = {"+": add, "-": sub, "*": mul, "/": truediv}


class Failure(Exception):
    """A message for the user."""


@cache
def text_of(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


@cache
def code_of(file: str) -> str:
    return re.sub(r"//.*", "", text_of(file))


@cache
def sources() -> list[str]:
    files = [str(f.relative_to(ROOT)) for folder in FOLDERS for f in (ROOT / folder).rglob("*.*")]
    return [f for f in sorted(files) if re.search(r"\.(h|cc)$", f) and not re.search(r"_(test|benchmark)\.cc|/(testing|fuzz|golden)/", f)]


@cache
def constants() -> dict[str, list[tuple[str, str, str, str]]]:
    """The file, type, expression and comment of each constant of a name."""
    found = defaultdict(list)
    for file in sources():
        for before, kind, name, value, after in CONSTANT.findall(text_of(file)):
            found[name].append((file, kind, value, " ".join(re.sub(r"^ *// ?", "", before + after, flags=re.M).split())))
    return found


def closing(text: str, at: int) -> int:
    """Where the bracket at `at` closes."""
    return at + list(accumulate((c in "([{") - (c in ")]}") for c in text[at : at + 20000])).index(0)


@cache
def functions(file: str, name: str) -> list[tuple[list[tuple[str, str]], list[tuple[str, str, str]]]]:
    """Parameters (types and names) and statements (types, what is assigned, expressions) of the functions of a name."""
    text, found = code_of(file), []
    for match in re.finditer(rf"([\w:<>]+)[&*]? (?:[A-Z]\w+::)?{re.escape(name)}(?: = \[[^\]]*\])?\(", text):
        end = closing(text, match.end() - 1)
        if start := re.compile(r"\s*(?:const|HWY_ATTR)?\s*\{").match(text, end + 1):
            body = re.sub(r"(\)|\belse|HWY_ATTR)\s*\{", r"\1;", text[start.end() : closing(text, start.end() - 1)])
            statements = []
            for statement in (" ".join(s.split()).lstrip("} ") for s in body.split(";")):
                if m := re.match(r"return (.*)", statement):
                    statements.append((match[1], "result", m[1]))
                elif m := re.match(r"(?:(?:const |constexpr )?([\w:<>]+)&? )?(\w+) = (.*)", statement):
                    statements.append((m[1] or "", m[2], m[3]))
            parameters = re.findall(r"([\w:<>]+)[&*]? (\w+)(?: = \w+)?(?:,|$)", text[match.end() : end])
            found.append((parameters, statements))
    return found


def fields_of(file: str, kind: str) -> list[str]:
    for f in (file, file.replace(".cc", ".h"), *SHARED):
        if m := re.search(rf"struct {kind} {{(.*?)\n}};", code_of(f), re.S):
            return re.findall(r"^  [\w:]+ (\w+)(?: = [^;]*)?;", m[1], re.M)
    raise Failure(f"{file}: no struct {kind}")


def python_of(expression: str) -> str:
    """A C++ expression in Python's syntax."""
    e = re.sub(r"static_cast<(\w+)>", r"to_\1", expression)
    e = re.sub(r"\bhn::(?:Load|Set)\(\w+, ((?:[^()]|\(\))+?)(?: \+ lane)?\)", r"(\1)", e)
    e = re.sub(r"\w+::", "", e)
    e = re.sub(r"(?<![\w.])(0x[\w.]+?p[-+]?\d+f?|\d+\.\d*(?:e-?\d+)?f?|\d+)(?![\w.])", r"number('\1')", e)
    e = re.sub(r"\b([A-Z]\w*)\{", r"record('\1', ", e).replace("{", "record('', ").replace("}", ")")
    return re.sub(r"(?<![.\w'])\w+(?![\w'])", lambda m: m[0] + "_" * keyword.iskeyword(m[0]), e)


def gappa(x: str | Fraction) -> str:
    if isinstance(x, str):
        return x
    power = x.denominator.bit_length() - 1
    text = f"{abs(x.numerator)}b-{power}" if x.denominator == 1 << power else f"({abs(x.numerator)} / {x.denominator})"
    return text if x >= 0 else f"(-{text})"


def nearest(x: Fraction, kind: str) -> Fraction:
    """A constant as its type rounds it."""
    return Fraction(struct.unpack(kind[0], struct.pack(kind[0], float(x)))[0])


class Value:
    """A number, as the code rounds it and exactly: Gappa's expressions, or Fractions of constants; or a struct."""

    def __init__(self, script: Script, kind: str, rounded: Any = "", exact: Any = "", fields: dict | None = None) -> None:
        self.script, self.kind, self.rounded, self.exact, self.fields = script, kind, rounded, exact, fields

    def __getattr__(self, name: str) -> Any:
        return self.fields[name] if name in (self.fields or {}) else partial(self.script.call, name, this=self)

    def __call__(self) -> Value:
        return self

    def operate(self, sign: str, other: Value) -> Value:
        return self.script.operation(sign, self, other)

    __add__, __sub__, __mul__, __truediv__ = map(partial(partialmethod, operate), "+-*/")

    def __neg__(self) -> Value:
        return self.script.call("operator-", self) if self.fields else self.each("(-{})", Fraction.__neg__)

    def __abs__(self) -> Value:
        return self.each("|{}|", Fraction.__abs__)

    def each(self, form: str, of_constant: Any) -> Value:
        parts = (of_constant(x) if isinstance(x, Fraction) else form.format(x) for x in (self.rounded, self.exact))
        return Value(self.script, self.kind, *parts)

    def to(self, kind: str) -> Value:
        if (self.kind, kind) == ("double", "float"):
            return self.script.define(kind, "{}", self)
        return self if self.fields or kind not in ("float", "double") else Value(self.script, kind, self.rounded, self.exact)


class Scope(dict):
    """The names in a function, before statement `end`; values that are known come first."""

    def __init__(self, script: Script, known: dict, statements: Any = (), end: int | None = None, values: Any = None) -> None:
        super().__init__()
        self.script, self.known, self.statements = script, known, statements
        self.end, self.values = len(statements) if end is None else end, {} if values is None else values

    def __missing__(self, key: str) -> Any:
        name = key[:-1] if keyword.iskeyword(key[:-1]) else key
        if name in self.known:
            return self.known[name]
        for i in range(self.end - 1, -1, -1):
            kind, assigned, expression = self.statements[i]
            if assigned == name:
                if i not in self.values:
                    scope = Scope(self.script, self.known, self.statements, i, self.values)
                    self.values[i] = self.script.evaluate(expression, scope, kind)
                return self.values[i]
        return self.script.lookup(name, self.known.get("this"))


class Proof:
    def __init__(self, name: str) -> None:
        self.name, self.file = name, f"assurance/proofs/{name}.g"
        self.steps = re.findall(r"^#: (\w+) (.*)", text_of(self.file), re.M)
        self.words = dict(reversed(self.steps))
        self.constants = self.words["bounds"].split()
        self.logic = re.sub(r"^#.*\n", "", text_of(self.file), flags=re.M)

    def holds(self, factor: Fraction) -> bool:
        """Whether Gappa proves it of constants `factor` times as large within 2 min, with and without fused products."""
        for fused in (False, True):
            script = Script(self, fused, factor)
            if fused and not script.has_fused:
                break
            try:
                run = subprocess.run(GAPPA, input="\n".join(script.lines), text=True, capture_output=True,
                                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (120, 120)))  # fmt: skip
            except FileNotFoundError as error:
                raise Failure("gappa is missing: tools/setup.sh --proofs installs it") from error
            if wrong := re.search(r".*(?:syntax error|redefinition|not trivially equal|contains values).*", run.stderr):
                raise Failure(f"{self.file}: {wrong[0]}")
            if run.returncode != 0:
                return False
        return True


class Script:
    """What Gappa reads: the operations of the code, and what is to be proven of them."""

    def __init__(self, proof: Proof, fused: bool, factor: Fraction) -> None:
        self.proof, self.fused, self.factor, self.has_fused, self.file = proof, fused, factor, False, SHARED[0]
        self.lines = ["@double = float<ieee_64,ne>;", "@float32 = float<ieee_32,ne>;"]
        self.known: dict[str, Value] = {}
        for word, rest in proof.steps:
            first, *names = rest.split()
            if word == "in":
                for *path, last in (name.split(".") for name in names):
                    fields = self.known
                    for part in path:
                        fields = fields.setdefault(part, Value(self, "", fields={})).fields
                    fields[last] = self.input(first, "_".join([*path, last]))
            elif word == "file":
                self.file = rest
            elif word == "source" and "".join(rest.split()) not in "".join(code_of(self.file).split()):
                raise Failure(f"{proof.file}: {self.file} has no '{rest}'")
            elif word == "let":
                self.name(first, self.evaluate(rest.split(" = ", 1)[1], Scope(self, self.known), "Vec2"))
            elif word == "code":
                if not functions(self.file, first):
                    raise Failure(f"{proof.file}: no function {first} in {self.file}")
                scope = Scope(self, self.known, functions(self.file, first)[0][1])
                for name in names:
                    self.name(name, scope[name])
        self.lines.append(re.sub(r"\$(?:(k\w+)|\[(.*?)\])", lambda m: self.limit(m[1] or m[2]), proof.logic))

    def input(self, kind: str, name: str) -> Value:
        if kind == "Vec2":
            return Value(self, kind, fields={xy: self.input("double", f"{name}_{xy}") for xy in "xy"})
        self.lines.append(f"{name} = {kind.replace('float', 'float32')}({name}_);")
        return Value(self, kind, name, name)

    def name(self, name: str, value: Value) -> None:
        self.known[name] = value
        for of, part in (value.fields or {}).items():
            self.name(f"{name}_{of}", part)
        if value.fields is None:
            self.lines += [f"{name} = {gappa(value.rounded)};", f"{name}_exact = {gappa(value.exact)};"]

    def limit(self, expression: str) -> str:
        """A number of constants, u (2^-53) and v (2^-24), rounded towards 0 at 2^-200."""
        names = {k: self.constant(k).rounded for k in re.findall(r"k[A-Z]\w*", expression)}
        names |= {"F": Fraction, "u": Fraction(1, 2**53), "v": Fraction(1, 2**24)}
        value = eval(re.sub(r"(?<!\w)\d+", r"F(\g<0>)", expression), {"__builtins__": {}}, names)
        return gappa(Fraction(int(value * 2**200), 2**200)).strip("()")

    def define(self, kind: str, form: str, *values: Value) -> Value:
        """A new value, rounded."""
        name = f"t{len(self.lines)}"
        self.lines.append(f"{name} = {kind.replace('float', 'float32')}({form.format(*(gappa(v.rounded) for v in values))});")
        self.lines.append(f"{name}_exact = {form.format(*(gappa(v.exact) for v in values))};")
        return Value(self, kind, name, f"{name}_exact")

    def operation(self, sign: str, a: Value, b: Value) -> Value:
        if a.fields or b.fields:
            return self.call(f"operator{sign}", b, this=a) if a.kind == "Pose2" else self.call(f"operator{sign}", a, b)
        kind, form = "double" if "double" in (a.kind, b.kind) else "float", f"{{}} {sign} {{}}"
        if isinstance(a.rounded, Fraction) and isinstance(b.rounded, Fraction):
            return Value(self, kind, nearest(FOLD[sign](a.rounded, b.rounded), kind), FOLD[sign](a.exact, b.exact))
        factors = [x.rounded for x in ((b,) if sign == "/" else (a, b)) if isinstance(x.rounded, Fraction) and sign in "*/"]
        if 1 in factors:
            return a if b.rounded == 1 else b
        # A power of two rounds nothing, but for underflow.
        if any((abs(x.numerator) * x.denominator).bit_count() == 1 for x in factors):
            return Value(self, kind, *(f"({form.format(gappa(x), gappa(y))})" for x, y in ((a.rounded, b.rounded), (a.exact, b.exact))))
        return self.define(kind, form, a, b)

    def fuse(self, form: str, a: Value, b: Value, c: Value, parts: Any) -> Value:
        self.has_fused = True
        return self.define(a.kind, form, a, b, c) if self.fused else parts(a * b)

    def number(self, text: str) -> Value:
        digits = text.rstrip("f")
        kind = "" if text.isdigit() else "float" if digits != text else "double"
        value = nearest(Fraction(float.fromhex(digits) if digits.startswith("0x") else digits), kind or "double")
        return Value(self, kind, value, value)

    def record(self, kind: str, *items: Any) -> Any:
        if not kind:
            return list(items)
        names = ["x", "y"] if kind in ("Vec2", "Point") else fields_of(self.file, kind)
        fields = (self.record("Vec2", *i) if isinstance(i, list) else i for i in items)
        return Value(self, kind.replace("Point", "Vec2"), fields=dict(zip(names, fields)))

    def lookup(self, name: str, this: Value | None = None) -> Any:
        operations = {
            "number": self.number, "record": self.record, "abs": abs, "neg": neg, "mul": mul, "add": add, "sub": sub,
            "muladd": lambda a, b, c: self.fuse("{} * {} + {}", a, b, c, lambda p: p + c),
            "mulsub": lambda a, b, c: self.fuse("{} * {} - {}", a, b, c, lambda p: p - c),
            "negmuladd": lambda a, b, c: self.fuse("{2} - {0} * {1}", a, b, c, lambda p: c - p),
            "sqrt": lambda a: self.define(a.kind, "sqrt({})", a),
            "to_float": lambda a: a.to("float"), "to_double": lambda a: a.to("double"),
        }  # fmt: skip
        return operations.get(name.lower()) or (self.constant(name) if name in constants() else partial(self.call, name, this=this))

    def constant(self, name: str) -> Value:
        places = constants().get(name, [])
        own = [p for p in places if self.proof.name in str((MARK.search(p[3]) or "..")[1]).split(", ")]
        if not places:
            raise Failure(f"{self.proof.file}: no constant {name}")
        _, kind, expression, _ = (own or [p for p in places if p[0] == self.file] or places)[0]
        value = self.evaluate(expression, Scope(self, {}), kind).rounded
        if name in self.proof.constants:
            base = 1 if Fraction(1, 2) < value < 2 else 0  # Of a factor, how far it is from 1.
            value = nearest(base + (value - base) * self.factor, kind)
        return Value(self, kind, value, value)

    def evaluate(self, expression: str, scope: Scope, kind: str) -> Value:
        try:
            value = eval(python_of(expression), {"__builtins__": {}}, scope)
            return self.record(kind, *value) if isinstance(value, list) else value.to(kind)
        except (SyntaxError, AttributeError, TypeError) as error:
            raise Failure(f"{self.proof.file}: {self.file}: {expression}: {error}") from error

    def call(self, name: str, *arguments: Value, this: Value | None = None) -> Value:
        for parameters, statements in (of for file in (self.file, *SHARED) for of in functions(file, name)):
            if [kind in ("Vec2", "Point") for kind, _ in parameters] == [a.fields is not None for a in arguments]:
                known = {"this": this, **(this.fields or {})} if this else {}
                known |= {parameter: a.to(kind) for (kind, parameter), a in zip(parameters, arguments)}
                if name == "Norm":  # Scaled by a power of two, which changes no digits.
                    known["scale"] = self.number("1.0")
                return Scope(self, known, statements)["result"]
        raise Failure(f"{self.proof.file}: no function or input {name} in {self.file}")


def marks() -> tuple[dict[str, list[str]], list[str]]:
    """The constants of each proof, as the table names them, and the rows of constants without a proof."""
    proven, exceptions = defaultdict(list), []
    for name, (file, _, value, comment) in ((name, place) for name, places in sorted(constants().items()) for place in places):
        label = f"`{name}` (`{file.split('/', 1)[1]}`)"
        if mark := MARK.search(comment):
            for proof in (mark[1] or "").split(", "):
                proven[proof].append(label) if proof else exceptions.append(f"| {label} | {mark[2]} |")
        elif re.fullmatch(NAME, name) or re.search(VALUE, value) and not re.fullmatch(HAS_UNIT, name):
            raise Failure(f"{file}: {name}: the comment says neither 'Proof: NAME.' nor 'No proof: REASON.'")
    for file in sources():
        if literal := re.search(VALUE, re.sub(r"//.*", "", CONSTANT.sub("", text_of(file)))):
            raise Failure(f"{file}: {literal[0]} is not the value of a named constant")
    if len(exceptions) > MOST_EXCEPTIONS:
        raise Failure(f"{len(exceptions)} constants without a proof; at most {MOST_EXCEPTIONS} are permitted")
    if difference := {f.stem for f in (ROOT / "assurance/proofs").glob("*.g")} ^ set(proven):
        raise Failure(f"marks and files of assurance/proofs differ: {', '.join(sorted(difference))}")
    return proven, exceptions


def share_of(step: int) -> Fraction:
    """Ascending numbers of two digits: 0.10 to 0.99, below them 0.010 to 0.099, and so on; share_of(90) is 1."""
    return Fraction(10 + step % 90, 100) * Fraction(10) ** (step // 90)


def main(option: str, names: list[str]) -> None:
    proofs = [Proof(name) for name in names or sorted(f.stem for f in (ROOT / "assurance/proofs").glob("*.g"))]
    if option == "--show":
        print("\n".join(Script(proofs[0], False, Fraction(1)).lines))
        return
    proven, exceptions = marks()
    page, rows = text_of(NUMERICS), []
    for proof in proofs:
        if sorted(proof.constants) != sorted({label.split("`")[1] for label in proven[proof.name]}):
            raise Failure(f"{proof.file}: 'bounds' are not the constants whose comments name it")
        if not proof.holds(Fraction(1)):
            raise Failure(f"{proof.file}: not proven")
        known = re.search(rf"^\| \[{proof.name}\].* ([\d.e-]+) \|$", page, re.M)
        step = next((s for s in STEPS if known and f"{float(share_of(s)):.2g}" == known[1]), None)
        if step is None or not proof.holds(share_of(step)) or proof.holds(share_of(step - 1)):
            if option == "--check":
                raise Failure(f"{proof.file}: it does not need {known and known[1]} of its constants, as {NUMERICS} says")
            step = STEPS[bisect_left(STEPS, True, key=lambda s, proof=proof: proof.holds(share_of(s)))]
        share = f"{float(share_of(step)):.2g}"
        code = proof.words.get("code", "").partition(" ")[0] or proof.words.get("source") or dict(proof.steps)["let"].split(" = ")[-1]
        cells = [", ".join(proven[proof.name]), f"`{code}`", proof.words["domain"], proof.words["underflow"], share]
        rows.append(" | ".join([f"| [{proof.name}](../{proof.file})", *(cell.replace("|", r"\|") for cell in cells)]) + " |")
        print(f"{proof.name}: proven; {share} of {', '.join(proof.constants)} is needed", flush=True)
    table = "\n".join(["| proof | constants | code | domain | underflow | needed |", "|---|---|---|---|---|---|", *rows, "",
                       "| without a proof | why |", "|---|---|", *exceptions, ""])  # fmt: skip
    begin, end = (page.index(mark) for mark in ("| proof | constants |", "\n## Table of tolerances"))
    if option == "--write":
        (ROOT / NUMERICS).write_text(page[:begin] + table + page[end:], encoding="utf-8")
    elif option == "--check" and (page[begin:end] != table if not names else not set(rows) <= set(page.splitlines())):
        raise Failure(f"{NUMERICS}: the table of proofs is not that of the sources; assurance/proofs.py --write writes it")


if __name__ == "__main__":
    try:
        options = [a for a in sys.argv[1:] if a.startswith("--")]
        main(*options[:1] or [""], [a for a in sys.argv[1:] if not a.startswith("--")])
    except Failure as failure:
        sys.exit(f"assurance/proofs.py: {failure}")
