#ifndef COLLISION2D_SOLID_VERTICAL_CLEARANCE_H_
#define COLLISION2D_SOLID_VERTICAL_CLEARANCE_H_

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/z_span.h"

namespace collision2d::solid {

// Where an obstacle limits the height of a body.
enum class VerticalSide {
  kAbove,  // A bridge: the body may not rise.
  kBelow,  // A kerb: the body may not sink.
};

// How a body and an obstacle stand to each other along the vertical, the z axis of the world.
struct VerticalVerdict {
  // Whether the ground plans, the vertical projections, share a point; the rest has no meaning otherwise.
  bool plans_overlap = false;
  // Whether the bodies share a point; touching is a collision.
  bool collides = false;
  // m. Apart: the length of the vertical translation that makes them touch. Colliding: minus the length of the shortest
  // vertical translation after which they only touch; 0 if they do.
  double clearance_m = 0.0;
  // Apart: where the obstacle is. Colliding: kAbove if that shortest translation lowers the body; of two equal ones
  // kAbove.
  VerticalSide side = VerticalSide::kAbove;
};

// Heights and poses that are not finite are answered on the safe side: the plans overlap, the bodies collide, clearance 0.
//
// Of two bodies whose ground plans overlap and that fill all of their spans there.
// REQUIRES: spans that ZSpan::Create accepts, or their sums with a height.
// Whether they collide is exact; the clearance is one rounded difference. O(1), no allocation.
VerticalVerdict CompareSpans(const ZSpan& body, const ZSpan& obstacle);

// Of two upright prisms: a shape of the ground plane times a span, both measured from the same height; a_from_b is the
// pose of b in the frame of a.
// REQUIRES: as Collides of the ground plane, and as CompareSpans.
// The ground plans are judged as by Collides, so exactly for shapes without radius, and the spans as by CompareSpans.
// No allocation. O(n + m).
VerticalVerdict ComputeVerticalClearance(const ConvexPolygon& a, const ZSpan& a_span, const ConvexPolygon& b,
                                         const ZSpan& b_span, const Pose2& a_from_b);

// Of two solids in arbitrary pose. A solid that was never assigned overlaps nothing.
// Whether they collide is exact for the corners of the body as PosedSolid has them and those of the obstacle shifted by
// the difference of the origins, each sum rounded once (ClassifyHulls).
// Error of the rest: it is that of solids that differ from the given ones by a horizontal shift of each face by at most
// kPlanSlack of the size, the largest coordinate relative to the obstacle's reference point, always outwards, so that
// passages are not missed; and by as much of z. A face of slope s turns a horizontal shift d into a vertical one of s
// d: for the roofs and floors of a prism that is tilted by up to pi/4 about each axis, s <= sqrt(3). The clearance is 0
// where its sign would contradict the exact decision.
// No allocation. O(n m) for n and m corners, beside the planes of ClassifyHulls.
// Method: the chord that the vertical through the origin cuts from the CSO a - b. Its ends lie in facets of the CSO,
// and these are a face of one solid with a vertex of the other, or an edge with an edge (van den Bergen 2001, section
// 2): the extremes over all such pairs are the ends.
VerticalVerdict ComputeVerticalClearance(const PosedSolid& body, const PosedSolid& obstacle);

inline constexpr double kPlanSlack = 0x1p-44;

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_VERTICAL_CLEARANCE_H_
