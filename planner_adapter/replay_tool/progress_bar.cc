#include "planner_adapter/replay_tool/progress_bar.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/io/text.h"

namespace collision2d::planner {
namespace {

constexpr int kBarWidth = 30;
constexpr int kLongestName = 40;

// Columns of the terminal; 80 if it does not say.
int TerminalWidth() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string DurationText(double duration_s) {
  const auto seconds = static_cast<int64_t>(std::min(std::ceil(duration_s), 1e9));
  if (seconds >= 3600) return absl::StrFormat("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  return absl::StrFormat("%d:%02d", seconds / 60, seconds % 60);
}

}  // namespace

std::string RateText(const Progress& progress, double elapsed_s) {
  if (progress.scenes == 0 || elapsed_s <= 0.0) return "";
  const double rate = static_cast<double>(progress.scenes) / elapsed_s;
  std::string text = absl::StrFormat(" %d scene%s, %.*f/s,", progress.scenes, progress.scenes == 1 ? "" : "s",
                                     rate < 10.0 ? 1 : 0, rate);
  const double done = progress.fraction - progress.fraction_at_begin;
  if (done > 0.0) absl::StrAppend(&text, " ", DurationText((1.0 - progress.fraction) / done * elapsed_s), " left,");
  return text;
}

ProgressBar::ProgressBar(int total)
    : total_(std::max(total, 1)), is_terminal_(isatty(STDERR_FILENO) == 1), begin_(std::chrono::steady_clock::now()) {}

void ProgressBar::Show(const Progress& progress) {
  if (!is_terminal_) return;
  const double fraction =
      progress.fraction >= 0.0 ? progress.fraction : static_cast<double>(progress.files_done) / total_;
  std::string bar(kBarWidth, '.');
  std::fill_n(bar.begin(), static_cast<int>(kBarWidth * std::clamp(fraction, 0.0, 1.0)), '#');
  const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  std::string line = absl::StrCat("[", bar, "] ", progress.files_done, "/", total_, RateText(progress, elapsed_s), " ");
  // A name that does not fit is cut, so that the line stays one line.
  const int room = std::clamp(TerminalWidth() - 1 - static_cast<int>(line.size()), 0, kLongestName);
  absl::StrAppend(&line, Utf8Prefix(progress.current, static_cast<size_t>(room)));
  std::fprintf(stderr, "%s%s", kEraseLine, line.c_str());
  std::fflush(stderr);
  is_shown_ = true;
}

void ProgressBar::Clear() {
  if (!is_shown_) return;
  std::fputs(kEraseLine, stderr);
  std::fflush(stderr);
  is_shown_ = false;
}

}  // namespace collision2d::planner
