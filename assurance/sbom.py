#!/usr/bin/env python3
"""Writes the software bill of materials, docs/sbom.spdx.json (SPDX 2.3), with the versions of Debian's packages that are installed here,
and of npm's in tools/npm/package-lock.json.

assurance/evidence.py --check fails if it lacks a repository of bazel/deps.bzl, a row of the table below, or a package of npm.
"""
import datetime
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
SBOM = ROOT / "docs/sbom.spdx.json"
CORE, ADAPTER, REPLAY = "linked into the core", "linked into the planner adapter", "linked into replay"
OMPL, PYTHON = "linked into planner_adapter/ompl", "Python module"
TESTS, BUILD, FLEET = "tests and benchmarks only", "build only", "tools/fleet.sh only"

# Repository or tool, Debian's package, its licence (as Debian's copyright file has it), what it is
# for.
PACKAGES = [
    ("com_google_absl", "libabsl-dev", "Apache-2.0", CORE),
    ("com_google_highway", "libhwy-dev", "Apache-2.0", CORE),
    ("com_google_protobuf", "libprotobuf-dev", "BSD-3-Clause", ADAPTER),
    ("pugixml", "libpugixml-dev", "MIT", REPLAY),
    ("zstd", "libzstd-dev", "BSD-3-Clause", REPLAY),
    ("lz4", "liblz4-dev", "BSD-2-Clause", REPLAY),
    ("ompl", "libompl-dev", "BSD-3-Clause", OMPL),
    ("eigen", "libeigen3-dev", "MPL-2.0", OMPL + "; tests and benchmarks"),
    ("boost", "libboost-dev", "BSL-1.0", OMPL),  # Headers that OMPL's include.
    ("pybind11", "pybind11-dev", "BSD-3-Clause", PYTHON),
    ("numpy", "python3-numpy", "BSD-3-Clause", PYTHON),
    ("com_google_googletest", "libgtest-dev", "BSD-3-Clause", TESTS),
    ("gmp", "libgmp-dev", "LGPL-3.0-or-later OR GPL-2.0-or-later", TESTS),
    ("mpfi", "libmpfi-dev", "LGPL-2.1-or-later", TESTS),
    ("mpfr", "libmpfr-dev", "LGPL-3.0-or-later", TESTS),  # By MPFI.
    ("box2d", "libbox2d-dev", "MIT", TESTS),
    ("fcl", "libfcl-dev", "BSD-3-Clause", TESTS),
    ("libccd", "libccd-dev", "BSD-3-Clause", TESTS),
    ("bullet", "libbullet-dev", "Zlib", TESTS),
    ("dask", "python3-dask", "BSD-3-Clause", FLEET),
    ("distributed", "python3-distributed", "BSD-3-Clause", FLEET),
    ("protobuf_python", "python3-protobuf", "BSD-3-Clause", PYTHON + "; " + FLEET),
    ("tqdm", "python3-tqdm", "MPL-2.0 AND MIT", PYTHON + "; " + FLEET),
    ("openssl", "openssl", "Apache-2.0", FLEET),
    ("bazel_skylib", "bazel-skylib", "Apache-2.0", BUILD),
    ("platforms", "bazel-platforms", "Apache-2.0", BUILD),
    ("rules_java", "bazel-rules-java", "Apache-2.0", BUILD),
]
# Folders of bazel/system that hold files of this project under a repository's name, and what only
# the archives of upstream load.
OWN = {"rules_cc", "rules_proto", "rules_python", "rules_shell", "remote_coverage_tools", "rules_license"}


def locator(url):
    return {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}


def package(name, version, licence, use, **more):
    """A package of SPDX."""
    return {"SPDXID": f"SPDXRef-{re.sub('[^A-Za-z0-9.]+', '-', name).strip('-')}", "name": name, "versionInfo": version, "comment": use, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": False, **more}  # fmt: skip


def npm_packages():
    """Name, version and licence of what tools/setup.sh installs from npm."""
    locked = json.loads((ROOT / "tools/npm/package-lock.json").read_text())["packages"]
    return [(path.removeprefix("node_modules/"), of["version"], of["license"]) for path, of in locked.items() if path]


def write():
    version = re.search(r'kVersion\[\] = "(.*)"', (ROOT / "collision2d/version.h").read_text())[1]
    packages = [package("collision2d", version, "Apache-2.0", "this project")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-collision2d")]
    kinds = {TESTS: "TEST_DEPENDENCY_OF", BUILD: "BUILD_DEPENDENCY_OF", FLEET: "OPTIONAL_DEPENDENCY_OF"}
    for name, debian, licence, use in PACKAGES:
        found = subprocess.run(["dpkg-query", "-W", "-f=${Version}\n", debian], stdout=subprocess.PIPE, text=True)
        if found.returncode != 0:
            sys.exit("assurance/sbom.py: run tools/setup.sh --ompl --python --fleet")
        debian_version = found.stdout.split()[0]  # A line for each architecture.
        url = f"pkg:deb/debian/{debian}@{urllib.parse.quote(debian_version, safe='')}?distro=bookworm"
        packages.append(package(name, debian_version, licence, use, externalRefs=[locator(url)]))
    for name, npm_version, licence in npm_packages():
        url = f"pkg:npm/{urllib.parse.quote(name)}@{npm_version}"
        packages.append(package(name, npm_version, licence, BUILD, externalRefs=[locator(url)]))
    relations += [(p["SPDXID"], kinds.get(p["comment"], "DEPENDENCY_OF"), packages[0]["SPDXID"]) for p in packages[1:]]
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"collision2d-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/collision2d-{version}",
        "creationInfo": {"created": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%dT%H:%M:%SZ}", "creators": ["Tool: assurance/sbom.py"]},
    }
    relationships = [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations]
    # A line for each package and relation.
    lists = (",\n".join(map(json.dumps, rows)) for rows in (packages, relationships))
    SBOM.write_text(json.dumps(document)[:-1] + ',\n"packages": [\n{}\n],\n"relationships": [\n{}\n]}}\n'.format(*lists))


def errors():
    """What the bill of materials lacks."""
    listed = {found["name"]: found for found in json.loads(SBOM.read_text())["packages"]}
    text = (ROOT / "bazel/deps.bzl").read_text().split("\ndef ")[0]
    wanted = set(re.findall(r'^    "(\w+)"(?::|,$)', text, re.M)) - OWN
    found = [f"{SBOM.name}: no package {name}, which bazel/deps.bzl declares" for name in sorted(wanted - set(listed))]
    for name, _, licence, use in PACKAGES:
        if name not in listed or (listed[name]["licenseConcluded"], listed[name]["comment"]) != (licence, use):
            found.append(f"{SBOM.name}: {name} is not as in assurance/sbom.py: run it")
    for name, version, licence in npm_packages():
        if name not in listed or (listed[name]["versionInfo"], listed[name]["licenseConcluded"]) != (version, licence):
            found.append(f"{SBOM.name}: {name} is not as in tools/npm/package-lock.json: run assurance/sbom.py")
    return found


if __name__ == "__main__":
    write()
