#ifndef COLLISION2D_BATCH_STATIC_MAP_OVERLAPS_H_
#define COLLISION2D_BATCH_STATIC_MAP_OVERLAPS_H_

#include "absl/types/span.h"
#include "collision2d/batch/static_map_block.h"
#include "collision2d/batch/static_map_boxes.h"
#include "collision2d/geometry/pose2.h"

// A walk of StaticMap over its tree, in SIMD, dispatched at run time once per call. It only leaves out what the boxes
// prove (static_map_boxes.h): which pairs are shown can differ between instruction sets, but what is left out never
// matters.
namespace collision2d::internal {

// Takes the candidates of one walk.
class OverlapVisitor {
 public:
  // Whether the pose's other candidates are wanted too.
  virtual bool Visit(const MapCandidate& candidate) = 0;

 protected:
  ~OverlapVisitor() = default;
};

// Shows the visitor every candidate that is not proven apart, each once, pose after pose in ascending order.
// O(log n + candidates) per pose for maps without much overlap; no allocation.
void VisitOverlaps(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
                   OverlapVisitor* visitor);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_STATIC_MAP_OVERLAPS_H_
