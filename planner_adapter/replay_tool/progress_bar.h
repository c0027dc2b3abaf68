#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_PROGRESS_BAR_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_PROGRESS_BAR_H_

#include <string>

namespace collision2d::planner {

// A line at the bottom of a terminal that shows the progress of a run. Does nothing if standard error is not a
// terminal.
class ProgressBar {
 public:
  explicit ProgressBar(int total);
  ~ProgressBar() { Clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Shows that `done` of the total are done and that `current` is being processed.
  void Show(int done, const std::string& current);

  // Erases the line; called before other output and at the end.
  void Clear();

 private:
  int total_;
  bool is_terminal_;
  bool is_shown_ = false;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_PROGRESS_BAR_H_
