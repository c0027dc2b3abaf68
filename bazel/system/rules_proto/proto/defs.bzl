"""The native rules of Bazel 4 to 7 under the names of rules_proto (Debian's copies need what only some of these versions have)."""

proto_lang_toolchain = native.proto_lang_toolchain
proto_library = native.proto_library
