#ifndef COLLISION2D_QUERY_SEPARATION_H_
#define COLLISION2D_QUERY_SEPARATION_H_

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"  // IWYU pragma: export

namespace collision2d {

// Level 3: signed distance, witness points and separating direction.
// Both shapes are in one frame, or b is moved into the frame of a by a_from_b.
// REQUIRES: as Collides.
// The sign is exact if both radii are 0: kSeparated exactly when Collides returns false, kTouching
// exactly when arbitrarily small translations separate the shapes.
// Distance and depth have the error of Distance; witness points have it too, plus the rounding of
// their own coordinates. Along the direction a ends at witness_a and b begins at witness_b, within
// four times that error. The depth is the global minimum over all directions. With equally good
// directions (a disc in a disc's centre, a square in a square) one of them is returned. The errors
// are stated for coordinates within kMinScaleRatio of each other, as Distance; the sign is right at
// any ratio.
// In one frame, (a, b) and (b, a) give the same bits, with the witnesses swapped and the direction
// negated; two shapes that are equal to the bit give one result in both orders. Returns kInvalid at
// once for a pose that is not finite.
// No allocation. Complexity: as Distance if apart; O(n + m) if colliding, with up to 24 vertices
// each O(n m) in SIMD. See Distance and Collides, which are cheaper.
// Sources: Zhang et al., Alg 1; van den Bergen 2001, section 4, for penetration; Toussaint 1983,
// rotating calipers. Departure: the depth is not expanded from the GJK simplex but taken over all n
// + m edges of the CSO, without those that the depth behind the facing edge and the shapes' inner
// circles rule out.
Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context = {});
Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                             QueryContext context = {});

}  // namespace collision2d

#endif  // COLLISION2D_QUERY_SEPARATION_H_
