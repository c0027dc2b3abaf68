#ifndef COLLISION2D_QUERY_STAGES_SIMPLEX_H_
#define COLLISION2D_QUERY_STAGES_SIMPLEX_H_

#include <array>

#include "collision2d/geometry/vec2.h"

namespace collision2d {

// A vertex of the CSO a - b, and the vertices of a and b whose difference it is.
struct CsoVertex {
  Vec2 point;
  int vertex_a = 0;
  int vertex_b = 0;

  friend constexpr bool SameVertices(const CsoVertex& p, const CsoVertex& q) {
    return p.vertex_a == q.vertex_a && p.vertex_b == q.vertex_b;
  }
};

// The simplex of the GJK loop: the smallest set of CSO vertices whose hull contains `closest`, the result of the last
// subdistance.
struct Simplex {
  std::array<CsoVertex, 3> vertex;
  int size = 0;  // 1 or 2 while the origin is outside, 3 when it is inside.
  Vec2 closest;

  // The simplex of one vertex.
  static Simplex Of(const CsoVertex& vertex);

  // The segment pq, reduced to the smallest simplex that contains its point closest to the origin.
  static Simplex Of(const CsoVertex& p, const CsoVertex& q);

  // Adds the newest support point and reduces the simplex by the ordered subdistance.
  // REQUIRES: size is 1 or 2.
  void AddAndReduce(const CsoVertex& newest);

  bool Contains(const CsoVertex& v) const;
};

}  // namespace collision2d

#endif  // COLLISION2D_QUERY_STAGES_SIMPLEX_H_
