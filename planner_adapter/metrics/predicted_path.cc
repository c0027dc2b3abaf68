#include "planner_adapter/metrics/predicted_path.h"

#include <algorithm>
#include <limits>

#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

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

Aabb2 BoundsOf(const OrientedBox& box) {
  const Vec2 reach = {std::abs(box.axis.x) * box.half_m.x + std::abs(box.axis.y) * box.half_m.y,
                      std::abs(box.axis.y) * box.half_m.x + std::abs(box.axis.x) * box.half_m.y};
  return {box.center - reach, box.center + reach};
}

// Along the shape's x axis at the beginning. No point turns by more than its distance from the
// reference point times the turn.
OrientedBox SweptBox(const PathPiece& piece) {
  const ConvexPolygon& shape = *piece.shape;
  const Pose2& from = piece.at_start;
  const Aabb2 local = shape.Bounds();
  const Vec2 way_m = from.RotateBack(piece.at_end.translation - from.translation);
  // m. The constant is far more than rounding.
  const double margin_m = 1e-6 + (Norm(shape.center()) + shape.bounding_radius_m()) * std::abs(piece.turn_rad);
  const Vec2 min = local.min + Vec2{std::min(0.0, way_m.x), std::min(0.0, way_m.y)};
  const Vec2 max = local.max + Vec2{std::max(0.0, way_m.x), std::max(0.0, way_m.y)};
  const Vec2 half_m = 0.5 * (max - min);
  return {from * (0.5 * (min + max)), {from.cos, from.sin}, {half_m.x + margin_m, half_m.y + margin_m}};
}

class PathMaker {
 public:
  explicit PathMaker(BeyondPrediction beyond) : holds_(beyond == BeyondPrediction::kHold) {}

  PredictedPath Make(const MovingObstacle& obstacle, int index, const Prediction& prediction, int hypothesis) {
    path_ = {index, hypothesis, {}, {}, {}};
    if (prediction.poses.empty()) {
      AddOccupancies(prediction.occupancies, obstacle.height);
    } else {
      AddPoses(obstacle, prediction);
    }
    return std::move(path_);
  }

 private:
  void AddStill(const ConvexPolygon& shape, const Pose2& pose, const HeightRange& heights, double start_s,
                double end_s) {
    AddPiece({&shape, start_s, end_s, pose, pose, 0.0, heights, {}, {}}, &path_);
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
    for (const Polytope& polytope : obstacle.polytopes) add(polytope.plan, &polytope.span);
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

  void AddPoses(const MovingObstacle& obstacle, const Prediction& prediction) {
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
      ForEachPart(prediction, from.time_s, q.time_s, [&](double end_s) {
        const TimedPose to = pose_at(end_s);
        if (std::abs(NormalizeAngle(to.yaw_rad - from.yaw_rad)) > kLargestTurn_rad) {
          const TimedPose middle = pose_at(from.time_s + 0.5 * (end_s - from.time_s));
          AddMotion(obstacle, prediction, from, middle, poses[k], q);
          from = middle;
        }
        AddMotion(obstacle, prediction, from, to, poses[k], q);
        from = to;
      });
    }
    // Without hold, shapes that begin at the last pose are there at its time only.
    if (holds_ || !prediction.timed_shapes.empty()) {
      AddStillAt(obstacle, prediction, poses.back(), last_s, holds_ ? kInfinity : last_s);
    }
  }

  // From p to q, which is a part of what is between two poses, of whose heights all are possible.
  void AddMotion(const MovingObstacle& obstacle, const Prediction& prediction, const TimedPose& p, const TimedPose& q,
                 const TimedPose& before, const TimedPose& after) {
    const Pose2 from = p.ToPose2();
    const Pose2 to = q.ToPose2();
    const double turn_rad = NormalizeAngle(q.yaw_rad - p.yaw_rad);
    ForEachShape(obstacle, prediction, p.time_s, [&](const ConvexPolygon& shape, const HeightSpan* span) {
      HeightRange heights = HeightsOf(span, before.ToElevation());
      heights.Extend(HeightsOf(span, after.ToElevation()));
      AddPiece({&shape, p.time_s, q.time_s, from, to, turn_rad, heights, {}, {}}, &path_);
    });
  }

  const bool holds_;
  PredictedPath path_;
};

}  // namespace

void AddPiece(const PathPiece& piece, PredictedPath* path) {
  if (path->pieces.size() % PredictedPath::kRunLength == 0) path->run_bounds.emplace_back();
  PathPiece& added = path->pieces.emplace_back(piece);
  added.box = SweptBox(piece);
  added.bounds = BoundsOf(added.box);
  path->run_bounds.back().Extend(added.bounds);
  path->bounds.Extend(added.bounds);
}

bool AreApart(const PathPiece& a, const PathPiece& b) {
  return !Overlap(a.bounds, b.bounds) || AreApart(a.box, b.box) || AreApart(a.heights, b.heights);
}

std::vector<PredictedPath> PredictedPaths(const Scene& scene, BeyondPrediction beyond, double min_probability) {
  std::vector<PredictedPath> paths;
  PathMaker maker(beyond);
  int index = static_cast<int>(scene.static_obstacles.size());
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    int hypothesis = 0;
    for (const Prediction& prediction : obstacle.predictions) {
      if (prediction.probability >= min_probability) {
        paths.push_back(maker.Make(obstacle, index, prediction, hypothesis));
      }
      ++hypothesis;
    }
    ++index;
  }
  return paths;
}

}  // namespace collision2d::planner
