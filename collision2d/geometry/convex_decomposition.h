#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"

// Simple polygons as convex parts.

namespace collision2d {

// Polygons with more vertices, those of holes among them, are refused: the work grows with the
// square of their number (about a second at the limit).
inline constexpr int kMaxDecomposedVertices = 10000;

// Returns convex polygons (radius 0) with disjoint interiors whose union is exactly the polygon
// with the boundary `ring` (m, any frame) without the interiors of `holes`. Rings run in either
// direction, perhaps with the first vertex again at the end, with repeated and collinear vertices.
// The boundary may touch itself: a hole the outer ring or another hole, a ring itself. The parts
// use vertices of the input only; there are at most n - 2, two more for each hole. A convex polygon
// without holes is returned as one part, without its collinear vertices.
// Errors (InvalidArgument, naming vertices[i] or holes[k][i], or the pair of edges): a ring with
// fewer than three vertices or without area; more than kMaxDecomposedVertices; coordinates not
// finite or beyond kMaxCoordinate_m; edges that cross or overlap; a hole that is outside the outer
// ring or inside another hole. Exact. O(n^2), and as much for each hole at worst. Bridges to holes,
// ear clipping, then merging; sources: docs/importers.md, "Polygons".
absl::StatusOr<std::vector<ConvexPolygon>> DecomposeIntoConvex(absl::Span<const Vec2> ring,
                                                               absl::Span<const std::vector<Vec2>> holes = {});

// The boundary of a polygon, m, and those of its holes: rings as DecomposeIntoConvex takes them.
struct Outline {
  std::vector<Vec2> ring;
  std::vector<std::vector<Vec2>> holes = {};
};

// Convex shapes, and the index of the outline that each is a part of.
struct OutlineParts {
  std::vector<ConvexPolygon> shapes;
  std::vector<int> outlines;
};

// Returns the convex parts of all outlines, in the order of the outlines: obstacles, a map or a
// vehicle of any polygons. A result's index of a shape finds its outline. Outlines may overlap.
// Errors: as DecomposeIntoConvex, after the index: outlines[3]: vertices[7]: ... The limit of
// vertices holds for each outline. Time: that of DecomposeIntoConvex for each.
absl::StatusOr<OutlineParts> DecomposeOutlines(absl::Span<const Outline> outlines);

}  // namespace collision2d
