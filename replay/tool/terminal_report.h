#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "replay/page/replay_page.pb.h"

// What a replay shows on the terminal: the lines of its table, and a progress bar.
namespace collision2d::planner {

// A width that all columns fit into, for output that is no terminal.
inline constexpr int kAnyWidth = 1 << 20;

// Returns the columns of the screen that standard output goes to: the environment's COLUMNS, or
// the terminal's own; kAnyWidth if there is neither.
int TerminalWidth();

// The lines that a replay prints: a heading, one line for each scene, and a total. On a screen of
// less than 156 columns the least important columns are left out; a scene name that does not fit
// is printed in full if `width` is kAnyWidth, and cut otherwise.
std::string TerminalHeading(int width = kAnyWidth);
std::string TerminalLine(const replay::ReplayPageRow& row, int width = kAnyWidth);
std::string TerminalTotal(const replay::ReplayPageRow& total, int scenes, int width = kAnyWidth);

// Returns the lines below that of a scene: what is seen between instants alone, what is
// known of the road's edge, of the goal, and of the metrics of the chosen candidates; nothing for
// what is not known.
std::vector<std::string> TerminalDetails(const replay::ReplayPageRow& row);

// Returns a text indented by four columns, with line ends at blanks so that it fits the width; a
// longer word has a line of its own.
std::string TerminalParagraph(absl::string_view text, int width = kAnyWidth);

// Erases the line of a terminal.
inline constexpr char kEraseLine[] = "\r\033[K";

// How far a run is.
struct Progress {
  int files_done = 0;
  std::string current;  // What is being processed.
  // Of the whole run, from 0 to 1. Negative: as many as files are done.
  double fraction = -1.0;
  int64_t scenes = 0;  // That have been replayed.
};

// A line at the bottom of a terminal that shows the progress of a run, its rate and the time left.
// Does nothing if standard error is not a terminal.
class ProgressBar {
 public:
  explicit ProgressBar(int total);
  ~ProgressBar() { Clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Shows how much of the total is done and what is being processed.
  void Show(const Progress& progress);

  // Erases the line; called before other output and at the end.
  void Clear();

 private:
  int total_;
  bool is_terminal_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point begin_;
};

// Returns " 12 scenes, 3.4/s, 0:05 left,": empty before the first scene; without the time left
// where it is not known.
std::string RateText(const Progress& progress, double elapsed_s);

}  // namespace collision2d::planner
