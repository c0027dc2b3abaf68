#!/usr/bin/env python3
"""The figures of docs/testing.md, from what the last runs left, and the check of its requirements.

    tools/evidence.py           reads the logs of Bazel and of out/ and writes docs/evidence.json and the table of docs/testing.md:
                                run it after .ci/run, tools/test.sh --long and tools/fuzz.sh
    tools/evidence.py --check   fails if a requirement is out of order or names a test that does not exist, if the table is not that
                                of docs/evidence.json, or if the bill of materials (tools/sbom.py) lacks a dependency; prints the
                                tests that no requirement names

docs/evidence.json has a section for each kind of run: where and when it was, and its figures. A section is replaced if results of such a
run are there, and kept otherwise. Other tools add sections as out/evidence/NAME.json: {"figures": {"name": {"unit": number}}}.
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
    "headers, consumers, site": ["header_tests.xml", "consumer_tests.xml", "step_tests.xml", "format_tests.xml"],
}


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()


def bazel_tests(expression):
    return output("bazel", "query", "--noshow_progress", expression).split()


def cases(logs):
    """The sums of count_tests.count over the logs that can be read."""
    sums = [count_tests.count(log) for log in logs if log.is_file()]
    return {"passed": sum(passed for passed, _ in sums), "failed": sum(failed for _, failed in sums)} if sums else None


def listed_logs(name):
    """The logs in the folders that a list of .ci/run names."""
    path = ROOT / "out" / name
    folders = path.read_text().split("\n") if path.is_file() else []
    return [log for folder in folders if folder for log in count_tests.logs_at(ROOT / folder)]


def test_figures():
    figures = {}
    by_folder = {}
    for label in bazel_tests("tests(//...) except attr(tags, manual, //...) + tests(//planner_adapter/ompl:ompl_tests)"):
        folder = "/".join(label[2:].split(":")[0].split("/")[:2])
        by_folder.setdefault(folder, []).append(count_tests.logs_at(ROOT / "bazel-testlogs" / label[2:].replace(":", "/")))
    for folder, logs in sorted(by_folder.items()):
        # A folder with a test that has not run has no figure.
        figures[folder] = cases(sum(logs, [])) if all(logs) else None
    for name, files in JUNIT.items():
        figures[name] = cases([ROOT / "out" / file for file in files])
    for name, logs in {"CMake": "cmake_test_logs", "sanitizers (address, undefined)": "sanitizer_test_logs", "ARM": "arm_test_logs"}.items():
        figures[name] = cases(listed_logs(logs))
    return figures


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
    """What tools/fuzz.sh appended to its logs."""
    figures = {}
    for log in sorted((ROOT / "out/fuzz").glob("*.log")):
        runs = re.findall(r"Done (\d+) runs in (\d+) second", log.read_text(errors="replace"))
        if runs:
            figures[log.stem] = {"inputs": sum(int(n) for n, _ in runs), "seconds": sum(int(s) for _, s in runs)}
    return figures


def collect():
    evidence = json.loads(EVIDENCE.read_text()) if EVIDENCE.is_file() else {}
    where = {
        "commit": output("git", "rev-parse", "--short=9", "HEAD"),
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        "machine": re.search("model name\\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1],
        "compilers": ", ".join(output(name, "--version").split("\n")[0] for name in ("gcc", "clang")),
    }
    sections = {"test cases": test_figures(), "long runs": long_figures(), "fuzzing": fuzz_figures()}
    for path in sorted((ROOT / "out/evidence").glob("*.json")):
        sections[path.stem] = json.loads(path.read_text())["figures"]
    for name, figures in sections.items():
        present = {key: figure for key, figure in figures.items() if figure}
        if present:
            evidence[name] = {**where, "figures": present}
    EVIDENCE.write_text(json.dumps(evidence, indent=1) + "\n")
    page = PAGE.read_text()
    PAGE.write_text(page.replace(generated(page), table(evidence)))


def generated(page):
    """The part of the page between the marks."""
    return page.split(MARKS[0])[1].split(MARKS[1])[0]


def table(evidence):
    rows = ["| run | of | figures |", "|---|---|---|"]
    for name, section in evidence.items():
        first = f"**{name}**: {section['machine']}; {section['compilers']}; commit {section['commit']}, {section['date']}"
        rows.append(f"| {first} | | |")
        for of, figures in section["figures"].items():
            rows.append(f"| | {of} | {', '.join(f'{number:,} {unit}' for unit, number in figures.items())} |")
    return "\n".join(rows) + "\n"


def check():
    page = PAGE.read_text()
    kinds = set(re.findall(r"^\| ([a-z]+) \| [^|]*\|$", page, re.M)) - {"kind"}
    rows = re.findall(r"^\| *(\d+) \| (.*) \| (.*) \| (.*) \| (.*)\|$", page, re.M)
    labels = set(bazel_tests('kind(".*_test rule", //...)'))
    files = {str(path.relative_to(ROOT)) for pattern in ("python/tests/test_*.py", "fleet/*_test.py") for path in ROOT.glob(pattern)}
    errors, named = [], set()
    for expected, (number, _, kind, tests, _) in enumerate(rows, 1):
        if int(number) != expected:
            errors.append(f"requirement {number}: {expected} comes next")
        errors += [f"requirement {number}: {word} is no kind" for word in kind.split(", ") if word not in kinds]
        of_row = re.findall("`([^`]+)`", tests)
        errors += [f"requirement {number}: there is no test {test}" for test in of_row if test not in labels and not (ROOT / test).is_file()]
        if not of_row:
            errors.append(f"requirement {number}: names no test")
        named.update(of_row)
    if not rows:
        errors.append("no requirements")
    if generated(page) != table(json.loads(EVIDENCE.read_text())):
        errors.append("the figures are not those of docs/evidence.json: run tools/evidence.py")
    errors += sbom.errors()
    others = sorted(test for test in (labels | files) - named if test.replace("_long_test", "_test") not in named)
    print(f"{len(rows)} requirements; tests that none of them names: {' '.join(others)}")
    for error in errors:
        print(f"docs/testing.md: {error}", file=sys.stderr)
    return 1 if errors else 0


def main():
    if sys.argv[1:] == ["--check"]:
        return check()
    if sys.argv[1:]:
        print(__doc__, file=sys.stderr)
        return 2
    collect()
    return 0


if __name__ == "__main__":
    sys.exit(main())
