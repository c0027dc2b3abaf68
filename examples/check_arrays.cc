// Checks trajectories that a planner has in arrays, without messages.
#include <cstdio>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/planner.h"

namespace {

constexpr int kTrajectories = 3;
constexpr int kSteps = 31;

// A planner's output: x, y and yaw of each trajectory at each step, 0.1 s apart; and the way of a
// car that drives ahead, from a tracker.
using Poses = double[kSteps][3];

absl::Status Check(const Poses (&trajectories)[kTrajectories], const Poses& car) {
  // [README]
  using namespace collision2d::planner;
  input::Scene arrays;
  arrays.ego.shapes = {input::Rectangle{4.5, 1.8, /*center=*/{1.4, 0.0}}};
  arrays.static_obstacles = {{"post", "", {input::Disc{{40.0, -2.0}, 0.25}}}};
  arrays.moving_obstacles = {{"car", "", {input::Rectangle{4.5, 1.8}}}};
  // [README]
  arrays.id = "cycle 17";
  arrays.reference_path = {{-10.0, 0.0}, {100.0, 0.0}};
  arrays.drivable_area = {{{{-10.0, -1.75}, {100.0, -1.75}, {100.0, 5.25}, {-10.0, 5.25}}}};
  const auto poses_of = [](const Poses& rows) {
    std::vector<TimedPose> poses;
    for (int i = 0; i < kSteps; ++i) poses.push_back({0.1 * i, {rows[i][0], rows[i][1]}, rows[i][2]});
    return poses;
  };
  // [README]
  arrays.predictions = {{"car", poses_of(car)}};  // Time, position, yaw: s, m, rad.
  for (const Poses& trajectory : trajectories) arrays.candidates.push_back({"", poses_of(trajectory)});
  absl::StatusOr<Scene> scene = MakeScene(std::move(arrays));  // Validated; an error names the field.
  if (!scene.ok()) return scene.status();
  CheckerOptions options;
  options.metrics = MetricOptions::All();
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(*std::move(scene), options);
  if (!checker.ok()) return checker.status();
  const std::vector<Candidate>& candidates = checker->scene().candidates;  // The checker owns the scene.
  std::vector<Verdict> verdicts(candidates.size());
  if (absl::Status status = checker->Check(candidates, absl::MakeSpan(verdicts)); !status.ok()) return status;
  for (const Verdict& verdict : verdicts) {
    const auto& hit = verdict.first_collision;  // Which obstacle, and when.
    if (hit) std::printf("hits %s at %.1f s\n", ObstacleId(checker->scene(), hit->obstacle).c_str(), hit->time_s);
  }
  // [README]
  for (size_t i = 0; i < verdicts.size(); ++i) {
    const Verdict& verdict = verdicts[i];
    std::printf("%s: %s, clearance %.3f m, road %.3f m, gap %.3f m\n", candidates[i].id.c_str(),
                verdict.collides() ? "collides" : "free", verdict.minimum_clearance->signed_distance_m,
                verdict.road_clearance->clearance_m, verdict.metrics.headway->gap_m.value);
  }
  return absl::OkStatus();
}

}  // namespace

int main() {
  double trajectories[kTrajectories][kSteps][3] = {};
  double car[kSteps][3] = {};
  for (int i = 0; i < kSteps; ++i) {
    for (int k = 0; k < kTrajectories; ++k) trajectories[k][i][0] = (0.4 + 0.3 * k) * i;
    car[i][0] = 15.0 + 0.4 * i;
  }
  const absl::Status status = Check(trajectories, car);
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
