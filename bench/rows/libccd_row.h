#pragma once

#include <memory>

#include "bench/rows/row.h"

namespace collision2d::bench {

// "libccd": Level 1 by ccdGJKIntersect of libccd 2.1 (double precision), whose support function we
// write: a linear scan over the vertices of a prism 1 m high, because a flat shape has no interior
// for this three-dimensional GJK.
// libccd offers no distance of shapes that are apart.
std::unique_ptr<Row> MakeLibccdRow();

}  // namespace collision2d::bench
