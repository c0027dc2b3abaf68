#!/usr/bin/env bash
# undefined_symbols_test.sh ARCHIVE...: objects of queries need nothing that allocates, throws,
# locks, prints, reads a locale, or computes in long double. Reads archives of any architecture that
# nm knows.
#
# Allowed, and why:
#   std::ios_base::Init, __cxa_atexit, __dso_handle: Abseil's status.h includes <iostream>, whose
#   initialisation runs before main;
#     nothing of it is called later.
#   operator delete, in the batch layer only: the destructor of std::string that Abseil's inline
#   code brings, for messages of errors.
set -euo pipefail
[ $# -gt 0 ] || { echo "no archives" >&2; exit 2; }
# malloc and relatives; new in all forms; exceptions; threads; streams, locales and printing;
# clocks, files and the environment; thread-local storage; long double in software (__addtf3 and
# relatives; aarch64) and its library functions; fused products in software.
forbidden='^(malloc|calloc|realloc|free|aligned_alloc|posix_memalign|_Zn[wa].*|__cxa_(throw|rethrow|allocate_exception|begin_catch|guard_.*|thread_atexit.*)|_ZSt.*__throw.*|pthread_.*|__gthr.*|_ZSt(4cout|4cerr|4clog|3cin)|_ZNSt6locale.*|_ZNSo.*|_ZNSi.*|setlocale|.*printf.*|f?puts|strto[dlu].*|(clock_)?gettime.*|f?open|getenv|__tls_get_addr|__.*tf[0-9]?[a-z]*[0-9]*|(sqrt|fma|sin|cos|hypot|floor|ldexp)l)$'
status=0
for archive in "$@"; do
  undefined=$(nm --undefined-only --no-sort "$archive" | awk '$1 == "U" { print $2 }' | sort -u)
  found=$(grep -E "$forbidden" <<< "$undefined" || true)
  if [ -n "$found" ]; then
    echo "$archive needs: $(c++filt <<< "$found" | tr '\n' ';')" >&2
    status=1
  fi
  deleted=$(grep -E '^_Zd[la]' <<< "$undefined" || true)
  case "$archive" in
    *collision2d/batch/*) ;;
    *) [ -z "$deleted" ] || { echo "$archive frees memory" >&2; status=1; } ;;
  esac
done
echo "$# archives looked at"
exit $status
