#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/polytope_tables.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/solid/testing/support_checker.h"
#include "collision2d/testing/test.h"

// InnerRadius and OuterRadius against the vertices and the faces, in long double.
namespace collision2d::solid {
namespace {

using Real = long double;

Real Length(Real x, Real y, Real z) { return std::sqrt(x * x + y * y + z * z); }

// Returns the largest distance of a vertex from the centre.
template <typename Shape>
Real Reach(const Shape& shape) {
  const Vec3 c = shape.Center();
  Real reach = 0.0L;
  for (int i = 0; i < shape.num_vertices(); ++i) {
    const Vec3 v = shape.vertex(i);
    reach = std::max(reach, Length(Real(v.x) - c.x, Real(v.y) - c.y, Real(v.z) - c.z));
  }
  return reach;
}

// The height of the plane of a face above the centre, the least; the corners of all triangles of
// vertices that are a face.
Real LeastHeight(const std::vector<Vec3>& vertices, const Vec3& c) {
  Real least = 1e300L;
  const size_t n = vertices.size();
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i + 1; j < n; ++j) {
      for (size_t k = j + 1; k < n; ++k) {
        const Vec3& p = vertices[i];
        const Vec3& q = vertices[j];
        const Vec3& r = vertices[k];
        const Real ux = Real(q.x) - p.x, uy = Real(q.y) - p.y, uz = Real(q.z) - p.z;
        const Real vx = Real(r.x) - p.x, vy = Real(r.y) - p.y, vz = Real(r.z) - p.z;
        const Real nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
        const Real length = Length(nx, ny, nz);
        if (length == 0.0L) continue;
        Real low = 0.0L;
        Real high = 0.0L;
        for (const Vec3& v : vertices) {
          const Real height = (nx * (Real(v.x) - p.x) + ny * (Real(v.y) - p.y) + nz * (Real(v.z) - p.z)) / length;
          low = std::min(low, height);
          high = std::max(high, height);
        }
        // Nearly the plane of a face: higher by this, the ball would still be inside.
        const Real noise = 1e-15L * Length(ux, uy, uz);
        if (low < -noise && high > noise) continue;
        least = std::min(least,
                         std::abs(nx * (Real(c.x) - p.x) + ny * (Real(c.y) - p.y) + nz * (Real(c.z) - p.z)) / length);
      }
    }
  }
  return least;
}

template <typename Shape>
void CheckOuter(const Shape& shape) {
  const Real reach = Reach(shape);
  EXPECT_GE(Real(shape.OuterRadius()), reach);
  EXPECT_LE(Real(shape.OuterRadius()), reach * (1.0L + 0x1p-45L));
}

TEST(Balls, OfPolytopes) {
  Random random(TestSeed());
  int with_inside = 0;
  for (int i = 0; i < 600; ++i) {
    const ShapeKind3 kind = RandomKind3(&random);
    std::vector<Vec3> points = RandomPoints3(kind, 14, &random);
    const double scale = i % 3 == 0 ? 1.0 : random.LogUniform(1e-6, 1e6);
    for (Vec3& p : points) p = scale * p;
    const ConvexPolytope polytope = *ConvexPolytope::FromPoints(points);
    SCOPED_TRACE(Name(kind));
    CheckOuter(polytope);
    ASSERT_GE(polytope.InnerRadius(), 0.0);
    if (polytope.dimension() < 3) {
      EXPECT_EQ(polytope.InnerRadius(), 0.0);
      continue;
    }
    const Real least = LeastHeight(VerticesOf(polytope), polytope.Center());
    EXPECT_LE(Real(polytope.InnerRadius()), least);
    if (kind == ShapeKind3::kSphere || kind == ShapeKind3::kBox) {
      ++with_inside;
      EXPECT_GE(Real(polytope.InnerRadius()), 0.99L * least);
    }
  }
  EXPECT_GT(with_inside, 50);
}

TEST(Balls, OfPrisms) {
  Random random(TestSeed());
  for (int i = 0; i < 300; ++i) {
    const int n = random.Integer(3, 7);
    std::vector<Vec2> ring;
    for (int k = 0; k < n; ++k) {
      const double angle = 6.283185307179586 * (k + random.Uniform(0.0, 0.8)) / n;
      ring.push_back({std::cos(angle), 0.5 * std::sin(angle)});
    }
    const double z = random.Uniform(-1.0, 1.0);
    const PrismShape prism = *PrismShape::Create(*ConvexPolygon::Create(ring), z, z + random.Uniform(0.1, 2.0));
    CheckOuter(prism);
    const Real least = LeastHeight(VerticesOf(prism), prism.Center());
    EXPECT_GT(prism.InnerRadius(), 0.0);
    EXPECT_LE(Real(prism.InnerRadius()), least);
    EXPECT_GE(Real(prism.InnerRadius()), 0.999L * least - 1e-8L);
  }
  const ConvexPolygon square = *ConvexPolygon::Create({{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}});
  EXPECT_EQ(PrismShape::Create(square, 2.0, 2.0)->InnerRadius(), 0.0);
  const ConvexPolygon segment = *ConvexPolygon::Create({{0.0, 0.0}, {1.0, 0.0}});
  EXPECT_EQ(PrismShape::Create(segment, 0.0, 2.0)->InnerRadius(), 0.0);
}

TEST(Balls, OfBoxes) {
  const BoxShape box = *BoxShape::Create({3.0, 1.0, 2.0});
  EXPECT_EQ(box.InnerRadius(), 1.0);
  CheckOuter(box);
  EXPECT_EQ(BoxShape::Create({3.0, 0.0, 2.0})->InnerRadius(), 0.0);
}

}  // namespace
}  // namespace collision2d::solid

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
  double reach = kInf;
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
