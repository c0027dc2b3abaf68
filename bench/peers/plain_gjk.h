#pragma once

#include <algorithm>
#include <cmath>

#include "bench/peers/packed_pairs.h"
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

// The support point of the CSO a - b along a direction, by scanning all vertices.
class LinearSupport {
 public:
  explicit LinearSupport(const PackedPair<Vec2>& pair) : pair_(pair) {}

  Vec2 operator()(Vec2 direction) const { return Farthest(pair_.a, direction) - Farthest(pair_.b, -direction); }

 private:
  static Vec2 Farthest(const PackedPolygon<Vec2>& polygon, Vec2 direction) {
    int best = 0;
    double highest = Dot(direction, polygon.vertices[0]);
    for (int i = 1; i < polygon.count; ++i) {
      const double height = Dot(direction, polygon.vertices[i]);
      // Without a branch: which vertex is the farthest cannot be predicted.
      best = height > highest ? i : best;
      highest = height > highest ? height : highest;
    }
    return polygon.vertices[best];
  }

  const PackedPair<Vec2>& pair_;
};

// As above by hill climbing from the last support vertices (the paper's HCS), first from vertex 0.
// The polygons are strictly convex: no plateau of equal heights ends the climb early.
class HillClimbingSupport {
 public:
  explicit HillClimbingSupport(const PackedPair<Vec2>& pair) : pair_(pair) {}

  Vec2 operator()(Vec2 direction) {
    vertex_a_ = Climb(pair_.a, direction, vertex_a_);
    vertex_b_ = Climb(pair_.b, -direction, vertex_b_);
    return pair_.a.vertices[vertex_a_] - pair_.b.vertices[vertex_b_];
  }

 private:
  static int Next(int i, int count) { return i + 1 == count ? 0 : i + 1; }
  static int Previous(int i, int count) { return i == 0 ? count - 1 : i - 1; }

  static int Climb(const PackedPolygon<Vec2>& polygon, Vec2 direction, int start) {
    double highest = Dot(direction, polygon.vertices[start]);
    int best = start;
    for (int i = Next(start, polygon.count);; i = Next(i, polygon.count)) {
      const double height = Dot(direction, polygon.vertices[i]);
      if (height <= highest) break;
      highest = height;
      best = i;
    }
    if (best != start) return best;
    for (int i = Previous(start, polygon.count);; i = Previous(i, polygon.count)) {
      const double height = Dot(direction, polygon.vertices[i]);
      if (height <= highest) return best;
      highest = height;
      best = i;
    }
  }

  const PackedPair<Vec2>& pair_;
  int vertex_a_ = 0;
  int vertex_b_ = 0;
};

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
