#include "bench/ompl/dense_samples.h"

#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace collision2d::bench {
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

}  // namespace collision2d::bench
