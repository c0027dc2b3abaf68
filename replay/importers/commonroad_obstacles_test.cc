#include "replay/importers/commonroad_obstacles.h"

#include <pugixml.hpp>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "replay/importers/commonroad_state.h"
#include "replay/importers/import_counts.h"

namespace collision2d::planner::commonroad_obstacles_test {

// An occupancy whose disc's radius names it.
SteppedOccupancy Occupancy(int64_t first_step, int64_t last_step, double name) {
  SteppedOccupancy occupancy = {first_step, last_step, {}};
  occupancy.shapes.emplace_back().mutable_disc()->set_radius_m(name);
  return occupancy;
}

// "time:names" of each instant.
std::string Print(const OccupancyTimeline& timeline) {
  std::string text;
  for (const v1::TimedOccupancy& instant : timeline.occupancies) {
    absl::StrAppend(&text, text.empty() ? "" : " ", instant.time_s(), ":");
    for (const v1::Shape& shape : instant.shapes()) absl::StrAppend(&text, shape.disc().radius_m());
  }
  return text;
}

TEST(MakeOccupancyTimelineTest, TellsWhatHoldsFromEachInstantOn) {
  const struct {
    const char* name;
    std::vector<SteppedOccupancy> stepped;
    const char* expected;
    int gaps;
  } cases[] = {
      {"one step", {Occupancy(4, 4, 1)}, "2:1", 0},
      {"one interval", {Occupancy(4, 8, 1)}, "2:1 4:1", 0},
      {"consecutive steps", {Occupancy(0, 0, 1), Occupancy(1, 1, 2), Occupancy(2, 2, 3)}, "0:1 0.5:2 1:3", 0},
      {"intervals that share their ends",
       {Occupancy(0, 2, 1), Occupancy(2, 4, 2), Occupancy(4, 6, 3)},
       "0:1 1:12 1.5:2 2:23 2.5:3 3:3",
       0},
      {"a gap", {Occupancy(0, 0, 1), Occupancy(6, 6, 2)}, "0:1 3:2", 1},
      {"a nested interval", {Occupancy(0, 10, 1), Occupancy(2, 3, 2)}, "0:1 1:12 2:1 5:1", 0},
      {"negative steps", {Occupancy(-2, -2, 1), Occupancy(-1, -1, 2)}, "-1:1 -0.5:2", 0},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.name);
    const absl::StatusOr<OccupancyTimeline> timeline = MakeOccupancyTimeline(test.stepped, 0.5);
    ASSERT_TRUE(timeline.ok()) << timeline.status();
    EXPECT_EQ(Print(*timeline), test.expected);
    EXPECT_EQ(timeline->gaps, test.gaps);
  }
}

TEST(MakeOccupancyTimelineTest, RefusesToGrowWithoutLimit) {
  std::vector<SteppedOccupancy> stepped;
  for (int i = 0; i < 500; ++i) stepped.push_back(Occupancy(i, 1000000, 1));
  const absl::StatusOr<OccupancyTimeline> timeline = MakeOccupancyTimeline(stepped, 0.5);
  ASSERT_FALSE(timeline.ok());
  EXPECT_EQ(timeline.status().message(), "overlapping time intervals come to more than 100000 shapes");
}

constexpr char kCar[] = "<type>car</type><shape><rectangle><length>4</length><width>2</width></rectangle></shape>";

std::string Disc(double x) {
  return absl::StrCat("<shape><circle><radius>1</radius><center><x>", x, "</x><y>0</y></center></circle></shape>");
}

std::string Exact(int value) { return absl::StrCat("<exact>", value, "</exact>"); }

std::string Between(double low, double high) {
  return absl::StrCat("<intervalStart>", low, "</intervalStart><intervalEnd>", high, "</intervalEnd>");
}

// A state at (x, 0) with yaw 0.
std::string State(const char* name, double x, const std::string& time) {
  return absl::StrCat("<", name, "><position><point><x>", x, "</x><y>0</y></point></position><orientation>", Exact(0),
                      "</orientation><time>", time, "</time></", name, ">");
}

std::string Occupancy(double x, const std::string& time) {
  return absl::StrCat("<occupancy>", Disc(x), "<time>", time, "</time></occupancy>");
}

struct Imported {
  absl::Status status;
  v1::Scene scene;
  ImportCounts counts;
};

Imported Import(const std::string& content) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(absl::StrCat("<commonRoad>", content, "</commonRoad>").c_str()));
  Imported imported;
  imported.status = ImportObstacles(document.document_element(), 0.5, imported.counts, imported.scene);
  return imported;
}

// "time:x ..." of the poses, or "time:x+x ..." of the occupancies' discs.
std::string Print(const v1::Prediction& prediction) {
  std::string text;
  for (const v1::TimedPose& pose : prediction.poses()) absl::StrAppend(&text, pose.time_s(), ":", pose.x(), " ");
  for (const v1::TimedOccupancy& occupancy : prediction.occupancies()) {
    absl::StrAppend(&text, occupancy.time_s(), ":");
    for (const v1::Shape& shape : occupancy.shapes()) {
      if (shape.has_disc()) absl::StrAppend(&text, shape.disc().center().x(), "+");
      if (shape.has_rectangle()) absl::StrAppend(&text, "r", shape.rectangle().center().x(), "+");
      if (shape.has_polygon()) absl::StrAppend(&text, "p", shape.polygon().vertices_size(), "+");
    }
    text.back() = ' ';
  }
  return text;
}

TEST(ImportObstaclesTest, ReadsEveryKindOfStaticObstacle) {
  const Imported imported = Import(
      absl::StrCat("<obstacle id=\"1\"><role>static</role>", kCar, State("initialState", 7, Exact(0)), "</obstacle>",
                   "<staticObstacle id=\"2\">", kCar, State("initialState", 8, Exact(0)), "</staticObstacle>",
                   "<environmentObstacle id=\"3\"><type>building</type>", Disc(9), "</environmentObstacle>"));
  ASSERT_TRUE(imported.status.ok()) << imported.status;
  ASSERT_EQ(imported.scene.static_obstacles_size(), 3);
  EXPECT_EQ(imported.scene.static_obstacles(0).shapes(0).rectangle().center().x(), 7);
  EXPECT_EQ(imported.scene.static_obstacles(0).type(), "car");
  EXPECT_EQ(imported.scene.static_obstacles(0).kind(), v1::OBSTACLE_KIND_CAR);
  EXPECT_EQ(imported.scene.static_obstacles(1).shapes(0).rectangle().center().x(), 8);
  EXPECT_EQ(imported.scene.static_obstacles(2).shapes(0).disc().center().x(), 9);
  EXPECT_EQ(imported.scene.static_obstacles(2).id(), "3");
  EXPECT_EQ(imported.scene.moving_obstacles_size(), 0);
  EXPECT_EQ(imported.counts.static_obstacles, 3);
}

TEST(ImportObstaclesTest, ReadsTrajectoriesAsPoses) {
  const std::string body = absl::StrCat(kCar, State("initialState", 1, Exact(0)), "<trajectory>",
                                        State("state", 2, Exact(1)), State("state", 4, Exact(3)), "</trajectory>");
  const Imported imported = Import(absl::StrCat("<obstacle id=\"1\"><role> dynamic\n</role>", body, "</obstacle>",
                                                "<dynamicObstacle id=\"2\">", body, "</dynamicObstacle>"));
  ASSERT_TRUE(imported.status.ok()) << imported.status;
  ASSERT_EQ(imported.scene.moving_obstacles_size(), 2);
  EXPECT_EQ(imported.scene.moving_obstacles(0).shapes(0).ShortDebugString(),
            "rectangle { length_m: 4 width_m: 2 center { } }");
  ASSERT_EQ(imported.scene.predictions_size(), 2);
  EXPECT_EQ(imported.scene.predictions(1).obstacle_id(), "2");
  for (const v1::Prediction& prediction : imported.scene.predictions()) {
    EXPECT_EQ(Print(prediction), "0:1 0.5:2 1.5:4 ");
  }
}

TEST(ImportObstaclesTest, ReadsOccupancySets) {
  const std::string set =
      absl::StrCat("<occupancySet>", Occupancy(3, Exact(1)), Occupancy(4, Between(2, 4)), "</occupancySet>");
  const Imported imported =
      Import(absl::StrCat("<dynamicObstacle id=\"1\">", kCar, State("initialState", 2, Exact(0)), set,
                          "</dynamicObstacle><dynamicObstacle id=\"2\">", kCar, State("initialState", 2, Exact(1)), set,
                          "</dynamicObstacle><phantomObstacle id=\"3\">", set, "</phantomObstacle>"));
  ASSERT_TRUE(imported.status.ok()) << imported.status;
  ASSERT_EQ(imported.scene.predictions_size(), 3);
  EXPECT_EQ(Print(imported.scene.predictions(0)), "0:r2 0.5:3 1:4 2:4 ");
  EXPECT_EQ(Print(imported.scene.predictions(1)), "0.5:3 1:4 2:4 ");
  EXPECT_EQ(Print(imported.scene.predictions(2)), "0.5:3 1:4 2:4 ");
  EXPECT_EQ(imported.scene.moving_obstacles(2).shapes_size(), 0);
  EXPECT_EQ(imported.counts.occupancy_gaps, 0);
}

TEST(ImportObstaclesTest, KeepsTheInitialPoseWithoutPrediction) {
  const Imported imported = Import(
      absl::StrCat("<dynamicObstacle id=\"1\">", kCar, State("initialState", 2, Exact(0)), "</dynamicObstacle>"));
  ASSERT_TRUE(imported.status.ok()) << imported.status;
  EXPECT_EQ(Print(imported.scene.predictions(0)), "0:2 ");
  EXPECT_EQ(imported.counts.single_pose_predictions, 1);
}

TEST(ImportObstaclesTest, AnEmptyTrajectoryLeavesTheInitialPoseAndIsCounted) {
  const Imported imported = Import(absl::StrCat("<dynamicObstacle id=\"1\">", kCar, State("initialState", 2, Exact(0)),
                                                "<trajectory/></dynamicObstacle>"));
  ASSERT_TRUE(imported.status.ok()) << imported.status;
  EXPECT_EQ(Print(imported.scene.predictions(0)), "0:2 ");
  EXPECT_EQ(imported.counts.empty_trajectories, 1);
}

TEST(ImportObstaclesTest, AFirstStateAtTheInitialTimeIsLeftOut) {
  for (const double x : {2.0, 3.0}) {
    const Imported imported = Import(
        absl::StrCat("<dynamicObstacle id=\"1\">", kCar, State("initialState", 2, Exact(0)), "<trajectory>",
                     State("state", x, Exact(0)), State("state", 4, Exact(1)), "</trajectory></dynamicObstacle>"));
    ASSERT_TRUE(imported.status.ok()) << imported.status;
    EXPECT_EQ(Print(imported.scene.predictions(0)), "0:2 0.5:4 ");
    EXPECT_EQ(imported.counts.repeated_initial_states, 1);
    EXPECT_EQ(imported.counts.changed_initial_states, x == 2.0 ? 0 : 1);
  }
}

TEST(ImportObstaclesTest, AFirstStateAtTheInitialTimeIsLeftOutAlsoIfItIsUncertain) {
  const auto uncertain = [](const std::string& name, double length) {
    return absl::StrCat("<", name, "><position><rectangle><length>", length,
                        "</length><width>1</width></rectangle></position><orientation>", Exact(0),
                        "</orientation><time>", Exact(0), "</time></", name, ">");
  };
  for (const double length : {1.0, 2.0}) {
    const Imported imported = Import(absl::StrCat("<dynamicObstacle id=\"1\">", kCar, uncertain("initialState", 1.0),
                                                  "<trajectory>", uncertain("state", length),
                                                  State("state", 4, Exact(1)), "</trajectory></dynamicObstacle>"));
    ASSERT_TRUE(imported.status.ok()) << imported.status;
    EXPECT_EQ(imported.scene.predictions(0).occupancies_size(), 2);
    EXPECT_EQ(imported.counts.repeated_initial_states, 1);
    EXPECT_EQ(imported.counts.changed_initial_states, length == 1.0 ? 0 : 1);
  }
}

TEST(ImportObstaclesTest, WhatAnObstacleOfItsKindDoesNotHaveIsLeftOutAndCounted) {
  const Imported imported = Import(absl::StrCat("<staticObstacle id=\"1\">", kCar, State("initialState", 2, Exact(0)),
                                                "<trajectory/></staticObstacle><phantomObstacle id=\"2\"/>"));
  ASSERT_TRUE(imported.status.ok()) << imported.status;
  EXPECT_EQ(imported.scene.static_obstacles_size(), 1);
  EXPECT_EQ(imported.scene.moving_obstacles_size(), 0);
  EXPECT_EQ(imported.counts.phantoms_without_occupancy, 1);
}

TEST(ImportObstaclesTest, OrientationsThatAreNotGivenAreCounted) {
  const std::string place =
      absl::StrCat("<position><point><x>1</x><y>0</y></point></position><time>", Exact(0), "</time>");
  const std::string motion = absl::StrCat("<velocity>", Exact(0), "</velocity><velocityY>", Exact(2), "</velocityY>");
  const Imported imported = Import(absl::StrCat("<staticObstacle id=\"1\">", kCar, "<initialState>", place,
                                                "</initialState></staticObstacle>", "<dynamicObstacle id=\"2\">", kCar,
                                                "<initialState>", place, motion, "</initialState></dynamicObstacle>"));
  ASSERT_TRUE(imported.status.ok()) << imported.status;
  EXPECT_EQ(imported.counts.assumed_orientations, 1);
  EXPECT_EQ(imported.counts.orientations_from_velocities, 1);
  EXPECT_NEAR(imported.scene.predictions(0).poses(0).yaw_rad(), 1.5707963267948966, 1e-15);
}

TEST(ImportObstaclesTest, MakesHypothesesOfTrajectoryAndOccupancySet) {
  const Imported imported =
      Import(absl::StrCat("<dynamicObstacle id=\"1\">", kCar, State("initialState", 2, Exact(0)), "<trajectory>",
                          State("state", 3, Exact(1)), "</trajectory><occupancySet>", Occupancy(3, Exact(1)),
                          "</occupancySet></dynamicObstacle>"));
  ASSERT_TRUE(imported.status.ok()) << imported.status;
  ASSERT_EQ(imported.scene.predictions_size(), 2);
  EXPECT_EQ(Print(imported.scene.predictions(0)), "0:r2 0.5:3 ");
  EXPECT_EQ(Print(imported.scene.predictions(1)), "0:2 0.5:3 ");
}

TEST(ImportObstaclesTest, CoversUncertainStates) {
  const std::string uncertain = absl::StrCat(
      "<state><position><rectangle><length>1</length><width>1</width><center><x>9</x><y>0</y></center></rectangle>"
      "</position><orientation>",
      Between(-0.1, 0.1), "</orientation><time>", Exact(2), "</time></state>");
  const Imported imported =
      Import(absl::StrCat("<dynamicObstacle id=\"1\">", kCar, State("initialState", 2, Exact(0)), "<trajectory>",
                          State("state", 3, Between(1, 1)), uncertain, "</trajectory></dynamicObstacle>"));
  ASSERT_TRUE(imported.status.ok()) << imported.status;
  ASSERT_EQ(imported.scene.predictions_size(), 1);
  const v1::Prediction& prediction = imported.scene.predictions(0);
  ASSERT_EQ(prediction.occupancies_size(), 3);
  EXPECT_EQ(prediction.occupancies(1).shapes(0).rectangle().center().x(), 3);
  // The outermost point ahead: half a position rectangle, and the body's front corner or its front
  // at yaw 0.1.
  const Aabb2 box = OutlineOf(prediction.occupancies(2).shapes(0)).value().Bounds();
  EXPECT_GE(box.max.x, 9 + 0.5 + 2 * std::cos(0.1) + 1 * std::sin(0.1));
  EXPECT_LE(box.max.x, 9 + 0.5 + 2 * std::cos(0.1) + 1 * std::sin(0.1) + 0.02);
  EXPECT_EQ(imported.counts.uncertain_states, 1);
  EXPECT_EQ(imported.counts.set_based_trajectories, 1);
}

// A state of these elements.
std::string StateOf(const std::string& name, const std::string& position, const std::string& orientation,
                    const std::string& time) {
  return absl::StrCat("<", name, "><position>", position, "</position><orientation>", orientation,
                      "</orientation><time>", time, "</time></", name, ">");
}

constexpr char kPlace[] = "<point><x>2</x><y>0</y></point>";

TEST(ImportObstaclesTest, AnUncertainInitialStateAloneIsAnOccupancy) {
  const struct {
    std::string position;
    std::string orientation;
    double max_x;
  } cases[] = {
      {"<circle><radius>3</radius><center><x>2</x><y>0</y></center></circle>", Exact(0), 2 + 2 + 3},
      {kPlace, Between(0, 0.25), 2 + 2 * std::cos(0.25) + std::sin(0.25)},
  };
  for (const auto& test : cases) {
    const std::string state = StateOf("initialState", test.position, test.orientation, Exact(0));
    const Imported imported =
        Import(absl::StrCat("<dynamicObstacle id=\"1\">", kCar, state, "</dynamicObstacle><staticObstacle id=\"2\">",
                            kCar, state, "</staticObstacle>"));
    ASSERT_TRUE(imported.status.ok()) << imported.status;
    EXPECT_EQ(imported.scene.predictions(0).poses_size(), 0);
    ASSERT_EQ(imported.scene.predictions(0).occupancies_size(), 1);
    for (const v1::Shape& covered :
         {imported.scene.predictions(0).occupancies(0).shapes(0), imported.scene.static_obstacles(0).shapes(0)}) {
      EXPECT_GE(OutlineOf(covered).value().Bounds().max.x, test.max_x - 1e-12);
    }
    EXPECT_EQ(imported.counts.uncertain_states, 2);
    EXPECT_EQ(imported.counts.single_pose_predictions, 1);
    EXPECT_EQ(imported.counts.set_based_trajectories, 0);
  }
}

TEST(ImportObstaclesTest, WhateverDiffersFromTheInitialStateIsCountedAsChanged) {
  const std::string circle = "<circle><radius>1</radius><center><x>2</x><y>0</y></center></circle>";
  const std::string larger = "<circle><radius>2</radius><center><x>2</x><y>0</y></center></circle>";
  const std::string yaw = Between(0, 0.5);
  const struct {
    std::string position;
    std::string orientation;
    int changed;
  } cases[] = {{circle, yaw, 0}, {larger, yaw, 1}, {circle, Between(0.25, 0.5), 1}, {circle, Between(0, 0.25), 1}};
  for (const auto& test : cases) {
    const Imported imported = Import(
        absl::StrCat("<dynamicObstacle id=\"1\">", kCar, StateOf("initialState", circle, yaw, Exact(0)), "<trajectory>",
                     StateOf("state", test.position, test.orientation, Exact(0)), "</trajectory></dynamicObstacle>"));
    ASSERT_TRUE(imported.status.ok()) << imported.status;
    EXPECT_EQ(imported.counts.repeated_initial_states, 1);
    EXPECT_EQ(imported.counts.changed_initial_states, test.changed);
    EXPECT_EQ(imported.scene.predictions(0).occupancies_size(), 1);
  }
}

TEST(ImportObstaclesTest, AFirstStateThatEndsLaterThanTheInitialStateIsNotItsRepetition) {
  const Imported imported =
      Import(absl::StrCat("<dynamicObstacle id=\"1\">", kCar, State("initialState", 2, Exact(0)), "<trajectory>",
                          State("state", 2, Between(0, 3)), "</trajectory></dynamicObstacle>"));
  EXPECT_EQ(imported.status.message(),
            "dynamicObstacle[id=1].trajectory.state.time: time step 0 is not after the one before it, 0");
}

TEST(ImportObstaclesTest, RefusesToCollectShapesWithoutLimit) {
  const auto shape = [](int64_t circles) {
    std::string text = "<type>car</type><shape>";
    for (int64_t i = 0; i < circles; ++i) text += "<circle><radius>1</radius></circle>";
    return text + "</shape>";
  };
  const auto message = [](const std::string& content) { return std::string(Import(content).status.message()); };
  const std::string too_many = shape(kMaxOccupancyShapes + 1);
  // In one occupancy, in one state, and in several.
  EXPECT_EQ(message(absl::StrCat("<phantomObstacle id=\"1\"><occupancySet><occupancy>", too_many, "<time>", Exact(1),
                                 "</time></occupancy></occupancySet></phantomObstacle>")),
            "phantomObstacle[id=1].occupancySet.occupancy: the obstacle's occupancies come to more than 100000 shapes");
  EXPECT_EQ(message(absl::StrCat("<dynamicObstacle id=\"1\">", too_many, State("initialState", 2, Exact(0)),
                                 "<occupancySet>", Occupancy(1, Exact(1)), "</occupancySet></dynamicObstacle>")),
            "dynamicObstacle[id=1].initialState: the obstacle's occupancies come to more than 100000 shapes");
  std::string states;
  for (int i = 1; i <= 100; ++i) states += State("state", i, Between(2 * i, 2 * i + 1));
  EXPECT_EQ(message(absl::StrCat("<dynamicObstacle id=\"1\">", shape(kMaxOccupancyShapes / 100),
                                 State("initialState", 2, Exact(0)), "<trajectory>", states,
                                 "</trajectory></dynamicObstacle>")),
            "dynamicObstacle[id=1].trajectory.state[99]: the obstacle's occupancies come to more than 100000 shapes");
  // Occupancies whose intervals overlap are counted once for each instant.
  std::string overlapping;
  for (int i = 1; i <= 500; ++i) overlapping += Occupancy(1, Between(i, 1000));
  EXPECT_EQ(message(absl::StrCat("<phantomObstacle id=\"1\"><occupancySet>", overlapping,
                                 "</occupancySet></phantomObstacle>")),
            "phantomObstacle[id=1].occupancySet: overlapping time intervals come to more than 100000 shapes");
}

TEST(ImportObstaclesTest, NamesWhatIsWrong) {
  const std::string initial = State("initialState", 2, Exact(0));
  const auto dynamic = [](const std::string& content) {
    return absl::StrCat("<dynamicObstacle id=\"42\">", content, "</dynamicObstacle>");
  };
  const struct {
    std::string content;
    const char* message;
  } cases[] = {
      {"<obstacle id=\"1\"/>", "obstacle[id=1]: element role is missing"},
      {"<obstacle id=\"1\"><role>odd</role></obstacle>", "obstacle[id=1].role: \"odd\" is neither static nor dynamic"},
      {absl::StrCat("<staticObstacle>", kCar, initial, "</staticObstacle>"), "staticObstacle: attribute id is missing"},
      {absl::StrCat("<staticObstacle id=\"1\">", initial, "</staticObstacle>"),
       "staticObstacle[id=1]: element shape is missing"},
      {absl::StrCat("<staticObstacle id=\"1\">", kCar, "</staticObstacle>"),
       "staticObstacle[id=1]: element initialState is missing"},
      {dynamic(absl::StrCat(kCar, initial, "<occupancySet/>")),
       "dynamicObstacle[id=42].occupancySet: element occupancy is missing"},
      {dynamic(absl::StrCat(kCar, initial)) + dynamic(""),
       "dynamicObstacle[id=42]: the id \"42\" is already an earlier obstacle's"},
      {dynamic(absl::StrCat(kCar, initial, "<trajectory>", State("state", 2, Exact(1)), State("state", 3, Exact(1)),
                            "</trajectory>")),
       "dynamicObstacle[id=42].trajectory.state[1].time: time step 1 is not after the one before it, 1"},
      {dynamic(absl::StrCat(kCar, initial, "<trajectory>", State("state", 2, Exact(-1)), "</trajectory>")),
       "dynamicObstacle[id=42].trajectory.state.time: time step -1 is not after the one before it, 0"},
      {dynamic(absl::StrCat(kCar, initial, "<occupancySet>", Occupancy(1, Exact(3)), Occupancy(2, Exact(2)),
                            "</occupancySet>")),
       "dynamicObstacle[id=42].occupancySet.occupancy[1].time: time step 2 is not after the one before it, 3"},
      {dynamic(absl::StrCat(kCar, initial, "<trajectory>", State("state", 2, Exact(1)),
                            "<state><position><point><x>abc</x><y>0</y></point></position><time>", Exact(2),
                            "</time></state></trajectory>")),
       "dynamicObstacle[id=42].trajectory.state[1].position.point.x: \"abc\" is not a number"},
      {absl::StrCat("<staticObstacle id=\"1\">", Disc(9e7), State("initialState", 9e7, Exact(0)), "</staticObstacle>"),
       "staticObstacle[id=1].initialState: placed shape: vertices[0].x: 180000000 m is beyond the limit of 1e+08 m"},
  };
  for (const auto& test : cases) {
    const Imported imported = Import(test.content);
    ASSERT_FALSE(imported.status.ok()) << test.message;
    EXPECT_EQ(imported.status.message(), test.message);
  }
}

}  // namespace collision2d::planner::commonroad_obstacles_test
