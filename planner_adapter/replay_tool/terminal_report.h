#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "planner_adapter/replay_page/replay_page.pb.h"

// What a replay shows on the terminal: the lines of its table, and a progress bar.
namespace collision2d::planner {

// The lines that a replay prints: a heading, one line for each scene, and a total. Columns are
// aligned for scene names of up to 36 characters; a longer name is printed in full.
std::string TerminalHeading();
std::string TerminalLine(const replay::ReplayPageRow& row);
std::string TerminalTotal(const replay::ReplayPageRow& total, int scenes);

// Returns the lines below that of a scene: what is known of the road's edge, of the goal, and of
// the metrics of the chosen candidates; nothing for what is not known.
std::vector<std::string> TerminalDetails(const replay::ReplayPageRow& row);

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
