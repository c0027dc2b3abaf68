#ifndef COLLISION2D_BATCH_STATIC_MAP_KERNELS_H_
#define COLLISION2D_BATCH_STATIC_MAP_KERNELS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/packed_tree.h"
#include "collision2d/batch/static_map_boxes.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

// The two walks of StaticMap over its tree, in SIMD with run-time dispatch, once per call. Both only leave out what the boxes prove to
// be apart (static_map_boxes.h): which pairs are reported may differ between instruction sets, what is left out never
// matters.
namespace collision2d::internal {

// The oriented boxes of 16 map shapes, as structure of arrays. Absent shapes are points 10^30 m away (Absent), where they are apart from all
// and beyond any bound.
struct alignas(64) MapBlock {
  MapBlock();
  void Set(int i, const OrientedBox& box);

  float x[PackedTree::kWidth];
  float y[PackedTree::kWidth];
  float axis_x[PackedTree::kWidth];
  float axis_y[PackedTree::kWidth];
  float half_x[PackedTree::kWidth];
  float half_y[PackedTree::kWidth];
};

// The items of `tree` are the bounds of `blocks`. Boxes are relative to `origin`.
struct MapBoxes {
  const PackedTree& tree;
  absl::Span<const MapBlock> blocks;
  Vec2 origin;
};

// The body at pose `pose`, those of its boxes whose bits are set, and the map shape in `slot` (16 times its block's number, plus its place there).
struct MapCandidate {
  int pose;
  int slot;
  uint32_t body_boxes;
};

// Takes the candidates of one walk.
class OverlapVisitor {
 public:
  // Whether the pose's other candidates are wanted too.
  virtual bool Visit(const MapCandidate& candidate) = 0;

 protected:
  ~OverlapVisitor() = default;
};

class NearestVisitor {
 public:
  // m. From now on candidates of this pose that are proven to be farther away than this are left out.
  virtual double Visit(const MapCandidate& candidate) = 0;

 protected:
  ~NearestVisitor() = default;
};

// Shows the visitor every candidate that is not proven apart, each once, pose after pose in ascending order.
// O(log n + candidates) per pose for maps without much overlap; no allocation.
void VisitOverlaps(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
                   OverlapVisitor* visitor);

// Shows the visitor every body box and map shape that are not proven to be farther apart than a bound in m: limit_m[pose] (infinity, if limit_m is
// empty) until the pose's first visit, then what the last visit returned. Near ones come first, but not in strict order.
// Complexity as VisitOverlaps, with the candidates that are about as near as the nearest.
void VisitNearest(const MapBoxes& map, const BodyBoxes& body, absl::Span<const Pose2> world_from_body,
                  absl::Span<const double> limit_m, NearestVisitor* visitor);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_STATIC_MAP_KERNELS_H_
