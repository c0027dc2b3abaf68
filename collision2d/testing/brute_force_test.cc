#include "collision2d/testing/brute_force.h"

#include <vector>

#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

const std::vector<Vec2> kUnitSquare = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

TEST(ClosestPointOnSegment, EveryRegion) {
  EXPECT_EQ(ClosestPointOnSegment({-1, 1}, {0, 0}, {2, 0}), (Vec2{0, 0}));
  EXPECT_EQ(ClosestPointOnSegment({1, 1}, {0, 0}, {2, 0}), (Vec2{1, 0}));
  EXPECT_EQ(ClosestPointOnSegment({3, 1}, {0, 0}, {2, 0}), (Vec2{2, 0}));
  EXPECT_EQ(ClosestPointOnSegment({3, 1}, {5, 5}, {5, 5}), (Vec2{5, 5}));
}

struct Case {
  std::vector<Vec2> a;
  std::vector<Vec2> b;
  double signed_distance_m;
};

TEST(BruteForceSignedDistance, KnownPairsInBothOrders) {
  const std::vector<Case> cases = {
      {{{0, 0}}, {{3, 4}}, 5},                                                // Point, point.
      {{{1, 1}}, {{1, 1}}, 0},                                                // The same point.
      {{{0, 0}, {2, 0}}, {{1, 3}}, 3},                                        // Segment, point beside.
      {{{0, 0}, {2, 0}}, {{5, 4}}, 5},                                        // Segment, point beyond the end.
      {{{0, 0}, {2, 0}}, {{3, 0}}, 1},                                        // In line.
      {{{0, 0}, {2, 0}}, {{1, 0}}, 0},                                        // On it.
      {{{0, 0}, {2, 0}}, {{3, 0}, {5, 0}}, 1},                                // Segments in line.
      {{{0, 0}, {4, 0}}, {{1, -1}, {1, 3}}, -1},                              // Crossing: b moves up by 1.
      {kUnitSquare, {{3, 0}, {4, 0}, {4, 1}, {3, 1}}, 2},                     // Edge, edge.
      {kUnitSquare, {{4, 5}, {5, 5}, {5, 6}}, 5},                             // Vertex, vertex.
      {kUnitSquare, {{1, 0}, {2, 0}, {2, 1}, {1, 1}}, 0},                     // Touching.
      {kUnitSquare, {{0.75, -1}, {3, -1}, {3, 3}, {0.75, 3}}, -0.25},         // Overlapping.
      {kUnitSquare, {{0.5, 0.25}}, -0.25},                                    // Point within.
      {{{-4, -4}, {4, -4}, {4, 4}, {-4, 4}}, {{2, 0}, {1, 1}, {1, -1}}, -3},  // Nested.
  };
  for (const Case& c : cases) {
    EXPECT_DOUBLE_EQ(BruteForceSignedDistance(c.a, c.b), c.signed_distance_m);
    EXPECT_DOUBLE_EQ(BruteForceSignedDistance(c.b, c.a), c.signed_distance_m);
  }
}

}  // namespace
}  // namespace collision2d
