#!/usr/bin/env python3
"""Writes the software bill of materials, docs/sbom.spdx.json (SPDX 2.3), with the versions of Debian's packages that are installed here.

assurance/evidence.py --check fails if it lacks a repository of bazel/deps.bzl, or a row of the table below.
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
CORE, ADAPTER, OMPL, PYTHON = "linked into the core", "linked into the planner adapter", "linked into planner_adapter/ompl", "Python module"
TESTS, BUILD, FLEET = "tests and benchmarks only", "build only", "tools/fleet.sh only"

# Repository or tool, Debian's package, its licence (as Debian's copyright file has it), what it is
# for.
PACKAGES = [
    ("com_google_absl", "libabsl-dev", "Apache-2.0", CORE),
    ("com_google_highway", "libhwy-dev", "Apache-2.0", CORE),
    ("com_google_protobuf", "libprotobuf-dev", "BSD-3-Clause", ADAPTER),
    ("pugixml", "libpugixml-dev", "MIT", ADAPTER),
    ("zstd", "libzstd-dev", "BSD-3-Clause", ADAPTER),
    ("lz4", "liblz4-dev", "BSD-2-Clause", ADAPTER),
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


def package(name, version, licence, use, **more):
    """A package of SPDX."""
    return {"SPDXID": f"SPDXRef-{name.replace('_', '-')}", "name": name, "versionInfo": version, "comment": use, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": False, **more}  # fmt: skip


def write():
    version = re.search(r'kVersion\[\] = "(.*)"', (ROOT / "collision2d/version.h").read_text())[1]
    packages = [package("collision2d", version, "Apache-2.0", "this project")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-collision2d")]
    kinds = {TESTS: "TEST_DEPENDENCY_OF", BUILD: "BUILD_DEPENDENCY_OF", FLEET: "OPTIONAL_DEPENDENCY_OF"}
    for name, debian, licence, use in PACKAGES:
        found = subprocess.run(["dpkg-query", "-W", "-f=${Version}", debian], stdout=subprocess.PIPE, text=True)
        if found.returncode != 0:
            sys.exit("assurance/sbom.py: run tools/setup.sh --ompl --python --fleet")
        url = f"pkg:deb/debian/{debian}@{urllib.parse.quote(found.stdout, safe='')}?distro=bookworm"
        reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}
        packages.append(package(name, found.stdout, licence, use, externalRefs=[reference]))
        relations.append((packages[-1]["SPDXID"], kinds.get(use, "DEPENDENCY_OF"), "SPDXRef-collision2d"))
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
    return found


if __name__ == "__main__":
    write()
