#pragma once

#include "collision2d/query/query_context.h"

namespace collision2d {

class ConvexPolygon;
struct Pose2;

// Level 2: returns the smallest distance in m between a point of a and a point of b, 0 if they
// collide. Both shapes are in one frame, or b is moved into the frame of a by a_from_b. With both
// radii 0, it returns 0 if and only if Collides returns true. Without a pose, (a, b) and (b, a)
// give the same bits.
// REQUIRES: as Collides, also for what a finite pose that is no rotation does (collides.h).
// A pose that is not finite returns 0, the safe answer, at once.
// Error: at most kDistanceRelativeError times the pair's size (tolerances.h).
// No allocation; complexity as Collides. See Collides for the cheaper boolean, DistanceWithin for a
// threshold, ComputeSeparation for witness points.
double Distance(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context = {});
double Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context = {});

// The same for shapes whose poses are given in one world, as Collides has it.
double Distance(const ConvexPolygon& a, const Pose2& world_from_a, const ConvexPolygon& b, const Pose2& world_from_b,
                QueryContext context = {});

// Returns true if Distance(a, b) <= limit_m. Cheaper than Distance if the bounding circles are more
// than limit_m apart. With limit 0 and radii 0 it is Collides, exact.
// REQUIRES: as Collides; limit_m >= 0, not NaN (infinity is legal).
// Returns true, the safe answer, for a pose that is not finite or a limit that is NaN.
bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, double limit_m, QueryContext context = {});
bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, double limit_m,
                    QueryContext context = {});
bool DistanceWithin(const ConvexPolygon& a, const Pose2& world_from_a, const ConvexPolygon& b,
                    const Pose2& world_from_b, double limit_m, QueryContext context = {});

}  // namespace collision2d
