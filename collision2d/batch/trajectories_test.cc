#include "collision2d/batch/trajectories.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/calls.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr Hit kUntouched = {-77, -78, -79};

void ExpectSame(const Hit& actual, const Hit& expected) {
  ASSERT_EQ(actual.step, expected.step);
  ASSERT_EQ(actual.obstacle, expected.obstacle);
  ASSERT_EQ(actual.body_shape, expected.body_shape);
}

void ExpectSame(const Nearest<double>& actual, const Nearest<double>& expected) {
  ASSERT_EQ(actual.distance_m, expected.distance_m);
  ASSERT_EQ(actual.step, expected.step);
  ASSERT_EQ(actual.obstacle, expected.obstacle);
  ASSERT_EQ(actual.body_shape, expected.body_shape);
}

struct Expected {
  std::vector<Hit> first;
  std::vector<Nearest<double>> clearance;
  std::vector<int> order;  // Of some trajectories.
  int free_position = -1;

  int collisions() const {
    return static_cast<int>(std::count_if(first.begin(), first.end(), [](const Hit& hit) { return hit.step >= 0; }));
  }
};

Expected AskScalar(const TrajectoryScene& scene, Random* random) {
  Expected expected = {ScalarFirstCollisions(scene), ScalarClearances(scene), {}, -1};
  const int count = scene.trajectories().size();
  for (int j = 0; count > 0 && j < random->Integer(0, 2 * count); ++j) expected.order.push_back(random->Index(count));
  // The colliding ones first, in part: free ones would mostly be at once.
  const auto collides = [&](int i) { return expected.first[i].step >= 0; };
  const auto end = expected.order.begin() + random->Index(static_cast<int>(expected.order.size()) + 1);
  std::stable_partition(expected.order.begin(), end, collides);
  const auto free = std::find_if_not(expected.order.begin(), expected.order.end(), collides);
  if (free != expected.order.end()) expected.free_position = static_cast<int>(free - expected.order.begin());
  return expected;
}

void ExpectScalarAnswers(const TrajectoryScene& scene, const Expected& expected) {
  const size_t count = expected.first.size();
  std::vector<Hit> first(count, kUntouched);
  std::vector<uint8_t> any(count, 77);
  std::vector<Nearest<double>> clearance(count);
  const Trajectories trajectories = scene.trajectories();
  ASSERT_TRUE(FirstHit(scene.body, trajectories, scene.per_step, absl::MakeSpan(first)).ok());
  ASSERT_TRUE(AnyHit(scene.body, trajectories, scene.per_step, absl::MakeSpan(any)).ok());
  ASSERT_TRUE(MinimumDistance(scene.body, trajectories, scene.per_step, {}, absl::MakeSpan(clearance)).ok());
  for (size_t i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "trajectory " << i);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(first[i], expected.first[i]));
    ASSERT_EQ(any[i], expected.first[i].step >= 0 ? 1 : 0);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(clearance[i], expected.clearance[i]));
  }
  int free_position = 77;
  first.assign(expected.order.size(), kUntouched);
  ASSERT_TRUE(
      FirstFree(scene.body, trajectories, scene.per_step, expected.order, &free_position, absl::MakeSpan(first)).ok());
  ASSERT_EQ(free_position, expected.free_position);
  for (int j = 0; j < static_cast<int>(first.size()); ++j) {
    SCOPED_TRACE(testing::Message() << "position " << j);
    const bool is_before = free_position < 0 || j < free_position;
    ASSERT_NO_FATAL_FAILURE(ExpectSame(first[j], is_before ? expected.first[expected.order[j]] : kUntouched));
  }
}

void ExpectScalarAnswersOnEveryTarget(const TrajectoryScene& scene, const Expected& expected) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswers(scene, expected));
  }
}

class EveryKind : public testing::TestWithParam<int> {};

TEST_P(EveryKind, AnswersAsTheScalarQueries) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  int collisions = 0;
  int count = 0;
  for (int64_t i = 0; i < TestCaseCount(400); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const int trajectories = random.Integer(1, 80);
    const int steps = random.Integer(1, 5);
    const int obstacles = random.Chance(0.7) ? random.Integer(1, 4) : random.Integer(5, 40);
    const TrajectoryScene scene =
        RandomTrajectoryScene(static_cast<SceneKind>(GetParam()), trajectories, steps, obstacles, &random);
    const Expected expected = AskScalar(scene, &random);
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected));
    collisions += expected.collisions();
    count += trajectories;
  }
  EXPECT_GT(collisions, count / 50);
  EXPECT_LT(collisions, count * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(Trajectories, EveryKind, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

// Numbers of trajectories around those that share a vector or walk together, of obstacles around
// blocks.
TEST(Trajectories, EveryCount) {
  Random random(TestSeed());
  int collisions = 0;
  for (const int trajectories : {0, 1, 5, 6, 15, 16, 17, 63, 64, 65, 130}) {
    for (const int obstacles : {0, 1, 2, 15, 16, 17, 34}) {
      SCOPED_TRACE(testing::Message() << trajectories << " trajectories, " << obstacles << " obstacles");
      const TrajectoryScene scene = RandomTrajectoryScene(SceneKind::kRectangles, trajectories, 3, obstacles, &random);
      const Expected expected = AskScalar(scene, &random);
      ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected));
      collisions += expected.collisions();
    }
  }
  EXPECT_GT(collisions, 500);
}

TEST(Trajectories, MoreBlocksThanOneListHolds) {
  Random random(TestSeed());
  int collisions = 0;
  for (const int trajectories : {1, 40}) {
    TrajectoryScene scene = RandomTrajectoryScene(SceneKind::kRectangles, trajectories, 2, 1100, &random);
    // All but the last obstacles are far away.
    for (PolygonBatch& batch : scene.per_step) {
      std::vector<Pose2> poses;
      for (int k = 0; k < batch.size(); ++k) {
        poses.push_back(batch.world_from_shape(k));
        if (k < 1090) poses.back().translation.x += 1e3;
      }
      ASSERT_TRUE(batch.SetPoses(poses).ok());
    }
    const Expected expected = AskScalar(scene, &random);
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected));
    collisions += expected.collisions();
  }
  EXPECT_GT(collisions, 0);
}

TEST(Trajectories, NoShapesNoStepsNoObstacles) {
  Random random(TestSeed());
  TrajectoryScene scene = RandomTrajectoryScene(SceneKind::kRectangles, 20, 3, 5, &random);
  scene.body.clear();
  ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, AskScalar(scene, &random)));

  scene = RandomTrajectoryScene(SceneKind::kRectangles, 20, 3, 5, &random);
  scene.per_step[1] = PolygonBatch();
  ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, AskScalar(scene, &random)));

  scene.world_from_body.clear();
  scene.per_step.clear();
  scene.lengths.clear();
  scene.steps = 0;
  ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, AskScalar(scene, &random)));
}

// Shapes, obstacles and steps that occur twice: the earliest counts.
TEST(Trajectories, TiesGoToTheEarliest) {
  Random random(TestSeed());
  const int kObstacles = 40;
  for (int64_t i = 0; i < TestCaseCount(100); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    BatchScene one = RandomScene(i % 2 == 0 ? SceneKind::kRectangles : SceneKind::kPolygons, 30, kObstacles, &random);
    for (Pose2& pose : one.world_from_body) pose.translation.x += 12.0;
    TrajectoryScene scene;
    scene.body = {one.body[0], one.body[0], one.body[0]};
    scene.steps = 3;
    for (const Pose2& pose : one.world_from_body) scene.world_from_body.insert(scene.world_from_body.end(), 3, pose);
    // The second half, in reverse: each obstacle again.
    for (int k = 0; k < kObstacles / 2; ++k) {
      one.obstacles[kObstacles - 1 - k] = one.obstacles[k];
      one.world_from_obstacle[kObstacles - 1 - k] = one.world_from_obstacle[k];
    }
    scene.obstacles = one.obstacles;
    for (int s = 0; s < scene.steps; ++s) {
      scene.per_step.push_back(PolygonBatch::Create(scene.obstacles, one.world_from_obstacle).value());
    }
    const Expected expected = AskScalar(scene, &random);
    for (const Nearest<double>& nearest : expected.clearance) {
      ASSERT_EQ(nearest.step, 0);
      ASSERT_EQ(nearest.body_shape, 0);
      ASSERT_LT(nearest.obstacle, kObstacles / 2);
    }
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected));
  }
}

// What is looked at ends soon after the free one, wherever it is.
TEST(Trajectories, FirstFreeIsLazy) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  const int kCount = 200;
  const std::vector<PolygonBatch> per_step = [&] {
    std::vector<PolygonBatch> batches;
    batches.push_back(PolygonBatch::Create(body, {Pose2{{10.0, 0.0}}}).value());
    return batches;
  }();
  std::vector<int> order(kCount);
  std::iota(order.begin(), order.end(), 0);
  for (int free = 0; free < kCount; ++free) {
    std::vector<Pose2> poses(kCount, Pose2{{9.0, 1.0}});
    for (int i = free; i < kCount; i += 3) poses[i] = {};
    std::vector<Hit> first(kCount, kUntouched);
    const Obstacles obstacles = per_step;
    const internal::BatchCall call = {body, poses, obstacles.layers()};
    int looked_at = 0;
    int position = -2;
    const auto find = [&](absl::Span<const int> group, Hit* hits) {
      looked_at += static_cast<int>(group.size());
      internal::FindFirstHits(call, group, hits);
    };
    ASSERT_TRUE(internal::FindFirstFree(order, absl::MakeSpan(first), find, std::nullopt, &position).ok());
    EXPECT_EQ(position, free);
    EXPECT_GT(looked_at, free);
    EXPECT_LT(looked_at, free + 1 + internal::kMaxLookAhead);
    for (int j = 0; j < kCount; ++j) {
      ASSERT_NO_FATAL_FAILURE(ExpectSame(first[j], j < free ? Hit{0, 0, 0} : kUntouched));
    }
  }
}

// Refused input, with outputs that no legal call leaves as they are.
class BadInput : public testing::Test {
 protected:
  BadInput() {
    for (int s = 0; s < 3; ++s) {
      per_step_.push_back(PolygonBatch::Create(body_, {Pose2{{2.0 * s, 0.0}}}).value());
    }
  }

  void ExpectRefused(const std::string& message, const std::string& of_order = "") {
    std::vector<uint8_t> any(first_.size(), 77);
    std::vector<Nearest<double>> clearance(first_.size(), Nearest<double>{-77.0, -77, -77, -77});
    int free_position = 77;
    const auto expect = [](const absl::Status& status, const std::string& expected) {
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_EQ(status.message(), expected);
    };
    if (of_order.empty()) {
      expect(FirstHit(body_, trajectories_, per_step_, absl::MakeSpan(first_)), message);
      expect(AnyHit(body_, trajectories_, per_step_, absl::MakeSpan(any)), message);
      expect(MinimumDistance(body_, trajectories_, per_step_, {}, absl::MakeSpan(clearance)), message);
    }
    expect(FirstFree(body_, trajectories_, per_step_, order_, &free_position, absl::MakeSpan(first_)),
           of_order.empty() ? message : of_order);
    EXPECT_EQ(free_position, 77);
    for (const Hit& hit : first_) ExpectSame(hit, kUntouched);
    for (const uint8_t one : any) EXPECT_EQ(one, 77);
    for (const Nearest<double>& nearest : clearance) ExpectSame(nearest, {-77.0, -77, -77, -77});
  }

  const std::vector<ConvexPolygon> body_ = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  std::vector<PolygonBatch> per_step_;
  std::vector<Pose2> poses_ = std::vector<Pose2>(6);
  std::vector<int> lengths_ = {3, 3};
  std::vector<int> order_ = {0, 1};
  std::vector<Hit> first_ = std::vector<Hit>(2, kUntouched);
  Trajectories trajectories_ = {poses_, 3, lengths_};
};

TEST_F(BadInput, IsLegalBeforeItIsChanged) {
  ASSERT_TRUE(FirstHit(body_, trajectories_, per_step_, absl::MakeSpan(first_)).ok());
  ExpectSame(first_[1], {0, 0, 0});
}

TEST_F(BadInput, Steps) {
  trajectories_.steps = 4;
  ExpectRefused("world_from_body: 6 poses are not a multiple of 4 steps");
  trajectories_.steps = 0;
  ExpectRefused("world_from_body: 6 poses are not a multiple of 0 steps");
  trajectories_.steps = -3;
  ExpectRefused("steps: -3 is negative");
}

TEST_F(BadInput, Lengths) {
  lengths_ = {3, 4};
  trajectories_.lengths = lengths_;
  ExpectRefused("lengths[1]: 4 is not within [0, 3]");
  lengths_ = {-1, 3};
  ExpectRefused("lengths[0]: -1 is not within [0, 3]");
  trajectories_.lengths = absl::MakeConstSpan(lengths_).subspan(1);
  ExpectRefused("lengths: 1 elements; 2 are needed");
}

TEST_F(BadInput, Batches) {
  per_step_.pop_back();
  ExpectRefused("per_step: 2 elements; 3 are needed");
}

TEST_F(BadInput, Poses) {
  for (const bool has_lengths : {true, false}) {
    if (!has_lengths) trajectories_.lengths = {};
    poses_[5] = {{1e9, 0.0}};
    ExpectRefused("world_from_body[1][2].translation: (1000000000, 0) m is beyond the limit of 1e+08 m");
    poses_[4] = Pose2({0.0, 0.0}, UnitRotation(1.0, 0.5));
    ExpectRefused("world_from_body[1][1]: (cos, sin) = (1, 0.5) is not a unit rotation");
    poses_[2].cos = std::nan("");
    ExpectRefused("world_from_body[0][2]: (x, y, cos, sin) = (0, 0, nan, 0) is not finite");
    poses_ = std::vector<Pose2>(6);
    trajectories_.world_from_body = poses_;
  }
}

TEST_F(BadInput, Outputs) {
  first_.push_back(kUntouched);
  order_.push_back(0);
  std::vector<uint8_t> any(3, 77);
  std::vector<Nearest<double>> clearance(3);
  EXPECT_EQ(FirstHit(body_, trajectories_, per_step_, absl::MakeSpan(first_)).message(),
            "first: 3 elements; 2 are needed");
  EXPECT_EQ(AnyHit(body_, trajectories_, per_step_, absl::MakeSpan(any)).message(), "any: 3 elements; 2 are needed");
  EXPECT_EQ(MinimumDistance(body_, trajectories_, per_step_, {}, absl::MakeSpan(clearance)).message(),
            "nearest: 3 elements; 2 are needed");
  EXPECT_EQ(FirstFree(body_, trajectories_, per_step_, order_, nullptr, absl::MakeSpan(first_)).message(),
            "free_position: null");
  first_.pop_back();
  ExpectRefused("", "first: 2 elements; 3 are needed");
}

TEST_F(BadInput, Order) {
  order_ = {0, 2};
  ExpectRefused("", "order[1]: there is no trajectory 2 of 2");
  order_ = {-1, 0};
  ExpectRefused("", "order[0]: there is no trajectory -1 of 2");
}

// The span is longer than its memory: it is refused by its length alone.
TEST_F(BadInput, MoreThan2To31Pairs) {
  trajectories_ = {absl::MakeConstSpan(poses_.data(), size_t{3} << 30), 3, {}};
  ExpectRefused("3221225472 poses of world_from_body are more than 2147483647");
  trajectories_ = {absl::MakeConstSpan(poses_.data(), size_t{1} << 31), 1, {}};
  ExpectRefused("2147483648 poses of world_from_body are more than 2147483647");
}

}  // namespace
}  // namespace collision2d
