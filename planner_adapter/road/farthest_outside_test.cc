#include "planner_adapter/road/farthest_outside.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "planner_adapter/road/road_edge.h"
#include "planner_adapter/road/testing/clearance_oracle.h"
#include "planner_adapter/road/testing/containment_oracle.h"
#include "planner_adapter/road/testing/hex_pieces.h"
#include "planner_adapter/road/testing/lattice_roads.h"
#include "planner_adapter/road/testing/road_families.h"

namespace collision2d::planner {
namespace {

// On a straight edge of several pieces the bound is the depth: the corners are nearest to different
// pieces.
std::vector<int> AllOf(const std::vector<OutlinePiece>& pieces) {
  std::vector<int> all(pieces.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

FarthestPoint Find(const std::vector<Vec2>& hull, double radius_m, const std::vector<OutlinePiece>& pieces) {
  return FindFarthestOutside(hull, radius_m, *RoadEdge::Create(pieces, /*is_closed=*/true), AllOf(pieces));
}

TEST(DepthBoundTest, IsTheDepthBesideAStraightEdge) {
  const std::vector<OutlinePiece> pieces = {{{0, 0}, {2, 0}}, {{2, 0}, {4, 0}}, {{4, 0}, {6, 0}}, {{6, 0}, {8, 0}}};
  const DepthBound bound = BoundDepth({{1, -3}, {7, -3}, {7, -1}, {1, -1}}, 0.5, pieces, 1);
  EXPECT_EQ(bound.depth_m, 3.5);
  EXPECT_EQ(bound.corner, (Vec2{1, -3}));
  EXPECT_EQ(bound.on_edge, (Vec2{1, 0}));
}

TEST(DepthBoundTest, NoPointIsDeeper) {
  Random random(TestSeed());
  int tight = 0;
  int outside = 0;
  for (int i = 0; i < 1300; ++i) {
    const std::vector<OutlinePiece> pieces = RandomRoad(static_cast<RoadFamily>(i % kRoadFamilyCount), &random);
    const ConvexPolygon body = RandomBody(&random);
    const Pose2 pose = RandomPoseNearEdge(body, pieces, &random);
    std::vector<Vec2> hull;
    for (const Vec2 vertex : body.vertices()) hull.push_back(pose * vertex);
    const double depth_m = Find(hull, body.radius_m(), pieces).depth_m;
    const int piece = static_cast<int>(random.Uniform(0.0, static_cast<double>(pieces.size())));
    const double bound_m = BoundDepth(hull, body.radius_m(), pieces, piece).depth_m;
    EXPECT_GE(bound_m, depth_m - kDepthTolerance_m) << i;
    if (depth_m == 0.0) continue;
    ++outside;
    tight += bound_m <= 1.001 * depth_m ? 1 : 0;
  }
  EXPECT_GT(outside, 600);
  EXPECT_GT(tight, 20);
}

// The edge between the pieces that the corners are nearest to is far from the way between them: the
// corners are on the edge of a bay, and most of the hull is outside.
TEST(DepthBoundTest, IncludesTheHeightOfABay) {
  const std::vector<OutlinePiece> pieces = Ring({{4, 1}, {0, 0}, {-4, 1}, {-9, -9}, {9, -9}});
  const std::vector<Vec2> hull = {{4, 1}, {-4, 1}};
  EXPECT_GE(BoundDepth(hull, 0.0, pieces, 0).depth_m, Find(hull, 0.0, pieces).depth_m);
  EXPECT_GT(Find(hull, 0.0, pieces).depth_m, 0.9);
}

constexpr double kRounding_m = 1e-13;

struct Known {
  const char* name;
  std::vector<Vec2> hull;
  double radius_m;
  double depth_m;
};

TEST(FarthestOutsideTest, KnownDepths) {
  // The square [0, 8]^2 with the notch [3, 5] x [4, 8].
  const std::vector<OutlinePiece> pieces = Ring({{0, 0}, {8, 0}, {8, 8}, {5, 8}, {5, 4}, {3, 4}, {3, 8}, {0, 8}});
  const Known table[] = {
      {"inside", {{1, 1}, {2, 1}, {2, 2}}, 0.0, 0.0},
      {"on the edge", {{0, 0}, {3, 0}, {3, 8}, {0, 8}}, 0.0, 0.0},
      {"point", {{4, -3}}, 0.0, 3.0},
      {"disc", {{4, -3}}, 0.5, 3.5},
      {"disc on a corner", {{0, 0}}, 1.0, 1.0},
      {"segment across the notch", {{0, 6}, {8, 6}}, 0.0, 1.0},
      {"box across the notch, whose corners are on the road", {{0, 6}, {8, 6}, {8, 7}, {0, 7}}, 0.0, 1.0},
      {"box across the notch, near its floor", {{0, 2}, {8, 2}, {8, 4.5}, {0, 4.5}}, 0.0, 0.5},
      {"box that reaches out", {{7, 1}, {10, 1}, {10, 2}, {7, 2}}, 0.0, 2.0},
      {"rounded box that reaches out", {{7, 1}, {10, 1}, {10, 2}, {7, 2}}, 0.25, 2.25},
  };
  for (const Known& known : table) {
    const FarthestPoint found = Find(known.hull, known.radius_m, pieces);
    EXPECT_NEAR(found.depth_m, known.depth_m, kDepthTolerance_m) << known.name;
    EXPECT_EQ(found.piece >= 0, known.depth_m > 0.0) << known.name;
  }
}

// The other end is far from the edge, and on the road.
TEST(FarthestOutsideTest, ACapsuleWithOneEndOffTheRoad) {
  const std::vector<OutlinePiece> pieces = Ring({{0, -50}, {200, -50}, {200, 50}, {0, 50}});
  EXPECT_NEAR(Find({{-1, 0}, {99, 0}}, 2.0, pieces).depth_m, 3.0, kDepthTolerance_m);
  EXPECT_NEAR(Find({{1, 0}, {99, 0}}, 2.0, pieces).depth_m, 1.0, kDepthTolerance_m);
  EXPECT_EQ(Find({{3, 0}, {99, 0}}, 2.0, pieces).depth_m, 0.0);
}

// Bodies smaller than the tolerance are as deep as their points.
TEST(FarthestOutsideTest, ABodySmallerThanTheTolerance) {
  const std::vector<OutlinePiece> pieces = Ring({{0, 0}, {8, 0}, {8, 8}, {0, 8}});
  const double tiny = 0.25 * kDepthTolerance_m;
  EXPECT_NEAR(Find({{4, -3}, {4 + tiny, -3}, {4, -3 + tiny}}, 0.0, pieces).depth_m, 3.0, kDepthTolerance_m);
  EXPECT_NEAR(Find({{4, -tiny}, {4 + tiny, -tiny}, {4, tiny}}, 0.0, pieces).depth_m, 0.0, kDepthTolerance_m);
}

// A segment that leaves the road and returns: its corners are on the road.
TEST(FarthestOutsideTest, SegmentAcrossAHole) {
  std::vector<OutlinePiece> pieces = Ring({{-9, -9}, {9, -9}, {9, 9}, {-9, 9}});
  for (const OutlinePiece& piece : Ring({{0, 0}, {0, 3}, {4, 0}})) pieces.push_back(piece);
  EXPECT_NEAR(Find({{-5, 1}, {5, 1}}, 0.0, pieces).depth_m, 1.0, kDepthTolerance_m);
  EXPECT_NEAR(Find({{-5, -5}, {5, -5}, {5, 5}, {-5, 5}}, 0.0, pieces).depth_m, 1.0, kDepthTolerance_m);
}

// The corner that is outside is not the deepest point: that is in a bay which the side from it to
// the last corner passes.
TEST(FarthestOutsideTest, SideAcrossABay) {
  const std::vector<OutlinePiece> pieces =
      Ring({{-40, 0}, {2, 0}, {6, 1.5}, {12, 1.5}, {14, 0}, {40, 0}, {40, 20}, {-40, 20}});
  const std::vector<Vec2> hull = {{-1, 3}, {0, -1.6}, {16, 1.9}};
  for (size_t first = 0; first < hull.size(); ++first) {
    const std::vector<Vec2> turned = {hull[first], hull[(first + 1) % 3], hull[(first + 2) % 3]};
    EXPECT_NEAR(Find(turned, 0.0, pieces).depth_m, static_cast<double>(FarthestOutside(hull, 0.0, pieces)),
                kDepthTolerance_m);
  }
  EXPECT_GT(Find(hull, 0.0, pieces).depth_m, 1.7);
}

// All corners are nearest to the outer edge, and none of the hole's pieces follows it.
TEST(FarthestOutsideTest, AHoleBeyondTheNearestPiece) {
  std::vector<OutlinePiece> pieces = Ring({{-20, 0}, {20, 0}, {20, 20}, {-20, 20}});
  for (const OutlinePiece& piece : Ring({{3.5, 1.3}, {3.5, 2.1}, {4.5, 2.1}, {4.5, 1.3}})) pieces.push_back(piece);
  const RoadEdge edge = *RoadEdge::Create(pieces, /*is_closed=*/true);
  const std::vector<Vec2> hull = {{1, -0.2}, {7, -0.2}, {4, 2.2}};
  EXPECT_NEAR(FindFarthestOutside(hull, 0.0, edge, {0, 4, 5, 6, 7}).depth_m, 0.4, kDepthTolerance_m);
}

// Two roads, back to back, between which there is less than rounding: which piece is nearer to a
// point is not certain, and the one behind would have it outside.
TEST(FarthestOutsideTest, SlitNarrowerThanRounding) {
  Random random(TestSeed() + 1);
  for (int i = 0; i < 60; ++i) {
    const double far_m = random.LogUniform(300.0, 1000.0);
    const Pose2 pose = Pose2::FromYaw(far_m * Normalized({random.Uniform(-1.0, 1.0), 1.0}), random.Angle());
    const auto rectangle = [&](double left, double right, double reach) {
      return Ring(
          {pose * Vec2{left, -reach}, pose * Vec2{right, -reach}, pose * Vec2{right, reach}, pose * Vec2{left, reach}});
    };
    const double slit_m = 2e-16 * far_m * (1 + i % 4);
    std::vector<OutlinePiece> pieces = rectangle(-10.0, 0.0, 8.0 * far_m);
    for (const OutlinePiece& piece : rectangle(slit_m, 10.0, 8.0 * far_m)) pieces.push_back(piece);
    const std::vector<OutlinePiece> outline = *OutlineOfUnion(pieces);
    const RoadEdge edge = *RoadEdge::Create(outline, /*is_closed=*/true);
    for (int k = 0; k < 10; ++k) {
      const double x = random.Uniform(0.1, 0.5);
      const std::vector<Vec2> hull = {pose * Vec2{-x, 0}, pose * Vec2{random.Uniform(0.1, 0.5), 1}, pose * Vec2{-x, 2}};
      EXPECT_LT(FindFarthestOutside(hull, 0.0, edge, AllOf(outline)).depth_m, 1e-9) << i;
    }
  }
}

// Where the search ends before it is known whether some point is deeper, one may be.
TEST(FarthestOutsideTest, WhatIsNotKnownMayBeDeeper) {
  std::vector<OutlinePiece> pieces = Ring({{-200, -200}, {200, -200}, {200, 200}, {-200, 200}});
  for (int i = 0; i < 400; ++i) {
    const double x = -1.0 + 2.0 * (i + 0.5) / 400;
    for (const OutlinePiece& piece : Ring({{x - 5e-4, -1}, {x - 5e-4, 1}, {x + 5e-4, 1}, {x + 5e-4, -1}})) {
      pieces.push_back(piece);
    }
  }
  const std::vector<Vec2> hull = {{-1.5, -1.5}, {1.5, -1.5}, {1.5, 1.5}, {-1.5, 1.5}};
  EXPECT_TRUE(IsFartherOutside(hull, 0.0, *RoadEdge::Create(pieces, /*is_closed=*/true), AllOf(pieces), 5.1e-4));
}

// Two pieces have the end that is nearest to all of the body in common, and what differs between
// them is rounding.
TEST(FarthestOutsideTest, BetweenTwoTips) {
  const std::vector<std::vector<Vec2>> table[] = {
      {{{0x1.706b2636f52cep+0, 0x1.56fdfd2ff8194p+1},
        {0x1.7074795da6bf8p+0, 0x1.570ec59134dfp+1},
        {0x1.0ea6a5c359e4p+0, 0x1.649b9b692105bp+1}},
       {{-0x1.f8d5e9c25552p+1, 0x1.637a31be22949p+2},
        {-0x1.29f064812c6f4p+2, 0x1.7f3d42cc0845dp+1},
        {0x1.9d2745e36e9cp-1, 0x1.6d82106608076p+1}},
       {{0x1.88b343ec0e9e8p+0, 0x1.53a79463bd0dfp+1},
        {0x1.923cae989c242p+2, -0x1.72afaca004f8p-5},
        {0x1.bfc21e389dea6p+2, 0x1.41ec61fdbccf8p+1}}},
      {{{-0x1.084378d8f1b4ep-1, 0x1.8132743ee5d75p+1},
        {-0x1.084378f8ea1fap-1, 0x1.81327451c142ep+1},
        {-0x1.47eabd790cc73p+0, 0x1.57b48c947007fp+1}},
       {{-0x1.c575df4c909b3p+2, 0x1.0c0e1affaf8bap+1},
        {-0x1.6f7ee5af75be1p+2, -0x1.132a03d9a58ecp+0},
        {-0x1.88b0e00adfa48p+0, 0x1.49fa606297545p+1}},
       {{0x1.d0f9e4311f2ap-4, 0x1.a35b9fac6b349p+1},
        {0x1.6a8d8eda9d2ebp+2, 0x1.e147e50f52fd4p+1},
        {0x1.1496953d82519p+2, 0x1.bb7580fdeaa82p+2}}},
  };
  for (const std::vector<std::vector<Vec2>>& known : table) {
    std::vector<OutlinePiece> pieces = Ring(known[1]);
    for (const OutlinePiece& piece : Ring(known[2])) pieces.push_back(piece);
    const FarthestPoint found = Find(known[0], 0.0, pieces);
    EXPECT_NEAR(found.depth_m, static_cast<double>(FarthestOutside(known[0], 0.0, pieces)), kDepthTolerance_m);
    for (size_t i = 0; i < 3; ++i) {
      const Vec2 from = known[0][i];
      EXPECT_GE(Cross(Normalized(known[0][(i + 1) % 3] - from), found.point - from), -kRounding_m);
    }
  }
}

TEST(FarthestOutsideTest, DepthsAreThoseOfTheOracle) {
  Random random(TestSeed());
  constexpr double kRadii_m[] = {0.0, 0.0, 0.0, 0.75};
  int outside = 0;
  const int cases = 400;
  for (int i = 0; i < cases; ++i) {
    std::vector<OutlinePiece> pieces = RandomLatticeRoad(&random);
    std::vector<Vec2> body = RandomLatticeBody(pieces, &random);
    const Vec2 by{64.0 * (i % 2), -64.0 * (i % 2)};
    for (OutlinePiece& piece : pieces) piece = {piece.from + by, piece.to + by};
    for (Vec2& vertex : body) vertex = vertex + by;
    const double radius_m = kRadii_m[random.Index(4)];
    const FarthestPoint found = Find(body, radius_m, pieces);
    const double depth_m = static_cast<double>(FarthestOutside(body, radius_m, pieces));
    ASSERT_LE(found.depth_m, depth_m + kRounding_m) << HexFormat(body) << " radius " << radius_m << "\n"
                                                    << HexPieces(pieces);
    ASSERT_GE(found.depth_m, depth_m - kDepthTolerance_m - kRounding_m)
        << HexFormat(body) << " radius " << radius_m << "\n"
        << HexPieces(pieces);
    // What is known and less leaves a point to be found, what is more does not.
    for (const double known_m : {0.5 * depth_m, depth_m - 1e-8, depth_m + 1e-8, 2.0 * depth_m + 1.0}) {
      // Within the tolerance either answer is right.
      if (known_m < 0.0 || std::abs(known_m - depth_m) <= kDepthTolerance_m) continue;
      EXPECT_EQ(IsFartherOutside(body, radius_m, *RoadEdge::Create(pieces, /*is_closed=*/true), AllOf(pieces), known_m),
                depth_m > 1e-7 && known_m < depth_m)
          << known_m << " of " << depth_m;
    }
    if (found.piece < 0) continue;
    ++outside;
    EXPECT_NEAR(static_cast<double>(DistanceFromEdge(found.point, pieces)), found.depth_m, kRounding_m);
    EXPECT_NEAR(static_cast<double>(DistanceFromEdge(found.point, {pieces[found.piece]})), found.depth_m, kRounding_m);
    EXPECT_TRUE(found.depth_m < 1e-9 || !PointIsOnRoad(found.point.x, found.point.y, pieces));
  }
  EXPECT_GT(outside, 0.3 * cases);
}

}  // namespace

}  // namespace collision2d::planner
