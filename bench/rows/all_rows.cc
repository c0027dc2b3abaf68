#include "bench/rows/all_rows.h"

#include "bench/rows/box2d_row.h"
#include "bench/rows/bullet_row.h"
#include "bench/rows/collision2d_row.h"
#include "bench/rows/edge_pairs_row.h"
#include "bench/rows/fcl_row.h"
#include "bench/rows/libccd_row.h"
#include "bench/rows/plain_gjk_rows.h"
#include "bench/rows/sat_row.h"

namespace collision2d::bench {

std::vector<std::unique_ptr<Row>> MakeAllRows() {
  std::vector<std::unique_ptr<Row>> rows;
  rows.push_back(MakeBox2dRow());
  rows.push_back(MakeSatRow());
  rows.push_back(MakeBarycodeRow());
  rows.push_back(MakeBarycodeHillClimbingRow());
  rows.push_back(MakeSignedVolumesRow());
  rows.push_back(MakeVoronoiRow());
  rows.push_back(MakeFclRow());
  rows.push_back(MakeBulletRow());
  rows.push_back(MakeLibccdRow());
  rows.push_back(MakeEdgePairsRow());
  rows.push_back(MakePosedGradientRow());
  rows.push_back(MakeGradientRow());
  rows.push_back(MakePosedCollision2dRow());
  rows.push_back(MakeCollision2dRow());
  return rows;
}

}  // namespace collision2d::bench
