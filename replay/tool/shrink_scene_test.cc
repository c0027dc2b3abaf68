#include "replay/tool/shrink_scene.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "google/protobuf/text_format.h"
#include "replay/cycles/testing/replayed_road.h"

namespace collision2d::planner::shrink_scene_test {

v1::Scene Parsed(const std::string& text) {
  v1::Scene scene;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &scene)) << text;
  return scene;
}

v1::Scene Shrunk(const std::string& text, SceneProperty property) {
  const absl::StatusOr<v1::Scene> shrunk = ShrinkScene(Parsed(text), property, {});
  EXPECT_TRUE(shrunk.ok()) << shrunk.status();
  return shrunk.ok() ? *shrunk : v1::Scene();
}

TEST(ShrinkSceneTest, WhatCollidesStays) {
  const v1::Scene scene =
      Shrunk(absl::StrCat(RoadScene("road"), kParkedCar, kOncomingCar, kTwoCandidates), SceneProperty::kCollides);
  ASSERT_EQ(scene.candidates_size(), 1);
  EXPECT_EQ(scene.static_obstacles_size() + scene.moving_obstacles_size(), 1);
  EXPECT_LE(scene.candidates(0).poses_size(), 2);
  EXPECT_FALSE(scene.has_ego_state());
  EXPECT_EQ(scene.reference_path_size(), 0);
  EXPECT_LT(scene.ByteSizeLong(), 200u);
}

TEST(ShrinkSceneTest, SampledCandidatesBecomeGivenOnes) {
  const v1::Scene scene =
      Shrunk(absl::StrCat(RoadScene("road"), kOncomingCar, kParkedCar, kSmallLattice), SceneProperty::kCollides);
  EXPECT_EQ(scene.candidates_size(), 1);
  EXPECT_FALSE(scene.has_sampling_request());
  EXPECT_EQ(scene.static_obstacles_size() + scene.moving_obstacles_size(), 1);
}

TEST(ShrinkSceneTest, EachPropertyStays) {
  const std::string text = absl::StrCat(RoadScene("road"), kParkedCar, kTwoCandidates);
  EXPECT_EQ(Shrunk(text, SceneProperty::kFree).static_obstacles_size(), 0);
  EXPECT_EQ(Shrunk(text, SceneProperty::kFree).candidates_size(), 1);
  const std::string nan = "static_obstacles { id: 'bad' shapes { disc { radius_m: nan } } }";
  const v1::Scene refused = Shrunk(absl::StrCat(text, nan), SceneProperty::kRefused);
  EXPECT_EQ(refused.candidates_size(), 0);
  EXPECT_EQ(refused.static_obstacles_size(), 1);
  EXPECT_EQ(ScenePropertyOf("none_free"), SceneProperty::kNoneFree);
  EXPECT_EQ(ScenePropertyOf("else"), std::nullopt);
}

TEST(ShrinkSceneTest, ASceneWithoutThePropertyIsAnError) {
  const std::string text = absl::StrCat(RoadScene("road"), kTwoCandidates);
  EXPECT_EQ(ShrinkScene(Parsed(text), SceneProperty::kCollides, {}).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(ShrinkScene(Parsed(text), SceneProperty::kRefused, {}).status().code(), absl::StatusCode::kNotFound);
  EXPECT_FALSE(ShrinkScene({}, SceneProperty::kCollides, {}).ok());
}

TEST(ShrinkMessageTest, DropsWhatIsNotNeeded) {
  std::string text = "id: 'a' time_step_s: 0.123456789 ego { wheelbase_m: 3 }";
  for (int i = 0; i < 50; ++i)
    text += " drivable_area { radius_m: " + std::to_string(i) + ".25 vertices { x: 1 y: 2 } }";
  v1::Scene scene = Parsed(text);
  int looks = 0;
  ShrinkMessage(scene, [&] {
    ++looks;
    bool has_37 = false;
    for (const v1::Polygon& polygon : scene.drivable_area())
      has_37 |= polygon.radius_m() > 36 && polygon.radius_m() < 38;
    return has_37 && scene.id() == "a" && scene.time_step_s() > 0.12;
  });
  EXPECT_EQ(scene.ShortDebugString(), "id: \"a\" time_step_s: 0.123 drivable_area { radius_m: 37 }");
  EXPECT_LT(looks, 100);
}

TEST(ShrinkMessageTest, LeavesWhatCannotBeSmaller) {
  v1::Scene scene = Parsed("id: 'a' reference_path { x: 1 } reference_path { x: 2.5 }");
  const std::string before = scene.SerializeAsString();
  ShrinkMessage(scene, [&] { return scene.SerializeAsString() == before; });
  EXPECT_EQ(scene.SerializeAsString(), before);
}

}  // namespace collision2d::planner::shrink_scene_test
