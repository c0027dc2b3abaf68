#include "replay/tool/terminal_report.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "collision2d/io/text.h"

namespace collision2d::planner {
namespace {

std::string Metres(bool is_known, double value_m) {
  if (!is_known) return "-";
  // A contact is shown as 0, not as -0.
  const double rounded_m = std::abs(value_m) < 0.0005 ? 0.0 : value_m;
  return absl::StrFormat("%.3f m", rounded_m);
}

constexpr int kNameWidth = 36;
constexpr int kLeastNameWidth = 20;

// A column behind the name; those of the highest rank are left out first. `width`: with the blanks
// in front of it; negative: its text begins at the left.
struct Column {
  const char* heading;
  int width;
  int rank;
  std::string (*text)(const replay::ReplayPageRow&);
};

std::string CulpritText(const replay::ReplayPageRow& row) {
  if (!row.has_first_culprit()) return "-";
  return absl::StrFormat("%s at %.2f s", VisibleText(row.first_culprit()), row.first_culprit_time_s());
}

using Row = replay::ReplayPageRow;
constexpr int kCulprit = 4;
constexpr Column kColumns[] = {
    {"candidates", 11, 0, [](const Row& row) { return absl::StrCat(row.candidates()); }},
    {"free", 7, 0, [](const Row& row) { return absl::StrCat(row.free()); }},
    {"colliding", 10, 0, [](const Row& row) { return absl::StrCat(row.colliding()); }},
    {"off road", 9, 0, [](const Row& row) { return absl::StrCat(row.leaving_road()); }},
    {"first culprit", -20, 1, CulpritText},
    {"min clearance", 14, 2,
     [](const Row& row) { return Metres(row.has_minimum_clearance_m(), row.minimum_clearance_m()); }},
    {"chosen's", 13, 3, [](const Row& row) { return Metres(row.has_chosen_clearance_m(), row.chosen_clearance_m()); }},
    {"vertical", 13, 4,
     [](const Row& row) { return Metres(row.has_vertical_clearance_m(), row.vertical_clearance_m()); }},
    {"pairs", 13, 6, [](const Row& row) { return absl::StrCat(row.pairs_checked()); }},
    {"ms", 10, 5,
     [](const Row& row) { return row.has_elapsed_ms() ? absl::StrFormat("%.2f", row.elapsed_ms()) : "-"; }},
};

// Returns how many columns of the screen the columns up to a rank take, without the name.
int WidthUpTo(int rank) {
  int width = 0;
  for (const Column& column : kColumns) width += column.rank <= rank ? std::abs(column.width) : 0;
  return width;
}

// `text_of`: returns the text of a column.
template <typename TextOf>
std::string Line(absl::string_view name, int width, const TextOf& text_of) {
  int rank = 6;
  while (rank > 0 && WidthUpTo(rank) + kLeastNameWidth > width) --rank;
  const int room = std::clamp(width - WidthUpTo(rank), kLeastNameWidth, kNameWidth);
  const bool is_cut = (width < kAnyWidth) && static_cast<int>(name.size()) > room;
  std::string line = absl::StrFormat(
      "%-*s", room, is_cut ? absl::StrCat(Utf8Prefix(name, static_cast<size_t>(room - 3)), "...") : std::string(name));
  for (const Column& column : kColumns) {
    if (column.rank > rank) continue;
    const std::string text = text_of(column);
    absl::StrAppend(&line, column.width < 0 ? absl::StrFormat("  %-*s", -column.width - 2, text)
                                            : absl::StrFormat("%*s", column.width, text));
  }
  return line;
}

constexpr int kBarWidth = 30;
constexpr int kLongestName = 40;

// Columns of the terminal of standard error; 80 if it does not say.
int ErrorWidth() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string DurationText(double duration_s) {
  const auto seconds = static_cast<int64_t>(std::min(std::ceil(duration_s), 1e9));
  if (seconds >= 3600) return absl::StrFormat("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  return absl::StrFormat("%d:%02d", seconds / 60, seconds % 60);
}

}  // namespace

int TerminalWidth() {
  int width = 0;
  const char* const columns = std::getenv("COLUMNS");
  if (columns != nullptr && absl::SimpleAtoi(columns, &width) && width > 0) return width;
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kAnyWidth;
}

std::string TerminalHeading(int width) {
  return Line("scene", width, [](const Column& column) { return std::string(column.heading); });
}

std::string TerminalLine(const replay::ReplayPageRow& row, int width) {
  return Line(VisibleText(row.scene_id()), width, [&](const Column& column) { return column.text(row); });
}

std::string TerminalTotal(const replay::ReplayPageRow& total, int scenes, int width) {
  return Line(absl::StrFormat("total of %d scene%s", scenes, scenes == 1 ? "" : "s"), width,
              [&](const Column& column) { return &column == &kColumns[kCulprit] ? "" : column.text(total); });
}

std::string TerminalParagraph(absl::string_view text, int width) {
  std::string lines;
  int at = width;
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    const bool is_next = at + 1 + static_cast<int>(word.size()) > width;
    absl::StrAppend(&lines, is_next ? (lines.empty() ? "    " : "\n    ") : " ", word);
    at = is_next ? 4 + static_cast<int>(word.size()) : at + 1 + static_cast<int>(word.size());
  }
  return lines;
}

std::vector<std::string> TerminalDetails(const replay::ReplayPageRow& row) {
  std::vector<std::string> lines;
  const auto add = [&lines](int64_t count, absl::string_view verb, absl::string_view rest) {
    if (count > 0) lines.push_back(absl::StrCat(count, " ", verb, count == 1 && !verb.empty() ? "s" : "", rest));
  };
  add(row.colliding_between_instants(), "collide", " only between instants");
  add(row.leaving_between_instants(), "leave", " the road only between instants");
  add(row.free_beyond_prediction(), "", "free only beyond a prediction");
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
  const int room = std::clamp(ErrorWidth() - 1 - static_cast<int>(line.size()), 0, kLongestName);
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
