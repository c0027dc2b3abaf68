#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/test.h"

// All three levels of vertex hulls against exact arithmetic, over random pairs of every family:
// flat, thin, touching by every kind of feature, by ulps, at all scales, and far from the origin.
namespace collision2d::solid {
namespace {

using Context = QueryContext3<PointCloudShape, PointCloudShape>;

template <typename Shape>
std::vector<Vec3> VerticesOf(const Shape& shape) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < shape.num_vertices(); ++i) vertices.push_back(shape.vertex(i));
  return vertices;
}

SeparationStatus Expected(ExactRelation relation) {
  return relation == ExactRelation::kDisjoint   ? SeparationStatus::kSeparated
         : relation == ExactRelation::kTouching ? SeparationStatus::kTouching
                                                : SeparationStatus::kPenetrating;
}

// How a pair is posed.
enum class Posing { kNone, kExact, kRounded };

class OracleFamilies3Test : public testing::TestWithParam<Posing> {
 protected:
  void CheckPair(const PosedPair3& pair) {
    oracle_.SetPair(pair.a, Posed(pair.b, pair.a_from_b));
    const bool collide = oracle_.relation() != ExactRelation::kDisjoint;
    colliding_ += collide ? 1 : 0;
    const PointCloudShape a(pair.a);
    const PointCloudShape b(pair.b);
    const Context context{nullptr, &counters_};
    ASSERT_EQ(Collides(a, b, pair.a_from_b, context), collide);
    const double distance_m = Distance(a, b, pair.a_from_b, context);
    ASSERT_EQ(distance_m == 0.0, collide);
    const Separation3 separation = ComputeSeparation(a, b, pair.a_from_b, context);
    ASSERT_EQ(separation.status, Expected(oracle_.relation()));
    const double bound = kDistance3RelativeError * internal::Cso3(a, b, pair.a_from_b).Magnitude();
    ASSERT_NEAR(Norm(separation.direction), 1.0, 0x1p-50);
    if (oracle_.relation() == ExactRelation::kOverlapping) return;
    ASSERT_LE(Norm(separation.witness_a + separation.signed_distance_m * separation.direction - separation.witness_b),
              2.0 * bound);
    if (collide) return;
    ASSERT_EQ(distance_m, separation.signed_distance_m);
    ASSERT_NEAR(distance_m, oracle_.SignedDistance(), bound);
  }

  // The same points as shapes that the filters of Level 1 know. Posing rounds a point that is not
  // extreme to beyond the others, so that the oracle is asked again.
  void CheckPolytopes(const PosedPair3& pair) {
    const ConvexPolytope a = *ConvexPolytope::FromPoints(pair.a);
    const ConvexPolytope b = *ConvexPolytope::FromPoints(pair.b);
    oracle_.SetPair(a.vertices(), Posed(b.vertices(), pair.a_from_b));
    const QueryContext3<ConvexPolytope, ConvexPolytope> context{nullptr, &filter_counters_};
    ASSERT_EQ(Collides(a, b, pair.a_from_b, context), oracle_.relation() != ExactRelation::kDisjoint);
    ASSERT_EQ(ComputeSeparation(a, b, pair.a_from_b).status, Expected(oracle_.relation()));
  }

  ExactOracle3 oracle_;
  QueryContext::Counters counters_;
  QueryContext::Counters filter_counters_;
  int64_t colliding_ = 0;
};

TEST_P(OracleFamilies3Test, AllLevels) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  const int64_t count = TestCaseCount(9000);
  for (int64_t i = 0; i < count; ++i) {
    const PairFamily3 family = RandomFamily3(&random);
    const PointPair3 points = RandomPair3(family, 14, &random);
    const PosedPair3 pair = GetParam() == Posing::kNone ? PosedPair3{points.a, points.b, Pose3{}}
                                                        : WithPose(points, GetParam() == Posing::kExact, &random);
    SCOPED_TRACE(absl::StrCat(Name(family), " ", i));
    ASSERT_NO_FATAL_FAILURE(CheckPair(pair));
    if (i % 2 == 0) {
      ASSERT_NO_FATAL_FAILURE(CheckPolytopes(pair));
    }
  }
  EXPECT_EQ(counters_.limit_hits, 0);
  EXPECT_EQ(filter_counters_.limit_hits, 0);
  EXPECT_GT(filter_counters_.filter_decisions, count / 10);
  EXPECT_LT(filter_counters_.filter_decisions, 4 * count / 10);
  EXPECT_GT(colliding_, 3 * count / 10);
  EXPECT_LT(colliding_, 7 * count / 10);
  EXPECT_GT(counters_.exact_path_entries, 0);
}

INSTANTIATE_TEST_SUITE_P(Posings, OracleFamilies3Test,
                         testing::Values(Posing::kNone, Posing::kExact, Posing::kRounded));

// Prisms and boxes with whole coordinates, many of which touch, by right angles; and any rotation,
// moved to contact and from there by a gap that is often tiny.
class PrismsAndBoxesTest : public testing::Test {
 protected:
  static PrismShape RandomPrism(Random* random) {
    static const std::vector<Vec2> kOutlines[] = {
        {{0.0, 0.0}, {3.0, 1.0}, {1.0, 3.0}},
        {{-1.0, -2.0}, {2.0, -2.0}, {2.0, 2.0}, {-1.0, 2.0}},
        {{2.0, 0.0}, {1.0, 2.0}, {-1.0, 2.0}, {-2.0, 0.0}, {0.0, -3.0}},
        {{2.0, 0.0}, {1.0, 2.0}, {-1.0, 2.0}, {-2.0, 0.0}, {-1.0, -2.0}, {1.0, -2.0}}};
    const int z = random->Integer(-3, 1);
    return *PrismShape::Create(*ConvexPolygon::Create(kOutlines[random->Index(4)]), z, z + random->Integer(0, 4));
  }

  static BoxShape RandomBox(Random* random) {
    const double x = random->Integer(1, 3);
    const double y = random->Integer(1, 3);
    return *BoxShape::Create({x, y, random->Integer(1, 2) * 1.0});
  }

  template <typename A, typename B>
  static Pose3 RandomPlacement(const A& a, const B& b, Random* random) {
    if (random->Chance(0.5)) return RandomLatticePose3(4, random);
    const Vec3 u = RandomUnitVector(random);
    double reach_m = 20.0;
    Pose3 pose = {reach_m * u, random->Chance(0.5) ? RandomRotation(random) : RightAngleRotation(random->Index(24))};
    for (int step = 0; step < 10; ++step) {
      reach_m -= Distance(a, b, pose);
      pose.translation = reach_m * u;
    }
    const double gap =
        random->Sign() * (random->Chance(0.3) ? random->Uniform(0.0, 2.0) : random->LogUniform(1e-17, 1.0));
    pose.translation = (reach_m + gap) * u;
    return pose;
  }

  template <typename A, typename B>
  void Check(const A& a, const B& b, Random* random) {
    const Pose3 pose = RandomPlacement(a, b, random);
    oracle_.SetPair(VerticesOf(a), Posed(VerticesOf(b), pose));
    const ExactRelation relation = oracle_.relation();
    colliding_ += relation != ExactRelation::kDisjoint ? 1 : 0;
    touching_ += relation == ExactRelation::kTouching ? 1 : 0;
    ++count_;
    const QueryContext3<A, B> context{nullptr, &counters_};
    ASSERT_EQ(Collides(a, b, pose, context), relation != ExactRelation::kDisjoint);
    ASSERT_EQ(Distance(a, b, pose) == 0.0, relation != ExactRelation::kDisjoint);
    ASSERT_EQ(ComputeSeparation(a, b, pose).status, Expected(relation));
  }

  ExactOracle3 oracle_;
  QueryContext::Counters counters_;
  int64_t count_ = 0;
  int64_t colliding_ = 0;
  int64_t touching_ = 0;
};

TEST_F(PrismsAndBoxesTest, Exact) {
  Random random(TestSeed() + 7);
  for (int64_t i = 0; i < TestCaseCount(4000); ++i) {
    SCOPED_TRACE(i);
    const PrismShape prism = RandomPrism(&random);
    const BoxShape box = RandomBox(&random);
    const ConvexPolytope polytope = *ConvexPolytope::FromPoints(VerticesOf(RandomPrism(&random)));
    ASSERT_NO_FATAL_FAILURE(Check(prism, RandomPrism(&random), &random));
    ASSERT_NO_FATAL_FAILURE(Check(prism, box, &random));
    ASSERT_NO_FATAL_FAILURE(Check(box, RandomBox(&random), &random));
    ASSERT_NO_FATAL_FAILURE(Check(polytope, box, &random));
    ASSERT_NO_FATAL_FAILURE(Check(polytope, prism, &random));
  }
  EXPECT_EQ(counters_.limit_hits, 0);
  EXPECT_GT(counters_.filter_decisions, count_ / 4);
  EXPECT_LT(counters_.filter_decisions, count_);
  EXPECT_GT(colliding_, 3 * count_ / 10);
  EXPECT_LT(colliding_, 7 * count_ / 10);
  EXPECT_GT(touching_, count_ / 50);
}

}  // namespace
}  // namespace collision2d::solid
