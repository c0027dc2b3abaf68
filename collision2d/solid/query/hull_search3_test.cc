#include "collision2d/solid/query/hull_search3.h"

#include "collision2d/code_generation.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/closest_features3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d::solid::internal {
namespace {

struct Pair {
  ConvexPolytope a;
  ConvexPolytope b;
  Pose3 pose;
};

// Random polytopes about each other, of every size that has loops and vectors of its own; boxes
// side by side; pairs near contact.
std::vector<Pair> RandomPairs(int64_t count, Random* random) {
  std::vector<Pair> pairs;
  for (int64_t i = 0; i < count; ++i) {
    if (i % 4 == 0) {
      const PosedPair3 points = WithPose(RandomPair3(RandomFamily3(random), 14, random), random->Chance(0.5), random);
      pairs.push_back({*ConvexPolytope::FromPoints(points.a), *ConvexPolytope::FromPoints(points.b), points.a_from_b});
      continue;
    }
    const auto shape = [random] {
      if (random->Chance(0.2)) return BoxPoints({random->Uniform(0.2, 2.0), random->Uniform(0.2, 1.0), 0.5});
      return PointsOnSphere(random->Integer(1, random->Chance(0.5) ? 10 : kMaxSearchVertices), random);
    };
    const ConvexPolytope a = *ConvexPolytope::FromPoints(shape());
    const ConvexPolytope b = *ConvexPolytope::FromPoints(shape());
    pairs.push_back({a, b, RandomPose3(random->Chance(0.5) ? 1.5 : 5.0, random)});
  }
  return pairs;
}

HullSearch3 SearchOf(const Pair& pair, bool leave_doubtful) {
  const Cso3 cso(pair.a, pair.b, pair.pose);
  HullSearch3 search = {};
  SearchHulls({pair.a.scanned(), pair.b.scanned(), pair.pose, cso.Center().point, cso.Magnitude(), leave_doubtful},
              &search);
  return search;
}

TEST(HullSearch3Test, AgreesWithTheLoopBySupportMappings) {
  Random random(TestSeed());
  int64_t apart = 0;
  int64_t inside = 0;
  int64_t open = 0;
  int64_t in_two_rounds = 0;
  const int64_t count = TestCaseCount(20000);
  for (const Pair& pair : RandomPairs(count, &random)) {
    const PointCloudShape a({pair.a.vertices().begin(), pair.a.vertices().end()});
    const PointCloudShape b({pair.b.vertices().begin(), pair.b.vertices().end()});
    const double magnitude_m = Cso3(a, b, pair.pose).Magnitude();
    const HullSearch3 search = SearchOf(pair, false);
    if (search.relation == Relation::kApart) {
      ++apart;
      in_two_rounds += search.rounds == 2 ? 1 : 0;
      ASSERT_NEAR(search.distance_m, Distance(a, b, pair.pose), 2.0 * kDistance3RelativeError * magnitude_m);
      ASSERT_GT(search.distance_m, kClearlyApart * magnitude_m);
      ASSERT_GE(search.size, 1);
      ASSERT_LE(search.size, 3);
      // The direction proves the distance.
      ASSERT_NEAR(search.reach / Norm(search.direction), search.distance_m, kDistance3RelativeError * magnitude_m);
    } else if (search.relation == Relation::kOverlapping) {
      ++inside;
      ASSERT_TRUE(Collides(a, b, pair.pose));
      ASSERT_EQ(search.size, 4);
    } else {
      ++open;
      ASSERT_EQ(search.relation, Relation::kUndecided);
    }
    for (int i = 0; i < (search.relation == Relation::kUndecided ? 0 : search.size); ++i) {
      ASSERT_LT(search.vertex_a[i], pair.a.num_vertices());
      ASSERT_LT(search.vertex_b[i], pair.b.num_vertices());
    }
    // Pairs left to a filter are not separated by the line of the centres.
    const HullSearch3 doubtful = SearchOf(pair, true);
    if (doubtful.is_doubtful) {
      ASSERT_EQ(doubtful.rounds, 1);
    } else {
      ASSERT_EQ(doubtful.relation, search.relation);
      ASSERT_NE(doubtful.relation, Relation::kOverlapping);
    }
  }
  EXPECT_GT(apart, count * 3 / 10);
  EXPECT_GT(inside, count * 2 / 10);
  EXPECT_LT(open, count * 2 / 10);
  EXPECT_GT(in_two_rounds, apart / 3);
}

TEST(HullSearch3Test, SameBitsWithEveryInstructionSet) {
  Random random(TestSeed() + 1);
  const std::vector<Pair> pairs = RandomPairs(TestCaseCount(4000), &random);
  std::vector<HullSearch3> expected;
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    for (size_t i = 0; i < pairs.size(); ++i) {
      const HullSearch3 search = SearchOf(pairs[i], false);
      if (expected.size() == i) expected.push_back(search);
      const HullSearch3& other = expected[i];
      ASSERT_EQ(search.relation, other.relation);
      ASSERT_EQ(search.rounds, other.rounds);
      if (search.relation == Relation::kUndecided) continue;
      ASSERT_EQ(search.size, other.size);
      for (int k = 0; k < search.size; ++k) {
        ASSERT_EQ(search.vertex_a[k], other.vertex_a[k]);
        ASSERT_EQ(search.vertex_b[k], other.vertex_b[k]);
      }
      if (search.relation != Relation::kApart) continue;
      ASSERT_EQ(search.distance_m, other.distance_m);
      ASSERT_EQ(search.direction, other.direction);
      ASSERT_EQ(search.reach, other.reach);
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

// The answers of polytopes do not depend on their tables: distances to the bit, depths within their
// error.
TEST(HullSearch3Test, TablesChangeNoAnswer) {
  Random random(TestSeed() + 2);
  for (const Pair& pair : RandomPairs(TestCaseCount(2000), &random)) {
    const ConvexPolytope a = *ConvexPolytope::FromPoints(pair.a.vertices(), PolytopeTables::kNone);
    const ConvexPolytope b = *ConvexPolytope::FromPoints(pair.b.vertices(), PolytopeTables::kNone);
    ASSERT_EQ(Collides(a, b, pair.pose), Collides(pair.a, pair.b, pair.pose));
    ASSERT_EQ(Distance(a, b, pair.pose), Distance(pair.a, pair.b, pair.pose));
    const Separation3 without = ComputeSeparation(a, b, pair.pose);
    const Separation3 with = ComputeSeparation(pair.a, pair.b, pair.pose);
    ASSERT_EQ(without.status, with.status);
    ASSERT_NEAR(without.signed_distance_m, with.signed_distance_m,
                2.0 * kEpaDepthError * Cso3(a, b, pair.pose).Magnitude());
  }
}

}  // namespace
}  // namespace collision2d::solid::internal
