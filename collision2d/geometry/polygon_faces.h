#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// The boundary of each face of a polygon's interior, as one closed walk.
struct PolygonFaces {
  std::vector<Vec2> points;             // Distinct, in lexicographic order.
  std::vector<std::vector<int>> walks;  // Each of indices of points.
};

// Returns the faces of the polygon with the outer boundary `ring` and with `holes`. A walk has its
// face on its left. It visits a point again where the boundary touches itself, goes to each hole
// and back along a bridge, a segment that crosses nothing, and has flat vertices only where it
// visits a point again.
// Errors: as DecomposeIntoConvex. Decided exactly. O(n log n + pairs of edges whose bounding boxes
// meet), at worst O(n^2), and for each hole O(n) times the points that are nearer than the end of
// its bridge.
absl::StatusOr<PolygonFaces> FindFaces(absl::Span<const Vec2> ring, absl::Span<const std::vector<Vec2>> holes);

// Returns the ring without the vertices that are on the straight line from their predecessor to
// their successor; the boundary remains the same set of points.
// REQUIRES: at least three vertices, finite; neighbours (the last and the first too) differ; the
// ring does not turn back on itself. Exact; O(n).
std::vector<Vec2> WithoutFlatVertices(absl::Span<const Vec2> ring);

}  // namespace collision2d::internal
