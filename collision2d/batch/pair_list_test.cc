#include "collision2d/batch/pair_list.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/simd_targets.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

// Every kind of scene: pairs of a's shapes, which are a body's copies at its poses, with obstacles;
// and pairs within one batch.
TEST(PairList, AnswersAsTheScalarQueryOnEveryTarget) {
  Random random(TestSeed());
  int64_t hits = 0;
  int64_t asked = 0;
  for (int64_t i = 0; i < TestCaseCount(200); ++i) {
    const auto kind = static_cast<SceneKind>(i % kSceneKindCount);
    const BatchScene scene = RandomScene(kind, random.Integer(1, 30), random.Integer(1, 60), &random);
    const std::vector<ConvexPolygon> copies(scene.world_from_body.size(), scene.body[0]);
    const PolygonBatch a = PolygonBatch::Create(copies, scene.world_from_body).value();
    const PolygonBatch b = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
    const bool within_b = random.Chance(0.3);
    const PolygonBatch& first = within_b ? b : a;
    std::vector<IndexPair> pairs;
    for (int count = random.Integer(0, 200); count > 0; --count) {
      const int index = random.Index(first.size());
      pairs.push_back({index, random.Index(b.size())});
    }
    std::vector<uint64_t> expected((pairs.size() + 63) / 64);
    for (size_t k = 0; k < pairs.size(); ++k) {
      const Pose2 a_from_b = RelativePose(first.world_from_shape(pairs[k].a), b.world_from_shape(pairs[k].b));
      if (!Collides(first.shape(pairs[k].a), b.shape(pairs[k].b), a_from_b)) continue;
      expected[k / 64] |= uint64_t{1} << (k % 64);
      ++hits;
    }
    asked += static_cast<int64_t>(pairs.size());
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
      const ScopedTarget scoped_target(target);
      std::vector<uint64_t> mask(expected.size(), ~uint64_t{0});
      ASSERT_TRUE(CollidingPairs(first, b, pairs, absl::MakeSpan(mask)).ok());
      ASSERT_EQ(mask, expected) << hwy::TargetName(target) << " " << Name(kind);
    }
  }
  const double hit_rate = static_cast<double>(hits) / static_cast<double>(asked);
  EXPECT_GT(hit_rate, 0.2);
  EXPECT_LT(hit_rate, 0.8);
}

TEST(PairList, BatchesFarFromEachOtherInPartsNear) {
  // The origins are 2 * 10^6 m apart, one shape of each batch is beside the other's.
  const std::vector<ConvexPolygon> cars(3, ConvexPolygon::Rectangle(4.5, 2.0).value());
  const PolygonBatch a = PolygonBatch::Create(cars, {{{1e6, 0.0}}, {{1e6, 5.0}}, {{0.0, 0.0}}}).value();
  const PolygonBatch b = PolygonBatch::Create(cars, {{{-1e6, 0.0}}, {{-1e6, 5.0}}, {{4.5, 0.0}}}).value();
  uint64_t mask = 0;
  ASSERT_TRUE(CollidingPairs(a, b, {{2, 2}, {0, 0}, {2, 0}}, absl::MakeSpan(&mask, 1)).ok());
  EXPECT_EQ(mask, 1u);
}

TEST(PairList, RefusesBadInput) {
  const std::vector<ConvexPolygon> cars(3, ConvexPolygon::Rectangle(4.5, 2.0).value());
  const PolygonBatch batch = PolygonBatch::Create(cars, std::vector<Pose2>(3)).value();
  std::vector<uint64_t> mask(1, 99);
  const auto message = [&](const std::vector<IndexPair>& pairs) {
    return std::string(CollidingPairs(batch, batch, pairs, absl::MakeSpan(mask)).message());
  };
  EXPECT_EQ(message({{0, 0}, {3, 0}}), "pairs[1].a: 3 is not in [0, 3)");
  EXPECT_EQ(message({{0, -1}}), "pairs[0].b: -1 is not in [0, 3)");
  EXPECT_EQ(message({}), "mask: 1 elements; 0 are needed");
  EXPECT_EQ(message(std::vector<IndexPair>(65)), "mask: 1 elements; 2 are needed");
  const IndexPair pair;
  EXPECT_EQ(CollidingPairs(batch, batch, absl::MakeConstSpan(&pair, size_t{1} << 31), absl::MakeSpan(mask)).message(),
            "2147483648 pairs are more than 2147483647");
  EXPECT_EQ(mask[0], 99u);
}

}  // namespace
}  // namespace collision2d
