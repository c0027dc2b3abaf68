#ifndef COLLISION2D_PLANNER_ADAPTER_OMPL_MAP_STATE_VALIDITY_CHECKER_H_
#define COLLISION2D_PLANNER_ADAPTER_OMPL_MAP_STATE_VALIDITY_CHECKER_H_

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

// States of an SE2StateSpace, DubinsStateSpace or ReedsSheppStateSpace in a map: valid if they are
// within the space's bounds and a body with its frame there shares no point with the map's shapes.
// Exact, for poses as Pose2::FromYaw computes them.
// Safe from many threads at once. It must not outlive the space information, which usually owns it.
class MapStateValidityChecker : public ompl::base::StateValidityChecker {
 public:
  // Errors (InvalidArgument): no space information; a state space that is none of the three, or
  // that is derived from them; bounds that are not set, or beyond kMaxCoordinate_m / 8; a body
  // without shapes, or too large; no map.
  static absl::StatusOr<std::shared_ptr<MapStateValidityChecker>> Create(const ompl::base::SpaceInformationPtr& si,
                                                                         std::vector<ConvexPolygon> body,
                                                                         std::shared_ptr<const ObstacleMap> map);

  // False also for a null state, a coordinate that is not finite or beyond twice the bounds, and a
  // yaw beyond [-pi, pi].
  bool isValid(const ompl::base::State* state) const override;

  // m. The signed distance of the body from the nearest shape of the map: of a valid state
  // positive, in contact minus the greatest penetration depth of a pair of shapes, infinity in a
  // map without shapes; minus infinity out of bounds and for what is no legal state. Declared as
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

#endif  // COLLISION2D_PLANNER_ADAPTER_OMPL_MAP_STATE_VALIDITY_CHECKER_H_
