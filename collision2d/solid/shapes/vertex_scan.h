#ifndef COLLISION2D_SOLID_SHAPES_VERTEX_SCAN_H_
#define COLLISION2D_SOLID_SHAPES_VERTEX_SCAN_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid::internal {

// Vertices as they are scanned, several at a time: all x, all y, all z. The last is repeated up to a whole number of the widest
// vectors; a repetition is never found, as of equal heights the first counts.
struct ScanCoordinates {
  int stride = 0;  // Of x, y and z in `values`; a multiple of kScanPadding.
  std::vector<double> values;
};

// Two of the widest vectors.
inline constexpr int kScanPadding = 16;

// REQUIRES: points not empty.
ScanCoordinates MakeScanCoordinates(absl::Span<const Vec3> points);

// Index of a vertex with the largest dot product with `direction`, as computed in doubles; of equal ones the first: the same
// with every instruction set.
// REQUIRES: `count` points were given to MakeScanCoordinates; no product overflows.
// O(n), some 0.25 ns per vertex with AVX2; no allocation.
int32_t ScanForSupport(const ScanCoordinates& coordinates, int count, const Vec3& direction);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_VERTEX_SCAN_H_
