#!/usr/bin/env bash
# Tries what tools/release.sh has made where nothing is installed: in roots that debootstrap makes,
# as a new user would. As root, on Debian 12; needs the packages that this machine's apt can have.
# Says how long each step takes.
#
#   tools/bare_root_test.sh            the wheel, Debian packages with a CMake consumer, and the
#   source archive with
#                                      CMake (core) and with Bazel (core and its unit tests of
#                                      shapes)
#   tools/bare_root_test.sh --readme   also the README's two commands in the source archive: an hour
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
readme=false
case "${1-}" in
  "") ;;
  --readme) readme=true ;;
  *) echo "tools/bare_root_test.sh: unknown argument '$1'" >&2; exit 2 ;;
esac
release=$PWD/out/release
[ -s "$release/SHA256SUMS" ] || { echo "tools/bare_root_test.sh: out/release is empty: tools/release.sh first" >&2; exit 1; }
(cd "$release" && sha256sum --check --quiet SHA256SUMS)
command -v debootstrap > /dev/null || apt-get install -y -qq debootstrap > /dev/null
work=$(mktemp -d "${TMPDIR:-/tmp}/collision2d_root.XXXXXX")
clean_up() {
  for folder in "$work"/*/; do umount -l "$folder"/{proc,dev} 2> /dev/null || true; done
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
status=0

# root NAME: a new root of Debian's smallest system, with the release in /release.
root() {
  if [ ! -d "$work/bare" ]; then debootstrap --variant=minbase --include=ca-certificates bookworm "$work/bare" "$mirror" > "$work/log" 2>&1; fi
  cp -a "$work/bare" "$work/$1"
  mount -t proc proc "$work/$1/proc"
  mount --bind /dev "$work/$1/dev"
  mkdir "$work/$1/release"
  cp -- "$release"/* "$work/$1/release"
}

# step ROOT WHAT COMMANDS: runs the commands in the root, from /release.
step() {
  local started=$SECONDS
  if chroot "$work/$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    sh -e -c "cd /release; $3" > "$work/log" 2>&1; then
    echo "bare root: $2: passed, $((SECONDS - started)) s"
  else
    tail -n 40 "$work/log" >&2
    echo "bare root: $2: FAILED" >&2
    status=1
  fi
}
apt="apt-get update -qq && apt-get install -y -qq --no-install-recommends"

root python
step python "Python and NumPy" "$apt python3 python3-numpy"
step python "the README's Python with the wheel alone" "python3 -m zipfile -e collision2d-*.whl /usr/lib/python3/dist-packages
  tar xzf collision2d-*.tar.gz
  sed -n '/^\`\`\`python/,/^\`\`\`/{/^\`\`\`/d;p}' collision2d-*/README.md > readme.py
  python3 readme.py && grep -q any_hit readme.py"

root packages
step packages "compiler, CMake and the packages" "$apt g++ cmake make ./*.deb"
step packages "a CMake consumer" "tar xzf collision2d-*.tar.gz
  cmake -S collision2d-*/examples/cmake_consumer -B /tmp/consumer && cmake --build /tmp/consumer && ctest --test-dir /tmp/consumer"
step packages "the replay tool" "collision2d-replay --out=/tmp/replay collision2d-*/testdata/scenes/touching_wall.textproto"

root source
step source "the source archive: setup" "apt-get update -qq; tar xzf collision2d-*.tar.gz && cd collision2d-*/ && tools/setup.sh --cmake"
step source "the source archive with CMake" "cd collision2d-*/ && cmake -B /tmp/core -DCOLLISION2D_BUILD_ADAPTER=OFF -DCOLLISION2D_BUILD_TOOLS=OFF && cmake --build /tmp/core -j $(nproc)"
step source "the source archive with Bazel" "cd collision2d-*/ && bazel test --config=opt //collision2d/geometry/..."
if $readme; then
  step source "tools/replay.sh" "cd collision2d-*/ && tools/replay.sh && [ -s out/replay/index.html ]"
  step source "tools/test.sh" "cd collision2d-*/ && tools/test.sh"
fi
exit $status
