#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/importers/commonroad_document.h"
#include "planner_adapter/importers/scene_formats.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr PlanAnswer kYes = PlanAnswer::kYes;
constexpr PlanAnswer kNo = PlanAnswer::kNo;

std::string Problem(const std::string& id, double x, double speed) {
  return absl::StrCat(
      "<planningProblem id=\"", id, "\"><initialState><position><point><x>", x,
      "</x><y>0</y></point></position><orientation><exact>0</exact></orientation><time><exact>0</exact></time>"
      "<velocity><exact>",
      speed,
      "</exact></velocity></initialState><goalState><time><intervalStart>1</intervalStart><intervalEnd>9</intervalEnd>"
      "</time></goalState></planningProblem>");
}

// A road, a footpath on its left, and problems.
std::string Scenario(const std::string& problems) {
  const auto lanelet = [](int id, double left, double right, const char* type) {
    const auto bound = [](const char* name, double y) {
      return absl::StrCat("<", name, "><point><x>-20</x><y>", y, "</y></point><point><x>100</x><y>", y,
                          "</y></point></", name, ">");
    };
    return absl::StrCat("<lanelet id=\"", id, "\">", bound("leftBound", left), bound("rightBound", right),
                        "<laneletType>", type, "</laneletType></lanelet>");
  };
  return absl::StrCat("<commonRoad timeStepSize=\"0.1\" commonRoadVersion=\"2020a\" benchmarkID=\"ZAM_Demo-1_1_T-1\">",
                      lanelet(1, 2, -2, "urban"), lanelet(2, 4, 2, "sidewalk"), problems, "</commonRoad>");
}

FileSource From(const std::string& scenario) {
  return [scenario](const std::string& name) -> absl::StatusOr<std::string> {
    if (name != "ZAM_Demo-1_1_T-1.xml") return absl::NotFoundError(absl::StrCat(name, ": no such file"));
    return scenario;
  };
}

// A trajectory of the kinematic single track that drives straight on.
std::string KsTrajectory(const std::string& problem, double x, double speed, int states = 4) {
  std::string xml = absl::StrCat("<ksTrajectory planningProblem=\"", problem, "\">");
  for (int k = 0; k < states; ++k) {
    absl::StrAppend(&xml, "<ksState><x>", x + 0.1 * k * speed, "</x><y>0</y><steeringAngle>0</steeringAngle><velocity>",
                    speed, "</velocity><orientation>0</orientation><time>", k, "</time></ksState>");
  }
  return absl::StrCat(xml, "</ksTrajectory>");
}

std::string Solution(const std::string& vehicles_and_costs, const std::string& trajectories) {
  return absl::StrCat("<CommonRoadSolution benchmark_id=\"", vehicles_and_costs, ":ZAM_Demo-1_1_T-1:2020a\">",
                      trajectories, "</CommonRoadSolution>");
}

std::string Good() { return Solution("KS2:SM1", KsTrajectory("7", 0, 5)); }

std::vector<ImportedScene> Import(const std::string& solution, const std::string& scenario) {
  absl::StatusOr<std::vector<ImportedScene>> scenes = ImportCommonRoadSolution(solution, From(scenario));
  EXPECT_TRUE(scenes.ok()) << scenes.status();
  for (const ImportedScene& scene : scenes.value()) EXPECT_TRUE(SceneFromProto(scene.scene).ok());
  return *std::move(scenes);
}

TEST(CommonRoadSolutionTest, ThePlanIsTheCandidateOfTheScene) {
  const std::vector<ImportedScene> scenes = Import(Good(), Scenario(Problem("7", 0, 5)));
  ASSERT_THAT(scenes, SizeIs(1));
  const v1::Scene& scene = scenes[0].scene;
  EXPECT_EQ(scene.id(), "ZAM_Demo-1_1_T-1");
  ASSERT_EQ(scene.candidates_size(), 1);
  EXPECT_EQ(scene.candidates(0).id(), "solution 7");
  ASSERT_EQ(scene.candidates(0).poses_size(), 4);
  EXPECT_EQ(scene.candidates(0).poses(3).x(), 1.5);
  EXPECT_DOUBLE_EQ(scene.candidates(0).poses(3).time_s(), 0.3);
  EXPECT_EQ(scene.ego().shapes(0).rectangle().length_m(), 4.508);
  EXPECT_DOUBLE_EQ(scene.ego().wheelbase_m(), 2.5789128);
  ASSERT_TRUE(scenes[0].plan.has_value());
  const ImportedPlan& plan = *scenes[0].plan;
  EXPECT_THAT(plan.speeds_mps, testing::ElementsAre(5, 5, 5, 5));
  EXPECT_THAT(plan.other_lanelets, SizeIs(1));
  EXPECT_EQ(plan.validity.vehicle, "KS2");
  EXPECT_EQ(plan.validity.at_all_times.starts_as_given, kYes);
  EXPECT_EQ(plan.validity.at_all_times.is_feasible, kYes);
  EXPECT_EQ(plan.validity.at_whole_steps.is_feasible, kYes);
  EXPECT_EQ(plan.validity.at_all_times.solves_all, kYes);
  EXPECT_EQ(plan.validity.reasons.size(), 0);
}

// Files are opened by their extension and first bytes; scenarios lie beside a solution.
TEST(CommonRoadSolutionTest, FilesAreOpenedAsWhatTheyAre) {
  const std::filesystem::path folder = testing::TempDir() + "/solution_files";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "other");
  const auto write = [&](const std::string& name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return (folder / name).string();
  };
  const auto scenes_in = [](const std::string& path, const SceneInputOptions& options = {}) {
    std::string found;
    const auto source = OpenSceneFile(path, options);
    if (!source.ok()) return std::string(source.status().message());
    for (auto next = (*source)->Next(); next.ok() && next->has_value(); next = (*source)->Next()) {
      absl::StrAppend(&found, (*next)->scene.id(), (*next)->plan.has_value() ? " with a plan" : "", ";");
    }
    EXPECT_EQ((*source)->bytes_read(), static_cast<int64_t>(std::filesystem::file_size(path)));
    EXPECT_FALSE((*source)->is_lost());
    EXPECT_EQ((*source)->has_records(), absl::EndsWith(path, ".pbs"));
    return found;
  };
  const std::string scenario = write("ZAM_Demo-1_1_T-1.xml", Scenario(Problem("7", 0, 5)));
  const std::string solution = write("solution.xml", Good());
  EXPECT_EQ(scenes_in(scenario), "ZAM_Demo-1_1_T-1;");
  EXPECT_EQ(scenes_in(solution), "ZAM_Demo-1_1_T-1 with a plan;");
  SceneInputOptions elsewhere;
  elsewhere.scenarios = (folder / "other").string();
  EXPECT_THAT(scenes_in(solution, elsewhere), HasSubstr("other/ZAM_Demo-1_1_T-1.xml"));
  write("other/ZAM_Demo-1_1_T-1.pb", "no scenario");
  EXPECT_THAT(scenes_in(solution, elsewhere), HasSubstr("solution.xml: "));
  EXPECT_THAT(scenes_in(write("bad.xml", "<commonRoad")), HasSubstr("bad.xml: "));
  EXPECT_EQ(scenes_in(write("own.textproto", "id: 'a'")), "a;");
  EXPECT_THAT(scenes_in(write("bad.textproto", "id: id: 1")), HasSubstr("bad.textproto"));
  EXPECT_EQ(scenes_in(write("stream.pbs", "\3\12\1a\3\12\1b")), "a;b;");
  EXPECT_EQ(scenes_in(write("bad.pbs", "\3\12\7a")), "");
  const auto stream = OpenSceneFile((folder / "stream.pbs").string(), {});
  EXPECT_TRUE((*stream)->Skip().value());
  EXPECT_EQ((*stream)->Next().value()->scene.id(), "b");
  EXPECT_FALSE((*stream)->Skip().value());
  const std::string unnamed = write("unnamed", "id: 'a'");
  EXPECT_THAT(scenes_in(unnamed), HasSubstr("unknown extension \"\"; known are .textproto"));
  elsewhere.default_extension = ".textproto";
  EXPECT_EQ(scenes_in(unnamed, elsewhere), "a;");
  EXPECT_THAT(scenes_in((folder / "absent.xml").string()), HasSubstr("absent.xml"));
}

TEST(CommonRoadSolutionTest, PlansOfOneFileMoveInEachOthersScenes) {
  const std::string scenario = Scenario(Problem("7", 0, 5) + Problem("8", 30, 10) + Problem("9", 60, 0));
  // Blanks are ignored.
  const std::vector<ImportedScene> scenes =
      Import(Solution("[KS2, KS4]:[SM1,SA1]", KsTrajectory("8", 30, 10) + KsTrajectory("7", 0, 5)), scenario);
  ASSERT_THAT(scenes, SizeIs(2));
  EXPECT_EQ(scenes[0].scene.id(), "ZAM_Demo-1_1_T-1/problem 8");
  ASSERT_EQ(scenes[1].scene.moving_obstacles_size(), 1);
  EXPECT_EQ(scenes[1].scene.moving_obstacles(0).id(), "ego of problem 8");
  EXPECT_EQ(scenes[1].scene.moving_obstacles(0).shapes(0).rectangle().length_m(), 4.508);
  EXPECT_EQ(scenes[1].scene.ego().shapes(0).rectangle().length_m(), 5.1);
  EXPECT_EQ(scenes[1].scene.predictions(0).poses(2).x(), 32.0);
  EXPECT_THAT(scenes[1].notes, Contains("Planning problems without a plan, left out: 1."));
  EXPECT_EQ(scenes[1].plan->validity.at_all_times.solves_all, kNo);
}

TEST(CommonRoadSolutionTest, SaysWhatDiffersAtTheStart) {
  const struct {
    const char* from;
    const char* to;
    const char* reason;
  } cases[] = {
      {"<x>0</x>", "<x>0.11</x>", "Start: the x is 0.11, that of the planning problem 0."},
      {"<velocity>5</velocity>", "<velocity>7.1</velocity>",
       "Start: the speed is 7.1, that of the planning problem 5."},
      {"<orientation>0</orientation>", "<orientation>6.4</orientation>", "Start: the orientation is 0.116815"},
  };
  for (const auto& test : cases) {
    const std::string solution = absl::StrReplaceAll(Good(), {{test.from, test.to}});
    const std::vector<ImportedScene> scenes = Import(solution, Scenario(Problem("7", 0, 5)));
    const PlanValidity& validity = scenes[0].plan->validity;
    EXPECT_EQ(validity.at_all_times.starts_as_given, kNo);
    EXPECT_EQ(validity.at_whole_steps.starts_as_given, kNo);
    EXPECT_THAT(validity.reasons[0], HasSubstr(test.reason));
  }
}

TEST(CommonRoadSolutionTest, APointMassIsTurnedAsItMoves) {
  std::string states;
  const double speeds[] = {0.0, 1.0, 0.0};
  for (int k = 0; k < 3; ++k) {
    absl::StrAppend(&states, "<pmState><x>0</x><y>0</y><xVelocity>0</xVelocity><yVelocity>", speeds[k],
                    "</yVelocity><time>", k, "</time></pmState>");
  }
  states = absl::StrCat("<pmTrajectory planningProblem=\"7\">", states, "</pmTrajectory>");
  const std::string solution = Solution("PM1:JB1", states);
  const std::vector<ImportedScene> scenes = Import(solution, Scenario(Problem("7", 0, 0)));
  const auto& poses = scenes[0].scene.candidates(0).poses();
  EXPECT_EQ(poses[0].yaw_rad(), 0.0);
  EXPECT_DOUBLE_EQ(poses[1].yaw_rad(), M_PI_2);
  EXPECT_DOUBLE_EQ(poses[2].yaw_rad(), M_PI_2);
  EXPECT_THAT(scenes[0].notes, Contains("States of the point mass at rest, which keep their orientation: 2."));
  const std::string moving = absl::StrReplaceAll(states, {{"<xVelocity>0", "<xVelocity>1"}});
  for (const char* cost : {"JB1", "WX1", "MW1"}) {
    const std::vector<ImportedScene> all_move =
        Import(Solution(absl::StrCat("PM1:", cost), moving), Scenario(Problem("7", 0, 0)));
    EXPECT_DOUBLE_EQ(all_move[0].scene.candidates(0).poses(1).yaw_rad(), M_PI_4);
    EXPECT_THAT(all_move[0].notes, testing::Not(Contains(HasSubstr("at rest"))));
  }
}

TEST(CommonRoadSolutionTest, OtherModelsAreNotJudged) {
  const std::string states =
      "<kstState><time>1</time><x>0</x><y>0</y><velocity>1</velocity><orientation>0</orientation><hitch_angle>0"
      "</hitch_angle><foo/></kstState>";
  const std::vector<ImportedScene> scenes =
      Import(Solution("KST4:TR1", absl::StrCat("<kstTrajectory planningProblem=\"7\">", states, "</kstTrajectory>")),
             Scenario(Problem("7", 0, 1)));
  const PlanValidity& validity = scenes[0].plan->validity;
  EXPECT_EQ(validity.at_all_times.is_feasible, PlanAnswer::kNotChecked);
  EXPECT_THAT(validity.reasons[0], HasSubstr("Start: the time step is 1"));
  EXPECT_THAT(scenes[0].notes, Contains("Whether a KST4 can drive the plan is not checked."));
  EXPECT_THAT(scenes[0].notes, Contains("The trailer of the truck is not part of the ego vehicle."));
  EXPECT_THAT(scenes[0].notes,
              Contains("Elements of the solution that are not used: \"foo\" (1), \"hitch_angle\" (1)."));
}

TEST(CommonRoadSolutionTest, QuantitiesOfOtherModelsAreNotUsed) {
  const std::string solution =
      absl::StrReplaceAll(Good(), {{"<orientation>", "<xVelocity>not read</xVelocity><orientation>"}});
  EXPECT_THAT(Import(solution, Scenario(Problem("7", 0, 5)))[0].notes,
              Contains("Elements of the solution that are not used: \"xVelocity\" (4)."));
}

TEST(CommonRoadSolutionTest, StatesAreSortedByTime) {
  std::string solution =
      absl::StrReplaceAll(Good(), {{"<time>1</time>", "<time>x</time>"}, {"<time>2</time>", "<time>1</time>"}});
  solution = absl::StrReplaceAll(solution, {{"<time>x</time>", "<time>2</time>"}});
  EXPECT_EQ(Import(solution, Scenario(Problem("7", 0, 5)))[0].scene.candidates(0).poses(1).x(), 1.0);
}

TEST(CommonRoadSolutionTest, NamesWhatIsWrong) {
  const std::string good = Good();
  const auto replaced = [&](const char* from, const char* to) { return absl::StrReplaceAll(good, {{from, to}}); };
  const std::string trajectory = KsTrajectory("7", 0, 5);
  const struct {
    std::string solution;
    const char* message;
  } cases[] = {
      {replaced("KS2:SM1:", "KS2:"), "attribute benchmark_id: \"KS2:ZAM_Demo-1_1_T-1:2020a\" has 3 parts"},
      {replaced("KS2:SM1:", "KS2:SM1:SM1:"), "has 5 parts"},
      {replaced("KS2:", "[KS2:"), "\"[KS2\" has unbalanced brackets"},
      {replaced("KS2:", "KS2]:"), "\"KS2]\" has unbalanced brackets"},
      {replaced("KS2:", "[:"), "\"[\" has unbalanced brackets"},
      {replaced("KS2:", "[]:"), "\"\" is no vehicle"},
      {replaced("KS2:", "[KS2]]:"), "\"[KS2]]\" has unbalanced brackets"},
      {replaced("KS2:", "KS2,KS3:"), "is a list without brackets"},
      {replaced("KS2:SM1", "[KS2,KS3]:[SM1,SM1]"), "benchmark_id has 2 vehicles and 2 costs for 1 trajectories"},
      {Solution("KS2:SM1", trajectory + trajectory), "ksTrajectory[1]: benchmark_id has 1 vehicles and 1 costs"},
      {replaced("KS2", "KS5"), "\"KS5\" is no vehicle"},
      {replaced("KS2", "XX2"), "\"XX2\" is no vehicle"},
      {replaced("KS2", "KS"), "\"KS\" is no vehicle"},
      {replaced("KS2", ""), "\"\" is no vehicle"},
      {replaced("SM1", "QQ1"), "\"QQ1\" is no cost function"},
      {replaced("KS2", "PM2"), "\"SM1\" is not defined for the model PM"},
      {replaced("KS2", "ST2"), "ksTrajectory: is not the stTrajectory of a ST2"},
      {replaced("\"7\"", "\"99\""), "ksTrajectory: there is no planning problem \"99\""},
      {replaced("\"7\"", "\"abc\""), "there is no planning problem \"abc\""},
      {replaced("planningProblem=\"7\"", ""), "ksTrajectory: attribute planningProblem is missing"},
      {Solution("[KS2,KS2]:[SM1,SM1]", trajectory + trajectory), "ksTrajectory[1]: planningProblem \"7\" has two"},
      {replaced("ksState", "pmState"), "ksTrajectory.pmState[0]: is not a ksState"},
      {replaced("<orientation>0</orientation>", ""), "ksTrajectory.ksState[0]: element orientation is missing"},
      {replaced("<y>0</y>", "<y>0</y><y>0</y>"), "ksTrajectory.ksState[0]: has two elements y"},
      {replaced("<time>1</time>", "<time>1.5</time>"), "ksTrajectory.ksState[1].time: 1.5 is not a time step"},
      {replaced("<time>1</time>", "<time>-1</time>"), "ksState[1].time: -1 is not a time step"},
      {replaced("<time>1</time>", "<time>1e300</time>"), "is beyond the limit of 1e+09"},
      {replaced("<time>1</time>", "<time>2</time>"), "ksTrajectory: time 2 follows 0: states in between are missing"},
      {replaced("<time>3</time>", "<time>2</time>"), "ksTrajectory: time 2 has two states"},
      {replaced("<time>3</time>", "<time>5</time>"), "ksTrajectory: time 5 follows 2"},
      {replaced("<x>0.5</x>", "<x>nan</x>"), "ksTrajectory.ksState[1].x: \"nan\" is not finite"},
      {replaced("<x>0.5</x>", "<x>1,5</x>"), "ksTrajectory.ksState[1].x: \"1,5\" is not a number"},
      {replaced("<x>0.5</x>", "<x>1e999</x>"), "\"1e999\" is not finite"},
      {replaced("<x>0.5</x>", "<x/>"), "ksTrajectory.ksState[1].x: \"\" is not a number"},
      {replaced("<x>0.5</x>", "<x>2e8</x>"), "is beyond the limit of 1e+08"},
      {replaced("<velocity>5</velocity>", "<velocity>1e5</velocity>"), "is beyond the limit of 10000"},
      {replaced("ZAM_Demo-1_1_T-1", "ZAM_Other-1"), "ZAM_Other-1.xml: no such file"},
      {replaced("ZAM_Demo-1_1_T-1", "../ZAM"), "\"../ZAM\" is not the id of a scenario"},
      {replaced("ZAM_Demo-1_1_T-1", ""), "\"\" is not the id of a scenario"},
      {replaced("2020a", "2018b"), "\"2018b\" is not the scenario's commonRoadVersion, \"2020a\""},
      {replaced("2020a", "2030"), "version \"2030\" is neither 2018b nor 2020a"},
      {replaced("benchmark_id", "id"), "attribute benchmark_id is missing"},
      {Solution("KS2:SM1", "<ksTrajectory planningProblem=\"7\"/>"), "ksTrajectory: has no ksState"},
      {Solution("KS2:SM1", ""), "there is no trajectory"},
      {Solution("KS2:SM1", "<inputVector planningProblem=\"7\"/>"), "inputVector: is not the ksTrajectory of a KS2; "},
      {Scenario(""), "the root element is \"commonRoad\", not CommonRoadSolution"},
      {"<!DOCTYPE a [<!ENTITY e \"5\">]>" + replaced("<velocity>5", "<velocity>&e;"), "\"&e;\" is not a number"},
      {good.substr(0, good.size() / 2), "not well-formed XML"},
      {"", "not well-formed XML"},
  };
  for (const auto& test : cases) {
    const absl::StatusOr<std::vector<ImportedScene>> scenes =
        ImportCommonRoadSolution(test.solution, From(Scenario(Problem("7", 0, 5))));
    ASSERT_FALSE(scenes.ok()) << test.message;
    EXPECT_THAT(std::string(scenes.status().message()), HasSubstr(test.message));
  }
  const absl::StatusOr<std::vector<ImportedScene>> other = ImportCommonRoadSolution(
      good, From(absl::StrReplaceAll(Scenario(Problem("7", 0, 5)), {{"benchmarkID=\"ZAM", "benchmarkID=\"DEU"}})));
  EXPECT_THAT(std::string(other.status().message()), HasSubstr("is not the scenario's benchmarkID, \"DEU_Demo"));
  const absl::StatusOr<std::vector<ImportedScene>> late = ImportCommonRoadSolution(
      good, From(absl::StrReplaceAll(Scenario(Problem("7", 0, 5)), {{"<time><exact>0", "<time><exact>2"}})));
  EXPECT_THAT(std::string(late.status().message()),
              HasSubstr("ksTrajectory: begins at time 0, before the planning problem at 2"));
  const absl::StatusOr<std::vector<ImportedScene>> damaged = ImportCommonRoadSolution(good, From("<commonRoad>"));
  EXPECT_THAT(std::string(damaged.status().message()), HasSubstr("scenario ZAM_Demo-1_1_T-1: not well-formed XML"));
}

TEST(CommonRoadSolutionTest, RefusesScenesThatMultiplyWithoutLimit) {
  const std::string scenario =
      Scenario("<environmentObstacle id=\"1\"><type>" + std::string(2'000'000, 'a') +
               "</type><shape><circle><radius>1</radius></circle></shape></environmentObstacle>");
  std::string vehicles, costs, trajectories;
  for (int i = 0; i < 1000; ++i) {
    absl::StrAppend(&vehicles, i == 0 ? "" : ",", "KS2");
    absl::StrAppend(&costs, i == 0 ? "" : ",", "SM1");
    trajectories += KsTrajectory(absl::StrCat(i), 0, 5, 1);
  }
  const absl::StatusOr<std::vector<ImportedScene>> scenes =
      ImportCommonRoadSolution(Solution(absl::StrCat("[", vehicles, "]:[", costs, "]"), trajectories), From(scenario));
  EXPECT_THAT(std::string(scenes.status().message()),
              HasSubstr("scenario ZAM_Demo-1_1_T-1: 1000 planning problems in a scene of 2000"));
}

TEST(CommonRoadSolutionTest, AMillionStatesAreReadOrRefused) {
  const absl::StatusOr<std::vector<ImportedScene>> scenes = ImportCommonRoadSolution(
      Solution("KS2:SM1", KsTrajectory("7", 0, 1, 1'000'000)), From(Scenario(Problem("7", 0, 1))));
  ASSERT_TRUE(scenes.ok()) << scenes.status();
  EXPECT_EQ((*scenes)[0].scene.candidates(0).poses_size(), 1'000'000);
}

TEST(CommonRoadSolutionTest, SurvivesDamagedBytes) {
  const std::string good = Solution("[KS2,KS3]:[SM1,SA1]", KsTrajectory("7", 0, 5, 3) + KsTrajectory("8", 30, 0, 2));
  const std::string scenario = Scenario(Problem("7", 0, 5) + Problem("8", 30, 0));
  const FileSource source = [&](const std::string&) -> absl::StatusOr<std::string> { return scenario; };
  std::mt19937_64 random(5);
  int imported = 0;
  for (int i = 0; i < 10000; ++i) {
    std::string damaged = good;
    for (int k = 0; k < 1 + i % 3; ++k) {
      const size_t place = std::uniform_int_distribution<size_t>(0, damaged.size() - 9)(random);
      // A byte, a digit, or some bytes less or twice.
      const char byte = static_cast<char>(i % 2 == 0 ? '0' + random() % 10 : random());
      if (i % 4 < 2) damaged[place] = byte;
      if (i % 4 == 2) damaged.erase(place, random() % 8);
      if (i % 4 == 3) damaged.insert(place, damaged.substr(place, random() % 8));
    }
    const absl::StatusOr<std::vector<ImportedScene>> scenes = ImportCommonRoadSolution(damaged, source);
    if (!scenes.ok()) {
      EXPECT_THAT(std::string(scenes.status().message()), testing::Not(IsEmpty()));
      continue;
    }
    ++imported;
    for (const ImportedScene& scene : *scenes) {
      EXPECT_TRUE(scene.plan.has_value());
      EXPECT_TRUE(SceneFromProto(scene.scene).ok());
    }
  }
  EXPECT_GT(imported, 200);
  EXPECT_LT(imported, 9000);
}

}  // namespace
}  // namespace collision2d::planner
