#!/usr/bin/env bash
# Installs what collision2d needs to build, test and replay on Debian 12, 13 and sid. Idempotent:
# asks apt only for packages that are absent.
#
#   tools/setup.sh            what building, testing and replaying need
#   tools/setup.sh --format   also what the format check needs (clang-format, and buildifier from
#   npm into .tools/)
#   tools/setup.sh --arm      also cross compilers, an emulator, and the libraries for arm64 and
#   armhf (adds both to dpkg's architectures)
#   tools/setup.sh --avx512   also an emulator of a PC with AVX-512, and what starts it from a file
#   tools/setup.sh --valgrind also valgrind, which assurance/lines_read.sh counts cache lines with
#   tools/setup.sh --proofs   also Gappa, which assurance/proofs.py proves bounds on rounding errors
#   with
#   tools/setup.sh --coverage also what assurance/coverage.sh counts with
#   tools/setup.sh --mutants  also what assurance/mutate.sh parses with
#   tools/setup.sh --cmake    also CMake, what makes Debian packages, and colcon and ament for
#   examples/ros2_package
#   tools/setup.sh --ompl     also OMPL, the motion planning library of planner_adapter/ompl
#   tools/setup.sh --python   also what builds, types, tests and measures the Python module and its
#   tutorial
#   tools/setup.sh --fleet    also Dask, and what else tools/fleet.sh and its tests need
#   tools/setup.sh --docs     also what builds the documentation site and draws its figures
#   tools/setup.sh --mcap     also Foxglove's reader and schemas of MCAP files, from npm into
#   .tools/
#
# The exit status is 3 if packages are missing and cannot be downloaded, 1 or 2 for anything else.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(
  # Bazel and the rules that a build without network needs.
  bazel-bootstrap bazel-platforms bazel-rules-java bazel-skylib
  # Compilers, and what clang's sanitizers and fuzzers link.
  g++ clang libclang-rt-dev
  # Libraries of the build; bazel/system/*.BUILD gives them upstream's labels.
  libabsl-dev libprotobuf-dev protobuf-compiler libpugixml-dev libhwy-dev libzstd-dev liblz4-dev
  # Libraries of the tests and benchmarks.
  libgtest-dev libgmock-dev libgmp-dev libmpfi-dev libbox2d-dev
  # What the benchmarks compare with, and what draws their plot.
  libfcl-dev libccd-dev libbullet-dev gnuplot-nox
  # The replay page is tested in a real browser.
  chromium chromium-driver python3 python3-selenium
)
declare -A wanted=()
for argument in "$@"; do
  case "$argument" in
    --format | --arm | --avx512 | --valgrind | --proofs | --cmake | --ompl | --python | --fleet | --docs | --mcap | --coverage | --mutants) wanted[${argument#--}]=true ;;
    -h | --help) sed -n '2,/^$/{/^#/!q;s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) echo "tools/setup.sh: unknown argument '$argument'" >&2; exit 2 ;;
  esac
done
# wants OPTION: whether it is given.
wants() { [ -n "${wanted[$1]-}" ]; }

if wants format; then
  packages+=(clang-format)
fi
if wants format || wants mcap; then
  command -v npm > /dev/null || packages+=(nodejs npm)
fi
if wants valgrind; then packages+=(valgrind); fi
if wants proofs; then packages+=(gappa); fi
if wants coverage; then packages+=(llvm); fi
if wants mutants; then packages+=(python3-clang libclang-dev); fi
if wants ompl; then packages+=(libompl-dev); fi
if wants cmake; then
  packages+=(cmake file make pkgconf dpkg-dev ament-cmake colcon)
  for extension in cmake package-information recursive-crawl ros test-result; do packages+=("python3-colcon-$extension"); done
fi
if wants python; then
  packages+=(binutils cmake make patchelf pkgconf pybind11-dev python3-dev)
  for package in mypy nbclient numpy pip protobuf pybind11 pytest setuptools skbuild venv wheel; do packages+=("python3-$package"); done
  if dpkg --compare-versions "$(dpkg-query -W -f='${Version}' base-files 2> /dev/null)" ge 13; then packages+=(python3-scikit-build-core); fi
  # What the tutorial draws with, its kernel, progress bars, and what the module is compared with.
  packages+=(python3-matplotlib python3-ipykernel python3-pandas python3-tqdm python3-shapely)
fi
if wants fleet; then packages+=(python3-dask python3-distributed python3-protobuf python3-tqdm python3-pytest mypy openssl); fi
if wants docs; then packages+=(doxygen furo node-normalize.css python3-breathe python3-matplotlib python3-myst-parser python3-numpy python3-pil python3-sphinx); fi
if wants avx512; then
  packages+=(bochs bochs-term busybox-static cpio isolinux syslinux-common xorriso)
fi

if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
  echo "tools/setup.sh: needs a Debian system (no dpkg or apt-get here). Install the equivalents of ${packages[*]}" >&2
  exit 1
fi

own_architecture=$(dpkg --print-architecture)
architectures=("$own_architecture")
if wants arm; then
  packages+=(g++-aarch64-linux-gnu g++-arm-linux-gnueabihf qemu-user)
  for library in libabsl-dev libhwy-dev libgtest-dev libgmock-dev libgmp-dev libmpfi-dev libbox2d-dev; do
    packages+=("$library:arm64" "$library:armhf")
  done
  # For the planner adapter, which is tested on one of them.
  packages+=(libprotobuf-dev:arm64 libpugixml-dev:arm64 libzstd-dev:arm64 liblz4-dev:arm64)
  architectures+=(arm64 armhf)
fi

missing=()
for package in "${packages[@]}"; do
  # Of this machine's architecture, or of none, where no other is named: another one's package of
  # the same name does not count.
  architecture=$own_architecture
  case "$package" in *:*) architecture=${package#*:} ;; esac
  dpkg-query -W -f='${Architecture} ${db:Status-Status}\n' "${package%%:*}" 2> /dev/null |
    grep -q -x -E "($architecture|all) installed" || missing+=("$package")
done

if [ ${#missing[@]} -gt 0 ]; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo > /dev/null; then
      echo "tools/setup.sh: these packages are missing and installing them needs root or sudo: ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "tools/setup.sh: installing (a minute or two) ${missing[*]}" >&2
  # Another package manager may hold the locks: an upgrade in the background, say. `update` does not
  # wait for those of the lists; what it could not fetch fails below.
  wait=(-o DPkg::Lock::Timeout=300)
  log=$(mktemp)
  configuration=$(mktemp)
  trap 'rm -f "$log" "$configuration"' EXIT
  # One architecture at a time, and only those that are asked for: a mirror that is being updated
  # can have one of them broken, and apt would then take none.
  for architecture in "${architectures[@]}"; do
    [ "$architecture" = "$own_architecture" ] || "${as_root[@]}" dpkg --add-architecture "$architecture"
    printf '#clear APT::Architectures;\nAPT::Architectures { "%s"; "%s"; };\nAPT::Get::List-Cleanup "false";\n' \
      "$own_architecture" "$architecture" > "$configuration"
    # What cannot be had for want of a list fails below.
    "${as_root[@]}" env APT_CONFIG="$configuration" apt-get "${wait[@]}" update -qq > "$log" 2>&1 ||
      echo "tools/setup.sh: the package lists of $architecture are not complete: $(tail -n 1 "$log")" >&2
  done
  install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "${wait[@]}" install -y -qq --no-install-recommends)
  if ! "${install[@]}" --download-only "${missing[@]}" > "$log" 2>&1; then
    tail -n 40 "$log" >&2
    if grep -q 'Could not get lock' "$log"; then
      echo "tools/setup.sh: another package manager is running (see above); run this again when it has ended" >&2
      exit 1
    fi
    echo "tools/setup.sh: packages cannot be had: no network, or a mirror without them (apt-get's last lines are above)" >&2
    exit 3
  fi
  if ! "${install[@]}" "${missing[@]}" > "$log" 2>&1; then
    tail -n 40 "$log" >&2
    echo "tools/setup.sh: apt-get failed (its last lines are above)" >&2
    exit 1
  fi
fi

# Bazel 7 and later read WORKSPACE only if they are asked to. Older ones do not know the options, so
# that .bazelrc reads them from this file.
if dpkg --compare-versions "$(dpkg-query -W -f='${Version}' bazel-bootstrap)" ge 7; then
  mkdir -p .tools
  echo "common --enable_workspace --noenable_bzlmod" > .tools/bazelrc
fi

# The versions and digests of tools/npm, and nothing else.
if { wants format || wants mcap; } && ! cmp -s tools/npm/package-lock.json .tools/package-lock.json; then
  mkdir -p .tools
  cp tools/npm/package*.json .tools
  if ! npm ci --loglevel=error --no-audit --no-fund --prefix .tools >&2; then
    rm .tools/package-lock.json
    echo "tools/setup.sh: npm cannot install what tools/npm names (its last lines are above)" >&2
    exit 3
  fi
fi
