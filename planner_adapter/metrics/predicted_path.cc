#include "planner_adapter/metrics/predicted_path.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "absl/strings/str_format.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/motion.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// Collects points of which it makes their box along an axis.
class OrientedBoxMaker {
 public:
  explicit OrientedBoxMaker(Vec2 axis) : axis_(axis) {}

  void Extend(Vec2 point, double margin_m) {
    const double along = Dot(axis_, point);
    const double across = Cross(axis_, point);
    min_ = {std::min(min_.x, along - margin_m), std::min(min_.y, across - margin_m)};
    max_ = {std::max(max_.x, along + margin_m), std::max(max_.y, across + margin_m)};
  }

  // REQUIRES: a point.
  OrientedBox Box() const {
    const Vec2 middle = 0.5 * (min_ + max_);
    return {middle.x * axis_ + middle.y * Vec2{-axis_.y, axis_.x}, axis_, 0.5 * (max_ - min_)};
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Vec2 axis_;
  Vec2 min_ = {kInfinity, kInfinity};
  Vec2 max_ = {-kInfinity, -kInfinity};
};

// Whether a side of one separates the two, within rounding.
bool AreApart(const OrientedBox& a, const OrientedBox& b) {
  const Vec2 apart = b.center - a.center;
  const double cos = std::abs(Dot(a.axis, b.axis));
  const double sin = std::abs(Cross(a.axis, b.axis));
  return std::abs(Dot(a.axis, apart)) > a.half_m.x + b.half_m.x * cos + b.half_m.y * sin ||
         std::abs(Cross(a.axis, apart)) > a.half_m.y + b.half_m.x * sin + b.half_m.y * cos ||
         std::abs(Dot(b.axis, apart)) > b.half_m.x + a.half_m.x * cos + a.half_m.y * sin ||
         std::abs(Cross(b.axis, apart)) > b.half_m.y + a.half_m.x * sin + a.half_m.y * cos;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// m. Far more than the rounding of what it is added to.
constexpr double kBoundsMargin_m = 1e-6;

Aabb2 CircleBounds(const ConvexPolygon& shape, const Pose2& pose) {
  Aabb2 bounds;
  bounds.Extend(pose * shape.center());
  return bounds.Inflated(shape.bounding_radius_m() + kBoundsMargin_m);
}

// While a shape turns, the centre of its circle leaves the chord by at most the distance between
// reference point and centre.
Aabb2 SweptBounds(const ConvexPolygon& shape, const Pose2& from, const Pose2& to, double turn_rad) {
  Aabb2 bounds = CircleBounds(shape, from);
  bounds.Extend(CircleBounds(shape, to));
  // The sagitta of the arc.
  return bounds.Inflated(Norm(shape.center()) * (1.0 - std::cos(0.5 * turn_rad)));
}

// Along the shape's x axis at the beginning. While a shape turns, a point at v leaves the straight
// way by at most |v| turn^2 / 8.
OrientedBox SweptBox(const ConvexPolygon& shape, const Pose2& from, const Pose2& to, double turn_rad) {
  OrientedBoxMaker maker({from.cos, from.sin});
  for (const Vec2 vertex : shape.vertices()) {
    const double margin_m = shape.radius_m() + Norm(vertex) * turn_rad * turn_rad / 8.0 + kBoundsMargin_m;
    maker.Extend(from * vertex, margin_m);
    maker.Extend(to * vertex, margin_m);
  }
  return maker.Box();
}

class PathMaker {
 public:
  explicit PathMaker(BeyondPrediction beyond) : holds_(beyond == BeyondPrediction::kHold) {}

  absl::StatusOr<PredictedPath> Make(const MovingObstacle& obstacle, int index, const Prediction& prediction,
                                     int hypothesis) {
    path_ = {index, hypothesis, {}, {}, {}};
    absl::Status status;
    if (prediction.poses.empty()) {
      AddOccupancies(prediction.occupancies, obstacle.height);
    } else {
      status = AddPoses(obstacle, prediction);
    }
    if (!status.ok()) return status;
    for (size_t k = 0; k < path_.pieces.size(); ++k) {
      // Where the shape is long, those of its circle are larger.
      Aabb2& bounds = path_.pieces[k].bounds;
      const Aabb2 of_box = BoundsOf(path_.pieces[k].box);
      bounds.min = {std::max(bounds.min.x, of_box.min.x), std::max(bounds.min.y, of_box.min.y)};
      bounds.max = {std::min(bounds.max.x, of_box.max.x), std::min(bounds.max.y, of_box.max.y)};
      if (k % PredictedPath::kRunLength == 0) path_.run_bounds.emplace_back();
      path_.run_bounds.back().Extend(path_.pieces[k].bounds);
      path_.bounds.Extend(path_.pieces[k].bounds);
    }
    return std::move(path_);
  }

 private:
  void AddStill(const ConvexPolygon& shape, const Pose2& pose, const HeightRange& heights, double start_s,
                double end_s) {
    path_.pieces.push_back({&shape, start_s, end_s, pose, pose, true, heights, CircleBounds(shape, pose),
                            SweptBox(shape, pose, pose, 0.0)});
  }

  void AddOccupancies(const std::vector<TimedOccupancy>& occupancies, const std::optional<HeightSpan>& height) {
    const HeightRange heights = HeightsOf(height.has_value() ? &*height : nullptr, Elevation());
    for (size_t k = 0; k < occupancies.size(); ++k) {
      const double start_s = holds_ && k == 0 ? -kInfinity : occupancies[k].time_s;
      const bool is_last = k + 1 == occupancies.size();
      const double last_s = holds_ ? kInfinity : occupancies[k].time_s;
      const double end_s = is_last ? last_s : occupancies[k + 1].time_s;
      for (const ConvexPolygon& shape : occupancies[k].shapes) AddStill(shape, Pose2(), heights, start_s, end_s);
    }
  }

  // Calls add(shape, span) for every shape of the obstacle from time_s on.
  template <typename Add>
  static void ForEachShape(const MovingObstacle& obstacle, const Prediction& prediction, double time_s,
                           const Add& add) {
    const HeightSpan* height = obstacle.height.has_value() ? &*obstacle.height : nullptr;
    if (const TimedShapes* const timed = TimedShapesAt(prediction, time_s); timed != nullptr) {
      for (const ConvexPolygon& shape : timed->shapes) add(shape, height);
      return;
    }
    for (const ConvexPolygon& shape : obstacle.shapes) add(shape, height);
    for (const Solid& solid : obstacle.solids) add(solid.plan, &solid.span);
  }

  // Calls add(end_s) for the ends of the parts of [start_s, end_s] with the same shapes; each
  // begins at the end of the one before.
  template <typename Add>
  static void ForEachPart(const Prediction& prediction, double start_s, double end_s, const Add& add) {
    const std::vector<TimedShapes>& all = prediction.timed_shapes;
    auto next = std::upper_bound(all.begin(), all.end(), start_s + kSameInstant_s,
                                 [](double time_s, const TimedShapes& timed) { return time_s < timed.time_s; });
    for (; next != all.end() && next->time_s < end_s - kSameInstant_s; ++next) add(next->time_s);
    add(end_s);
  }

  void AddStillAt(const MovingObstacle& obstacle, const Prediction& prediction, const TimedPose& pose, double start_s,
                  double end_s) {
    ForEachPart(prediction, start_s, end_s, [&](double part_end_s) {
      ForEachShape(obstacle, prediction, start_s, [&](const ConvexPolygon& shape, const HeightSpan* span) {
        AddStill(shape, pose.ToPose2(), HeightsOf(span, pose.ToElevation()), start_s, part_end_s);
      });
      start_s = part_end_s;
    });
  }

  absl::Status AddPoses(const MovingObstacle& obstacle, const Prediction& prediction) {
    const std::vector<TimedPose>& poses = prediction.poses;
    const double first_s = poses.front().time_s;
    const double last_s = poses.back().time_s;
    if (holds_) AddStillAt(obstacle, prediction, poses.front(), -kInfinity, first_s);
    if (poses.size() == 1) AddStillAt(obstacle, prediction, poses.front(), first_s, first_s);
    for (size_t k = 0; k + 1 < poses.size(); ++k) {
      const TimedPose& q = poses[k + 1];
      TimedPose from = poses[k];
      const auto pose_at = [&](double time_s) {
        if (time_s == q.time_s) return q;
        TimedPose pose = InterpolatePose(poses, time_s);
        pose.time_s = time_s;
        return pose;
      };
      absl::Status status;
      ForEachPart(prediction, from.time_s, q.time_s, [&](double end_s) {
        const TimedPose to = pose_at(end_s);
        if (std::abs(NormalizeAngle(to.yaw_rad - from.yaw_rad)) > kLargestTurn_rad) {
          const TimedPose middle = pose_at(from.time_s + 0.5 * (end_s - from.time_s));
          if (status.ok()) status = AddMotion(obstacle, prediction, from, middle, poses[k], q);
          from = middle;
        }
        if (status.ok()) status = AddMotion(obstacle, prediction, from, to, poses[k], q);
        from = to;
      });
      if (!status.ok()) return status;
    }
    // Without hold, shapes that begin at the last pose are there at its time only.
    if (holds_ || !prediction.timed_shapes.empty()) {
      AddStillAt(obstacle, prediction, poses.back(), last_s, holds_ ? kInfinity : last_s);
    }
    return absl::OkStatus();
  }

  // From p to q, which is a part of what is between two poses, of whose heights all are possible.
  absl::Status AddMotion(const MovingObstacle& obstacle, const Prediction& prediction, const TimedPose& p,
                         const TimedPose& q, const TimedPose& before, const TimedPose& after) {
    const Pose2 from = p.ToPose2();
    const Pose2 to = q.ToPose2();
    if (const absl::StatusOr<Motion> motion = Motion::Between(from, to, p.time_s, q.time_s); !motion.ok()) {
      return absl::InvalidArgumentError(absl::StrFormat("obstacle %s: prediction from %.17g s to %.17g s: %s",
                                                        obstacle.id, p.time_s, q.time_s, motion.status().message()));
    }
    const double turn_rad = NormalizeAngle(q.yaw_rad - p.yaw_rad);
    const bool is_still = from.translation == to.translation && turn_rad == 0.0;
    ForEachShape(obstacle, prediction, p.time_s, [&](const ConvexPolygon& shape, const HeightSpan* span) {
      HeightRange heights = HeightsOf(span, before.ToElevation());
      heights.Extend(HeightsOf(span, after.ToElevation()));
      path_.pieces.push_back({&shape, p.time_s, q.time_s, from, to, is_still, heights,
                              SweptBounds(shape, from, to, turn_rad), SweptBox(shape, from, to, turn_rad)});
    });
    return absl::OkStatus();
  }

  const bool holds_;
  PredictedPath path_;
};

}  // namespace

Aabb2 BoundsOf(const OrientedBox& box) {
  const Vec2 reach = {std::abs(box.axis.x) * box.half_m.x + std::abs(box.axis.y) * box.half_m.y,
                      std::abs(box.axis.y) * box.half_m.x + std::abs(box.axis.x) * box.half_m.y};
  return {box.center - reach, box.center + reach};
}

bool AreApart(const PathPiece& a, const PathPiece& b) {
  return !Overlap(a.bounds, b.bounds) || AreApart(a.box, b.box) || AreApart(a.heights, b.heights);
}

absl::StatusOr<std::vector<PredictedPath>> PredictedPaths(const Scene& scene, BeyondPrediction beyond,
                                                          double min_probability) {
  std::vector<PredictedPath> paths;
  PathMaker maker(beyond);
  int index = static_cast<int>(scene.static_obstacles.size());
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    int hypothesis = 0;
    for (const Prediction& prediction : obstacle.predictions) {
      if (prediction.probability >= min_probability) {
        absl::StatusOr<PredictedPath> path = maker.Make(obstacle, index, prediction, hypothesis);
        if (!path.ok()) return path.status();
        paths.push_back(*std::move(path));
      }
      ++hypothesis;
    }
    ++index;
  }
  return paths;
}

}  // namespace collision2d::planner
