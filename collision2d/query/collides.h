#pragma once

#include "collision2d/query/query_context.h"

namespace collision2d {

class ConvexPolygon;
struct Pose2;

// Level 1: returns true if the shapes share a point; touching is a collision. Both shapes are in
// one frame, or b is moved into the frame of a by a_from_b.
// - Both radii 0: exact for the hulls of the given vertices, those of b posed by Pose2::operator*
//   in double precision. Same answer on every machine and, without a pose, for (a, b) and (b, a).
// - A positive radius: true if the computed distance of the vertex hulls is at most the radii's
//   sum.
// REQUIRES: a_from_b is a finite unit rotation (kUnitRotationTolerance) with a translation within
// kMaxCoordinate_m. A pose that is not finite returns true, the safe answer, at once. A finite pose
// that is no rotation is not detected, and the answer is then unspecified, also false for shapes in
// contact: batches and motions check their poses and refuse it.
// No allocation. Typically constant time; worst case, sources: docs/numerics.md, "Contracts in
// full".
bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context = {});
bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context = {});

// The same for shapes whose poses are given in one world: b is moved by RelativePose(world_from_a,
// world_from_b).
bool Collides(const ConvexPolygon& a, const Pose2& world_from_a, const ConvexPolygon& b, const Pose2& world_from_b,
              QueryContext context = {});

}  // namespace collision2d
