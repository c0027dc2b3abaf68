#include <string>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/v1/scene.pb.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/valid_motion.h"

namespace collision2d::planner {
namespace {

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
  const std::string border = "road_border { points { x: 11.2 y: 12.2 } }";
  const std::string boundary = "lane_boundary { points { x: 13.2 y: 14.2 } }";
  const std::string goal = "goals { area { disc { center { x: 15.2 y: 16.2 } } } }";
  const std::string box = "static_obstacles { shapes { rectangle { center { x: 7.2 y: 8.2 } } } }";
  const std::string poses = "predictions { poses { time_s: 4 x: 9.2 y: 10.2 } }";
  const std::vector<Case> cases = {
      {"", {0.0, 0.0}, 0.0},
      {"goals {}", {0.0, 0.0}, 0.0},
      {goal, {15.0, 16.0}, 0.0},
      {"lane_boundary {}" + goal, {0.0, 0.0}, 0.0},
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
      {box + poses, {7.0, 8.0}, 4.0},
      {"road_border {}" + box + poses, {0.0, 0.0}, 4.0},
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

}  // namespace

}  // namespace collision2d::planner
