#ifndef COLLISION2D_SOLID_SHAPES_VERTEX_SCAN_H_
#define COLLISION2D_SOLID_SHAPES_VERTEX_SCAN_H_

#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

// The layout in which vertices are scanned several at a time: all x, all y, all z, `stride` numbers each. The last
// vertex is repeated up to a multiple of the widest SIMD vector; a repetition is never returned, since the first of
// equal heights wins.
namespace collision2d::solid::internal {

// The number of doubles in the widest SIMD vector.
inline constexpr int kScanPadding = 8;

constexpr int ScanStride(int count) { return (count + kScanPadding - 1) / kScanPadding * kScanPadding; }

// The vertices of a shape in scan layout, to the bit.
struct ScannedVertices {
  const double* values = nullptr;  // Null if there are too many vertices.
  int count = 0;
};

// REQUIRES: points not empty; room for 3 ScanStride(points.size()) numbers.
void FillScanCoordinates(absl::Span<const Vec3> points, double* values);

// Returns the index of a vertex with the largest dot product with `direction` as computed in doubles; of equal ones the
// first. The result is the same with every instruction set.
// REQUIRES: `values` was filled by FillScanCoordinates for `count` points; no product overflows.
// O(n), some 0.25 ns per vertex with AVX2; no allocation.
int32_t ScanForSupport(const double* values, int count, const Vec3& direction);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_VERTEX_SCAN_H_
