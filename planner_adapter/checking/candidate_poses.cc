#include "planner_adapter/checking/candidate_poses.h"

#include <algorithm>

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

void CandidatePoses::Interpolate(absl::Span<const Trajectory> candidates, int part, absl::Span<const double> times_s,
                                 bool has_heights, absl::Span<const CandidateRow> rows) {
  steps_ = static_cast<int>(times_s.size());
  lengths_.clear();
  for (const CandidateRow& row : rows) lengths_.push_back(row.length);
  poses_.resize(rows.size() * times_s.size());
  elevations_.resize(has_heights ? poses_.size() : 0);
  for (size_t row = 0; row < rows.size(); ++row) {
    PoseCursor cursor(candidates[rows[row].candidate].poses_of(part), times_s[0]);
    size_t index = row * times_s.size();
    for (int step = 0; step < rows[row].length; ++step, ++index) {
      const TimedPose pose = cursor.At(times_s[step]);
      poses_[index] = pose.ToPose2();
      if (has_heights) elevations_[index] = pose.ToElevation();
    }
  }
}

Trajectories CandidatePoses::At(Range rows, Range steps, absl::Span<const int> end_step) {
  some_lengths_.clear();
  for (int row = rows.begin; row < rows.end; ++row) {
    some_lengths_.push_back(std::clamp(end_step[row] - steps.begin, 0, steps.size()));
  }
  const auto row_count = static_cast<size_t>(rows.size());
  if (steps.size() == steps_) {
    return {absl::MakeConstSpan(poses_).subspan(Index(rows.begin, 0), row_count * static_cast<size_t>(steps_)), steps_,
            some_lengths_};
  }
  some_poses_.resize(row_count * static_cast<size_t>(steps.size()));
  auto to = some_poses_.begin();
  for (int row = rows.begin; row < rows.end; ++row, to += steps.size()) {
    const auto from = poses_.begin() + static_cast<std::ptrdiff_t>(Index(row, steps.begin));
    std::copy_n(from, some_lengths_[row - rows.begin], to);
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
