#include "replay/io/scene_text.h"

#include "absl/status/status.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;

TEST(ParseSceneTextTest, ReadsNamesOfEarlierVersionsWithANote) {
  const std::string text = R"(
    id: "road_border \" STOP_LINE"  # lane_boundary
    road_border { id: 'lane_boundary' }
    road_border { id: "b" }
    road_features { kind: STOP_LINE }
    lane_boundaries { id: "c" })";
  v1::Scene scene;
  std::vector<std::string> notes;
  ASSERT_TRUE(ParseSceneText(text, "f", UnknownFields::kRefuse, scene, &notes).ok());
  EXPECT_THAT(notes, ElementsAre("road_border is read as road_borders, as it is called since 1.0.0.",
                                 "STOP_LINE is read as KIND_STOP_LINE, as it is called since 1.0.0."));
  EXPECT_EQ(scene.id(), "road_border \" STOP_LINE");
  ASSERT_EQ(scene.road_borders_size(), 2);
  EXPECT_EQ(scene.road_borders(0).id(), "lane_boundary");
  EXPECT_EQ(scene.road_features(0).kind(), v1::RoadFeature::KIND_STOP_LINE);
  EXPECT_EQ(scene.lane_boundaries(0).id(), "c");
}

TEST(ParseSceneTextTest, RefusesOrNotesUnknownFields) {
  const std::string text = "id: 'a'\nroad_border {\n colour: 3 }\nroad_borders { colour: 4 } news { a: [1, 2] }";
  v1::Scene scene;
  std::vector<std::string> notes;
  EXPECT_EQ(ParseSceneText(text, "f", UnknownFields::kRefuse, scene, &notes).message(),
            "f:3:8: Message type \"collision2d.v1.RoadLine\" has no field named \"colour\".");
  notes.clear();
  ASSERT_TRUE(ParseSceneText(text, "f", UnknownFields::kNote, scene, &notes).ok());
  EXPECT_THAT(notes, ElementsAre("road_border is read as road_borders, as it is called since 1.0.0.",
                                 "Passed over 2 times, first at f:3:8: Message type \"collision2d.v1.RoadLine\" has no "
                                 "field named \"colour\".",
                                 "Passed over 1 times, first at f:4:33: Message type \"collision2d.v1.Scene\" has no "
                                 "field named \"news\"."));
  EXPECT_EQ(scene.road_borders_size(), 2);
  for (const char* bad : {"road_border { ", "id: 'unended", "id: 'road_border\\", "# only", "\"", "road_border: 3"}) {
    const bool is_empty = bad == std::string("# only");
    EXPECT_EQ(ParseSceneText(bad, "f", UnknownFields::kNote, scene, &notes).ok(), is_empty) << bad;
  }
}

}  // namespace
}  // namespace collision2d::planner
