// GrowBody: against the definition of a Minkowski sum by its support function, and exactly against
// the vertices that it is the hull of.

#include "collision2d/geometry/margin.h"

#include <cstring>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

ConvexPolygon Grown(const ConvexPolygon& shape, const Margin& margin) {
  return GrowBody({shape}, margin).value().front();
}

// True if p is in the hull of the vertices, exactly.
bool HullContains(const ConvexPolygon& shape, Vec2 p) {
  if (shape.size() == 1) return p == shape.vertices()[0];
  if (shape.size() == 2) {
    const Vec2 a = std::min(shape.vertices()[0], shape.vertices()[1], internal::LexicographicallyLess);
    const Vec2 b = std::max(shape.vertices()[0], shape.vertices()[1], internal::LexicographicallyLess);
    return Orient2d(a, b, p) == 0.0 && !internal::LexicographicallyLess(p, a) && !internal::LexicographicallyLess(b, p);
  }
  for (int i = 0; i < shape.size(); ++i) {
    if (Orient2d(shape.ring()[i], shape.ring()[i + 1], p) < 0.0) return false;
  }
  return true;
}

double Support(const ConvexPolygon& shape, Vec2 direction) {
  double most_m = -kInf;
  for (const Vec2 v : shape.vertices()) most_m = std::max(most_m, Dot(v, direction));
  return most_m + shape.radius_m();
}

TEST(GrowBodyTest, IsTheMinkowskiSumOfTheShapeABoxAndADisc) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const ConvexPolygon polygon = RandomPolygon(12, &random);
    const double far_m = random.Chance(0.3) ? random.LogUniform(1.0, 1e6) : 0.0;
    std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
    for (Vec2& v : vertices) v = v + Vec2{far_m, -far_m};
    const double radius_m = random.Chance(0.5) ? 0.0 : random.LogUniform(1e-3, 2.0);
    const ConvexPolygon shape = ConvexPolygon::Hull(vertices, radius_m).value();
    const auto part_m = [&] { return random.Chance(0.3) ? 0.0 : random.LogUniform(1e-12, 10.0); };
    const Margin margin = {part_m(), part_m(), part_m()};
    const ConvexPolygon grown = Grown(shape, margin);
    EXPECT_EQ(grown.radius_m(), shape.radius_m() + margin.round_m);
    std::vector<Vec2> corners;
    for (const Vec2 v : shape.vertices()) {
      EXPECT_TRUE(HullContains(grown, v));
      for (const int x : {-1, 1}) {
        for (const int y : {-1, 1}) corners.push_back({v.x + x * margin.along_m, v.y + y * margin.across_m});
      }
    }
    for (const Vec2 corner : corners) EXPECT_TRUE(HullContains(grown, corner));
    for (const Vec2 v : grown.vertices()) EXPECT_TRUE(std::find(corners.begin(), corners.end(), v) != corners.end());
    for (int k = 0; k < 16; ++k) {
      const double angle_rad = random.Uniform(-4.0, 4.0);
      const Vec2 direction = {std::cos(angle_rad), std::sin(angle_rad)};
      const double expected_m = Support(shape, direction) + margin.along_m * std::abs(direction.x) +
                                margin.across_m * std::abs(direction.y) + margin.round_m;
      EXPECT_NEAR(Support(grown, direction), expected_m, 1e-15 * (100.0 + 4.0 * far_m));
    }
  }
}

TEST(GrowBodyTest, WithoutMarginIsTheSameToTheBit) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    // It need not begin where a hull does.
    const ConvexPolygon hull = RandomPolygon(12, &random);
    std::vector<Vec2> vertices(hull.vertices().begin(), hull.vertices().end());
    std::rotate(vertices.begin(), vertices.begin() + i % hull.size(), vertices.end());
    const ConvexPolygon shape = *ConvexPolygon::Create(vertices, hull.radius_m());
    for (const double zero : {0.0, -0.0}) {
      const ConvexPolygon grown = Grown(shape, {zero, zero, zero});
      ASSERT_EQ(grown.size(), shape.size());
      EXPECT_EQ(std::memcmp(grown.ring() - 1, shape.ring() - 1, sizeof(Vec2) * static_cast<size_t>(shape.size() + 2)),
                0);
      EXPECT_EQ(grown.radius_m(), shape.radius_m());
      EXPECT_EQ(grown.bounding_radius_m(), shape.bounding_radius_m());
      EXPECT_EQ(grown.inner_radius_m(), shape.inner_radius_m());
    }
    // A round margin moves no vertex.
    EXPECT_EQ(Grown(shape, {0.0, 0.0, 0.5}).vertices(), shape.vertices());
  }
}

TEST(MarginTest, AddsAndCompares) {
  const Margin margin = {1.0, 2.0, 4.0};
  EXPECT_EQ(margin + Margin({8.0, 16.0, 32.0}), (Margin{9.0, 18.0, 36.0}));
  EXPECT_TRUE(Margin().is_zero());
  for (const Margin& other : {Margin{1.0, 0.0, 0.0}, Margin{0.0, 1.0, 0.0}, Margin{0.0, 0.0, 1.0}}) {
    EXPECT_FALSE(other.is_zero());
    EXPECT_NE(margin, margin + other);
  }
}

TEST(GrowBodyTest, DegenerateShapes) {
  const ConvexPolygon point = ConvexPolygon::Create({{1.0, 2.0}}).value();
  EXPECT_EQ(Grown(point, {0.5, 0.0, 0.0}).size(), 2);
  EXPECT_EQ(Grown(point, {0.0, 0.5, 0.0}).size(), 2);
  const ConvexPolygon box = Grown(point, {0.5, 0.25, 0.125});
  EXPECT_EQ(box.size(), 4);
  EXPECT_EQ(box.radius_m(), 0.125);
  EXPECT_EQ(box.Bounds().min, (Vec2{0.375, 1.625}));
  EXPECT_EQ(Grown(point, {0.0, 0.0, 0.5}).radius_m(), 0.5);
  const ConvexPolygon segment = ConvexPolygon::Create({{-1.0, 0.0}, {1.0, 0.0}}).value();
  EXPECT_EQ(Grown(segment, {0.5, 0.0, 0.0}).vertices(), (std::vector<Vec2>{{-1.5, 0.0}, {1.5, 0.0}}));
  EXPECT_EQ(Grown(segment, {0.0, 0.5, 0.0}).size(), 4);
  // Below the rounding of the coordinates: the same shape.
  const ConvexPolygon far = ConvexPolygon::Rectangle(2.0, 1.0, {1e7, -1e7}).value();
  EXPECT_EQ(Grown(far, {1e-12, 1e-12, 0.0}).Bounds().max, far.Bounds().max);
  EXPECT_TRUE(GrowBody({}, {1.0, 1.0, 1.0})->empty());
}

TEST(GrowBodyTest, RefusesWhatIsNoMarginByName) {
  const ConvexPolygon car = ConvexPolygon::Rectangle(4.0, 2.0).value();
  const auto error = [&](const Margin& margin) { return std::string(GrowBody({car}, margin).status().message()); };
  EXPECT_THAT(error({-0.5, 0.0, 0.0}), StartsWith("margin.along_m: -0.5 m is not within [0, 1e+08] m"));
  EXPECT_THAT(error({0.0, kNaN, 0.0}), StartsWith("margin.across_m: nan m"));
  EXPECT_THAT(error({0.0, 0.0, kInf}), StartsWith("margin.round_m: inf m"));
  EXPECT_THAT(error({2.0 * kMaxCoordinate_m, 0.0, 0.0}), StartsWith("margin.along_m: 200000000 m"));
  EXPECT_THAT(error({kMaxCoordinate_m, 0.0, 0.0}), HasSubstr("body[0], grown by the margin: vertices["));
  EXPECT_EQ(GrowBody({}, {kNaN, 0.0, 0.0}).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace collision2d
