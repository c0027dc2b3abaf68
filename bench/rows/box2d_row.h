#pragma once

#include <memory>

#include "bench/rows/row.h"

namespace collision2d::bench {

// "Box2D": Levels 1 and 2 by b2Distance of Box2D 2.4.1 (single precision), with a proxy made for
// each query from the world vertices (it copies none of them, so that any number is legal), an
// empty cache and identity transforms.
// Level 1 is the threshold of b2TestOverlap: collision if the distance is below 10 b2_epsilon.
std::unique_ptr<Row> MakeBox2dRow();

}  // namespace collision2d::bench
