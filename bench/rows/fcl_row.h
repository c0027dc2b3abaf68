#pragma once

#include <memory>

#include "bench/rows/row.h"

namespace collision2d::bench {

// "FCL": Levels 1 and 2 by fcl::collide and fcl::distance of FCL 0.7 (double precision) on prisms 1
// m high over the world vertices, at identity transforms, each with the faster of its two solvers:
// libccd for collide; its own for distance, where libccd is also a tenth of the distance off at
// times. A distance of colliding shapes counts as 0.
std::unique_ptr<Row> MakeFclRow();

}  // namespace collision2d::bench
