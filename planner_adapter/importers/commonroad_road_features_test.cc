#include "planner_adapter/importers/commonroad_road_features.h"

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/importers/commonroad_lanelets.h"
#include "planner_adapter/importers/import_counts.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;

struct Imported {
  std::vector<std::string> features;
  int64_t shown = 0;
  int64_t unplaced = 0;
};

// The features of a straight lanelet from 0, 0 to 10, 0, 4 m wide, with this content, in a document with more content.
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
  proto::Scene scene;
  ImportRoadFeatures(document.document_element(), map, counts, scene);
  Imported imported{{}, counts.shown_features, counts.unplaced_features};
  for (const proto::RoadFeature& feature : scene.road_features()) {
    imported.features.push_back(feature.ShortDebugString());
  }
  return imported;
}

TEST(ImportRoadFeaturesTest, StopLinesAreWhereTheyAreOrAtTheEndOfTheLanelet) {
  EXPECT_THAT(
      Import("<stopLine><point><x>9</x><y>-2</y></point><point><x>9</x><y>2</y></point></stopLine>", "").features,
      ElementsAre("kind: STOP_LINE points { x: 9 y: -2 } points { x: 9 y: 2 }"));
  EXPECT_THAT(Import("<stopLine><lineMarking>solid</lineMarking></stopLine>", "").features,
              ElementsAre("kind: STOP_LINE points { x: 10 y: 2 } points { x: 10 y: -2 }"));
}

TEST(ImportRoadFeaturesTest, SignsAndLightsHaveTheirTextAndPlace) {
  const Imported imported = Import(
      "<trafficLightRef ref=\"8\"/><speedLimit>13.9</speedLimit>",
      "<trafficSign id=\"7\"><trafficSignElement><trafficSignID>274</trafficSignID><additionalValue>13.9"
      "</additionalValue></trafficSignElement><trafficSignElement><trafficSignID>206</trafficSignID>"
      "</trafficSignElement><position><point><x>3</x><y>4</y></point></position><virtual>true</virtual></trafficSign>"
      "<trafficLight id=\"8\"><cycle><cycleElement><duration>30</duration><color>red</color></cycleElement>"
      "<cycleElement><duration>20</duration><color>green</color></cycleElement></cycle></trafficLight>");
  EXPECT_THAT(imported.features, ElementsAre("kind: SPEED_LIMIT text: \"13.9 m/s\" points { x: 5 }",
                                             "kind: TRAFFIC_SIGN text: \"274 13.9, 206\" points { x: 3 y: 4 }",
                                             "kind: TRAFFIC_LIGHT text: \"red 30, green 20\" points { x: 10 }"));
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
  EXPECT_THAT(imported.features, ElementsAre(absl::StrCat("kind: TRAFFIC_SIGN text: \"", std::string(79, 'x'),
                                                          "...\" points { x: 3 y: 4 }")));
}

}  // namespace
}  // namespace collision2d::planner
