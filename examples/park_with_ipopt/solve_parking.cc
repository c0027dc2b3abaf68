#include "examples/park_with_ipopt/solve_parking.h"

#include <ctime>

#include "IpIpoptApplication.hpp"
#include "IpSolveStatistics.hpp"
#include "examples/park_with_ipopt/parking_nlp.h"

namespace parking {
namespace {

// Appends evenly spaced states on the straight line between two poses: those after `from`, up to
// `to`.
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
  AppendStraight(start, scene.turning_point, kIntervals / 2, &motion);
  AppendStraight(scene.turning_point, scene.goal, kIntervals - kIntervals / 2, &motion);
  return motion;
}

ParkingSolution SolveParking(const ParkingScene& scene, const std::vector<CarState>& guess, double margin_m,
                             bool check_derivatives) {
  const Ipopt::SmartPtr<ParkingNlp> nlp = new ParkingNlp(scene, guess, margin_m);
  const Ipopt::SmartPtr<Ipopt::IpoptApplication> application = IpoptApplicationFactory();
  const Ipopt::SmartPtr<Ipopt::OptionsList> options = application->Options();
  options->SetStringValue("hessian_approximation", "limited-memory");
  // Where edges are parallel the signed distance has a kink, at which the dual infeasibility falls
  // slowly: the motion itself has long settled then.
  options->SetNumericValue("tol", 1e-2);
  options->SetNumericValue("constr_viol_tol", 1e-4);
  options->SetIntegerValue("max_iter", 1000);
  options->SetIntegerValue("print_level", check_derivatives ? 4 : 0);
  options->SetStringValue("sb", "yes");  // No banner.
  options->SetStringValue("derivative_test", check_derivatives ? "first-order" : "none");

  ParkingSolution solution;
  const std::clock_t begin = std::clock();
  solution.converged =
      application->Initialize("") == Ipopt::Solve_Succeeded && application->OptimizeTNLP(nlp) == Ipopt::Solve_Succeeded;
  solution.cpu_ms = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  if (IsValid(application->Statistics())) solution.iterations = application->Statistics()->IterationCount();
  solution.motion = nlp->motion();
  return solution;
}

}  // namespace parking
