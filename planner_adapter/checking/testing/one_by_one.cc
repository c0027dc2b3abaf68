#include "planner_adapter/checking/testing/one_by_one.h"

#include <cstddef>
#include <vector>

namespace collision2d::planner {

PoseFindings FindOneByOne(const SpaceBody& body, const SpacePose& pose, absl::Span<const PlacedShape> obstacles,
                          double bound_m) {
  std::vector<SpaceSolid> body_solids(body.shapes.size());
  for (size_t e = 0; e < body.shapes.size(); ++e) MakeSolid(BodyShape(body, e, pose, nullptr), &body_solids[e]);
  FindingsCollector collector(bound_m);
  for (size_t k = 0; k < obstacles.size(); ++k) {
    SpaceSolid solid;
    MakeSolid({obstacles[k]}, &solid);
    for (size_t e = 0; e < body.shapes.size(); ++e) {
      JudgeSpacePair(BodyShape(body, e, pose, &body_solids[e]), {obstacles[k], &solid},
                     PlacedIndex(static_cast<int>(k)), &collector);
    }
  }
  return collector.Result();
}

}  // namespace collision2d::planner
