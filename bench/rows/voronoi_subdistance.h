#pragma once

#include "bench/rows/plain_simplex.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {

// The subdistance by Voronoi regions, bottom-up: vertices, edges, inside (Ericson 2004, Real-Time
// Collision Detection, 5.1.2 and 5.1.5), for the origin. In any order of the vertices.
struct VoronoiSubdistance {
  static constexpr bool kHasVerticalAngleExit = false;

  static PlainSimplex OfSegment(Vec2 a, Vec2 b) {
    const Vec2 ab = b - a;
    const double along = -Dot(a, ab);
    if (along <= 0.0) return PlainSimplex::Vertex(a);
    const double length_sq = Dot(ab, ab);
    if (along >= length_sq) return PlainSimplex::Vertex(b);
    return PlainSimplex::Segment(a, b, a + along / length_sq * ab);
  }

  static PlainSimplex OfTriangle(Vec2 a, Vec2 b, Vec2 c) {
    const Vec2 ab = b - a;
    const Vec2 ac = c - a;
    const double a_ab = -Dot(ab, a);
    const double a_ac = -Dot(ac, a);
    if (a_ab <= 0.0 && a_ac <= 0.0) return PlainSimplex::Vertex(a);

    const double b_ab = -Dot(ab, b);
    const double b_ac = -Dot(ac, b);
    if (b_ab >= 0.0 && b_ac <= b_ab) return PlainSimplex::Vertex(b);

    const double area_c = a_ab * b_ac - b_ab * a_ac;
    if (area_c <= 0.0 && a_ab >= 0.0 && b_ab <= 0.0) {
      return PlainSimplex::Segment(a, b, a + a_ab / (a_ab - b_ab) * ab);
    }

    const double c_ab = -Dot(ab, c);
    const double c_ac = -Dot(ac, c);
    if (c_ac >= 0.0 && c_ab <= c_ac) return PlainSimplex::Vertex(c);

    const double area_b = c_ab * a_ac - a_ab * c_ac;
    if (area_b <= 0.0 && a_ac >= 0.0 && c_ac <= 0.0) {
      return PlainSimplex::Segment(a, c, a + a_ac / (a_ac - c_ac) * ac);
    }

    const double area_a = b_ab * c_ac - c_ab * b_ac;
    const double to_c = b_ac - b_ab;
    const double to_b = c_ab - c_ac;
    if (area_a <= 0.0 && to_c >= 0.0 && to_b >= 0.0) {
      return PlainSimplex::Segment(b, c, b + to_c / (to_c + to_b) * (c - b));
    }
    return PlainSimplex::Inside();
  }
};

}  // namespace collision2d::bench
