#include "planner_adapter/scene/implausible.h"

#include "absl/status/statusor.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/make_scene.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_input.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<TimedPose> Straight(double x, double y, double speed_mps) {
  std::vector<TimedPose> poses;
  for (int i = 0; i <= 30; ++i) poses.push_back({0.1 * i, {x + 0.1 * speed_mps * i, y}, 0.0});
  return poses;
}

input::Scene PlausibleScene() {
  input::Scene scene;
  scene.id = "plausible";
  scene.ego.shapes = {input::Rectangle{4.5, 1.8}};
  scene.ego.height_m = 1.5;
  scene.ego_state = EgoState{{0.0, {0.0, 0.0}}, 10.0};
  scene.candidates = {{"keep", Straight(0.0, 0.0, 10.0)}};
  input::Obstacle car;
  car.id = "car";
  car.type = "car";
  car.shapes = {input::Rectangle{4.5, 1.8}};
  car.height = HeightSpan{0.0, 1.5};
  car.predictions = {{"", Straight(20.0, 0.0, 8.0)}};
  scene.moving_obstacles = {car};
  return scene;
}

std::vector<std::string> NotesOf(input::Scene scene) {
  absl::StatusOr<Scene> made = MakeScene(std::move(scene));
  EXPECT_TRUE(made.ok()) << made.status();
  return made.ok() ? made->notes : std::vector<std::string>{};
}

TEST(ImplausibleNotes, NoneOfAPlausibleScene) { EXPECT_THAT(NotesOf(PlausibleScene()), IsEmpty()); }

TEST(ImplausibleNotes, NameAJump) {
  input::Scene scene = PlausibleScene();
  scene.moving_obstacles[0].predictions[0].poses[20].position.x += 1000.0;
  EXPECT_THAT(NotesOf(scene), ElementsAre(HasSubstr("Obstacle \"car\" moves 1000.8 m from 1.9 s to 2 s")));
}

TEST(ImplausibleNotes, NameTimesInMilliseconds) {
  input::Scene scene = PlausibleScene();
  for (TimedPose& pose : scene.candidates[0].poses) pose.time_s *= 1e3;
  EXPECT_THAT(NotesOf(scene), ElementsAre(HasSubstr("Candidate \"keep\" spans 3000 s in 31 poses")));
}

TEST(ImplausibleNotes, NameHeightsOfAnotherDatum) {
  input::Scene scene = PlausibleScene();
  for (TimedPose& pose : scene.moving_obstacles[0].predictions[0].poses) pose.z_m = 400.0;
  EXPECT_THAT(NotesOf(scene), ElementsAre(HasSubstr("Obstacle \"car\" crosses a candidate 398.5 m above it")));
}

TEST(ImplausibleNotes, NameAShapeInSceneCoordinates) {
  input::Scene scene = PlausibleScene();
  scene.moving_obstacles[0].shapes = {input::Rectangle{4.5, 1.8, {30.0, 0.0}}};
  EXPECT_THAT(NotesOf(scene), ElementsAre(HasSubstr("is 27.75 m from the origin of its body frame")));
}

TEST(ImplausibleNotes, NameAHeadingAcrossTheMotion) {
  input::Scene scene = PlausibleScene();
  for (TimedPose& pose : scene.moving_obstacles[0].predictions[0].poses) pose.yaw_rad = 1.0;
  EXPECT_THAT(NotesOf(scene), ElementsAre(HasSubstr("Obstacle \"car\" moves 57.3 degrees away from its heading")));
}

TEST(ImplausibleNotes, NameAnEgoStateAwayFromAllCandidates) {
  input::Scene scene = PlausibleScene();
  scene.ego_state->pose.position.y = 500.0;
  EXPECT_THAT(NotesOf(scene), ElementsAre(HasSubstr("begins 500 m from the ego state")));
}

TEST(ImplausibleNotes, CountWhatIsLeftOut) {
  input::Scene scene = PlausibleScene();
  for (int i = 0; i < 9; ++i) {
    scene.candidates.push_back({std::to_string(i), Straight(0.0, 0.0, 10.0)});
    scene.candidates.back().poses[15].position.x += 1000.0;
  }
  const std::vector<std::string> notes = NotesOf(scene);
  ASSERT_EQ(notes.size(), static_cast<size_t>(kNotesOfOneKind));
  EXPECT_THAT(notes.back(), HasSubstr("Likewise 6 more."));
}

}  // namespace
}  // namespace collision2d::planner
