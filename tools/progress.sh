# Sourced by the other tools. Flags for Bazel, so that a long build says what it does: on a terminal
# Bazel's own display, elsewhere a line every 20 s.
# shellcheck disable=SC2034
if [ -t 2 ]; then
  progress=(--show_progress_rate_limit=0.5)
else
  progress=(--curses=no --show_progress_rate_limit=20)
fi
# Besides progress only warnings and errors.
quiet=("${progress[@]}" --ui_event_filters=-info,-stdout,-debug --noshow_loading_progress --show_result=0)
