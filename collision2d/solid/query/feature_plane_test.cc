#include <gmpxx.h>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/face_plane.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid::internal {
namespace {

// 256 bits: the differences and products of doubles below are exact but for their last hundred
// bits.
using Float = mpf_class;

struct ExactVec {
  Float x, y, z;
};

ExactVec Exact(const Vec3& p) { return {Float(p.x, 256), Float(p.y, 256), Float(p.z, 256)}; }
ExactVec operator-(const ExactVec& p, const ExactVec& q) { return {p.x - q.x, p.y - q.y, p.z - q.z}; }
Float Dot(const ExactVec& p, const ExactVec& q) { return p.x * q.x + p.y * q.y + p.z * q.z; }
ExactVec Cross(const ExactVec& p, const ExactVec& q) {
  return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}
Float Norm(const ExactVec& p) { return sqrt(Dot(p, p)); }

// The plane of the points of a and the posed points of b, as these are rounded.
struct ExactPlane {
  ExactVec normal;
  Float offset;
};

ExactPlane PlaneOf(const CsoPoint& p, const CsoPoint& q, const CsoPoint& r, const Pose3& a_from_b) {
  const auto point = [&](const CsoPoint& c) { return Exact(c.on_a) - Exact(a_from_b * c.on_b); };
  const ExactVec from = point(p);
  const ExactVec normal = Cross(point(q) - from, point(r) - from);
  const Float length = Norm(normal);
  return {{normal.x / length, normal.y / length, normal.z / length}, Dot(normal, from) / length};
}

double NormalError(const FacePlane& plane, const ExactPlane& exact) {
  return Float(Norm(Exact(plane.normal) - exact.normal)).get_d();
}

double OffsetError(const FacePlane& plane, const ExactPlane& exact) {
  return std::abs(Float(Float(plane.offset, 256) - exact.offset).get_d());
}

Vec3 RandomPoint(double size, Random* random) {
  Vec3 p;
  p.x = random->Uniform(-size, size);
  p.y = random->Uniform(-size, size);
  p.z = random->Uniform(-size, size);
  return p;
}

// Three points of the CSO of small shapes that are far from their frames' origins.
struct Triangle {
  Pose3 a_from_b;
  CsoPoint corner[3];
};

Triangle RandomTriangle(double far_m, Random* random) {
  Triangle triangle;
  const Vec3 at_a = RandomPoint(far_m, random);
  const Vec3 at_b = RandomPoint(far_m, random);
  triangle.a_from_b.rotation = RandomRotation(random);
  triangle.a_from_b.translation = at_a - triangle.a_from_b.Rotate(at_b) + RandomPoint(1.0, random);
  const int kind = random->Integer(0, 2);
  Vec3 on_a = at_a + RandomPoint(1.0, random);
  Vec3 on_b = at_b + RandomPoint(1.0, random);
  for (CsoPoint& corner : triangle.corner) {
    // A face of a, a face of b, or edges of both.
    if (kind != 1) on_a = at_a + RandomPoint(1.0, random);
    if (kind == 1 || (kind == 2 && &corner == &triangle.corner[2])) on_b = at_b + RandomPoint(1.0, random);
    corner = {on_a - triangle.a_from_b * on_b, on_a, on_b};
  }
  return triangle;
}

TEST(FeaturePlane, KeepsItsErrorFarFromTheOrigin) {
  Random random(TestSeed());
  constexpr int kTriangles = 5000;
  int known = 0;
  for (int i = 0; i < kTriangles; ++i) {
    const double far_m = i % 2 == 0 ? 0.0 : random.LogUniform(1.0, 1e6);
    const Triangle t = RandomTriangle(far_m, &random);
    const CsoPoint* const c = t.corner;
    const FacePlane plane = FeaturePlane(c[0], c[1], c[2], t.a_from_b);
    if (!plane.is_known()) continue;
    ++known;
    EXPECT_TRUE(plane.is_accurate);
    const ExactPlane exact = PlaneOf(c[0], c[1], c[2], t.a_from_b);
    // Posing moves each vertex of b by 4 u of its magnitude; the edges of a face of b are those
    // before posing.
    const double posing_m = 0x1p-50 * (3.0 * far_m + 4.0);
    const double shortest_m =
        std::sqrt(std::min(NormSquared(c[1].point - c[0].point), NormSquared(c[2].point - c[0].point)));
    ASSERT_LE(NormalError(plane, exact), 0x1p-47 + 16.0 * posing_m / shortest_m) << i;
    ASSERT_LE(OffsetError(plane, exact), 0x1p-47 + 64.0 * posing_m / shortest_m + posing_m) << i;
  }
  EXPECT_GT(known, kTriangles / 2);
  EXPECT_LT(known, kTriangles);
}

TEST(FeaturePlane, ByTwiceThePrecisionIsRightToRounding) {
  Random random(TestSeed());
  constexpr int kTriangles = 5000;
  int known = 0;
  for (int i = 0; i < kTriangles; ++i) {
    Triangle t = RandomTriangle(i % 2 == 0 ? 0.0 : random.LogUniform(1.0, 1e6), &random);
    CsoPoint* const c = t.corner;
    if (i % 3 == 0) {
      // A sliver of a: the last point is next to the line of the others.
      for (int k = 0; k < 3; ++k) c[k].on_b = c[0].on_b;
      c[1].on_a = c[0].on_a + RandomPoint(1.0, &random);
      c[2].on_a = c[0].on_a + random.Uniform(0.2, 0.8) * (c[1].on_a - c[0].on_a) +
                  RandomPoint(random.LogUniform(1e-9, 1e-3), &random);
      for (int k = 0; k < 3; ++k) c[k].point = c[k].on_a - t.a_from_b * c[k].on_b;
    }
    const FacePlane plane = AccurateFeaturePlane(c[0], c[1], c[2], t.a_from_b);
    const ExactPlane exact = PlaneOf(c[0], c[1], c[2], t.a_from_b);
    if (!plane.is_known()) continue;
    ++known;
    ASSERT_LE(NormalError(plane, exact), 2.0 * kAccurateNormalError) << i;
    const double offset = std::abs(exact.offset.get_d());
    ASSERT_LE(OffsetError(plane, exact), 8.0 * 0x1p-53 * offset + 0x1p-80) << i;
  }
  EXPECT_GT(known, kTriangles * 99 / 100);
}

TEST(FeaturePlane, SliversAndCancelledEdgesAreUnknown) {
  const Pose3 identity;
  const auto point = [&](Vec3 on_a, Vec3 on_b) { return CsoPoint{on_a - on_b, on_a, on_b}; };
  const CsoPoint p = point({1.0, 0.0, 0.0}, {});
  const CsoPoint q = point({2.0, 0.0, 0.0}, {});
  EXPECT_TRUE(FeaturePlane(p, q, point({1.0, 1.0, 0.0}, {}), identity).is_known());
  EXPECT_FALSE(FeaturePlane(p, q, point({3.0, 0.25, 0.0}, {}), identity).is_known());
  EXPECT_TRUE(AccurateFeaturePlane(p, q, point({3.0, 0.25, 0.0}, {}), identity).is_known());
  EXPECT_FALSE(AccurateFeaturePlane(p, q, point({3.0, 0.0, 0.0}, {}), identity).is_known());
  // The edge of the CSO is a tenth of those of a and b.
  EXPECT_FALSE(FeaturePlane(p, q, point({1.0, 10.0, 0.0}, {0.0, 9.0, 0.0}), identity).is_known());
}

// Slivers down to the last place: the normal is known within its bound, by both ways.
TEST(FacePlaneTest, ErrorBoundsHold) {
  Random random(TestSeed());
  for (int i = 0; i < 20000; ++i) {
    const Vec3 p = random.Uniform(0.1, 2.0) * RandomUnitVector(&random);
    const Vec3 q = random.Uniform(0.1, 2.0) * RandomUnitVector(&random);
    const Vec3 r = p + random.Uniform(-2.0, 2.0) * (q - p) + random.LogUniform(1e-15, 1.0) * RandomUnitVector(&random);
    const FacePlane accurate = AccuratePlane(p, q, r);
    if (!accurate.is_known()) continue;
    EXPECT_NEAR(Norm(accurate.normal), 1.0, kAccurateNormalError);
    EXPECT_TRUE(accurate.is_accurate);
    EXPECT_NEAR(accurate.offset, Dot(accurate.normal, p), 0x1p-50 * Norm(p));
    const FacePlane rounded = RoundedPlane(p, q, r);
    if (!rounded.is_known()) continue;
    const double length = std::sqrt(rounded.length_sq);
    // The lengths differ by no more than the normals.
    EXPECT_LE(Norm(rounded.normal - length * accurate.normal),
              2.0 * rounded.normal_error + length * (accurate.normal_error + 0x1p-51));
  }
}

TEST(FacePlaneTest, UnknownIfDegenerate) {
  EXPECT_FALSE(RoundedPlane({0, 0, 0}, {1, 1, 1}, {2, 2, 2}).is_known());
  EXPECT_FALSE(AccuratePlane(Vec3{0, 0, 0}, Vec3{1, 1, 1}, Vec3{2, 2, 2}).is_known());
  EXPECT_FALSE(AccuratePlane(Vec3{1, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 0, 0}).is_known());
}

// Across one unit in the last place, and on the plane itself.
TEST(FacePlaneTest, SideIsExact) {
  const Vec3 p{0.1, 0.2, 0.3};
  const Vec3 q{1.1, 0.2, 0.3};
  const Vec3 r{0.1, 1.2, 0.3};
  EXPECT_TRUE(IsBeyondPlane(p, q, r, {0.4, 0.4, std::nextafter(0.3, 1.0)}));
  EXPECT_FALSE(IsBeyondPlane(p, q, r, {0.4, 0.4, 0.3}));
  EXPECT_FALSE(IsBeyondPlane(p, q, r, {0.4, 0.4, std::nextafter(0.3, 0.0)}));
}

}  // namespace
}  // namespace collision2d::solid::internal
