# Sourced by assurance/cmake_test.sh: everything, by GCC, static and shared from the same objects;
# what the shared libraries export. With -O1, which compiles in two thirds of the time: Bazel runs
# the same tests with -O2. The oracles' tests with --long only.
gcc=$work/gcc
check gcc_build build "$gcc" -S "$source" -DCMAKE_CXX_COMPILER=g++ -DBUILD_SHARED_LIBS=ON -DCOLLISION2D_BUILD_BOTH=ON \
  -DCOLLISION2D_BUILD_TESTS=ON -DCOLLISION2D_BUILD_ORACLE_TESTS=$long -DCOLLISION2D_PRECOMPILE_HEADERS=ON \
  -DCMAKE_BUILD_TYPE=None "-DCMAKE_CXX_FLAGS=-O1 -DNDEBUG" "-DCMAKE_INSTALL_PREFIX=$work/first prefix"
tests gcc "$gcc"

# defined LIBRARY [FLAG]: mangled names that a library defines for others, each once.
defined() { nm --defined-only "${@:2}" "$1" 2> /dev/null | awk 'NF == 3 && $2 ~ /[BDRT]/ { print $3 }' | sort -u; }

# exports LIBRARY: the shared library exports all of the static one that is public, and nothing of
# Highway, Abseil and the kernels, nor of the namespaces `internal` what exports.map does not name.
exports() {
  local own='^_ZNK?11collision2d|^_ZT[ISV]N11collision2d(2v1|6replay|13PairQueryHookE)|^_ZN6google8protobuf5Arena18CreateMaybeMessageIN11collision2d(2v1|6replay)|^descriptor_table_collision2d_2fv1_2f'
  local named
  named=$(sed -n 's/^ *collision2d::.*internal::\(.*\)\*;$/\1/p' cmake/exports.map | paste -s -d '|')
  defined "$gcc/lib$1.a" | grep -E '^_ZNK?11collision2d(5solid|7planner|2v1)?[0-9]+[A-Z]' | grep -v -E '^_ZNK?11collision2d(5solid|7planner)?[0-9]+N_' > "$work/public"
  nm -D --defined-only "$gcc/lib$1.so" | awk '{ print $3 }' | sort -u > "$work/shared"
  c++filt < "$work/shared" > "$work/names"
  [ -s "$work/public" ] || return 1
  echo "public, but not exported:"
  ! comm -23 "$work/public" "$work/shared" | c++filt | grep . || return 1
  echo "exported, but not ours:"
  ! grep -v -E "$own" "$work/shared" || return 1
  echo "exported, but internal:"
  ! grep -E '^collision2d::(solid::)?internal::' "$work/names" | grep -v -E "^collision2d::(solid::)?internal::($named)" || return 1
  ! grep -E '^[^(<]*::N_(AVX|EMU|NEON|SCALAR|SSE)' "$work/names"
}
for library in collision2d collision2d_solid collision2d_adapter collision2d_replay; do check "exports_of_$library" exports $library; done

# What code of the installed headers calls is exported: with all their inline functions compiled, a
# library links that leaves nothing undefined. Without the component ompl, which this build does not
# have.
headers_link() {
  sed -n '/_headers$/,/)$/s/^  \(.*\.h\))*$/#include "\1"/p' cmake/sources.cmake | grep -v -F '"planner_adapter/ompl/' > "$work/headers.cc"
  [ "$(wc -l < "$work/headers.cc")" -gt 100 ] &&
    g++ -std=c++17 -fPIC -shared -fkeep-inline-functions -I "$source" -I "$gcc/collision2d_generated" "$work/headers.cc" -o "$work/headers.so" \
      -L "$gcc" -lcollision2d_replay -lcollision2d_adapter -lcollision2d_solid -lcollision2d -lprotobuf $(pkg-config --libs absl_statusor absl_str_format) -Wl,-z,defs
}
check headers_link headers_link
