#include "planner_adapter/checking/checked_scene.h"

#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;

TimedPose At(double time_s, double yaw_rad = 0.0) { return {time_s, {}, yaw_rad}; }

Scene SceneWith(std::vector<Prediction> predictions) {
  Scene scene;
  scene.moving_obstacles = {{"car", "", {}, std::move(predictions), {}}};
  return scene;
}

Prediction Poses(std::vector<double> times_s) {
  Prediction prediction;
  for (const double time_s : times_s) prediction.poses.push_back(At(time_s));
  return prediction;
}

std::vector<double> Divided(const ObstacleTimes& times, const std::vector<double>& instants_s,
                            const std::vector<double>& own_s) {
  std::vector<double> divided_s = {-1.0};
  times.Divide(instants_s, own_s, &divided_s);
  return divided_s;
}

TEST(ObstacleTimesTest, TimesInBetweenDivide) {
  const ObstacleTimes times(SceneWith({Poses({-1.0, 0.5, 1.0, 2.25}), Poses({0.5, 9.0})}), {});
  EXPECT_THAT(Divided(times, {0.0, 1.0, 2.0, 3.0}, {0.25, 2.25, 2.5}),
              ElementsAre(0.0, 0.25, 0.5, 1.0, 2.0, 2.25, 2.5, 3.0));
  EXPECT_THAT(Divided(times, {2.0}, {2.0}), ElementsAre(2.0));
  EXPECT_THAT(Divided(times, {}, {}), ElementsAre());
}

TEST(ObstacleTimesTest, EveryIntervalIsDividedByItself) {
  const ObstacleTimes times(SceneWith({Poses({0.5, 1.0, 1.0 + 9e-7, 1.5, 2.25}), Poses({1.5 + 3e-7}), Poses({2.0})}),
                            {});
  const std::vector<double> instants_s = {0.0, 1.0, 2.0, 3.0};
  const std::vector<double> all_s = Divided(times, instants_s, {});
  for (size_t begin = 0; begin < instants_s.size(); ++begin) {
    for (size_t end = begin + 1; end <= instants_s.size(); ++end) {
      const auto first = std::find(all_s.begin(), all_s.end(), instants_s[begin]);
      const auto last = std::find(all_s.begin(), all_s.end(), instants_s[end - 1]);
      EXPECT_EQ(Divided(times, {instants_s.begin() + begin, instants_s.begin() + end}, {}),
                std::vector<double>(first, last + 1));
    }
  }
}

TEST(ObstacleTimesTest, TheSameInstantDoesNotDivide) {
  const ObstacleTimes times(SceneWith({Poses({0.0, 1.0 + 5e-7, 1.5, 2.0 - 5e-7})}), {});
  EXPECT_THAT(Divided(times, {0.0, 1.0, 2.0}, {1.5 - 5e-7}), ElementsAre(0.0, 1.0, 1.5 - 5e-7, 2.0));
}

// Two that are there for a moment each, within the same instant: one interval of their own.
TEST(ObstacleTimesTest, MomentsOfTheSameInstantShareAnInterval) {
  const ObstacleTimes times(SceneWith({Poses({0.5}), Poses({0.5 + 4e-7})}), {});
  EXPECT_THAT(Divided(times, {0.0, 1.0}, {}), ElementsAre(0.0, 0.5, 0.5 + 5e-7, 1.0));
}

TEST(ObstacleTimesTest, ImprobablePredictionsDoNotCount) {
  Prediction improbable = Poses({0.0, 0.5});
  improbable.probability = 0.1;
  CheckerOptions options;
  options.min_probability = 0.2;
  EXPECT_THAT(Divided(ObstacleTimes(SceneWith({improbable}), options), {0.0, 1.0}, {}), ElementsAre(0.0, 1.0));
}

TEST(ObstacleTimesTest, WhatIsThereForAMomentHasAnIntervalOfItsOwn) {
  Prediction occupancies;
  occupancies.occupancies = {{0.25, {}}, {0.75, {}}};
  const Scene scene = SceneWith({Poses({0.5}), Poses({1.0}), Poses({1.5, 1.5 + 4e-7, 1.5 + 9e-7}), occupancies});
  EXPECT_THAT(Divided(ObstacleTimes(scene, {}), {0.0, 1.0, 2.0}, {}),
              ElementsAre(0.0, 0.25, 0.5, 0.5 + 5e-7, 0.75, 0.75 + 5e-7, 1.0, 1.5, 1.5 + 5e-7, 2.0));
  CheckerOptions held;
  held.beyond_prediction = BeyondPrediction::kHold;
  EXPECT_THAT(Divided(ObstacleTimes(scene, held), {0.0, 1.0, 2.0}, {}),
              ElementsAre(0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0));
}

}  // namespace

}  // namespace collision2d::planner
