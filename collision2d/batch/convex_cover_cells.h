#ifndef COLLISION2D_BATCH_CONVEX_COVER_CELLS_H_
#define COLLISION2D_BATCH_CONVEX_COVER_CELLS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/packed_tree.h"
#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"

// The cells of a ConvexCover in single precision, relative to a local origin: a filter that proves points inside of cells.
namespace collision2d::internal {

// All points p with x p.x + y p.y <= end are on the inner side of a cell's side, within the error that kCoverError bounds.
struct HalfPlane {
  float x;
  float y;
  float end;
};

struct CoverCell {
  int32_t cell;  // Index of the caller's.
  int32_t first_side;
  int32_t end_side;  // Equal to first_side: the cell has no interior, and nothing is proven.
};

struct CoverCells {
  Vec2 origin;
  float extent_m = 0.0f;  // The largest |v.x| + |v.y| of a vertex.
  PackedTree tree;        // Its items are the boxes of `cells`.
  std::vector<CoverCell> cells;
  std::vector<HalfPlane> sides;
};

// Relative to |p|_1 + extent_m: what the test of a point and a half-plane loses. With u = 2^-24: rounding of the point and of the
// side's normal, u |p|_1 each; of its end, 2 u extent_m; a normal that is not the side's turns it about its vertices, 2 u
// (|p|_1 + extent_m); products and sums, 4 u (|p|_1 + extent_m). Below 10 u of both; doubled, and rounded up to a power of two.
inline constexpr float kCoverError = 0x1p-19f;

// `bounds` are the boxes of the cells, grown by the tolerance.
CoverCells MakeCoverCells(absl::Span<const ConvexPolygon> cells, absl::Span<const Aabb2> bounds);

// The number of points that are tested together.
inline constexpr int kCoverPoints = 16;

// The bits of those of the first `count` points that are certainly inside of some cell; the others may be inside too.
// REQUIRES: kCoverPoints points.
uint32_t CertainlyCovered(const CoverCells& cells, const Vec2* points, int count);

// Takes one cell after the other.
class CellVisitor {
 public:
  // Whether the other cells are wanted too.
  virtual bool Visit(int cell) = 0;

 protected:
  ~CellVisitor() = default;
};

// Shows every cell whose bounds the point is in, and perhaps some more.
void VisitCellsAt(const CoverCells& cells, Vec2 point, CellVisitor* visitor);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_CONVEX_COVER_CELLS_H_
