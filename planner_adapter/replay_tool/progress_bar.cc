#include "planner_adapter/replay_tool/progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace collision2d::planner {

ProgressBar::ProgressBar(int total) : total_(std::max(total, 1)), is_terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressBar::Show(int done, const std::string& current) {
  if (!is_terminal_) return;
  constexpr int kWidth = 30;
  const int filled = kWidth * std::clamp(done, 0, total_) / total_;
  std::string bar(kWidth, '.');
  std::fill_n(bar.begin(), filled, '#');
  // Erases the line first; a name that does not fit is cut, so that the line stays one line.
  std::fprintf(stderr, "\r\033[K[%s] %d/%d %.40s", bar.c_str(), done, total_, current.c_str());
  std::fflush(stderr);
  is_shown_ = true;
}

void ProgressBar::Clear() {
  if (!is_shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  is_shown_ = false;
}

}  // namespace collision2d::planner
