#include "planner_adapter/replay_tool/plan_validity.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/replay/replay_scene.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr PlanAnswer kYes = PlanAnswer::kYes;
constexpr PlanAnswer kNo = PlanAnswer::kNo;
constexpr PlanAnswer kUnknown = PlanAnswer::kNotChecked;

void AddBox(double x0, double y0, double x1, double y1, v1::Polygon& polygon) {
  const double corners[4][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
  for (const auto& corner : corners) {
    v1::Point& point = *polygon.add_vertices();
    point.set_x(corner[0]);
    point.set_y(corner[1]);
  }
}

// A square of 2 m that drives 3 m in each of three steps along x, on a road 3 m wide.
ImportedScene MakePlan() {
  ImportedScene imported;
  v1::Scene& scene = imported.scene;
  scene.set_id("s");
  scene.set_time_step_s(1.0);
  v1::Rectangle& body = *scene.mutable_ego()->add_shapes()->mutable_rectangle();
  body.set_length_m(2);
  body.set_width_m(2);
  scene.mutable_ego_state();
  AddBox(-5, -1.5, 50, 1.5, *scene.add_drivable_area());
  v1::Candidate& candidate = *scene.add_candidates();
  candidate.set_id("solution 7");
  imported.plan.emplace();
  for (int k = 0; k < 4; ++k) {
    v1::TimedPose& pose = *candidate.add_poses();
    pose.set_time_s(k);
    pose.set_x(3.0 * k);
    imported.plan->speeds_mps.push_back(3.0);
  }
  PlanValidity& validity = imported.plan->validity;
  validity.vehicle = "KS2";
  for (PlanAnswers* answers : {&validity.at_all_times, &validity.at_whole_steps}) {
    answers->is_feasible = kYes;
    answers->starts_as_given = kYes;
    answers->solves_all = kYes;
  }
  v1::Goal& goal = *scene.add_goals();
  goal.mutable_time_s()->set_min(2);
  goal.mutable_time_s()->set_max(3);
  return imported;
}

PlanValidity Judge(const ImportedScene& imported) {
  ReplayOptions options;
  options.checker.metrics.goal = true;
  v1::Verdict verdict;
  const absl::StatusOr<Scene> scene = SceneFromProto(imported.scene);
  EXPECT_TRUE(scene.ok()) << scene.status();
  EXPECT_TRUE(ReplayCycles(*scene, options, [&](ReplayedCycle cycle) {
                verdict = cycle.verdicts.verdicts(0);
                return absl::OkStatus();
              }).ok());
  PlanValidity validity;
  const absl::Status status = CompletePlanValidity(imported.scene, *imported.plan, options, verdict, &validity);
  EXPECT_TRUE(status.ok()) << status;
  return validity;
}

TEST(PlanValidityTest, AGoodPlanIsValidBothWays) {
  const PlanValidity validity = Judge(MakePlan());
  EXPECT_EQ(validity.at_all_times.is_valid, kYes);
  EXPECT_EQ(validity.at_whole_steps.is_valid, kYes);
  EXPECT_THAT(PlanLines(validity),
              ElementsAre("plan of a KS2: valid at all times: yes; by CommonRoad's checker, at whole steps: yes"));
}

TEST(PlanValidityTest, ACollisionBetweenStepsIsADifference) {
  ImportedScene imported = MakePlan();
  v1::StaticObstacle& pole = *imported.scene.add_static_obstacles();
  pole.set_id("pole");
  pole.add_shapes()->mutable_disc()->mutable_center()->set_x(4.5);
  pole.mutable_shapes(0)->mutable_disc()->set_radius_m(0.2);
  const PlanValidity validity = Judge(imported);
  EXPECT_EQ(validity.at_all_times.is_collision_free, kNo);
  EXPECT_EQ(validity.at_all_times.is_valid, kNo);
  EXPECT_EQ(validity.at_whole_steps.is_collision_free, kYes);
  EXPECT_EQ(validity.at_whole_steps.is_valid, kYes);
  // The goal is reached before a collision, or not.
  EXPECT_EQ(validity.at_all_times.reaches_goal, kNo);
  EXPECT_THAT(
      validity.reasons,
      ElementsAre(HasSubstr("Collision at all times: with pole at 1.1 s, between whole steps only."),
                  "Different at all times and at whole steps: collision (failed, passed), goal (failed, passed)."));
}

TEST(PlanValidityTest, FootpathsAreRoadForTheirCheckerAlone) {
  ImportedScene imported = MakePlan();
  imported.scene.mutable_candidates(0)->mutable_poses(3)->set_y(1.0);
  EXPECT_EQ(Judge(imported).at_whole_steps.stays_on_road, kNo);
  AddBox(-5, 1.5, 50, 4, imported.plan->other_lanelets.emplace_back());
  const PlanValidity validity = Judge(imported);
  EXPECT_EQ(validity.at_all_times.stays_on_road, kNo);
  EXPECT_EQ(validity.at_whole_steps.stays_on_road, kYes);
  EXPECT_THAT(PlanLines(validity)[0],
              HasSubstr("at all times: no (road); by CommonRoad's checker, at whole steps: yes"));
  imported.scene.clear_drivable_area();
  EXPECT_EQ(Judge(imported).at_all_times.stays_on_road, kUnknown);
}

TEST(PlanValidityTest, TheGoalsSpeedIsTheStatedOneAtSteps) {
  ImportedScene imported = MakePlan();
  imported.scene.mutable_goals(0)->mutable_speed_mps()->set_min(4);
  imported.scene.mutable_goals(0)->mutable_speed_mps()->set_max(5);
  EXPECT_EQ(Judge(imported).at_whole_steps.reaches_goal, kNo);
  imported.plan->speeds_mps[2] = 4.5;
  const PlanValidity validity = Judge(imported);
  EXPECT_EQ(validity.at_all_times.reaches_goal, kNo);
  EXPECT_EQ(validity.at_whole_steps.reaches_goal, kYes);
}

TEST(PlanValidityTest, WhatIsNotCheckedIsNeitherValidNorNot) {
  ImportedScene imported = MakePlan();
  imported.plan->validity.at_all_times.is_feasible = PlanAnswer::kNotChecked;
  imported.plan->validity.at_whole_steps.is_feasible = PlanAnswer::kNotChecked;
  EXPECT_THAT(PlanLines(Judge(imported))[0], HasSubstr("at all times: not checked (feasibility not checked); "));
  imported.plan->validity.at_all_times.starts_as_given = kNo;
  EXPECT_THAT(PlanLines(Judge(imported))[0], HasSubstr("at all times: no (start, feasibility not checked); "));
}

}  // namespace
}  // namespace collision2d::planner
