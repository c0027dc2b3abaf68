#pragma once

#include <cstdint>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/polytope_tables.h"
#include "collision2d/solid/shapes/simple_shapes.h"

// Penetration depths from all candidate directions at once: those of two boxes, and of two
// polytopes with Gauss maps.
namespace collision2d::solid::internal {

// Computes the penetration depth of two boxes, in the frame of a: the least of the depths along the
// 15 directions that facets of their CSO can have. The rotation need not be orthogonal: b is the
// parallelepiped that it produces. `magnitude_m` is Cso3::Magnitude(). Returns false, with *result
// unchanged, if the depth is not above `touching_m` or the direction does not determine the witness
// points: ComputePenetration (epa3.h) handles these cases. Error of the depth: below 2^-50
// magnitude_m (docs/solid.md, "Depths without an expansion"). O(1), no allocation. Source: the axes
// of Gottschalk, Lin, Manocha 1996 (OBBTree), section 5.
bool ComputeBoxPenetration(const BoxShape& a, const BoxShape& b, const Pose3& a_from_b, double magnitude_m,
                           double touching_m, PenetrationResult* result);

// Computes the penetration depth of two polytopes of few faces, from all facets of their CSO at
// once: the faces of a and of b, and the pairs of edges whose arcs cross in the Gauss map. The
// result and its error are those of ComputePenetration (epa3.h). magnitude_m: that of the CSO.
// Returns false, with *result unspecified, if the expanding polytope is needed, or if a and b are
// apart; docs/solid.md, "Depths without an expansion", says when.
// REQUIRES: both gauss_map() are not empty. O(n m) for n and m features; no allocation. Source:
// Gregorius 2013, "The Separating Axis Test between Convex Polyhedra".
bool ComputeGaussPenetration(const ConvexPolytope& a, const ConvexPolytope& b, const Pose3& a_from_b,
                             double magnitude_m, PenetrationResult* result);

// Products of all normals of one polytope with all edges, or all vertices, of another, several at a
// time; the bits are the same with every instruction set.

// Vectors stored by coordinate, the last one repeated up to a multiple of the widest SIMD vector.
struct VectorLanes {
  static constexpr int kPadding = 8;
  static constexpr int kMost = (kMaxGaussEdges + kPadding - 1) / kPadding * kPadding;

  int count = 0;
  double x[kMost];
  double y[kMost];
  double z[kMost];

  // REQUIRES: count < kMost.
  void Add(const Vec3& v) {
    x[count] = v.x;
    y[count] = v.y;
    z[count] = v.z;
    ++count;
  }

  // REQUIRES: count > 0.
  void Pad() {
    while (count % kPadding != 0) Add({x[count - 1], y[count - 1], z[count - 1]});
  }
};

// Sets bit i of rising[f] if edge i rises along normal f. Returns the least magnitude of a product.
double FindRising(const Vec3* normals, int num_normals, const VectorLanes& edges, uint64_t* rising);

// Sets lowest[f] to the least product of normal f with a vertex.
void FindLowest(const Vec3* normals, int num_normals, const VectorLanes& vertices, double* lowest);

}  // namespace collision2d::solid::internal
