#pragma once

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/State.h>
#include <ompl/base/spaces/SE2StateSpace.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collision2d/collision2d.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {

inline constexpr double kMapHalf_m = 500.0;
inline constexpr double kWallThickness_m = 0.1;
inline constexpr double kTurningRadius_m = 5.0;

// A wall by its middle, direction and length.
struct Wall {
  Pose2 world_from_wall;
  double length_m;
};

// Walls of 10 to 40 m anywhere on a square kilometre, in any direction.
std::vector<Wall> RandomWalls(int count, uint64_t seed);

// In the world frame.
std::vector<ConvexPolygon> ShapesOf(const std::vector<Wall>& walls);

// A car in the frame of its rear axle.
inline constexpr double kCarLength_m = 4.5;
inline constexpr double kCarWidth_m = 1.8;
inline constexpr double kAxleToCenter_m = 1.4;
ConvexPolygon Car();

// How long a way of interpolate() is: for the rear axle, and at most for any point of the car.
// REQUIRES: a space that is not symmetric, with kTurningRadius_m if it has a turning radius.
struct Way {
  double axle_m;
  double car_m;
};
Way WayOf(const ompl::base::SE2StateSpace& space, const ompl::base::State& from, const ompl::base::State& to);

// The walls that the car may meet on the way.
std::vector<Wall> WallsNear(const std::vector<Wall>& walls, const ompl::base::SE2StateSpace& space,
                            const ompl::base::State& from, const ompl::base::State& to);

// Whether the car is in contact with a wall at a sample of the way. No point of the car moves more
// than 1 mm from one sample to the next, unless the car is so far from all walls that it cannot
// meet one in between. In plain double precision: contact less than 10^-9 m deep does not count.
// Shares no code with the library.
bool MeetsWall(const std::vector<Wall>& walls, const ompl::base::SE2StateSpace& space, const ompl::base::State& from,
               const ompl::base::State& to);

// How motions are checked: by MapMotionValidator, or by OMPL's own validator at a resolution, with
// states by MapStateValidityChecker or FCL.
enum class Validation { kSwept, kDiscreteDefault, kFcl1cm };
inline constexpr Validation kAllValidations[] = {Validation::kSwept, Validation::kFcl1cm, Validation::kDiscreteDefault};
std::string NameOf(Validation validation);

enum class SpaceKind { kSe2, kDubins, kReedsShepp };
inline constexpr SpaceKind kAllSpaceKinds[] = {SpaceKind::kSe2, SpaceKind::kDubins, SpaceKind::kReedsShepp};
std::string NameOf(SpaceKind kind);

using StatePtr = std::shared_ptr<ompl::base::SE2StateSpace::StateType>;

// A state space over a map, set up. States of one serve all of the same kind.
struct PlanningSpace {
  PlanningSpace(SpaceKind of_kind, Validation by, const std::vector<Wall>& walls);

  SpaceKind kind;
  Validation validation;
  std::shared_ptr<ompl::base::SE2StateSpace> space;
  ompl::base::SpaceInformationPtr si;

  // Anywhere on the map.
  StatePtr RandomValidState(Random* random) const;
};

}  // namespace collision2d::bench
