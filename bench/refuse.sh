# Sourced by tests of programs.

refuse() {  # WANTED_TEXT COMMAND...: the command ends with $refused_status, 2 unless set, and says why with this text.
  local wanted=$1 status=0
  shift
  "$@" > out.txt 2> err.txt || status=$?
  [ "$status" -eq "${refused_status:-2}" ] || { echo "status $status: $*" >&2; exit 1; }
  grep -qF -- "$wanted" err.txt || { echo "no '$wanted' in the error for: $*" >&2; cat err.txt >&2; exit 1; }
}
