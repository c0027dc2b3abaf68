#include "bench/chapters/planning_space.h"

#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/peers/fcl_tree.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/ompl/map_motion_validator.h"
#include "planner_adapter/ompl/map_state_validity_checker.h"
#include "planner_adapter/ompl/obstacle_map.h"
#include "planner_adapter/ompl/testing/new_state.h"

namespace collision2d::bench {

std::vector<Wall> RandomWalls(int count, uint64_t seed) {
  Random random(seed);
  std::vector<Wall> walls;
  for (int k = 0; k < count; ++k) {
    const double x = random.Uniform(-kMapHalf_m, kMapHalf_m);
    const double y = random.Uniform(-kMapHalf_m, kMapHalf_m);
    const Pose2 world_from_wall = Pose2::FromYaw({x, y}, random.Angle());
    walls.push_back({world_from_wall, random.Uniform(10.0, 40.0)});
  }
  return walls;
}

std::vector<ConvexPolygon> ShapesOf(const std::vector<Wall>& walls) {
  std::vector<ConvexPolygon> shapes;
  for (const Wall& wall : walls) {
    shapes.push_back(*ConvexPolygon::Rectangle(wall.length_m, kWallThickness_m)->Posed(wall.world_from_wall));
  }
  return shapes;
}

ConvexPolygon Car() { return *ConvexPolygon::Rectangle(kCarLength_m, kCarWidth_m, {kAxleToCenter_m, 0.0}); }

namespace {

namespace ob = ::ompl::base;
using State = ob::SE2StateSpace::StateType;

constexpr double kStep_m = 1e-3;
constexpr double kDeepEnough_m = 1e-9;

// m. Of the car's corners from the rear axle.
double Reach() { return std::hypot(kAxleToCenter_m + 0.5 * kCarLength_m, 0.5 * kCarWidth_m); }

struct Box {
  double x, y;    // Its middle.
  double cx, sx;  // Its direction.
  double half_length, half_width;
};

Box BoxOfCar(const State& state) {
  const double c = std::cos(state.getYaw());
  const double s = std::sin(state.getYaw());
  return {state.getX() + kAxleToCenter_m * c,
          state.getY() + kAxleToCenter_m * s,
          c,
          s,
          0.5 * kCarLength_m,
          0.5 * kCarWidth_m};
}

Box BoxOfWall(const Wall& wall) {
  const Pose2& pose = wall.world_from_wall;
  return {pose.translation.x, pose.translation.y, pose.cos, pose.sin, 0.5 * wall.length_m, 0.5 * kWallThickness_m};
}

// How far the boxes are apart along the sides of a; negative: they overlap by that in both
// directions.
double GapAlongSides(const Box& a, const Box& b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double c = std::abs(a.cx * b.cx + a.sx * b.sx);
  const double s = std::abs(a.cx * b.sx - a.sx * b.cx);
  const double along = std::abs(dx * a.cx + dy * a.sx) - a.half_length - c * b.half_length - s * b.half_width;
  const double across = std::abs(dy * a.cx - dx * a.sx) - a.half_width - s * b.half_length - c * b.half_width;
  return std::max(along, across);
}

// Positive: no more than the distance, which it is unless two corners are nearest. Negative: minus
// the depth.
double Gap(const Box& a, const Box& b) { return std::max(GapAlongSides(a, b), GapAlongSides(b, a)); }

}  // namespace

Way WayOf(const ob::SE2StateSpace& space, const ob::State& from, const ob::State& to) {
  const double distance_m = space.distance(&from, &to);
  if (dynamic_cast<const ob::DubinsStateSpace*>(&space) != nullptr ||
      dynamic_cast<const ob::ReedsSheppStateSpace*>(&space) != nullptr) {
    return {distance_m, distance_m * (1.0 + Reach() / kTurningRadius_m)};
  }
  // That of the positions and half of that of the yaws.
  const auto& a = *from.as<State>();
  const auto& b = *to.as<State>();
  const double straight_m = std::hypot(b.getX() - a.getX(), b.getY() - a.getY());
  return {straight_m, straight_m + 2.0 * (distance_m - straight_m) * Reach() + kStep_m};
}

std::vector<Wall> WallsNear(const std::vector<Wall>& walls, const ob::SE2StateSpace& space, const ob::State& from,
                            const ob::State& to) {
  const auto& start = *from.as<State>();
  const double reach_m = WayOf(space, from, to).axle_m + Reach() + kWallThickness_m;
  std::vector<Wall> near;
  for (const Wall& wall : walls) {
    const Vec2 middle = wall.world_from_wall.translation;
    const double apart_m = std::hypot(middle.x - start.getX(), middle.y - start.getY());
    if (apart_m - 0.5 * wall.length_m < reach_m) near.push_back(wall);
  }
  return near;
}

bool MeetsWall(const std::vector<Wall>& walls, const ob::SE2StateSpace& space, const ob::State& from,
               const ob::State& to) {
  const std::vector<Wall> near = WallsNear(walls, space, from, to);
  const double way_m = WayOf(space, from, to).car_m;
  State* const state = space.allocState()->as<State>();
  bool meets = false;
  for (double done_m = 0.0; !meets;) {
    space.interpolate(&from, &to, way_m > 0.0 ? std::min(done_m / way_m, 1.0) : 0.0, state);
    const Box car = BoxOfCar(*state);
    double gap_m = std::numeric_limits<double>::infinity();
    for (const Wall& wall : near) gap_m = std::min(gap_m, Gap(car, BoxOfWall(wall)));
    meets = gap_m < -kDeepEnough_m;
    if (done_m >= way_m) break;
    done_m = std::min(way_m, done_m + std::max(kStep_m, gap_m));
  }
  space.freeState(state);
  return meets;
}

namespace {

namespace ob = ::ompl::base;

constexpr double kFineStep_m = 0.01;

// States of SE(2) by FCL: a box for the car, one for each wall, and its dynamic tree over them. For
// one thread.
class FclStateChecker : public ob::StateValidityChecker {
 public:
  FclStateChecker(const ob::SpaceInformationPtr& si, const std::vector<Wall>& walls)
      : StateValidityChecker(si), tree_(MakeFclBox(kCarLength_m, kCarWidth_m)) {
    for (const Wall& wall : walls) tree_.Add(MakeFclBox(wall.length_m, kWallThickness_m), wall.world_from_wall);
    tree_.Setup();
  }

  bool isValid(const ob::State* state) const override {
    if (!si_->satisfiesBounds(state)) return false;
    const auto& s = *state->as<ob::SE2StateSpace::StateType>();
    const Pose2 pose = Pose2::FromYaw({s.getX(), s.getY()}, s.getYaw());
    return !tree_.AnyHit(Pose2(pose * Vec2{kAxleToCenter_m, 0.0}, UnitRotation(pose.cos, pose.sin)));
  }

 private:
  mutable FclTree tree_;
};

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
