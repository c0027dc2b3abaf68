#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_CANDIDATE_POSES_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_CANDIDATE_POSES_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/pose2.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// One candidate at consecutive instants ("steps").
struct CandidateRow {
  int candidate;
  int first_step;
  int length;
  // After a contact: only contacts count.
  bool contacts_only = false;
};

// Candidates with one first step: rows [first_row, end_row), whose first poses are at that step.
struct RowGroup {
  int first_row;
  int end_row;
  int first_step;
  int steps;
  size_t first_pose;  // Of the first row; those of the others follow, `steps` for each.

  int row_count() const { return end_row - first_row; }
  // The part of the group that has rows [begin, end).
  RowGroup Part(int begin, int end) const {
    return {begin, end, first_step, steps,
            first_pose + static_cast<size_t>(begin - first_row) * static_cast<size_t>(steps)};
  }
};

// Where the ego vehicle is on many candidates at some instants, laid out for queries along
// trajectories.
class CandidatePoses {
 public:
  // Computes the poses of these rows, which it sorts by their first step; with has_heights the
  // elevations too. REQUIRES: candidates cover the instants of their rows; row lengths are
  // positive.
  // O(poses), and O(log) of each candidate's own poses for its first one.
  void Interpolate(absl::Span<const Trajectory> candidates, absl::Span<const Instant> instants, bool has_heights,
                   std::vector<CandidateRow> rows);

  absl::Span<const CandidateRow> rows() const { return rows_; }
  absl::Span<const int> lengths() const { return lengths_; }  // By row.
  absl::Span<const RowGroup> groups() const { return groups_; }

  // The group's poses with these lengths, which are given by row.
  Trajectories TrajectoriesOf(const RowGroup& group, absl::Span<const int> lengths) const;

  const Pose2& PoseAt(const RowGroup& group, int row, int step) const { return poses_[Index(group, row, step)]; }
  // Without heights the body is level, at 0.
  SpacePose SpacePoseAt(const RowGroup& group, int row, int step) const;

  // The range of all elevations of one row, or of all rows; empty without heights.
  PoseRange RangeOfRow(const RowGroup& group, int row) const;
  PoseRange range() const;

 private:
  size_t Index(const RowGroup& group, int row, int step) const {
    return group.first_pose + static_cast<size_t>(row - group.first_row) * static_cast<size_t>(group.steps) +
           static_cast<size_t>(step - group.first_step);
  }
  void LayOut();

  std::vector<CandidateRow> rows_;
  std::vector<int> lengths_;
  std::vector<RowGroup> groups_;
  std::vector<Pose2> poses_;
  std::vector<Elevation> elevations_;  // Empty: they are not wanted.
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_CANDIDATE_POSES_H_
