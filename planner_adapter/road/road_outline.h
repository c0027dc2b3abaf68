#pragma once

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/road/outline_arrangement.h"  // IWYU pragma: export
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// m. Where a gap is closed, the road ends this far before the end of the gap. No proof: a
// tolerance.
inline constexpr double kGapEndError_m = 0x1p-20;

// m. How far inside of a rounded cell's arcs the road may end. No proof: a tolerance.
inline constexpr double kCellArcError_m = 1e-3;

// m. The largest gap that may be closed; wider ones are not artefacts of a map.
inline constexpr double kMaxRoadGap_m = 10.0;

// Errors (InvalidArgument, naming the value): a gap that is not in [0, kMaxRoadGap_m].
absl::Status CheckRoadGap(double road_gap_m);

// Returns the outline of the union of convex cells, with its holes: exact for the given vertices as
// OutlineOfUnion has it. Gaps and notches between cells that are narrower than road_gap_m are
// closed; what is added is within kGapEndError_m. Each piece has the cell that it is an edge of, if
// there is one, and the line of `lane_boundaries` that its middle is on, within 1 mm. Arcs of
// rounded cells are replaced by chords at most kCellArcError_m inside of them. Cells without area
// do not count.
// Errors: as CheckRoadGap and OutlineOfUnion; a cell that reaches beyond kMaxCoordinate_m with its
// radius and the gap. O(n log n) for cells that meet few others (docs/road.md, "The contract in
// full").
absl::StatusOr<std::vector<OutlinePiece>> OutlineOfCells(absl::Span<const ConvexPolygon> cells,
                                                         absl::Span<const RoadLine> lane_boundaries, double road_gap_m);

}  // namespace collision2d::planner
