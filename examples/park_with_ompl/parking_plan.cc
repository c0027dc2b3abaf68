#include "examples/park_with_ompl/parking_plan.h"

#include <ompl/base/PlannerData.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/RealVectorBounds.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>
#include <ompl/base/terminationconditions/IterationTerminationCondition.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/rrt/RRTstar.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "planner_adapter/ompl/map_motion_validator.h"
#include "planner_adapter/ompl/map_state_validity_checker.h"
#include "planner_adapter/ompl/obstacle_map.h"

namespace parking {
namespace {

namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;
using collision2d::Pose2;
using collision2d::planner::MapMotionValidator;
using collision2d::planner::MapStateValidityChecker;
using collision2d::planner::ObstacleMap;
using State = ob::SE2StateSpace::StateType;

// m. The longest motion of the tree, and the distance of poses in the picture.
constexpr double kRange_m = 8.0;
constexpr double kPoseDistance_m = 0.1;
// How often the tree grows towards the goal: twice as often as usual, since few ways lead into the
// bay.
constexpr double kGoalBias = 0.1;

Pose2 PoseOf(const ob::State* state) {
  const State& s = *state->as<State>();
  return Pose2::FromYaw({s.getX(), s.getY()}, s.getYaw());
}

// Appends poses on the way from one state to another, without the last one.
void AppendPoses(const ob::StateSpace& space, const ob::State* from, const ob::State* to, std::vector<Pose2>* poses) {
  const int count = 1 + static_cast<int>(space.distance(from, to) / kPoseDistance_m);
  ob::State* const state = space.allocState();
  for (int i = 0; i < count; ++i) {
    space.interpolate(from, to, static_cast<double>(i) / count, state);
    poses->push_back(PoseOf(state));
  }
  space.freeState(state);
}

// RRT* has checked a motion in one direction, and may have put it into the tree in the other one.
// The shortest curve back is the same one, unless there are two.
void AddTree(const ob::Planner& planner, const ob::SpaceInformationPtr& si, ParkingPlan* plan) {
  ob::PlannerData data(si);
  planner.getPlannerData(data);
  for (unsigned v = 0; v < data.numVertices(); ++v) {
    std::vector<unsigned> children;
    data.getEdges(v, children);
    for (const unsigned child : children) {
      const ob::State* const from = data.getVertex(v).getState();
      const ob::State* const to = data.getVertex(child).getState();
      plan->tree_proven += si->checkMotion(from, to) ? 1 : 0;
      AppendPoses(*si->getStateSpace(), from, to, &plan->tree.emplace_back());
      plan->tree.back().push_back(PoseOf(to));
    }
  }
}

std::shared_ptr<ob::ReedsSheppStateSpace> MakeSpace(const ParkingLot& lot) {
  auto space = std::make_shared<ob::ReedsSheppStateSpace>(lot.turning_radius_m);
  ob::RealVectorBounds bounds(2);
  bounds.low = {lot.bounds.min.x, lot.bounds.min.y};
  bounds.high = {lot.bounds.max.x, lot.bounds.max.y};
  space->setBounds(bounds);
  return space;
}

void SetState(const double (&values)[3], ob::State* state) {
  state->as<State>()->setXY(values[0], values[1]);
  state->as<State>()->setYaw(values[2]);
}

}  // namespace

absl::StatusOr<ParkingPlan> PlanParking(const ParkingLot& lot, int iterations, uint32_t seed) {
  ompl::msg::setLogLevel(ompl::msg::LOG_WARN);
  ompl::RNG::setSeed(seed);

  // [README]
  const auto space = MakeSpace(lot);  // Reeds and Shepp's; or DubinsStateSpace, SE2StateSpace.
  const auto si = std::make_shared<ob::SpaceInformation>(space);
  const auto map = ObstacleMap::Create(lot.obstacles);  // ConvexPolygons, in the world frame or with poses.
  if (!map.ok()) return map.status();
  const auto checker = MapStateValidityChecker::Create(si, {lot.car}, *map);
  if (!checker.ok()) return checker.status();
  const auto validator = MapMotionValidator::Create(si, {lot.car}, *map);
  if (!validator.ok()) return validator.status();
  si->setStateValidityChecker(*checker);
  si->setMotionValidator(*validator);
  si->setup();
  // [README]

  ob::ScopedState<> start(space);
  ob::ScopedState<> goal(space);
  SetState(lot.start, start.get());
  SetState(lot.goal, goal.get());
  const auto problem = std::make_shared<ob::ProblemDefinition>(si);
  problem->setStartAndGoalStates(start, goal);
  og::RRTstar planner(si);
  planner.setRange(kRange_m);
  planner.setGoalBias(kGoalBias);
  planner.setProblemDefinition(problem);
  planner.setup();
  const std::clock_t before = std::clock();
  const ob::PlannerStatus status = planner.solve(ob::IterationTerminationCondition(static_cast<unsigned>(iterations)));
  ParkingPlan plan;
  plan.cpu_s = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  if (status != ob::PlannerStatus::EXACT_SOLUTION) {
    return absl::NotFoundError(absl::StrCat("no path within ", iterations, " iterations: try more, or another seed"));
  }
  plan.iterations = iterations;
  plan.motions_valid = (*validator)->getValidMotionCount();
  plan.motions_invalid = (*validator)->getInvalidMotionCount();
  plan.motions_undecided = (*validator)->undecided_count();
  const auto& path = *problem->getSolutionPath()->as<og::PathGeometric>();
  plan.length_m = path.length();
  plan.straight_m = space->distance(start.get(), goal.get());
  for (size_t k = 1; k < path.getStateCount(); ++k) {
    const ob::State* const from = path.getState(static_cast<unsigned>(k - 1));
    const ob::State* const to = path.getState(static_cast<unsigned>(k));
    if (!si->checkMotion(from, to)) return absl::InternalError(absl::StrCat("motion ", k, " of the path is not free"));
    AppendPoses(*space, from, to, &plan.path);
  }
  plan.path.push_back(PoseOf(goal.get()));
  AddTree(planner, si, &plan);
  plan.least_clearance_m = std::numeric_limits<double>::infinity();
  for (const Pose2& pose : plan.path) {
    ob::ScopedState<> state(space);
    SetState({pose.translation.x, pose.translation.y, pose.yaw_rad()}, state.get());
    plan.least_clearance_m = std::min(plan.least_clearance_m, (*checker)->clearance(state.get()));
  }
  return plan;
}

}  // namespace parking
