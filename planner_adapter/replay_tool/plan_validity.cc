#include "planner_adapter/replay_tool/plan_validity.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "planner_adapter/metrics/candidate_metrics.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner {
namespace {

PlanAnswer ToAnswer(bool is_so) { return is_so ? PlanAnswer::kYes : PlanAnswer::kNo; }

absl::string_view AnswerText(PlanAnswer answer) {
  return answer == PlanAnswer::kYes ? "yes" : answer == PlanAnswer::kNo ? "no" : "not checked";
}

absl::string_view ResultText(PlanAnswer answer) {
  return answer == PlanAnswer::kYes ? "passed" : answer == PlanAnswer::kNo ? "failed" : "not checked";
}

// The questions, as they are shown; is_valid, which sums them up, is not among them.
struct Question {
  absl::string_view name;
  PlanAnswer PlanAnswers::*answer;
};
constexpr Question kQuestions[] = {
    {"collision", &PlanAnswers::is_collision_free}, {"road", &PlanAnswers::stays_on_road},
    {"goal", &PlanAnswers::reaches_goal},           {"start", &PlanAnswers::starts_as_given},
    {"feasibility", &PlanAnswers::is_feasible},     {"completeness", &PlanAnswers::solves_all},
};

void SumUp(PlanAnswers* answers) {
  const auto has = [&](PlanAnswer answer) {
    return std::any_of(std::begin(kQuestions), std::end(kQuestions),
                       [&](const Question& question) { return answers->*question.answer == answer; });
  };
  answers->is_valid = has(PlanAnswer::kNo)           ? PlanAnswer::kNo
                      : has(PlanAnswer::kNotChecked) ? PlanAnswer::kNotChecked
                                                     : PlanAnswer::kYes;
}

// Whether the plan reaches a goal at one of its states.
bool ReachesGoalAtState(const Scene& scene, const ImportedPlan& plan) {
  const std::vector<TimedPose>& poses = scene.candidates[0].poses;
  for (size_t i = 0; i < poses.size(); ++i) {
    const double speed_mps = plan.speeds_mps[i];
    const BodyVelocity velocity{{speed_mps * std::cos(poses[i].yaw_rad), speed_mps * std::sin(poses[i].yaw_rad)}};
    const bool reaches = std::any_of(scene.goals.begin(), scene.goals.end(), [&](const Goal& goal) {
      return ReachesGoal(goal, RelativeTo(scene.origin, poses[i]), velocity);
    });
    if (reaches) return true;
  }
  return false;
}

// Sets the answers of a check; `verdict` has them.
void SetChecked(const v1::Verdict& verdict, bool road_is_known, PlanAnswers* answers) {
  answers->is_collision_free = ToAnswer(!verdict.collides());
  if (road_is_known) answers->stays_on_road = ToAnswer(!verdict.leaves_road());
}

// What a check found, as sentences.
void AddFindings(const v1::Verdict& verdict, absl::string_view when, PlanValidity* validity) {
  if (verdict.collides()) {
    const v1::Encounter& contact = verdict.first_collision();
    const bool is_between = verdict.contact_bracket().between_instants();
    validity->reasons.push_back(absl::StrFormat("Collision %s: with %s at %.4g s%s.", when, contact.obstacle_id(),
                                                contact.time_s(), is_between ? ", between whole steps only" : ""));
  }
  if (verdict.leaves_road()) {
    const bool is_between = verdict.road_departure().between_instants();
    validity->reasons.push_back(absl::StrFormat("Road %s: left at %.4g s%s.", when, verdict.leaves_road_time_s(),
                                                is_between ? ", between whole steps only" : ""));
  }
}

void AddDifferences(PlanValidity* validity) {
  std::vector<std::string> differences;
  for (const Question& question : kQuestions) {
    const PlanAnswer ours = validity->at_all_times.*question.answer;
    const PlanAnswer theirs = validity->at_whole_steps.*question.answer;
    if (ours == theirs) continue;
    differences.push_back(absl::StrCat(question.name, " (", ResultText(ours), ", ", ResultText(theirs), ")"));
  }
  if (differences.empty()) return;
  validity->reasons.push_back(
      absl::StrCat("Different at all times and at whole steps: ", absl::StrJoin(differences, ", "), "."));
}

}  // namespace

absl::Status CompletePlanValidity(v1::Scene scene, const ImportedPlan& plan, const ReplayOptions& options,
                                  const v1::Verdict& verdict, PlanValidity* validity) {
  *validity = plan.validity;
  // The lanelets for vehicles alone may be none.
  const bool road_is_known = scene.drivable_area_size() > 0;
  for (const v1::Polygon& polygon : plan.other_lanelets) *scene.add_drivable_area() = polygon;
  const bool steps_road_is_known = scene.drivable_area_size() > 0;
  const absl::StatusOr<Scene> at_steps = SceneFromProto(scene);
  if (!at_steps.ok()) return at_steps.status();
  ReplayOptions instants = options;
  instants.checker.instants_only = true;
  instants.checker.metrics = {};
  instants.profiles = instants.profiles_in_verdicts = instants.closed_loop = false;
  v1::Verdict found;
  const absl::StatusOr<ReplayedDrive> drive = ReplayCycles(*at_steps, instants, [&](ReplayedCycle cycle) {
    found.Swap(cycle.verdicts.mutable_verdicts(0));
    return absl::OkStatus();
  });
  if (!drive.ok()) return drive.status();

  SetChecked(verdict, road_is_known, &validity->at_all_times);
  SetChecked(found, steps_road_is_known, &validity->at_whole_steps);
  if (verdict.has_goal()) validity->at_all_times.reaches_goal = ToAnswer(verdict.goal().reached());
  if (!at_steps->goals.empty()) {
    validity->at_whole_steps.reaches_goal = ToAnswer(ReachesGoalAtState(*at_steps, plan));
  }
  SumUp(&validity->at_all_times);
  SumUp(&validity->at_whole_steps);
  AddFindings(verdict, "at all times", validity);
  AddFindings(found, "at whole steps", validity);
  AddDifferences(validity);
  return absl::OkStatus();
}

std::vector<std::string> PlanLines(const PlanValidity& validity) {
  const auto text = [](const PlanAnswers& answers) {
    std::vector<std::string> failed;
    for (const Question& question : kQuestions) {
      const PlanAnswer answer = answers.*question.answer;
      if (answer == PlanAnswer::kNo) failed.push_back(std::string(question.name));
      if (answer == PlanAnswer::kNotChecked) failed.push_back(absl::StrCat(question.name, " not checked"));
    }
    return absl::StrCat(AnswerText(answers.is_valid), failed.empty() ? "" : " (", absl::StrJoin(failed, ", "),
                        failed.empty() ? "" : ")");
  };
  std::vector<std::string> lines = {absl::StrCat("plan of a ", validity.vehicle,
                                                 ": valid at all times: ", text(validity.at_all_times),
                                                 "; by CommonRoad's checker, at whole "
                                                 "steps: ",
                                                 text(validity.at_whole_steps))};
  lines.insert(lines.end(), validity.reasons.begin(), validity.reasons.end());
  return lines;
}

}  // namespace collision2d::planner
