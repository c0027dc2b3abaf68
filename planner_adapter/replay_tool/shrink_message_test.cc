#include "planner_adapter/replay_tool/shrink_message.h"

#include <string>

#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

proto::Scene Parsed(const std::string& text) {
  proto::Scene scene;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &scene)) << text;
  return scene;
}

TEST(ShrinkMessageTest, DropsWhatIsNotNeeded) {
  std::string text = "id: 'a' time_step_s: 0.123456789 ego { wheelbase_m: 3 }";
  for (int i = 0; i < 50; ++i)
    text += " drivable_area { radius_m: " + std::to_string(i) + ".25 vertices { x: 1 y: 2 } }";
  proto::Scene scene = Parsed(text);
  int looks = 0;
  ShrinkMessage(scene, [&] {
    ++looks;
    bool has_37 = false;
    for (const proto::Polygon& polygon : scene.drivable_area())
      has_37 |= polygon.radius_m() > 36 && polygon.radius_m() < 38;
    return has_37 && scene.id() == "a" && scene.time_step_s() > 0.12;
  });
  EXPECT_EQ(scene.ShortDebugString(), "id: \"a\" time_step_s: 0.123 drivable_area { radius_m: 37 }");
  EXPECT_LT(looks, 100);
}

TEST(ShrinkMessageTest, LeavesWhatCannotBeSmaller) {
  proto::Scene scene = Parsed("id: 'a' reference_path { x: 1 } reference_path { x: 2.5 }");
  const std::string before = scene.SerializeAsString();
  ShrinkMessage(scene, [&] { return scene.SerializeAsString() == before; });
  EXPECT_EQ(scene.SerializeAsString(), before);
}

}  // namespace
}  // namespace collision2d::planner
