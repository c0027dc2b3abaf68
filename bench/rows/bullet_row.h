#pragma once

#include <memory>

#include "bench/rows/row.h"

namespace collision2d::bench {

// "Bullet": Levels 1 and 2 by btGjkPairDetector of Bullet 3.24, built for double precision, on flat
// btConvexHullShapes with margin 0 over the world vertices, at identity transforms, without a
// penetration solver. Distances up to 1e-12 m, and colliding shapes for which it reports no closest
// points, count as 0; Level 1 is a distance of 0.
std::unique_ptr<Row> MakeBulletRow();

}  // namespace collision2d::bench
