"""C++ rules with the compiler flags that this project's code relies on, wherever it is built."""

# The same bits on every machine: no a * b + c in one rounding. It holds for our own sources; code of our headers that is compiled into
# yours wants the flag there too (README).
_COPTS = ["-ffp-contract=off"]

# In this workspace itself our own code compiles without a warning. In others a newer compiler's new warning is not their error.
_STRICT_COPTS = [
    "-Wconversion",
    "-Wshadow",
    "-Werror",
]

# Clang's -Wconversion takes the int that indexes a container for an error; GCC's does not, and indices here are int.
_STRICT_COPTS_OF_COMPILER = select({
    "//bazel:clang": ["-Wno-sign-conversion"],
    "//conditions:default": [],
})

# target_compatible_with of tests that measure the frames of a release: other builds leave them out.
RELEASE_ONLY = select({
    "//bazel:instrumented_release": ["@platforms//:incompatible"],
    "//bazel:release": [],
    "//conditions:default": ["@platforms//:incompatible"],
})

def _copts(copts):
    if native.repository_name() != "@":
        return _COPTS + copts
    return _COPTS + _STRICT_COPTS + _STRICT_COPTS_OF_COMPILER + copts

def cc_library(copts = [], **kwargs):
    native.cc_library(copts = _copts(copts), **kwargs)

def cc_binary(copts = [], **kwargs):
    native.cc_binary(copts = _copts(copts), **kwargs)

def cc_test(copts = [], **kwargs):
    native.cc_test(copts = _copts(copts), **kwargs)
