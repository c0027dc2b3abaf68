"""Repositories of the module that are no modules themselves."""

load("//bazel:proto_rules.bzl", "proto_rules")

def _proto_rules_extension_impl(_module_ctx):
    proto_rules(name = "collision2d_proto_rules")

proto_rules_extension = module_extension(implementation = _proto_rules_extension_impl)
