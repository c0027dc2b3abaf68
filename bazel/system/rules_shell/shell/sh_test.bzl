"""The native rule of Bazel 4 under the name of rules_shell."""

sh_test = native.sh_test
