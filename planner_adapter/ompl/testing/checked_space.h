#pragma once

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "gtest/gtest.h"
#include "planner_adapter/ompl/map_motion_validator.h"
#include "planner_adapter/ompl/map_state_validity_checker.h"
#include "planner_adapter/ompl/obstacle_map.h"
#include "planner_adapter/ompl/testing/new_state.h"

namespace collision2d::planner {

using SpacePtr = std::shared_ptr<ompl::base::SE2StateSpace>;

inline constexpr double kHalf_m = 30.0;
inline constexpr double kRadius_m = 5.0;

inline std::vector<ConvexPolygon> Car() { return {*ConvexPolygon::Rectangle(4.5, 1.8, {1.4, 0.0})}; }

// One of each kind, symmetric Dubins paths too.
inline std::vector<SpacePtr> Spaces(double half_m) {
  return {NewSpace<ompl::base::SE2StateSpace>(-half_m, half_m),
          NewSpace<ompl::base::DubinsStateSpace>(-half_m, half_m, kRadius_m),
          NewSpace<ompl::base::DubinsStateSpace>(-half_m, half_m, kRadius_m, true),
          NewSpace<ompl::base::ReedsSheppStateSpace>(-half_m, half_m, kRadius_m)};
}

// A space with its validator and checker over some walls.
struct CheckedSpace {
  CheckedSpace(const SpacePtr& of, std::vector<ConvexPolygon> map_shapes, std::vector<ConvexPolygon> map_body = Car())
      : space(of), si(std::make_shared<ompl::base::SpaceInformation>(of)), walls(map_shapes), body(map_body) {
    const auto map = *ObstacleMap::Create(walls);
    validator = *MapMotionValidator::Create(si, body, map);
    checker = *MapStateValidityChecker::Create(si, body, map);
  }

  std::shared_ptr<Se2State> State(double x, double y, double yaw) const { return NewState(space, x, y, yaw); }

  bool Check(const std::shared_ptr<Se2State>& s1, const std::shared_ptr<Se2State>& s2) const {
    return validator->checkMotion(s1.get(), s2.get());
  }

  // The fraction of the last valid state; 1 if the motion is valid. The state is that of the
  // fraction.
  double LastValid(const std::shared_ptr<Se2State>& s1, const std::shared_ptr<Se2State>& s2) const {
    const auto last = State(0.0, 0.0, 0.0);
    std::pair<ompl::base::State*, double> last_valid(last.get(), 1.0);
    EXPECT_EQ(validator->checkMotion(s1.get(), s2.get(), last_valid), Check(s1, s2));
    if (last_valid.second == 1.0) return 1.0;
    const auto expected = State(0.0, 0.0, 0.0);
    space->interpolate(s1.get(), s2.get(), last_valid.second, expected.get());
    // Clamped to the bounds, by rounding.
    EXPECT_LE(std::abs(last->getX() - expected->getX()), validator->margin_m());
    EXPECT_LE(std::abs(last->getY() - expected->getY()), validator->margin_m());
    EXPECT_EQ(last->getYaw(), expected->getYaw());
    EXPECT_TRUE(last_valid.second == 0.0 || checker->isValid(last.get()));
    return last_valid.second;
  }

  // Whether a state on the way of interpolate() collides, by a scan over the walls with the exact
  // query of pairs, at `samples` instants before the fraction.
  bool SampleCollides(const Se2State* s1, const Se2State* s2, double until, int samples) const {
    const auto state = State(0.0, 0.0, 0.0);
    for (int k = 0; k < samples; ++k) {
      space->interpolate(s1, s2, until * k / samples, state.get());
      const Pose2 pose = Pose2::FromYaw({state->getX(), state->getY()}, state->getYaw());
      for (const ConvexPolygon& part : body) {
        for (const ConvexPolygon& wall : walls) {
          if (Collides(wall, part, pose)) return true;
        }
      }
    }
    return false;
  }

  SpacePtr space;
  ompl::base::SpaceInformationPtr si;
  std::vector<ConvexPolygon> walls;
  std::vector<ConvexPolygon> body;
  std::shared_ptr<MapMotionValidator> validator;
  std::shared_ptr<MapStateValidityChecker> checker;
};

}  // namespace collision2d::planner
