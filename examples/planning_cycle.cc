// The life of a planner that checks its candidates in every cycle on one map.
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/planner.h"

namespace {

using collision2d::Vec2;
using namespace collision2d::planner;

// The map's coordinates are large, as those of UTM are.
constexpr Vec2 kHere = {691'000.0, 5'336'000.0};

// A trajectory of 3 s along the lane, and to the left by `shift_m`.
Candidate Drive(double speed_mps, double shift_m) {
  Candidate trajectory;
  for (int i = 0; i <= 30; ++i) {
    const double t = 0.1 * i;
    trajectory.poses.push_back({t, {kHere.x + speed_mps * t, kHere.y + shift_m * t / 3.0}, 0.0});
  }
  return trajectory;
}

absl::Status Run() {
  // [README]
  // Once for each map: the road and what stands still, with their indices.
  input::Scene map;
  map.id = "depot";
  map.ego.shapes = {input::Rectangle{4.5, 1.8, /*center=*/{1.4, 0.0}}};
  map.drivable_area = {{{{kHere.x - 10.0, kHere.y - 1.75},
                         {kHere.x + 90.0, kHere.y - 1.75},
                         {kHere.x + 90.0, kHere.y + 5.25},
                         {kHere.x - 10.0, kHere.y + 5.25}}}};
  map.static_obstacles = {{"barrier", "", {input::Disc{{kHere.x + 70.0, kHere.y}, 0.5}}}};
  absl::StatusOr<Scene> map_scene = MakeScene(map);
  if (!map_scene.ok()) return map_scene.status();
  const CheckerOptions options;
  absl::StatusOr<Road> made_road = Road::FromScene(*map_scene, options.road_gap_m);
  if (!made_road.ok()) return made_road.status();
  SharedParts shared;
  shared.road = std::make_shared<const Road>(*std::move(made_road));
  const auto statics = TrajectoryChecker::MakeStaticObstacles(std::make_shared<const Scene>(*std::move(map_scene)));
  if (!statics.ok()) return statics.status();
  shared.static_obstacles = *statics;
  CheckerWorkspace workspace;
  // In place of your thread pool.
  const collision2d::ParallelFor on_two_threads = [](int count, const std::function<void(int, int)>& run) {
    std::thread other([&] { run(0, count / 2); });
    run(count / 2, count);
    other.join();
  };
  // [README]

  for (int cycle = 0; cycle < 3; ++cycle) {
    const input::Prediction predicted = {"car", Drive(4.0 + cycle, 0.0).poses};
    input::Prediction ahead = predicted;
    for (TimedPose& pose : ahead.poses) pose.position.x += 15.0;
    const std::vector<Candidate> candidates = {Drive(12.0, 0.0), Drive(12.0, 3.5),
                                               Drive(3.0, 0.0)};  // In order of costs.
    // [README]
    // In each cycle: what moves.
    input::Scene now = map;
    now.moving_obstacles = {{"car", "", {input::Rectangle{4.5, 1.8}}}};
    now.predictions = {ahead};
    absl::StatusOr<Scene> scene = MakeScene(std::move(now));
    if (!scene.ok()) return scene.status();  // Input that is wrong: report it, and do as without a plan.
    const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(*std::move(scene), options, shared);
    if (!checker.ok()) return checker.status();
    CheckResources resources;
    resources.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(2000);
    resources.parallel_for = on_two_threads;
    resources.workspace = &workspace;
    std::vector<Verdict> verdicts(candidates.size());
    const absl::Status status = checker->Check(candidates, absl::MakeSpan(verdicts), resources);
    if (absl::IsDeadlineExceeded(status)) continue;  // No verdict is free: drive the last checked plan.
    if (!status.ok()) return status;
    size_t chosen = 0;
    while (chosen < verdicts.size() && !verdicts[chosen].is_free()) ++chosen;
    // [README]
    std::printf("cycle %d: candidate %zu of %zu\n", cycle, chosen, verdicts.size());
  }
  return absl::OkStatus();
}

}  // namespace

int main() {
  const absl::Status status = Run();
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
