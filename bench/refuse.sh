# Sourced by tests of programs.

refuse() {  # WANTED_TEXT COMMAND...: the command fails, and says so with this text.
  local wanted=$1
  shift
  if "$@" > out.txt 2> err.txt; then
    echo "accepted: $*" >&2
    exit 1
  fi
  grep -qF -- "$wanted" err.txt || { echo "no '$wanted' in the error for: $*" >&2; cat err.txt >&2; exit 1; }
}
