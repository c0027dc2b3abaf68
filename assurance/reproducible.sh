#!/usr/bin/env bash
# Builds the core of the committed tree twice, by Bazel and by CMake, from copies in two folders of
# different names and with nothing in common, and compares the bytes of all libraries. Exit status 1
# if any differ. Takes as long as four builds of the core.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh --cmake
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
copies=(one another_folder)
for copy in "${copies[@]}"; do
  mkdir -p "$work/$copy/tree"
  git archive HEAD | tar -x -C "$work/$copy/tree"
  cd "$work/$copy/tree"
  bazel=(bazel --batch --output_base="$work/$copy/base")
  mapfile -t libraries < <("${bazel[@]}" query 'kind(cc_library, deps(//collision2d)) intersect //collision2d/...' 2> /dev/null)
  # With a disk cache, which a user's .bazelrc may name, the second build would be a copy.
  "${bazel[@]}" build --config=opt --disk_cache= --noshow_progress --jobs="$(nproc)" "${libraries[@]}"
  cmake -S . -B "$work/$copy/build" -DBUILD_SHARED_LIBS=ON -DCOLLISION2D_BUILD_{BOTH=ON,SOLID=OFF,ADAPTER=OFF,TOOLS=OFF} > /dev/null
  cmake --build "$work/$copy/build" -j "$(nproc)" > /dev/null
  find "$work/$copy/base/execroot" "$work/$copy/build" -type f '(' -name '*.a' -o -name '*.so.*' ')' -path '*collision2d*' -exec sha256sum {} + |
    sed "s|$work/$copy/||" | sort -k 2 > "$work/$copy.sums"
  cd "$OLDPWD"
done
[ -s "$work/one.sums" ] || { echo "assurance/reproducible.sh: no libraries" >&2; exit 1; }
diff "$work"/*.sums
echo "$(wc -l < "$work/one.sums") libraries, the same bytes"
