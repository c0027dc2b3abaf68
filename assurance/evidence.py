#!/usr/bin/env python3
"""The figures of docs/testing.md, from what the last runs left, and the check of its requirements.

    assurance/evidence.py           reads the logs of Bazel and of out/ and writes docs/evidence.json and the table of docs/testing.md:
                                run it after .ci/run, tools/test.sh --long and assurance/fuzz.sh
    assurance/evidence.py --check   fails if a requirement is out of order or names a test that does not exist, if the table is not that
                                of docs/evidence.json, or if the bill of materials (assurance/sbom.py) lacks a dependency; prints the
                                tests that no requirement names

docs/evidence.json has a section for each kind of run: where and when it was, and its figures. A section is replaced if results of such a
run are there, and kept otherwise. Other tools add sections as out/evidence/NAME.json: {"figures": {"name": {"unit": number}}},
and "compilers" if theirs are others than this machine's.
"""
import datetime
import json
import pathlib
import re
import subprocess
import sys

import count_tests
import sbom

ROOT = pathlib.Path(__file__).resolve().parent.parent
EVIDENCE = ROOT / "docs/evidence.json"
PAGE = ROOT / "docs/testing.md"
MARKS = "<!-- evidence begin -->\n", "<!-- evidence end -->\n"
JUNIT = {
    "Python": ["python_tests.xml"],
    "fleet": ["fleet_tests.xml", "fleet_run_tests.xml"],
    "headers, consumers, site": ["header_tests.xml", "consumer_tests.xml", "step_tests.xml", "beside_bazel_tests.xml", "format_tests.xml"],
}
# Of .ci/run, which folders with logs.
LISTS = {"CMake": "cmake_test_logs", "sanitizers (address, undefined)": "sanitizer_test_logs", "ARM": "arm_test_logs"}


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()


def bazel_tests(expression):
    return output("bazel", "query", "--noshow_progress", expression).split()


def test_figures():
    """The cases of each name whose tests have all left logs."""
    logs = {}
    for label in sorted(bazel_tests("tests(//...) except attr(tags, manual, //...) + tests(//planner_adapter/ompl:ompl_tests)")):
        folder = re.match(r"//(\w+/\w+|\w+)", label)[1]
        logs.setdefault(folder, []).append(count_tests.logs_at(ROOT / "bazel-testlogs" / label[2:].replace(":", "/")))
    for name, files in JUNIT.items():
        logs[name] = [[ROOT / "out" / file for file in files if (ROOT / "out" / file).is_file()]]
    for name, folders in LISTS.items():
        path = ROOT / "out" / folders
        logs[name] = [[log for folder in path.read_text().split() for log in count_tests.logs_at(ROOT / folder)]] if path.is_file() else []
    counts = {name: [count_tests.count(log) for log in sum(of_tests, [])] for name, of_tests in logs.items() if of_tests and all(of_tests)}
    return {name: dict(zip(("passed", "failed"), map(sum, zip(*of_name)))) for name, of_name in counts.items()}


def long_figures():
    """Sums of the pairs that the logs of long runs print, by the word that their lines begin with."""
    figures = {}
    for log in sorted((ROOT / "bazel-testlogs").glob("**/*_long_test/**/test.log")):
        text = log.read_text(errors="replace")
        for name, number, unit in re.findall(r"^([a-z]+-[a-z]+|gradient|profiles|slender)\b.*?(\d+) (pairs|candidates|profiles|bodies)\b", text, re.M):
            sums = figures.setdefault(name, {unit: 0})
            sums[unit] = sums.get(unit, 0) + int(number)
    return figures


def fuzz_figures():
    """What assurance/fuzz.sh appended to its logs."""
    done = {log.stem: re.findall(r"Done (\d+) runs in (\d+) second", log.read_text(errors="replace")) for log in sorted((ROOT / "out/fuzz").glob("*.log"))}
    return {name: {"inputs": sum(int(n) for n, _ in runs), "seconds": sum(int(s) for _, s in runs)} for name, runs in done.items() if runs}


def collect():
    evidence = json.loads(EVIDENCE.read_text()) if EVIDENCE.is_file() else {}
    where = {
        "commit": output("git", "rev-parse", "--short=9", "HEAD"),
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        "machine": re.search("model name\\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1],
        "compilers": ", ".join(output(name, "--version").split("\n")[0] for name in ("gcc", "clang")),
    }
    figures = {"test cases": test_figures(), "long runs": long_figures(), "fuzzing": fuzz_figures()}
    sections = {name: {"figures": of_name} for name, of_name in figures.items()}
    for path in sorted((ROOT / "out/evidence").glob("*.json")):
        sections[path.stem] = json.loads(path.read_text())
    evidence |= {name: {**where, **section} for name, section in sections.items() if section["figures"]}
    EVIDENCE.write_text(json.dumps(evidence, indent=1) + "\n")
    page = PAGE.read_text()
    PAGE.write_text(page.replace(generated(page), table(evidence)))


def generated(page):
    """The part of the page between the marks."""
    return page.split(MARKS[0])[1].split(MARKS[1])[0]


def table(evidence):
    rows = ["| run | of | figures |", "|---|---|---|"]
    for name, section in evidence.items():
        rows.append("| **{}**: {machine}; {compilers}; commit {commit}, {date} | | |".format(name, **section))
        rows += [f"| | {of} | {', '.join(f'{number:,} {unit}' for unit, number in figures.items())} |" for of, figures in section["figures"].items()]
    return "\n".join(rows) + "\n"


def check():
    page = PAGE.read_text()
    kinds = set(re.findall(r"^\| ([a-z]+) \| [^|]*\|$", page, re.M)) - {"kind"}
    rows = re.findall(r"^\| *(\d+) \| (.*) \| (.*) \| (.*) \| (.*)\|$", page, re.M)
    labels = set(bazel_tests('kind(".*_test rule", //...)'))
    files = {str(path.relative_to(ROOT)) for pattern in ("python/tests/test_*.py", "fleet/*_test.py") for path in ROOT.glob(pattern)}
    errors, named = [], set()
    for expected, (number, _, kind, tests, _) in enumerate(rows, 1):
        errors += [f"requirement {number}: {expected} comes next"] if int(number) != expected else []
        errors += [f"requirement {number}: {word} is no kind" for word in kind.split(", ") if word not in kinds]
        of_row = re.findall("`([^`]+)`", tests)
        errors += [f"requirement {number}: there is no test {test}" for test in of_row if test not in labels and not (ROOT / test).is_file()]
        errors += [] if of_row else [f"requirement {number}: names no test"]
        named.update(of_row)
    errors += [] if rows else ["no requirements"]
    errors += [] if generated(page) == table(json.loads(EVIDENCE.read_text())) else ["the figures are not those of docs/evidence.json: run assurance/evidence.py"]
    errors += sbom.errors()
    others = sorted(test for test in (labels | files) - named if test.replace("_long_test", "_test") not in named)
    print(f"{len(rows)} requirements; tests that none of them names: {' '.join(others)}")
    for error in errors:
        print(f"docs/testing.md: {error}", file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    sys.exit(check() if sys.argv[1:] else collect())
