#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

// Support points of polytopes: a scan over few vertices, a climb along the edges of many.
namespace collision2d::solid {

// Bound on how far a support vertex of ConvexPolytope may be below the highest vertex, relative to
// |direction|_1 * E, where E is the longest side of the bounding box. With u = 2^-53: a scan has an
// error of at most 64 u, a climb of 8 * sqrt(3) * 9 u = 125 u (docs/solid.md, "Shapes").
inline constexpr double kSupport3RelativeError = 0x1p-46;

namespace internal {

// Bound on the error of the rise from one vertex to another, relative to the sum of the magnitudes
// of the three products: a rounded difference, the product and two sums, 4 u, and second-order
// terms.
inline constexpr double kRise3RelativeError = 5.0 * 0x1p-53;

// A vertex is pointed if there is a direction whose angle with each of its edges has a cosine
// larger than this. A sum of edges with non-negative weights is then at least this fraction of the
// sum of their weighted lengths: 1 / 8, and a small margin for the rounding of the cosines.
inline constexpr double kPointed = 0.125 + 0x1p-30;

// The vertices of a polytope and its edges.
struct VertexGraph {
  absl::Span<const Vec3> vertices;
  // The neighbours of vertex i are neighbor[neighbor_begin[i]] up to, but excluding,
  // neighbor[neighbor_begin[i + 1]].
  absl::Span<const int32_t> neighbor_begin;
  absl::Span<const int32_t> neighbor;
  // Whether each vertex is pointed by the definition above. If empty, this is unknown, and more is
  // decided exactly.
  absl::Span<const uint8_t> is_pointed;

  absl::Span<const int32_t> neighbors(int32_t i) const {
    const int32_t* const begin = &neighbor_begin[static_cast<size_t>(i)];
    return absl::MakeConstSpan(neighbor.data() + begin[0], neighbor.data() + begin[1]);
  }
};

// Returns whether vertex i is pointed.
bool IsPointed(const VertexGraph& graph, int32_t i);

// Returns a vertex with the largest dot product with `direction` within kSupport3RelativeError, by
// steepest ascent along the edges from `start`.
// REQUIRES: the graph is exactly that of the convex hull of its vertices, all of them extreme;
// direction is finite. Takes fewer steps than there are vertices, since each step rises strictly,
// exactly. At the vertex found, no edge rises (exactly), or it is a pointed corner whose edges rise
// by no more than rounding, from which no path up can be long.
// No allocation.
// Source: Cameron 1997, "Enhancing GJK", hill climbing. Departure: exact signs decide in the last
// digit. In space, a blunt corner none of whose edges rises beyond rounding may be the lowest
// vertex of all.
int32_t SupportByHillClimbing(const VertexGraph& graph, const Vec3& direction, int32_t start);

}  // namespace internal
}  // namespace collision2d::solid
