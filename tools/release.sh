#!/usr/bin/env bash
# Makes what a release consists of, from the committed tree, in out/release: the source archive,
# Debian packages, the wheel for Python with the shared libraries it needs, and their checksums. A
# quarter of an hour on two cores.
#
#   tools/release.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -eq 0 ] || { echo "tools/release.sh: unknown argument '$1'" >&2; exit 2; }
[ -z "$(git status --porcelain)" ] || { echo "tools/release.sh: the tree has changes that are not committed" >&2; exit 1; }
tools/setup.sh --cmake --python
version=$(sed -n 's/.*kVersion\[\] = "\([^"]*\)".*/\1/p' collision2d/version.h)
release=$PWD/out/release
build=$PWD/out/release_build
# Nothing of what was built before: the wheel would be linked to that.
rm -rf "$release" "$build" out/python
mkdir -p "$release" "$build"

# log WHAT COMMAND...: runs the command; shows what it says only if it fails.
log() {
  echo "tools/release.sh: after $((SECONDS / 60)) min $((SECONDS % 60)) s: $1" >&2
  "${@:2}" > "$build/log" 2>&1 || { tail -n 60 "$build/log" >&2; echo "tools/release.sh: failed: $1" >&2; exit 1; }
}

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
log "source archive" git archive --prefix="collision2d-$version/" -o "$release/collision2d-$version.tar.gz" HEAD
log "configures the libraries" cmake -S . -B "$build/cmake" -DBUILD_SHARED_LIBS=ON -DCOLLISION2D_BUILD_BOTH=ON -DCMAKE_INSTALL_PREFIX=/usr
log "builds the libraries" cmake --build "$build/cmake" -j "$(nproc)"
log "Debian packages" env -C "$build/cmake" cpack -B "$build/packages"
cp "$build"/packages/*.deb "$release"
log "installs the libraries" cmake --install "$build/cmake" --prefix "$build/prefix"
# The wheel that has been tested.
log "builds and tests the wheel" assurance/python_test.sh "$build/prefix"
cp out/python/plain/bundled/*.whl "$release"
(cd "$release" && sha256sum -- * > SHA256SUMS)
cat "$release/SHA256SUMS"
