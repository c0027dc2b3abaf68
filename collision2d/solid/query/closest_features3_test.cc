#include "collision2d/solid/query/closest_features3.h"

#include <gmpxx.h>

#include <array>

#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid::internal {
namespace {

constexpr int kRuns = 3000;

// Error of a distance, relative to the largest coordinate M: a CSO point u and its edges 3 u of
// each coordinate; the products and the root 8 u; lengths are up to sqrt(3) M. Below 24 u in total.
constexpr double kFeatureError = 24.0 * 0x1p-53;

struct ExactVec3 {
  mpq_class x, y, z;
};

ExactVec3 operator-(const ExactVec3& a, const ExactVec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
mpq_class Dot(const ExactVec3& a, const ExactVec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
ExactVec3 Cross(const ExactVec3& a, const ExactVec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// The CSO point of on_a and of on_b as posed, which rounds.
ExactVec3 ExactPoint(const Pose3& pose, const CsoPoint& p) {
  const Vec3 posed = pose * p.on_b;
  return ExactVec3{p.on_a.x, p.on_a.y, p.on_a.z} - ExactVec3{posed.x, posed.y, posed.z};
}

// Returns the distance of the line or the plane from the origin.
double ExactLineDistance(const ExactVec3& p, const ExactVec3& q) {
  const ExactVec3 edge = q - p;
  const ExactVec3 across = Cross(p, edge);
  return std::sqrt(mpq_class(Dot(across, across) / Dot(edge, edge)).get_d());
}

double ExactPlaneDistance(const ExactVec3& p, const ExactVec3& q, const ExactVec3& r) {
  const ExactVec3 normal = Cross(q - p, r - p);
  const mpq_class height = Dot(normal, p);
  return std::sqrt(mpq_class(height * height / Dot(normal, normal)).get_d());
}

// A simplex of points of a and b of about 1 m.
struct Simplex {
  Pose3 pose;
  Gjk3 gjk;
  double magnitude_m = 0.0;
};

// Points of a and of b that are the same (as of a vertex against a face) or not, moved so that the
// combination of the CSO points by `weights` is at height_m along their normal.
Simplex MakeSimplex(const std::array<double, 3>& weights, int size, double height_m, double offset_m, Random* random) {
  Simplex made;
  made.pose.rotation = RandomRotation(random);
  made.gjk.size = size;
  const Vec3 offset = offset_m * RandomUnitVector(random);
  const bool one_of_b = random->Chance(0.3);
  const bool one_of_a = !one_of_b && random->Chance(0.4);
  for (int i = 0; i < size; ++i) {
    CsoPoint& p = made.gjk.vertex[i];
    p.on_a = one_of_a && i > 0 ? made.gjk.vertex[0].on_a : offset + RandomUnitVector(random);
    p.on_b = one_of_b && i > 0 ? made.gjk.vertex[0].on_b : RandomUnitVector(random);
    p.point = p.on_a - made.pose * p.on_b;
  }
  const CsoPoint* const v = made.gjk.vertex.data();
  Vec3 foot;
  for (int i = 0; i < size; ++i) foot = foot + weights[i] * v[i].point;
  Vec3 normal = RandomUnitVector(random);
  if (size == 2) normal = Normalized(Cross(normal, v[1].point - v[0].point));
  if (size == 3) normal = Normalized(Cross(v[1].point - v[0].point, v[2].point - v[0].point));
  made.pose.translation = foot - height_m * normal;
  for (int i = 0; i < size; ++i) {
    CsoPoint& p = made.gjk.vertex[i];
    p.point = p.on_a - made.pose * p.on_b;
    made.magnitude_m = std::max({made.magnitude_m, NormInfinity(p.on_a), NormInfinity(made.pose * p.on_b)});
  }
  return made;
}

PosedSimplex3 Posed(const Simplex& simplex) {
  PosedSimplex3 posed;
  PoseSimplex(simplex.pose, simplex.gjk, &posed);
  return posed;
}

// The weights are those of a point of the feature, and the witnesses are apart by the distance
// along the direction.
void ExpectConsistent(const Simplex& simplex, const Feature3& feature) {
  double sum = 0.0;
  for (int i = 0; i < feature.size; ++i) {
    EXPECT_GE(feature.weight[i], 0.0);
    sum += feature.weight[i];
  }
  EXPECT_NEAR(sum, 1.0, 4.0 * 0x1p-53);
  const Separation3 separation = SeparationOf(feature);
  EXPECT_EQ(separation.status, SeparationStatus::kSeparated);
  EXPECT_EQ(separation.signed_distance_m, feature.distance_m);
  EXPECT_NEAR(Norm(separation.direction), 1.0, 4.0 * 0x1p-53);
  const Vec3 gap = separation.witness_b - separation.witness_a;
  EXPECT_LE(NormInfinity(gap - separation.signed_distance_m * separation.direction),
            2.0 * kFeatureError * simplex.magnitude_m);
}

TEST(ClosestFeatures3, VertexIsItsOwnWitness) {
  Random random(TestSeed());
  for (int i = 0; i < kRuns; ++i) {
    const Simplex simplex = MakeSimplex({1.0, 0.0, 0.0}, 1, random.LogUniform(1e-3, 1e3), 0.0, &random);
    const PosedSimplex3 feature_simplex = Posed(simplex);
    const Feature3 feature = FeatureOf(feature_simplex);
    EXPECT_EQ(feature.size, 1);
    EXPECT_EQ(feature.distance_m, Norm(simplex.gjk.vertex[0].point));
    EXPECT_EQ(SeparationOf(feature).witness_a, simplex.gjk.vertex[0].on_a);
    ExpectConsistent(simplex, feature);
  }
}

TEST(ClosestFeatures3, SegmentAgainstExactArithmetic) {
  Random random(TestSeed());
  for (int i = 0; i < kRuns; ++i) {
    const double weight = random.Uniform(0.05, 0.95);
    Simplex simplex = MakeSimplex({1.0 - weight, weight, 0.0}, 2, random.LogUniform(1e-6, 1e2),
                                  random.Chance(0.5) ? 1e3 : 0.0, &random);
    const PosedSimplex3 feature_simplex = Posed(simplex);
    const Feature3 feature = FeatureOf(feature_simplex);
    ASSERT_EQ(feature.size, 2);
    const double exact_m = ExactLineDistance(ExactPoint(simplex.pose, simplex.gjk.vertex[0]),
                                             ExactPoint(simplex.pose, simplex.gjk.vertex[1]));
    EXPECT_NEAR(feature.distance_m, exact_m, kFeatureError * simplex.magnitude_m);
    ExpectConsistent(simplex, feature);
    // The order of the ends has no effect.
    std::swap(simplex.gjk.slot[0], simplex.gjk.slot[1]);
    EXPECT_EQ(FeatureOf(Posed(simplex)).distance_m, feature.distance_m);
  }
}

TEST(ClosestFeatures3, SegmentWhoseFootIsBeyondAnEndIsAVertex) {
  Random random(TestSeed());
  for (int i = 0; i < kRuns; ++i) {
    const Simplex simplex = MakeSimplex({1.5, -0.5, 0.0}, 2, random.LogUniform(1e-3, 1e2), 0.0, &random);
    const PosedSimplex3 feature_simplex = Posed(simplex);
    const Feature3 feature = FeatureOf(feature_simplex);
    ASSERT_EQ(feature.size, 1);
    EXPECT_EQ(feature.vertex[0], &feature_simplex.vertex[0]);
    EXPECT_EQ(feature.distance_m, Norm(simplex.gjk.vertex[0].point));
  }
}

TEST(ClosestFeatures3, TriangleAgainstExactArithmeticInEveryOrder) {
  Random random(TestSeed());
  int wide = 0;
  for (int i = 0; i < kRuns; ++i) {
    const double second = random.Uniform(0.1, 0.5);
    const double third = random.Uniform(0.1, 0.4);
    Simplex simplex = MakeSimplex({1.0 - second - third, second, third}, 3, random.LogUniform(1e-6, 1e2),
                                  random.Chance(0.5) ? 1e3 : 0.0, &random);
    const CsoPoint* const v = simplex.gjk.vertex.data();
    const Vec3 edge_a = v[1].point - v[0].point;
    const Vec3 edge_b = v[2].point - v[0].point;
    // Rounding has tilted the other triangles beforehand.
    if (NormSquared(Cross(edge_a, edge_b)) < 0.01 * NormSquared(edge_a) * NormSquared(edge_b)) continue;
    ++wide;
    const double exact_m = ExactPlaneDistance(ExactPoint(simplex.pose, v[0]), ExactPoint(simplex.pose, v[1]),
                                              ExactPoint(simplex.pose, v[2]));
    for (const std::array<uint8_t, 4>& slots : {std::array<uint8_t, 4>{0, 1, 2, 3}, {1, 2, 0, 3}, {2, 1, 0, 3}}) {
      simplex.gjk.slot = slots;
      const PosedSimplex3 feature_simplex = Posed(simplex);
      const Feature3 feature = FeatureOf(feature_simplex);
      ASSERT_EQ(feature.size, 3);
      EXPECT_NEAR(feature.distance_m, exact_m, kFeatureError * simplex.magnitude_m);
      ExpectConsistent(simplex, feature);
    }
  }
  EXPECT_GT(wide, kRuns / 2);
}

// Two of the corners in one place.
TEST(ClosestFeatures3, CollinearTriangleIsTakenForItsEdges) {
  Random random(TestSeed());
  for (int i = 0; i < kRuns; ++i) {
    const double weight = random.Uniform(0.1, 0.4);
    Simplex simplex = MakeSimplex({1.0 - weight, weight, 0.0}, 2, random.LogUniform(1e-2, 1e2), 0.0, &random);
    const PosedSimplex3 segment_simplex = Posed(simplex);
    const Feature3 segment = FeatureOf(segment_simplex);
    CsoPoint* const v = simplex.gjk.vertex.data();
    v[2] = v[1];
    simplex.gjk.size = 3;
    const PosedSimplex3 feature_simplex = Posed(simplex);
    const Feature3 feature = FeatureOf(feature_simplex);
    EXPECT_EQ(feature.size, 2);
    EXPECT_EQ(feature.distance_m, segment.distance_m);
    ExpectConsistent(simplex, feature);
  }
}

// An edge or a face of a hull so small that its ends are one point beside a vertex of the other
// shape: the foot of its line or plane is far outside of it, and nearer than either shape.
TEST(ClosestFeatures3, TheLineOfATinyEdgeIsNoBound) {
  Random random(TestSeed());
  int aslant = 0;
  for (int i = 0; i < kRuns; ++i) {
    Gjk3 gjk;
    gjk.size = 2 + i % 2;
    const double size_m = random.LogUniform(0x1p-200, 0x1p-60);
    for (int k = 0; k < gjk.size; ++k) {
      gjk.vertex[k].on_a = {11.0, 0.0, 0.0};
      gjk.vertex[k].on_b = size_m * RandomUnitVector(&random);
      gjk.vertex[k].point = gjk.vertex[k].on_a - gjk.vertex[k].on_b;
    }
    PosedSimplex3 simplex;
    PoseSimplex({}, gjk, &simplex);
    const Feature3 feature = FeatureOf(simplex);
    if (feature.distance_m < 10.9) ++aslant;
    EXPECT_TRUE(feature.distance_m > 11.0 - 0x1p-45 || !BoundsMeet(feature, {1.0, 0.0, 0.0}, 11.0, 11.0));
  }
  EXPECT_GT(aslant, kRuns / 4);
}

// At 10^6 m the difference of two CSO points has lost ten digits; the plane of a face of a is
// nevertheless that of its own points.
TEST(ClosestFeatures3, DirectionIsThatOfTheShapesOwnPoints) {
  Random random(TestSeed());
  for (int i = 0; i < kRuns; ++i) {
    Gjk3 gjk;
    gjk.size = 3;
    Pose3 pose;
    pose.rotation = RandomRotation(&random);
    // A plane z = 0 of a, below a point of b.
    const std::array<Vec3, 3> corners = {Vec3{0, 0, 0}, Vec3{random.Uniform(0.5, 1.0), 0, 0},
                                         Vec3{0, random.Uniform(0.5, 1.0), 0}};
    pose.translation = {0.1, 0.1, 1e6 + random.Uniform(0.0, 1.0)};
    for (int k = 0; k < 3; ++k) {
      gjk.vertex[k].on_a = corners[k];
      gjk.vertex[k].on_b = {0.01, 0.02, 0.03};
      gjk.vertex[k].point = corners[k] - pose * gjk.vertex[k].on_b;
    }
    PosedSimplex3 simplex;
    PoseSimplex(pose, gjk, &simplex);
    const Feature3 feature = FeatureOf(simplex);
    ASSERT_EQ(feature.size, 3);
    EXPECT_EQ(SeparationOf(feature).direction, (Vec3{0, 0, 1}));
    const double height_m = (pose * gjk.vertex[0].on_b).z;
    EXPECT_NEAR(feature.distance_m, height_m, kFeatureError * height_m);
  }
}

}  // namespace
}  // namespace collision2d::solid::internal
