#ifndef COLLISION2D_SOLID_QUERY_GAUSS_SIGNS_H_
#define COLLISION2D_SOLID_QUERY_GAUSS_SIGNS_H_

#include <cstdint>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/polytope_tables.h"

// Products of all normals of one polytope with all edges, or all vertices, of another, several at a time; the bits are
// the same with every instruction set.
namespace collision2d::solid::internal {

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

#endif  // COLLISION2D_SOLID_QUERY_GAUSS_SIGNS_H_
