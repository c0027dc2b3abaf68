#include "bench/ompl/rrt_plans.h"

#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/terminationconditions/IterationTerminationCondition.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

#include <ctime>
#include <memory>

#include "bench/ompl/dense_samples.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/ompl/testing/path_oracle.h"

namespace collision2d::bench {
namespace {

namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;

constexpr double kRange_m = 40.0;
constexpr unsigned kMostIterations = 100000;

// Empty if there is none.
std::shared_ptr<og::PathGeometric> Plan(const PlanningSpace& of, const ob::State* start, const ob::State* goal) {
  const auto problem = std::make_shared<ob::ProblemDefinition>(of.si);
  problem->setStartAndGoalStates(start, goal);
  og::RRTConnect planner(of.si);
  planner.setRange(kRange_m);
  planner.setProblemDefinition(problem);
  planner.setup();
  if (planner.solve(ob::IterationTerminationCondition(kMostIterations)) != ob::PlannerStatus::EXACT_SOLUTION) return {};
  return std::static_pointer_cast<og::PathGeometric>(problem->getSolutionPath());
}

bool ProvesFree(const PlanningSpace& of, const std::vector<Wall>& walls, const ob::State& from, const ob::State& to) {
  const planner::PathOracle oracle(*of.space, kTurningRadius_m, from, to);
  const std::vector<ConvexPolygon> near = ShapesOf(WallsNear(walls, *of.space, from, to));
  const ConvexPolygon car = Car();
  return oracle.ProvesFreeUntil(1.0, {&car, 1}, near);
}

}  // namespace

PlanCounts CountPlans(SpaceKind kind, Validation validation, const std::vector<Wall>& walls, int plans, uint64_t seed) {
  const PlanningSpace of(kind, validation, walls);
  Random random(seed);
  PlanCounts counts;
  counts.space = NameOf(kind);
  counts.validation = NameOf(validation);
  counts.plans = plans;
  for (int i = 0; i < plans; ++i) {
    const StatePtr start = of.RandomValidState(&random);
    const StatePtr goal = of.RandomValidState(&random);
    const std::clock_t before = std::clock();
    const auto path = Plan(of, start.get(), goal.get());
    counts.cpu_s += static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    if (path == nullptr) continue;
    ++counts.solved;
    bool meets = false;
    bool proven = true;
    for (size_t k = 1; k < path->getStateCount(); ++k) {
      const ob::State& from = *path->getState(static_cast<unsigned>(k - 1));
      const ob::State& to = *path->getState(static_cast<unsigned>(k));
      ++counts.motions;
      meets = meets || MeetsWall(walls, *of.space, from, to);
      proven = proven && !meets && ProvesFree(of, walls, from, to);
    }
    counts.refuted += meets ? 1 : 0;
    counts.proven += proven ? 1 : 0;
  }
  return counts;
}

}  // namespace collision2d::bench
