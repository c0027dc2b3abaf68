#ifndef COLLISION2D_SOLID_QUERY_ISA_GJK_H_
#define COLLISION2D_SOLID_QUERY_ISA_GJK_H_

#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/query_context3.h"

namespace collision2d::solid {

// Whether a and b, placed by a_from_b, have a common point, of two bodies that move little between queries: incremental
// separating-axis GJK. The answer is that of Collides, to the bit.
//
// *warm, which starts as WarmStart3{}, keeps the axis that separated the shapes, in the frame of a, and it is tried
// first: if it still separates them, one support pair is all. If it does not, GJK goes on from it. While the shapes
// collide, the tetrahedron that held the origin is posed anew and tried: no support pair at all. `counters` may be
// null.
// REQUIRES: as Collides. No allocation.
// Source: van den Bergen 2001, section 3. Departures: the axis separates by an error bound; tetrahedra are kept too.
template <typename A, typename B>
bool CollidesCoherently(const A& a, const B& b, const Pose3& a_from_b, WarmStart3<A, B>* warm,
                        QueryCounters* counters = nullptr) {
  return Collides(a, b, a_from_b, QueryContext3<A, B>{warm, counters});
}

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_ISA_GJK_H_
