#pragma once

#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "planner_adapter/scene/scene.h"  // IWYU pragma: export

namespace collision2d::planner {

// All times at which trajectories are checked, in increasing order.
struct Instants {
  // Multiples of the time step, for every candidate that covers them.
  std::vector<Instant> grid;
  // First or last times of candidates that are not multiples; each is checked for its own candidate
  // alone, so that no candidate's verdict depends on another candidate.
  std::vector<Instant> ends;
};

// Sets *instants to the multiples of step_s from start_s between the earliest candidate's first
// time and the latest one's last, and every candidate's first and last time unless it is within
// kSameInstant_s of a multiple.
// REQUIRES: step_s > 0; every candidate has a pose.
// Errors: a candidate that begins before start_s; more than max_instants multiples, or
// kMaxCandidateInstants of all candidates together; a time that is NaN.
// O(steps + candidates * log(candidates)).
absl::Status CheckInstants(absl::Span<const Candidate> candidates, double start_s, double step_s, int max_instants,
                           Instants* instants);

// The instants at which one candidate is checked, in this order.
struct CandidateInstants {
  int first_end = -1;  // Of Instants::ends; -1: none.
  int grid_begin = 0;  // grid[grid_begin] up to grid[grid_end - 1].
  int grid_end = 0;
  int last_end = -1;  // Of Instants::ends; -1: none, or it is the first one.
};

// REQUIRES: the candidate is one of those that the instants were made for. O(log(instants)).
CandidateInstants InstantsOf(const Candidate& candidate, const Instants& instants);

// Instants that are checked together, and the candidates that cover some of them.
struct InstantWindow {
  struct Row {
    int candidate;
    int first_instant;
    int length;
  };
  absl::Span<const Instant> instants;
  absl::Span<const Row> rows;  // By candidate.
};

// The steps of the grid in one window of a check: what is known of them stays in the processor's
// cache, and what has collided in one window costs nothing in the next.
inline constexpr int kStepsTogether = 64;

// The windows of candidates: first ends, steps of the grid, last ends. Each end that differs is a
// window of one instant. The windows of a candidate are in the order of time.
class InstantWindows {
 public:
  // Replaces the windows. covered[i] has the instants of candidate i; windows of the grid have
  // steps_together >= 1 steps, but for the last one. Refers to the instants; keeps its memory.
  // O(n log n) in the windows of all candidates.
  void Assign(const Instants& instants, absl::Span<const CandidateInstants> covered, int steps_together);

  int size() const { return static_cast<int>(windows_.size()); }
  const InstantWindow& operator[](int window) const { return windows_[static_cast<size_t>(window)]; }

 private:
  // A row, and the window that it is in.
  struct Member {
    int phase;  // 0, 2: first and last ends; 1: the grid.
    int first;  // Instant of the window.
    InstantWindow::Row row;
  };

  std::vector<Member> members_;
  std::vector<InstantWindow::Row> rows_;  // Those of the members.
  std::vector<InstantWindow> windows_;
};

// Returns their times, in increasing order. REQUIRES: as InstantsOf. O(instants of the candidate).
std::vector<double> TimesOf(const Candidate& candidate, const Instants& instants);

}  // namespace collision2d::planner
