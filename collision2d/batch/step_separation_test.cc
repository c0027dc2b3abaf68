// Gradients of the least signed distance of a body among obstacles: against the gradients of all
// pairs, and against difference quotients of the batch's own signed distances.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/gradients.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The least of all pairs at one pose.
Nearest<SeparationGradient> LeastOfPairs(absl::Span<const ConvexPolygon> body, const Pose2& world_from_body,
                                         const PolygonBatch& batch, int step) {
  Nearest<SeparationGradient> least;
  for (int k = 0; k < batch.size(); ++k) {
    for (int e = 0; e < static_cast<int>(body.size()); ++e) {
      const Pose2 body_from_obstacle = RelativePose(world_from_body, batch.world_from_shape(k));
      const SeparationGradient gradient = InWorld(
          ComputeSeparationGradient(body[e], batch.shape(k), body_from_obstacle, MovingShape::kA), world_from_body);
      const double distance_m = gradient.separation.signed_distance_m;
      const double least_m = least.gradient.separation.signed_distance_m;
      if (distance_m < least_m) {
        least = {gradient, step, k, e};
      } else if (distance_m == least_m) {
        SeparationGradient& of = least.gradient;
        of.yaw_left_m_per_rad = std::max(of.yaw_left_m_per_rad, gradient.yaw_left_m_per_rad);
        of.yaw_right_m_per_rad = std::min(of.yaw_right_m_per_rad, gradient.yaw_right_m_per_rad);
        of.yaw_low_m_per_rad = std::min(of.yaw_low_m_per_rad, gradient.yaw_low_m_per_rad);
        of.yaw_high_m_per_rad = std::max(of.yaw_high_m_per_rad, gradient.yaw_high_m_per_rad);
        of.is_smooth = false;
      }
    }
  }
  return least;
}

void ExpectSame(const Nearest<SeparationGradient>& actual, const Nearest<SeparationGradient>& expected) {
  ASSERT_EQ(actual.step, expected.step);
  ASSERT_EQ(actual.obstacle, expected.obstacle);
  ASSERT_EQ(actual.body_shape, expected.body_shape);
  const SeparationGradient& a = actual.gradient;
  const SeparationGradient& b = expected.gradient;
  ASSERT_EQ(a.separation.signed_distance_m, b.separation.signed_distance_m);
  ASSERT_EQ(a.separation.witness_a, b.separation.witness_a);
  ASSERT_EQ(a.separation.witness_b, b.separation.witness_b);
  ASSERT_EQ(a.separation.direction, b.separation.direction);
  ASSERT_EQ(a.translation, b.translation);
  ASSERT_EQ(a.yaw_m_per_rad, b.yaw_m_per_rad);
  ASSERT_EQ(a.yaw_left_m_per_rad, b.yaw_left_m_per_rad);
  ASSERT_EQ(a.yaw_right_m_per_rad, b.yaw_right_m_per_rad);
  ASSERT_EQ(a.yaw_low_m_per_rad, b.yaw_low_m_per_rad);
  ASSERT_EQ(a.yaw_high_m_per_rad, b.yaw_high_m_per_rad);
  ASSERT_EQ(a.is_smooth, b.is_smooth);
}

// On every instruction set of this machine.
template <typename Check>
void OnEveryTarget(const Check& check) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped(target);
    ASSERT_NO_FATAL_FAILURE(check()) << hwy::TargetName(target);
  }
}

void CheckScene(const BatchScene& scene) {
  const PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
  const StaticMap map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
  const size_t poses = scene.world_from_body.size();
  std::vector<Nearest<SeparationGradient>> of_batch(poses);
  std::vector<Nearest<SeparationGradient>> of_map(poses);
  ASSERT_TRUE(MinimumSeparation(scene.body, scene.world_from_body, batch, {}, absl::MakeSpan(of_batch)).ok());
  ASSERT_TRUE(MinimumSeparation(scene.body, scene.world_from_body, map, {}, absl::MakeSpan(of_map)).ok());
  for (size_t p = 0; p < poses; ++p) {
    const Nearest<SeparationGradient> expected = LeastOfPairs(scene.body, scene.world_from_body[p], batch, 0);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(of_batch[p], expected)) << p;
    ASSERT_NO_FATAL_FAILURE(ExpectSame(of_map[p], expected)) << p;
  }
}

TEST(StepGradient, EveryKindOfScene) {
  Random random(TestSeed());
  for (int kind = 0; kind < kSceneKindCount; ++kind) {
    for (int i = 0; i < 6; ++i) {
      const BatchScene scene = RandomScene(static_cast<SceneKind>(kind), 20, random.Integer(0, 40), &random);
      OnEveryTarget([&] { ASSERT_NO_FATAL_FAILURE(CheckScene(scene)) << Name(static_cast<SceneKind>(kind)); });
    }
  }
}

double LeastAt(const BatchScene& scene, const PolygonBatch& batch, Vec2 translation, double yaw_rad) {
  const Pose2 pose = Pose2::FromYaw(translation, yaw_rad);
  return LeastOfPairs(scene.body, pose, batch, 0).gradient.separation.signed_distance_m;
}

// x, y and yaw are those of the body's pose in the world, whatever frames pairs are measured in.
TEST(StepGradient, DifferenceQuotients) {
  constexpr double kStep = 1e-6;
  Random random(TestSeed());
  int checked = 0;
  for (int i = 0; i < 40; ++i) {
    const BatchScene scene = RandomScene(i % 2 == 0 ? SceneKind::kRectangles : SceneKind::kManyShapes, 20, 8, &random);
    const PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
    std::vector<Nearest<SeparationGradient>> nearest(scene.world_from_body.size());
    ASSERT_TRUE(MinimumSeparation(scene.body, scene.world_from_body, batch, {}, absl::MakeSpan(nearest)).ok());
    for (size_t p = 0; p < nearest.size(); ++p) {
      const SeparationGradient& gradient = nearest[p].gradient;
      const Vec2 t = scene.world_from_body[p].translation;
      const double yaw = scene.world_from_body[p].yaw_rad();
      const auto slope = [&](Vec2 shift, double turn) {
        return (LeastAt(scene, batch, t + shift, yaw + turn) - LeastAt(scene, batch, t - shift, yaw - turn)) /
               (2.0 * kStep);
      };
      // Not where a kink is nearer than the step.
      const double second = LeastAt(scene, batch, t, yaw + kStep) + LeastAt(scene, batch, t, yaw - kStep) -
                            2.0 * LeastAt(scene, batch, t, yaw);
      if (!gradient.is_smooth || std::abs(second) > 1e-9) continue;
      ++checked;
      ASSERT_NEAR(gradient.translation.x, slope({kStep, 0.0}, 0.0), 1e-4);
      ASSERT_NEAR(gradient.translation.y, slope({0.0, kStep}, 0.0), 1e-4);
      ASSERT_NEAR(gradient.yaw_m_per_rad, slope({}, kStep), 1e-3);
    }
  }
  EXPECT_GT(checked, 300);
}

TEST(StepGradient, AlongTrajectories) {
  Random random(TestSeed());
  for (int i = 0; i < 30; ++i) {
    const TrajectoryScene scene =
        RandomTrajectoryScene(static_cast<SceneKind>(i % kSceneKindCount), 6, 12, 10, &random);
    const Trajectories trajectories = scene.trajectories();
    std::vector<Nearest<Separation>> least(static_cast<size_t>(trajectories.size()));
    std::vector<Nearest<SeparationGradient>> gradients(least.size());
    ASSERT_TRUE(MinimumSeparation(scene.body, trajectories, scene.per_step, {}, absl::MakeSpan(least)).ok());
    OnEveryTarget([&] {
      ASSERT_TRUE(MinimumSeparation(scene.body, trajectories, scene.per_step, {}, absl::MakeSpan(gradients)).ok());
      for (size_t k = 0; k < least.size(); ++k) {
        ASSERT_EQ(gradients[k].step, least[k].step);
        if (least[k].step < 0) continue;
        const Pose2& pose = trajectories.PosesOf(static_cast<int>(k))[least[k].step];
        ASSERT_NO_FATAL_FAILURE(
            ExpectSame(gradients[k], LeastOfPairs(scene.body, pose, scene.per_step[least[k].step], least[k].step)));
        ASSERT_EQ(gradients[k].obstacle, least[k].obstacle);
      }
    });
  }
}

// A square between two walls, exactly in the middle: it may turn to neither side.
TEST(StepGradient, TiedObstacles) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(2.0, 2.0).value()};
  const std::vector<ConvexPolygon> walls = {ConvexPolygon::Rectangle(10.0, 1.0, {0.0, -3.0}).value(),
                                            ConvexPolygon::Rectangle(10.0, 1.0, {0.0, 3.0}).value()};
  const StaticMap map = StaticMap::Create(walls).value();
  const std::vector<Pose2> pose = {Pose2{}};
  std::vector<Nearest<SeparationGradient>> nearest(1);
  ASSERT_TRUE(MinimumSeparation(body, pose, map, {}, absl::MakeSpan(nearest)).ok());
  const SeparationGradient& gradient = nearest[0].gradient;
  EXPECT_EQ(nearest[0].obstacle, 0);
  EXPECT_EQ(gradient.separation.signed_distance_m, 1.5);
  EXPECT_EQ(gradient.translation, (Vec2{0.0, 1.0}));
  EXPECT_FALSE(gradient.is_smooth);
  EXPECT_EQ(gradient.yaw_left_m_per_rad, 1.0);
  EXPECT_EQ(gradient.yaw_right_m_per_rad, -1.0);
  EXPECT_EQ(gradient.yaw_low_m_per_rad, -1.0);
  EXPECT_EQ(gradient.yaw_high_m_per_rad, 1.0);
}

TEST(StepGradient, BeyondTheLimit) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(2.0, 2.0).value()};
  const std::vector<ConvexPolygon> wall = {ConvexPolygon::Rectangle(10.0, 1.0, {0.0, 3.0}).value()};
  const StaticMap map = StaticMap::Create(wall).value();
  const std::vector<Pose2> poses = {Pose2{}, Pose2{}};
  std::vector<Nearest<SeparationGradient>> nearest(2);
  ASSERT_TRUE(MinimumSeparation(body, poses, map, std::vector<double>{1.5, 1.4999}, absl::MakeSpan(nearest)).ok());
  EXPECT_EQ(nearest[0].obstacle, 0);
  EXPECT_EQ(nearest[1].obstacle, -1);
  EXPECT_EQ(nearest[1].gradient.separation.signed_distance_m, kInfinity);
  EXPECT_FALSE(MinimumSeparation(body, poses, map, std::vector<double>{1.0}, absl::MakeSpan(nearest)).ok());
  EXPECT_FALSE(MinimumSeparation(body, poses, map, std::vector<double>{1.0, -1.0}, absl::MakeSpan(nearest)).ok());
}

}  // namespace
}  // namespace collision2d
