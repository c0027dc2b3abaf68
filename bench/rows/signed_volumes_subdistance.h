#pragma once

#include <cmath>

#include "bench/rows/plain_simplex.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {

// The subdistance of Montanari et al. 2017, Signed Volumes, Algs 4 and 5, reduced to the plane: the
// simplex lies in it, so nothing is projected before the cofactors are taken. `a` is the newest
// vertex, which no answer drops.
// Departures: the projection on a line is the correct one (Eq. 27 has a wrong sign in print); a
// triangle of which no edge qualifies takes the better of the newest vertex' edges.
struct SignedVolumesSubdistance {
  static constexpr bool kHasVerticalAngleExit = false;

  static PlainSimplex OfSegment(Vec2 a, Vec2 b) {
    const Vec2 edge = b - a;
    const Vec2 projection = b - (Dot(b, edge) / Dot(edge, edge)) * edge;
    const bool along_x = std::abs(edge.x) > std::abs(edge.y);
    const double length = along_x ? a.x - b.x : a.y - b.y;
    const double part_a = along_x ? projection.x - b.x : projection.y - b.y;
    const double part_b = along_x ? a.x - projection.x : a.y - projection.y;
    if (!SameSign(length, part_a) || !SameSign(length, part_b)) return PlainSimplex::Vertex(a);
    const double lambda_a = part_a / length;
    const double lambda_b = part_b / length;
    return PlainSimplex::Segment(a, b, lambda_a * a + lambda_b * b);
  }

  static PlainSimplex OfTriangle(Vec2 a, Vec2 b, Vec2 c) {
    const double area_a = Cross(b, c);
    const double area_b = Cross(c, a);
    const double area_c = Cross(a, b);
    const double area = area_a + area_b + area_c;
    const bool without_b = !SameSign(area, area_b);
    const bool without_c = !SameSign(area, area_c);
    if (!without_b && !without_c && SameSign(area, area_a)) return PlainSimplex::Inside();
    if (without_b && !without_c) return OfSegment(a, c);
    if (without_c && !without_b) return OfSegment(a, b);
    return Nearer(OfSegment(a, c), OfSegment(a, b));
  }

 private:
  // The paper's CompareSigns: both strictly of one sign.
  static bool SameSign(double p, double q) { return (p > 0.0 && q > 0.0) || (p < 0.0 && q < 0.0); }
};

}  // namespace collision2d::bench
