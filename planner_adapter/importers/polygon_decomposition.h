#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_POLYGON_DECOMPOSITION_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_POLYGON_DECOMPOSITION_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {

// Rings with more vertices are refused: the work grows with the square of their number (about a second at the limit).
inline constexpr int kMaxDecomposedVertices = 10000;

// Returns convex polygons (radius 0) with disjoint interiors whose union is exactly the polygon with the boundary
// `ring`: a simple polygon (m, any frame), counter-clockwise, the first vertex not repeated at the end. The parts use
// vertices of the input only; there are at most n - 2. A convex polygon is returned as one part, without its collinear
// vertices. The boundary may touch itself (a vertex on another edge, a vertex visited twice) if no hole is enclosed.
// Errors (InvalidArgument, naming the vertex or the pair of edges): fewer than three vertices, more than
// kMaxDecomposedVertices; coordinates that are not finite or beyond kMaxCoordinate_m; equal neighbours; no area; edges
// that cross or overlap; a hole that touches the boundary; clockwise order.
// Exact: every decision is by Orient2d.
// O(n^2).
// Source: ear clipping (Meisters 1975, "Polygons have ears"; O'Rourke, "Computational Geometry in C", section 1.6),
// then Hertel and Mehlhorn 1983: triangles are merged across every diagonal whose removal leaves both its ends convex,
// which gives at most four times the minimum number of parts. A boundary that touches itself is first cut into simple
// rings.
absl::StatusOr<std::vector<ConvexPolygon>> DecomposeIntoConvex(absl::Span<const Vec2> ring);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_POLYGON_DECOMPOSITION_H_
