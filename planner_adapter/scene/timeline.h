#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// When a prediction has its obstacle, where, and with which shapes. The rules are decided here and
// nowhere else:
// - An instant is asked with a tolerance, kSameInstant_s: an obstacle is present up to that before
//   its first and after its last time, a pose within it stands for the instant (InterpolatePose),
//   and shapes hold from that before their own time on.
// - A piece of time is exact. Its ends are the times of poses and shapes; only shapes that begin up
//   to kSameInstant_s after a pose begin at the pose.
// - BeyondPrediction::kHold keeps the first place before the first time, and the last place for
//   ever. kAbsent does not: one pose, the last occupancy, and shapes that begin at the last pose
//   last for an instant.
namespace collision2d::planner {

// Where an obstacle is assumed to be at times that its prediction does not cover.
enum class BeyondPrediction {
  kAbsent,  // It is absent before its first and after its last time.
  kHold,    // It stays at its first place before its first time, and at its last place after its last time.
};

// rad. Turns between two poses that are larger are divided in checks: far from half a turn, where
// rounding would decide which way the motion turns.
inline constexpr double kNearlyHalfTurn_rad = 3.0;

// Calls add(time_s), in increasing order, for the times within (begin_s, end_s) of the poses, and
// of the middles between two poses that differ by more than kNearlyHalfTurn_rad. O(log n), and O(1)
// for each time.
template <typename Add>
void ForEachTurningTime(absl::Span<const TimedPose> poses, double begin_s, double end_s, const Add& add) {
  const auto add_middle = [&](const TimedPose& p, const TimedPose& q) {
    const double turn_rad = q.yaw_rad - p.yaw_rad;
    // Few turns need to be normalized.
    if (!(std::abs(turn_rad) > kNearlyHalfTurn_rad && std::abs(NormalizeAngle(turn_rad)) > kNearlyHalfTurn_rad)) return;
    const double middle_s = p.time_s + 0.5 * (q.time_s - p.time_s);
    if (begin_s < middle_s && middle_s < end_s) add(middle_s);
  };
  auto pose = std::upper_bound(poses.begin(), poses.end(), begin_s,
                               [](double time_s, const TimedPose& of) { return time_s < of.time_s; });
  const auto end =
      std::lower_bound(pose, poses.end(), end_s, [](const TimedPose& of, double time_s) { return of.time_s < time_s; });
  for (; pose != end; ++pose) {
    if (pose != poses.begin()) add_middle(*(pose - 1), *pose);
    add(pose->time_s);
  }
  if (end != poses.begin() && end != poses.end()) add_middle(*(end - 1), *end);
}

// What a prediction says during some time in which everything moves as Motion::Between.
struct TimelinePiece {
  double start_s;  // Equal to end_s: an instant. Infinite: it stays where it is.
  double end_s;
  TimedPose from;  // The scene's origin if the prediction has occupancies.
  TimedPose to;
  // The given poses between which it moves; equal if it stays.
  const TimedPose* before;
  const TimedPose* after;
  const TimedShapes* shapes;  // Null: the obstacle's own shapes and polytopes.
};

// One prediction of an obstacle over time. A view, O(1) to make. Refers to its arguments.
class Timeline {
 public:
  // REQUIRES: the prediction has poses or occupancies.
  Timeline(const MovingObstacle& obstacle, const Prediction& prediction, BeyondPrediction beyond)
      : obstacle_(obstacle), prediction_(prediction), beyond_(beyond) {}

  const MovingObstacle& obstacle() const { return obstacle_; }

  // The times that the prediction covers.
  double first_s() const { return has_poses() ? poses().front().time_s : prediction_.occupancies.front().time_s; }
  double last_s() const { return has_poses() ? poses().back().time_s : prediction_.occupancies.back().time_s; }

  bool has_poses() const { return !prediction_.poses.empty(); }

  // Where the obstacle is, and its shapes there; null: its own shapes and polytopes.
  struct Place {
    TimedPose pose;
    const TimedShapes* shapes;
  };

  // Returns the place at an instant; none if the obstacle is absent. O(log n).
  std::optional<Place> At(double time_s) const;

  // Returns the places at the ends of an interval, with the shapes at start_s at both; none if the
  // obstacle is absent at one of them. REQUIRES: start_s <= end_s. O(log n).
  std::optional<std::pair<Place, Place>> During(double start_s, double end_s) const;

  // Returns true if the prediction says where the obstacle is at an instant. O(log n).
  bool IsPredicted(double time_s) const;

  // Returns the times at which it does not: those before the first and after the last time, unless
  // held, those before and after the first pose of an assumed motion, and those of occupancies or
  // timed shapes without shapes. Increasing; two of them meet at a single predicted time at most.
  // O(n log n).
  std::vector<Interval> UnpredictedTimes() const;

  // Returns the place of an obstacle that is not predicted at time_s: at the predicted pose nearest
  // to pose_s, with the last shapes that are known at time_s, or else the first ones; none if it
  // never has shapes. O(log n + times without shapes).
  std::optional<Place> HeldAt(double time_s, double pose_s) const;

  // Adds the times at which the motion or the shapes change (ForEachTurningTime), and the instants
  // at which the obstacle, or shapes of it, are there for a moment only. O(n).
  void AddTimes(std::vector<double>* changes_s, std::vector<double>* moments_s) const;

  // Calls visit(piece) for all pieces, by time. A piece turns by most_turn_rad >= pi/2 at most:
  // what turns more is divided in the middle. O(n).
  template <typename Visit>
  void ForEachPiece(double most_turn_rad, const Visit& visit) const;

 private:
  const std::vector<TimedPose>& poses() const { return prediction_.poses; }
  bool holds() const { return beyond_ == BeyondPrediction::kHold; }
  // The last time at which the obstacle was seen or predicted: a motion that is assumed does not
  // count.
  double last_known_s() const { return prediction_.is_assumed ? first_s() : last_s(); }
  bool HasOwnShapes() const { return !obstacle_.shapes.empty() || !obstacle_.polytopes.empty(); }

  // The lists over time: occupancies, or timed shapes.
  const std::vector<TimedShapes>& lists() const {
    return has_poses() ? prediction_.timed_shapes : prediction_.occupancies;
  }
  const TimedShapes* ShapesAt(double time_s) const;
  // The time of the shapes at an instant that is looked up at covered_s. What is not held has those
  // of its first or last pose within kSameInstant_s of it.
  double ShapesTime(double time_s, double covered_s) const {
    if (!has_poses()) return covered_s;
    return holds() ? time_s : std::clamp(time_s, first_s(), last_s());
  }
  Place PlaceAt(double time_s, double pose_s) const;

  // Calls add(end_s) for the ends of the parts of [start_s, end_s] with the same shapes; each
  // begins at the end of the one before.
  template <typename Add>
  void ForEachPart(double start_s, double end_s, const Add& add) const {
    const std::vector<TimedShapes>& all = prediction_.timed_shapes;
    auto next = std::upper_bound(all.begin(), all.end(), start_s + kSameInstant_s,
                                 [](double time_s, const TimedShapes& timed) { return time_s < timed.time_s; });
    for (; next != all.end() && next->time_s < end_s; ++next) add(next->time_s);
    add(end_s);
  }

  const MovingObstacle& obstacle_;
  const Prediction& prediction_;
  BeyondPrediction beyond_;
};

// Calls visit(timeline, obstacle, hypothesis) for the predictions that are probable enough, in the
// scene's order; `obstacle` is PlacedShape::obstacle.
template <typename Visit>
void ForEachTimeline(const Scene& scene, BeyondPrediction beyond, double min_probability, const Visit& visit) {
  int index = static_cast<int>(scene.static_obstacles.size());
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    for (size_t k = 0; k < obstacle.predictions.size(); ++k) {
      if (obstacle.predictions[k].probability < min_probability) continue;
      visit(Timeline(obstacle, obstacle.predictions[k], beyond), index, static_cast<int>(k));
    }
    ++index;
  }
}

// Sorts intervals and merges those that overlap by more than an end. O(n log n).
void MergeIntervals(std::vector<Interval>* intervals);

template <typename Visit>
void Timeline::ForEachPiece(double most_turn_rad, const Visit& visit) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!has_poses()) {
    const std::vector<TimedOccupancy>& all = prediction_.occupancies;
    for (size_t k = 0; k < all.size(); ++k) {
      const double end_s = k + 1 < all.size() ? all[k + 1].time_s : holds() ? kInfinity : all[k].time_s;
      visit(TimelinePiece{holds() && k == 0 ? -kInfinity : all[k].time_s, end_s, {}, {}, nullptr, nullptr, &all[k]});
    }
    return;
  }
  const auto add_still = [&](const TimedPose& pose, double start_s, double end_s) {
    ForEachPart(start_s, end_s, [&](double part_end_s) {
      visit(TimelinePiece{start_s, part_end_s, pose, pose, &pose, &pose, ShapesAt(start_s)});
      start_s = part_end_s;
    });
  };
  if (holds()) add_still(poses().front(), -kInfinity, first_s());
  if (poses().size() == 1) add_still(poses().front(), first_s(), first_s());
  for (size_t k = 0; k + 1 < poses().size(); ++k) {
    const TimedPose& p = poses()[k];
    const TimedPose& q = poses()[k + 1];
    TimedPose from = p;
    const auto add = [&](const TimedPose& to) {
      visit(TimelinePiece{from.time_s, to.time_s, from, to, &p, &q, ShapesAt(from.time_s)});
      from = to;
    };
    ForEachPart(p.time_s, q.time_s, [&](double end_s) {
      const TimedPose to = end_s == q.time_s ? q : PoseBetween(p, q, end_s);
      if (std::abs(NormalizeAngle(to.yaw_rad - from.yaw_rad)) > most_turn_rad) {
        add(PoseBetween(p, q, from.time_s + 0.5 * (end_s - from.time_s)));
      }
      add(to);
    });
  }
  // Without hold, shapes that begin at the last pose are there at its time only.
  if (holds() || !prediction_.timed_shapes.empty()) {
    add_still(poses().back(), last_s(), holds() ? kInfinity : last_s());
  }
}

}  // namespace collision2d::planner
