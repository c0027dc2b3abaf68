#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// Cuts the closed ring where it touches itself (a vertex on another edge, a vertex visited twice),
// so that no ring of the result touches itself. A ring that does not touch itself is returned as it
// is. Together the rings have the edges of the input, in its direction; a vertex that is on another
// edge becomes a vertex of that edge too.
// REQUIRES: at least three vertices, finite; neighbours (the last and the first too) differ.
// Errors (InvalidArgument, naming both edges or vertices): edges cross, possibly at a common
// vertex; edges overlap. Decided exactly.
// O(n log n + pairs of edges whose bounding boxes meet), at worst O(n^2).
absl::StatusOr<std::vector<std::vector<Vec2>>> SplitIntoSimpleRings(absl::Span<const Vec2> ring);

// Returns the ring without the vertices that are on the straight line from their predecessor to
// their successor; the boundary remains the same set of points.
// REQUIRES: as above, and the ring does not turn back on itself. Exact; O(n).
std::vector<Vec2> WithoutFlatVertices(absl::Span<const Vec2> ring);

}  // namespace collision2d::internal
