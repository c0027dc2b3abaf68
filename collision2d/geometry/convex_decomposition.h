#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"

// Simple polygons as convex parts.

namespace collision2d {

// Rings with more vertices are refused: the work grows with the square of their number (about a
// second at the limit).
inline constexpr int kMaxDecomposedVertices = 10000;

// Returns convex polygons (radius 0) with disjoint interiors whose union is exactly the polygon
// with the boundary `ring`: a simple polygon (m, any frame), counter-clockwise, the first vertex
// not repeated at the end. The parts use vertices of the input only; there are at most n - 2. A
// convex polygon is returned as one part, without its collinear vertices. The boundary may touch
// itself if no hole is enclosed.
// Errors (InvalidArgument, naming the vertex or the pair of edges): fewer than three vertices, more
// than kMaxDecomposedVertices; coordinates not finite or beyond kMaxCoordinate_m; equal neighbours;
// no area; edges that cross or overlap; a hole that touches the boundary; clockwise order. Exact.
// O(n^2). Ear clipping, then merging; sources: docs/importers.md, "Polygons".
absl::StatusOr<std::vector<ConvexPolygon>> DecomposeIntoConvex(absl::Span<const Vec2> ring);

}  // namespace collision2d
