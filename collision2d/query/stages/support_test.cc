#include "collision2d/query/stages/support.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

double Perimeter(absl::Span<const Vec2> ring) {
  double perimeter = 0.0;
  for (size_t i = 0; i < ring.size(); ++i) perimeter += Norm(ring[(i + 1) % ring.size()] - ring[i]);
  return perimeter;
}

// The documented error of hill climbing, and the rounding of the dot products compared here.
double SupportError(absl::Span<const Vec2> ring, Vec2 direction) {
  double extent = 0.0;
  for (const Vec2 v : ring) extent = std::max(extent, std::abs(v.x) + std::abs(v.y));
  return (6.0 * Perimeter(ring) + 4.0 * extent) * 0x1p-53 * (std::abs(direction.x) + std::abs(direction.y));
}

void ExpectEveryStartClimbsToTheTop(absl::Span<const Vec2> ring, Vec2 direction) {
  const double top = Dot(ring[internal::SupportByScan(ring, direction)], direction);
  for (int start = 0; start < static_cast<int>(ring.size()); ++start) {
    const int found = internal::SupportByHillClimbing(ring, direction, start);
    ASSERT_TRUE(0 <= found && found < static_cast<int>(ring.size()));
    ASSERT_NEAR(Dot(ring[found], direction), top, SupportError(ring, direction))
        << HexFormat(ring) << ", direction " << HexFormat(direction) << ", start " << start;
  }
}

TEST(SupportByScan, LargestDotProductFirstOfEqual) {
  const std::vector<Vec2> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  EXPECT_EQ(internal::SupportByScan(square, {1, 1}), 2);
  EXPECT_EQ(internal::SupportByScan(square, {-1, -1}), 0);
  EXPECT_EQ(internal::SupportByScan(square, {1, 0}), 1);
  EXPECT_EQ(internal::SupportByScan(square, {0, 1}), 2);
  EXPECT_EQ(internal::SupportByScan(square, {-1, 0}), 0);
  EXPECT_EQ(internal::SupportByScan(square, {0, 0}), 0);
  EXPECT_EQ(internal::SupportByScan(std::vector<Vec2>{{3, 4}}, {-1, 0}), 0);
}

TEST(SupportByHillClimbing, PointAndSegment) {
  const std::vector<Vec2> point = {{3, 4}};
  const std::vector<Vec2> segment = {{0, 0}, {2, 1}};
  for (const Vec2 direction : {Vec2{1, 0}, Vec2{-1, 2}, Vec2{1, -2}, Vec2{0, 0}}) {
    ExpectEveryStartClimbsToTheTop(point, direction);
    ExpectEveryStartClimbsToTheTop(segment, direction);
  }
  EXPECT_EQ(internal::SupportByHillClimbing(segment, {1, 0}, 0), 1);
  EXPECT_EQ(internal::SupportByHillClimbing(segment, {-1, 0}, 1), 0);
}

// A start on the lowest edge, perpendicular to the direction: neither neighbour is better, yet the
// top is elsewhere.
TEST(SupportByHillClimbing, LeavesThePlateau) {
  const std::vector<Vec2> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const std::vector<Vec2> trapezoid = {{-3, 0}, {3, 0}, {2, 1}, {1, 1.5}, {-1, 1.5}, {-2, 1}};
  for (const Vec2 direction : {Vec2{0, 1}, Vec2{0, -1}, Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1e-300}, Vec2{0, 1e300}}) {
    ExpectEveryStartClimbsToTheTop(square, direction);
    ExpectEveryStartClimbsToTheTop(trapezoid, direction);
  }
}

// Nearly straight chains, where dot products tie by rounding.
TEST(SupportByHillClimbing, NearlyFlatCorners) {
  constexpr double kUlp = 0x1p-52;
  const std::vector<Vec2> lens = {{-4, 1},           {-4, 0},           {4, 0}, {4, 1}, {2, 1 + 2 * kUlp},
                                  {0, 1 + 3 * kUlp}, {-2, 1 + 2 * kUlp}};
  ASSERT_TRUE(internal::IsStrictlyConvexRing(lens));
  for (const Vec2 direction : {Vec2{0, 1}, Vec2{1e-16, 1}, Vec2{-1e-16, 1}, Vec2{1e-17, -1}, Vec2{0, -1}, Vec2{1, 0}}) {
    ExpectEveryStartClimbsToTheTop(lens, direction);
  }
}

TEST(SupportByHillClimbing, EveryStartOfLargePolygons) {
  Random random(TestSeed());
  for (const int n : {3, 9, 100, 1000}) {
    const ConvexPolygon polygon = RegularPolygon(n, 10.0);
    for (int i = 0; i < 20; ++i) {
      const double angle_rad = random.Angle();
      ASSERT_NO_FATAL_FAILURE(
          ExpectEveryStartClimbsToTheTop(polygon.vertices(), {std::cos(angle_rad), std::sin(angle_rad)}));
    }
    // Perpendicular to an edge.
    const Vec2 edge = polygon.vertices()[1] - polygon.vertices()[0];
    ASSERT_NO_FATAL_FAILURE(ExpectEveryStartClimbsToTheTop(polygon.vertices(), PerpendicularLeft(edge)));
    ASSERT_NO_FATAL_FAILURE(ExpectEveryStartClimbsToTheTop(polygon.vertices(), -PerpendicularLeft(edge)));
  }
}

TEST(SupportByHillClimbing, RandomPolygonsAndDirections) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const ConvexPolygon polygon = RandomPolygon(24, &random);
    const auto vertices = polygon.vertices();
    Vec2 direction = {random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
    if (random.Chance(0.5)) {
      const int k = random.Index(polygon.size());
      direction = random.Sign() * PerpendicularLeft(vertices[(k + 1) % polygon.size()] - vertices[k]);
    }
    ASSERT_NO_FATAL_FAILURE(ExpectEveryStartClimbsToTheTop(vertices, direction)) << "case " << i;
  }
}

}  // namespace
}  // namespace collision2d
