#!/usr/bin/env bash
# source_rules_test.sh FILE...: the library's own sources, without tests, use nothing that differs
# between machines or that a small one lacks.
set -euo pipefail
[ $# -gt 0 ] || { echo "no sources" >&2; exit 2; }
status=0
# refuse PATTERN WHY FILE...
refuse() {
  local pattern=$1 why=$2
  shift 2
  # Not in comments.
  if grep -HnP "$pattern" "$@" | grep -vE '^[^:]*:[0-9]+: *//' >&2; then
    echo "  $why" >&2
    status=1
  fi
}
refuse '\blong double\b' 'long double has 64, 80, or 128 bits, the latter in software' "$@"
refuse '\bthread_local\b' 'thread_local needs the run-time library of a hosted system' "$@"
refuse '#include <(iostream|fstream|sstream|iomanip|ostream|istream|locale|clocale|regex)>' 'streams and locales' "$@"
refuse '\bstd::(hypot|locale|cout|cerr|stod|to_string)\b|\b(setlocale|strtod)\(' 'bits that differ between C libraries, or between locales' "$@"
refuse '^ *(throw|try)\b|[;{] *(throw|try)\b' 'exceptions' "$@"
# To bytes, which lie anywhere, for prefetching; of pointers to integers and back, in
# cso.h; to what is made in storage that is aligned for it, in two files; never of bytes
# to numbers.
mapfile -t others < <(printf '%s\n' "$@" | grep -vE '(query/stages/cso\.h|query/epa_workspace\.cc|papers/shape_ref\.h)$')
refuse 'reinterpret_cast<(?!const (unsigned )?char)|alignas\(1\)|__attribute__\(\(packed|#pragma pack' 'an access that may not be aligned' "${others[@]}"
mapfile -t kept < <(printf '%s\n' "$@" | grep -vF solid/papers/)
refuse '#include "collision2d/solid/papers/' "a paper's algorithm, in a room that a planner's check uses" "${kept[@]}"
echo "$# sources looked at"
exit $status
