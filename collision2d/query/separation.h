#ifndef COLLISION2D_QUERY_SEPARATION_H_
#define COLLISION2D_QUERY_SEPARATION_H_

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"  // IWYU pragma: export

namespace collision2d {

// Level 3: returns signed distance, witness points and separating direction. Both shapes are in one
// frame, or b is moved into the frame of a by a_from_b. Returns kInvalid at once for a pose that is
// not finite.
// REQUIRES: as Collides.
// - The sign is exact if both radii are 0: kSeparated exactly when Collides returns false.
// - Distance, depth and witness points have the error of Distance. The depth is the global minimum.
// - In one frame, (a, b) and (b, a) give the same bits, with witnesses swapped, direction negated.
// No allocation. As fast as Distance if apart; O(n + m) if colliding. kTouching, degenerate cases
// and sources: docs/numerics.md, "Contracts in full".
Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context = {});
Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                             QueryContext context = {});

}  // namespace collision2d

#endif  // COLLISION2D_QUERY_SEPARATION_H_
