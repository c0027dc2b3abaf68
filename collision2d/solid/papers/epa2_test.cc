#include "collision2d/solid/papers/epa2.h"

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

Vec2 Furthest(absl::Span<const Vec2> points, Vec2 direction) {
  return *std::max_element(points.begin(), points.end(), [=](Vec2 p, Vec2 q) { return Dot(direction, p - q) < 0.0; });
}

Penetration2 PenetrationOf(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  double magnitude_m = 0.0;
  for (const Vec2 p : a) magnitude_m = std::max({magnitude_m, std::abs(p.x), std::abs(p.y)});
  for (const Vec2 p : b) magnitude_m = std::max({magnitude_m, std::abs(p.x), std::abs(p.y)});
  const auto support = [=](Vec2 direction) {
    const Vec2 p = Furthest(a, direction);
    const Vec2 q = Furthest(b, {-direction.x, -direction.y});
    return CsoPoint2{p - q, p, q};
  };
  return ComputePenetration2(support, 2.0 * magnitude_m);
}

TEST(Epa2Test, EqualsThePlanarCore) {
  Random random(TestSeed());
  int64_t num_penetrating = 0;
  const int64_t num_pairs = TestCaseCount(20000);
  for (int64_t i = 0; i < num_pairs; ++i) {
    const ConvexPolygon a = RandomPolygon(3 + random.Index(30), &random);
    const ConvexPolygon b = RandomPolygon(3 + random.Index(30), &random);
    const Separation expected = ComputeSeparation(a, b);
    const Penetration2 result = PenetrationOf(a.vertices(), b.vertices());
    ASSERT_NE(result.status, SeparationStatus::kIterationLimit);
    if (expected.signed_distance_m >= 0.0) {
      EXPECT_EQ(result.depth_m, 0.0);
      continue;
    }
    ++num_penetrating;
    const double size_m = a.bounding_radius_m() + b.bounding_radius_m() + Norm(a.center()) + Norm(b.center());
    const double error_m = 8.0 * 0x1p-50 * size_m;
    EXPECT_NEAR(result.depth_m, -expected.signed_distance_m, error_m);
    EXPECT_LE(result.lower_bound_m, result.depth_m);
    const Vec2 apart = result.witness_a - result.witness_b;
    EXPECT_LE(Norm(apart - result.depth_m * result.direction), error_m);
  }
  EXPECT_GE(num_penetrating, num_pairs / 10);
}

TEST(Epa2Test, Squares) {
  const Vec2 a[] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
  const Vec2 b[] = {{0.5, -1.0}, {2.5, -1.0}, {2.5, 1.0}, {0.5, 1.0}};
  const Penetration2 result = PenetrationOf(a, b);
  EXPECT_EQ(result.status, SeparationStatus::kPenetrating);
  EXPECT_EQ(result.depth_m, 0.5);
  EXPECT_EQ(result.direction, (Vec2{1.0, 0.0}));
  const Penetration2 same = PenetrationOf(a, a);
  EXPECT_EQ(same.depth_m, 2.0);
}

TEST(Epa2Test, Degenerate) {
  const Vec2 segment[] = {{-1.0, 0.0}, {1.0, 0.0}};
  const Vec2 overlapping[] = {{0.0, 0.0}, {2.0, 0.0}};
  const Vec2 crossing[] = {{0.0, -1.0}, {0.0, 1.0}};
  const Vec2 parallel[] = {{-1.0, 0.5}, {1.0, 0.5}};
  const Vec2 point[] = {{0.0, 0.0}};
  EXPECT_EQ(PenetrationOf(segment, overlapping).status, SeparationStatus::kTouching);
  EXPECT_EQ(std::abs(PenetrationOf(segment, overlapping).direction.y), 1.0);
  EXPECT_EQ(PenetrationOf(segment, crossing).depth_m, 1.0);
  EXPECT_EQ(PenetrationOf(segment, parallel).status, SeparationStatus::kSeparated);
  EXPECT_EQ(PenetrationOf(segment, parallel).direction, (Vec2{0.0, 1.0}));
  EXPECT_EQ(PenetrationOf(segment, point).status, SeparationStatus::kTouching);
  EXPECT_EQ(PenetrationOf(point, point).status, SeparationStatus::kTouching);
  EXPECT_EQ(Norm(PenetrationOf(point, point).direction), 1.0);
}

// A disc has no last edge: the tolerance ends it, and where it is too tight, the room.
TEST(Epa2Test, Disc) {
  const auto off_centre = [](Vec2 direction) {
    const Vec2 unit = Normalized(direction);
    const Vec2 p = unit + Vec2{0.25, 0.0};
    return CsoPoint2{p, p, {0.0, 0.0}};
  };
  const Penetration2 near = ComputePenetration2(off_centre, 2.0, 1e-6);
  EXPECT_EQ(near.status, SeparationStatus::kPenetrating);
  EXPECT_NEAR(near.depth_m, 0.75, 1e-6);
  const auto centred = [](Vec2 direction) {
    const Vec2 unit = Normalized(direction);
    return CsoPoint2{unit, unit, {0.0, 0.0}};
  };
  const Penetration2 limit = ComputePenetration2(centred, 2.0, 1e-9);
  EXPECT_EQ(limit.status, SeparationStatus::kIterationLimit);
  EXPECT_NEAR(limit.depth_m, 1.0, 0x1p-50);
  EXPECT_LE(limit.lower_bound_m, 1.0);
  EXPECT_GE(limit.lower_bound_m, 0.999);
}

}  // namespace
}  // namespace collision2d::solid
