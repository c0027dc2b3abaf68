// The exact rung, Decision Sphere Search and Hybrid against exact integers, on every family of
// pairs.

#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/papers/isa_gjk.h"
#include "collision2d/solid/papers/sphere_search.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/fast_exact_oracle3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/point_pair3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/test.h"

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
  EXPECT_EQ(counters.limit_hits, 0);
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

using Warm = WarmStart3<PointCloudShape, PointCloudShape>;
using Context = QueryContext3<PointCloudShape, PointCloudShape>;

// A body that passes another, turning slowly: the answer is that of a cold query, and mostly one
// support pair is enough.
TEST(IsaGjkTest, OneSupportPairWhileCoherent) {
  Random random(TestSeed());
  int64_t queries = 0;
  int64_t at_most_one_pair = 0;
  int64_t colliding = 0;
  for (int64_t run = 0; run < TestCaseCount(100); ++run) {
    const PointCloudShape a(PointsOnSphere(32, &random));
    const PointCloudShape b(PointsOnSphere(32, &random));
    const double aside = random.Uniform(-2.5, 2.5);
    const double turn = random.Uniform(-1.0, 1.0);
    Warm warm;
    Warm tracked;
    for (int step = 0; step <= 200; ++step) {
      const double t = -2.0 + 0.02 * step;
      const Pose3 pose = Pose3::FromYawPitchRoll({t, aside, 0.3 * t}, turn * t, 0.5 * turn * t, t);
      QueryContext::Counters counters;
      const bool collides = CollidesCoherently(a, b, pose, &warm, &counters);
      ASSERT_EQ(collides, Collides(a, b, pose));
      ASSERT_NEAR(Distance(a, b, pose, Context{&tracked, nullptr}), Distance(a, b, pose), 64.0 * 0x1p-53);
      ++queries;
      at_most_one_pair += counters.support_calls <= 1 ? 1 : 0;
      colliding += collides ? 1 : 0;
    }
  }
  EXPECT_GE(at_most_one_pair, 95 * queries / 100);
  EXPECT_GT(colliding, 2 * queries / 10);
  EXPECT_LT(colliding, 8 * queries / 10);
}

// Against exact answers on every family of pairs: decision_families_test.cc.

// A ball and a box that is up to 100 times as large: by the distance of the centre from the box.
TEST(HybridSearchTest, LargeBoxAndSmallSphere) {
  Random random(TestSeed());
  QueryContext::Counters counters;
  QueryContext3<BoxShape, SphereShape> context;
  context.counters = &counters;
  int64_t hits = 0;
  int64_t seeds = 0;
  const int64_t count = TestCaseCount(200000);
  for (int64_t i = 0; i < count; ++i) {
    const double x = random.Uniform(1.0, 50.0);
    const double y = random.Uniform(1.0, 50.0);
    const double z = random.Uniform(1.0, 50.0);
    const double radius = random.Uniform(0.0, 1.0);
    const BoxShape box = *BoxShape::Create({x, y, z});
    const SphereShape sphere = *SphereShape::Create(radius);
    const double cx = random.Uniform(-1.2, 1.2) * x;
    const double cy = random.Uniform(-1.2, 1.2) * y;
    const double cz = random.Uniform(-1.2, 1.2) * z;
    const Pose3 pose = {{cx, cy, cz}, RandomRotation(&random)};
    const Vec3 out{std::max(std::abs(cx) - x, 0.0), std::max(std::abs(cy) - y, 0.0), std::max(std::abs(cz) - z, 0.0)};
    const double gap = Norm(out) - radius;
    SphereSearchSeed seed;
    const DecisionResult result = DecideByHybridSearch(box, sphere, pose, context, &seed);
    ASSERT_NE(result.status, DecisionStatus::kIterationLimit) << i;
    if (std::abs(gap) > 1e-9) {
      ASSERT_EQ(result.status, DecisionStatus::kCertain) << i;
      ASSERT_EQ(result.intersects, gap <= 0.0) << i;
    }
    hits += result.intersects ? 1 : 0;
    seeds += seed.size == 4 ? 1 : 0;
  }
  EXPECT_GT(hits, count * 3 / 10);
  EXPECT_LT(hits, count * 7 / 10);
  EXPECT_GT(seeds, hits * 99 / 100);
  EXPECT_EQ(counters.limit_hits, 0);
  EXPECT_LT(counters.support_calls, 5 * count);
}

TEST(HybridSearchTest, CommonCenters) {
  const BoxShape box = *BoxShape::Create({1.0, 2.0, 3.0});
  const SphereShape sphere = *SphereShape::Create(0.5);
  EXPECT_TRUE(DecideByHybridSearch(box, box, Pose3{}).intersects);
  EXPECT_TRUE(DecideByHybridSearch(box, sphere, Pose3{}).intersects);
  EXPECT_TRUE(DecideByHybridSearch(sphere, sphere, Pose3{}).intersects);
  const SphereShape point = *SphereShape::Create(0.0);
  EXPECT_TRUE(DecideByHybridSearch(point, point, Pose3{}).intersects);
  EXPECT_FALSE(DecideByHybridSearch(point, point, Pose3{{1e-9, 0.0, 0.0}, {}}).intersects);
}

}  // namespace
}  // namespace collision2d::solid
