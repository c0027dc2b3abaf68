#ifndef COLLISION2D_SOLID_QUERY_QUERY_CONTEXT3_H_
#define COLLISION2D_SOLID_QUERY_QUERY_CONTEXT3_H_

#include <array>

#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

class EpaWorkspace;

// Where the last query between the same two shapes ended; the next one begins there (Cameron 1997,
// tracking; van den Bergen 2001, ISA-GJK). The points are points of the shapes in their own frames
// and remain so while the shapes move, so that the simplex can be recomputed under the next pose,
// for every kind of shape. Only the speed of a query depends on it, never its answer beyond
// rounding. Start with size 0. Valid only for the shapes that it was written for.
template <typename A, typename B>
struct WarmStart3 {
  int size = 0;                 // Size of the simplex: 0 to 4.
  std::array<Vec3, 4> point_a;  // Frame of a.
  std::array<Vec3, 4> point_b;  // Frame of b.
  // Frame of a: a direction, of any length, in which the last query found the shapes separated;
  // zero if it found none.
  Vec3 axis;
  // Frame of a: the centre of a minus that of b in that query. Written by CollidesCoherently only
  // (isa_gjk.h); otherwise zero.
  Vec3 between_centers;
  typename A::Hint hint_a{};
  typename B::Hint hint_b{};
};

// Optional inputs of any query; each pointer may be null. Not shared between threads.
template <typename A, typename B>
struct QueryContext3 {
  WarmStart3<A, B>* warm_start = nullptr;
  QueryCounters* counters = nullptr;
  // The memory for computing a penetration depth (epa_workspace.h); overwritten, and nothing in it
  // outlives the query. If null, a query that needs it takes 37 KiB of stack, enough for
  // kDefaultEpaVertices. Levels 1 and 2 never need it.
  EpaWorkspace* epa_workspace = nullptr;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_QUERY_CONTEXT3_H_
