// The batch's booleans and nearest pairs on random scenes, near-touching ones included, against the
// pair queries: no difference. A million pairs; as batch_differential_long_test (tools/test.sh
// --long) a hundred million. Every scene is on another instruction set of this machine. Prints what
// it saw of each kind of scene.

#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr int64_t kDefaultPairs = 1000000;

// What the pair queries say of one pose.
struct Expected {
  std::vector<uint64_t> mask;
  int64_t hits = 0;
  Hit first;
  Nearest<double> nearest;
};

Expected AskPairQueries(const BatchScene& scene, const Pose2& world_from_body) {
  Expected expected;
  expected.mask.resize((scene.obstacles.size() + 63) / 64);
  for (size_t k = 0; k < scene.obstacles.size(); ++k) {
    const Pose2 body_from_obstacle = RelativePose(world_from_body, scene.world_from_obstacle[k]);
    bool collides = false;
    for (size_t e = 0; e < scene.body.size(); ++e) {
      const double distance_m = Distance(scene.body[e], scene.obstacles[k], body_from_obstacle);
      if (distance_m < expected.nearest.distance_m) {
        expected.nearest = {distance_m, 0, static_cast<int>(k), static_cast<int>(e)};
      }
      if (collides || !Collides(scene.body[e], scene.obstacles[k], body_from_obstacle)) continue;
      collides = true;
      if (expected.first.obstacle < 0) expected.first = {0, static_cast<int>(k), static_cast<int>(e)};
    }
    if (!collides) continue;
    expected.mask[k / 64] |= uint64_t{1} << (k % 64);
    ++expected.hits;
  }
  return expected;
}

// What the batch and the map say of all poses.
struct Answers {
  std::vector<uint64_t> mask;
  std::vector<Nearest<double>> nearest;
  std::vector<Hit> map_first;
  std::vector<Nearest<double>> map_nearest;
};

void Ask(const BatchScene& scene, Answers* answers) {
  const size_t poses = scene.world_from_body.size();
  const PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
  const StaticMap map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
  answers->mask.resize(poses * Obstacles(batch).mask_words());
  answers->nearest.resize(poses);
  answers->map_first.resize(poses);
  answers->map_nearest.resize(poses);
  ASSERT_TRUE(CollisionMask(scene.body, scene.world_from_body, batch, absl::MakeSpan(answers->mask)).ok());
  ASSERT_TRUE(MinimumDistance(scene.body, scene.world_from_body, batch, {}, absl::MakeSpan(answers->nearest)).ok());
  ASSERT_TRUE(FirstHit(scene.body, scene.world_from_body, map, absl::MakeSpan(answers->map_first)).ok());
  ASSERT_TRUE(MinimumDistance(scene.body, scene.world_from_body, map, {}, absl::MakeSpan(answers->map_nearest)).ok());
}

class BatchDifferentialTest : public testing::TestWithParam<int> {
 protected:
  SceneKind kind() const { return static_cast<SceneKind>(GetParam()); }

  // The kinds share the pairs, rounded up.
  static int64_t KindPairs() { return (TestCaseCount(kDefaultPairs) + kSceneKindCount - 1) / kSceneKindCount; }

  // Adds to pairs_ and hits_.
  void ExpectAnswersOfPairQueries(const BatchScene& scene, const Answers& answers) {
    const size_t words = (scene.obstacles.size() + 63) / 64;
    for (size_t p = 0; p < scene.world_from_body.size(); ++p) {
      const Expected expected = AskPairQueries(scene, scene.world_from_body[p]);
      SCOPED_TRACE(testing::Message() << "pose " << p << " " << HexFormat(scene.world_from_body[p]));
      for (size_t w = 0; w < words; ++w) ASSERT_EQ(answers.mask[p * words + w], expected.mask[w]) << w;
      ASSERT_EQ(answers.nearest[p].distance_m, expected.nearest.distance_m);
      ASSERT_EQ(answers.nearest[p].obstacle, expected.nearest.obstacle);
      ASSERT_EQ(answers.nearest[p].body_shape, expected.nearest.body_shape);
      ASSERT_EQ(answers.map_first[p].obstacle, expected.first.obstacle);
      ASSERT_EQ(answers.map_first[p].body_shape, expected.first.body_shape);
      ASSERT_EQ(answers.map_nearest[p].distance_m, expected.nearest.distance_m);
      ASSERT_EQ(answers.map_nearest[p].obstacle, expected.nearest.obstacle);
      ASSERT_EQ(answers.map_nearest[p].body_shape, expected.nearest.body_shape);
      hits_ += expected.hits;
      pairs_ += static_cast<int64_t>(scene.obstacles.size());
    }
  }

  int64_t pairs_ = 0;
  int64_t hits_ = 0;
};

TEST_P(BatchDifferentialTest, AnswersAsThePairQueries) {
  Random random(TestSeed() * kSceneKindCount + static_cast<uint64_t>(GetParam()));
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  for (int64_t i = 0; pairs_ < KindPairs(); ++i) {
    const int poses = random.Integer(1, 40);
    const BatchScene scene = RandomScene(kind(), poses, random.Integer(1, 150), &random);
    const int64_t target = targets[static_cast<size_t>(i) % targets.size()];
    SCOPED_TRACE(testing::Message() << "scene " << i << " on " << hwy::TargetName(target));
    Answers answers;
    {
      const ScopedTarget scoped_target(target);
      ASSERT_NO_FATAL_FAILURE(Ask(scene, &answers));
    }
    ASSERT_NO_FATAL_FAILURE(ExpectAnswersOfPairQueries(scene, answers));
  }
  std::printf("batch-differential %-18s %10" PRId64 " pairs  %10" PRId64 " colliding  0 wrong\n", Name(kind()), pairs_,
              hits_);
  const double hit_rate = static_cast<double>(hits_) / static_cast<double>(pairs_);
  // An obstacle that is spread touches the body at one of up to 40 poses.
  EXPECT_GT(hit_rate, kind() == SceneKind::kTouchingSpread ? 0.01 : 0.1);
  EXPECT_LT(hit_rate, 0.8);
}

INSTANTIATE_TEST_SUITE_P(Kinds, BatchDifferentialTest, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

}  // namespace
}  // namespace collision2d
