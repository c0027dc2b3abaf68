#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "planner_adapter/checking/candidate_poses.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// A candidate at consecutive instants of a window.
struct WindowRow {
  int candidate;
  int first_instant;
  int length;
  // The last instant before these; nullopt if there is none, or if it does not matter.
  std::optional<Instant> last = {};
  // True if the motion between the instants is checked.
  bool follows_motion = false;
};

// Candidates that are checked at the same times ("steps"): the instants and, if the motion between
// these is checked, the last one before and whatever divides the motion in between.
struct WindowPart {
  std::vector<double> times_s;
  std::vector<int> instant_of_step;  // In the window; -1: none that is to be checked.
  std::vector<CandidateRow> rows;    // Up to their own last instants.
  // That of the rows (WindowRow::last).
  std::optional<Instant> last = {};

  // Returns the next run of consecutive steps, at or after `begin`, that are instants to be
  // checked; empty at the end.
  Range InstantsFrom(int begin) const;
};

// Divides the rows of a window into parts.
class WindowParts {
 public:
  explicit WindowParts(const CheckedScene& checked) : checked_(checked) {}

  // Refers to its arguments.
  void Begin(absl::Span<const Candidate> candidates, absl::Span<const Instant> instants,
             absl::Span<const WindowRow> rows);

  // Sets the next part; returns false if there is none. Each row is in one part.
  bool Next(WindowPart* part);

 private:
  // What rows have in common in one part.
  struct Key {
    int row;
    // The times of the candidate's own that divide its motion: of own_s_.
    size_t own_begin;
    size_t own_end;
  };

  void AddOwnTimes(const WindowRow& row);
  int Compare(const Key& a, const Key& b) const;
  absl::Span<const double> OwnTimes(const Key& key) const {
    return absl::MakeConstSpan(own_s_).subspan(key.own_begin, key.own_end - key.own_begin);
  }

  const CheckedScene& checked_;
  absl::Span<const Candidate> candidates_;
  absl::Span<const Instant> instants_;
  absl::Span<const WindowRow> rows_;
  std::vector<Key> keys_;  // In the order of the parts.
  size_t next_ = 0;
  std::vector<double> own_s_;
  std::vector<double> instants_s_;
};

}  // namespace collision2d::planner
