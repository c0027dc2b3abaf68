#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_RASTER_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_RASTER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/road_edge.h"
#include "planner_adapter/road/road_outline.h"

namespace collision2d::planner {

// The sides of a road's edge on a grid, to tell at once for most points on which side they are.
class RoadRaster {
 public:
  enum class Side : uint8_t { kUnknown, kInside, kOutside };

  // Knows nothing.
  RoadRaster() = default;

  // O(cells + length of the edge / size of a cell), at most 2^18 cells of at least half a metre, and O(log n) for each row of cells between pieces.
  explicit RoadRaster(const RoadEdge& edge);

  // Unknown within some cells of the edge and beyond its bounding box.
  Side At(Vec2 p) const {
    const double column = (p.x - origin_.x) * cells_per_m_;
    const double row = (p.y - origin_.y) * cells_per_m_;
    if (!(column >= 0.0 && row >= 0.0 && column < columns_ && row < rows_)) return Side::kUnknown;
    return sides_[Index(static_cast<int>(row), static_cast<int>(column))];
  }

 private:
  size_t Index(int row, int column) const {
    return static_cast<size_t>(row) * static_cast<size_t>(columns_) + static_cast<size_t>(column);
  }
  void MarkEdge(const OutlinePiece& piece);
  void FillRow(const RoadEdge& edge, int row);

  Vec2 origin_;
  double cells_per_m_ = 0.0;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<Side> sides_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_RASTER_H_
