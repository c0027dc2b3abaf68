// Box2D's b2Distance as a second opinion, within what its single precision allows.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "box2d/b2_distance.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/distance.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

// Box2D's closest point v has an error of some float roundings of the coordinates (simplex weights,
// then two witness points), and its loop ends when |v| no longer falls in float: 64 units of
// rounding on coordinates below 4 m.
constexpr double kBox2dError_m = 64.0 * std::numeric_limits<float>::epsilon() * 4.0;

double Box2dDistance(const ConvexPolygon& a, const ConvexPolygon& b) {
  b2DistanceInput input;
  std::vector<b2Vec2> vertices_a;
  std::vector<b2Vec2> vertices_b;
  for (const Vec2 v : a.vertices()) vertices_a.emplace_back(static_cast<float>(v.x), static_cast<float>(v.y));
  for (const Vec2 v : b.vertices()) vertices_b.emplace_back(static_cast<float>(v.x), static_cast<float>(v.y));
  input.proxyA.Set(vertices_a.data(), a.size(), 0.0f);
  input.proxyB.Set(vertices_b.data(), b.size(), 0.0f);
  input.transformA.SetIdentity();
  input.transformB.SetIdentity();
  input.useRadii = false;
  b2SimplexCache cache;
  cache.count = 0;
  b2DistanceOutput output;
  b2Distance(&output, &cache, &input);
  return output.distance;
}

// A shape whose vertices are floats, so that both libraries see the same one.
ConvexPolygon RandomFloatPolygon(Vec2 shift, Random* random) {
  constexpr PolygonKind kKinds[] = {PolygonKind::kPoint,   PolygonKind::kSegment,  PolygonKind::kRectangle,
                                    PolygonKind::kRegular, PolygonKind::kTriangle, PolygonKind::kEllipse};
  std::vector<Vec2> points = RandomPoints(kKinds[random->Index(6)], 8, random);
  for (Vec2& p : points) p = {static_cast<float>(p.x + shift.x), static_cast<float>(p.y + shift.y)};
  return ConvexPolygon::Hull(points).value();
}

TEST(Box2d, DistancesAgree) {
  Random random(TestSeed());
  int64_t colliding = 0;
  const int64_t count = TestCaseCount(200000);
  for (int64_t i = 0; i < count; ++i) {
    const ConvexPolygon a = RandomFloatPolygon({}, &random);
    const ConvexPolygon b = RandomFloatPolygon({random.Uniform(-1.5, 1.5), random.Uniform(-1.5, 1.5)}, &random);
    const double distance_m = Distance(a, b);
    colliding += distance_m == 0.0;
    ASSERT_NEAR(distance_m, Box2dDistance(a, b), kBox2dError_m) << "a = " << HexFormat(a) << "\nb = " << HexFormat(b);
  }
  EXPECT_GT(colliding, count * 3 / 10);
  EXPECT_LT(colliding, count * 7 / 10);
}

}  // namespace
}  // namespace collision2d
