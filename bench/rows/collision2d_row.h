#ifndef COLLISION2D_BENCH_ROWS_COLLISION2D_ROW_H_
#define COLLISION2D_BENCH_ROWS_COLLISION2D_ROW_H_

#include <memory>

#include "bench/rows/row.h"

namespace collision2d::bench {

// "collision2d": Levels 1 to 3 by what a user calls, Collides, Distance and ComputeSeparation, on a vector of
// ConvexPolygon pairs in one frame.
std::unique_ptr<Row> MakeCollision2dRow();

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_ROWS_COLLISION2D_ROW_H_
