#include "planner_adapter/replay/time_step_check.h"

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<Trajectory> CandidatesOf(double duration_s) {
  return {{"a", {{0.0, {0.0, 0.0}, 0.0}}, 0.0}, {"b", {{0.0, {0.0, 0.0}, 0.0}, {duration_s, {1.0, 0.0}, 0.0}}, 0.0}};
}

TEST(TimeStepCheckTest, PlausibleStepsHaveNoNote) {
  Scene scene;
  for (const double step_s : {0.001, 0.1, 1.0}) {
    scene.time_step_s = step_s;
    scene.sampling_request.time_step_s = step_s;
    EXPECT_THAT(CheckTimeSteps(scene, CandidatesOf(0.5)).value(), IsEmpty()) << step_s;
  }
}

TEST(TimeStepCheckTest, ImplausibleStepsAreNoted) {
  Scene scene;
  scene.time_step_s = 2.0;
  scene.sampling_request.time_step_s = 0.0001;
  EXPECT_THAT(CheckTimeSteps(scene, CandidatesOf(4.0)).value(),
              ElementsAre("time_step_s: 2 s is implausibly long",
                          "sampling_request.time_step_s: 0.0001 s is implausibly short"));
  EXPECT_THAT(CheckTimeSteps(scene, CandidatesOf(2.0)).value(), testing::SizeIs(2));
  scene.time_step_s = 100.0;
  scene.sampling_request.time_step_s.reset();
  EXPECT_THAT(CheckTimeSteps(scene, {}).value(), ElementsAre("time_step_s: 100 s is implausibly long"));
}

TEST(TimeStepCheckTest, AStepLongerThanEveryCandidateCannotBeMeant) {
  Scene scene;
  scene.time_step_s = 100.0;
  EXPECT_EQ(CheckTimeSteps(scene, CandidatesOf(5.0)).status().message(),
            "time_step_s: 100 s is longer than every candidate, of at most 5 s; are these milliseconds?");
  scene.time_step_s = 0.1;
  scene.sampling_request.time_step_s = 50.0;
  EXPECT_EQ(
      CheckTimeSteps(scene, CandidatesOf(5.0)).status().message(),
      "sampling_request.time_step_s: 50 s is longer than every candidate, of at most 5 s; are these milliseconds?");
  // The request is not used for given candidates.
  scene.candidates = CandidatesOf(5.0);
  EXPECT_TRUE(CheckTimeSteps(scene, scene.candidates).ok());
}

}  // namespace
}  // namespace collision2d::planner
