#include "planner_adapter/replay_tool/terminal_report.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "collision2d/io/text.h"

namespace collision2d::planner {
namespace {

constexpr char kFormat[] = "%-36s %10s %6s %9s %8s  %-18s %13s %12s %12s %12s %9s";

std::string Metres(bool is_known, double value_m) {
  if (!is_known) return "-";
  // A contact is shown as 0, not as -0.
  const double rounded_m = std::abs(value_m) < 0.0005 ? 0.0 : value_m;
  return absl::StrFormat("%.3f m", rounded_m);
}

// What is written behind the columns.
std::string BetweenInstants(const replay::ReplayPageRow& row) {
  const auto note = [](int64_t count, absl::string_view verb, absl::string_view object) {
    if (count == 0) return std::string();
    return absl::StrCat("  ", count, " ", verb, count == 1 ? "s" : "", object, " only between instants");
  };
  return absl::StrCat(note(row.colliding_between_instants(), "collide", ""),
                      note(row.leaving_between_instants(), "leave", " the road"));
}

std::string BeyondPrediction(const replay::ReplayPageRow& row) {
  if (row.free_beyond_prediction() == 0) return "";
  return absl::StrCat("  ", row.free_beyond_prediction(), " free only beyond a prediction");
}

std::string Counts(const replay::ReplayPageRow& row, const std::string& name, const std::string& culprit) {
  const std::string columns = absl::StrFormat(
      kFormat, name, absl::StrCat(row.candidates()), absl::StrCat(row.free()), absl::StrCat(row.colliding()),
      absl::StrCat(row.leaving_road()), culprit, Metres(row.has_minimum_clearance_m(), row.minimum_clearance_m()),
      Metres(row.has_chosen_clearance_m(), row.chosen_clearance_m()),
      Metres(row.has_vertical_clearance_m(), row.vertical_clearance_m()), absl::StrCat(row.pairs_checked()),
      row.has_elapsed_ms() ? absl::StrFormat("%.2f", row.elapsed_ms()) : "-");
  return absl::StrCat(columns, BetweenInstants(row), BeyondPrediction(row));
}

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

std::string TerminalHeading() {
  return absl::StrFormat(kFormat, "scene", "candidates", "free", "colliding", "off road", "first culprit",
                         "min clearance", "chosen's", "vertical", "pairs", "ms");
}

std::string TerminalLine(const replay::ReplayPageRow& row) {
  const std::string culprit =
      row.has_first_culprit()
          ? absl::StrFormat("%s at %.2f s", VisibleText(row.first_culprit()), row.first_culprit_time_s())
          : "-";
  return Counts(row, VisibleText(row.scene_id()), culprit);
}

std::string TerminalTotal(const replay::ReplayPageRow& total, int scenes) {
  return Counts(total, absl::StrFormat("total of %d scene%s", scenes, scenes == 1 ? "" : "s"), "");
}

std::vector<std::string> TerminalDetails(const replay::ReplayPageRow& row) {
  std::vector<std::string> lines;
  if (row.has_road_clearance_m()) {
    lines.push_back(absl::StrCat("least clearance to the road's edge ", Metres(true, row.road_clearance_m())));
    if (row.has_chosen_road_clearance_m()) {
      absl::StrAppend(&lines.back(), ", chosen's ", Metres(true, row.chosen_road_clearance_m()));
    }
  }
  std::vector<std::string> metrics;
  if (row.has_chosen_time_to_collision_s()) {
    metrics.push_back(absl::StrFormat("least time to collision %.2f s", row.chosen_time_to_collision_s()));
  }
  if (row.has_chosen_headway_s()) metrics.push_back(absl::StrFormat("least headway %.2f s", row.chosen_headway_s()));
  if (row.has_chosen_required_deceleration_mps2()) {
    metrics.push_back(
        absl::StrFormat("required deceleration up to %.2f m/s^2", row.chosen_required_deceleration_mps2()));
  }
  if (!metrics.empty()) lines.push_back(absl::StrCat("chosen's ", absl::StrJoin(metrics, ", ")));
  if (row.within_margin() > 0) {
    lines.push_back(absl::StrFormat("%d of %d candidates come within a margin", row.within_margin(), row.candidates()));
  }
  if (row.in_contact_in_recording() > 0) {
    lines.push_back(absl::StrFormat("%d of %d colliding candidates are in contact in the recording",
                                    row.in_contact_in_recording(), row.colliding()));
  }
  if (row.has_reaching_goal()) {
    lines.push_back(absl::StrFormat("%d of %d candidates reach a goal", row.reaching_goal(), row.candidates()));
  }
  return lines;
}

std::string RateText(const Progress& progress, double elapsed_s) {
  if (progress.scenes == 0 || elapsed_s <= 0.0) return "";
  const double rate = static_cast<double>(progress.scenes) / elapsed_s;
  std::string text = absl::StrFormat(" %d scene%s, %.*f/s,", progress.scenes, progress.scenes == 1 ? "" : "s",
                                     rate < 10.0 ? 1 : 0, rate);
  const double done = progress.fraction;
  if (done > 0.0) absl::StrAppend(&text, " ", DurationText((1.0 - done) / done * elapsed_s), " left,");
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
