#include "planner_adapter/checking/window_parts.h"

#include <algorithm>
#include <cstddef>

#include "collision2d/batch/calls/headings.h"
#include "planner_adapter/scene/timed_pose.h"
#include "planner_adapter/scene/timeline.h"

namespace collision2d::planner {
namespace {

template <typename T>
int Sign(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

}  // namespace

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

Range WindowPart::InstantsFrom(int begin) const {
  const int count = static_cast<int>(instant_of_step.size());
  while (begin < count && instant_of_step[begin] < 0) ++begin;
  int end = begin;
  while (end < count && instant_of_step[end] >= 0) ++end;
  return {begin, end};
}

void WindowParts::Begin(absl::Span<const Candidate> candidates, absl::Span<const Instant> instants,
                        absl::Span<const WindowRow> rows) {
  candidates_ = candidates;
  instants_ = instants;
  rows_ = rows;
  keys_.clear();
  next_ = 0;
  own_s_.clear();
  for (size_t row = 0; row < rows.size(); ++row) {
    const size_t own_begin = own_s_.size();
    if (rows[row].follows_motion) AddOwnTimes(rows[row]);
    keys_.push_back({static_cast<int>(row), own_begin, own_s_.size()});
  }
  const auto precedes = [this](const Key& a, const Key& b) {
    const int order = Compare(a, b);
    return order < 0 || (order == 0 && a.row < b.row);
  };
  // Mostly they are in order.
  if (!std::is_sorted(keys_.begin(), keys_.end(), precedes)) std::sort(keys_.begin(), keys_.end(), precedes);
}

bool WindowParts::Next(WindowPart* part) {
  if (next_ == keys_.size()) return false;
  const Key& key = keys_[next_];
  const WindowRow& first = rows_[key.row];
  int end_instant = 0;
  bool follows_motion = false;
  part->rows.clear();
  for (; next_ < keys_.size() && Compare(keys_[next_], key) == 0; ++next_) {
    const WindowRow& row = rows_[keys_[next_].row];
    part->rows.push_back({row.candidate, row.length});
    end_instant = std::max(end_instant, row.first_instant + row.length);
    follows_motion = follows_motion || row.follows_motion;
  }
  part->last = first.last;
  instants_s_.clear();
  if (first.last.has_value()) instants_s_.push_back(first.last->time_s);
  for (int k = first.first_instant; k < end_instant; ++k) instants_s_.push_back(instants_[k].time_s);
  if (follows_motion) {
    checked_.obstacle_times.Divide(instants_s_, OwnTimes(key), &part->times_s);
  } else {
    part->times_s = instants_s_;
  }
  part->instant_of_step.clear();
  int instant = first.first_instant;
  for (const double time_s : part->times_s) {
    const bool is_instant = time_s == instants_[instant].time_s;
    part->instant_of_step.push_back(is_instant ? instant : -1);
    if (is_instant && instant + 1 < end_instant) ++instant;
  }
  // So far lengths count instants.
  for (CandidateRow& row : part->rows) {
    const int last_instant = first.first_instant + row.length - 1;
    const auto last = std::find(part->instant_of_step.begin(), part->instant_of_step.end(), last_instant);
    row.length = static_cast<int>(last - part->instant_of_step.begin()) + 1;
  }
  return true;
}

// Times that are near an instant divide nothing.
void WindowParts::AddOwnTimes(const WindowRow& row) {
  const auto instants = instants_.subspan(static_cast<size_t>(row.first_instant), static_cast<size_t>(row.length));
  const double begin_s = row.last.has_value() ? row.last->time_s : instants.front().time_s;
  const auto add_times_of = [&](absl::Span<const TimedPose> poses) {
    auto next = instants.begin();
    ForEachTurningTime(poses, begin_s, instants.back().time_s, [&](double time_s) {
      // The last instant is later.
      while (time_s - next->time_s > kSameInstant_s) ++next;
      const bool is_near_instant = time_s - begin_s <= kSameInstant_s || next->time_s - time_s <= kSameInstant_s;
      if (!is_near_instant) own_s_.push_back(time_s);
    });
  };
  const auto first = static_cast<std::ptrdiff_t>(own_s_.size());
  const Candidate& candidate = candidates_[row.candidate];
  add_times_of(candidate.poses);
  // The parts' poses have the same times, but other turns.
  if (candidate.part_poses.empty()) return;
  for (const std::vector<TimedPose>& poses : candidate.part_poses) add_times_of(poses);
  std::sort(own_s_.begin() + first, own_s_.end());
  own_s_.erase(std::unique(own_s_.begin() + first, own_s_.end()), own_s_.end());
}

// 0: the rows can be in one part. Rows without times of their own may differ in their lengths,
// since every interval is divided by itself.
int WindowParts::Compare(const Key& a, const Key& b) const {
  const WindowRow& row = rows_[a.row];
  const WindowRow& other = rows_[b.row];
  if (const int order = Sign(row.first_instant, other.first_instant); order != 0) return order;
  if (const int order = Sign(row.last.has_value(), other.last.has_value()); order != 0) return order;
  if (row.last.has_value()) {
    if (const int order = Sign(row.last->time_s, other.last->time_s); order != 0) return order;
  }
  const absl::Span<const double> own = OwnTimes(a);
  const absl::Span<const double> other_own = OwnTimes(b);
  if (const int order = Sign(own.empty(), other_own.empty()); order != 0) return order;
  if (own.empty()) return 0;
  if (const int order = Sign(row.length, other.length); order != 0) return order;
  const auto is_less = [](absl::Span<const double> x, absl::Span<const double> y) {
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  };
  return is_less(own, other_own) ? -1 : is_less(other_own, own) ? 1 : 0;
}

}  // namespace collision2d::planner
