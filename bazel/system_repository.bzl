"""Repositories whose BUILD files are in a folder of this tree, wherever this tree lies."""

_INCOMPATIBLE = """load("@rules_cc//cc:defs.bzl", "cc_library")

# No package of this system has it.
cc_library(
    name = "%s",
    target_compatible_with = ["@platforms//:incompatible"],
    visibility = ["//visibility:public"],
)
"""

def _system_repository_impl(repository_ctx):
    folder = repository_ctx.path(Label("//bazel:deps.bzl")).dirname.get_child("system").get_child(repository_ctx.attr.folder)
    header = repository_ctx.attr.header
    if header and not repository_ctx.path("/usr/include/" + header).exists:
        repository_ctx.file("BUILD.bazel", _INCOMPATIBLE % repository_ctx.attr.target)
        return
    for entry in folder.readdir():
        repository_ctx.symlink(entry, entry.basename)
    prefix = repository_ctx.attr.libraries
    if not prefix:
        return
    libraries = {}
    for triple in repository_ctx.path("/usr/lib").readdir():
        if "-linux-gnu" in triple.basename:
            for file in triple.readdir():
                if file.basename.startswith("lib" + prefix) and file.basename.endswith(".so"):
                    libraries[file.basename[len("lib"):-len(".so")]] = None
    if not libraries:
        fail("no /usr/lib/*-linux-gnu*/lib%s*.so: tools/setup.sh installs what is missing" % prefix)
    repository_ctx.file("libraries.bzl", "LIBRARIES = %s\n" % repr(sorted(libraries)), executable = False)

system_repository = repository_rule(
    implementation = _system_repository_impl,
    doc = """A folder of bazel/system of collision2d as a repository: targets over Debian's packages.

    `header`: where /usr/include has none such, the repository has one target only, `target`, that no platform is compatible with.
    `libraries`: writes the names of the shared libraries that begin so to libraries.bzl, as LIBRARIES.""",
    attrs = {
        "folder": attr.string(mandatory = True),
        "header": attr.string(),
        "libraries": attr.string(),
        "target": attr.string(),
    },
    # The folder's list of files is looked at anew when the Bazel server starts.
    local = True,
)

def _header_repository_impl(repository_ctx):
    target = repository_ctx.attr.target
    for folder in repository_ctx.attr.folders:
        path = repository_ctx.path("/usr/include/" + folder)
        if not path.exists:
            continue
        repository_ctx.symlink(Label("//bazel/system:%s.BUILD" % target), "BUILD.bazel")
        for entry in path.readdir():
            repository_ctx.symlink(entry, entry.basename)
        return
    repository_ctx.file("BUILD.bazel", _INCOMPATIBLE % target)

header_repository = repository_rule(
    implementation = _header_repository_impl,
    doc = """The first folder of /usr/include that exists as a repository, with bazel/system/TARGET.BUILD.

    If there is none, the repository has one target only, `target`, that no platform is compatible with.""",
    attrs = {
        "folders": attr.string_list(mandatory = True),
        "target": attr.string(mandatory = True),
    },
    local = True,
)
