#include "planner_adapter/metrics/predicted_path.h"

#include <algorithm>

#include "planner_adapter/scene/timed_pose.h"
#include "planner_adapter/scene/timeline.h"

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

// Adds the shapes of an obstacle during a piece of its timeline. All heights between the given
// poses are possible.
void AddShapes(const MovingObstacle& obstacle, const TimelinePiece& piece, PredictedPath* path) {
  const Pose2 from = piece.from.ToPose2();
  const Pose2 to = piece.to.ToPose2();
  const double turn_rad = NormalizeAngle(piece.to.yaw_rad - piece.from.yaw_rad);
  const bool has_poses = piece.before != nullptr;
  const auto add = [&](const ConvexPolygon& shape, const HeightSpan* span) {
    HeightRange heights = HeightsOf(span, has_poses ? piece.before->ToElevation() : Elevation());
    if (has_poses) heights.Extend(HeightsOf(span, piece.after->ToElevation()));
    AddPiece({&shape, piece.start_s, piece.end_s, from, to, turn_rad, heights, {}, {}}, path);
  };
  const HeightSpan* const height = obstacle.height.has_value() ? &*obstacle.height : nullptr;
  for (const ConvexPolygon& shape : piece.shapes != nullptr ? piece.shapes->shapes : obstacle.shapes) {
    add(shape, height);
  }
  if (piece.shapes != nullptr) return;
  for (const Polytope& polytope : obstacle.polytopes) add(polytope.plan, &polytope.span);
}

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
  ForEachTimeline(scene, beyond, min_probability, [&](const Timeline& timeline, int index, int hypothesis) {
    PredictedPath& path = paths.emplace_back(PredictedPath{index, hypothesis, {}, {}, {}});
    timeline.ForEachPiece(kLargestTurn_rad,
                          [&](const TimelinePiece& piece) { AddShapes(timeline.obstacle(), piece, &path); });
  });
  return paths;
}

}  // namespace collision2d::planner
