#ifndef COLLISION2D_SOLID_SHAPES_VERTEX_CLIMB_H_
#define COLLISION2D_SOLID_SHAPES_VERTEX_CLIMB_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

// Support points of polytopes: a scan of few vertices, a climb along the edges of many.
namespace collision2d::solid {

// Bound on how far below the highest vertex of a polytope a support vertex of ConvexPolytope may be, relative to
// |direction|_1 * E, E being the longest side of the bounding box. With u = 2^-53, by the search:
//   scan: the dot products of two vertices, 4 u of their largest coordinate each, which is at most 8 E (kFarOut in
//   convex_polytope.cc), or of their rounded arms from the middle of the box                      64 u
//   climb: an edge e that is taken not to rise rises by at most 9 u |direction|_1 |e|; by convexity the way from the
//   vertex found to the highest one is a sum of such edges, whose lengths add up to at most 8 times the way, at most
//   sqrt(3) E (kPointed below); edges of blunter vertices are decided exactly               8 * sqrt(3) * 9 u = 125 u
// in total below 128 u.
inline constexpr double kSupport3RelativeError = 0x1p-46;

namespace internal {

// Bound on the error of how far one vertex rises above another, relative to the sum of the magnitudes of the three
// products: a rounded difference, the product and two sums, 4 u, and second-order terms.
inline constexpr double kRise3RelativeError = 5.0 * 0x1p-53;

// A vertex is pointed if some direction makes an angle with each of its edges whose cosine is larger than this. Then a
// sum of edges, with any weights that are not negative, is at least this part of the sum of their lengths: 1 / 8, and a
// little for the rounding of the cosines.
inline constexpr double kPointed = 0.125 + 0x1p-30;

// The vertices of a polytope and its edges.
struct VertexGraph {
  absl::Span<const Vec3> vertices;
  // The neighbours of vertex i are neighbor[neighbor_begin[i]] up to before neighbor[neighbor_begin[i + 1]].
  absl::Span<const int32_t> neighbor_begin;
  absl::Span<const int32_t> neighbor;
  // Whether the vertex is pointed, by the definition above; empty: not known, so that more is decided exactly.
  absl::Span<const uint8_t> is_pointed;

  absl::Span<const int32_t> neighbors(int32_t i) const {
    return neighbor.subspan(static_cast<size_t>(neighbor_begin[i]),
                            static_cast<size_t>(neighbor_begin[i + 1] - neighbor_begin[i]));
  }
};

// Whether vertex i is pointed.
bool IsPointed(const VertexGraph& graph, int32_t i);

// A vertex with the largest dot product with `direction` within kSupport3RelativeError, by steepest ascent along the
// edges from `start`.
// REQUIRES: the graph is that of the convex hull of its vertices, all extreme, exactly; direction is finite.
// Ends after fewer steps than there are vertices: each step goes strictly up, exactly. A vertex found has no rising
// edge, exactly, or only edges whose rise is lost in rounding and a pointed corner, from which no way up can be long.
// No allocation.
// Source: Cameron 1997, "Enhancing GJK", hill climbing. Departure: the decision in the last digit, by exact signs: in
// space a blunt corner of edges none of which rises beyond rounding may be the lowest of all.
int32_t SupportByHillClimbing(const VertexGraph& graph, const Vec3& direction, int32_t start);

}  // namespace internal
}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_VERTEX_CLIMB_H_
