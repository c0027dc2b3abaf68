#pragma once

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/solid/posed_solid.h"

// How far a body may rise or sink before it meets an obstacle.
namespace collision2d::solid {

// The side on which an obstacle limits the height of a body.
enum class VerticalSide {
  kAbove,  // A bridge: the body may not rise.
  kBelow,  // A kerb: the body may not sink.
};

// The relation of a body and an obstacle along the vertical, the z axis of the world.
struct VerticalVerdict {
  // Whether the ground plans, i.e. the vertical projections, share a point. If not, the other
  // fields are meaningless.
  bool plans_overlap = false;
  // Whether the bodies share a point; touching is a collision.
  bool collides = false;
  // m. Apart: the length of the vertical translation that makes them touch. Colliding: minus the
  // length of the shortest vertical translation after which they only touch; 0 if they do.
  double clearance_m = 0.0;
  // Apart: the side of the body on which the obstacle is. Colliding: kAbove if that shortest
  // translation lowers the body; kAbove too if two translations are equally short.
  VerticalSide side = VerticalSide::kAbove;
};

// All functions return the safe answer for heights and poses that are not finite: the plans
// overlap, the bodies collide, and the clearance is 0.
//
// Compares two bodies whose ground plans overlap and which fill all of their spans there.
// REQUIRES: spans that ZSpan::Create accepts, or their sums with a height.
// The verdict `collides` is exact; the clearance is one rounded difference. O(1), no allocation.
VerticalVerdict CompareSpans(const ZSpan& body, const ZSpan& obstacle);

// Compares two upright prisms: a shape of the ground plane times a span, both spans measured from
// the same height. a_from_b is the pose of b in the frame of a.
// REQUIRES: as Collides in the ground plane, and as CompareSpans.
// The ground plans are judged by Collides, so exactly for shapes without radius, and the spans by
// CompareSpans. No allocation. O(n + m).
VerticalVerdict ComputeVerticalClearance(const ConvexPolygon& a, const ZSpan& a_span, const ConvexPolygon& b,
                                         const ZSpan& b_span, const Pose2& a_from_b);

// Compares two solids in arbitrary pose. A solid that was never assigned overlaps nothing.
// - `collides` is exact for the corners as PosedSolid stores them, those of the obstacle shifted by
//   the difference of the origins, each sum rounded once (ClassifyHulls).
// - The other fields are exact for solids that differ from the given ones by kPlanSlack of the size
//   in each coordinate, outwards (docs/solid.md, "Vertical clearance"). The clearance is 0 where
//   its sign would contradict the exact decision.
// No allocation. O(n m) for n and m corners, in addition to the planes of ClassifyHulls. Method:
// the ends of the chord that the vertical through the origin cuts from the CSO a - b (van den
// Bergen 2001, section 2).
VerticalVerdict ComputeVerticalClearance(const PosedSolid& body, const PosedSolid& obstacle);

inline constexpr double kPlanSlack = 0x1p-44;

}  // namespace collision2d::solid
