#!/usr/bin/env bash
# Builds the wheel of the Python module and tests it in a fresh virtual environment: types (mypy,
# stubtest), pytest, the tutorial notebook, and a short run of the benchmark. Needs what
# `tools/setup.sh --python` installs. Results: out/python_tests.xml.
#
#   assurance/python_test.sh [PREFIX]
#     with the static libraries of collision2d in PREFIX; without it they are built once
#   assurance/python_test.sh --asan [PREFIX]
#     instead: pytest with AddressSanitizer, in the libraries too if they are built here: half an
#     hour
#   assurance/python_test.sh --valgrind [PREFIX]
#     instead: the tests of arrays, shapes and pairs with valgrind: half an hour
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mode=test
case "${1-}" in
  --asan | --valgrind) mode=${1#--} && shift ;;
  -*) echo "assurance/python_test.sh: unknown argument '$1'" >&2 && exit 2 ;;
esac
prefix=
[ $# -eq 0 ] || prefix=$(cd "$1" && pwd)
out=$PWD/out/python
mkdir -p "$out"
[ $mode != test ] || rm -f out/python_tests.xml
# Debian's, which has the packages, even if PATH begins with another one.
python=/usr/bin/python3
build=$out/plain
if [ $mode = asan ]; then
  build=$out/asan
  export CXXFLAGS="-fsanitize=address -fno-omit-frame-pointer -g"
fi

# log WHAT COMMAND...: runs the command; shows what it says only if it fails.
log() {
  echo "assurance/python_test.sh: after $((SECONDS / 60)) min $((SECONDS % 60)) s: $1" >&2
  "${@:2}" > "$out/step.log" 2>&1 && return
  tail -n 80 "$out/step.log" >&2
  echo "assurance/python_test.sh: failed: $1" >&2
  return 1
}

sources=$build/sources
rm -rf "$sources"/python/{collision2d,src} "$build"/{wheels,bundled,venv}
mkdir -p "$sources"/{collision2d,docs,replay/importers}
export CMAKE_PREFIX_PATH=$prefix CMAKE_BUILD_PARALLEL_LEVEL
CMAKE_BUILD_PARALLEL_LEVEL=$(nproc)
if [ -z "$prefix" ] && "$python" -c "import scikit_build_core" 2> /dev/null; then
  # As a user does: library and module at once.
  git archive --prefix=collision2d/ -o "$sources/collision2d.tar.gz" HEAD
  wheel_of="$sources/collision2d.tar.gz"
else
  if [ -z "$prefix" ]; then
    export CMAKE_PREFIX_PATH=$build/prefix
    log "configures the library" cmake -S . -B "$build/library" -DCMAKE_INSTALL_PREFIX="$CMAKE_PREFIX_PATH" -DCOLLISION2D_BUILD_TOOLS=OFF
    log "builds the library" cmake --build "$build/library" -j "$(nproc)"
    log "installs the library" cmake --install "$build/library"
  fi
  # The build writes beside its sources, and is to find the library's headers where they are
  # installed: it is done in a copy, without them.
  cp -p collision2d/version.h "$sources/collision2d"
  cp -p docs/python.md "$sources/docs"
  cp -p replay/importers/*.proto "$sources/replay/importers"
  cp -pR pyproject.toml python "$sources"
  wheel_of=$sources/python
fi
log "builds the wheel of ${wheel_of##*/}" "$python" -m pip wheel --no-build-isolation --no-deps --no-index -w "$build/wheels" "$wheel_of"
wheel=("$build"/wheels/collision2d-*.whl)
if [ $mode = test ]; then
  log "adds the shared libraries" "$python" tools/bundle_wheel.py "${wheel[0]}" "$build/bundled"
  wheel=("$build"/bundled/collision2d-*.whl)
fi
log "makes the environment" "$python" -m venv --system-site-packages "$build/venv"
venv=$build/venv/bin
log "installs the wheel" "$venv/pip" install --no-index --no-deps "${wheel[@]}"

# From here on in a folder from which no sources can be imported.
tests=$PWD/python/tests
bench=$PWD/python/bench
config=$PWD/python/pyproject.toml
testdata=$PWD/testdata
notebook=$PWD/examples/python/tutorial.ipynb
junit=$PWD/out/python_tests.xml
allowlist=$PWD/python/stubtest_allowlist.txt
mkdir -p "$build/empty"
cd "$build/empty"
pytest=("$venv/python" -m pytest -q -p no:cacheprovider -c "$config" --rootdir "$tests" "$tests" --testdata "$testdata")
case $mode in
  asan)
    # What Python itself never frees is not counted.
    LD_PRELOAD=$(g++ -print-file-name=libasan.so):$(g++ -print-file-name=libstdc++.so) ASAN_OPTIONS=detect_leaks=0 \
      PYTHONMALLOC=malloc "${pytest[@]}" -m "not native"
    exit
    ;;
  valgrind)
    PYTHONMALLOC=malloc valgrind --error-limit=no --log-file="$out/valgrind.log" "${pytest[@]}" -m "not native" --fuzz-calls=2000 \
      -k "test_arrays or test_memory or test_shapes or test_pairs"
    # What Python and NumPy do by themselves is not counted.
    if grep -B 40 -A 20 '_core\.' "$out/valgrind.log" >&2; then echo "assurance/python_test.sh: valgrind found errors: $out/valgrind.log" >&2 && exit 1; fi
    exit
    ;;
esac

status=0
log "types" "$venv/python" -m mypy --config-file "$config" --python-executable "$venv/python" -p collision2d || status=1
log "types of the benchmark" "$venv/python" -m mypy --config-file "$config" --python-executable "$venv/python" "$bench/bench.py" || status=1
log "types of a caller" "$venv/python" -m mypy --config-file "$config" --python-executable "$venv/python" "$tests/typed_use.py" || status=1
log "stubs" "$venv/python" -m mypy.stubtest collision2d --mypy-config-file "$config" --allowlist "$allowlist" --ignore-unused-allowlist || status=1
log "the tutorial" "$venv/python" "$tests/run_notebook.py" "$notebook" "$testdata" || status=1
log "configures the benchmark" cmake -S "$bench" -B "$build/bench" -DPYTHON_EXECUTABLE="$python" || status=1
log "builds the benchmark" cmake --build "$build/bench" || status=1
PYTHONPATH=$build/bench log "the benchmark, a short run" "$venv/python" "$bench/bench.py" --csv="$out/bench.csv" --poses=100 --obstacles=20 --rounds=3 || status=1
echo "assurance/python_test.sh: after $((SECONDS / 60)) min $((SECONDS % 60)) s: pytest" >&2
"${pytest[@]}" --junit-xml="$junit" || status=1
exit $status
