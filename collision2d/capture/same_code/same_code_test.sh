#!/usr/bin/env bash
# same_code_test.sh ARCHIVE ARCHIVE: both contain the same machine code, which is not empty.
set -euo pipefail
# Without the names of the archives and of their members.
code() { objdump -dr --no-show-raw-insn "$1" | grep -E '^ +[0-9a-f]+:|^[0-9a-f]+ <'; }
[ "$(code "$1" | wc -l)" -gt 30 ] || { echo "no code in $1" >&2; exit 1; }
diff <(code "$1") <(code "$2") || { echo "a recorder that is compiled out costs something" >&2; exit 1; }
