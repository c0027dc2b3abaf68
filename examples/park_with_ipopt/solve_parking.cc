#include "examples/park_with_ipopt/solve_parking.h"

#include <chrono>
#include <cmath>

#include "coin/IpIpoptApplication.hpp"
#include "coin/IpSolveStatistics.hpp"
#include "examples/park_with_ipopt/parking_nlp.h"

namespace parking {
namespace {

// Appends `intervals` states, from the one after `from` to `to`, evenly spaced on a straight line.
void AppendStraight(const CarState& from, const CarState& to, int intervals, std::vector<CarState>* motion) {
  const double speed_mps = (to.x_m - from.x_m) / (intervals * kInterval_s);
  for (int k = 1; k <= intervals; ++k) {
    const double share = static_cast<double>(k) / intervals;
    motion->push_back({from.x_m + share * (to.x_m - from.x_m), from.y_m + share * (to.y_m - from.y_m),
                       from.yaw_rad + share * (to.yaw_rad - from.yaw_rad), speed_mps, 0.0});
  }
}

}  // namespace

std::vector<CarState> StraightGuess(const ParkingScene& scene, const CarState& start) {
  std::vector<CarState> motion = {start};
  AppendStraight(start, scene.beside_front_car, kIntervals / 2, &motion);
  AppendStraight(scene.beside_front_car, scene.goal, kIntervals - kIntervals / 2, &motion);
  return motion;
}

ParkingSolution SolveParking(const ParkingScene& scene, const std::vector<CarState>& guess, double margin_m,
                             bool check_derivatives) {
  Ipopt::SmartPtr<ParkingNlp> nlp = new ParkingNlp(scene, guess, margin_m);
  Ipopt::SmartPtr<Ipopt::IpoptApplication> application = IpoptApplicationFactory();
  const auto& options = application->Options();
  options->SetIntegerValue("print_level", check_derivatives || getenv("VERB") ? 5 : 0);
  options->SetStringValue("sb", "yes");  // No banner.
  options->SetStringValue("hessian_approximation", "limited-memory");
  options->SetIntegerValue("max_iter", 1000);
  if (const char* o = getenv("OPTS")) {
    application->Initialize(o);
  }
  if (check_derivatives) options->SetStringValue("derivative_test", "first-order");

  ParkingSolution solution;
  const auto begin = clock();
  if (application->Initialize("") == Ipopt::Solve_Succeeded) {
    solution.converged = application->OptimizeTNLP(nlp) == Ipopt::Solve_Succeeded;
  }
  solution.solve_ms = (double)(clock()-begin)*1e3/CLOCKS_PER_SEC;
  if (IsValid(application->Statistics())) solution.iterations = application->Statistics()->IterationCount();
  solution.motion = nlp->motion();
  return solution;
}

}  // namespace parking
