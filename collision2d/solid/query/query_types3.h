#pragma once

#include <array>
#include <cstdint>

#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/vec3.h"

// What queries in space take besides shapes and poses, what those of Level 3 and searches for the
// penetration depth return, and the pairs of shapes that are compiled with the library.
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
  QueryContext::Counters* counters = nullptr;
  // The memory for computing a penetration depth (epa_workspace.h); overwritten, and nothing in it
  // outlives the query. If null, a query that needs it takes 41 KiB of stack, enough for
  // kDefaultEpaVertices. Levels 1 and 2 never need it.
  EpaWorkspace* epa_workspace = nullptr;
};

// The result of a Level 3 query; the 3D counterpart of Separation. Points and directions are in the
// frame of a. The status depends on the interior of the CSO even if a shape is flat; see
// SeparationStatus.
struct Separation3 {
  // m. Apart: the distance. Colliding: minus the penetration depth, the length of the shortest
  // translation of b after which the interiors are disjoint (Cameron 1997, MTD).
  double signed_distance_m = 0.0;
  // A point of a and a point of b with witness_b = witness_a + signed_distance_m * direction,
  // within rounding: the closest points if apart, a common point if touching, the deepest points if
  // penetrating.
  Vec3 witness_a;
  Vec3 witness_b;
  // Unit vector from a to b. Apart: along the shortest connection. Touching or penetrating: a
  // translation of b along it by the penetration depth frees b. Always a unit vector.
  Vec3 direction{1.0, 0.0, 0.0};
  SeparationStatus status = SeparationStatus::kInvalid;  // Until a query has answered.
};

// The penetration of two convex sets a and b. Points and directions are in the frame of a.
struct PenetrationResult {
  // m, >= 0. The length of the shortest translation of b after which the interiors are disjoint
  // (Cameron 1997, MTD*).
  double depth_m = 0.0;
  // m. A lower bound of the least depth.
  double lower_bound_m = 0.0;
  // A unit vector from a to b: a translation of b along it by depth_m frees b.
  Vec3 direction{1.0, 0.0, 0.0};
  // The deepest points: a point of a and a point of b with witness_b = witness_a - depth_m *
  // direction, within rounding; if kIterationLimit, within depth_m - lower_bound_m. If kSeparated,
  // merely a point of a and one of b.
  Vec3 witness_a;
  Vec3 witness_b;
  // How the computation ended:
  //   kPenetrating     depth_m is the depth, within the stated error
  //   kTouching        the depth is zero within rounding: the sets touch, or their CSO is flat
  //   kSeparated       the sets are apart by more than rounding: depth_m is 0, and direction
  //                    separates them
  //   kIterationLimit  the workspace was full: depth_m still frees b, and the least depth is in
  //                    [lower_bound_m, depth_m]
  //   kInvalid         the pose is not finite: depth_m is 0, and the other fields are meaningless
  SeparationStatus status = SeparationStatus::kPenetrating;
  // Rounds of the expansion: faces for which a support point was computed.
  int64_t iterations = 0;
};

}  // namespace collision2d::solid

// The pairs of shapes whose queries are compiled in the library, in levels3.cc, instead of in every
// source that calls them.
namespace collision2d::solid {

class BoxShape;
class CapsuleShape;
class ConvexPolytope;
class PrismShape;
class SphereShape;

}  // namespace collision2d::solid

#define COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, A) \
  F(A, BoxShape)                                  \
  F(A, CapsuleShape)                              \
  F(A, ConvexPolytope)                            \
  F(A, PrismShape)                                \
  F(A, SphereShape)

// Expands to F(A, B) for each of the ordered pairs.
#define COLLISION2D_FOR_EACH_PLANNER_PAIR3(F)            \
  COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, BoxShape)       \
  COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, CapsuleShape)   \
  COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, ConvexPolytope) \
  COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, PrismShape)     \
  COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, SphereShape)
