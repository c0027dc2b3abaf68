#!/usr/bin/env python3
"""Compares what this tree asks of others by name with what they have: Bazel labels, and Debian's packages.

    assurance/upstream_labels.py --check                     fails, and names what upstream or a suite of Debian lacks
    assurance/upstream_labels.py --record REPOSITORY GIT TAG adds a version: GIT is a repository of upstream with its tags
    assurance/upstream_labels.py --packages SUITE FILE       adds a suite: FILE is its list of packages (Packages, unpacked)

The names are kept in bazel/upstream/labels.txt (repository, version, package, names of its targets and .bzl files) and
bazel/upstream/packages.txt (package of tools/setup.sh, the suites that have it): a check needs no network.
Debian's own labels (bazel/system) are ours, so that only this finds a label that upstream does not have.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LABELS = ROOT / "bazel/upstream/labels.txt"
PACKAGES = ROOT / "bazel/upstream/packages.txt"
SUITES = ("bookworm", "trixie", "sid")
# Packages that are asked for in some suites only.
SUITES_OF = {"python3-scikit-build-core": ("trixie", "sid")}
# What no version of upstream needs to have: its name in this tree is a branch for one of them.
OPTIONAL = {"@com_google_protobuf//bazel:cc_proto_library.bzl", "@com_google_protobuf//:BUILD.bazel"}


def rows(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text().splitlines() if line and not line.startswith("#")]


def write(path: Path, lines: set[str]) -> None:
    comments = [line for line in path.read_text().splitlines() if line.startswith("#")]
    path.write_text("\n".join(comments + sorted(lines)) + "\n")


def labels_of_tree() -> dict[str, str]:
    """Every label of another repository that BUILD files use, braces expanded, and a file that does."""
    files = subprocess.check_output(["git", "ls-files", "*BUILD.bazel", "*.bzl", "*.BUILD"], cwd=ROOT, text=True)
    found = {}
    for file in files.split():
        for label in re.findall(r'"(@\w+//[^"\s]*)"', (ROOT / file).read_text()):
            if label.startswith("@collision2d") or file.startswith("bazel/system/"):
                continue
            prefix, brace, rest = label.partition("{")
            names, _, suffix = rest.partition("}")
            for name in names.split(",") if brace else [""]:
                found.setdefault(prefix + name + suffix, file)
    return found


def versions() -> list[tuple[str, str]]:
    """Repository and version: those of MODULE.bazel, and of the archives of bazel/deps.bzl."""
    module = (ROOT / "MODULE.bazel").read_text()
    declared = re.findall(r'bazel_dep\(name = "(\w[\w-]*)", version = "([\w.-]+)"(?:.*?repo_name = "(\w+)")?', module)
    pinned = re.findall(r'^    "(\w+)": dict\(.*?urls = \["[^"]*?v?([\d.]+)\.(?:tar\.gz|zip)"', (ROOT / "bazel/deps.bzl").read_text(), re.M | re.S)
    return [(repo or name, version) for name, version, repo in declared] + pinned


def check_labels() -> list[str]:
    known: dict[tuple[str, str], set[str]] = {}
    for repository, version, package, *names in rows(LABELS):
        known.setdefault((repository, version), set()).update(f"@{repository}//{package.strip('/')}:{name}" for name in names)
    repositories = {repository for repository, _ in known}
    errors = []
    for label, file in sorted(labels_of_tree().items()):
        repository = label[1:].partition("//")[0]
        package, colon, name = label.partition("//")[2].partition(":")
        full = f"@{repository}//{package}:{name if colon else package.rpartition('/')[2]}"
        if repository not in repositories or full in OPTIONAL:
            continue
        named = {version for repo, version in versions() if repo == repository}
        for version in sorted(named | {version for repo, version in known if repo == repository}):
            if (repository, version) not in known:
                errors.append(f"{LABELS.name} has no names of {repository} {version}")
            elif full not in known[repository, version]:
                errors.append(f"{file}: {label}: {repository} {version} has no such target")
    return sorted(set(errors))


def record(repository: str, git: str, tag: str) -> None:
    def show(path: str) -> str:
        shown = subprocess.run(["git", "-C", git, "show", f"{tag}:{path}"], capture_output=True, text=True)
        return shown.stdout if shown.returncode == 0 else ""

    packages = {re.split("[:{]", label.partition("//")[2])[0] for label in labels_of_tree() if label.startswith(f"@{repository}//")}
    version = re.sub(r"^(release-|v)", "", tag)
    lines = {" ".join(row) for row in rows(LABELS) if row[:2] != [repository, version]}
    for package in packages:
        at = package + "/" if package else ""
        names = set(re.findall(r'\bname = "([^"]+)"', show(at + "BUILD.bazel") or show(at + "BUILD")))
        names |= {name for name in show(package).split("\n") if name.endswith(".bzl")}
        names = {name for name in names if not re.search(r"_test|test_[^m]|benchmark_|internal|[$%{ ]", name)}
        if names:
            lines.add(f"{repository} {version} {package or '/'} {' '.join(sorted(names))}")
    write(LABELS, lines)


def packages_of_setup() -> set[str]:
    """Every package that some option of tools/setup.sh installs on this architecture."""
    script = re.sub(r"#.*", "", (ROOT / "tools/setup.sh").read_text())
    lists = " ".join(re.findall(r"packages\+?=\(([^)]*)\)", script))
    names = {name.partition(":")[0] for name in lists.split() if '"' not in name and "$" not in name}
    for prefix, loop in re.findall(r'for \w+ in ([^;]*); do packages\+=\("([\w-]+)-\$', script):
        names |= {f"{loop}-{name}" for name in prefix.split()}
    return names


def check_packages() -> list[str]:
    suites = {row[0]: row[1:] for row in rows(PACKAGES)}
    return [
        f"tools/setup.sh: {name}: not known to be in {suite} ({PACKAGES.name})"
        for name in sorted(packages_of_setup())
        for suite in SUITES_OF.get(name, SUITES)
        if suite not in suites.get(name, [])
    ]


def record_packages(suite: str, file: str) -> None:
    available = set(re.findall(r"^Package: (\S+)$", Path(file).read_text(), re.M))
    suites = {row[0]: set(row[1:]) - {suite} for row in rows(PACKAGES)}
    names = packages_of_setup()
    write(PACKAGES, {" ".join([name, *sorted(suites.get(name, set()) | ({suite} if name in available else set()))]) for name in names})


def main(arguments: list[str]) -> int:
    if len(arguments) == 4 and arguments[0] == "--record":
        record(*arguments[1:])
    elif len(arguments) == 3 and arguments[0] == "--packages":
        record_packages(*arguments[1:])
    elif arguments == ["--check"]:
        errors = check_labels() + check_packages()
        for error in errors:
            print(error, file=sys.stderr)
        return 1 if errors else 0
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
