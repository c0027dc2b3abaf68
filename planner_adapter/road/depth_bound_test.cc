#include "planner_adapter/road/depth_bound.h"

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/road_edge.h"
#include "planner_adapter/road/testing/clearance_oracle.h"
#include "planner_adapter/road/testing/hex_pieces.h"
#include "planner_adapter/road/testing/lattice_roads.h"
#include "planner_adapter/road/testing/road_families.h"

namespace collision2d::planner {
namespace {

DepthBound ByWalk(const std::vector<Vec2>& hull, double radius_m, const std::vector<OutlinePiece>& pieces,
                  int piece = 0) {
  NearPieces near(1, piece);
  return BoundDepthByWalk(hull, radius_m, pieces, &near);
}

double ByStrip(const std::vector<Vec2>& hull, double radius_m, const std::vector<OutlinePiece>& pieces, int piece = 0) {
  const RoadEdge edge = *RoadEdge::Create(pieces, /*is_closed=*/true);
  Chain chain = ByWalk(hull, radius_m, pieces, piece).chain;
  const ConvexPolygon body = *ConvexPolygon::Hull(hull);
  for (const int touching : edge.PiecesWithin(body.center(), body.bounding_radius_m() + 1e-9)) chain.Extend(touching);
  return BoundDepthByStrip(hull, radius_m, edge, chain, /*enough_m=*/0.0);
}

// On a straight edge of several pieces the bound is the depth: the corners are nearest to different
// pieces.
TEST(DepthBoundTest, IsTheDepthBesideAStraightEdge) {
  const std::vector<OutlinePiece> pieces = {{{0, 0}, {2, 0}}, {{2, 0}, {4, 0}}, {{4, 0}, {6, 0}}, {{6, 0}, {8, 0}}};
  const DepthBound bound = ByWalk({{1, -3}, {7, -3}, {7, -1}, {1, -1}}, 0.5, pieces, 1);
  EXPECT_EQ(bound.depth_m, 3.5);
  EXPECT_EQ(bound.corner, (Vec2{1, -3}));
  EXPECT_EQ(bound.piece, 0);
  EXPECT_EQ(bound.guess_m, 3.0);
}

struct Known {
  const char* name;
  std::vector<Vec2> hull;
  double radius_m;
  double bound_m;
};

// The square [0, 8]^2, one of whose sides is in pieces: what is on the road does not count.
TEST(DepthBoundTest, KnownBoundsByTheStrip) {
  const std::vector<OutlinePiece> pieces = Ring({{0, 0}, {3, 0}, {5, 0}, {8, 0}, {8, 8}, {0, 8}});
  const Known table[] = {
      {"beyond the edge", {{2, -3}, {6, -3}, {6, -1}, {2, -1}}, 0.0, 3.0},
      {"half of it on the road", {{2, -1}, {6, -1}, {6, 3}, {2, 3}}, 0.0, 1.0},
      {"rounded", {{2, -1}, {6, -1}, {6, 3}, {2, 3}}, 0.25, 1.25},
      {"point", {{4, -3}}, 0.0, 3.0},
      {"disc", {{4, -3}}, 0.5, 3.5},
      {"tilted", {{2, -1}, {6, -0.5}, {5.5, 3}, {1.5, 2.5}}, 0.0, 1.0},
  };
  for (const Known& known : table) {
    EXPECT_NEAR(ByStrip(known.hull, known.radius_m, pieces), known.bound_m, 1e-9) << known.name;
  }
}

// The edge between the pieces that the corners are nearest to is far from the way between them: the
// corners are on the edge of a bay, and most of the hull is outside.
TEST(DepthBoundTest, IncludesTheHeightOfABay) {
  const std::vector<OutlinePiece> pieces = Ring({{4, 1}, {0, 0}, {-4, 1}, {-9, -9}, {9, -9}});
  const std::vector<Vec2> hull = {{4, 1}, {-4, 1}};
  EXPECT_GT(FarthestOutside(hull, 0.0, pieces), 0.9);
  EXPECT_GE(ByWalk(hull, 0.0, pieces).depth_m, static_cast<double>(FarthestOutside(hull, 0.0, pieces)));
  EXPECT_GE(ByStrip(hull, 0.0, pieces), static_cast<double>(FarthestOutside(hull, 0.0, pieces)));
}

// All corners are nearest to the outer edge, and none of the hole's pieces follows it: no strip.
TEST(DepthBoundTest, AHoleBeyondTheNearestPiece) {
  std::vector<OutlinePiece> pieces = Ring({{-20, 0}, {20, 0}, {20, 20}, {-20, 20}});
  for (const OutlinePiece& piece : Ring({{3.5, 1.3}, {3.5, 2.1}, {4.5, 2.1}, {4.5, 1.3}})) pieces.push_back(piece);
  const std::vector<Vec2> hull = {{1, -0.2}, {7, -0.2}, {4, 2.2}};
  EXPECT_EQ(ByStrip(hull, 0.0, pieces), std::numeric_limits<double>::infinity());
  EXPECT_GE(ByWalk(hull, 0.0, pieces).depth_m, 0.4);
}

// Roads of all families, and of small integers, where much is collinear.
TEST(DepthBoundTest, NoPointIsDeeper) {
  Random random(TestSeed());
  int outside = 0;
  int tight = 0;
  for (int i = 0; i < 300; ++i) {
    const bool is_lattice = i % 2 == 0;
    const std::vector<OutlinePiece> pieces =
        is_lattice ? RandomLatticeRoad(&random)
                   : RandomRoad(static_cast<RoadFamily>(i / 2 % kRoadFamilyCount), &random);
    std::vector<Vec2> hull;
    double radius_m = i % 4 == 0 ? 0.75 : 0.0;
    if (is_lattice) {
      hull = RandomLatticeBody(pieces, &random);
    } else {
      const ConvexPolygon body = RandomBody(&random);
      const Pose2 pose = RandomPoseNearEdge(body, pieces, &random);
      for (const Vec2 vertex : body.vertices()) hull.push_back(pose * vertex);
      radius_m = body.radius_m();
    }
    const double depth_m = static_cast<double>(FarthestOutside(hull, radius_m, pieces));
    const int piece = random.Index(static_cast<int>(pieces.size()));
    const double bound_m =
        std::min(ByWalk(hull, radius_m, pieces, piece).depth_m, ByStrip(hull, radius_m, pieces, piece));
    ASSERT_GE(bound_m, depth_m - kDepthTolerance_m) << HexFormat(hull) << " radius " << radius_m << "\n"
                                                    << HexPieces(pieces);
    if (depth_m == 0.0) continue;
    ++outside;
    tight += bound_m <= 1.001 * depth_m ? 1 : 0;
  }
  EXPECT_GT(outside, 150);
  EXPECT_GT(tight, 0.1 * outside);
}

}  // namespace
}  // namespace collision2d::planner
