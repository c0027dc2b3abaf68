#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/polytope_tables.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid::internal {
namespace {

Vec3 RandomInCube(Random* random) {
  Vec3 v;
  v.x = random->Uniform(-1.0, 1.0);
  v.y = random->Uniform(-1.0, 1.0);
  v.z = random->Uniform(-1.0, 1.0);
  return v;
}

ConvexPolytope RandomPolytope(int count, double scale, const Vec3& offset, Random* random) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(offset + scale * RandomInCube(random));
  return *ConvexPolytope::FromPoints(points);
}

double Gauge(const PolytopeShadow& shadow, const Vec3& direction) {
  double gauge = 0.0;
  for (int i = 0; i < shadow.face_stride; ++i) {
    const float* const at = shadow.faces() + i;
    gauge = std::max(gauge, Dot({at[0], at[shadow.face_stride], at[2 * shadow.face_stride]}, direction));
  }
  return gauge;
}

// How far the ray from the centre goes within the polytope, by the planes of its faces.
double Reach(const ConvexPolytope& polytope, const Vec3& direction) {
  double reach = std::numeric_limits<double>::infinity();
  for (int f = 0; f < polytope.num_faces(); ++f) {
    const auto corners = polytope.face(f);
    const Vec3 origin = polytope.vertex(corners[0]);
    const Vec3 normal = Cross(polytope.vertex(corners[1]) - origin, polytope.vertex(corners[2]) - origin);
    const double rise = Dot(normal, direction);
    if (rise > 0.0) reach = std::min(reach, Dot(normal, origin - polytope.Center()) / rise);
  }
  return reach;
}

TEST(PolytopeShadow, VerticesAndGauge) {
  Random random(TestSeed());
  int64_t full = 0;
  const int64_t count = TestCaseCount(2000);
  for (int64_t i = 0; i < count; ++i) {
    const double scale = random.LogUniform(1e-5, 1e4);
    const Vec3 offset = random.Chance(0.5) ? Vec3{} : scale * random.LogUniform(1.0, 1e3) * RandomInCube(&random);
    const ConvexPolytope polytope = RandomPolytope(random.Integer(4, 30), scale, offset, &random);
    const PolytopeShadow& shadow = polytope.shadow();
    if (shadow.empty()) continue;
    ++full;
    ASSERT_EQ(shadow.vertex_stride % kShadowPadding, 0);
    ASSERT_EQ(shadow.face_stride % kShadowPadding, 0);
    for (int k = 0; k < shadow.vertex_stride; ++k) {
      const Vec3 arm = polytope.vertex(std::min(k, polytope.num_vertices() - 1)) - polytope.Center();
      const float* const at = shadow.vertices() + k;
      ASSERT_LE(Norm(arm - Vec3{at[0], at[shadow.vertex_stride], at[2 * shadow.vertex_stride]}), 0x1p-24 * Norm(arm));
    }
    for (int k = 0; k < 20; ++k) {
      const Vec3 direction = scale * RandomInCube(&random);
      ASSERT_NEAR(Gauge(shadow, direction), 1.0 / Reach(polytope, direction),
                  0x1p-22 * Norm(direction) / polytope.InnerRadius());
    }
  }
  EXPECT_GT(full, count / 2);
}

TEST(PolytopeShadow, NoneWhereSinglePrecisionWillNotDo) {
  Random random(TestSeed());
  EXPECT_TRUE(PolytopeShadow().empty());
  EXPECT_FALSE(RandomPolytope(20, 1.0, {}, &random).shadow().empty());
  EXPECT_TRUE(RandomPolytope(20, 1e-9, {}, &random).shadow().empty());
  EXPECT_TRUE(ConvexPolytope::FromPoints({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})->shadow().empty());
  EXPECT_TRUE(ConvexPolytope::FromPoints({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e-5}})->shadow().empty());
  std::vector<Vec3> sphere;
  for (int i = 0; i < kMaxShadowVertices + 1; ++i) sphere.push_back(Normalized(RandomInCube(&random)));
  EXPECT_TRUE(ConvexPolytope::FromPoints(sphere)->shadow().empty());
  sphere.pop_back();
  EXPECT_FALSE(ConvexPolytope::FromPoints(sphere)->shadow().empty());
}

}  // namespace
}  // namespace collision2d::solid::internal
