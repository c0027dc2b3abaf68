"""A repository whose BUILD files are a folder of this tree, wherever this tree lies."""

def _system_repository_impl(repository_ctx):
    folder = repository_ctx.path(Label("//bazel:deps.bzl")).dirname.get_child("system").get_child(repository_ctx.name)
    for entry in folder.readdir():
        repository_ctx.symlink(entry, entry.basename)

system_repository = repository_rule(
    implementation = _system_repository_impl,
    doc = "The folder bazel/system/NAME of collision2d as repository NAME: targets over Debian's packages.",
    # The folder's list of files is looked at anew when the Bazel server starts.
    local = True,
)
