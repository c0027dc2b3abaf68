#!/usr/bin/env bash
# Tries this commit, and what tools/release.sh has made, on systems of Debian where nothing else is
# installed: in roots that mmdebstrap makes in out/platforms and that are kept. As root, on a Debian
# system. Says how long each step takes; the results of a suite also go to docs/evidence.json, by
# assurance/evidence.py.
#
#   assurance/platforms.sh bookworm [STEP...]
#     Debian 12: of tools/release.sh's files the wheel, the packages and the source archive; the
#     Python module. Steps: wheel packages archive python
#   assurance/platforms.sh trixie [STEP...]
#     Debian 13: the README's two commands, the core with libc++, and the golden bits of s390x and
#     riscv64 in an emulator. Steps: replay libcxx test s390x riscv64
#   assurance/platforms.sh sid [STEP...]
#     Debian's next: the README's first command, headers as C++17 to C++23 by its compilers, the
#     build with CMake, the Python module, and as a Bazel module what examples/consumer and the
#     programs need. Steps: replay headers cmake python modules
#
# A step of another suite may be named too. Each is given up after three hours. The step `modules`
# needs MODULES=FOLDER, with FOLDER/registry and FOLDER/snapshots as assurance/module_sources.py
# says.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/progress.sh
suite=${1-}
case "$suite" in
  bookworm) steps=(wheel packages archive python) ;;
  trixie) steps=(replay libcxx test s390x riscv64) ;;
  sid) steps=(replay headers cmake python modules) ;;
  *) echo "assurance/platforms.sh: '$suite' is not bookworm, trixie or sid" >&2; exit 2 ;;
esac
[ $# -eq 1 ] || steps=("${@:2}")
command -v mmdebstrap > /dev/null || apt-get install -y -qq --no-install-recommends mmdebstrap > /dev/null
out=$PWD/out/platforms
mkdir -p "$out" out/evidence
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
log=$out/$suite.log
minutes=()

# The lists of sid may be older than they say they are good for.
bare=$out/$suite-bare
if [ ! -d "$bare" ]; then
  mmdebstrap --mode=root --variant=minbase --include=ca-certificates,git --aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt=force-unsafe-io \
    "$suite" "$bare.new" "$mirror" > "$log" 2>&1 || { tail -n 20 "$log" >&2; rm -rf --one-file-system "$bare.new"; exit 1; }
  mv "$bare.new" "$bare"
fi

unmount() {
  for folder in "$out/$suite"-*/; do
    for mounted in given/registry given/snapshots dev/shm dev/pts dev proc; do umount -l "$folder$mounted" 2> /dev/null || true; done
  done
}
trap unmount EXIT

# root NAME: the root of that name, made if it is not there, with this commit in /collision2d and
# what tools/release.sh has made in /release. Sets $root.
root() {
  root=$out/$suite-$1
  [ -d "$root" ] || cp -a "$bare" "$root"
  if ! mountpoint -q "$root/proc"; then
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    mount --bind /dev/pts "$root/dev/pts"
    mount -t tmpfs tmpfs "$root/dev/shm"
    for folder in registry snapshots; do
      mkdir -p "$root/given/$folder"
      [ -z "${MODULES-}" ] || mount --bind "$MODULES/$folder" "$root/given/$folder"
    done
  fi
  # Of npm, where this machine has its own registry or authorities.
  for file in /etc/npmrc ~/.npmrc; do
    [ ! -f "$file" ] || install -m 600 -D "$file" "$root/${file#/}"
  done
  install -m 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs"
  [ -d "$root/collision2d" ] || git clone -q --no-hardlinks . "$root/collision2d"
  git -C "$root/collision2d" fetch -q "$PWD" HEAD
  git -C "$root/collision2d" reset -q --hard FETCH_HEAD
  mkdir -p "$root/release"
  if [ -d out/release ]; then cp -- out/release/* "$root/release"; fi
}

# step ROOT NAME COMMANDS: runs the commands in that root, from /collision2d, and counts them as a
# test case.
step() {
  root "$1"
  local started=$SECONDS passed=true
  echo "assurance/platforms.sh: $suite: $2 ..." >&2
  timeout --kill-after=60 10800 chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive bash -e -c "cd /collision2d; $3" > "$log" 2>&1 || passed=false
  cp "$log" "$out/$suite-$1.$2.log"
  $passed || tail -n 40 "$log" >&2
  local wheels=$root/collision2d/out/python/plain/bundled
  if [ -d "$wheels" ]; then mkdir -p out/wheels && cp -- "$wheels"/*.whl out/wheels; fi
  report "$suite: $2" $passed
  minutes+=("\"$2\": {\"minutes\": $(((SECONDS - started + 30) / 60)), \"passed\": $($passed && echo 1 || echo 0)}")
}

# Debian's Bazel does not tell Starlark its version.
modules=$(cat << 'END'
tools/setup.sh
assurance/module_sources.py /given/registry /given/snapshots /modules
version=$(dpkg-query -W -f='${Version}' bazel-bootstrap | sed 's/+.*//')
grep -rlF native.bazel_version /modules --include=*.bzl | xargs sed -i "s/native\\.bazel_version/\"$version\"/g"
cd examples/consumer
bazel() { command bazel --bazelrc=/modules/bazelrc "$@"; }
bazel build --nobuild @collision2d//{bench,collision2d,planner_adapter,proto,replay}/...
bazel test //...
bazel build @collision2d//{collision2d/solid,collision2d/capture/tool:capture_tool,replay/tool:replay}
bazel-bin/external/collision2d*/replay/tool/replay --out=/tmp/replay_of_module ../../testdata/scenes/touching_wall.textproto
END
)
# ARCH stands for an architecture of Debian. Its C library is that of the cross compiler: a mirror
# may have no libc6 of that architecture, on which packages to be installed depend.
golden=$(cat << 'END'
dpkg --add-architecture ARCH
apt-get update -qq
apt-get install -y -qq --no-install-recommends cmake make qemu-user g++-ARCH-linux-gnu googletest
rm -rf /tmp/packages && mkdir /tmp/packages && cd /tmp/packages
apt-get download lib{absl,hwy,gtest}-dev:ARCH $(apt-cache depends lib{absl,hwy}-dev:ARCH | sed -n 's/^ *Depends: //p')
for package in *_ARCH.deb; do dpkg-deb -x "$package" /; done
cd /collision2d
sed "s/aarch64/ARCH/g" cmake/toolchains/aarch64-linux-gnu.cmake > /tmp/ARCH.cmake
cmake --toolchain /tmp/ARCH.cmake -S . -B /tmp/ARCH -DCOLLISION2D_BUILD_TESTS=ON -DCOLLISION2D_BUILD_ADAPTER=OFF \
  -DCOLLISION2D_BUILD_TOOLS=OFF "-DCMAKE_CXX_FLAGS=-O1 -DNDEBUG" -DCMAKE_BUILD_TYPE=None
cmake --build /tmp/ARCH -j $(nproc)
export QEMU_LD_PREFIX=/usr/ARCH-linux-gnu QEMU_SET_ENV=LD_LIBRARY_PATH=/usr/lib/ARCH-linux-gnu
ctest --test-dir /tmp/ARCH --output-on-failure --no-tests=error
END
)
apt="apt-get update -qq; apt-get install -y -qq --no-install-recommends"
for name in "${steps[@]}"; do
  case "$name" in
    wheel) step wheel wheel "$apt python3 python3-numpy
      python3 -m zipfile -e /release/collision2d-*.whl /usr/lib/python3/dist-packages
      sed -n '/^\`\`\`python/,/^\`\`\`/{/^\`\`\`/d;p}' README.md > /tmp/readme.py
      cd /tmp && python3 readme.py && grep -q any_hit readme.py" ;;
    packages) step packages packages "$apt g++ cmake make /release/*.deb
      cmake -S examples/cmake_consumer -B /tmp/consumer && cmake --build /tmp/consumer && ctest --test-dir /tmp/consumer
      collision2d-replay --out=/tmp/replay testdata/scenes/touching_wall.textproto" ;;
    archive) step archive archive "tar xzf /release/collision2d-*.tar.gz && cd collision2d-*/ && tools/setup.sh --cmake
      cmake -B /tmp/core -DCOLLISION2D_BUILD_ADAPTER=OFF -DCOLLISION2D_BUILD_TOOLS=OFF && cmake --build /tmp/core -j $(nproc)
      bazel test --config=opt //collision2d/geometry/..." ;;
    replay) step tree replay "tools/replay.sh && test -s out/replay/index.html" ;;
    test) step tree test "tools/test.sh" ;;
    headers) step tree headers "assurance/headers_test.sh" ;;
    libcxx) step tree libcxx "$apt libc++-dev libc++abi-dev
      git ls-files 'collision2d/*.cc' | grep -v -E '_test\.cc$|/(testing|capture|fuzz|golden|interop|io|source_rules)/' |
        xargs -P $(nproc) -n 4 clang++ -std=c++17 -stdlib=libc++ -fsyntax-only -ffp-contract=off -DHWY_COMPILE_ONLY_STATIC -I." ;;
    cmake) step tree cmake "tools/setup.sh --cmake && tools/setup.sh --arm; assurance/cmake_test.sh" ;;
    # With the libraries that the step cmake has left, if it came before.
    python) step tree python "tools/setup.sh --python && assurance/python_test.sh \$(ls -d out/cmake_prefix 2> /dev/null)" ;;
    s390x | riscv64) step tree "$name" "${golden//ARCH/$name}" ;;
    modules) step tree modules "$modules" ;;
    *) echo "assurance/platforms.sh: unknown step '$name'" >&2; exit 2 ;;
  esac
done
figures=$(printf ', %s' "${minutes[@]}")
# Beside what other steps have left.
python3 - "out/evidence/Debian $suite.json" "{${figures:2}}" "$(chroot "$root" gcc --version | head -n 1)" << 'END'
import json, pathlib, sys
path = pathlib.Path(sys.argv[1])
known = json.loads(path.read_text())["figures"] if path.exists() else {}
path.write_text(json.dumps({"compilers": sys.argv[3], "figures": {**known, **json.loads(sys.argv[2])}}))
END
exit "$status"
