"""The external repositories that collision2d needs.

BUILD files of this project use upstream's labels. `collision2d_system_deps` puts Debian 12's packages behind them; a
workspace that has its own Abseil, Protobuf, ... under the same names keeps them, because each is declared by maybe().
"""

load("@bazel_tools//tools/build_defs/repo:utils.bzl", "maybe")

# Repositories of this tree, each a folder of BUILD files over headers in /usr/include and libraries in the linker's path.
_SYSTEM_REPOSITORIES = [
    "box2d",
    "com_github_google_benchmark",
    "com_google_absl",
    "com_google_googletest",
    "com_google_highway",
    "com_google_protobuf",
    "fcl",
    "gmp",
    "libccd",
    "pugixml",
    "remote_coverage_tools",
    "rules_cc",
]

# Repositories over folders of headers that are included as if they stood in /usr/include; bazel/system/NAME.BUILD.
_HEADER_FOLDERS = {
    "bullet": "/usr/include/bullet",
    "eigen": "/usr/include/eigen3",
}

# Repositories that Debian ships ready to use.
_DEBIAN_RULES = {
    "bazel_skylib": "/usr/share/bazel/tools/skylib",
    "platforms": "/usr/share/bazel/tools/platforms",
    "rules_java": "/usr/share/bazel/rules/java",
    "rules_proto": "/usr/share/bazel/rules/proto",
}

def collision2d_system_deps(root = ""):
    """Declares every external repository on top of Debian's packages (see tools/setup.sh for their names).

    Args:
      root: path of this tree relative to the calling workspace, with a trailing slash; empty in this workspace itself.
    """
    for name in _SYSTEM_REPOSITORIES:
        maybe(native.local_repository, name = name, path = root + "bazel/system/" + name)
    for name, path in _HEADER_FOLDERS.items():
        maybe(native.new_local_repository, name = name, path = path, build_file = root + "bazel/system/" + name + ".BUILD")
    for name, path in _DEBIAN_RULES.items():
        maybe(native.local_repository, name = name, path = path)
