#pragma once

#include <memory>

#include "bench/rows/row.h"

namespace collision2d::bench {

// "SAT": Level 1 by the separating axis theorem in double precision: the edges of a, then those of
// b; the first edge that has the whole other shape on its outer side ends the query. No square
// roots, no precomputed normals.
std::unique_ptr<Row> MakeSatRow();

}  // namespace collision2d::bench
