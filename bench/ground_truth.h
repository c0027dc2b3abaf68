#pragma once

#include <vector>

#include "absl/types/span.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {

// The right answers for one pair.
struct GroundTruth {
  bool collides;
  long double signed_distance_m;  // Minus the penetration depth if they collide.
  double size_m;                  // max(diameter of a, diameter of b, distance).
};

// Finds the right answers by means that share nothing with any row: distances and depths by brute
// force over all edges in 80-bit arithmetic. Its sign is `collides` where its magnitude is far
// above its rounding error; below that the exact oracle decides. Keeps the oracle's buffers: use
// one object for many pairs.
class GroundTruthFinder {
 public:
  // Vertices in counter-clockwise order, of polygons that are convex within rounding, below 100 m.
  GroundTruth Find(absl::Span<const Vec2> a, absl::Span<const Vec2> b);

 private:
  ExactOracle oracle_;
};

// The right answers for each pair.
std::vector<GroundTruth> FindGroundTruth(absl::Span<const PolygonPair> pairs);

}  // namespace collision2d::bench
