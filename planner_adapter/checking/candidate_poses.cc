#include "planner_adapter/checking/candidate_poses.h"

#include <algorithm>
#include <utility>

#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// Interpolates one candidate's poses at increasing times, as InterpolatePose.
class PoseCursor {
 public:
  PoseCursor(absl::Span<const TimedPose> poses, double first_s) : poses_(poses) {
    const auto after = std::lower_bound(poses.begin(), poses.end(), first_s - kSameInstant_s, IsBefore);
    if (after != poses.begin()) before_ = static_cast<size_t>(after - poses.begin()) - 1;
  }

  TimedPose At(double time_s) {
    while (before_ + 1 < poses_.size() && IsBefore(poses_[before_ + 1], time_s - kSameInstant_s)) ++before_;
    return InterpolatePose(poses_.subspan(before_, 2), time_s);
  }

 private:
  static bool IsBefore(const TimedPose& pose, double time_s) { return pose.time_s < time_s; }

  const absl::Span<const TimedPose> poses_;
  size_t before_ = 0;  // The last pose before the time, unless all are after it.
};

}  // namespace

void CandidatePoses::Interpolate(absl::Span<const Trajectory> candidates, absl::Span<const Instant> instants,
                                 bool has_heights, std::vector<CandidateRow> rows) {
  rows_ = std::move(rows);
  LayOut();
  elevations_.resize(has_heights ? poses_.size() : 0);
  for (const RowGroup& group : groups_) {
    for (int row = group.first_row; row < group.end_row; ++row) {
      const Trajectory& candidate = candidates[rows_[row].candidate];
      PoseCursor cursor(candidate.poses, instants[group.first_step].time_s);
      size_t index = Index(group, row, group.first_step);
      for (int k = 0; k < rows_[row].length; ++k, ++index) {
        const TimedPose pose = cursor.At(instants[group.first_step + k].time_s);
        poses_[index] = pose.ToPose2();
        if (has_heights) elevations_[index] = pose.ToElevation();
      }
    }
  }
}

Trajectories CandidatePoses::TrajectoriesOf(const RowGroup& group, absl::Span<const int> lengths) const {
  const auto rows = static_cast<size_t>(group.row_count());
  return {absl::MakeConstSpan(poses_).subspan(group.first_pose, rows * static_cast<size_t>(group.steps)), group.steps,
          lengths.subspan(static_cast<size_t>(group.first_row), rows)};
}

SpacePose CandidatePoses::SpacePoseAt(const RowGroup& group, int row, int step) const {
  const size_t index = Index(group, row, step);
  return {poses_[index], elevations_.empty() ? Elevation() : elevations_[index]};
}

PoseRange CandidatePoses::RangeOfRow(const RowGroup& group, int row) const {
  PoseRange range;
  if (elevations_.empty()) return range;
  const size_t begin = Index(group, row, group.first_step);
  for (int k = 0; k < rows_[row].length; ++k) range.Extend(elevations_[begin + static_cast<size_t>(k)]);
  return range;
}

PoseRange CandidatePoses::range() const {
  PoseRange range;
  for (const RowGroup& group : groups_) {
    for (int row = group.first_row; row < group.end_row; ++row) range.Extend(RangeOfRow(group, row));
  }
  return range;
}

void CandidatePoses::LayOut() {
  const auto first_step = [](const CandidateRow& row) { return row.first_step; };
  std::stable_sort(rows_.begin(), rows_.end(),
                   [&](const CandidateRow& a, const CandidateRow& b) { return first_step(a) < first_step(b); });
  lengths_.clear();
  groups_.clear();
  size_t pose_count = 0;
  for (size_t row = 0; row < rows_.size(); ++row) {
    const int index = static_cast<int>(row);
    if (row == 0 || first_step(rows_[row]) != first_step(rows_[row - 1])) {
      groups_.push_back({index, index, first_step(rows_[row]), 0, 0});
    }
    groups_.back().end_row = index + 1;
    groups_.back().steps = std::max(groups_.back().steps, rows_[row].length);
    lengths_.push_back(rows_[row].length);
  }
  for (RowGroup& group : groups_) {
    group.first_pose = pose_count;
    pose_count += static_cast<size_t>(group.row_count()) * static_cast<size_t>(group.steps);
  }
  poses_.resize(pose_count);
}

}  // namespace collision2d::planner
