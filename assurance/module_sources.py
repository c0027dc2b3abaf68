#!/usr/bin/env python3
"""Sources of the modules that MODULE.bazel asks for, for a Bazel without network.

    assurance/module_sources.py REGISTRY SNAPSHOTS FOLDER

REGISTRY is a copy of the Bazel Central Registry, SNAPSHOTS a folder of Git repositories OWNER+NAME
(or OWNER+NAME/repo) with their tags. Makes FOLDER with the sources of each module in the version
that Bazel chooses, patched as the registry says, and FOLDER/bazelrc, which overrides the modules by
them. A module without a snapshot becomes an empty one, and is named.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def dependencies(file):
    """Module and version of each dependency that a MODULE.bazel passes on."""
    calls = re.findall(r"^bazel_dep\(([^)]*)\)", file.read_text(), re.MULTILINE)
    named = [dict(re.findall(r'(\w+) = "?(\w[^",]*)', call)) for call in calls]
    return [(call["name"], call["version"]) for call in named if "version" in call and call.get("dev_dependency") != "True"]


def order(version):
    """The order of Bazel's versions: identifiers by number, then by letter; a pre-release first."""
    release, _, pre = version.partition("-")
    numbers = [[(not part.isdigit(), int(part) if part.isdigit() else part) for part in text.split(".")] for text in (release, pre)]
    return numbers[0], not pre, numbers[1]


def chosen_versions(modules):
    """Minimal version selection: of each module the highest version that any of those reached names."""
    chosen, todo, seen = {}, dependencies(ROOT / "MODULE.bazel"), set()
    while todo:
        name, version = todo.pop()
        if (name, version) not in seen:
            seen.add((name, version))
            chosen[name] = max(chosen.get(name, version), version, key=order)
            todo += dependencies(modules / name / version / "MODULE.bazel")
    return chosen


def make_module(entry, snapshots, folder):
    """Whether the snapshots have the sources of the registry's entry; writes them to the folder."""
    source = json.loads((entry / "source.json").read_text())
    address = r"https://github\.com/[^/]*/([^/]*)/(?:releases/download|archive/refs/tags|archive)/(.*?)(?:/|\.tar\.|\.zip)"
    found = re.match(address, source.get("url", ""))
    repository = next(snapshots.glob(f"*+{found[1]}"), None) if found else None
    if repository is None:
        (folder / "BUILD.bazel").touch()
        return False
    if (repository / "repo").exists():
        repository /= "repo"
    tree = f"{found[2]}:{source.get('strip_prefix', '').partition('/')[2]}"
    archive = subprocess.run(["git", "--git-dir", repository, "archive", tree], check=True, capture_output=True).stdout
    subprocess.run(["tar", "x", "-C", folder], input=archive, check=True)
    for name in source.get("overlay", {}):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(entry / "overlay" / name, folder / name)
    # What they change in MODULE.bazel is in the registry's copy of it already.
    for name in source.get("patches", {}):
        subprocess.run(["patch", "-s", "-f", "-r-", f"-p{source.get('patch_strip', 0)}", "-i", entry / "patches" / name], cwd=folder)
    return True


def main(registry, snapshots, folder):
    shutil.rmtree(folder, ignore_errors=True)
    options = ["common --enable_bzlmod --noenable_workspace", f"common --registry=file://{registry}"]
    versions = chosen_versions(registry / "modules")
    todo, made = dependencies(ROOT / "MODULE.bazel"), set()
    while todo:
        name = todo.pop()[0]
        if name in made:
            continue
        made.add(name)
        entry, module = registry / "modules" / name / versions[name], folder / name
        module.mkdir(parents=True)
        if make_module(entry, snapshots, module):
            shutil.copy(entry / "MODULE.bazel", module)
            todo += dependencies(entry / "MODULE.bazel")
        else:
            (module / "MODULE.bazel").write_text(f'module(name = "{name}", version = "{versions[name]}")\n')
            print("empty, for want of a snapshot:", name, versions[name])
        options.append(f"common --override_module={name}={module}")
    (folder / "bazelrc").write_text("\n".join(options) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*(pathlib.Path(path).resolve() for path in sys.argv[1:]))
