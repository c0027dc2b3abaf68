#!/usr/bin/python3
"""What a host of the repository reads: one address in every file that names it, and workflows that can run.

    assurance/public_files.py            writes the address of pyproject.toml ([project.urls] Repository) to all files below
    assurance/public_files.py --check    fails, and names the file, if one has another address; if a workflow is not what
                                         GitHub accepts, lacks a supported release of Debian, or calls a script that is not there

Needs python3-yaml, which comes with `tools/setup.sh --docs`.
"""
import pathlib
import re
import sys
import tomllib

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
URL = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]["Repository"]
# Where the address stands: what is before it, and what is after it.
PLACES = {
    "package.xml": [('<url type="repository">', "</url>")],
    "examples/ros2_package/package.xml": [('<url type="repository">', "</url>")],
    "CITATION.cff": [("repository-code: ", "\n")],
    "SECURITY.md": [("[security page of the repository](", "/security)")],
    "README.md": [("[![tests](", "/actions/workflows/tests.yml/badge.svg)]"), ("badge.svg)](", "/actions/workflows/tests.yml)"),
                  ("[issue tracker](", "/issues)")],
    "docs/install.md": [("git clone ", "\n")],
    "cmake/packages.cmake": [('set(CPACK_PACKAGE_HOMEPAGE_URL "', '")')],
}
# Debian's releases that docs/versions.md supports.
RELEASES = {"12", "13"}
# What GitHub knows of a job and of a step; other words are mistakes.
JOB = {"strategy", "runs-on", "container", "timeout-minutes", "steps", "needs", "if", "env", "permissions"}
STEP = {"name", "run", "uses", "with", "if", "env", "shell", "working-directory"}


def with_url(text, places):
    """The text with the address at each place, and the places that it lacks."""
    missing = []
    for before, after in places:
        text, count = re.subn(f"(?<={re.escape(before)})[^\\s)\"<]*?(?={re.escape(after)})", URL, text)
        missing += [] if count else [before]
    return text, missing


def addresses(is_check):
    for name, places in PLACES.items():
        old = (ROOT / name).read_text()
        new, missing = with_url(old, places)
        yield from (f"{name}: has no '{before}'" for before in missing)
        if new != old and is_check:
            yield f"{name}: has another address than pyproject.toml: run assurance/public_files.py"
        elif new != old:
            (ROOT / name).write_text(new)


def faults_of_step(step, place):
    yield from (f"{place}: '{word}' is no word of a step" for word in step.keys() - STEP)
    if ("run" in step) == ("uses" in step):
        yield f"{place}: either run or uses is needed"
    if "uses" in step and not re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]):
        yield f"{place}: {step['uses']} has no version"
    for script in re.findall(r"\b(?:tools|assurance)/[\w.]+", step.get("run", "")):
        if not (ROOT / script).is_file():
            yield f"{place}: there is no {script}"


def faults_of(name, workflow):
    # YAML 1.1 reads the key `on` as true.
    if not {"push", "pull_request"} <= set(workflow.get("on", workflow.get(True, ()))):
        yield f"{name}: does not run on push and pull_request"
    for job, body in workflow.get("jobs", {}).items():
        yield from (f"{name}, {job}: '{word}' is no word of a job" for word in body.keys() - JOB)
        yield from (f"{name}, {job}: has no {word}" for word in {"runs-on", "steps", "timeout-minutes"} - body.keys())
        for number, step in enumerate(body.get("steps", ()), 1):
            yield from faults_of_step(step, f"{name}, {job}, step {number}")


def workflows():
    releases, runs_tests = set(), False
    for path in sorted((ROOT / ".github/workflows").glob("*.yml")):
        try:
            workflow = yaml.safe_load(path.read_text())
        except yaml.YAMLError as error:
            yield f"{path.name}: {error}"
            continue
        yield from faults_of(path.name, workflow)
        for body in workflow["jobs"].values():
            matrix = body.get("strategy", {}).get("matrix", {})
            for word, values in matrix.items():
                if body.get("container") == f"debian:${{{{ matrix.{word} }}}}":
                    releases |= set(values)
                    runs_tests |= any(step.get("run") == "tools/test.sh" for step in body["steps"])
    if not RELEASES <= releases or not runs_tests:
        yield f"workflows: tools/test.sh is to run in containers of Debian {', '.join(sorted(RELEASES))}"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    sys.exit("\n".join([*addresses(bool(sys.argv[1:])), *workflows()]) or None)


if __name__ == "__main__":
    main()
