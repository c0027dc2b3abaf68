#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/code_generation.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

struct Expected {
  std::vector<SweptHit> first;
  std::vector<uint8_t> any;
  std::vector<SweptNearest> clearance;
};

void ExpectScalarAnswers(const SweptScene& scene, const StaticMap& map, const Expected& expected) {
  const size_t count = expected.first.size();
  std::vector<SweptHit> first(count, SweptHit{-77});
  std::vector<uint8_t> any(count, 77);
  std::vector<SweptNearest> clearance(count, SweptNearest{-77.0});
  const absl::Span<const double> times = scene.step_times_s;
  ASSERT_TRUE(FirstHit(scene.body, scene.trajectories(), times, map, scene.options, absl::MakeSpan(first)).ok());
  ASSERT_TRUE(AnyHit(scene.body, scene.trajectories(), times, map, scene.options, absl::MakeSpan(any)).ok());
  ASSERT_TRUE(
      MinimumDistance(scene.body, scene.trajectories(), times, map, scene.tolerance_m, absl::MakeSpan(clearance)).ok());
  for (size_t i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "trajectory " << i);
    ASSERT_EQ(first[i].step, expected.first[i].step);
    ASSERT_EQ(first[i].obstacle, expected.first[i].obstacle);
    ASSERT_EQ(first[i].body_shape, expected.first[i].body_shape);
    ASSERT_EQ(first[i].free_until_s, expected.first[i].free_until_s);
    ASSERT_EQ(first[i].contact_by_s, expected.first[i].contact_by_s);
    ASSERT_EQ(any[i], expected.any[i]);
    ASSERT_EQ(clearance[i].lower_m, expected.clearance[i].lower_m);
    ASSERT_EQ(clearance[i].upper_m, expected.clearance[i].upper_m);
    ASSERT_EQ(clearance[i].time_s, expected.clearance[i].time_s);
    ASSERT_EQ(clearance[i].step, expected.clearance[i].step);
    ASSERT_EQ(clearance[i].obstacle, expected.clearance[i].obstacle);
    ASSERT_EQ(clearance[i].body_shape, expected.clearance[i].body_shape);
  }
}

// The number of trajectories with a contact.
int CheckOnEveryTarget(const SweptScene& scene) {
  const StaticMap map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
  const Expected expected = {ScalarFirstContacts(scene), ScalarAnyContacts(scene), ScalarLeastDistances(scene)};
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    ExpectScalarAnswers(scene, map, expected);
  }
  return static_cast<int>(
      std::count_if(expected.first.begin(), expected.first.end(), [](const SweptHit& hit) { return hit.step >= 0; }));
}

class EveryKind : public testing::TestWithParam<int> {};

TEST_P(EveryKind, AnswersAsTheScalarQueries) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  int contacts = 0;
  for (int64_t i = 0; i < TestCaseCount(60); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const int trajectories = random.Integer(1, 40);
    const int steps = random.Integer(2, 4);
    const int obstacles = random.Chance(0.7) ? random.Integer(1, 4) : random.Integer(5, 60);
    contacts += CheckOnEveryTarget(
        RandomStillScene(static_cast<SceneKind>(GetParam()), trajectories, steps, obstacles, &random));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(contacts, 50);
}

INSTANTIATE_TEST_SUITE_P(SweptStaticMap, EveryKind, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

// Several levels of the tree.
TEST(SweptStaticMap, ManyShapes) {
  Random random(TestSeed());
  SweptScene scene = RandomStillScene(SceneKind::kPolygons, 60, 3, 5000, &random);
  // They are spread, so that some trajectories are free.
  for (Pose2& pose : scene.world_from_obstacle) pose.translation = 80.0 * pose.translation;
  for (std::vector<PolygonBatch>* batches : {&scene.at_start, &scene.at_end}) {
    for (PolygonBatch& batch : *batches) ASSERT_TRUE(batch.SetPoses(scene.world_from_obstacle).ok());
  }
  const int contacts = CheckOnEveryTarget(scene);
  EXPECT_GT(contacts, 2);
  EXPECT_LT(contacts, 58);
}

TEST(SweptStaticMap, NoShapes) {
  Random random(TestSeed());
  EXPECT_EQ(CheckOnEveryTarget(RandomStillScene(SceneKind::kRectangles, 20, 3, 0, &random)), 0);
}

}  // namespace
}  // namespace collision2d
