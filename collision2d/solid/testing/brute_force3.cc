#include "collision2d/solid/testing/brute_force3.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "collision2d/solid/testing/exact_hull3.h"

namespace collision2d::solid {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Unit normals are accurate to a few 10^-16 except for slivers: a sine above this is not an
// artefact of rounding. Its value only affects the time, as long as it is large enough.
constexpr double kClearSine = 1e-6;

// Zero if it has no direction in double precision.
Vec3 UnitOrZero(const Vec3& v) { return NormSquared(v) > 0.0 ? Normalized(v) : Vec3{}; }

Vec3 TriangleNormal(const RawPolytope3& p, const std::array<int, 3>& t) {
  const Vec3& v = p.vertices[t[0]];
  return UnitOrZero(Cross(p.vertices[t[1]] - v, p.vertices[t[2]] - v));
}

// An edge's direction and the normals of the two faces that meet in it. Edges of flat shapes may
// have another number of faces.
struct Edge {
  Vec3 direction;
  Vec3 normals[2];
  int faces = 0;
};

std::vector<Edge> EdgesOf(const RawPolytope3& p) {
  std::map<std::pair<int, int>, Edge> edges;
  for (const auto& [i, j] : p.edges) {
    edges[std::minmax(i, j)].direction = UnitOrZero(p.vertices[j] - p.vertices[i]);
  }
  for (const std::array<int, 3>& t : p.triangles) {
    for (int k = 0; k < 3; ++k) {
      const auto edge = edges.find(std::minmax(t[k], t[(k + 1) % 3]));
      if (edge == edges.end()) continue;
      if (edge->second.faces < 2) edge->second.normals[edge->second.faces] = TriangleNormal(p, t);
      ++edge->second.faces;
    }
  }
  std::vector<Edge> result;
  for (const auto& [ends, edge] : edges) result.push_back(edge);
  return result;
}

// The normals of the facet across an edge are on the arc between those of its two faces. If both
// ends of a's arc are clearly on one side of the plane of b's arc, whose normal is b's edge, these
// do not cross: no facet of the CSO.
bool ArcIsOnOneSide(const Edge& a, const Edge& b) {
  if (a.faces != 2) return false;
  const double first = Dot(a.normals[0], b.direction);
  const double second = Dot(a.normals[1], b.direction);
  return std::min(first, second) > kClearSine || std::max(first, second) < -kClearSine;
}

double Highest(const RawPolytope3& p, const Vec3& direction) {
  double highest = -kInfinity;
  for (const Vec3& v : p.vertices) highest = std::max(highest, Dot(direction, v));
  return highest;
}

// min n.b - max n.a.
double GapAlong(const RawPolytope3& a, const RawPolytope3& b, const Vec3& n) { return -Highest(b, -n) - Highest(a, n); }

double GapAcross(const RawPolytope3& a, const RawPolytope3& b, const Vec3& n) {
  if (n == Vec3{}) return -kInfinity;
  return std::max(GapAlong(a, b, n), GapAlong(a, b, -n));
}

double Clamped(double x) { return std::min(std::max(x, 0.0), 1.0); }

double PointToSegment(const Vec3& p, const Vec3& q0, const Vec3& q1) {
  const Vec3 e = q1 - q0;
  if (NormSquared(e) == 0.0) return Norm(p - q0);
  return Norm(p - q0 - Clamped(Dot(p - q0, e) / NormSquared(e)) * e);
}

double SegmentToSegment(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
  const Vec3 d = p1 - p0;
  const Vec3 e = q1 - q0;
  const double across = NormSquared(Cross(d, e));
  if (across == 0.0) return kInfinity;  // Parallel: an end of one of them is as near as any point.
  const double s = Clamped(Dot(Cross(q0 - p0, e), Cross(d, e)) / across);
  return PointToSegment(p0 + s * d, q0, q1);
}

// Infinite if the projection of p is not on the triangle: then an edge or a corner is nearest.
double PointToTriangle(const Vec3& p, const Vec3& v0, const Vec3& v1, const Vec3& v2) {
  const Vec3 n = Cross(v1 - v0, v2 - v0);
  const double area_sq = NormSquared(n);
  if (area_sq == 0.0) return kInfinity;
  const double s = Dot(Cross(p - v0, v2 - v0), n) / area_sq;
  const double t = Dot(Cross(v1 - v0, p - v0), n) / area_sq;
  if (s < 0.0 || t < 0.0 || s + t > 1.0) return kInfinity;
  return Norm(p - v0 - (s * (v1 - v0) + t * (v2 - v0)));
}

double VerticesToAll(const RawPolytope3& a, const RawPolytope3& b) {
  double least = kInfinity;
  const std::vector<Vec3>& v = b.vertices;
  for (const Vec3& p : a.vertices) {
    for (const Vec3& q : v) least = std::min(least, Norm(p - q));
    for (const auto& [i, j] : b.edges) least = std::min(least, PointToSegment(p, v[i], v[j]));
    for (const auto& [i, j, k] : b.triangles) least = std::min(least, PointToTriangle(p, v[i], v[j], v[k]));
  }
  return least;
}

}  // namespace

RawPolytope3 FlatRawHull(absl::Span<const Vec3> points) {
  RawPolytope3 hull;
  const int n = static_cast<int>(points.size());
  for (int i = 0; i < n; ++i) {
    hull.vertices.push_back(points[i]);
    for (int j = 0; j < i; ++j) {
      hull.edges.push_back({j, i});
      for (int k = 0; k < j; ++k) {
        hull.triangles.push_back({k, j, i});
        hull.triangles.push_back({k, i, j});
      }
    }
  }
  return hull;
}

RawPolytope3 RawHull(absl::Span<const Vec3> points) {
  const std::vector<std::array<int, 3>> triangles = ExactHullTriangles(points);
  if (triangles.empty()) return FlatRawHull(points);
  RawPolytope3 hull;
  std::map<int, int> corner_of;
  const auto corner = [&](int i) {
    const auto [entry, is_new] = corner_of.try_emplace(i, static_cast<int>(hull.vertices.size()));
    if (is_new) hull.vertices.push_back(points[i]);
    return entry->second;
  };
  for (const auto& [i, j, k] : triangles) {
    const std::array<int, 3> t = {corner(i), corner(j), corner(k)};
    hull.triangles.push_back(t);
    // Each edge is in two triangles, once in each direction.
    for (int e = 0; e < 3; ++e) {
      if (t[e] < t[(e + 1) % 3]) hull.edges.push_back({t[e], t[(e + 1) % 3]});
    }
  }
  return hull;
}

double BruteForceDistance(const RawPolytope3& a, const RawPolytope3& b) {
  double least = std::min(VerticesToAll(a, b), VerticesToAll(b, a));
  for (const auto& [i, j] : a.edges) {
    for (const auto& [k, l] : b.edges) {
      least = std::min(least, SegmentToSegment(a.vertices[i], a.vertices[j], b.vertices[k], b.vertices[l]));
    }
  }
  return least;
}

double BruteForceGap(const RawPolytope3& a, const RawPolytope3& b) {
  double widest = -kInfinity;
  for (const RawPolytope3* p : {&a, &b}) {
    for (const std::array<int, 3>& t : p->triangles) widest = std::max(widest, GapAcross(a, b, TriangleNormal(*p, t)));
  }
  const std::vector<Edge> edges_a = EdgesOf(a);
  const std::vector<Edge> edges_b = EdgesOf(b);
  for (const Edge& edge_a : edges_a) {
    for (const Edge& edge_b : edges_b) {
      if (ArcIsOnOneSide(edge_a, edge_b) || ArcIsOnOneSide(edge_b, edge_a)) continue;
      widest = std::max(widest, GapAcross(a, b, UnitOrZero(Cross(edge_a.direction, edge_b.direction))));
    }
  }
  return widest;
}

double BruteForceSignedDistance(const RawPolytope3& a, const RawPolytope3& b) {
  const double gap_m = BruteForceGap(a, b);
  return gap_m > 0.0 ? BruteForceDistance(a, b) : gap_m;
}

}  // namespace collision2d::solid
