"""C++ rules of this project: its compiler flags, and short forms for the usual target.

  cc_header(name = "vec2")     a library of vec2.h
  cc_unit(name = "support")    a library of support.h and support.cc
  unit_test(name = "ab_test")  a test of ab_test.cc with GoogleTest and the main of //collision2d/testing, which takes --seed; several
                               sources are compiled as one
  unit_tests(tests, deps)      unit_tests of one room that share deps
  cc_library, cc_test          anything else
  cc_binary(name = "replay")   a program of replay.cc, unless srcs says otherwise

cc_header and cc_unit have a test if any attribute begins with `test_`: unit_test NAME_test of NAME_test.cc, which gets these attributes
(test_deps as deps, test_data as data, ...), the library, and the library's deps.
"""

load("@rules_cc//cc:defs.bzl", _cc_binary = "cc_binary", _cc_library = "cc_library", _cc_test = "cc_test")

# The same bits on every machine: no a * b + c in one rounding. It holds for our own sources; code
# of our headers that is compiled into yours wants the flag there too (README).
_COPTS = ["-ffp-contract=off"]

# In this workspace itself our own code compiles without a warning. In others a newer compiler's new
# warning is not their error.
_STRICT_COPTS = [
    "-Wconversion",
    "-Wshadow",
    "-Werror",
]

# Clang's -Wconversion takes the int that indexes a container for an error; GCC's does not, and
# indices here are int.
_STRICT_COPTS_OF_COMPILER = select({
    "//bazel:clang": ["-Wno-sign-conversion"],
    "//conditions:default": [],
})

# What every unit_test gets.
_TEST_DEPS = [
    "//collision2d/testing:random",
    "//collision2d/testing:test",
    "//collision2d/testing:test_flags",
    "//collision2d/testing:test_main",
    "@com_google_googletest//:gtest",
]

# target_compatible_with of tests that measure the frames of a release: other builds leave them out.
RELEASE_ONLY = select({
    "//bazel:instrumented_release": ["@platforms//:incompatible"],
    "//bazel:release": [],
    "//conditions:default": ["@platforms//:incompatible"],
})

def _copts(copts):
    # When this is the main repository, "", or "@" where Bazel has only the older call.
    repository = getattr(native, "repo_name", None) or native.repository_name
    if repository() not in ["@", ""]:
        return _COPTS + copts
    return _COPTS + _STRICT_COPTS + _STRICT_COPTS_OF_COMPILER + copts

def cc_library(copts = [], **kwargs):
    """cc_library with this project's flags."""
    _cc_library(copts = _copts(copts), **kwargs)

def cc_binary(name, srcs = None, copts = [], **kwargs):
    """cc_binary with this project's flags; of NAME.cc, if no srcs are given."""
    _cc_binary(name = name, srcs = [name + ".cc"] if srcs == None else srcs, copts = _copts(copts), **kwargs)

def cc_test(copts = [], **kwargs):
    """cc_test with this project's flags."""
    _cc_test(copts = _copts(copts), **kwargs)

def _together(name, srcs, deps):
    """(source, library): a source that includes the others, so that the headers, which take longer, are compiled once."""
    source = name[:-len("test")] + "together_test.cc"
    native.genrule(
        name = name + "_together",
        testonly = True,
        srcs = srcs,
        outs = [source],
        cmd = "printf '#include \"%s\"\\n' $(SRCS) > $@",
    )
    cc_library(name = name + "_sources", testonly = True, textual_hdrs = srcs, deps = deps)
    return source, ":" + name + "_sources"

def unit_test(name, srcs = None, apart = [], deps = [], long = None, **kwargs):
    """A test of NAME.cc with GoogleTest, and with //collision2d/testing:test_main, which takes --seed.

    Args:
      name: ends in _test.
      srcs: the sources, if they are not NAME.cc alone. They are compiled as one.
      apart: further sources, each compiled by itself: some of its names are another one's too.
      deps: besides GoogleTest and what tests with seeds need.
      long: (pairs, shards, further arguments ...) of a second test of the same source, *_long_test, which takes many minutes: it runs only
        when asked for by name, as tools/test.sh --long does.
      **kwargs: cc_test's other attributes.
    """
    listed = ["//" + native.package_name() + dep if dep.startswith(":") else dep for dep in deps]
    deps = deps + [dep for dep in _TEST_DEPS if dep not in listed]
    srcs = srcs or [name + ".cc"]
    if len(srcs) > 1:
        source, library = _together(name, srcs, deps)
        srcs, deps = [source], deps + [library]
    srcs = srcs + apart
    cc_test(name = name, srcs = srcs, deps = deps, **kwargs)
    if long:
        cc_test(
            name = name[:-len("test")] + "long_test",
            size = "enormous",
            srcs = srcs,
            args = list(long[2:]) + ["--pairs=%d" % long[0]],
            shard_count = long[1],
            tags = ["manual"],
            deps = deps,
        )

# buildifier: disable=unnamed-macro
def unit_tests(tests, deps):
    """A unit_test of each name in `tests`, with the attributes that it maps to, and these deps besides its own."""
    for name, attributes in tests.items():
        unit_test(
            name = name,
            deps = deps + attributes.get("deps", []),
            **{key: value for key, value in attributes.items() if key != "deps"}
        )

def _unit(name, srcs, deps = [], **kwargs):
    tests = {key[len("test_"):]: value for key, value in kwargs.items() if key.startswith("test_")}
    others = {key: value for key, value in kwargs.items() if not key.startswith("test_")}
    cc_library(name = name, srcs = srcs, hdrs = [name + ".h"], deps = deps, **others)
    if tests:
        test_deps = tests.pop("deps", [])
        unit_test(name = name + "_test", deps = [":" + name] + deps + test_deps, **tests)

def cc_header(name, **kwargs):
    """A library of NAME.h, and its test NAME_test if an attribute begins with test_."""
    _unit(name, srcs = [], **kwargs)

def cc_unit(name, **kwargs):
    """A library of NAME.h and NAME.cc, and its test NAME_test if an attribute begins with test_."""
    _unit(name, srcs = [name + ".cc"], **kwargs)

def checked_sources(name, query_archives, exclude = []):
    """What //collision2d/source_rules looks at: the sources of this package, and the object files of what runs in queries.

    Args:
      name: "sources".
      query_archives: targets of this package that run in queries: those of Create functions, which may allocate, are not among them.
      exclude: patterns of sources that are tests', besides *_test.cc.
    """
    visibility = ["//collision2d/source_rules:__pkg__"]
    native.filegroup(
        name = name,
        srcs = native.glob(["*.h", "*.cc"], exclude = ["*_test.cc"] + exclude),
        visibility = visibility,
    )
    native.filegroup(
        name = "query_archives",
        srcs = query_archives,
        output_group = "archive",
        visibility = visibility,
    )
