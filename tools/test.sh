#!/usr/bin/env bash
# Installs what is missing and runs every test. Arguments go to `bazel test`: tools/test.sh --config=asan
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh
bazel test --config=opt --keep_going --noshow_progress "$@" //...
