# Sourced by the other tools: flags for Bazel, and what shell scripts report as test cases.

# A long build says what it does: on a terminal by Bazel's own display, elsewhere by a line every
# 20 s.
# shellcheck disable=SC2034
if [ -t 2 ]; then
  progress=(--show_progress_rate_limit=0.5)
else
  progress=(--curses=no --show_progress_rate_limit=20)
fi
# Besides progress only warnings and errors.
quiet=("${progress[@]}" --ui_event_filters=-info,-stdout,-debug --noshow_loading_progress --show_result=0)

cases=()
status=0

# report NAME PASSED-OR-NOT: counts a test case, and says so.
report() {
  local what
  what="$(basename "$0"): after $((SECONDS / 60)) min $((SECONDS % 60)) s: $1"
  if [ "$2" = true ]; then
    cases+=("<testcase name=\"$1\"/>")
    echo "$what: passed"
  else
    cases+=("<testcase name=\"$1\"><failure/></testcase>")
    echo "$what: FAILED" >&2
    status=1
  fi
}

# write_cases FILE: writes what was reported as a JUnit file.
write_cases() {
  printf '<testsuites><testsuite name="%s">%s</testsuite></testsuites>\n' "$(basename "$0")" "${cases[*]}" > "$1"
}
