#include "planner_adapter/scene/make_scene.h"

#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/scene_input.h"
#include "planner_adapter/scene/valid_motion.h"

namespace collision2d::planner::make_scene_test {

using ::testing::ElementsAre;

input::Scene SmallScene() {
  input::Scene scene;
  scene.id = "small";
  scene.ego.shapes = {input::Rectangle{4.0, 2.0}};
  scene.ego_state = EgoState{{20.0, {450000.25, 5400000.5}}, 12.0};
  scene.static_obstacles = {{"post", "", {input::Disc{{450010.0, 5400000.0}, 0.5}}}};
  scene.moving_obstacles = {{"car", "car", {input::Polygon{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}}}}};
  scene.predictions = {{"car", {{20.0, {450020.0, 5400000.0}}, {21.0, {450030.0, 5400000.0}}}}};
  scene.candidates = {{"", {{20.0, {450000.25, 5400000.5}}, {21.0, {450012.25, 5400000.5}}}}};
  return scene;
}

std::string MessageOf(input::Scene scene) { return std::string(MakeScene(std::move(scene)).status().message()); }

TEST(MakeSceneTest, MovesAllButCandidatesIntoTheLocalFrame) {
  const absl::StatusOr<Scene> scene = MakeScene(SmallScene());
  ASSERT_TRUE(scene.ok()) << scene.status();
  EXPECT_EQ(scene->origin, (Vec2{450000.0, 5400001.0}));
  EXPECT_EQ(scene->time_step_s, 0.1);
  EXPECT_EQ(scene->desired_speed_mps, 12.0);
  EXPECT_THAT(scene->static_obstacles[0].shapes[0].vertices(), ElementsAre(Vec2{10.0, -1.0}));
  EXPECT_EQ(scene->moving_obstacles[0].predictions[0].poses[1].position, (Vec2{30.0, -1.0}));
  EXPECT_EQ(scene->moving_obstacles[0].predictions[0].probability, 1.0);
  EXPECT_EQ(scene->candidates[0].id, "0");
  EXPECT_EQ(scene->candidates[0].poses[1].position, scene->origin + (Vec2{12.25, -0.5}));
}

TEST(MakeSceneTest, ACycleStartsAtTheStateOrTheFirstPose) {
  Scene scene;
  EXPECT_EQ(CycleStartTime(scene), 0.0);
  EXPECT_FALSE(HasPlannedCandidates(scene));
  scene.candidates = {{"none", {}}, {"late", {{5.0, {}}, {6.0, {}}}}, {"early", {{3.0, {}}}}};
  EXPECT_EQ(CycleStartTime(scene), 3.0);
  EXPECT_TRUE(HasPlannedCandidates(scene));
  for (Candidate& candidate : scene.candidates) candidate.is_recorded = true;
  EXPECT_FALSE(HasPlannedCandidates(scene));
  scene.ego_state = EgoState{{4.0, {}}, 0.0};
  EXPECT_EQ(CycleStartTime(scene), 4.0);
}

// The other errors are those of messages, whose tests have them (scene_refusal_test.cc and so on).
TEST(MakeSceneTest, ErrorsNameTheField) {
  input::Scene scene = SmallScene();
  scene.candidates[0].poses[1].position.y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(MessageOf(scene), "candidates[0].poses[1].y: nan is not finite");
  scene = SmallScene();
  scene.ego = {};
  EXPECT_EQ(MessageOf(scene), "ego.shapes: empty; at least one shape is needed");
  scene = SmallScene();
  scene.static_obstacles[0].predictions = {{"post", {{20.0, {}}}}};
  EXPECT_EQ(MessageOf(scene), "static_obstacles[0].predictions: a static obstacle has none");
  scene = SmallScene();
  scene.static_obstacles[0].shapes.emplace_back();
  EXPECT_EQ(MessageOf(scene),
            "static_obstacles[0].shapes[1]: empty; a polygon, a rectangle, a disc or an outline is needed");
  scene = SmallScene();
  scene.ego_state->pose.pitch_rad = 1.0;
  EXPECT_EQ(MessageOf(scene), "ego_state.pitch_rad: 1 rad is beyond the limit of 0.7853981633974483 rad");
  EXPECT_EQ(MessageOf({}), "id: empty; a name is needed");
}

TEST(MakeSceneTest, MarginsAreNotNegativeAndOfEachTypeOne) {
  input::Scene scene = SmallScene();
  scene.margins = {{1.0, 0.5, 0.0}, {{"car", {0.0, 0.0, 1000.0}}, {"", {}}}, {0.0, 0.0, 0.25}};
  const absl::StatusOr<Scene> made = MakeScene(scene);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->margins.body, (Margin{1.0, 0.5, 0.0}));
  EXPECT_EQ(made->margins.by_type[0].type, "car");
  EXPECT_EQ(made->margins.by_type[0].margin.round_m, 1000.0);
  EXPECT_EQ(made->margins.road.round_m, 0.25);
  const auto message_with = [&](const Margins& margins) {
    scene.margins = margins;
    return MessageOf(scene);
  };
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_with({{-0.5, 0.0, 0.0}, {}, {}}), "margins.body.along_m: -0.5 m is negative");
  EXPECT_EQ(message_with({{}, {}, {0.0, kNan, 0.0}}), "margins.road.across_m: nan is not finite");
  EXPECT_EQ(message_with({{}, {{"car", {}}, {"van", {0.0, 0.0, 1001.0}}}, {}}),
            "margins.by_type[1].margin.round_m: 1001 m is beyond the limit of 1000 m");
  EXPECT_EQ(message_with({{}, {{"car", {}}, {"", {}}, {"car", {}}}, {}}),
            "margins.by_type[2].type: \"car\" is already the type of by_type[0]");
  EXPECT_EQ(message_with({{}, {{"\xFF", {}}}, {}}), "margins.by_type[0].type: \"\\xff\" is not valid UTF-8");
}

TEST(MarginsTest, EachTypeHasItsOwnInAddition) {
  Margins margins;
  EXPECT_FALSE(margins.any());
  margins.road = {0.0, 0.0, 0.25};
  EXPECT_TRUE(margins.any());
  EXPECT_FALSE(margins.any_of_obstacles());
  margins = {{}, {{"car", {}}, {"van", {0.0, 2.0, 0.0}}}, {}};
  EXPECT_TRUE(margins.any());
  EXPECT_TRUE(margins.any_of_obstacles());
  margins.body = {1.0, 0.5, 0.0};
  EXPECT_TRUE(margins.any_of_obstacles());
  EXPECT_EQ(margins.to_type("car"), margins.body);
  EXPECT_EQ(margins.to_type("van"), (Margin{1.0, 2.5, 0.0}));
  EXPECT_EQ(margins.to_type(""), margins.body);
}

TEST(MakeSceneTest, AnObstacleMayBePolytopesAlone) {
  input::Scene scene = SmallScene();
  // A pyramid, whose apex leans over its base, and a wire.
  const std::vector<solid::Vec3> pyramid = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {3, 1, 4}};
  scene.static_obstacles[0].shapes.clear();
  scene.static_obstacles[0].polytopes = {{{450010.0, 5400001.0, 3.0}, {450012.0, 5400001.0, 5.0}}};
  scene.moving_obstacles[0].shapes.clear();
  scene.moving_obstacles[0].polytopes = {pyramid};
  const absl::StatusOr<Scene> made = MakeScene(scene);
  ASSERT_TRUE(made.ok()) << made.status();
  ASSERT_EQ(made->static_obstacles[0].polytopes.size(), 1u);
  EXPECT_THAT(made->static_obstacles[0].polytopes[0].plan.vertices(), ElementsAre(Vec2{10.0, 0.0}, Vec2{12.0, 0.0}));
  EXPECT_EQ(made->static_obstacles[0].polytopes[0].span.z_min_m, 3.0);
  EXPECT_EQ(made->static_obstacles[0].polytopes[0].span.z_max_m, 5.0);
  ASSERT_EQ(made->moving_obstacles[0].polytopes.size(), 1u);
  EXPECT_THAT(made->moving_obstacles[0].polytopes[0].plan.vertices(),
              ElementsAre(Vec2{0, 0}, Vec2{2, 0}, Vec2{3, 1}, Vec2{2, 2}, Vec2{0, 2}));
}

TEST(MakeSceneTest, AGoalMayBeAnAreaAlone) {
  input::Scene scene = SmallScene();
  scene.goals = {{{}, {input::Disc{{450010.0, 5400001.0}, 2.0}}}};
  const absl::StatusOr<Scene> made = MakeScene(scene);
  ASSERT_TRUE(made.ok()) << made.status();
  ASSERT_EQ(made->goals[0].area.size(), 1u);
  EXPECT_THAT(made->goals[0].area[0].vertices(), ElementsAre(Vec2{10.0, 0.0}));
}

TEST(SceneTest, ShapesAndPosesOfTheBodyAndItsParts) {
  EgoBody ego;
  ego.shapes = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  ego.parts.resize(1);
  ego.parts[0].shapes = {ConvexPolygon::Rectangle(8.0, 2.5).value()};
  EXPECT_EQ(ego.part_count(), 2);
  EXPECT_EQ(&ego.shapes_of(0), &ego.shapes);
  EXPECT_EQ(&ego.shapes_of(1), &ego.parts[0].shapes);
  Candidate trajectory;
  trajectory.part_poses.resize(1);
  EXPECT_EQ(&trajectory.poses_of(0), &trajectory.poses);
  EXPECT_EQ(&trajectory.poses_of(1), &trajectory.part_poses[0]);
}

TEST(MakeSceneTest, PartsOfTheEgoVehicle) {
  input::Scene legal = SmallScene();
  legal.ego.height_m = 2.0;
  legal.ego.ground_clearance_m = 0.25;
  legal.ego.parts = {{"trailer", {input::Rectangle{6.0, 2.0}}, 4.0}, {"dolly", {input::Disc{{}, 0.5}}}};
  legal.candidates[0].part_poses = {legal.candidates[0].poses, legal.candidates[0].poses};
  const absl::StatusOr<Scene> scene = MakeScene(legal);
  ASSERT_TRUE(scene.ok()) << scene.status();
  EXPECT_EQ(scene->candidates[0].part_poses[1][1].position, scene->origin + (Vec2{12.25, -0.5}));
  EXPECT_EQ(scene->ego.height_of(1)->z_min_m, 0.25);
  EXPECT_EQ(scene->ego.height_of(1)->z_max_m, 4.0);
  EXPECT_EQ(scene->ego.height_of(2)->z_max_m, 2.0);
  const auto message_after = [&](const auto& change) {
    input::Scene changed = legal;
    change(&changed.ego.parts[1], &changed.candidates[0].part_poses);
    return MessageOf(changed);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_after([](auto* part, auto*) { part->id = "trailer"; }),
            "ego.parts[1].id: \"trailer\" is already the id of ego.parts[0]");
  EXPECT_EQ(message_after([](auto* part, auto*) { part->shapes.clear(); }),
            "ego.parts[1].shapes: empty; at least one shape is needed");
  EXPECT_EQ(message_after([](auto* part, auto*) { part->shapes.assign(999, part->shapes[0]); }),
            "ego.parts[1].shapes: 1001 shapes; the limit is 1000");
  EXPECT_EQ(message_after([&](auto* part, auto*) { part->height_m = nan; }),
            "ego.parts[1].height_m: nan is not finite");
  EXPECT_EQ(message_after([](auto* part, auto*) { part->ground_clearance_m = 2.0; }),
            "ego.parts[1].ground_clearance_m: 2 m is not below its height_m, 2 m");
  EXPECT_EQ(message_after([](auto*, auto* poses) { poses->pop_back(); }),
            "candidates[0].part_poses: 1 lists of poses; ego.parts has 2");
  EXPECT_EQ(message_after([](auto*, auto* poses) { (*poses)[1].pop_back(); }),
            "candidates[0].part_poses[1].poses: 1 poses; the body has 2");
  EXPECT_EQ(message_after([](auto*, auto* poses) { (*poses)[1][0].time_s = 20.5; }),
            "candidates[0].part_poses[1].poses[0].time_s: 20.5 s is not poses[0].time_s, 20 s");
  EXPECT_EQ(message_after([&](auto*, auto* poses) { (*poses)[1][0].position.x = nan; }),
            "candidates[0].part_poses[1].poses[0].x: nan is not finite");
}

struct Case {
  std::string scene;
  Vec2 origin;
  double time_s;
};

// The anchor of the scene with these fields.
SceneAnchor AnchorOfText(const std::string& text) {
  v1::Scene scene;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &scene)) << text;
  return AnchorOf(*InputFromProto(scene));
}

TEST(SceneAnchorTest, TakesTheFirstThingThatTheSceneHas) {
  const std::string ego_state = "ego_state { time_s: 7 x: 450000.4 y: 5400000.6 }";
  const std::string candidate = "candidates { poses { time_s: 6 x: 1.2 y: 2.7 } }";
  const std::string path = "reference_path { x: 3.2 y: -4.2 }";
  const std::string area = "drivable_area { vertices { x: 5.2 y: 6.2 } }";
  const std::string border = "road_borders { points { x: 11.2 y: 12.2 } }";
  const std::string boundary = "lane_boundaries { points { x: 13.2 y: 14.2 } }";
  const std::string goal = "goals { area { disc { center { x: 15.2 y: 16.2 } } } }";
  const std::string box = "static_obstacles { shapes { rectangle { center { x: 7.2 y: 8.2 } } } }";
  const std::string poses = "predictions { poses { time_s: 4 x: 9.2 y: 10.2 } }";
  const std::vector<Case> cases = {
      {"", {0.0, 0.0}, 0.0},
      {"goals {}", {0.0, 0.0}, 0.0},
      {goal, {15.0, 16.0}, 0.0},
      {"lane_boundaries {}" + goal, {0.0, 0.0}, 0.0},
      {boundary + goal, {13.0, 14.0}, 0.0},
      {poses + boundary + goal, {9.0, 10.0}, 4.0},
      {poses, {9.0, 10.0}, 4.0},
      {"predictions { occupancies { time_s: 3 shapes { disc { center { x: 2 y: 1 } } } } }", {2.0, 1.0}, 3.0},
      {"predictions { occupancies { time_s: 3 } }", {0.0, 0.0}, 3.0},
      {"predictions {}", {0.0, 0.0}, 0.0},
      {"static_obstacles { shapes { polygon { vertices { x: 2 y: 1 } } } }", {2.0, 1.0}, 0.0},
      {"static_obstacles { shapes { polygon {} } }", {0.0, 0.0}, 0.0},
      {"static_obstacles { shapes {} }", {0.0, 0.0}, 0.0},
      {"static_obstacles {}", {0.0, 0.0}, 0.0},
      {"static_obstacles { polytopes { vertices { x: 3 y: 5 z: 1 } } }", {3.0, 5.0}, 0.0},
      {"static_obstacles { polytopes {} }", {0.0, 0.0}, 0.0},
      {"moving_obstacles {} moving_obstacles { " + poses + " }", {9.0, 10.0}, 4.0},
      {box + poses, {7.0, 8.0}, 4.0},
      {"road_borders {}" + box + poses, {0.0, 0.0}, 4.0},
      {border + box + poses, {11.0, 12.0}, 4.0},
      {area + border + box + poses, {5.0, 6.0}, 4.0},
      {area + box + poses, {5.0, 6.0}, 4.0},
      {path + area + box + poses, {3.0, -4.0}, 4.0},
      {candidate + path + area + box + poses, {1.0, 3.0}, 6.0},
      {ego_state + candidate + path + area + box + poses, {450000.0, 5400001.0}, 7.0},
  };
  for (const Case& test_case : cases) {
    const SceneAnchor anchor = AnchorOfText(test_case.scene);
    EXPECT_EQ(anchor.origin, test_case.origin) << test_case.scene;
    EXPECT_EQ(anchor.time_s, test_case.time_s) << test_case.scene;
  }
}

TEST(SceneAnchorTest, TakesNothingFromValuesThatValidationWillRefuse) {
  for (const std::string state : {"x: nan", "y: nan", "x: inf", "x: 1e9", "y: -1e9", "time_s: nan", "time_s: -inf"}) {
    const SceneAnchor anchor = AnchorOfText("ego_state {" + state + "}");
    EXPECT_EQ(anchor.origin, (Vec2{0.0, 0.0})) << state;
    EXPECT_EQ(anchor.time_s, 0.0) << state;
  }
}

}  // namespace collision2d::planner::make_scene_test
