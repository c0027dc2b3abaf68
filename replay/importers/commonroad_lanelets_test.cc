#include "replay/importers/commonroad_lanelets.h"

#include <pugixml.hpp>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "gmock/gmock.h"
#include "replay/importers/import_counts.h"

namespace collision2d::planner {
namespace {

std::string Bound(const char* name, const std::vector<Vec2>& points) {
  std::string text = absl::StrCat("<", name, ">");
  for (const Vec2 p : points) absl::StrAppend(&text, "<point><x>", p.x, "</x><y>", p.y, "</y></point>");
  return absl::StrCat(text, "</", name, ">");
}

// A lanelet along x from 0 to 20, 4 m wide, with `more` inside.
std::string Straight(const char* id, double y, const std::string& more) {
  return absl::StrCat("<lanelet id=\"", id, "\">", Bound("leftBound", {{0, y + 2}, {10, y + 2}, {20, y + 2}}),
                      Bound("rightBound", {{0, y - 2}, {10, y - 2}, {20, y - 2}}), more, "</lanelet>");
}

absl::StatusOr<LaneletMap> Import(const std::string& content, ImportCounts& counts) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(absl::StrCat("<commonRoad>", content, "</commonRoad>").c_str()));
  return ImportLanelets(document.document_element(), counts);
}

TEST(ImportLaneletsTest, ReadsGeometryAndTopology) {
  ImportCounts counts;
  const absl::StatusOr<LaneletMap> map =
      Import(Straight("7", 0,
                      "<successor ref=\"9\"/><adjacentLeft ref=\"8\" drivingDir=\"same\"/>"
                      "<adjacentRight ref=\"9\" drivingDir=\"opposite\"/>") +
                 Straight("8", 4, "<predecessor ref=\"7\"/>") +
                 Straight("9", -4, "<laneletType>urban</laneletType><laneletType>sidewalk</laneletType>"),
             counts);
  ASSERT_TRUE(map.ok()) << map.status();
  ASSERT_EQ(map->lanelets.size(), 3u);
  const Lanelet& first = map->lanelets[0];
  EXPECT_EQ(first.id, "7");
  EXPECT_EQ(first.center_line, (std::vector<Vec2>{{0, 0}, {10, 0}, {20, 0}}));
  EXPECT_EQ(first.left_bound, (std::vector<Vec2>{{0, 2}, {10, 2}, {20, 2}}));
  EXPECT_EQ(first.right_bound, (std::vector<Vec2>{{0, -2}, {10, -2}, {20, -2}}));
  EXPECT_EQ(first.area.size(), 2u);
  EXPECT_EQ(first.successors, std::vector<int>{2});
  EXPECT_EQ(first.left, 1);
  EXPECT_EQ(first.right, kNoLanelet);
  EXPECT_TRUE(first.for_vehicles);
  EXPECT_FALSE(map->lanelets[2].for_vehicles);
  EXPECT_EQ(counts.lanelets, 3);
  EXPECT_EQ(counts.lanelets_not_for_vehicles, 1);
  EXPECT_EQ(counts.lanelet_quads.polygons, 6);
  EXPECT_TRUE(Contains(first, {15, 2}));
  EXPECT_TRUE(Contains(first, {10, 0}));
  EXPECT_FALSE(Contains(first, {15, 2.1}));
  EXPECT_FALSE(Contains(first, {20.1, 0}));
}

TEST(ImportLaneletsTest, RepairsQuads) {
  ImportCounts counts;
  // A triangle where the bounds meet, a quad of no area, a quad with a reflex corner, and one whose
  // bounds cross.
  const absl::StatusOr<LaneletMap> map =
      Import(absl::StrCat("<lanelet id=\"1\">", Bound("leftBound", {{0, 0}, {4, 2}, {4, 2}, {9, 2}, {13, -2}}),
                          Bound("rightBound", {{0, 0}, {4, -2}, {4, -2}, {5, 1}, {13, 2}}), "</lanelet>"),
             counts);
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ(counts.lanelet_quads.polygons, 4);
  EXPECT_EQ(counts.lanelet_quads.without_area, 1);
  EXPECT_EQ(counts.lanelet_quads.split_into_convex, 1);
  EXPECT_EQ(counts.lanelet_quads.replaced_by_hull, 1);
  EXPECT_EQ(map->lanelets[0].area.size(), 4u);
  EXPECT_EQ(map->lanelets[0].left_bound, (std::vector<Vec2>{{0, 0}, {4, 2}, {9, 2}, {13, -2}}));
}

TEST(ImportLaneletsTest, ReferencesToLaneletsThatAreNotThereAreLeftOutAndCounted) {
  ImportCounts counts;
  const absl::StatusOr<LaneletMap> map =
      Import(Straight("1", 0,
                      "<successor ref=\"5\"/><successor ref=\"2\"/><predecessor ref=\"6\"/>"
                      "<adjacentLeft ref=\"7\" drivingDir=\"same\"/>") +
                 Straight("2", 4, ""),
             counts);
  ASSERT_TRUE(map.ok()) << map.status();
  EXPECT_EQ(map->lanelets[0].successors, std::vector<int>{1});
  EXPECT_EQ(map->lanelets[0].left, kNoLanelet);
  EXPECT_EQ(counts.dangling_references, 3);
}

TEST(ImportLaneletsTest, NamesWhatIsWrong) {
  const std::string bound = Bound("leftBound", {{0, 2}, {1, 2}});
  const struct {
    std::string content;
    const char* message;
  } cases[] = {
      {absl::StrCat("<lanelet>", bound, "</lanelet>"), "lanelet: attribute id is missing"},
      {absl::StrCat("<lanelet id=\"1\">", bound, "</lanelet>"), "lanelet[id=1]: element rightBound is missing"},
      {absl::StrCat("<lanelet id=\"1\">", bound, Bound("rightBound", {{0, 0}}), "</lanelet>"),
       "lanelet[id=1].rightBound: 1 points; at least 2 are needed"},
      {absl::StrCat("<lanelet id=\"1\">", bound, Bound("rightBound", {{0, 0}, {1, 0}, {2, 0}}), "</lanelet>"),
       "lanelet[id=1]: leftBound has 2 points and rightBound 3; they must come in pairs"},
      {absl::StrCat("<lanelet id=\"1\">", bound, Bound("rightBound", {{0, 0}, {1e9, 0}}), "</lanelet>"),
       "lanelet[id=1].rightBound.point[1].x: 1000000000 m is beyond the limit of 1e+08 m"},
      {Straight("1", 0, "") + Straight("1", 4, ""), "lanelet[id=1]: the id \"1\" is already an earlier lanelet's"},
      {Straight("1", 0, "<successor/>"), "lanelet[id=1].successor: attribute ref is missing"},
      {Straight("1", 0, "<adjacentLeft ref=\"1\" drivingDir=\"up\"/>"),
       "lanelet[id=1].adjacentLeft: drivingDir \"up\" is neither same nor opposite"},
  };
  for (const auto& test : cases) {
    ImportCounts counts;
    const absl::StatusOr<LaneletMap> map = Import(test.content, counts);
    ASSERT_FALSE(map.ok()) << test.message;
    EXPECT_EQ(map.status().message(), test.message);
  }
}

TEST(ImportLaneletsTest, LaneletsForOthersAreNotForVehicles) {
  for (const char* type : {"sidewalk", "crosswalk", "bicycleLane", "urban"}) {
    ImportCounts counts;
    const absl::StatusOr<LaneletMap> map =
        Import(Straight("7", 0, absl::StrCat("<laneletType>", type, "</laneletType>")), counts);
    ASSERT_TRUE(map.ok()) << map.status();
    EXPECT_EQ(map->lanelets[0].for_vehicles, type == std::string("urban")) << type;
  }
}

using ::testing::ElementsAre;

struct Imported {
  std::vector<std::string> features;
  int64_t shown = 0;
  int64_t unplaced = 0;
};

// The features of a straight lanelet from 0, 0 to 10, 0, 4 m wide, with this content, in a document
// with more content.
Imported Import(const std::string& of_lanelet, const std::string& of_document) {
  const std::string bounds =
      "<leftBound><point><x>0</x><y>2</y></point><point><x>5</x><y>2</y></point><point><x>10</x><y>2</y></point>"
      "</leftBound><rightBound><point><x>0</x><y>-2</y></point><point><x>5</x><y>-2</y></point><point><x>10</x>"
      "<y>-2</y></point></rightBound>";
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(
      absl::StrCat("<commonRoad><lanelet id=\"1\">", bounds, of_lanelet, "</lanelet>", of_document, "</commonRoad>")
          .c_str()));
  ImportCounts counts;
  const LaneletMap map = ImportLanelets(document.document_element(), counts).value();
  v1::Scene scene;
  ImportRoadFeatures(document.document_element(), map, counts, scene);
  Imported imported{{}, counts.shown_features, counts.unplaced_features};
  for (const v1::RoadFeature& feature : scene.road_features()) {
    imported.features.push_back(feature.ShortDebugString());
  }
  return imported;
}

TEST(ImportRoadFeaturesTest, StopLinesAreWhereTheyAreOrAtTheEndOfTheLanelet) {
  EXPECT_THAT(
      Import("<stopLine><point><x>9</x><y>-2</y></point><point><x>9</x><y>2</y></point></stopLine>", "").features,
      ElementsAre("kind: KIND_STOP_LINE points { x: 9 y: -2 } points { x: 9 y: 2 }"));
  EXPECT_THAT(Import("<stopLine><lineMarking>solid</lineMarking></stopLine>", "").features,
              ElementsAre("kind: KIND_STOP_LINE points { x: 10 y: 2 } points { x: 10 y: -2 }"));
}

TEST(ImportRoadFeaturesTest, SignsAndLightsHaveTheirTextAndPlace) {
  const Imported imported = Import(
      "<trafficLightRef ref=\"8\"/><speedLimit>13.9</speedLimit>",
      "<trafficSign id=\"7\"><trafficSignElement><trafficSignID>274</trafficSignID><additionalValue>13.9"
      "</additionalValue></trafficSignElement><trafficSignElement><trafficSignID>206</trafficSignID>"
      "</trafficSignElement><position><point><x>3</x><y>4</y></point></position><virtual>true</virtual></trafficSign>"
      "<trafficLight id=\"8\"><cycle><cycleElement><duration>30</duration><color>red</color></cycleElement>"
      "<cycleElement><duration>20</duration><color>green</color></cycleElement></cycle></trafficLight>");
  EXPECT_THAT(imported.features, ElementsAre("kind: KIND_SPEED_LIMIT text: \"13.9 m/s\" points { x: 5 }",
                                             "kind: KIND_TRAFFIC_SIGN text: \"274 13.9, 206\" points { x: 3 y: 4 }",
                                             "kind: KIND_TRAFFIC_LIGHT text: \"red 30, green 20\" points { x: 10 }"));
  EXPECT_EQ(imported.shown, 3);
  EXPECT_EQ(imported.unplaced, 0);
}

TEST(ImportRoadFeaturesTest, WhatCannotBeReadIsCounted) {
  const Imported imported =
      Import("<stopLine><point><x>a</x></point></stopLine><speedLimit>fast</speedLimit>",
             "<trafficSign id=\"7\"/><trafficLight id=\"8\"><position><point><x>1e99</x><y>0</y></point></position>"
             "</trafficLight>");
  EXPECT_THAT(imported.features, testing::IsEmpty());
  EXPECT_EQ(imported.unplaced, 4);
}

TEST(ImportRoadFeaturesTest, LongTextsAreCut) {
  const std::string word = std::string(79, 'x') + "\xc3\xa4\xc3\xa4";
  const Imported imported = Import(
      "", absl::StrCat("<trafficSign id=\"7\"><trafficSignElement><trafficSignID>", word,
                       "</trafficSignID></trafficSignElement><position><point><x>3</x><y>4</y></point></position>"
                       "</trafficSign>"));
  EXPECT_THAT(imported.features, ElementsAre(absl::StrCat("kind: KIND_TRAFFIC_SIGN text: \"", std::string(79, 'x'),
                                                          "...\" points { x: 3 y: 4 }")));
}

TEST(ImportRoadFeaturesTest, WordsThatAreEmptyOrNotUtf8AreLeftOut) {
  const Imported imported = Import(
      "<trafficLightRef ref=\"8\"/><trafficSignRef ref=\"7\"/>",
      "<trafficSign id=\"7\"><trafficSignElement><trafficSignID>274</trafficSignID><additionalValue/>"
      "<additionalValue>\xff</additionalValue><additionalValue>50</additionalValue></trafficSignElement></trafficSign>"
      "<trafficLight id=\"8\"><cycle><cycleElement><duration>30</duration><color>\xff</color></cycleElement>"
      "<cycleElement><duration>\xff</duration><color>red</color></cycleElement><cycleElement><duration>20</duration>"
      "<color>green</color></cycleElement></cycle></trafficLight>");
  EXPECT_THAT(imported.features, ElementsAre("kind: KIND_TRAFFIC_SIGN text: \"274 50\" points { x: 10 }",
                                             "kind: KIND_TRAFFIC_LIGHT text: \"green 20\" points { x: 10 }"));
}

}  // namespace

}  // namespace collision2d::planner
