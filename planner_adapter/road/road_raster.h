#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_arrangement.h"

namespace collision2d::planner {

// The sides of a road's closed edge on a grid: most points are on a known side, and others have a
// place of a known side beside them.
class RoadRaster {
 public:
  enum class Side : uint8_t { kUnknown, kInside, kOutside };

  // A place at the height of a point, on a known side, not on the edge.
  struct Reference {
    double x;
    bool is_road;
  };

  // Whether p, which is not on the edge, is on the road. The reference is LeftOf(p).
  using IsRoad = std::function<bool(Vec2 p, const Reference& reference)>;

  // Knows nothing.
  RoadRaster() = default;

  // `around` is the side of what is beyond the bounding box of the edge.
  // O(cells + length of the edge / size of a cell), at most 2^18 cells of at least half a metre,
  // and one call of is_road for each run of cells of a row between pieces.
  RoadRaster(absl::Span<const OutlinePiece> pieces, Side around, const IsRoad& is_road);

  // Unknown within some cells of the edge.
  Side At(Vec2 p) const {
    if (!box_.Contains(p)) return around_;
    return sides_[Index(CellOf(p.y - box_.min.y), CellOf(p.x - box_.min.x))];
  }

  // Returns a place in the next cell left of p whose side is known, or beyond the bounding box,
  // whose left side may then be on the edge.
  // REQUIRES: At(p) is unknown.
  Reference LeftOf(Vec2 p) const;

 private:
  // REQUIRES: the offset is within the bounding box, whose end is in the last cell.
  int CellOf(double offset_m) const { return static_cast<int>(offset_m * cells_per_m_); }
  size_t Index(int row, int column) const {
    return static_cast<size_t>(row) * static_cast<size_t>(columns_) + static_cast<size_t>(column);
  }
  Reference LeftOf(int row, int column) const;
  void MarkEdge(const OutlinePiece& piece);
  void FillRow(const IsRoad& is_road, int row);

  Aabb2 box_;
  Side around_ = Side::kUnknown;
  double cells_per_m_ = 0.0;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<Side> sides_;
};

}  // namespace collision2d::planner
