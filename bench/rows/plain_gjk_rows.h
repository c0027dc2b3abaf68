#pragma once

#include <memory>

#include "bench/rows/row.h"

namespace collision2d::bench {

// Levels 1 and 2 by the GJK of plain_gjk.h; the first direction is between the means of the
// vertices.
// "barycode GJK": the paper's algorithm, "Ours (without HCS)", support by a linear scan.
std::unique_ptr<Row> MakeBarycodeRow();
// "barycode GJK HCS": "Ours (with HCS)", support by hill climbing.
std::unique_ptr<Row> MakeBarycodeHillClimbingRow();
// "Signed Volumes GJK": OpenGJK's method, in the plane, support by a linear scan.
std::unique_ptr<Row> MakeSignedVolumesRow();
// "Voronoi GJK": the method of most libraries, in the plane, support by a linear scan.
std::unique_ptr<Row> MakeVoronoiRow();

}  // namespace collision2d::bench
