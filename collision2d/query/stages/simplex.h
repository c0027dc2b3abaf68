#pragma once

#include <array>

#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// The point of a simplex that is closest to the origin O, and the smallest face of the simplex that
// contains it. Source of every function in this file: Zhang et al., Barycode-based GJK, Algs 2 to
// 5.
struct Subdistance {
  // Which vertices hold the closest point, as a barycode: 4 = A, 2 = B, 1 = C; 7 = O is inside the
  // triangle.
  int barycode = 0;
  // Barycentric weights of A, B and C: >= 0, summing to 1; 0 for a vertex not in `barycode`.
  double lambda_a = 0.0;
  double lambda_b = 0.0;
  double lambda_c = 0.0;
  // The closest point, lambda_a A + lambda_b B + lambda_c C; exactly zero if barycode is 7.
  Vec2 closest;
};

// Returns the subdistance of the segment AB (Alg 5): barycode is 4, 2 or 6. If A and B are equal,
// the result is A.
Subdistance S1D(Vec2 a, Vec2 b);

// Returns the subdistance of the triangle ABC for any position of O: seven cases (Alg 3).
// A flat triangle, or one whose signed area is lost in rounding, is answered by the best of its
// three edges: the paper's sign convention would return an arbitrary region there.
Subdistance S2D(Vec2 a, Vec2 b, Vec2 c);

// Returns the subdistance of the triangle ABC if A is the newest vertex of a GJK simplex. BC is
// then the previous simplex, its point closest to the origin is inside the edge, and A is beyond
// that point towards O; O is therefore on the inner side of BC, and four cases remain. Flat
// triangles are handled as in S2D.
Subdistance S2DOrdered(Vec2 a, Vec2 b, Vec2 c);

// A vertex of the CSO a - b, and the vertices of a and b whose difference it is.
struct CsoVertex {
  Vec2 point;
  int vertex_a = 0;
  int vertex_b = 0;

  friend constexpr bool SameVertices(const CsoVertex& p, const CsoVertex& q) {
    return p.vertex_a == q.vertex_a && p.vertex_b == q.vertex_b;
  }
};

// The simplex of the GJK loop: the smallest set of CSO vertices whose hull contains `closest`, the
// result of the last subdistance.
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

}  // namespace collision2d::internal
