#pragma once

#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"  // IWYU pragma: export

namespace collision2d {

class ConvexPolygon;
struct Pose2;

// Level 3: returns signed distance, witness points and separating direction. Both shapes are in one
// frame, or b is moved into the frame of a by a_from_b.
// - With both radii 0 the sign is exact: kSeparated if and only if Collides returns false.
// - Distance, depth and witness points have the error of Distance. The depth is the global minimum.
// - Without a pose, (a, b) and (b, a) give the same bits, with the witnesses swapped and the
//   direction negated; bitwise identical shapes give the same result in both orders.
// REQUIRES: as Collides, also for what a finite pose that is no rotation does (collides.h).
// A pose that is not finite returns kInvalid at once.
// No allocation. As fast as Distance if apart; O(n + m) if colliding. kTouching, degenerate cases,
// sources: docs/numerics.md, "Contracts in full".
Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context = {});
Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                             QueryContext context = {});

// The same for shapes whose poses are given in one world, as Collides has it. The result is in the
// frame of a: world_from_a * witness_a is the witness in the world.
Separation ComputeSeparation(const ConvexPolygon& a, const Pose2& world_from_a, const ConvexPolygon& b,
                             const Pose2& world_from_b, QueryContext context = {});

}  // namespace collision2d
