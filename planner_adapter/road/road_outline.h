#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_OUTLINE_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_OUTLINE_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// A straight piece of the edge of the road, m. The road is on its left.
struct OutlinePiece {
  Vec2 from;
  Vec2 to;
  int line = -1;  // Index of the line that it comes from; -1: not known.
  int cell = -1;  // Index of the cell that ends there; -1: none.
};

// m. The vertices of a union of cells are rounded to multiples of this.
inline constexpr double kOutlineGrid_m = 0x1p-30;

// m. By how much the road that is made of cells may differ from the cells: their vertices move by half of the grid, intersections of their edges by up to
// two steps of it; and where a gap is closed, the road ends this far before the end of the gap.
inline constexpr double kOutlineError_m = 0x1p-20;

// m. How far inside of a rounded cell's arcs the road may end.
inline constexpr double kCellArcError_m = 1e-3;

// m. A wider gap is not for the import of a map to close.
inline constexpr double kMaxRoadGap_m = 10.0;

// Errors (InvalidArgument, naming the value): a gap that is not in [0, kMaxRoadGap_m].
absl::Status CheckRoadGap(double road_gap_m);

// The outline of the union of convex cells, with its holes. Gaps and notches between cells that are narrower than road_gap_m are closed, as a morphological closing
// with a square corner does: lanes that were drawn with gaps of 1 cm are one road. The road otherwise contains every cell, within kOutlineError_m.
// Each piece has the cell that it is an edge of, if there is one, and the line of `lane_boundaries` that its middle is on, within 1 mm.
// Arcs of rounded cells are replaced by chords at most kCellArcError_m inside of them.
// Errors: as CheckRoadGap.
// O(n log n) for cells that overlap few others. The union is that of Clipper 6 (Johnson 2014), by Vatti's algorithm on integers.
absl::StatusOr<std::vector<OutlinePiece>> OutlineOfCells(absl::Span<const ConvexPolygon> cells,
                                                         absl::Span<const RoadLine> lane_boundaries, double road_gap_m);

// The pieces of road borders, as they are given.
std::vector<OutlinePiece> OutlineOfBorders(absl::Span<const RoadLine> borders);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_OUTLINE_H_
