#pragma once

#include "collision2d/collision2d.h"

namespace collision2d::bench {

// What a subdistance of the reference rows answers: the smallest part of a simplex that holds its
// point closest to the origin, and that point.
struct PlainSimplex {
  Vec2 vertex[2];
  int size = 0;  // 1 or 2; 3: the origin is inside of the triangle, whose vertices are not kept.
  Vec2 closest;

  static PlainSimplex Vertex(Vec2 a) { return {{a, {}}, 1, a}; }
  static PlainSimplex Segment(Vec2 a, Vec2 b, Vec2 closest) { return {{a, b}, 2, closest}; }
  static PlainSimplex Inside() { return {{}, 3, {}}; }
};

// The one whose closest point is nearer.
inline PlainSimplex Nearer(const PlainSimplex& p, const PlainSimplex& q) {
  return NormSquared(p.closest) <= NormSquared(q.closest) ? p : q;
}

}  // namespace collision2d::bench
