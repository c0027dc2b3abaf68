// prototype
#include <cstdio>
#include <cstdint>
#include <random>
#include <algorithm>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "collision2d/collision2d.h"
#include "examples/park_with_ipopt/parking_scene.h"
#include "examples/park_with_ipopt/solve_parking.h"
#include "examples/park_with_ipopt/parking_nlp.h"

ABSL_FLAG(int, starts, 100, "number of starts");
ABSL_FLAG(uint64_t, seed, 20261120, "seed");
ABSL_FLAG(double, margin_m, 0.1, "seed");
ABSL_FLAG(bool, check_derivatives, false, "");

int main(int argc, char** argv) {
  using namespace parking;
  absl::ParseCommandLine(argc, argv);
  const auto scene = ParkingScene::Create();
  std::mt19937_64 random(absl::GetFlag(FLAGS_seed));
  const auto map = collision2d::StaticMap::Create(scene->obstacles);
  std::vector<double> times;
  for (int k = 0; k <= kIntervals; ++k) times.push_back(k * kInterval_s);
  int ok = 0, freec = 0;
  double ms = 0;
  for (int i = 0; i < absl::GetFlag(FLAGS_starts); ++i) {
    const CarState start = RandomStart(*scene, 0.1, random);
    const auto s = SolveParking(*scene, StraightGuess(*scene, start), absl::GetFlag(FLAGS_margin_m), absl::GetFlag(FLAGS_check_derivatives));
    ms += s.solve_ms;
    std::vector<collision2d::Pose2> poses;
    for (auto& c : s.motion) poses.push_back(c.world_from_car());
    collision2d::SweptNearest nearest;
    if (!poses.empty()) {
      auto st = map->MinimumSweptClearance({&scene->car, 1}, {poses, kIntervals + 1}, times, 1e-4, {&nearest, 1});
      if (!st.ok()) std::printf("%s\n", st.ToString().c_str());
    }
    ok += s.converged;
    freec += s.converged && nearest.lower_m > 0;
    std::printf("%3d (%6.2f %5.2f %5.2f) %d %4d it %7.1f ms clearance %.4f\n", i, start.x_m, start.y_m, start.yaw_rad, s.converged, s.iterations, s.solve_ms, nearest.lower_m);
    std::fflush(stdout);
  }
  std::printf("converged %d free %d mean ms %.1f\n", ok, freec, ms / absl::GetFlag(FLAGS_starts));
}
