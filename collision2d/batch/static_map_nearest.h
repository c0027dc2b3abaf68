#ifndef COLLISION2D_BATCH_STATIC_MAP_NEAREST_H_
#define COLLISION2D_BATCH_STATIC_MAP_NEAREST_H_

#include "absl/types/span.h"
#include "collision2d/batch/static_map_block.h"
#include "collision2d/batch/static_map_boxes.h"
#include "collision2d/geometry/pose2.h"

// A walk of StaticMap over its tree, in SIMD, dispatched at run time once per call. It only leaves out what the boxes
// prove (static_map_boxes.h): which pairs are shown can differ between instruction sets, but what is left out never
// matters.
namespace collision2d::internal {

// Takes the candidates of one walk.
class NearestVisitor {
 public:
  // m. From now on candidates of this pose that are proven to be farther away than this are left out.
  virtual double Visit(const MapCandidate& candidate) = 0;

  // Says that the map shape in `slot` will probably be visited soon.
  virtual void Fetch(int slot) = 0;

 protected:
  ~NearestVisitor() = default;
};

// Shows the visitor every body box and map shape that are not proven to be farther apart than a bound in m:
// limit_m[pose] (infinity, if limit_m is empty) until the pose's first visit, then what the last visit returned. Near
// ones come first, but not in strict order.
// Complexity as VisitOverlaps, with the candidates that are about as near as the nearest.
void VisitNearest(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
                  absl::Span<const double> limit_m, NearestVisitor* visitor);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_STATIC_MAP_NEAREST_H_
