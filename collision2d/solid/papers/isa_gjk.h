#pragma once

#include "absl/base/optimization.h"
#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/query_types3.h"

// Level 1 for bodies that move little between queries.
namespace collision2d::solid {

namespace internal {

// Rotates the axis as the line of the centres has rotated since the axis was found, to first order.
// The result is a guess of the new axis; a wrong guess only costs rounds.
template <typename A, typename B>
void TurnAxis(const Vec3& between_centers, WarmStart3<A, B>* warm) {
  if (warm->axis != Vec3{} && warm->between_centers != Vec3{} && between_centers != Vec3{}) {
    warm->axis = Normalized(warm->axis) + (Normalized(between_centers) - Normalized(warm->between_centers));
  }
  warm->between_centers = between_centers;
}

}  // namespace internal

// Returns whether a and b, placed by a_from_b, have a common point, for two bodies that move little
// between queries: incremental separating-axis GJK. The answer is that of Collides, to the bit.
// *warm, which starts as WarmStart3{}, stores the axis that separated the shapes, in the frame of
// a. It is rotated with the line of the centres and tried first; if it still separates them, one
// support pair is sufficient. If not, GJK continues from it. A tetrahedron that contained the
// origin is posed again and tried, without any support pair. `counters` may be null.
// REQUIRES: as Collides; `warm` is not null. No allocation.
// Source: van den Bergen 2001, section 3. Departures: docs/solid.md, "Papers".
template <typename A, typename B>
bool CollidesCoherently(const A& a, const B& b, const Pose3& a_from_b, WarmStart3<A, B>* warm,
                        QueryContext::Counters* counters = nullptr) {
  const Vec3 between_centers = a.Center() - a_from_b * b.Center();
  // A pose that is not finite does not affect what the next query begins with.
  if (ABSL_PREDICT_FALSE(!IsFinite(between_centers))) return true;
  internal::TurnAxis(between_centers, warm);
  return Collides(a, b, a_from_b, QueryContext3<A, B>{warm, counters});
}

}  // namespace collision2d::solid
