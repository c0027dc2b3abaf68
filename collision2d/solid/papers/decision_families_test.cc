// The exact rung, Decision Sphere Search and Hybrid against exact integers, on every family of
// pairs.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/fast_exact_oracle3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_pair3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

// The hull of a list of points; its support mapping is a scan.
class PointList {
 public:
  using Hint = NoHint;

  explicit PointList(const std::vector<Vec3>& points) : points_(points) {
    for (const Vec3& p : points_) {
      center_ = center_ + 1.0 / static_cast<double>(points_.size()) * p;
      magnitude_ = std::max(magnitude_, NormInfinity(p));
    }
  }

  int num_vertices() const { return static_cast<int>(points_.size()); }
  Vec3 vertex(int i) const { return points_[static_cast<size_t>(i)]; }
  Vec3 Center() const { return center_; }
  double Magnitude() const { return magnitude_; }
  Vec3 Support(const Vec3& direction, Hint*) const {
    const Vec3* best = &points_[0];
    for (const Vec3& p : points_) {
      if (Dot(direction, p) > Dot(direction, *best)) best = &p;
    }
    return *best;
  }

 private:
  const std::vector<Vec3>& points_;
  Vec3 center_;
  double magnitude_ = 0.0;
};

Relation ContactOf(ExactRelation relation) {
  return relation == ExactRelation::kDisjoint   ? Relation::kApart
         : relation == ExactRelation::kTouching ? Relation::kTouching
                                                : Relation::kOverlapping;
}

class FamiliesTest : public testing::TestWithParam<int> {};

TEST_P(FamiliesTest, AllAgreeWithExactIntegers) {
  const auto family = static_cast<PairFamily3>(GetParam());
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  FastExactOracle3 oracle;
  QueryContext::Counters counters;
  QueryContext3<PointList, PointList> context;
  context.counters = &counters;
  int64_t hits = 0;
  int64_t pivots = 0;
  const int64_t count = TestCaseCount(12000);
  for (int64_t i = 0; i < count; ++i) {
    const PosedPair3 pair = WithPose(RandomPair3(family, 14, &random), random.Chance(0.5), &random);
    const ExactRelation relation = oracle.Relation(pair.a, Posed(pair.b, pair.a_from_b));
    const bool collide = relation != ExactRelation::kDisjoint;
    const PointList a(pair.a);
    const PointList b(pair.b);
    const int64_t allocations = AllocationCount();
    const Relation contact = ClassifyHulls(a, b, pair.a_from_b, &pivots);
    const DecisionResult results[2] = {DecideBySphereSearch(a, b, pair.a_from_b, context),
                                       DecideByHybridSearch(a, b, pair.a_from_b, context)};
    ASSERT_EQ(AllocationCount(), allocations);
    ASSERT_EQ(contact, ContactOf(relation)) << "pair " << i;
    for (const DecisionResult& result : results) {
      ASSERT_EQ(result.intersects, collide) << "pair " << i << (&result == &results[1] ? ", hybrid" : "");
      ASSERT_TRUE(result.status == DecisionStatus::kCertain || result.status == DecisionStatus::kExact) << "pair " << i;
    }
    hits += collide ? 1 : 0;
  }
  EXPECT_EQ(counters.cap_hits, 0);
  EXPECT_LT(static_cast<double>(pivots), 12.0 * static_cast<double>(count));
  RecordProperty("exact_path_entries", static_cast<int>(counters.exact_path_entries));
  if (family == PairFamily3::kIdentical || family == PairFamily3::kNested) return;  // These collide.
  EXPECT_GT(hits, count * 3 / 10);
  EXPECT_LT(hits, count * 8 / 10);
}

INSTANTIATE_TEST_SUITE_P(AllFamilies, FamiliesTest, testing::Range(0, kPairFamily3Count),
                         [](const testing::TestParamInfo<int>& family) {
                           return std::string(Name(static_cast<PairFamily3>(family.param)));
                         });

}  // namespace
}  // namespace collision2d::solid
