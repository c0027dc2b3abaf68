#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/scene/scene.h"

// Candidates that are checked at the same times, with their poses there.
namespace collision2d::planner {

// A candidate ("row") at the first `length` of some times ("steps").
struct CandidateRow {
  int candidate;
  int length;
};

// Consecutive elements.
struct Range {
  int begin;
  int end;

  int size() const { return end - begin; }
};

// The poses of a part of the ego vehicle on many candidates at some times, laid out for queries
// along trajectories: each pose is interpolated once.
class CandidatePoses {
 public:
  // Computes the poses of these rows for a part, relative to `origin` (m, scene frame); with
  // has_heights the elevations too. REQUIRES: candidates cover the times of their rows; lengths are
  // positive.
  // O(poses), and O(log) of each candidate's own poses for its first one.
  void Interpolate(absl::Span<const Candidate> candidates, int part, Vec2 origin, absl::Span<const double> times_s,
                   bool has_heights, absl::Span<const CandidateRow> rows);

  int row_count() const { return static_cast<int>(lengths_.size()); }

  // The poses of some rows at some steps, of which those count that are also below `end_step`,
  // given for each of all rows. Relative to `origin` (m, frame of the poses). Valid until the next
  // call.
  Trajectories At(Range rows, Range steps, absl::Span<const int> end_step, Vec2 origin = {});

  const Pose2& PoseAt(int row, int step) const { return poses_[Index(row, step)]; }
  // Without heights the body is level, at 0.
  SpacePose SpacePoseAt(int row, int step) const {
    return {PoseAt(row, step), elevations_.empty() ? Elevation() : elevations_[Index(row, step)]};
  }

  // The range of all elevations of one row; empty without heights.
  PoseRange RangeOfRow(int row) const;

 private:
  size_t Index(int row, int step) const {
    return static_cast<size_t>(row) * static_cast<size_t>(steps_) + static_cast<size_t>(step);
  }

  int steps_ = 0;
  std::vector<int> lengths_;
  std::vector<Pose2> poses_;           // [row][step].
  std::vector<Elevation> elevations_;  // Likewise; empty: they are not wanted.
  std::vector<double> yaw_rad_;        // Of one row.
  // What At returned.
  std::vector<Pose2> some_poses_;
  std::vector<int> some_lengths_;
};

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

// A part of a window with the poses of its rows, made once for all bodies.
struct PosedPart {
  absl::Span<const Instant> instants;  // Of the window.
  WindowPart part;
  std::vector<CandidatePoses> poses;  // By part of the vehicle.

  int row_count() const { return static_cast<int>(part.rows.size()); }
  const Instant& InstantAt(int step) const { return instants[part.instant_of_step[step]]; }
  // The range of the heights of a row's poses.
  PoseRange RangeOfRow(int row) const {
    PoseRange range;
    for (const CandidatePoses& of_part : poses) range.Extend(of_part.RangeOfRow(row));
    return range;
  }
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
