#include "planner_adapter/checking/candidate_poses.h"

#include <algorithm>

#include "collision2d/batch/calls/headings.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
void CandidatePoses::Interpolate(absl::Span<const Candidate> candidates, int part, Vec2 origin,
                                 absl::Span<const double> times_s, bool has_heights,
                                 absl::Span<const CandidateRow> rows) {
  steps_ = static_cast<int>(times_s.size());
  lengths_.clear();
  for (const CandidateRow& row : rows) lengths_.push_back(row.length);
  poses_.resize(rows.size() * times_s.size());
  elevations_.resize(has_heights ? poses_.size() : 0);
  yaw_rad_.resize(times_s.size());
  for (size_t row = 0; row < rows.size(); ++row) {
    PoseCursor cursor(candidates[rows[row].candidate].poses_of(part), times_s[0], origin);
    const auto length = static_cast<size_t>(rows[row].length);
    const auto of_row = absl::MakeSpan(poses_).subspan(row * times_s.size(), length);
    TimedPose between;
    for (size_t step = 0; step < length; ++step) {
      // Most are given, and need not be copied.
      const TimedPose* pose = cursor.GivenAt(times_s[step]);
      Vec2 moved_by = origin;
      if (pose == nullptr) {
        between = cursor.At(times_s[step]);
        pose = &between;
        moved_by = {};
      }
      of_row[step].translation = pose->position - moved_by;
      yaw_rad_[step] = pose->yaw_rad;
      if (has_heights) elevations_[row * times_s.size() + step] = pose->ToElevation();
    }
    internal::SetHeadings(absl::MakeConstSpan(yaw_rad_).first(length), of_row);
  }
}

Trajectories CandidatePoses::At(Range rows, Range steps, absl::Span<const int> end_step, Vec2 origin) {
  some_lengths_.clear();
  for (int row = rows.begin; row < rows.end; ++row) {
    some_lengths_.push_back(std::clamp(end_step[row] - steps.begin, 0, steps.size()));
  }
  const auto row_count = static_cast<size_t>(rows.size());
  if (steps.size() == steps_ && origin == Vec2{}) {
    return {absl::MakeConstSpan(poses_).subspan(Index(rows.begin, 0), row_count * static_cast<size_t>(steps_)), steps_,
            some_lengths_};
  }
  some_poses_.resize(row_count * static_cast<size_t>(steps.size()));
  auto to = some_poses_.begin();
  for (int row = rows.begin; row < rows.end; ++row, to += steps.size()) {
    const auto from = poses_.begin() + static_cast<std::ptrdiff_t>(Index(row, steps.begin));
    std::copy_n(from, some_lengths_[row - rows.begin], to);
  }
  if (origin != Vec2{}) {
    for (Pose2& pose : some_poses_) pose.translation = pose.translation - origin;
  }
  return {some_poses_, steps.size(), some_lengths_};
}

PoseRange CandidatePoses::RangeOfRow(int row) const {
  PoseRange range;
  if (elevations_.empty()) return range;
  for (int step = 0; step < lengths_[row]; ++step) range.Extend(elevations_[Index(row, step)]);
  return range;
}

}  // namespace collision2d::planner
