#pragma once

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/State.h>
#include <ompl/base/StateValidityChecker.h>

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/ompl/body_in_map.h"
#include "planner_adapter/ompl/obstacle_map.h"
#include "planner_adapter/ompl/se2_space.h"

namespace collision2d::planner {

// Checks states of an SE2StateSpace, DubinsStateSpace or ReedsSheppStateSpace in a map. A state is
// valid if it is within the space's bounds and a body with its frame there shares no point with the
// map's shapes. Exact, for poses as Pose2::FromYaw computes them.
// Safe from many threads at once. Must not outlive the space information, which usually owns it.
class MapStateValidityChecker : public ompl::base::StateValidityChecker {
 public:
  // Errors (InvalidArgument):
  // - no space information, or no map;
  // - a state space that is not one of the three, or is derived from one of them;
  // - bounds that are not set, or beyond kMaxCoordinate_m / 8;
  // - a body without shapes, or too large.
  static absl::StatusOr<std::shared_ptr<MapStateValidityChecker>> Create(const ompl::base::SpaceInformationPtr& si,
                                                                         std::vector<ConvexPolygon> body,
                                                                         std::shared_ptr<const ObstacleMap> map);

  // Returns true if the state is valid. Returns false also for a null state, a coordinate that is
  // not finite or beyond twice the bounds, and a yaw beyond [-pi, pi].
  bool isValid(const ompl::base::State* state) const override;

  // m. Returns the signed distance of the body from the nearest shape of the map: positive for a
  // valid state, minus the greatest penetration depth of a pair of shapes if in contact, infinity
  // in a map without shapes, -infinity for a state that is out of bounds or not legal. Declared as
  // EXACT, which it is up to rounding (docs/numerics.md): every translation by less than this is
  // valid, as far as the bounds permit.
  double clearance(const ompl::base::State* state) const override;
  using StateValidityChecker::clearance;
  using StateValidityChecker::isValid;

 private:
  MapStateValidityChecker(const ompl::base::SpaceInformationPtr& si, const Se2Space& space, BodyInMap body);

  Se2Space space_;
  BodyInMap body_;
};

}  // namespace collision2d::planner
