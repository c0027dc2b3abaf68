#!/usr/bin/env bash
# Formats C++ files by clang-format, Bazel files by buildifier and the width of comments and pages
# in all sources by tools/wrap_text.py. --check only lists the files that differ and what buildifier
# warns of (rules that are not loaded, unused loads, ...), and fails if there are any.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh --format
mapfile -t cc_files < <(git ls-files '*.h' '*.cc')
mapfile -t bazel_files < <(git ls-files '*.bazel' '*.bzl' '*.BUILD' '*WORKSPACE')
if [ "${1-}" = --check ]; then
  tools/wrap_text.py --check
  clang-format --dry-run --Werror "${cc_files[@]}"
  .tools/node_modules/.bin/buildifier -mode=check -lint=warn "${bazel_files[@]}"
else
  tools/wrap_text.py
  clang-format -i "${cc_files[@]}"
  .tools/node_modules/.bin/buildifier "${bazel_files[@]}"
fi
