#include "replay/importers/commonroad_planning_problem.h"

#include <pugixml.hpp>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/testing/test.h"
#include "replay/importers/commonroad_lanelets.h"
#include "replay/importers/polygon_repair.h"

namespace collision2d::planner {
namespace {

// "11" of two pieces, and "12", which has no area.
LaneletMap Lanelets() {
  LaneletMap map;
  map.lanelets.resize(2);
  map.lanelets[0].area = {ConvexPolygon::Create({{0, 0}, {10, 0}, {10, 4}, {0, 4}}).value(),
                          ConvexPolygon::Create({{10, 0}, {20, 0}, {20, 4}}).value()};
  map.index_of_id = {{"11", 0}, {"12", 1}};
  return map;
}

// Steps of 0.5 s.
absl::StatusOr<ImportedGoal> Read(const std::string& content, PolygonRepairs& repairs) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(absl::StrCat("<r><goalState>", content, "</goalState></r>").c_str()));
  return ReadGoal(document.document_element().first_child(), Lanelets(), 0.5, repairs);
}

ImportedGoal MustRead(const std::string& content) {
  PolygonRepairs repairs;
  absl::StatusOr<ImportedGoal> goal = Read(content, repairs);
  EXPECT_TRUE(goal.ok()) << content << goal.status();
  return goal.ok() ? *goal : ImportedGoal();
}

// The goal as text; "left out" if it is not set.
std::string Text(const ImportedGoal& imported) {
  return imported.goal.has_value() ? imported.goal->ShortDebugString() : "left out";
}

TEST(ReadGoalTest, ReadsIntervals) {
  const ImportedGoal goal = MustRead(
      "<time><intervalStart>10</intervalStart><intervalEnd>20</intervalEnd></time>"
      "<orientation><intervalStart>-0.5</intervalStart><intervalEnd>0.25</intervalEnd></orientation>"
      "<velocity><intervalStart>0</intervalStart><intervalEnd>5</intervalEnd></velocity>"
      "<yawRate><exact>1</exact></yawRate>");
  EXPECT_EQ(Text(goal), "time_s { min: 5 max: 10 } yaw_rad { min: -0.5 max: 0.25 } speed_mps { max: 5 }");
  EXPECT_EQ(goal.velocity_mps->high, 5.0);
  EXPECT_TRUE(goal.lanelets.empty());
  EXPECT_EQ(goal.note, "");
}

TEST(ReadGoalTest, ReadsExactValues) {
  const ImportedGoal goal = MustRead("<time><exact>3</exact></time><velocity><exact>2</exact></velocity>");
  EXPECT_EQ(Text(goal), "time_s { min: 1.5 max: 1.5 } speed_mps { min: 2 max: 2 }");
}

TEST(ReadGoalTest, HeadingsOverAFullTurnAreAny) {
  const std::string any =
      "<orientation><intervalStart>-3.15</intervalStart><intervalEnd>3.15</intervalEnd></orientation>";
  EXPECT_EQ(Text(MustRead(any + "<time><exact>2</exact></time>")), "time_s { min: 1 max: 1 }");
  EXPECT_EQ(Text(MustRead(any)), "left out");
  EXPECT_EQ(
      Text(MustRead("<orientation><intervalStart>-3</intervalStart><intervalEnd>3.25</intervalEnd></orientation>")),
      "yaw_rad { min: -3 max: 3.25 }");
}

TEST(ReadGoalTest, ReadsAreas) {
  const ImportedGoal circle = MustRead(
      "<position><circle><radius>2</radius><center><x>5</x><y>2</y></center></circle>"
      "<rectangle><length>2</length><width>1</width></rectangle></position>");
  EXPECT_EQ(Text(circle),
            "area { disc { center { x: 5 y: 2 } radius_m: 2 } } "
            "area { rectangle { length_m: 2 width_m: 1 center { } } }");
  EXPECT_EQ(circle.lanelets, std::vector<int>{0});
  const ImportedGoal point = MustRead("<position><point><x>5</x><y>9</y></point></position>");
  EXPECT_EQ(point.goal->area_size(), 1);
  EXPECT_TRUE(point.lanelets.empty());
  EXPECT_EQ(point.note, "A goal of the planning problem is a point: it is reached only exactly there.");
}

TEST(ReadGoalTest, LaneletsAreTheirAreas) {
  const ImportedGoal goal = MustRead("<position><lanelet ref=\"11\"/><lanelet ref=\"12\"/></position>");
  ASSERT_TRUE(goal.goal.has_value());
  EXPECT_EQ(goal.goal->area_size(), 2);
  EXPECT_EQ(goal.goal->area(1).ShortDebugString(),
            "polygon { vertices { x: 10 } vertices { x: 20 } vertices { x: 20 y: 4 } }");
  EXPECT_EQ(goal.lanelets, (std::vector<int>{0, 1}));
}

TEST(ReadGoalTest, LeavesOutWhatCannotBeJudged) {
  const ImportedGoal nowhere = MustRead("<position><lanelet ref=\"12\"/></position><time><exact>2</exact></time>");
  EXPECT_EQ(Text(nowhere), "left out");
  EXPECT_EQ(nowhere.note, "A goal of the planning problem has lanelets without area: it is left out.");
  EXPECT_EQ(nowhere.lanelets, std::vector<int>{1});
  EXPECT_EQ(MustRead("").note, "A goal of the planning problem asks for nothing: it is left out.");
}

TEST(ReadGoalTest, CountsRepairs) {
  PolygonRepairs repairs;
  const absl::StatusOr<ImportedGoal> goal = Read(
      "<position><polygon><point><x>0</x><y>0</y></point><point><x>0</x><y>2</y></point>"
      "<point><x>2</x><y>0</y></point></polygon></position>",
      repairs);
  ASSERT_TRUE(goal.ok()) << goal.status();
  EXPECT_EQ(repairs.polygons, 1);
  EXPECT_EQ(repairs.clockwise_reversed, 1);
}

TEST(ReadGoalTest, NamesWhatIsWrong) {
  const struct {
    const char* content;
    const char* message;
  } cases[] = {
      {"<position><lanelet ref=\"4\"/></position>", "goalState.position.lanelet: there is no lanelet \"4\""},
      {"<position/>", "goalState.position: element rectangle, circle or polygon is missing"},
      {"<velocity/>", "goalState.velocity: element exact or intervalStart is missing"},
      {"<time><exact>1.5</exact></time>", "goalState.time: 1.5 is not a whole time step"},
      {"<orientation><exact>north</exact></orientation>", "goalState.orientation.exact: \"north\" is not a number"},
      {"<position><point><x>1e9</x><y>0</y></point></position>",
       "goalState.position.point.x: 1000000000 m is beyond the limit of 1e+08 m"},
  };
  for (const auto& test : cases) {
    PolygonRepairs repairs;
    EXPECT_EQ(Read(test.content, repairs).status().message(), test.message);
  }
}

// Two lanelets, "11" and "12", side by side.
LaneletMap TwoLanelets() {
  LaneletMap map;
  for (const double y : {0.0, 4.0}) {
    Lanelet lanelet;
    lanelet.center_line = {{0, y}, {100, y}};
    lanelet.area = {ConvexPolygon::Create({{0, y - 2}, {100, y - 2}, {100, y + 2}, {0, y + 2}}).value()};
    map.lanelets.push_back(lanelet);
  }
  map.index_of_id = {{"11", 0}, {"12", 1}};
  return map;
}

constexpr char kPosition[] = "<position><point><x>3</x><y>4</y></point></position>";
constexpr char kYawAndTime[] = "<orientation><exact>0.5</exact></orientation><time><exact>6</exact></time>";

std::string Initial(const std::string& velocity) {
  return absl::StrCat("<initialState>", kPosition, kYawAndTime, velocity, "</initialState>");
}

std::string Velocity(double low, double high) {
  return absl::StrCat("<velocity><intervalStart>", low, "</intervalStart><intervalEnd>", high,
                      "</intervalEnd></velocity>");
}

absl::StatusOr<PlanningProblem> Read(const std::string& content) {
  pugi::xml_document document;
  EXPECT_TRUE(
      document.load_string(absl::StrCat("<r><planningProblem id=\"5\">", content, "</planningProblem></r>").c_str()));
  PolygonRepairs goal_polygons;
  return ReadPlanningProblem(document.document_element().first_child(), TwoLanelets(), 0.5, goal_polygons);
}

TEST(ReadPlanningProblemTest, ReadsTheInitialState) {
  const absl::StatusOr<PlanningProblem> problem =
      Read(Initial("<velocity><exact>9</exact></velocity><acceleration><exact>-1</exact></acceleration>"));
  ASSERT_TRUE(problem.ok()) << problem.status();
  EXPECT_EQ(problem->id, "5");
  EXPECT_EQ(problem->ego_state.ShortDebugString(),
            "time_s: 3 x: 3 y: 4 yaw_rad: 0.5 speed_mps: 9 acceleration_mps2: -1");
  EXPECT_EQ(problem->desired_speed_mps, 9);
  EXPECT_TRUE(problem->goal_lanelets.empty());
  EXPECT_TRUE(problem->notes.empty());
}

TEST(ReadPlanningProblemTest, TakesTheMiddleOfAnUncertainState) {
  const absl::StatusOr<PlanningProblem> problem = Read(absl::StrCat(
      "<initialState><position><rectangle><length>2</length><width>1</width><center><x>3</x><y>4</y></center>"
      "</rectangle></position>",
      kYawAndTime, Velocity(8, 10), "</initialState>"));
  ASSERT_TRUE(problem.ok()) << problem.status();
  EXPECT_EQ(problem->ego_state.ShortDebugString(), "time_s: 3 x: 3 y: 4 yaw_rad: 0.5 speed_mps: 9");
  EXPECT_EQ(problem->notes.size(), 1u);
}

TEST(ReadPlanningProblemTest, AnOrientationFromVelocitiesIsNoted) {
  const absl::StatusOr<PlanningProblem> problem =
      Read(absl::StrCat("<initialState>", kPosition, "<time><exact>6</exact></time><velocity><exact>-3</exact>",
                        "</velocity><velocityY><exact>4</exact></velocityY></initialState>"));
  ASSERT_TRUE(problem.ok()) << problem.status();
  EXPECT_EQ(problem->ego_state.speed_mps(), 5.0);
  EXPECT_NEAR(problem->ego_state.yaw_rad(), 2.2142974355881810, 1e-15);
  EXPECT_EQ(problem->notes,
            std::vector<std::string>{
                "The initial state of the planning problem has no orientation, which is that of its velocities."});
}

TEST(ReadPlanningProblemTest, TakesTheMiddleOfAnUncertainVelocity) {
  const absl::StatusOr<PlanningProblem> problem = Read(Initial(Velocity(8, 10)));
  ASSERT_TRUE(problem.ok()) << problem.status();
  EXPECT_EQ(problem->ego_state.speed_mps(), 9.0);
  EXPECT_EQ(problem->notes,
            std::vector<std::string>{"The initial state of the planning problem is uncertain: its middle is used."});
}

TEST(ReadPlanningProblemTest, ChoosesTheDesiredSpeed) {
  const struct {
    double initial;
    double low;
    double high;
    double desired;
  } cases[] = {{9, 4, 8, 6}, {9, 0, 0, 9}, {9, 0, 2, 9}, {-3, 0, 1, 0}, {-3, 2, 4, 3}};
  for (const auto& test : cases) {
    const absl::StatusOr<PlanningProblem> problem =
        Read(absl::StrCat(Initial(Velocity(test.initial, test.initial)), "<goalState>", Velocity(test.low, test.high),
                          "</goalState><goalState>", Velocity(test.low, test.high), "</goalState>"));
    ASSERT_TRUE(problem.ok()) << problem.status();
    EXPECT_EQ(problem->desired_speed_mps, test.desired);
  }
}

TEST(ReadPlanningProblemTest, FindsTheGoalLanelets) {
  const struct {
    const char* position;
    std::vector<int> goals;
  } cases[] = {
      {"<lanelet ref=\"12\"/><lanelet ref=\"11\"/><lanelet ref=\"12\"/>", {0, 1}},
      {"<rectangle><length>2</length><width>9</width><center><x>50</x><y>4.5</y></center></rectangle>", {1}},
      {"<circle><radius>2</radius><center><x>50</x><y>2</y></center></circle>", {0, 1}},
      {"<point><x>50</x><y>-1</y></point>", {0}},
      {"<point><x>50</x><y>-3</y></point>", {}},
  };
  for (const auto& test : cases) {
    const absl::StatusOr<PlanningProblem> problem =
        Read(absl::StrCat(Initial("<velocity><exact>9</exact></velocity>"), "<goalState><position>", test.position,
                          "</position></goalState>"));
    ASSERT_TRUE(problem.ok()) << problem.status();
    EXPECT_EQ(problem->goal_lanelets, test.goals);
  }
}

TEST(ReadPlanningProblemTest, KeepsTheGoalsThatAskForSomething) {
  const absl::StatusOr<PlanningProblem> problem =
      Read(absl::StrCat(Initial(Velocity(9, 9)), "<goalState>", Velocity(4, 8), "</goalState><goalState/>",
                        "<goalState><time><exact>4</exact></time></goalState>"));
  ASSERT_TRUE(problem.ok()) << problem.status();
  ASSERT_EQ(problem->goals.size(), 2u);
  EXPECT_EQ(problem->goals[0].ShortDebugString(), "speed_mps { min: 4 max: 8 }");
  EXPECT_EQ(problem->goals[1].ShortDebugString(), "time_s { min: 2 max: 2 }");
  EXPECT_EQ(problem->notes,
            std::vector<std::string>{"A goal of the planning problem asks for nothing: it is left out."});
}

TEST(ReadPlanningProblemTest, WithoutVelocityItIs0) {
  const absl::StatusOr<PlanningProblem> problem = Read(Initial(""));
  ASSERT_TRUE(problem.ok()) << problem.status();
  EXPECT_EQ(problem->ego_state.speed_mps(), 0.0);
  EXPECT_EQ(
      problem->notes,
      std::vector<std::string>{"The initial state of the planning problem has no velocity, which is assumed to be 0."});
}

TEST(ReadPlanningProblemTest, NamesWhatIsWrong) {
  const std::string initial = Initial("<velocity><exact>9</exact></velocity>");
  const struct {
    std::string content;
    const char* message;
  } cases[] = {
      {"", "planningProblem[id=5]: element initialState is missing"},
      {initial + "<goalState/><goalState><position><lanelet ref=\"4\"/></position></goalState>",
       "planningProblem[id=5].goalState[1].position.lanelet: there is no lanelet \"4\""},
      {initial + "<goalState><velocity/></goalState>",
       "planningProblem[id=5].goalState.velocity: element exact or intervalStart is missing"},
      {initial + "<goalState><position/></goalState>",
       "planningProblem[id=5].goalState.position: element rectangle, circle or polygon is missing"},
  };
  for (const auto& test : cases) {
    const absl::StatusOr<PlanningProblem> problem = Read(test.content);
    ASSERT_FALSE(problem.ok()) << test.message;
    EXPECT_EQ(problem.status().message(), test.message);
  }
}

}  // namespace

}  // namespace collision2d::planner
