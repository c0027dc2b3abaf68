"""A repository with cc_proto_library, wherever the Protobuf at hand has it."""

def _proto_rules_impl(repository_ctx):
    # Current versions of Protobuf bring the rule; that of older ones, Debian's too, is part of
    # Bazel.
    protobuf = repository_ctx.path(Label("@com_google_protobuf//:BUILD.bazel")).dirname
    if protobuf.get_child("bazel").get_child("cc_proto_library.bzl").exists:
        definition = """load("@com_google_protobuf//bazel:cc_proto_library.bzl", _cc_proto_library = "cc_proto_library")

cc_proto_library = _cc_proto_library
"""
    else:
        definition = "cc_proto_library = native.cc_proto_library\n"
    repository_ctx.file("BUILD.bazel")
    repository_ctx.file("defs.bzl", definition)

proto_rules = repository_rule(
    implementation = _proto_rules_impl,
    doc = "defs.bzl with cc_proto_library: that of @com_google_protobuf, or Bazel's own, if the former has none.",
)
