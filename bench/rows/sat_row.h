#ifndef COLLISION2D_BENCH_ROWS_SAT_ROW_H_
#define COLLISION2D_BENCH_ROWS_SAT_ROW_H_

#include <memory>

#include "bench/rows/row.h"

namespace collision2d::bench {

// "SAT": Level 1 by the separating axis theorem in double precision: the edges of a, then those of
// b; the first edge that has the whole other shape on its outer side ends the query. No square
// roots, no precomputed normals.
std::unique_ptr<Row> MakeSatRow();

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_ROWS_SAT_ROW_H_
