#include "planner_adapter/checking/testing/small_scenes.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

std::vector<Verdict> VerdictsOf(const Scene& scene, const std::vector<Candidate>& candidates,
                                const CheckerOptions& options) {
  std::vector<Verdict> verdicts(candidates.size());
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), options);
  const absl::Status status = checker.ok() ? checker->Check(candidates, absl::MakeSpan(verdicts)) : checker.status();
  EXPECT_TRUE(status.ok()) << status;
  return verdicts;
}

}  // namespace

ConvexPolygon Box(double length_m, double width_m, Vec2 center) {
  return ConvexPolygon::Rectangle(length_m, width_m, center).value();
}

Scene SceneOf(const ConvexPolygon& ego, double time_step_s) {
  Scene scene;
  scene.time_step_s = time_step_s;
  scene.ego.shapes = {ego};
  scene.ego_state = EgoState();
  return scene;
}

Scene SceneWithVehicle(double time_step_s) {
  Scene scene = SceneOf(Box(4.0, 2.0), time_step_s);
  scene.ego.ground_clearance_m = 0.25;
  scene.ego.height_m = 2.0;
  return scene;
}

void AddStatic(const std::string& id, const ConvexPolygon& shape, std::optional<HeightSpan> height, Scene* scene) {
  scene->static_obstacles.push_back({id, "", {shape}, height});
}

void AddStatic(const std::string& id, const std::vector<ConvexPolygon>& shapes, Scene* scene) {
  scene->static_obstacles.push_back({id, "", shapes, {}});
}

Candidate CandidateOf(std::vector<TimedPose> poses) {
  Candidate candidate;
  candidate.id = "c";
  candidate.poses = std::move(poses);
  return candidate;
}

Candidate Along(double first_s, double last_s) {
  return CandidateOf({{first_s, {first_s, 0.0}, 0.0}, {last_s, {last_s, 0.0}, 0.0}});
}

Candidate Climbing(double first_z_m, double last_z_m, double pitch_rad, double roll_rad) {
  return CandidateOf(
      {{0.0, {}, 0.0, first_z_m, pitch_rad, roll_rad}, {2.0, {20.0, 0.0}, 0.0, last_z_m, pitch_rad, roll_rad}});
}

CheckerOptions InstantsOnly() {
  CheckerOptions options;
  options.instants_only = true;
  return options;
}

std::vector<Verdict> VerdictsOf(const Scene& scene, const CheckerOptions& options) {
  return VerdictsOf(scene, scene.candidates, options);
}

Verdict VerdictOf(const Scene& scene, const CheckerOptions& options) {
  EXPECT_EQ(scene.candidates.size(), 1u);
  return VerdictsOf(scene, options).front();
}

Verdict Check(const Scene& scene, const Candidate& candidate, const CheckerOptions& options) {
  return VerdictsOf(scene, {candidate}, options).front();
}

}  // namespace collision2d::planner
