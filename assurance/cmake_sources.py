#!/usr/bin/env python3
"""Derives cmake/sources.cmake from the BUILD files, which `bazel query` reads, so that sources are listed in one place.

  assurance/cmake_sources.py           writes cmake/sources.cmake
  assurance/cmake_sources.py --check   prints how it differs from what would be written; exit status 1 if it does

A component has all libraries of its folders that are not testonly. Of its headers those of public targets are installed, and what they include.
"""
import difflib
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "cmake" / "sources.cmake"

# The targets of each component, as `bazel query` selects them. A component may depend on those
# before it. What needs OMPL is in none.
COMPONENTS = {
    "core": "//collision2d/... except //collision2d/solid/... except //collision2d/io:parse_flags except //collision2d:planner except //collision2d:replay",
    "solid": "//collision2d/solid/...",
    "adapter": "//collision2d:planner + //planner_adapter/... + //proto/... except //planner_adapter/ompl/...",
    "replay": "//collision2d:replay + //replay/...",
    "ompl": "//planner_adapter/ompl/...",
}

# The programs that CMake builds.
PROGRAMS = ["//replay/tool:replay", "//bench:planner_throughput"]

# The tests that CMake builds: golden bits and known answers; comparisons with exact oracles, which
# share the sources of the former.
TESTS = {
    "golden": [
        "//collision2d/golden:same_bits_golden_test",
        "//collision2d/motion:known_motions_test",
        "//collision2d/query:known_pairs_test",
        "//collision2d/query:same_bits_test",
    ],
    "oracle": [
        "//collision2d/batch:batch_differential_test",
        "//collision2d/geometry:orientation_test",
        "//collision2d/motion:minimum_distance_oracle_test",
        "//collision2d/motion:time_of_impact_oracle_test",
        "//collision2d/query:grid_test",
        "//collision2d/query:near_degenerate_test",
        "//collision2d/solid/query:oracle_families3_test",
    ],
}

# CMake's names of the packages that the BUILD files name by upstream's labels, except those of
# Abseil that are absl::NAME.
CMAKE_TARGETS = {
    "@box2d//:box2d": "box2d::box2d",
    "@com_google_absl//absl/flags:flag": "absl::flags",
    "@com_google_absl//absl/flags:parse": "absl::flags_parse",
    "@com_google_absl//absl/flags:reflection": "absl::flags_reflection",
    "@com_google_absl//absl/flags:usage": "absl::flags_usage",
    "@com_google_absl//absl/flags:config": "absl::flags_config",
    "@com_google_googletest//:gtest": "GTest::gtest",
    "@com_google_highway//:hwy": "hwy::hwy",
    "@com_google_protobuf//:protobuf": "protobuf::libprotobuf",
    "@fcl//:fcl": "fcl",
    "@gmp//:gmpxx": "PkgConfig::gmpxx",
    "@lz4//:lz4_frame": "PkgConfig::liblz4",
    "@mpfi//:mpfi": "MPFI::mpfi",
    "@ompl//:ompl": "OMPL::ompl",
    "@pugixml//:pugixml": "pugixml::pugixml",
    "@zstd//:zstd": "PkgConfig::libzstd",
}


def bazel_query(expression, output):
    command = ["bazel", "query", "--noshow_progress", f"--output={output}", expression]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


def path_of(label):
    return label.removeprefix("//").replace(":", "/")


def cmake_target(label):
    if label in CMAKE_TARGETS:
        return CMAKE_TARGETS[label]
    if label.startswith("@com_google_absl//"):
        return "absl::" + re.split("[:/]", label)[-1]
    raise SystemExit(f"assurance/cmake_sources.py: CMAKE_TARGETS has no entry for {label}")


class Rule:
    """What the CMake build needs of one target."""

    def __init__(self, xml):
        def values(attribute):
            return [value.get("value") for value in xml.findall(f"list[@name='{attribute}']/*")]

        self.kind = xml.get("class")
        self.deps = [label for label in values("deps") if label.startswith("//")]
        self.packages = {label for label in values("deps") if label.startswith("@")}
        self.public = "//visibility:public" in values("visibility")
        self.files = [path_of(label) for label in values("srcs") if label.startswith("//")]
        self.sources = {file for file in self.files if file.endswith(".cc")}
        self.protos = {file for file in self.files if file.endswith(".proto")}
        self.public_headers = {path_of(label) for label in values("hdrs")}
        self.headers = self.public_headers | {path_of(label) for label in values("textual_hdrs")} | {file for file in self.files if file.endswith(".h")}
        self.outputs = {path_of(output.get("name")) for output in xml.iter("rule-output")}
        self.flags = " ".join(flag for flag in values("copts") if not flag.startswith("-W") and flag != "-ffp-contract=off")


def all_rules():
    """The rules of this workspace, by label."""
    text = bazel_query('kind("cc_library|cc_binary|cc_test|proto_library|genrule", //...)', "xml")
    # Bazel announces XML 1.1, which this parser refuses, and uses nothing of it.
    document = ElementTree.fromstring(text.replace('version="1.1"', 'version="1.0"', 1))
    return {xml.get("name"): Rule(xml) for xml in document.iter("rule")}


def closure(rules, label):
    """The rule and those that it depends on."""
    found, pending = {}, [label]
    while pending:
        label = pending.pop()
        if label in rules and label not in found:
            found[label] = rules[label]
            pending += rules[label].deps
    return list(found.values())


def united(rules, attribute):
    return set().union(*(getattr(rule, attribute) for rule in rules))


def with_included(headers, known):
    """The headers, and those of the known ones that they include, directly or not."""
    found, pending = set(), set(headers)
    while pending:
        header = pending.pop()
        found.add(header)
        included = re.findall(r'^#include "(.*)"', (ROOT / header).read_text(), re.MULTILINE)
        pending |= known.intersection(included) - found
    return found


def packages(rules):
    return sorted({cmake_target(label) for label in united(rules, "packages")})


def cmake_list(name, items):
    return "\n".join([f"set(collision2d_{name}", *(f"  {item}" for item in items)]) + ")\n"


def component_lists(rules):
    """CMake's lists of the components, and the sources in them."""
    members = {}
    for component, expression in COMPONENTS.items():
        labels = bazel_query(f'let all = {expression} in $all except attr(testonly, 1, $all)', "label").split()
        members[component] = {label: rules[label] for label in labels if label in rules and rules[label].kind.endswith("_library")}
    allowed = set()
    for component, own in members.items():
        allowed |= own.keys()
        for label, rule in own.items():
            for dep in rule.deps:
                if dep in rules and dep not in allowed:
                    raise SystemExit(f"assurance/cmake_sources.py: {label} of component {component} depends on {dep}, which is neither in it nor before it")
    libraries = [rule for own in members.values() for rule in own.values()]
    installed = with_included(united([rule for rule in libraries if rule.public], "public_headers"), united(libraries, "headers"))
    generated = united([rule for rule in rules.values() if rule.kind == "genrule"], "outputs")
    lists = []
    for component, own in members.items():
        own = own.values()
        parts = {
            "sources": sorted(united(own, "sources") - generated),
            "headers": sorted(united(own, "headers") & installed),
            "protos": sorted(united(own, "protos")),
            "public_protos": sorted(united([rule for rule in own if rule.public], "protos")),
            "packages": packages(own),
        }
        lists += [cmake_list(f"{component}_{part}", items) for part, items in parts.items() if items]
    return lists, united(libraries, "sources")


def program_lists(rules, taken):
    lists = []
    for label in PROGRAMS:
        name, members = f"{label.split(':')[1]}_program", closure(rules, label)
        lists.append(cmake_list(f"{name}_sources", sorted(united(members, "sources") - taken)))
        lists.append(cmake_list(f"{name}_packages", packages([rule for rule in members if not rule.sources <= taken])))
    return lists


def test_lists(rules, taken):
    """For each group its tests, which are one source each, and what they share."""
    lists = []
    for group, labels in TESTS.items():
        own = united([rules[label] for label in labels], "sources")
        members = [rule for label in labels for rule in closure(rules, label) if not rule.sources or not rule.sources <= taken]
        shared = united(members, "sources") - own - taken
        lists.append(cmake_list(f"{group}_test_sources", sorted(own)))
        lists.append(cmake_list(f"{group}_testing_sources", sorted(shared)))
        lists.append(cmake_list(f"{group}_testing_packages", packages(members)))
        taken = taken | shared
    return lists


def embedded_page(rules):
    """The files that the sources of the replay page embed."""
    return cmake_list("embedded_page", rules["//replay/page:embed_replay_page"].files)


def flagged_sources(rules):
    """The flags of code generation that some sources have besides everyone's."""
    sources_of = {}
    for rule in rules.values():
        # Tests with flags of their own are Bazel's alone.
        if rule.flags and not all(source.endswith("_test.cc") for source in rule.sources):
            sources_of.setdefault(rule.flags, set()).update(rule.sources)
    return [
        "\n".join(["set_source_files_properties(", *(f"  {source}" for source in sorted(sources)), f'  PROPERTIES COMPILE_OPTIONS "{flags}")\n'])
        for flags, sources in sorted(sources_of.items())
    ]


def generated_text():
    rules = all_rules()
    lists, taken = component_lists(rules)
    lists += [*program_lists(rules, taken), *test_lists(rules, taken), embedded_page(rules), *flagged_sources(rules)]
    return "\n".join(["# Written by assurance/cmake_sources.py from the BUILD files. Do not edit.\n", *lists])


def main():
    text = generated_text()
    if sys.argv[1:] == ["--check"]:
        present = OUTPUT.read_text() if OUTPUT.exists() else ""
        difference = "".join(difflib.unified_diff(present.splitlines(True), text.splitlines(True), str(OUTPUT.relative_to(ROOT)), "from the BUILD files"))
        if difference:
            print(f"{difference}assurance/cmake_sources.py: cmake/sources.cmake is stale: run assurance/cmake_sources.py", file=sys.stderr)
            return 1
    elif sys.argv[1:]:
        print(__doc__, file=sys.stderr)
        return 2
    else:
        OUTPUT.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
