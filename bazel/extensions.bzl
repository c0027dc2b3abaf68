"""Repositories of the module that are no modules themselves."""

load("//bazel:deps.bzl", "HEADER_FOLDERS")
load("//bazel:proto_rules.bzl", "proto_rules")
load("//bazel:system_repository.bzl", "header_repository", "system_repository")

# What tests, benchmarks, examples, and the capture tool's exact judge compare with: the target that
# they name, and a header by which an installed package is known.
_LIBRARIES = {
    "box2d": ("box2d", "box2d/box2d.h"),
    "fcl": ("fcl", "fcl/fcl.h"),
    "gmp": ("gmpxx", "gmpxx.h"),
    "libccd": ("libccd", "ccd/ccd.h"),
    "mpfi": ("mpfi", "mpfi.h"),
}

def _repositories_impl(_module_ctx):
    proto_rules(name = "collision2d_proto_rules")
    for name, (target, header) in _LIBRARIES.items():
        system_repository(name = name, folder = name, target = target, header = header)
    for name, folders in HEADER_FOLDERS.items():
        header_repository(name = name, target = name, folders = folders)

repositories = module_extension(implementation = _repositories_impl)
