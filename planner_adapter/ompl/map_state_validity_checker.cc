#include "planner_adapter/ompl/map_state_validity_checker.h"

#include <limits>
#include <utility>

namespace collision2d::planner {

MapStateValidityChecker::MapStateValidityChecker(const ompl::base::SpaceInformationPtr& si, const Se2Space& space,
                                                 BodyInMap body)
    : StateValidityChecker(si), space_(space), body_(std::move(body)) {
  specs_.clearanceComputationType = ompl::base::StateValidityCheckerSpecs::EXACT;
}

absl::StatusOr<std::shared_ptr<MapStateValidityChecker>> MapStateValidityChecker::Create(
    const ompl::base::SpaceInformationPtr& si, std::vector<ConvexPolygon> body,
    std::shared_ptr<const ObstacleMap> map) {
  const absl::StatusOr<Se2Space> space = Se2Space::Create(si);
  if (!space.ok()) return space.status();
  // It asks about poses only, to which no margin applies.
  absl::StatusOr<BodyInMap> in_map = BodyInMap::Create(std::move(body), std::move(map), space->RoundingError(0.0));
  if (!in_map.ok()) return in_map.status();
  return std::shared_ptr<MapStateValidityChecker>(new MapStateValidityChecker(si, *space, *std::move(in_map)));
}

bool MapStateValidityChecker::isValid(const ompl::base::State* state) const {
  return space_.IsLegal(state) && space_.IsWithinBounds(state) && !body_.Collides(Se2Space::PoseOf(state));
}

double MapStateValidityChecker::clearance(const ompl::base::State* state) const {
  if (!space_.IsLegal(state) || !space_.IsWithinBounds(state)) return -std::numeric_limits<double>::infinity();
  return body_.SignedDistance(Se2Space::PoseOf(state));
}

}  // namespace collision2d::planner
