#include "planner_adapter/scene/timeline.h"

#include <cstddef>
#include <iterator>
#include <limits>

namespace collision2d::planner {
namespace {

// The time at which to look up what covers [first_s, last_s]; none if the obstacle is absent.
std::optional<double> CoveredTime(double first_s, double last_s, BeyondPrediction beyond, double time_s) {
  if (beyond == BeyondPrediction::kHold) return std::clamp(time_s, first_s, last_s);
  if (first_s - kSameInstant_s <= time_s && time_s <= last_s + kSameInstant_s) return time_s;
  return std::nullopt;
}

// The number of lists that have begun at an instant.
std::ptrdiff_t CountUntil(const std::vector<TimedShapes>& all, double time_s) {
  return std::upper_bound(all.begin(), all.end(), time_s + kSameInstant_s,
                          [](double time, const TimedShapes& timed) { return time < timed.time_s; }) -
         all.begin();
}

bool HasShapes(const TimedShapes& timed) { return !timed.shapes.empty(); }

}  // namespace

const TimedShapes* Timeline::ShapesAt(double time_s) const {
  const std::ptrdiff_t count = CountUntil(lists(), time_s);
  if (count > 0) return &lists()[count - 1];
  // At the edge of the tolerance time_s + kSameInstant_s can be rounded to before the first one.
  return has_poses() ? nullptr : &lists().front();
}

Timeline::Place Timeline::PlaceAt(double time_s, double pose_s) const {
  return {has_poses() ? InterpolatePose(poses(), pose_s) : TimedPose(), ShapesAt(time_s)};
}

std::optional<Timeline::Place> Timeline::At(double time_s) const {
  const std::optional<double> covered_s = CoveredTime(first_s(), last_s(), beyond_, time_s);
  if (!covered_s.has_value()) return std::nullopt;
  return PlaceAt(ShapesTime(time_s, *covered_s), *covered_s);
}

std::optional<std::pair<Timeline::Place, Timeline::Place>> Timeline::During(double start_s, double end_s) const {
  const std::optional<double> from_s = CoveredTime(first_s(), last_s(), beyond_, start_s);
  const std::optional<double> to_s = CoveredTime(first_s(), last_s(), beyond_, end_s);
  if (!from_s.has_value() || !to_s.has_value()) return std::nullopt;
  const double shapes_s = ShapesTime(start_s, *from_s);
  return std::make_pair(PlaceAt(shapes_s, *from_s), PlaceAt(shapes_s, *to_s));
}

bool Timeline::IsPredicted(double time_s) const {
  const BeyondPrediction beyond = prediction_.is_assumed ? BeyondPrediction::kAbsent : beyond_;
  const std::optional<double> covered_s = CoveredTime(first_s(), last_known_s(), beyond, time_s);
  if (!covered_s.has_value()) return false;
  const TimedShapes* const timed = ShapesAt(has_poses() ? time_s : *covered_s);
  return timed == nullptr ? HasOwnShapes() : HasShapes(*timed);
}

std::vector<Interval> Timeline::UnpredictedTimes() const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<Interval> times_s;
  if (prediction_.is_assumed || !holds()) times_s = {{-kInfinity, first_s()}, {last_known_s(), kInfinity}};
  // What holds before the first list.
  bool has_shapes = has_poses() ? HasOwnShapes() : HasShapes(lists().front());
  double begin_s = -kInfinity;
  for (const TimedShapes& timed : lists()) {
    if (HasShapes(timed) == has_shapes) continue;
    if (!has_shapes) times_s.push_back({begin_s, timed.time_s});
    has_shapes = !has_shapes;
    begin_s = timed.time_s;
  }
  if (!has_shapes) times_s.push_back({begin_s, kInfinity});
  MergeIntervals(&times_s);
  return times_s;
}

std::optional<Timeline::Place> Timeline::HeldAt(double time_s, double pose_s) const {
  TimedPose pose;
  if (has_poses()) pose = InterpolatePose(poses(), std::clamp(pose_s, first_s(), last_known_s()));
  const auto after = lists().begin() + CountUntil(lists(), time_s);
  const auto known = std::find_if(std::make_reverse_iterator(after), lists().rend(), HasShapes);
  if (known != lists().rend()) return Place{pose, &*known};
  if (has_poses() && HasOwnShapes()) return Place{pose, nullptr};
  const auto next = std::find_if(after, lists().end(), HasShapes);
  if (next == lists().end()) return std::nullopt;
  return Place{pose, &*next};
}

void Timeline::AddTimes(std::vector<double>* changes_s, std::vector<double>* moments_s) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ForEachTurningTime(poses(), -kInfinity, kInfinity, [&](double time_s) { changes_s->push_back(time_s); });
  for (const TimedShapes& timed : lists()) changes_s->push_back(timed.time_s);
  if (holds()) return;
  if (!has_poses()) return moments_s->push_back(last_s());
  if (last_s() - first_s() <= kSameInstant_s) moments_s->push_back(first_s());
  for (const TimedShapes& timed : prediction_.timed_shapes) {
    if (std::abs(timed.time_s - last_s()) <= kSameInstant_s) moments_s->push_back(timed.time_s);
  }
}

void MergeIntervals(std::vector<Interval>* intervals) {
  std::sort(intervals->begin(), intervals->end(), [](const Interval& a, const Interval& b) { return a.min < b.min; });
  size_t count = 0;
  for (const Interval& next : *intervals) {
    if (count > 0 && next.min < (*intervals)[count - 1].max) {
      (*intervals)[count - 1].max = std::max((*intervals)[count - 1].max, next.max);
    } else {
      (*intervals)[count++] = next;
    }
  }
  intervals->resize(count);
}

}  // namespace collision2d::planner
