#include "bench/ompl/planning_space.h"

#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include "bench/ompl/fcl_state_checker.h"
#include "planner_adapter/ompl/map_motion_validator.h"
#include "planner_adapter/ompl/map_state_validity_checker.h"
#include "planner_adapter/ompl/obstacle_map.h"
#include "planner_adapter/ompl/testing/new_state.h"

namespace collision2d::bench {
namespace {

namespace ob = ::ompl::base;

constexpr double kFineStep_m = 0.01;

std::shared_ptr<ob::SE2StateSpace> MakeSpace(SpaceKind kind) {
  switch (kind) {
    case SpaceKind::kDubins:
      return planner::NewSpace<ob::DubinsStateSpace>(-kMapHalf_m, kMapHalf_m, kTurningRadius_m);
    case SpaceKind::kReedsShepp:
      return planner::NewSpace<ob::ReedsSheppStateSpace>(-kMapHalf_m, kMapHalf_m, kTurningRadius_m);
    case SpaceKind::kSe2:
      break;
  }
  return planner::NewSpace<ob::SE2StateSpace>(-kMapHalf_m, kMapHalf_m);
}

}  // namespace

std::string NameOf(Validation validation) {
  switch (validation) {
    case Validation::kSwept:
      return "collision2d";
    case Validation::kDiscreteDefault:
      return "discrete, default";
    case Validation::kFcl1cm:
      return "FCL, 1 cm";
  }
  return "";
}

std::string NameOf(SpaceKind kind) {
  switch (kind) {
    case SpaceKind::kSe2:
      return "SE2";
    case SpaceKind::kDubins:
      return "Dubins";
    case SpaceKind::kReedsShepp:
      return "ReedsShepp";
  }
  return "";
}

PlanningSpace::PlanningSpace(SpaceKind of_kind, Validation by, const std::vector<Wall>& walls)
    : kind(of_kind), validation(by), space(MakeSpace(of_kind)), si(std::make_shared<ob::SpaceInformation>(space)) {
  const auto map = *planner::ObstacleMap::Create(ShapesOf(walls));
  if (by == Validation::kFcl1cm) {
    si->setStateValidityChecker(std::make_shared<FclStateChecker>(si, walls));
  } else {
    si->setStateValidityChecker(*planner::MapStateValidityChecker::Create(si, {Car()}, map));
  }
  if (by == Validation::kSwept) si->setMotionValidator(*planner::MapMotionValidator::Create(si, {Car()}, map));
  if (by == Validation::kFcl1cm) {
    si->setStateValidityCheckingResolution(kFineStep_m / space->getMaximumExtent());
  }
  si->setup();
}

StatePtr PlanningSpace::RandomValidState(Random* random) const {
  while (true) {
    const double x = random->Uniform(-kMapHalf_m, kMapHalf_m);
    const double y = random->Uniform(-kMapHalf_m, kMapHalf_m);
    StatePtr state = planner::NewState(space, x, y, random->Angle());
    if (si->isValid(state.get())) return state;
  }
}

}  // namespace collision2d::bench
