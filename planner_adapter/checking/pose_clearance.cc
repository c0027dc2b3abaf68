#include "planner_adapter/checking/pose_clearance.h"

#include <algorithm>

#include "absl/base/macros.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"

namespace collision2d::planner {
namespace {

// Covers the rounding of posed centres and of their distance, relative to the quantities that it is made of.
constexpr double kCircleMargin = 1.0 + 0x1p-40;

// True if the bounding circles prove that the shapes are farther apart than limit_m.
bool CirclesAreBeyond(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, double limit_m) {
  const double reach_m = a.bounding_radius_m() + b.bounding_radius_m() + limit_m;
  const Vec2 posed_center = a_from_b * b.center();
  // 2^-40 of the coordinates that were rounded is far more than their error.
  const double slack_m = 0x1p-40 * (std::abs(posed_center.x) + std::abs(posed_center.y));
  const double bound_m = reach_m * kCircleMargin + slack_m;
  return NormSquared(posed_center - a.center()) > bound_m * bound_m;
}

// True if a contact is the first, or deeper than the first with the same hypothesis about the same obstacle.
bool IsFirstContact(const Approach& contact, absl::Span<const PlacedShape> obstacles, const Approach& first) {
  if (first.placed_shape < 0) return true;
  const PlacedShape& a = obstacles[contact.placed_shape];
  const PlacedShape& b = obstacles[first.placed_shape];
  return a.obstacle == b.obstacle && a.hypothesis == b.hypothesis &&
         contact.signed_distance_m < first.signed_distance_m;
}

void CheckPair(const ConvexPolygon& shape, const Pose2& local_from_body, absl::Span<const PlacedShape> obstacles,
               int index, double bound_m, PoseClearance* clearance) {
  const PlacedShape& obstacle = obstacles[index];
  const Pose2 body_from_obstacle = RelativePose(local_from_body, obstacle.local_from_shape);
  const double limit_m = std::max(0.0, std::min(bound_m, clearance->nearest.signed_distance_m));
  if (CirclesAreBeyond(shape, *obstacle.shape, body_from_obstacle, limit_m)) return;
  ++clearance->pairs_checked;
  if (!DistanceWithin(shape, *obstacle.shape, body_from_obstacle, limit_m)) return;
  const Separation separation = ComputeSeparation(shape, *obstacle.shape, body_from_obstacle);
  const Approach approach{index, separation.signed_distance_m, local_from_body * separation.witness_a,
                          local_from_body * separation.witness_b};
  if (approach.signed_distance_m < bound_m && approach.signed_distance_m < clearance->nearest.signed_distance_m) {
    clearance->nearest = approach;
  }
  if (approach.signed_distance_m <= 0.0 && IsFirstContact(approach, obstacles, clearance->first_contact)) {
    clearance->first_contact = approach;
  }
}

}  // namespace

void ComputePoseClearances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> local_from_body,
                           absl::Span<const double> bounds_m, absl::Span<const PlacedShape> obstacles,
                           absl::Span<PoseClearance> clearances) {
  ABSL_ASSERT(local_from_body.size() == clearances.size() && bounds_m.size() == clearances.size());
  for (size_t k = 0; k < local_from_body.size(); ++k) {
    clearances[k] = PoseClearance();
    for (size_t j = 0; j < obstacles.size(); ++j) {
      for (const ConvexPolygon& shape : body) {
        CheckPair(shape, local_from_body[k], obstacles, static_cast<int>(j), bounds_m[k], &clearances[k]);
      }
    }
  }
}

}  // namespace collision2d::planner
