#include "planner_adapter/path_time/testing/path_time_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/testing/interval.h"
#include "collision2d/motion/testing/motion_oracle.h"

namespace collision2d::planner {
namespace {

// Not the planner's of the same name.
using Enclosure = collision2d::Interval;
using Relation = PathTimeOracle::Relation;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The part of the motion that has passed; 0 if it is one instant.
Enclosure Fraction(const MotionSpec& motion, const Enclosure& at) {
  if (!(motion.end_s > motion.start_s)) return 0.0;
  return (at - Enclosure(motion.start_s)) / (Enclosure(motion.end_s) - Enclosure(motion.start_s));
}

// At a parameter of the motion; a body that stays for ever has none.
Enclosure Clock(const MotionSpec& motion, double from, double to) {
  return motion.end_s > motion.start_s ? Enclosure::Between(from, to) : Enclosure(motion.start_s);
}

// Whether heights are shared, throughout.
Relation CompareHeights(const Enclosure& z_a, const HeightSpan& a, const Enclosure& z_b, const HeightSpan& b) {
  const Enclosure b_above_a = (z_b + Enclosure(b.z_min_m)) - (z_a + Enclosure(a.z_max_m));
  const Enclosure a_above_b = (z_a + Enclosure(a.z_min_m)) - (z_b + Enclosure(b.z_max_m));
  if (b_above_a.IsPositive() || a_above_b.IsPositive()) return Relation::kApart;
  return b_above_a.IsAtMostZero() && a_above_b.IsAtMostZero() ? Relation::kContact : Relation::kUnknown;
}

double Reach(const ConvexPolygon& shape) {
  double reach_sq = 0.0;
  for (const Vec2 vertex : shape.vertices()) reach_sq = std::max(reach_sq, NormSquared(vertex));
  return std::sqrt(reach_sq) + shape.radius_m();
}

// The middle of the places of the reference point, and how far they are from it.
double PlacesDuring(const MotionSpec& motion, double from, double to, Vec2* middle) {
  const double duration = motion.end_s - motion.start_s;
  const double fraction = duration > 0.0 ? (0.5 * (from + to) - motion.start_s) / duration : 0.0;
  *middle = motion.start.translation + fraction * motion.displacement_m;
  return duration > 0.0 ? 0.5 * (to - from) / duration * Norm(motion.displacement_m) : 0.0;
}

}  // namespace

PathTimeOracle::PathTimeOracle(const Scene& scene, absl::Span<const double> stations_m,
                               absl::Span<const TimedPose> poses, int obstacle, int hypothesis,
                               BeyondPrediction beyond) {
  std::vector<TimedPose> path(poses.begin(), poses.end());
  for (size_t i = 0; i < path.size(); ++i) path[i].time_s = stations_m[i];
  for (size_t i = 0; i < path.size(); ++i) {
    const TimedPose& end = path[std::min(i + 1, path.size() - 1)];
    if (i > 0 && i + 1 == path.size()) break;
    AddMotion(path[i], end, path[i].time_s, end.time_s, scene.ego.shapes, scene.ego.height_of(0), &ego_);
  }
  const auto statics = static_cast<int>(scene.static_obstacles.size());
  if (obstacle < statics) {
    const StaticObstacle& still = scene.static_obstacles[static_cast<size_t>(obstacle)];
    AddMotion({}, {}, -kInfinity, kInfinity, still.shapes, still.height, &obstacle_);
    return;
  }
  const MovingObstacle& moving = scene.moving_obstacles[static_cast<size_t>(obstacle - statics)];
  AddPrediction(moving, moving.predictions[static_cast<size_t>(hypothesis)], beyond);
}

void PathTimeOracle::AddMotion(const TimedPose& start, const TimedPose& end, double from, double to,
                               absl::Span<const ConvexPolygon> shapes, const std::optional<HeightSpan>& span,
                               std::vector<Piece>* pieces) {
  MotionSpec motion;
  motion.start = start.ToPose2();
  motion.start_s = start.time_s;
  motion.end_s = end.time_s;
  motion.displacement_m = end.position - start.position;
  motion.turn_rad = NormalizeAngle(end.yaw_rad - start.yaw_rad);
  for (const ConvexPolygon& shape : shapes) pieces->push_back({&shape, motion, from, to, start.z_m, end.z_m, span});
}

void PathTimeOracle::AddPrediction(const MovingObstacle& obstacle, const Prediction& prediction,
                                   BeyondPrediction beyond) {
  const bool holds = beyond == BeyondPrediction::kHold;
  const std::vector<TimedOccupancy>& occupancies = prediction.occupancies;
  for (size_t k = 0; k < occupancies.size(); ++k) {
    const bool is_last = k + 1 == occupancies.size();
    const double from = k == 0 && holds ? -kInfinity : occupancies[k].time_s;
    const double to = !is_last ? occupancies[k + 1].time_s : holds ? kInfinity : occupancies[k].time_s;
    AddMotion({}, {}, from, to, occupancies[k].shapes, obstacle.height, &obstacle_);
    changes_s_.push_back(occupancies[k].time_s);
  }
  if (prediction.poses.empty()) return;
  // The shapes between two changes, and in them the parts of the motion.
  std::vector<TimedPose> poses = prediction.poses;
  changes_s_ = {poses.front().time_s, poses.back().time_s};
  for (const TimedShapes& timed : prediction.timed_shapes) changes_s_.push_back(timed.time_s);
  for (size_t shapes = 0; shapes <= prediction.timed_shapes.size(); ++shapes) {
    const double from = shapes == 0 ? -kInfinity : prediction.timed_shapes[shapes - 1].time_s;
    const double to = shapes < prediction.timed_shapes.size() ? prediction.timed_shapes[shapes].time_s : kInfinity;
    const std::vector<ConvexPolygon>& current =
        shapes == 0 ? obstacle.shapes : prediction.timed_shapes[shapes - 1].shapes;
    const auto add = [&](const TimedPose& start, const TimedPose& end, double begin, double until) {
      if (std::max(from, begin) > std::min(to, until)) return;
      AddMotion(start, end, std::max(from, begin), std::min(to, until), current, obstacle.height, &obstacle_);
    };
    const TimedPose& first = poses.front();
    const TimedPose& last = poses.back();
    add(first, first, holds ? -kInfinity : first.time_s, first.time_s);
    for (size_t k = 0; k + 1 < poses.size(); ++k) add(poses[k], poses[k + 1], poses[k].time_s, poses[k + 1].time_s);
    add(last, last, last.time_s, holds ? kInfinity : last.time_s);
  }
}

Relation PathTimeOracle::Decide(const Box& box) const {
  bool is_apart = true;
  for (const Piece& ego : ego_) {
    if (ego.from > box.station_max_m || ego.to < box.station_min_m) continue;
    for (const Piece& other : obstacle_) {
      if (other.from > box.time_max_s || other.to < box.time_min_s) continue;
      const Box shared = {std::max(box.station_min_m, ego.from), std::min(box.station_max_m, ego.to),
                          std::max(box.time_min_s, other.from), std::min(box.time_max_s, other.to)};
      const Relation relation = DecidePair(ego, other, shared);
      const bool is_whole = ego.from <= box.station_min_m && box.station_max_m <= ego.to &&
                            other.from <= box.time_min_s && box.time_max_s <= other.to;
      if (relation == Relation::kContact && is_whole) return Relation::kContact;
      is_apart = is_apart && relation == Relation::kApart;
    }
  }
  return is_apart ? Relation::kApart : Relation::kUnknown;
}

Relation PathTimeOracle::DecidePair(const Piece& ego, const Piece& obstacle, const Box& box) {
  // By circles about the reference points, which spares most of the proofs.
  Vec2 ego_middle;
  Vec2 other_middle;
  double reach_m = Reach(*ego.shape) + Reach(*obstacle.shape);
  reach_m += PlacesDuring(ego.motion, box.station_min_m, box.station_max_m, &ego_middle);
  reach_m += PlacesDuring(obstacle.motion, box.time_min_s, box.time_max_s, &other_middle);
  const double margin_m = 1e-6 + 1e-9 * (reach_m + Norm(ego_middle) + Norm(other_middle));
  if (Norm(other_middle - ego_middle) > reach_m + margin_m) return Relation::kApart;

  const Enclosure station = Clock(ego.motion, box.station_min_m, box.station_max_m);
  const Enclosure time = Clock(obstacle.motion, box.time_min_s, box.time_max_s);
  Relation heights = Relation::kContact;
  if (ego.span.has_value() && obstacle.span.has_value()) {
    const auto z_at = [](const Piece& piece, const Enclosure& at) {
      return Enclosure(piece.z_at_start_m) +
             Fraction(piece.motion, at) * (Enclosure(piece.z_at_end_m) - Enclosure(piece.z_at_start_m));
    };
    heights = CompareHeights(z_at(ego, station), *ego.span, z_at(obstacle, time), *obstacle.span);
    if (heights == Relation::kApart) return Relation::kApart;
  }
  MotionOracle oracle(*ego.shape, ego.motion, *obstacle.shape, obstacle.motion);
  if (oracle.ProvesAllApart(station, time)) return Relation::kApart;
  return heights == Relation::kContact && oracle.ProvesAllContact(station, time) ? Relation::kContact
                                                                                 : Relation::kUnknown;
}

}  // namespace collision2d::planner
