#include "replay/importers/commonroad.h"

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner {
namespace {

constexpr char kLanelet[] = R"(
  <lanelet id="10">
    <leftBound><point><x>0</x><y>2</y></point><point><x>50</x><y>2</y></point><point><x>150</x><y>2</y></point>
      <lineMarking>dashed</lineMarking></leftBound>
    <rightBound><point><x>0</x><y>-2</y></point><point><x>50</x><y>-2</y></point><point><x>150</x><y>-2</y></point>
    </rightBound>
    <laneletType>urban</laneletType>
  </lanelet>)";

// What both versions of the format have in common, but for the elements' names.
constexpr char kStaticContent[] = R"(
    <type>parkedVehicle</type>
    <shape>
      <circle><radius>1.5</radius><center><x>1</x><y>0</y></center></circle>
      <polygon><point><x>0</x><y>0</y></point><point><x>0</x><y>2</y></point><point><x>1</x><y>1</y></point>
        <point><x>2</x><y>2</y></point><point><x>2</x><y>0</y></point><point><x>0</x><y>0</y></point></polygon>
    </shape>
    <initialState>
      <position><point><x>40</x><y>-3</y></point></position>
      <orientation><exact>0</exact></orientation>
      <time><exact>0</exact></time>
    </initialState>)";
constexpr char kDynamicContent[] = R"(
    <type>car</type>
    <shape><rectangle><length>4.5</length><width>1.8</width></rectangle></shape>
    <initialState>
      <position><point><x>20</x><y>0</y></point></position>
      <orientation><exact>0.1</exact></orientation>
      <time><exact>0</exact></time>
      <velocity><exact>10</exact></velocity>
    </initialState>
    <trajectory>
      <state>
        <position><point><x>22</x><y>0.5</y></point></position>
        <orientation><exact>0.2</exact></orientation>
        <time><exact>1</exact></time>
        <velocity><exact>10</exact></velocity>
      </state>
    </trajectory>)";
constexpr char kProblemContent[] = R"(
    <initialState>
      <position><point><x>5</x><y>0.5</y></point></position>
      <velocity><exact>8</exact></velocity>
      <orientation><exact>0</exact></orientation>
      <yawRate><exact>0</exact></yawRate>
      <slipAngle><exact>0</exact></slipAngle>
      <time><exact>0</exact></time>
    </initialState>
    <goalState>
      <position><lanelet ref="10"/></position>
      <time><intervalStart>10</intervalStart><intervalEnd>20</intervalEnd></time>
      <velocity><intervalStart>4</intervalStart><intervalEnd>6</intervalEnd></velocity>
    </goalState>)";

std::string Document(const char* version, const std::string& content) {
  return absl::StrCat("<?xml version=\"1.0\"?><commonRoad timeStepSize=\"0.2\" commonRoadVersion=\"", version,
                      "\" benchmarkID=\"XYZ_Test-1\">", content, "</commonRoad>");
}

std::string Document2020a() {
  return Document("2020a",
                  absl::StrCat("<location><geoNameId>1</geoNameId></location><scenarioTags><urban/></scenarioTags>",
                               kLanelet, "<staticObstacle id=\"1\">", kStaticContent,
                               "</staticObstacle><dynamicObstacle id=\"2\">", kDynamicContent,
                               "</dynamicObstacle><planningProblem id=\"3\">", kProblemContent, "</planningProblem>"));
}

std::string Document2018b() {
  return Document("2018b",
                  absl::StrCat(kLanelet, "<obstacle id=\"1\"><role>static</role>", kStaticContent,
                               "</obstacle><obstacle id=\"2\"><role>dynamic</role>", kDynamicContent,
                               "</obstacle><planningProblem id=\"3\">", kProblemContent, "</planningProblem>"));
}

std::vector<ImportedScene> MustImport(const std::string& xml) {
  absl::StatusOr<std::vector<ImportedScene>> scenes = ImportCommonRoad(xml);
  EXPECT_TRUE(scenes.ok()) << scenes.status();
  if (!scenes.ok()) return {};
  for (const ImportedScene& imported : *scenes) {
    const absl::StatusOr<Scene> valid = SceneFromProto(imported.scene);
    EXPECT_TRUE(valid.ok()) << valid.status();
  }
  return *std::move(scenes);
}

TEST(CommonRoadOptionsTest, DefaultsAreThoseOfPython) {
  // python/src/_core.pyi has them too.
  const CommonRoadOptions options;
  EXPECT_EQ(options.ego_length_m, 4.508);
  EXPECT_EQ(options.ego_width_m, 1.61);
  EXPECT_EQ(options.ego_reference_to_center_m, 0.0);
  EXPECT_EQ(options.wheelbase_m, 2.5789);
}

TEST(ImportCommonRoadTest, MakesAWholeScene) {
  const std::vector<ImportedScene> scenes = MustImport(Document2020a());
  ASSERT_EQ(scenes.size(), 1u);
  const v1::Scene& scene = scenes[0].scene;
  EXPECT_EQ(scene.id(), "XYZ_Test-1");
  EXPECT_EQ(scene.time_step_s(), 0.2);
  ASSERT_EQ(scene.ego().shapes_size(), 1);
  EXPECT_EQ(scene.ego().shapes(0).ShortDebugString(), "rectangle { length_m: 4.508 width_m: 1.61 center { } }");
  EXPECT_EQ(scene.ego().wheelbase_m(), 2.5789);
  EXPECT_EQ(scene.ego_state().ShortDebugString(), "x: 5 y: 0.5 speed_mps: 8");
  EXPECT_EQ(scene.desired_speed_mps(), 5);
  EXPECT_EQ(scene.drivable_area_size(), 2);
  ASSERT_EQ(scene.lane_boundaries_size(), 2);
  EXPECT_EQ(scene.lane_boundaries(0).ShortDebugString(),
            "id: \"lanelet 10, left\" points { y: 2 } points { x: 50 y: 2 } points { x: 150 y: 2 }");
  EXPECT_EQ(scene.lane_boundaries(1).id(), "lanelet 10, right");
  EXPECT_EQ(scene.lane_boundaries(1).points(0).y(), -2);
  ASSERT_EQ(scene.lanes_size(), 1);
  EXPECT_EQ(scene.lanes(0).ShortDebugString(), "id: \"10\" points { } points { x: 50 } points { x: 150 }");
  ASSERT_EQ(scene.goals_size(), 1);
  EXPECT_EQ(scene.goals(0).time_s().ShortDebugString(), "min: 2 max: 4");
  EXPECT_EQ(scene.goals(0).area_size(), 2);
  EXPECT_EQ(scene.goals(0).speed_mps().ShortDebugString(), "min: 4 max: 6");
  ASSERT_EQ(scene.reference_path_size(), 3);
  EXPECT_EQ(scene.reference_path(1).ShortDebugString(), "x: 50");
  ASSERT_EQ(scene.static_obstacles_size(), 1);
  EXPECT_EQ(scene.static_obstacles(0).type(), "parkedVehicle");
  EXPECT_EQ(scene.static_obstacles(0).kind(), v1::OBSTACLE_KIND_OTHER_VEHICLE);
  ASSERT_EQ(scene.static_obstacles(0).shapes_size(), 3);
  EXPECT_EQ(scene.static_obstacles(0).shapes(0).ShortDebugString(), "disc { center { x: 41 y: -3 } radius_m: 1.5 }");
  ASSERT_EQ(scene.moving_obstacles_size(), 1);
  ASSERT_EQ(scene.predictions_size(), 1);
  ASSERT_EQ(scene.predictions(0).poses_size(), 2);
  EXPECT_EQ(scene.predictions(0).poses(1).ShortDebugString(), "time_s: 0.2 x: 22 y: 0.5 yaw_rad: 0.2");
  EXPECT_EQ(scenes[0].notes, (std::vector<std::string>{
                                 "Obstacle polygons: repeated closing vertex removed: 1 of 1.",
                                 "Obstacle polygons: clockwise order reversed: 1 of 1.",
                                 "Obstacle polygons: not convex, split into 2 convex parts: 1 of 1.",
                                 "Elements not used: \"lineMarking\" (1), \"slipAngle\" (1), \"yawRate\" (1).",
                             }));
}

TEST(ImportCommonRoadTest, ReadsBothVersionsAlike) {
  EXPECT_EQ(MustImport(Document2018b()).at(0).scene.SerializeAsString(),
            MustImport(Document2020a()).at(0).scene.SerializeAsString());
}

TEST(ImportCommonRoadTest, MakesASceneForEachPlanningProblem) {
  const std::vector<ImportedScene> scenes = MustImport(absl::StrReplaceAll(
      Document2020a(), {{"</commonRoad>", absl::StrCat("<planningProblem id=\"4\">", kProblemContent,
                                                       "</planningProblem></commonRoad>")}}));
  ASSERT_EQ(scenes.size(), 2u);
  EXPECT_EQ(scenes[0].scene.id(), "XYZ_Test-1/problem 3");
  EXPECT_EQ(scenes[1].scene.id(), "XYZ_Test-1/problem 4");
  EXPECT_TRUE(scenes[1].scene.has_ego_state());
}

// The document with a second planning problem, 4, whose vehicle begins at this x.
std::string DocumentOfTwoProblems(absl::string_view x) {
  const std::string content = absl::StrReplaceAll(kProblemContent, {{"<x>5</x>", absl::StrCat("<x>", x, "</x>")}});
  return absl::StrReplaceAll(
      Document2020a(),
      {{"</commonRoad>", absl::StrCat("<planningProblem id=\"4\">", content, "</planningProblem></commonRoad>")}});
}

TEST(ImportCommonRoadTest, TheVehiclesOfOtherPlanningProblemsAreObstacles) {
  const std::vector<ImportedScene> scenes = MustImport(DocumentOfTwoProblems("9.6"));
  ASSERT_EQ(scenes.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    const v1::Scene& scene = scenes[i].scene;
    ASSERT_EQ(scene.moving_obstacles_size(), 2);
    const v1::MovingObstacle& other = scene.moving_obstacles(1);
    EXPECT_EQ(other.id(), i == 0 ? "ego of problem 4" : "ego of problem 3");
    EXPECT_EQ(other.shapes(0).SerializeAsString(), scene.ego().shapes(0).SerializeAsString());
    ASSERT_EQ(scene.predictions_size(), 2);
    const v1::Prediction& prediction = scene.predictions(1);
    EXPECT_EQ(prediction.obstacle_id(), other.id());
    ASSERT_EQ(prediction.poses_size(), 2);
    EXPECT_EQ(prediction.poses(0).x(), scenes[1 - i].scene.ego_state().x());
    EXPECT_EQ(prediction.poses(1).time_s() - prediction.poses(0).time_s(), kOtherEgoHorizon_s);
    EXPECT_EQ(prediction.poses(1).x() - prediction.poses(0).x(), 10.0 * scene.ego_state().speed_mps());
    EXPECT_TRUE(SceneFromProto(scene).ok());
    EXPECT_THAT(
        scenes[i].notes,
        testing::Contains("Vehicles of other planning problems, which are obstacles with their initial velocity "
                          "for 10 s: 1."));
  }
}

// Two problems for one vehicle: 4.508 m long, it is in its own way.
TEST(ImportCommonRoadTest, VehiclesInTheSamePlaceAreAlternatives) {
  for (const char* x : {"5", "9.4", "0.6"}) {
    for (const ImportedScene& scene : MustImport(DocumentOfTwoProblems(x))) {
      EXPECT_EQ(scene.scene.moving_obstacles_size(), 1) << x;
      EXPECT_THAT(scene.notes, testing::Contains("Vehicles of other planning problems in the place of the ego vehicle, "
                                                 "left out as alternatives: 1."));
      EXPECT_THAT(scene.notes, testing::Not(testing::Contains(testing::HasSubstr("which are obstacles"))));
    }
  }
}

TEST(ImportCommonRoadTest, LaneletsForOthersHaveNoLaneBoundaries) {
  const std::vector<ImportedScene> scenes =
      MustImport(absl::StrReplaceAll(Document2020a(), {{"<laneletType>urban", "<laneletType>sidewalk"}}));
  ASSERT_EQ(scenes.size(), 1u);
  EXPECT_EQ(scenes[0].scene.lane_boundaries_size(), 0);
  // The goal's lanelet is still its area.
  EXPECT_EQ(scenes[0].scene.goals(0).area_size(), 2);
  EXPECT_THAT(scenes[0].notes, testing::Contains(testing::HasSubstr("not for vehicles, left out")));
  CommonRoadOptions all;
  all.road_lanelets = RoadLanelets::kAll;
  const ImportedScene on_foot =
      ImportCommonRoad(absl::StrReplaceAll(Document2020a(), {{"<laneletType>urban", "<laneletType>sidewalk"}}), all)
          ->at(0);
  EXPECT_EQ(on_foot.scene.drivable_area_size(), 2);
  EXPECT_THAT(on_foot.notes, testing::Not(testing::Contains(testing::HasSubstr("left out of the drivable area"))));
}

TEST(ImportCommonRoadTest, BoundsWithRepeatedPointsAreLinesWithoutThem) {
  const std::vector<ImportedScene> scenes = MustImport(absl::StrReplaceAll(
      Document2020a(), {{"<x>50</x><y>2</y>", "<x>0</x><y>2</y>"}, {"<x>150</x><y>-2</y>", "<x>50</x><y>-2</y>"}}));
  ASSERT_EQ(scenes.size(), 1u);
  ASSERT_EQ(scenes[0].scene.lane_boundaries_size(), 2);
  EXPECT_EQ(scenes[0].scene.lane_boundaries(0).points_size(), 2);
  EXPECT_EQ(scenes[0].scene.lane_boundaries(1).points_size(), 2);
}

TEST(ImportCommonRoadTest, SaysWhatIsNotThere) {
  const std::vector<ImportedScene> scenes = MustImport(Document("2017a", "<foo><bar/></foo><foo/>"));
  ASSERT_EQ(scenes.size(), 1u);
  EXPECT_FALSE(scenes[0].scene.has_ego_state());
  EXPECT_FALSE(scenes[0].scene.has_desired_speed_mps());
  EXPECT_EQ(scenes[0].notes, (std::vector<std::string>{
                                 "commonRoadVersion \"2017a\" is not 2018b or 2020a: read as if it were.",
                                 "The file has no lanelets for vehicles: the drivable area is not known.",
                                 "The file has no obstacles.",
                                 "Elements not used: \"foo\" (2).",
                                 "The file has no planning problem: there is no ego state to plan from.",
                             }));
}

// Whatever is there and not read is counted by its name, with nothing that it has inside.
TEST(ImportCommonRoadTest, CountsWhatIsNotRead) {
  const std::vector<std::pair<const char*, const char*>> additions = {
      {"<commonRoad ", "<commonRoad timeStepSize=\"0.3\" "},
      {"</lanelet>", "<userOneWay/><leftBound/></lanelet><intersection><foo/></intersection>"},
      {"<x>50</x><y>2</y>", "<x>50</x><x>51</x><y>2</y><z>1</z>"},
      {"</staticObstacle>", "<trajectory><state/></trajectory></staticObstacle><trafficSign><foo/></trafficSign>"},
      {"<radius>1.5</radius>", "<radius>1.5</radius><radius>2</radius>"},
      {"<type>car</type>", "<type>car<bar/></type><signalSeries><foo/></signalSeries>"},
      {"<orientation><exact>0.2</exact>", "<velocityY/><orientation><exact>0.2</exact><intervalEnd/>"},
      {"<x>22</x><y>0.5</y></point>", "<x>22</x><y>0.5</y></point><circle/><point/>"},
      {"<lanelet ref=\"10\"/>", "<lanelet ref=\"10\"/><rectangle/>"},
  };
  const std::vector<ImportedScene> scenes = MustImport(absl::StrReplaceAll(Document2020a(), additions));
  ASSERT_EQ(scenes.size(), 1u);
  std::string note;
  for (const std::string& line : scenes[0].notes) {
    if (absl::StartsWith(line, "Elements not used: ")) note = line;
  }
  EXPECT_EQ(note,
            "Elements not used: \"attribute timeStepSize\" (1), \"bar\" (1), \"circle\" (1), \"intersection\" (1), "
            "\"intervalEnd\" (1), \"leftBound\" (1), \"lineMarking\" (1), \"point\" (1), \"radius\" (1), "
            "\"rectangle\" (1), \"signalSeries\" (1), \"slipAngle\" (1), \"trajectory\" (1), \"userOneWay\" (1), "
            "\"velocityY\" (1), \"x\" (1), \"yawRate\" (1), \"z\" (1).");
}

// The document with this obstacle's id, at this place and orientation at first.
std::string WithObstacleAt(int id, const std::string& x, const std::string& y, const std::string& yaw) {
  return absl::StrReplaceAll(Document2020a(),
                             {{"<dynamicObstacle id=\"2\">", absl::StrCat("<dynamicObstacle id=\"", id, "\">")},
                              {"<x>20</x><y>0</y>", absl::StrCat("<x>", x, "</x><y>", y, "</y>")},
                              {"<x>22</x><y>0.5</y>", "<x>6.6</x><y>0.5</y>"},
                              {"<orientation><exact>0.1<", absl::StrCat("<orientation><exact>", yaw, "<")}});
}

TEST(ImportCommonRoadTest, TheEgoVehicleAmongTheObstaclesIsTheLog) {
  // On the ego state with its speed, 8 m/s; or with the problem's id and nearly there.
  for (const std::string& xml : {WithObstacleAt(2, "5", "0.5", "6.283185307"), WithObstacleAt(3, "5.5", "1", "0.3")}) {
    const std::vector<ImportedScene> scenes = MustImport(xml);
    const v1::Scene& scene = scenes.at(0).scene;
    EXPECT_EQ(scene.moving_obstacles_size(), 0);
    EXPECT_EQ(scene.predictions_size(), 0);
    ASSERT_EQ(scene.candidates_size(), 1);
    EXPECT_EQ(scene.candidates(0).id(), "logged");
    EXPECT_TRUE(scene.candidates(0).is_recorded());
    ASSERT_EQ(scene.candidates(0).poses_size(), 2);
    EXPECT_EQ(scene.candidates(0).poses(1).x(), 6.6);
    EXPECT_THAT(scenes[0].notes, testing::Contains(testing::HasSubstr("is the ego vehicle itself: it is left out")));
    EXPECT_TRUE(SceneFromProto(scene).ok());
  }
  // Beside it, turned, or of another speed; the id of the problem far away.
  for (const std::string& xml : {WithObstacleAt(2, "5", "0.52", "0"), WithObstacleAt(2, "5", "0.5", "0.02"),
                                 WithObstacleAt(2, "4.995", "0.5", "3.1416"), WithObstacleAt(3, "9", "0.5", "0"),
                                 absl::StrReplaceAll(WithObstacleAt(2, "5", "0.5", "0"), {{"6.6<", "6.8<"}})}) {
    EXPECT_EQ(MustImport(xml).at(0).scene.moving_obstacles_size(), 1);
  }
}

TEST(ImportCommonRoadTest, AnOptionNamesTheEgoVehicleAmongTheObstacles) {
  CommonRoadOptions options;
  options.ego_obstacle = "none";
  const std::string same = WithObstacleAt(2, "5", "0.5", "0");
  EXPECT_EQ(ImportCommonRoad(same, options)->at(0).scene.moving_obstacles_size(), 1);
  options.ego_obstacle = "2";
  options.ego_reference_to_center_m = 1.0;
  const v1::Scene scene = ImportCommonRoad(WithObstacleAt(2, "9", "0.5", "0"), options)->at(0).scene;
  EXPECT_EQ(scene.moving_obstacles_size(), 0);
  EXPECT_EQ(scene.candidates(0).poses(0).x(), 8.0);
  options.ego_obstacle = "1";
  EXPECT_THAT(ImportCommonRoad(same, options).status().message(),
              testing::HasSubstr("options.ego_obstacle: there is no moving obstacle \"1\""));
}

TEST(ImportCommonRoadTest, TakesTheEgoBodyFromTheOptions) {
  CommonRoadOptions options;
  options.ego_length_m = 12.0;
  options.ego_width_m = 2.5;
  options.ego_reference_to_center_m = 3.5;
  options.wheelbase_m = 6.0;
  const absl::StatusOr<std::vector<ImportedScene>> scenes = ImportCommonRoad(Document2020a(), options);
  ASSERT_TRUE(scenes.ok()) << scenes.status();
  EXPECT_EQ(scenes->at(0).scene.ego().ShortDebugString(),
            "shapes { rectangle { length_m: 12 width_m: 2.5 center { x: 3.5 } } } wheelbase_m: 6");
}

TEST(ImportCommonRoadTest, AVehicleInTheSamePlaceAtAnotherTimeIsAnObstacle) {
  const std::string later = absl::StrReplaceAll(kProblemContent, {{"<time><exact>0<", "<time><exact>1<"}});
  const std::vector<ImportedScene> scenes = MustImport(absl::StrReplaceAll(
      Document2020a(),
      {{"</commonRoad>", absl::StrCat("<planningProblem id=\"4\">", later, "</planningProblem></commonRoad>")}}));
  ASSERT_EQ(scenes.size(), 2u);
  ASSERT_EQ(scenes[0].scene.moving_obstacles_size(), 2);
  EXPECT_EQ(scenes[0].scene.moving_obstacles(1).id(), "ego of problem 4");
  EXPECT_EQ(scenes[0].scene.predictions(1).poses(0).time_s(), 0.2);
}

// The lanelet and its bounds are one point each: nothing to draw, and no lane to follow.
TEST(ImportCommonRoadTest, LanesAndBoundsThatAreOnePointAreLeftOut) {
  const std::vector<ImportedScene> scenes =
      MustImport(absl::StrReplaceAll(Document2020a(), {{"<x>50</x>", "<x>0</x>"}, {"<x>150</x>", "<x>0</x>"}}));
  ASSERT_EQ(scenes.size(), 1u);
  EXPECT_EQ(scenes[0].scene.lane_boundaries_size(), 0);
  EXPECT_EQ(scenes[0].scene.lanes_size(), 0);
  EXPECT_THAT(scenes[0].notes, testing::Contains("Lanelet quadrilaterals: without area: 2 of 2."));
  EXPECT_THAT(scenes[0].notes,
              testing::Contains("No lanelet near the ego vehicle: the reference path is a straight line ahead."));
}

}  // namespace
}  // namespace collision2d::planner
