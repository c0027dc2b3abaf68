#pragma once

#include <cmath>

#include "bench/rows/plain_simplex.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {

// The subdistance of Zhang et al., Barycode-based GJK, Algs 3 (ordered: a is the newest vertex), 4
// and 5, as printed, in double precision. Departure: a flat triangle, whose code says nothing,
// takes the better of the newest vertex' edges.
struct BarycodeSubdistance {
  // Whether Level 1 ends by the test of the vertical angle (Alg 6), which belongs to this method.
  static constexpr bool kHasVerticalAngleExit = true;

  static PlainSimplex OfSegment(Vec2 a, Vec2 b) {
    const Vec2 ab = b - a;
    const double a_along = Dot(a, ab);
    if (a_along >= 0.0) return PlainSimplex::Vertex(a);
    const double b_along = Dot(b, ab);
    if (b_along <= 0.0) return PlainSimplex::Vertex(b);
    const double inverse_sum = 1.0 / (b_along - a_along);
    return PlainSimplex::Segment(a, b, b_along * inverse_sum * a + -a_along * inverse_sum * b);
  }

  static PlainSimplex OfTriangle(Vec2 a, Vec2 b, Vec2 c) {
    const double u = Cross(b, c);
    const double v = Cross(c, a);
    const double w = Cross(a, b);
    const double sum = u + v + w;
    if (sum == 0.0) return Nearer(OfSegment(a, b), OfSegment(a, c));
    // By sign bits, without a branch on the sign of the sum, which is random.
    const bool v_inside = std::signbit(v) == std::signbit(sum);
    const bool w_inside = std::signbit(w) == std::signbit(sum);
    if (v_inside) return w_inside ? PlainSimplex::Inside() : OfSegment(a, b);
    return w_inside ? OfSegment(a, c) : Cone(a, b, c);
  }

 private:
  // Alg 4: the origin is in the cone behind vertex a.
  static PlainSimplex Cone(Vec2 a, Vec2 b, Vec2 c) {
    const Vec2 from_b = a - b;
    const Vec2 from_c = a - c;
    if (Dot(from_b, from_c) >= 0.0) return PlainSimplex::Vertex(a);
    if (Dot(a, from_b) > 0.0) return OfSegment(a, b);
    if (Dot(a, from_c) > 0.0) return OfSegment(a, c);
    return PlainSimplex::Vertex(a);
  }
};

}  // namespace collision2d::bench
