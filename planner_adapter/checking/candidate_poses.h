#pragma once

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/scene/scene.h"

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

}  // namespace collision2d::planner
