#ifndef COLLISION2D_QUERY_DISTANCE_H_
#define COLLISION2D_QUERY_DISTANCE_H_

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/query_context.h"

namespace collision2d {

// Level 2: the smallest distance in m between a point of a and a point of b; 0 if they collide.
// Both shapes are in one frame, or b is moved into the frame of a by a_from_b.
// REQUIRES: as Collides.
// Zero exactly when Collides says true, if both radii are 0.
// Error: at most kDistanceRelativeError times the pair's size, max(diameter of a, diameter of b,
// distance), whatever the scale and wherever the shapes are: map coordinates of 10^6 m are
// subtracted before anything is rounded. With a pose, the size counts the coordinates that posing
// rounds too: |a_from_b.translation|_1 + 2 b.max_coordinate_m().
// The error is stated for coordinates of one pair within kMinScaleRatio of each other; zero is
// right at any ratio. Returns 0, the safe answer, at once for a pose that is not finite. No
// allocation; complexity as Collides.
// In one frame, (a, b) and (b, a) give the same bits.
// See Collides for the cheaper boolean, DistanceWithin for a threshold, ComputeSeparation for
// witness points. Source: Zhang et al., Barycode-based GJK, Alg 1.
// Departures: as Collides; where the shapes are apart by no more than rounding, GJK continues with
// exact cross products.
double Distance(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context = {});
double Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context = {});

// True if Distance(a, b) <= limit_m. Less work if the shapes' bounding circles are farther apart
// than that. With limit 0 and radii 0 it is Collides, exact.
// REQUIRES: as Collides; limit_m >= 0, not NaN (infinity is legal).
// Returns true, the safe answer, for a pose that is not finite or a limit that is NaN.
bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, double limit_m, QueryContext context = {});
bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, double limit_m,
                    QueryContext context = {});

}  // namespace collision2d

#endif  // COLLISION2D_QUERY_DISTANCE_H_
