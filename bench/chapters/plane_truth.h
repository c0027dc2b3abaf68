#pragma once

#include <gmpxx.h>

#include <array>

#include "absl/types/span.h"
#include "bench/chapters/hard_families.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/exact_oracle.h"

namespace collision2d::bench {

// The right answers for two hulls in the plane.
struct PlaneTruth {
  ExactRelation relation = ExactRelation::kDisjoint;
  // m, to kTruthBits bits: the distance, or minus the penetration depth; exactly 0 if touching.
  mpf_class signed_distance_m;

  bool collides() const { return relation != ExactRelation::kDisjoint; }

  // True if |value - signed_distance_m| <= error. False for a NaN or an infinity.
  bool IsWithin(double value_m, double error_m) const;
};

// More than any comparison of a double with a distance needs.
inline constexpr int kTruthBits = 512;

// The answers of ExactOracle for shapes of thousands of vertices, for which its n m vertex
// differences are too many: the edges of the CSO a - b are those of both hulls, merged by direction
// (de Berg et al., Computational Geometry, section 13.3). Integers of any size throughout; shares
// nothing with what it judges. Vertices in any order, collinear or repeated; finite; any magnitude.
// O((n + m) log(n + m)) integer operations. REQUIRES: neither is empty.
PlaneTruth FindTruth(absl::Span<const Vec2> a, absl::Span<const Vec2> b);

// m. max(diameter of a, diameter of b, distance), in 80-bit arithmetic, whose range holds the
// square of any double. O(n^2 + m^2).
double SizeOfPair(absl::Span<const Vec2> a, absl::Span<const Vec2> b, long double distance_m);

// What Levels 1 to 3 say about a pair.
struct LevelAnswers {
  bool collides = false;
  double distance_m = 0.0;
  Separation separation;
};

// Whether the answer of each level is right: booleans, signs and status exactly; distance and depth
// within the stated error, kDistanceRelativeError of the pair's size and of the coordinates that
// posing rounds.
std::array<bool, 3> AreRight(const HardPair& pair, const LevelAnswers& answers);

}  // namespace collision2d::bench
