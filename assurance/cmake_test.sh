#!/usr/bin/env bash
# Builds a copy of this tree with CMake, tests, installs, moves and packages it, and uses what is
# installed as others would: with CMake, pkg-config and colcon, from a moved prefix and from Debian
# packages. The copy and the prefix have a space in their paths. Writes the results of its own
# checks and of ctest to out/cmake_*_tests.xml, and the list of these files to out/cmake_test_logs.
#
#   assurance/cmake_test.sh         GCC: everything but the oracles' tests, static and shared.
#     Clang, in another project's subdirectory: golden bits and known answers, compiled with -O1 and
#     for one instruction set. The toolchain file for aarch64 configures.
#   assurance/cmake_test.sh --long  also the oracles' tests, everything but packages with clang, all
#     tests for aarch64 in the emulator, and a colcon workspace with collision2d in it
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
source tools/progress.sh
long=false
case "${1-}" in
  "") ;;
  --long) long=true ;;
  *) echo "assurance/cmake_test.sh: unknown argument '$1'" >&2; exit 2 ;;
esac
tools/setup.sh --cmake --ompl || exit 1
mkdir -p out
rm -rf out/cmake_*_tests.xml out/cmake_test_logs out/cmake_prefix
work=$(mktemp -d "${TMPDIR:-/tmp}/collision2d cmake.XXXXXX")
trap 'rm -rf "$work"' EXIT
source=$work/source
prefix=$work/prefix
jobs=$(nproc)
mkdir "$source"
# Not by git ls-files: a source archive has no repository.
tar -c --exclude=./.git --exclude-from=<(sed 's|^/|./|; s|/$||' .gitignore) . | tar -x -C "$source"

# check NAME COMMAND...: the command succeeds.
check() {
  local name=$1
  shift
  if "$@" > "$work/log" 2>&1; then
    report "$name" true
  else
    tail -n 60 "$work/log" >&2
    report "$name" false
    return 1
  fi
}

# refuses NAME TEXT COMMAND...: the command fails, and its output has the text, wherever lines are
# broken.
refuses() {
  local name=$1 text=$2
  shift 2
  if ! "$@" > "$work/log" 2>&1 && tr -s ' \n' ' ' < "$work/log" | grep -q -F -- "$text"; then
    report "$name" true
  else
    tail -n 30 "$work/log" >&2
    report "$name" false
  fi
}

# tests NAME BUILD [ARGUMENT...]: runs ctest in a build; its cases are counted one by one.
tests() {
  check "$1" ctest --test-dir "$2" -j "$jobs" --output-on-failure --no-tests=error --output-junit "$root/out/cmake_$1_tests.xml" "${@:3}"
}

# build FOLDER ARGUMENT...: configures and builds with the generator that CMake takes by itself.
build() { cmake -B "$@" && cmake --build "$1" -j "$jobs"; }

# project NAME COMMANDS: a project of these CMake commands in $work/NAME.
project() {
  mkdir -p "$work/$1"
  printf 'cmake_minimum_required(VERSION 3.22)\nproject(%s LANGUAGES CXX)\n%s\n' "$1" "$2" > "$work/$1/CMakeLists.txt"
}

source assurance/cmake_test/sources.sh
source assurance/cmake_test/gcc.sh
source assurance/cmake_test/installed.sh
source assurance/cmake_test/packages.sh
source assurance/cmake_test/ompl.sh
source assurance/cmake_test/golden.sh
if $long; then source assurance/cmake_test/long.sh; fi

write_cases out/cmake_own_tests.xml
ls out/cmake_*_tests.xml > out/cmake_test_logs
# For assurance/python_test.sh, so that it need not build the libraries again.
[ ! -d "$prefix" ] || cp -R "$prefix" out/cmake_prefix
exit $status
