#include "planner_adapter/road/testing/clearance_checker.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"
#include "planner_adapter/road/testing/clearance_oracle.h"
#include "planner_adapter/road/testing/containment_oracle.h"
#include "planner_adapter/road/testing/lattice_roads.h"

namespace collision2d::planner {
namespace {

// m. Whether a rounded body that is this close to the edge touches it is up to rounding.
constexpr double kRoundedContact_m = 1e-10;

std::vector<Vec2> RingOf(const ConvexPolygon& shape, const Pose2& world_from_body) {
  std::vector<Vec2> ring;
  for (const Vec2 vertex : shape.vertices()) ring.push_back(world_from_body * vertex);
  return ring;
}

double DistanceFromBody(Vec2 p, const std::vector<Vec2>& ring, double radius_m) {
  const std::vector<OutlinePiece> sides = Ring(ring);
  if (ring.size() > 2 && PointIsOnRoad(p.x, p.y, sides)) return 0.0;
  return std::max(static_cast<double>(DistanceFromEdge(p, sides)) - radius_m, 0.0);
}

}  // namespace

void CheckWitnesses(const ConvexPolygon& shape, const Pose2& world_from_body, absl::Span<const OutlinePiece> pieces,
                    const RoadPoseClearance& clearance) {
  constexpr double kError_m = kRoadClearanceError_m;
  const std::vector<Vec2> ring = RingOf(shape, world_from_body);
  EXPECT_LE(DistanceFromBody(clearance.witness_body, ring, shape.radius_m()), kError_m);
  ASSERT_GE(clearance.piece, 0);
  ASSERT_LT(static_cast<size_t>(clearance.piece), pieces.size());
  const absl::Span<const OutlinePiece> piece = pieces.subspan(static_cast<size_t>(clearance.piece), 1);
  EXPECT_LE(static_cast<double>(DistanceFromEdge(clearance.witness_edge, piece)), kError_m);
  const double size_m = std::abs(clearance.clearance_m);
  const Vec2 arm = clearance.is_inside ? clearance.witness_edge - clearance.witness_body
                                       : clearance.witness_body - clearance.witness_edge;
  EXPECT_NEAR(Norm(arm), size_m, kError_m);
  EXPECT_NEAR(Norm(clearance.direction), 1.0, 1e-12);
  EXPECT_LE(Norm(arm - size_m * clearance.direction), 2.0 * kError_m);
  EXPECT_EQ(clearance.is_inside, clearance.clearance_m >= 0.0);
}

void CheckClearance(const ConvexPolygon& shape, const Pose2& world_from_body, absl::Span<const OutlinePiece> pieces,
                    const RoadPoseClearance& clearance) {
  const std::vector<Vec2> ring = RingOf(shape, world_from_body);
  const double distance_m = static_cast<double>(DistanceFromEdge(ring, shape.radius_m(), pieces));
  const bool hull_is_on_road = IsExactlyOnRoad(ring, pieces);
  if (shape.radius_m() == 0.0) {
    EXPECT_EQ(clearance.is_inside, hull_is_on_road);
  } else if (std::abs(distance_m) > kRoundedContact_m) {
    EXPECT_EQ(clearance.is_inside, hull_is_on_road && distance_m > 0.0);
  }
  const double expected_m = clearance.is_inside ? std::max(distance_m, 0.0)
                                                : -static_cast<double>(FarthestOutside(ring, shape.radius_m(), pieces));
  // Outside, a bracket contains it.
  EXPECT_GE(clearance.clearance_m, expected_m - kRoadClearanceError_m);
  EXPECT_LE(clearance.clearance_m - clearance.depth_error_m, expected_m + kRoadClearanceError_m);
  CheckWitnesses(shape, world_from_body, pieces, clearance);
}

}  // namespace collision2d::planner
