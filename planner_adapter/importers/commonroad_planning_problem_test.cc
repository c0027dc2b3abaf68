#include "planner_adapter/importers/commonroad_planning_problem.h"

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_polygon.h"
#include "gtest/gtest.h"
#include "planner_adapter/importers/commonroad_lanelets.h"
#include "planner_adapter/importers/polygon_repair.h"

namespace collision2d::planner {
namespace {

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
