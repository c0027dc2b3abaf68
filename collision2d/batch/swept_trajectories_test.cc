#include "collision2d/batch/swept_trajectories.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/batch_scenes.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/swept_scenes.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/simd_targets.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

const SweptHit kUntouched = {-77, -78, -79, -80.0, -81.0, true};

void ExpectSame(const SweptHit& actual, const SweptHit& expected) {
  ASSERT_EQ(actual.interval, expected.interval);
  ASSERT_EQ(actual.obstacle, expected.obstacle);
  ASSERT_EQ(actual.body_shape, expected.body_shape);
  ASSERT_EQ(actual.free_until_s, expected.free_until_s);
  ASSERT_EQ(actual.contact_by_s, expected.contact_by_s);
  ASSERT_EQ(actual.is_undecided, expected.is_undecided);
}

struct Expected {
  std::vector<SweptHit> first;
  std::vector<uint8_t> any;
  std::vector<int> order;  // Of some trajectories.
  int free_position = -1;

  int contacts() const {
    return static_cast<int>(
        std::count_if(first.begin(), first.end(), [](const SweptHit& hit) { return hit.interval >= 0; }));
  }
};

Expected AskScalar(const SweptScene& scene, Random* random) {
  Expected expected = {ScalarFirstContacts(scene), ScalarAnyContacts(scene), {}, -1};
  const int count = scene.trajectories().size();
  for (int j = 0; count > 0 && j < random->Integer(0, 2 * count); ++j) expected.order.push_back(random->Index(count));
  // The colliding ones first, in part: free ones would mostly be at once.
  const auto collides = [&](int i) { return expected.first[i].interval >= 0; };
  const auto end = expected.order.begin() + random->Index(static_cast<int>(expected.order.size()) + 1);
  std::stable_partition(expected.order.begin(), end, collides);
  const auto free = std::find_if_not(expected.order.begin(), expected.order.end(), collides);
  if (free != expected.order.end()) expected.free_position = static_cast<int>(free - expected.order.begin());
  return expected;
}

void ExpectScalarAnswers(const SweptScene& scene, const Expected& expected) {
  const size_t count = expected.first.size();
  std::vector<SweptHit> first(count, kUntouched);
  std::vector<uint8_t> any(count, 77);
  const Trajectories trajectories = scene.trajectories();
  const absl::Span<const double> times = scene.step_times_s;
  const MovingObstacles obstacles = scene.moving();
  ASSERT_TRUE(
      FirstSweptCollision(scene.body, trajectories, times, obstacles, scene.options, absl::MakeSpan(first)).ok());
  ASSERT_TRUE(AnySweptCollision(scene.body, trajectories, times, obstacles, scene.options, absl::MakeSpan(any)).ok());
  for (size_t i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "trajectory " << i);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(first[i], expected.first[i]));
    ASSERT_EQ(any[i], expected.any[i]);
  }
  int free_position = 77;
  first.assign(expected.order.size(), kUntouched);
  ASSERT_TRUE(FirstSweptFree(scene.body, trajectories, times, obstacles, scene.options, expected.order, &free_position,
                             absl::MakeSpan(first))
                  .ok());
  ASSERT_EQ(free_position, expected.free_position);
  for (int j = 0; j < static_cast<int>(first.size()); ++j) {
    SCOPED_TRACE(testing::Message() << "position " << j);
    const bool is_before = free_position < 0 || j < free_position;
    ASSERT_NO_FATAL_FAILURE(ExpectSame(first[j], is_before ? expected.first[expected.order[j]] : kUntouched));
  }
}

void ExpectScalarAnswersOnEveryTarget(const SweptScene& scene, const Expected& expected) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswers(scene, expected));
  }
}

class EveryKind : public testing::TestWithParam<int> {};

TEST_P(EveryKind, AnswersAsTheScalarQueries) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  int contacts = 0;
  int count = 0;
  for (int64_t i = 0; i < TestCaseCount(120); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const int trajectories = random.Integer(1, 40);
    const int steps = random.Integer(1, 4);
    const int obstacles = random.Chance(0.7) ? random.Integer(1, 4) : random.Integer(5, 40);
    const SweptScene scene =
        RandomSweptScene(static_cast<SceneKind>(GetParam()), trajectories, steps, obstacles, &random);
    const Expected expected = AskScalar(scene, &random);
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected));
    contacts += expected.contacts();
    count += trajectories;
  }
  EXPECT_GT(contacts, count / 50);
  EXPECT_LT(contacts, count * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(SweptTrajectories, EveryKind, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

}  // namespace
}  // namespace collision2d
