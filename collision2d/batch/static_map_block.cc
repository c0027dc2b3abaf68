#include "collision2d/batch/static_map_block.h"

#include "collision2d/batch/packed_tree.h"
#include "collision2d/batch/static_map_boxes.h"

namespace collision2d::internal {
namespace {

// m. Where absent shapes are: their squared distance is infinite in single precision.
constexpr float kAbsent_m = 1e30f;

}  // namespace

MapBlock::MapBlock() {
  for (int i = 0; i < PackedTree::kWidth; ++i) Set(i, {kAbsent_m, kAbsent_m, 1.0f, 0.0f, 0.0f, 0.0f});
}

void MapBlock::Set(int i, const OrientedBox& box) {
  x[i] = box.x;
  y[i] = box.y;
  axis_x[i] = box.axis_x;
  axis_y[i] = box.axis_y;
  half_x[i] = box.half_x;
  half_y[i] = box.half_y;
}

}  // namespace collision2d::internal
