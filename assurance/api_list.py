#!/usr/bin/python3
"""The public API as one text, docs/api.txt: what docs/versions.md promises, name by name.

    assurance/api_list.py           writes docs/api.txt
    assurance/api_list.py --check   fails, and prints the difference, if it is not what the sources say, or if it is not that of the last
                                release and CHANGELOG.md has nothing under Added, Deprecated or What breaks since then

A line is an item: its class, where it is, and its declaration as the source has it. Only sources are read. Headers are read by a scanner:
compilers need the headers of all dependencies, and print declarations in their own words. Needs protoc and python3-protobuf.
"""
import ast
import collections
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

from google.protobuf import descriptor_pb2

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "docs/api.txt"
sys.path.insert(0, str(ROOT / "python"))
import signatures  # noqa: E402

# What docs/versions.md promises as stable, but for some items. All else is experimental.
STABLE = re.compile(
    r"collision2d/(version\.h|(batch|geometry|interop|motion|query)/|v1/|capture/tool/)|planner_adapter/(checking|metrics|road|scene)/|replay/(studies|tool)/"
    r"|collision2d/solid/(posed_solid\.h|vertical_clearance\.h|(geometry|shapes)/|query/(collides3|distance3|query_types3|separation3)\.h)"
    r"|python/(?!collision2d/commonroad/)|fleet/|bazel/|cmake/|CMakeLists.txt"
)
EXPERIMENTAL_ITEM = re.compile(r"\bompl\b|statistics\.json")

# Public are the headers that these include or link to, and the types in other headers that are used
# there.
ENTRANCES = ("collision2d/*.h", "collision2d/solid/solid.h", "collision2d/solid/papers/papers.h", "planner_adapter/*.h", "docs/reference/*.md")

# Where a struct of C++ or a class of Python has other names than the message: its own (+), and
# those of the message alone (-).
OTHER_NAMES = {
    # Other forms of the same data.
    "C++ Candidate": "-packed_poses", "C++ Prediction": "-packed_poses", "C++ TimedPose": "+position +z_m -time_ns -x -y -z",
    "C++ EgoState": "+pose -time_s -x -y -yaw_rad", "C++ Polytope": "+mesh +plan +span -vertices", "C++ GoalReached": "-goal -step -time_s",
    "C++ Headway": "-gap -headway", "C++ TimeToCollision": "-constant_twist -on_paths",
    "C++ PostEncroachmentTime": "+ego_conflict +obstacle_conflict -duration_s -ego_entry_s -ego_exit_s -obstacle_entry_s -obstacle_exit_s",
    "Python Candidate": "+times_s -is_recorded -packed_poses", "Python Prediction": "+times_s -packed_poses",
    # C++ has indices, and functions for what follows from other members.
    **{f"C++ {name}": "+obstacle -obstacle_id" for name in ("Reservation", "VerticalClearance")},
    **{f"C++ {name}": "+obstacle -element_name -obstacle_id" for name in ("Encounter", "Interaction", "MarginEncounter")},
    "C++ OccupancyGrid": "-bits", "C++ PointSet": "+options +points -max_z_m -min_z_m -radius_m -x -y -z", "C++ StaticObstacle": "+elements",
    "C++ RssMargin": "-is_dangerous", "C++ Scene": "+notes +origin -schema_version -time_origin_ns",
    "C++ Verdict": "+metrics -candidate_id -candidate_index -collides -cost -goal -headway -in_contact_in_recording -lateral_clearance -leaves_road "
                   "-post_encroachment_time -profile -required_deceleration -rss_margin -time_to_collision",
}
MEMBERS = (
    ("C++", r"collision2d::planner(?:::input)?::(\w+): (?!static |enum |.* const$)[\w:<>, ]+[ >](\w+)(?: = .*|\{.*)?$"),
    ("message", r"([A-Z]\w*): +\d+ (?:optional |repeated )?[\w.]+ (\w+)"),
    ("Python", r"collision2d\.([A-Z]\w*): (\w+):"),
)

FLAG = r'ABSL_FLAG\(\s*([\w:<>]+),\s*(\w+),\s*(\(.*?\}\)|"[^"]*"|[^",]+),'
# What is read by pattern: section, files, pattern, text.
PATTERNS = (
    ("CMake", "CMakeLists.txt", r'option\((\w+) "[^"]*" (\S+)\)', "option {0}: {1}"),
    ("CMake", "CMakeLists.txt", r"collision2d_add_component\((\w+)", "component {0}: collision2d::{0}"),
    ("CMake", "cmake/install.cmake", r"(?<!# )collision2d_install_pc\((\w+) (\w+)", "pkg-config: {1}.pc"),
    ("CMake", "cmake/components.cmake", r"collision2d_soversion (.+)\)\n", "SONAME: lib*.so.{0}"),
    ("Bazel", "bazel/deps.bzl", r"\ndef (collision2d_\w+\(.*\)):", "{0}"),
    ("Bazel", "bazel/deps.bzl", r'(?:\n    |name = )"(\w+)"[:,]', "repository: {0}"),
    ("Tools", "replay/tool/*.cc", FLAG, "replay --{1}: {0} = {2}"),
    ("Tools", "replay/tool/*.cc", r'"  tools/replay\.sh (.*)\\n"', "replay {0}"),
    ("Tools", "collision2d/capture/tool/*.cc", FLAG, "capture_tool --{1}: {0} = {2}"),
    ("Tools", "collision2d/capture/tool/*.cc", r'"  (\w+ FILE)', "capture_tool {0}"),
    ("Tools", "fleet/__main__.py", r"\n  tools/(fleet\.sh .*)", "{0}"),
    ("Files", "replay/tool/run_directory.cc", r'\n "(\w+)": ["%\d]', "run.json: {0}"),
    ("Files", "replay/tool/run_directory.cc", r'\[\] = "([\w.]+)";', "name of a file: {0}"),
    ("Files", "replay/studies/survey.cc", r'csv =\s+"(.*)"\s+"(.*)\\n"', "survey.csv: {0}{1}"),
    ("Files", "fleet/report.py", r"list\.tsv with (.*?)\.", "list.tsv: {0}"),
    ("Python", "python/src/results.cc", r'Record<([\w:<>]+)>\(\)([^;]*)\s*\.Define\(module, "(\w+)"\)', "collision2d.{2}: {0} {1}"),
)
# What is read of fleet/: classes whose fields are keys of a file, or exit statuses.
CLASSES = {
    "plan.json": "identity.Identity", "manifest.jsonl": "manifest.Entry manifest.Lost", "statistics.json": "statistics.Statistics",
    "outcome.json": "store.Outcome store.Rejected digests.FileDigest", "--verify": "digests.Verify", "exit status": "errors.Exit",
    "differences.jsonl": "verdict_index.CycleName compare.CandidateDifference compare.Brief compare.Kind",
}

# Names in comments of public headers that are not ours: codes of absl::Status, and what other
# libraries declare.
FOREIGN = set(
    "DataLoss DeadlineExceeded FailedPrecondition Internal InvalidArgument NotFound ResourceExhausted Unavailable "
    "DubinsStateSpace JsonStringToMessage Matrix2Xd ReedsSheppStateSpace SemVer interpolate".split()
)
# What a name of ours looks like in a sentence: Collides() and the like, BeyondPrediction,
# kMaxCoordinate_m.
NAMED = re.compile(r"\b(?:([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+\w*|k[A-Z]\w+)\b|([A-Za-z]\w+)\(\))")

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'|\w[\w\']*|::|\s+|.')
CLASS = re.compile(r"(?:template <.*> )?(class|struct|union) (?:alignas\(\w+\) )?([\w:<>, ]+?)(?: final)?(?: : .*)?$")
# What does not change how a name is used, and the value that each release changes.
SILENT = re.compile(r"\b(inline (?!namespace)|COLLISION2D_HOT_INLINE |ABSL_ATTRIBUTE_(ALWAYS_INLINE|NOINLINE) )|(?<=kVersion\[\]) = .*")
# What names nothing new, and members that are defined outside of their class.
NO_ITEM = re.compile(r"static_assert|friend (class|struct) |extern template|using namespace|[^({=]*[\w>]::~?(\w+|operator[^\w\s(]+)\(")


def block(tokens):
    """The text up to the brace that closes the block which has just been opened."""
    text, depth = "", 1
    for token in tokens:
        depth += (token == "{") - (token == "}")
        if not depth:
            break
        text += token
    return text


def enumerators(text):
    value = -1
    for item in filter(str.strip, text.split(",")):
        name, _, given = map(str.strip, item.partition("="))
        value = int(given, 0) if re.fullmatch(r"-?\d\w*", given) else value + 1
        yield f"{name} = {given or value}"


def declarations(tokens, scope, is_visible=True):
    """Scope and text of each declaration up to the end of the block, without bodies."""
    head, depth, initialisers = "", 0, None
    for token in tokens:
        depth += (token in "([") - (token in ")]")
        if depth or token not in "{};:":
            head += token
            continue
        text = SILENT.sub("", re.sub(r"(?<=\() ", "", " ".join(head[:initialisers].split())))
        item = [(scope, text)] if text and (is_visible or text.startswith("friend")) and not NO_ITEM.match(text) else []
        if token == "}":
            return
        if token == ":":
            if text not in ("public", "protected", "private"):
                # Of a constructor's initialisers; others are of base classes and enumerations.
                if ")" in text and "?" not in text and not CLASS.match(text):
                    initialisers = initialisers or len(head)
                head += token
                continue
            is_visible = text != "private"
        elif token == ";":
            yield from item if not re.fullmatch(r"(template <.*> )?(class|struct|enum class) \w+", text) else []
        elif space := re.fullmatch(r"(inline )?namespace ?([\w:]*)", text):
            if not space[2] or "internal" in space[2].split("::"):
                block(tokens)
            else:
                yield from declarations(tokens, scope if space[1] else f"{scope}::{space[2]}".removeprefix("::"))
        elif kind := CLASS.match(text):
            yield from item
            members = list(declarations(tokens, f"{scope}::{kind[2]}", kind[1] != "class"))
            yield from members if is_visible else []
        elif enum := re.match(r"enum (?:class )?(\w+)", text):
            yield from [*item, *((f"{scope}::{enum[1]}", name) for name in enumerators(block(tokens)) if is_visible)]
        elif initialisers and re.search(r"[\w>]$", head) or not re.match(r"(template <.*> )?([^=(]|operator[^\w\s(]+)*\(", text):
            # A member of an initialiser list, or the value of a variable.
            head += "{" + block(tokens) + "}"
            continue
        else:
            block(tokens)
            yield from item
        head, initialisers = "", None


def scanned(header):
    """What a header declares, and the headers of ours that it includes."""
    source = (ROOT / header).read_text()
    text = re.sub(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\])*")', lambda found: found[1] or "", source, flags=re.S)
    macros = re.findall(r"^#define (\w+(?:\(.*?\))?)", text, re.M)
    items = [("#define", macro) for macro in macros if f"#undef {macro.partition('(')[0]}\n" not in text]
    # Calls of macros that are declarations, in lines of their own, have no semicolon.
    text = re.sub(r"^ *#(.*\\\n)*.*|^[A-Z][A-Z0-9_]+\(.*\)$", "", text, flags=re.M)
    included = re.findall(r'^#include "((?:collision2d|planner_adapter|replay)/[\w/]+(?<!\.pb)\.h)"', source, re.M)
    return [*items, *declarations(iter(TOKEN.findall(text)), "")], included


def public_headers():
    sources = "".join(path.read_text() for pattern in ENTRANCES for path in ROOT.glob(pattern))
    return set(re.findall(r'^(?:#include "|- \[[^]]+\]\(\.\./\.\./)((?:collision2d|planner_adapter|replay)/[\w/]+\.h)', sources, re.M))


def cpp_items():
    public = public_headers()
    known, pending = {}, list(public)
    while pending:
        if (header := pending.pop()) not in known:
            known[header], included = scanned(header)
            pending += included
    # The types of other headers, with what is in them. Names of namespaces are in small letters.
    types = {}
    for header in known.keys() - public:
        for scope, text in known[header]:
            if name := re.search(r"::([A-Z]\w*)", scope) or re.match(r"(?:template <.*> )?(?:class|struct|enum class|using) (\w+)", text):
                types.setdefault(name[1], []).append((header, scope, text))
    found = used = [(header, *item) for header in public for item in known[header]]
    while used:
        names = types.keys() & set(re.findall(r"\w+", " ".join(text for *_, text in used)))
        used = [item for name in names for item in types.pop(name)]
        found = found + used
    return [(f"C++, {header}", header, f"{scope}: {text}") for header, scope, text in found]


def proto_items(files):
    for file in files:
        options = [f"{option.name} = {value}" for option, value in file.options.ListFields()]
        texts = [f"file: {text}" for text in (f"package {file.package}", *options)]
        pending, enums = [("", message) for message in file.message_type], [("", enum) for enum in file.enum_type]
        while pending:
            scope, message = pending.pop()
            name = f"{scope}{message.name}"
            pending += [(f"{name}.", nested) for nested in message.nested_type]
            enums += [(f"{name}.", enum) for enum in message.enum_type]
            texts += [f"{name}: reserved {reserved.start} to {reserved.end - 1}" for reserved in message.reserved_range]
            texts += [f"{name}: message", *(f"{name}: reserved {reserved}" for reserved in message.reserved_name)]
            for field in message.field:
                kind = field.type_name.lstrip(".") or descriptor_pb2.FieldDescriptorProto.Type.Name(field.type)[5:].lower()
                label = "optional" if field.proto3_optional else "repeated" if field.label == field.LABEL_REPEATED else ""
                if field.HasField("oneof_index") and not field.proto3_optional:
                    label = f"oneof {message.oneof_decl[field.oneof_index].name}"
                options = [f"{option.name}={value}" for option, value in field.options.ListFields()]
                if field.json_name != re.sub("_+(.?)", lambda found: found[1].upper(), field.name):
                    options.append(f"json_name={field.json_name}")
                texts.append(f"{name}: {field.number:3} {' '.join([*filter(None, [label]), kind, field.name, *options])}")
        for scope, enum in enums:
            texts += [f"{scope}{enum.name}: {text}" for text in ("enum", *(f"{value.number:3} {value.name}" for value in enum.value))]
        yield from ((f"Messages, {file.name}", file.name, text) for text in texts)


def python_declarations(body, scope, names=None):
    """Scope and text of the public functions, classes, fields and constants; `names` of the outermost ones."""
    for node in body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
        name = getattr(targets[0], "id", None) or getattr(targets[0], "name", "_")
        # Types of the stub that have names for readers are those of arguments.
        is_private = re.match("_(?!_)", name) and not (scope == "collision2d" and isinstance(node, ast.Assign))
        if is_private if names is None else name not in names:
            continue
        if isinstance(node, ast.ClassDef):
            yield scope, f"class {name}({', '.join(map(ast.unparse, node.bases))})"
            yield from python_declarations(node.body, f"{scope}.{name}")
        elif isinstance(node, ast.FunctionDef):
            decorators = "".join(f"@{ast.unparse(decorator)} " for decorator in node.decorator_list)
            yield scope, f"{decorators}def {name}({ast.unparse(node.args)})" + (f" -> {ast.unparse(node.returns)}" if node.returns else "")
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            yield scope, ast.unparse(node)


def parsed(path):
    return ast.parse((ROOT / path).read_text()).body


def python_items(verdicts):
    stub = list(signatures.expanded(parsed("python/src/_core.pyi")))
    modules = [("python/src/_core.pyi", stub, "collision2d", None),
               ("python/_verdicts.py", verdicts, "collision2d", {node.name for node in verdicts if isinstance(node, ast.ClassDef)})]
    for node in parsed("python/collision2d/__init__.py"):
        path = f"python/{node.module.replace('.', '/')}.py" if isinstance(node, ast.ImportFrom) else ""
        if (ROOT / path).is_file():
            modules.append((path, parsed(path), "collision2d", {name.name for name in node.names}))
    for path in ROOT.glob("python/collision2d/commonroad/*.py"):
        modules.append((str(path.relative_to(ROOT)), parsed(path), f"collision2d.commonroad.{path.stem}", None))
    return [("Python", path, f"{scope}: {text}") for path, body, *known in modules for scope, text in python_declarations(body, *known)]


def fleet_items():
    for file, (module, name) in ((file, name.split(".")) for file, names in CLASSES.items() for name in names.split()):
        for scope, text in python_declarations(parsed(f"fleet/{module}.py"), "fleet", {name}):
            if scope != "fleet" and not re.match("(@.* )?def ", text):
                yield "Files", "fleet/", f"{file}: {name}.{text}"
    for path in ROOT.glob("fleet/*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "add_argument":
                keywords = [f"{keyword.arg}={ast.unparse(keyword.value)}" for keyword in node.keywords if keyword.arg not in ("help", "metavar")]
                yield "Tools", "fleet/", f"fleet.sh, {path.name}: {' '.join([*(name.value for name in node.args), *keywords])}"


def descriptors():
    """Those of all files, and the Python module that is made of them."""
    files = [str(path.relative_to(ROOT)) for pattern in ("proto/collision2d/v1/*.proto", "replay/*/*.proto") for path in ROOT.glob(pattern)]
    with tempfile.TemporaryDirectory() as folder:
        everything, verdict, module = (pathlib.Path(folder, name) for name in ("all", "verdict", "_verdicts.py"))
        protoc = ["protoc", "-Iproto", "-I.", "--include_source_info"]
        subprocess.run([*protoc, f"--descriptor_set_out={everything}", *files], cwd=ROOT, check=True)
        subprocess.run([*protoc, f"--descriptor_set_out={verdict}", "proto/collision2d/v1/verdict.proto"], cwd=ROOT, check=True)
        subprocess.run([sys.executable, ROOT / "python/verdict_records.py", verdict, module], check=True)
        return descriptor_pb2.FileDescriptorSet.FromString(everything.read_bytes()).file, ast.parse(module.read_text()).body


def pattern_items():
    for section, files, pattern, text in PATTERNS:
        found = [(path, match) for path in ROOT.glob(files) for match in re.finditer(pattern, path.read_text())]
        if not found:
            raise SystemExit(f"assurance/api_list.py: {files} has nothing of the form {pattern}")
        for path, match in found:
            # Without the members that fields of a record are.
            yield section, str(path.relative_to(ROOT)), re.sub(r", &[\w:<>]+", "", " ".join(text.format(*match.groups()).split()))


def generated_text():
    files, verdicts = descriptors()
    items = {*cpp_items(), *proto_items(files), *python_items(verdicts), *fleet_items(), *pattern_items()}
    lines, section = ["Written by assurance/api_list.py. Do not edit."], None
    for next_section, text, file in sorted((section, text, file) for section, file, text in items):
        lines += ["", next_section] if next_section != section else []
        section = next_section
        is_stable = STABLE.match(file) and not EXPERIMENTAL_ITEM.search(text)
        lines.append(f"{'stable' if is_stable else 'experimental':13}{text}")
    return "\n".join(lines) + "\n"


def wrong_names(text):
    """A line for each struct or class whose names are not those of the message of its name, but for OTHER_NAMES."""
    names = collections.defaultdict(lambda: collections.defaultdict(set))
    for language, pattern in MEMBERS:
        for owner, name in re.findall(rf"^stable +{pattern}", text, re.M):
            names[language][owner].add(name)
    for language in ("C++", "Python"):
        for owner in sorted(names[language].keys() & names["message"].keys()):
            ours, theirs = names[language][owner], names["message"][owner]
            found = " ".join([f"+{name}" for name in sorted(ours - theirs)] + [f"-{name}" for name in sorted(theirs - ours)])
            expected = OTHER_NAMES.get(f"{language} {owner}", "")
            if found != expected:
                yield f"{language} {owner}: '{found}' is what differs from the message; OTHER_NAMES has '{expected}'\n"


def unknown_names(text):
    """A line for each name in a comment of a public header that no public header declares."""
    known = FOREIGN.union(re.findall(r"\w+", text))
    for header in sorted(public_headers()):
        source = (ROOT / header).read_text()
        own = set(re.findall(r"\w+", re.sub("//.*", "", source)))
        for number, line in enumerate(source.splitlines(), 1):
            for name in {first or second for first, second in NAMED.findall(line.partition("//")[2])} - known - own:
                yield f"{header}:{number}: no public header declares {name}\n"


def is_changelog_silent(text):
    """Whether the list differs from that of the last release, if it had one, and the changelog names no such change."""
    tag = subprocess.run(["git", "describe", "--tags", "--abbrev=0"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    released = subprocess.run(["git", "show", f"{tag}:docs/api.txt"], cwd=ROOT, capture_output=True, text=True)
    unreleased = (ROOT / "CHANGELOG.md").read_text().partition("\n## [")[2].partition("\n## [")[0]
    return tag and released.returncode == 0 and released.stdout != text and not re.search("^### (Added|Deprecated|What breaks)", unreleased, re.M)


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = generated_text()
    if wrong := "".join([*wrong_names(text), *unknown_names(text)]):
        sys.exit(wrong)
    if not sys.argv[1:]:
        OUTPUT.write_text(text)
        return
    present = OUTPUT.read_text() if OUTPUT.exists() else ""
    if difference := "".join(difflib.unified_diff(present.splitlines(True), text.splitlines(True), "docs/api.txt", "from the sources", n=0)):
        sys.exit(f"{difference}docs/api.txt is stale: run assurance/api_list.py, and name the change in CHANGELOG.md")
    if is_changelog_silent(text):
        sys.exit("CHANGELOG.md: docs/api.txt is not that of the last release: name the change under Added, Deprecated or What breaks")


if __name__ == "__main__":
    main()
