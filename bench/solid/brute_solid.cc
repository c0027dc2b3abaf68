#include "bench/solid/brute_solid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {
namespace {

using Real = long double;

struct LongVec {
  Real x = 0.0L;
  Real y = 0.0L;
  Real z = 0.0L;
};

LongVec operator-(const LongVec& a, const LongVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
LongVec operator*(Real s, const LongVec& a) { return {s * a.x, s * a.y, s * a.z}; }
Real Dot(const LongVec& a, const LongVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
LongVec Cross(const LongVec& a, const LongVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Real Norm(const LongVec& a) { return std::sqrt(Dot(a, a)); }

size_t Index(int i) { return static_cast<size_t>(i); }

// The hull, its normals computed anew from the vertices and of unit length.
struct LongHull {
  std::vector<LongVec> vertices;
  std::vector<LongVec> normals;  // Of the facets.
};

LongHull ToLong(const HullFacets& hull) {
  LongHull result;
  for (const solid::Vec3& v : hull.vertices) result.vertices.push_back({v.x, v.y, v.z});
  for (const HullFacets::Facet& facet : hull.facets) {
    const LongVec& origin = result.vertices[Index(facet.triangle[0])];
    const LongVec n =
        Cross(result.vertices[Index(facet.triangle[1])] - origin, result.vertices[Index(facet.triangle[2])] - origin);
    result.normals.push_back((1.0L / Norm(n)) * n);
  }
  return result;
}

// How far b reaches below a's uppermost plane of that normal, which is a facet's.
Real Overlap(const LongVec& normal, const LongVec& on_facet, const LongHull& b) {
  Real least = std::numeric_limits<Real>::infinity();
  for (const LongVec& v : b.vertices) least = std::min(least, Dot(normal, v - on_facet));
  return -least;
}

Real LeastFacetOverlap(const HullFacets& hull, const LongHull& a, const LongHull& b) {
  Real least = std::numeric_limits<Real>::infinity();
  for (size_t i = 0; i < hull.facets.size(); ++i) {
    const LongVec& on_facet = a.vertices[Index(hull.facets[i].triangle[0])];
    least = std::min(least, Overlap(a.normals[i], on_facet, b));
  }
  return least;
}

// The distance of p from the segment from a along d.
Real PointSegmentDistance(const LongVec& p, const LongVec& a, const LongVec& d) {
  const Real t = std::clamp(Dot(p - a, d) / Dot(d, d), 0.0L, 1.0L);
  return Norm((p - a) - t * d);
}

Real SegmentSegmentDistance(const LongVec& a0, const LongVec& a1, const LongVec& b0, const LongVec& b1) {
  const LongVec da = a1 - a0;
  const LongVec db = b1 - b0;
  const LongVec n = Cross(da, db);
  Real distance = std::min(std::min(PointSegmentDistance(a0, b0, db), PointSegmentDistance(a1, b0, db)),
                           std::min(PointSegmentDistance(b0, a0, da), PointSegmentDistance(b1, a0, da)));
  const Real n_sq = Dot(n, n);
  if (n_sq > 0.0L) {
    // Parameters of the common perpendicular.
    const Real s = Dot(Cross(b0 - a0, db), n) / n_sq;
    const Real t = Dot(Cross(b0 - a0, da), n) / n_sq;
    if (s >= 0.0L && s <= 1.0L && t >= 0.0L && t <= 1.0L) {
      distance = std::min(distance, std::abs(Dot(b0 - a0, n)) / std::sqrt(n_sq));
    }
  }
  return distance;
}

// Over those vertices of b that are above a facet of a and inside of all of its edges; what is
// beyond an edge is nearer to that edge.
Real LeastVertexFacetDistance(const HullFacets& hull, const LongHull& a, const LongHull& b) {
  Real least = std::numeric_limits<Real>::infinity();
  for (size_t f = 0; f < hull.facets.size(); ++f) {
    const LongVec& normal = a.normals[f];
    const LongVec& on_facet = a.vertices[Index(hull.facets[f].triangle[0])];
    for (const LongVec& v : b.vertices) {
      const Real height = Dot(normal, v - on_facet);
      if (height < 0.0L || height >= least) continue;
      bool over = true;
      for (const HullFacets::Edge& edge : hull.edges) {
        const bool is_left = Index(edge.left) == f;
        if (!is_left && Index(edge.right) != f) continue;
        const LongVec& from = a.vertices[Index(is_left ? edge.from : edge.to)];
        const LongVec& to = a.vertices[Index(is_left ? edge.to : edge.from)];
        if (Dot(Cross(normal, to - from), v - from) < 0.0L) over = false;
      }
      if (over) least = height;
    }
  }
  return least;
}

}  // namespace

long double BrutePenetration(const HullFacets& a, const HullFacets& b) {
  const LongHull long_a = ToLong(a);
  const LongHull long_b = ToLong(b);
  Real least = std::min(LeastFacetOverlap(a, long_a, long_b), LeastFacetOverlap(b, long_b, long_a));
  for (const HullFacets::Edge& edge_a : a.edges) {
    const LongVec& origin_a = long_a.vertices[Index(edge_a.from)];
    const LongVec along_a = long_a.vertices[Index(edge_a.to)] - origin_a;
    for (const HullFacets::Edge& edge_b : b.edges) {
      const Real left_b = Dot(long_b.normals[Index(edge_b.left)], along_a);
      const Real right_b = Dot(long_b.normals[Index(edge_b.right)], along_a);
      if (!(left_b * right_b < 0.0L)) continue;
      const LongVec& origin_b = long_b.vertices[Index(edge_b.from)];
      const LongVec along_b = long_b.vertices[Index(edge_b.to)] - origin_b;
      const Real left_a = Dot(long_a.normals[Index(edge_a.left)], along_b);
      const Real right_a = Dot(long_a.normals[Index(edge_a.right)], along_b);
      // As in GenericCollides.
      if (!(left_a * right_a < 0.0L) || !(left_b * right_a < 0.0L)) continue;
      const LongVec normal = left_a > 0.0L ? Cross(along_a, along_b) : Cross(along_b, along_a);
      least = std::min(least, -Dot(normal, origin_b - origin_a) / Norm(normal));
    }
  }
  return least;
}

long double BruteDistance(const HullFacets& a, const HullFacets& b) {
  const LongHull long_a = ToLong(a);
  const LongHull long_b = ToLong(b);
  Real least = std::min(LeastVertexFacetDistance(a, long_a, long_b), LeastVertexFacetDistance(b, long_b, long_a));
  for (const HullFacets::Edge& edge_a : a.edges) {
    for (const HullFacets::Edge& edge_b : b.edges) {
      least = std::min(least,
                       SegmentSegmentDistance(long_a.vertices[Index(edge_a.from)], long_a.vertices[Index(edge_a.to)],
                                              long_b.vertices[Index(edge_b.from)], long_b.vertices[Index(edge_b.to)]));
    }
  }
  return least;
}

}  // namespace collision2d::bench
