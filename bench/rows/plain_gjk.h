#pragma once

#include <algorithm>
#include <cmath>

#include "bench/rows/plain_simplex.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {

// The GJK loop of the reference rows: Zhang et al., Algs 1 and 6, in plain double precision,
// without the error bounds and the exact decisions of the library. They share nothing with it but
// Vec2.
//
// Subdistance: OfSegment(a, b) and OfTriangle(a, b, c) with a the newest vertex.
// Support: the CSO's support point along a direction.
// initial: some point of the CSO; ours is the difference of the vertex means.
//
// The paper's one tolerance is absolute, which fails for small and large shapes. Here: the gap
// between the bounds of the distance, relative to it; and the length of v that counts as zero,
// relative to the longest CSO vertex seen.
inline constexpr double kRelativeGap = 1e-14;
inline constexpr double kRelativeZeroSquared = 1e-29;
// Never reached on the tables' pairs: a query that no longer descends ends.
inline constexpr int kPlainIterationLimit = 100;

template <typename Subdistance>
PlainSimplex AddAndReduce(const PlainSimplex& simplex, Vec2 newest) {
  return simplex.size == 1 ? Subdistance::OfSegment(newest, simplex.vertex[0])
                           : Subdistance::OfTriangle(newest, simplex.vertex[0], simplex.vertex[1]);
}

// Such a newest vertex brings no progress, and makes a triangle that no subdistance can handle.
inline bool Contains(const PlainSimplex& simplex, Vec2 newest) {
  return newest == simplex.vertex[0] || (simplex.size == 2 && newest == simplex.vertex[1]);
}

// Level 2 (Alg 1). m.
template <typename Subdistance, typename Support>
double PlainDistance(Vec2 initial, Support support) {
  if (initial == Vec2{}) return 0.0;
  PlainSimplex simplex = PlainSimplex::Vertex(support(-initial));
  double closest_sq = NormSquared(simplex.closest);
  double longest_sq = closest_sq;
  for (int k = 0; k < kPlainIterationLimit; ++k) {
    const Vec2 v = simplex.closest;
    const Vec2 w = support(-v);
    if (closest_sq - Dot(v, w) <= kRelativeGap * closest_sq || Contains(simplex, w)) break;
    simplex = AddAndReduce<Subdistance>(simplex, w);
    if (simplex.size == 3) return 0.0;
    const double next_sq = NormSquared(simplex.closest);
    longest_sq = std::max(longest_sq, NormSquared(w));
    if (next_sq <= kRelativeZeroSquared * longest_sq) return 0.0;
    if (next_sq >= closest_sq) break;
    closest_sq = next_sq;
  }
  return std::sqrt(closest_sq);
}

// Level 1 (Alg 6). Where nothing is left to descend although v . w <= 0, the origin is on the
// simplex within rounding.
template <typename Subdistance, typename Support>
bool PlainCollides(Vec2 initial, Support support) {
  if (initial == Vec2{}) return true;
  PlainSimplex simplex = PlainSimplex::Vertex(support(-initial));
  double closest_sq = NormSquared(simplex.closest);
  double longest_sq = closest_sq;
  for (int k = 0; k < kPlainIterationLimit; ++k) {
    const Vec2 w = support(-simplex.closest);
    if (Dot(simplex.closest, w) > 0.0) return false;
    if (Subdistance::kHasVerticalAngleExit && simplex.size == 2) {
      const double a = Cross(simplex.vertex[0], w);
      const double b = Cross(simplex.vertex[1], w);
      if ((a >= 0.0 && b <= 0.0) || (a <= 0.0 && b >= 0.0)) return true;
    }
    if (Contains(simplex, w)) return true;
    simplex = AddAndReduce<Subdistance>(simplex, w);
    if (simplex.size == 3) return true;
    const double next_sq = NormSquared(simplex.closest);
    longest_sq = std::max(longest_sq, NormSquared(w));
    if (next_sq <= kRelativeZeroSquared * longest_sq || next_sq >= closest_sq) return true;
    closest_sq = next_sq;
  }
  return true;
}

}  // namespace collision2d::bench
