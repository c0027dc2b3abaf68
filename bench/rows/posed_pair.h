#pragma once

#include <vector>

#include "absl/types/span.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {

// A pair of shapes with b in a frame of its own.
struct PosedPair {
  ConvexPolygon a;
  ConvexPolygon b;
  Pose2 a_from_b;
};

// The same pairs with b expressed in a frame that has its origin in the middle of b and a seeded
// random heading. Posed by a_from_b, each vertex is within rounding of where it was.
std::vector<PosedPair> PosePairs(absl::Span<const PolygonPair> pairs);

}  // namespace collision2d::bench
