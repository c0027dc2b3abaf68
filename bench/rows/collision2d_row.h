#pragma once

#include <memory>

#include "bench/rows/row.h"

namespace collision2d::bench {

// "collision2d": Levels 1 to 3 by the functions that a user calls, Collides, Distance and
// ComputeSeparation, on pairs of ConvexPolygons in one frame. Contiguous: a vector of pairs of
// polygons. Scattered: polygons on the heap, and a vector of pairs of pointers.
std::unique_ptr<Row> MakeCollision2dRow();

// "collision2d posed": the same with b in a frame of its own and a_from_b next to the pair. That
// frame has its origin in the middle of b and a random heading.
std::unique_ptr<Row> MakePosedCollision2dRow();

// "collision2d gradient", "collision2d gradient posed": the same pairs by
// ComputeSeparationGradient; Level 3 only.
std::unique_ptr<Row> MakeGradientRow();
std::unique_ptr<Row> MakePosedGradientRow();

// The names of the first two.
inline constexpr char kCollision2dName[] = "collision2d";
inline constexpr char kPosedCollision2dName[] = "collision2d posed";

}  // namespace collision2d::bench
