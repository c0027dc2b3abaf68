"""A repository whose BUILD files are a folder of this tree, wherever this tree lies."""

def _system_repository_impl(repository_ctx):
    folder = repository_ctx.path(Label("//bazel:deps.bzl")).dirname.get_child("system").get_child(repository_ctx.name)
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
    doc = """The folder bazel/system/NAME of collision2d as repository NAME: targets over Debian's packages.

    `libraries`: writes the names of the shared libraries that begin so to libraries.bzl, as LIBRARIES.""",
    attrs = {"libraries": attr.string()},
    # The folder's list of files is looked at anew when the Bazel server starts.
    local = True,
)

def _header_repository_impl(repository_ctx):
    name = repository_ctx.name
    repository_ctx.symlink(Label("//bazel/system:%s.BUILD" % name), "BUILD.bazel")
    for folder in repository_ctx.attr.folders:
        path = repository_ctx.path("/usr/include/" + folder)
        if not path.exists:
            continue
        for entry in path.readdir():
            repository_ctx.symlink(entry, entry.basename)
        return

header_repository = repository_rule(
    implementation = _header_repository_impl,
    doc = "The first folder of /usr/include that exists as repository NAME, with bazel/system/NAME.BUILD; empty if there is none.",
    attrs = {"folders": attr.string_list()},
    local = True,
)
