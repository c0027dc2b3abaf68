#ifndef COLLISION2D_QUERY_EXACT_EXACT_SUPPORT_H_
#define COLLISION2D_QUERY_EXACT_EXACT_SUPPORT_H_

#include <cstdint>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/vertex_ring.h"

namespace collision2d::internal {

// The CSO of two rings, exactly: points and directions are differences of vertices that are never
// rounded, and support points are found by exact signs.

// A point of the CSO: the difference of two vertices.
struct CsoIndex {
  int a = 0;
  int b = 0;
};

inline bool operator==(const CsoIndex& i, const CsoIndex& j) { return i.a == j.a && i.b == j.b; }

// A point of the CSO with its two vertices.
struct CsoPoint {
  CsoIndex index;
  Vec2 p;
  Vec2 q;

  Vec2 difference() const { return p - q; }
  bool is_origin() const { return p == q; }
};

// The vector (to_a - from_a) - (to_b - from_b), kept as its four points so that nothing is rounded.
struct CsoDirection {
  Vec2 from_a;
  Vec2 to_a;
  Vec2 from_b;
  Vec2 to_b;

  static CsoDirection Between(const CsoPoint& from, const CsoPoint& to) { return {from.p, to.p, from.q, to.q}; }
  // The direction from the origin to `point`, turned clockwise by 90 degrees.
  static CsoDirection RightOf(const CsoPoint& point) {
    return {PerpendicularLeft(point.p), PerpendicularLeft(point.q), {}, {}};
  }
  CsoDirection operator-() const { return {to_a, from_a, to_b, from_b}; }
  Vec2 Rounded() const { return (to_a - from_a) - (to_b - from_b); }
};

// A number with the sign of direction x (to - from). Exact.
double CrossSign(const CsoDirection& direction, Vec2 from, Vec2 to);

// Whether `support`, a support point to the right of `direction`, is farther to the right than
// `point`.
inline bool IsBeyond(const CsoDirection& direction, const CsoPoint& point, const CsoPoint& support) {
  return CrossSign(direction, point.p, support.p) < 0.0 || CrossSign(direction, point.q, support.q) > 0.0;
}

// Finds support points of the CSO of two rings, and counts the vertices that it looks at.
class ExactSupports {
 public:
  // The rings must outlive the object.
  ExactSupports(const VertexRing& a, const VertexRing& b) : a_(a), b_(b) {}

  CsoPoint At(CsoIndex index) {
    visits_ += 2;
    return {index, a_[index.a], b_[index.b]};
  }

  // A CSO point that lies farthest to the right of the direction. Exact.
  // A climb from `start` where a ring is strictly convex, otherwise a scan.
  CsoPoint SupportToTheRight(const CsoDirection& direction, CsoIndex start) {
    return At({Farthest(a_, direction, 1.0, start.a), Farthest(b_, direction, -1.0, start.b)});
  }

  // The same for the direction from one CSO point to another, which is `chord`; `right` itself if
  // nothing is beyond it.
  CsoPoint SupportBeyondChord(const CsoDirection& chord, const CsoPoint& right, const CsoPoint& left);

  // Vertices that the object has looked at.
  int64_t visits() const { return visits_; }
  void AddVisits(int64_t count) { visits_ += count; }

 private:
  // The vertex of a ring that is farthest to the right of a direction (to_the_right = 1), or to the
  // left (-1).
  int Farthest(const VertexRing& ring, const CsoDirection& direction, double to_the_right, int start);

  const VertexRing& a_;
  const VertexRing& b_;
  int64_t visits_ = 0;
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_EXACT_EXACT_SUPPORT_H_
