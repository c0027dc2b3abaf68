// What free verdicts rest on where obstacles are not predicted.

#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/checking/testing/random_scenes.h"
#include "planner_adapter/checking/testing/small_scenes.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

using ::testing::DoubleNear;
using ::testing::IsEmpty;
using ::testing::Optional;

// A box that drives along the x axis at 10 m/s for 10 s. A box that stands at (60, 0), as it is
// predicted, touches it from 5.8 s to 6.2 s.
Scene SceneWith(Prediction prediction) {
  Scene scene = SceneOf(TwoMetreBox(), 0.5);
  scene.candidates = {{"c", {{0.0, {0.0, 0.0}, 0.0}, {10.0, {100.0, 0.0}, 0.0}}, 0.0}};
  scene.moving_obstacles = {{"car", "", {TwoMetreBox()}, {std::move(prediction)}, {}}};
  return scene;
}

Prediction StandsAt60(double first_s, double last_s) {
  Prediction prediction;
  prediction.poses = {{first_s, {60.0, 0.0}, 0.0}};
  if (last_s > first_s) prediction.poses.push_back({last_s, {60.0, 0.0}, 0.0});
  return prediction;
}

// Expects that the candidate is free only because the car is not predicted between these times.
void ExpectReservation(const Scene& scene, double from_s, std::optional<double> until_s, double contact_s,
                       const CheckerOptions& options = {}) {
  const Verdict verdict = VerdictsOf(scene, options)[0];
  EXPECT_TRUE(verdict.is_free());
  EXPECT_TRUE(verdict.is_free_beyond_prediction());
  ASSERT_EQ(verdict.reservations.size(), 1u);
  const Reservation& reservation = verdict.reservations[0];
  EXPECT_EQ(reservation.kind, Reservation::Kind::kBeyondPrediction);
  EXPECT_EQ(reservation.obstacle, 0);
  EXPECT_EQ(reservation.from_s, from_s);
  EXPECT_EQ(reservation.until_s, until_s);
  ASSERT_TRUE(reservation.encounter.has_value());
  EXPECT_NEAR(reservation.encounter->time_s, contact_s, 1e-5);
  EXPECT_EQ(reservation.encounter->obstacle, 0);
}

TEST(UnpredictedTest, APredictionThatEndsOrBeginsTooEarlyOrTooLateIsNamed) {
  ExpectReservation(SceneWith(StandsAt60(0.0, 1.0)), 1.0, std::nullopt, 5.8);
  ExpectReservation(SceneWith(StandsAt60(0.0, 1.25)), 1.25, std::nullopt, 5.8);
  // The candidate is past it where its prediction begins.
  ExpectReservation(SceneWith(StandsAt60(7.0, 12.0)), 0.0, 7.0, 5.8);
  // On another clock.
  ExpectReservation(SceneWith(StandsAt60(86400.0, 86410.0)), 0.0, 86400.0, 5.8);
  ExpectReservation(SceneWith(StandsAt60(-100.0, -90.0)), 0.0, std::nullopt, 5.8);
  ExpectReservation(SceneWith(StandsAt60(3.0, 3.0)), 3.0, std::nullopt, 5.8);
  ExpectReservation(SceneWith(StandsAt60(9.0, 9.0)), 0.0, 9.0, 5.8);
  CheckerOptions options;
  options.instants_only = true;
  ExpectReservation(SceneWith(StandsAt60(0.0, 1.0)), 1.0, std::nullopt, 6.0, options);
}

TEST(UnpredictedTest, AnAssumedMotionIsPredictedUpToItsFirstPose) {
  Prediction prediction = StandsAt60(0.0, 10.0);
  prediction.is_assumed = true;
  EXPECT_TRUE(VerdictsOf(SceneWith(prediction))[0].collides());
  // It is assumed to drive out of the way.
  prediction.poses[1].position.y = 50.0;
  for (const BeyondPrediction beyond : {BeyondPrediction::kAbsent, BeyondPrediction::kHold}) {
    CheckerOptions options;
    options.beyond_prediction = beyond;
    ExpectReservation(SceneWith(prediction), 0.0, std::nullopt, 5.8, options);
    options.unpredicted_collides = true;
    EXPECT_TRUE(VerdictsOf(SceneWith(prediction), options)[0].collides());
  }
  // It was out of the way.
  prediction.poses[0].position.y = 20.0;
  const Verdict verdict = VerdictsOf(SceneWith(prediction))[0];
  EXPECT_TRUE(verdict.is_free());
  EXPECT_THAT(verdict.reservations, IsEmpty());
  EXPECT_EQ(verdict.unpredicted_from_s, 0.0);
}

TEST(UnpredictedTest, WithHoldTheseAreCollisions) {
  CheckerOptions options;
  options.beyond_prediction = BeyondPrediction::kHold;
  const Verdict verdict = VerdictsOf(SceneWith(StandsAt60(0.0, 1.0)), options)[0];
  EXPECT_TRUE(verdict.collides());
  EXPECT_THAT(verdict.reservations, IsEmpty());
  EXPECT_FALSE(verdict.unpredicted_from_s.has_value());
}

TEST(UnpredictedTest, AGapOfShapesIsHeldWithTheLastKnownOnesWhateverTheOption) {
  Prediction prediction = StandsAt60(0.0, 20.0);
  prediction.timed_shapes = {
      {0.0, {TwoMetreBox({0.0, 2.5})}}, {2.0, {TwoMetreBox()}}, {4.0, {}}, {8.0, {TwoMetreBox({0.0, 2.5})}}};
  for (const BeyondPrediction beyond : {BeyondPrediction::kAbsent, BeyondPrediction::kHold}) {
    CheckerOptions options;
    options.beyond_prediction = beyond;
    ExpectReservation(SceneWith(prediction), 4.0, 8.0, 5.8, options);
  }
  // The last known shapes are out of the way.
  prediction.timed_shapes[1].shapes = {TwoMetreBox({0.0, 2.5})};
  EXPECT_THAT(VerdictsOf(SceneWith(prediction))[0].reservations, IsEmpty());
  // None are known before: the first ones.
  prediction.timed_shapes = {{0.0, {}}, {7.0, {TwoMetreBox()}}};
  ExpectReservation(SceneWith(prediction), 0.0, 7.0, 5.8);
  // Its own shapes are known before the timed ones.
  prediction.timed_shapes = {{3.0, {}}, {7.0, {TwoMetreBox({0.0, 2.5})}}};
  ExpectReservation(SceneWith(prediction), 3.0, 7.0, 5.8);
}

TEST(UnpredictedTest, AnOptionMakesReservationsCollisionsInGapsToo) {
  Prediction gap = StandsAt60(0.0, 20.0);
  gap.timed_shapes = {{0.0, {TwoMetreBox()}}, {4.0, {}}, {8.0, {TwoMetreBox({0.0, 2.5})}}};
  for (const Prediction& prediction : {StandsAt60(0.0, 1.0), gap}) {
    for (const BeyondPrediction beyond : {BeyondPrediction::kAbsent, BeyondPrediction::kHold}) {
      Scene scene = SceneWith(prediction);
      scene.margins.body.round_m = 1.0;
      CheckerOptions options;
      options.beyond_prediction = beyond;
      const Verdict reserved = VerdictsOf(scene, options)[0];
      options.unpredicted_collides = true;
      const Verdict verdict = VerdictsOf(scene, options)[0];
      EXPECT_EQ(verdict.outcome, Outcome::kRejected);
      ASSERT_TRUE(verdict.collides());
      EXPECT_TRUE(verdict.contact_bracket.has_value());
      EXPECT_THAT(verdict.reservations, IsEmpty());
      EXPECT_LE(verdict.first_within_margin->time_s, verdict.first_collision->time_s);
      if (reserved.collides()) continue;  // kHold does, beyond the last pose.
      EXPECT_EQ(verdict.first_collision->time_s, reserved.reservations[0].encounter->time_s);
      EXPECT_EQ(verdict.first_collision->witness_ego, reserved.reservations[0].encounter->witness_ego);
    }
  }
}

// So many shapes move that metrics look at the instants in several portions: the goal is reached
// and the collision is in the second one.
TEST(UnpredictedTest, MetricsGoOnUpToSuchACollision) {
  Scene scene = SceneWith(StandsAt60(0.0, 1.0));
  scene.goals.resize(1);
  scene.goals[0].area = {TwoMetreBox({50.0, 0.0})};
  for (int i = 0; i < 7000; ++i) {
    Prediction far = StandsAt60(0.0, 10.0);
    for (TimedPose& pose : far.poses) pose.position = {10.0 * i, 1e4};
    scene.moving_obstacles.push_back({absl::StrCat("far ", i), "", {TwoMetreBox()}, {std::move(far)}, {}});
  }
  CheckerOptions options;
  options.unpredicted_collides = true;
  options.metrics.goal = true;
  const Verdict verdict = VerdictsOf(scene, options)[0];
  ASSERT_TRUE(verdict.collides());
  EXPECT_NEAR(verdict.first_collision->time_s, 5.8, 1e-5);
  ASSERT_TRUE(verdict.metrics.goal.has_value());
  ASSERT_TRUE(verdict.metrics.goal->reached.has_value());
  EXPECT_EQ(verdict.metrics.goal->reached->time_s, 5.0);
}

TEST(UnpredictedTest, OccupanciesAreHeldLikewise) {
  Prediction prediction;
  prediction.occupancies = {{0.0, {TwoMetreBox({60.0, 0.0})}}, {1.0, {TwoMetreBox({60.0, 0.5})}}};
  ExpectReservation(SceneWith(prediction), 1.0, std::nullopt, 5.8);
  prediction.occupancies = {{0.0, {TwoMetreBox({60.0, 0.0})}}, {1.0, {}}, {9.0, {TwoMetreBox({60.0, 0.0})}}};
  ExpectReservation(SceneWith(prediction), 1.0, 9.0, 5.8);
  prediction.occupancies = {{0.0, {TwoMetreBox({60.0, 0.0})}}, {1.0, {}}};
  ExpectReservation(SceneWith(prediction), 1.0, std::nullopt, 5.8);
}

TEST(UnpredictedTest, OnlyFreeCandidatesHaveReservations) {
  Scene scene = SceneWith(StandsAt60(0.0, 1.0));
  scene.static_obstacles = {{"wall", "", {TwoMetreBox({90.0, 0.0})}, {}}};
  const Verdict colliding = VerdictsOf(scene)[0];
  EXPECT_TRUE(colliding.collides());
  EXPECT_THAT(colliding.reservations, IsEmpty());
  EXPECT_THAT(colliding.unpredicted_from_s, Optional(1.0));
  // Times after the collision do not count.
  scene.moving_obstacles[0].predictions[0].poses.back().time_s = 9.0;
  scene.moving_obstacles[0].predictions[0].poses.front().position.y = 30.0;
  scene.moving_obstacles[0].predictions[0].poses.back().position.y = 30.0;
  EXPECT_FALSE(VerdictsOf(scene)[0].unpredicted_from_s.has_value());
}

TEST(UnpredictedTest, WherePredictionsLastNothingIsReported) {
  Scene scene = SceneWith(StandsAt60(0.0, 10.0));
  scene.candidates[0].poses = {{0.0, {0.0, 9.0}, 0.0}, {10.0, {100.0, 9.0}, 0.0}};
  const Verdict verdict = VerdictsOf(scene)[0];
  EXPECT_TRUE(verdict.is_free());
  EXPECT_THAT(verdict.reservations, IsEmpty());
  EXPECT_FALSE(verdict.unpredicted_from_s.has_value());
}

TEST(UnpredictedTest, ImprobableHypothesesAreIgnored) {
  Scene scene = SceneWith(StandsAt60(0.0, 1.0));
  scene.moving_obstacles[0].predictions[0].probability = 0.25;
  CheckerOptions options;
  options.min_probability = 0.5;
  EXPECT_THAT(VerdictsOf(scene, options)[0].reservations, IsEmpty());
  scene.moving_obstacles[0].predictions.insert(scene.moving_obstacles[0].predictions.begin(), StandsAt60(-2.0, -1.0));
  scene.moving_obstacles[0].predictions[0].poses[0].position.y =
      scene.moving_obstacles[0].predictions[0].poses[1].position.y = 9.0;
  const Verdict verdict = VerdictsOf(scene)[0];
  ASSERT_EQ(verdict.reservations.size(), 1u);
  EXPECT_EQ(verdict.reservations[0].hypothesis, 1);
}

// Shapes where an occupancy or timed shapes have none.
void FillGaps(Scene* scene) {
  for (MovingObstacle& obstacle : scene->moving_obstacles) {
    for (Prediction& prediction : obstacle.predictions) {
      for (auto* const list : {&prediction.occupancies, &prediction.timed_shapes}) {
        for (TimedShapes& timed : *list) {
          if (timed.shapes.empty()) timed.shapes = obstacle.shapes;
        }
      }
    }
  }
}

// Checked with obstacles that are held, the same candidates are free as without the reserved ones.
TEST(UnpredictedTest, RandomScenesAreFreeWithHoldWhereTheyAreFreeWithoutReservation) {
  int free_with_hold = 0;
  int reserved = 0;
  int all = 0;
  for (const Heights heights : {Heights::kNone, Heights::kLevel, Heights::kSolids}) {
    for (uint64_t seed = 1; seed <= 150; ++seed) {
      SceneGenerator generator(seed, heights, Coordinates::kReal, seed % 3 == 0 ? Parts::kSome : Parts::kNone);
      Scene scene = generator.RandomScene();
      CheckerOptions options = generator.RandomOptions();
      options.instants_only = seed % 4 == 0;
      FillGaps(&scene);
      options.beyond_prediction = BeyondPrediction::kAbsent;
      const std::vector<Verdict> absent = VerdictsOf(scene, options);
      options.beyond_prediction = BeyondPrediction::kHold;
      const std::vector<Verdict> held = VerdictsOf(scene, options);
      for (size_t i = 0; i < held.size(); ++i) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " heights " << static_cast<int>(heights) << " candidate "
                                        << i);
        ++all;
        free_with_hold += held[i].is_free() ? 1 : 0;
        reserved += absent[i].is_free_beyond_prediction() ? 1 : 0;
        EXPECT_THAT(held[i].reservations, IsEmpty());
        ASSERT_EQ(held[i].is_free(), absent[i].is_free() && absent[i].reservations.empty());
        if (absent[i].reservations.empty()) continue;
        ASSERT_TRUE(absent[i].is_free());
        const Reservation& reservation = absent[i].reservations[0];
        EXPECT_LE(reservation.from_s, reservation.encounter->time_s);
        EXPECT_LE(*absent[i].unpredicted_from_s, reservation.encounter->time_s);
        ASSERT_TRUE(held[i].collides());
        EXPECT_EQ(reservation.obstacle, held[i].first_collision->obstacle);
        EXPECT_THAT(reservation.encounter->time_s, DoubleNear(held[i].first_collision->time_s, 2e-6));
      }
    }
  }
  EXPECT_GT(free_with_hold, all / 10);
  EXPECT_GT(reserved, all / 50);
}

// Without a reservation a candidate is free both as all is predicted and with the obstacles where
// they were last seen.
TEST(UnpredictedTest, RandomAssumedMotionsAreReservedWhereTheirFirstPosesCollide) {
  int free = 0;
  int reserved = 0;
  for (uint64_t seed = 1; seed <= 450; ++seed) {
    SceneGenerator generator(seed, Heights::kNone, Coordinates::kReal, Parts::kNone);
    Scene scene = generator.RandomScene();
    CheckerOptions options = generator.RandomOptions();
    options.instants_only = seed % 4 == 0;
    FillGaps(&scene);
    Scene assumed = scene;
    Scene last_seen = scene;
    for (size_t i = 0; i < scene.moving_obstacles.size(); ++i) {
      for (size_t k = 0; k < scene.moving_obstacles[i].predictions.size(); ++k) {
        if (scene.moving_obstacles[i].predictions[k].poses.empty()) continue;
        assumed.moving_obstacles[i].predictions[k].is_assumed = true;
        last_seen.moving_obstacles[i].predictions[k].poses.resize(1);
      }
    }
    const std::vector<Verdict> of_motion = VerdictsOf(scene, options);
    const std::vector<Verdict> of_assumed = VerdictsOf(assumed, options);
    options.beyond_prediction = BeyondPrediction::kHold;
    const std::vector<Verdict> held = VerdictsOf(last_seen, options);
    for (size_t i = 0; i < held.size(); ++i) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " candidate " << i);
      ASSERT_EQ(of_assumed[i].is_free(), of_motion[i].is_free());
      ASSERT_EQ(of_assumed[i].is_free() && of_assumed[i].reservations.empty(),
                of_motion[i].is_free() && held[i].is_free());
      free += of_assumed[i].is_free() ? 1 : 0;
      reserved += of_assumed[i].is_free_beyond_prediction() ? 1 : 0;
    }
  }
  EXPECT_GT(reserved, free / 30);
  EXPECT_LT(reserved, free);
}

}  // namespace
}  // namespace collision2d::planner
