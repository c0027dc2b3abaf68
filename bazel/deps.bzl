"""The external repositories that collision2d needs, each under upstream's name.

A workspace that depends on collision2d calls one of

  collision2d_deps()         upstream's archives, pinned: to be downloaded
  collision2d_system_deps()  Debian's packages: nothing is downloaded (tools/setup.sh names the packages)

after its own repositories: every one here is declared by maybe(), so that a workspace that has its own Abseil, Protobuf, ...
under the same name keeps it. BUILD files of this project use upstream's labels only.
"""

load("@bazel_tools//tools/build_defs/repo:http.bzl", "http_archive")
load("@bazel_tools//tools/build_defs/repo:utils.bzl", "maybe")
load("//bazel:proto_rules.bzl", "proto_rules")
load("//bazel:system_repository.bzl", "header_repository", "system_repository")

# What //collision2d, //planner_adapter, //replay and //proto need, in the versions that the tests
# run with (those of Debian 12), and what the BUILD files of these archives load:
# //bazel/upstream:loads_test compares.
ARCHIVES = {
    "bazel_skylib": dict(
        sha256 = "97e70364e9249702246c0e9444bccdc4b847bed1eb03c5a3ece4f83dfe6abc44",
        urls = ["https://github.com/bazelbuild/bazel-skylib/releases/download/1.0.2/bazel-skylib-1.0.2.tar.gz"],
    ),
    "com_google_absl": dict(
        sha256 = "91ac87d30cc6d79f9ab974c51874a704de9c2647c40f6932597329a282217ba8",
        strip_prefix = "abseil-cpp-20220623.1",
        urls = ["https://github.com/abseil/abseil-cpp/archive/refs/tags/20220623.1.tar.gz"],
    ),
    "com_google_googletest": dict(
        sha256 = "81964fe578e9bd7c94dfdb09c8e4d6e6759e19967e397dbea48d1c10e45d0df2",
        strip_prefix = "googletest-release-1.12.1",
        urls = ["https://github.com/google/googletest/archive/refs/tags/release-1.12.1.tar.gz"],
    ),
    "com_google_highway": dict(
        sha256 = "566fc77315878473d9a6bd815f7de78c73734acdcb745c3dde8579560ac5440e",
        strip_prefix = "highway-1.0.3",
        urls = ["https://github.com/google/highway/archive/refs/tags/1.0.3.tar.gz"],
    ),
    "com_google_protobuf": dict(
        sha256 = "22fdaf641b31655d4b2297f9981fa5203b2866f8332d3c6333f6b0107bb320de",
        strip_prefix = "protobuf-21.12",
        urls = ["https://github.com/protocolbuffers/protobuf/archive/v21.12.tar.gz"],
    ),
    "lz4": dict(
        build_file = "@collision2d//bazel:lz4.BUILD",
        sha256 = "0b0e3aa07c8c063ddf40b082bdf7e37a1562bda40a0ff5272957f3e987e0e54b",
        strip_prefix = "lz4-1.9.4",
        urls = ["https://github.com/lz4/lz4/archive/refs/tags/v1.9.4.tar.gz"],
    ),
    # Debian's, and those of Bazel before 6, have no riscv64, which Highway names.
    "platforms": dict(
        sha256 = "8150406605389ececb6da07cbcb509d5637a3ab9a24bc69b1101531367d89d74",
        urls = ["https://github.com/bazelbuild/platforms/releases/download/0.0.8/platforms-0.0.8.tar.gz"],
    ),
    "pugixml": dict(
        build_file = "@collision2d//bazel:pugixml.BUILD",
        sha256 = "5c5ad5d7caeb791420408042a7d88c2c6180781bf218feca259fd9d840a888e1",
        strip_prefix = "pugixml-1.13",
        urls = ["https://github.com/zeux/pugixml/archive/refs/tags/v1.13.tar.gz"],
    ),
    "rules_cc": dict(
        sha256 = "0adbd6f567291ad526e82c765e15aed33cea5e256eeba129f1501142c2c56610",
        strip_prefix = "rules_cc-818289e5613731ae410efb54218a4077fb9dbb03",
        urls = ["https://github.com/bazelbuild/rules_cc/archive/818289e5613731ae410efb54218a4077fb9dbb03.zip"],
    ),
    "rules_license": dict(
        sha256 = "4531deccb913639c30e5c7512a054d5d875698daeb75d8cf90f284375fe7c360",
        urls = ["https://github.com/bazelbuild/rules_license/releases/download/0.0.7/rules_license-0.0.7.tar.gz"],
    ),
    "zstd": dict(
        build_file = "@collision2d//bazel:zstd.BUILD",
        sha256 = "35ad983197f8f8eb0c963877bf8be50490a0b3df54b4edeb8399ba8a8b2f60a4",
        strip_prefix = "zstd-1.5.4",
        urls = ["https://github.com/facebook/zstd/archive/refs/tags/v1.5.4.tar.gz"],
    ),
}

# Folders of bazel/system: BUILD files over headers in /usr/include and libraries in the linker's
# path.
_SYSTEM_REPOSITORIES = [
    "box2d",
    "com_google_googletest",
    "com_google_highway",
    "com_google_protobuf",
    "fcl",
    "gmp",
    "libccd",
    "lz4",
    "mpfi",
    "pugixml",
    "remote_coverage_tools",
    "rules_cc",
    "rules_proto",
    "rules_shell",
    "zstd",
]

# Folders of /usr/include whose headers are included as if they stood there, the first one that
# exists; bazel/system/NAME.BUILD.
HEADER_FOLDERS = {
    "bullet": ["bullet"],
    "eigen": ["eigen3"],
    "ompl": ["ompl-1.5", "ompl-1.6", "ompl-1.7"],
}

# Repositories that Debian ships ready to use.
_DEBIAN_RULES = {
    "bazel_skylib": "/usr/share/bazel/tools/skylib",
    "platforms": "/usr/share/bazel/tools/platforms",
    "rules_java": "/usr/share/bazel/rules/java",
    # Of Bazel 7, and fetched only there.
    "rules_license": "/usr/share/bazel/rules/license",
    "rules_python": "/usr/share/bazel/rules/python",
}

def collision2d_deps():
    """Declares what the public targets need as pinned archives of upstream.

    Protobuf has repositories of its own, and proto_library comes from rules_proto: call protobuf_deps() of
    @com_google_protobuf//:protobuf_deps.bzl afterwards, which declares both, or declare your own before. The libraries that
    only tests and benchmarks compare with (Box2D, FCL, libccd, Bullet, GMP, MPFI) are not among them, nor
    OMPL, which //planner_adapter/ompl takes from Debian, nor rules_shell, which only tests load.
    """
    for name, archive in ARCHIVES.items():
        maybe(http_archive, name = name, **archive)
    maybe(proto_rules, name = "collision2d_proto_rules")

def collision2d_system_deps():
    """Declares every repository, those of tests and benchmarks too, on top of Debian's packages."""
    for name in _SYSTEM_REPOSITORIES:
        maybe(system_repository, name = name, folder = name)
    maybe(system_repository, name = "com_google_absl", folder = "com_google_absl", libraries = "absl_")
    for name, folders in HEADER_FOLDERS.items():
        maybe(header_repository, name = name, target = name, folders = folders)
    for name, path in _DEBIAN_RULES.items():
        maybe(native.local_repository, name = name, path = path)
    maybe(proto_rules, name = "collision2d_proto_rules")
