#include "bench/peers/hull_facets.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {
namespace {

using solid::Vec3;

size_t Index(int i) { return static_cast<size_t>(i); }

// sin of the angle between the planes is below 2^-40.
bool InOnePlane(const Vec3& m, const Vec3& n) {
  return Dot(m, n) > 0.0 && NormSquared(Cross(m, n)) < 0x1p-80 * NormSquared(m) * NormSquared(n);
}

}  // namespace

HullFacets MakeHullFacets(const SolidShape& shape) {
  HullFacets hull;
  hull.vertices = shape.vertices;
  std::vector<Vec3> normals;
  std::map<std::pair<int, int>, int> left_of;
  for (const std::array<int, 3>& t : shape.triangles) {
    const Vec3& origin = hull.vertices[Index(t[0])];
    for (size_t k = 0; k < 3; ++k) left_of[{t[k], t[(k + 1) % 3]}] = static_cast<int>(normals.size());
    normals.push_back(Cross(hull.vertices[Index(t[1])] - origin, hull.vertices[Index(t[2])] - origin));
  }
  // The facet of each triangle, named by one of its triangles.
  std::vector<int> facets(normals.size());
  std::iota(facets.begin(), facets.end(), 0);
  for (const auto& [edge, left] : left_of) {
    const int right = left_of.at({edge.second, edge.first});
    if (!InOnePlane(normals[Index(left)], normals[Index(right)])) continue;
    std::replace(facets.begin(), facets.end(), int{facets[Index(left)]}, int{facets[Index(right)]});
  }
  std::map<int, int> number;
  for (int i = 0; i < static_cast<int>(normals.size()); ++i) {
    if (facets[Index(i)] != i) continue;
    number[i] = static_cast<int>(hull.normals.size());
    hull.normals.push_back(normals[Index(i)]);
    hull.triangles.push_back(shape.triangles[Index(i)]);
  }
  for (const auto& [edge, left] : left_of) {
    const int right = left_of.at({edge.second, edge.first});
    if (edge.first > edge.second || facets[Index(left)] == facets[Index(right)]) continue;
    hull.edges.push_back({edge.first, edge.second, number[facets[Index(left)]], number[facets[Index(right)]]});
  }
  return hull;
}

HullFacets PosedFacets(HullFacets hull, const solid::Pose3& a_from_b) {
  for (Vec3& vertex : hull.vertices) vertex = a_from_b * vertex;
  for (Vec3& normal : hull.normals) normal = a_from_b.Rotate(normal);
  return hull;
}

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

// A hull in extended precision. Its unit normals are computed from the vertices again, since those
// of the library are rounded to double.
struct LongHull {
  std::vector<LongVec> vertices;
  std::vector<LongVec> normals;  // Of the facets.
};

LongHull ToLong(const HullFacets& hull) {
  LongHull result;
  for (const solid::Vec3& v : hull.vertices) result.vertices.push_back({v.x, v.y, v.z});
  for (const std::array<int, 3>& t : hull.triangles) {
    const LongVec& origin = result.vertices[Index(t[0])];
    const LongVec n = Cross(result.vertices[Index(t[1])] - origin, result.vertices[Index(t[2])] - origin);
    result.normals.push_back((1.0L / Norm(n)) * n);
  }
  return result;
}

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// How far b reaches below a's uppermost plane of a facet's normal, at least.
Real LeastFacetOverlap(const HullFacets& hull, const LongHull& a, const LongHull& b) {
  Real least = kInfinity;
  for (size_t i = 0; i < hull.triangles.size(); ++i) {
    const LongVec& on_facet = a.vertices[Index(hull.triangles[i][0])];
    Real lowest = kInfinity;
    for (const LongVec& v : b.vertices) lowest = std::min(lowest, Dot(a.normals[i], v - on_facet));
    least = std::min(least, -lowest);
  }
  return least;
}

// Calls visit(normal, gap) for each pair of edges whose arcs on the Gauss sphere cross, with the
// outward normal of the facet of the CSO that they span, and how far b's edge is above a's along
// it, times the normal's length. Ends when it returns false.
template <typename Hull, typename Visit>
void ForEachCrossing(const HullFacets& edges_a, const HullFacets& edges_b, const Hull& a, const Hull& b,
                     const Visit& visit) {
  for (const HullFacets::Edge& edge_a : edges_a.edges) {
    const auto& origin_a = a.vertices[Index(edge_a.from)];
    const auto along_a = a.vertices[Index(edge_a.to)] - origin_a;
    const auto& left_a = a.normals[Index(edge_a.left)];
    const auto& right_a = a.normals[Index(edge_a.right)];
    for (const HullFacets::Edge& edge_b : edges_b.edges) {
      // The planes of the arcs have the normals along_a and along_b. Each arc has its ends on both
      // sides of the other's plane if they cross, or one crosses the other's antipode: the third
      // product tells. b is mirrored: its normals count with the opposite sign, and the normals of
      // b's arc run the other way round.
      const auto left_b_on_a = Dot(b.normals[Index(edge_b.left)], along_a);
      const auto right_b_on_a = Dot(b.normals[Index(edge_b.right)], along_a);
      if (!(left_b_on_a * right_b_on_a < 0)) continue;
      const auto& origin_b = b.vertices[Index(edge_b.from)];
      const auto along_b = b.vertices[Index(edge_b.to)] - origin_b;
      const auto left_a_on_b = Dot(left_a, along_b);
      const auto right_a_on_b = Dot(right_a, along_b);
      if (!(left_a_on_b * right_a_on_b < 0) || !(left_b_on_a * right_a_on_b < 0)) continue;
      // Between left_a and right_a, that is on the side of along_a x left_a: outward.
      const auto normal = left_a_on_b > 0 ? Cross(along_a, along_b) : Cross(along_b, along_a);
      if (!visit(normal, Dot(normal, origin_b - origin_a))) return;
    }
  }
}

}  // namespace

long double BrutePenetration(const HullFacets& a, const HullFacets& b) {
  const LongHull long_a = ToLong(a);
  const LongHull long_b = ToLong(b);
  Real least = std::min(LeastFacetOverlap(a, long_a, long_b), LeastFacetOverlap(b, long_b, long_a));
  ForEachCrossing(a, b, long_a, long_b, [&](const LongVec& normal, Real gap) {
    least = std::min(least, -gap / Norm(normal));
    return true;
  });
  return least;
}

bool BoxSatCollides(const solid::Vec3& half_extents_a, const solid::Vec3& half_extents_b, const solid::Pose3& a_from_b,
                    int64_t* axes) {
  const double a[3] = {half_extents_a.x, half_extents_a.y, half_extents_a.z};
  const double b[3] = {half_extents_b.x, half_extents_b.y, half_extents_b.z};
  const double t[3] = {a_from_b.translation.x, a_from_b.translation.y, a_from_b.translation.z};
  double r[3][3];
  double abs_r[3][3];
  // Above the rounding errors of products of unit vectors.
  constexpr double kRaise = 0x1p-48;
  for (int i = 0; i < 3; ++i) {
    const solid::Vec3& row = a_from_b.rotation.row[i];
    r[i][0] = row.x;
    r[i][1] = row.y;
    r[i][2] = row.z;
    for (int j = 0; j < 3; ++j) abs_r[i][j] = std::abs(r[i][j]) + kRaise;
  }
  for (int i = 0; i < 3; ++i) {
    ++*axes;
    const double reach = a[i] + b[0] * abs_r[i][0] + b[1] * abs_r[i][1] + b[2] * abs_r[i][2];
    if (std::abs(t[i]) > reach) return false;
  }
  for (int j = 0; j < 3; ++j) {
    ++*axes;
    const double reach = b[j] + a[0] * abs_r[0][j] + a[1] * abs_r[1][j] + a[2] * abs_r[2][j];
    if (std::abs(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]) > reach) return false;
  }
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3;
      const int j2 = (j + 2) % 3;
      ++*axes;
      const double reach = a[i1] * abs_r[i2][j] + a[i2] * abs_r[i1][j] + b[j1] * abs_r[i][j2] + b[j2] * abs_r[i][j1];
      if (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > reach) return false;
    }
  }
  return true;
}

namespace {

constexpr size_t kFaces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
constexpr size_t kEdges[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

bool Separates(const Vec3& axis, const Tetrahedron& a, const Tetrahedron& b) {
  const double on_a[4] = {Dot(axis, a[0]), Dot(axis, a[1]), Dot(axis, a[2]), Dot(axis, a[3])};
  const double on_b[4] = {Dot(axis, b[0]), Dot(axis, b[1]), Dot(axis, b[2]), Dot(axis, b[3])};
  const double max_a = std::max(std::max(on_a[0], on_a[1]), std::max(on_a[2], on_a[3]));
  const double min_b = std::min(std::min(on_b[0], on_b[1]), std::min(on_b[2], on_b[3]));
  if (max_a < min_b) return true;
  const double min_a = std::min(std::min(on_a[0], on_a[1]), std::min(on_a[2], on_a[3]));
  const double max_b = std::max(std::max(on_b[0], on_b[1]), std::max(on_b[2], on_b[3]));
  return max_b < min_a;
}

}  // namespace

bool TetrahedronSatCollides(const Tetrahedron& a, const Tetrahedron& b, const solid::Pose3& /*a_from_b*/,
                            int64_t* axes) {
  for (const Tetrahedron* const shape : {&a, &b}) {
    for (const auto& face : kFaces) {
      const Vec3& origin = (*shape)[face[0]];
      ++*axes;
      if (Separates(Cross((*shape)[face[1]] - origin, (*shape)[face[2]] - origin), a, b)) return false;
    }
  }
  for (const auto& edge_a : kEdges) {
    for (const auto& edge_b : kEdges) {
      ++*axes;
      if (Separates(Cross(a[edge_a[1]] - a[edge_a[0]], b[edge_b[1]] - b[edge_b[0]]), a, b)) return false;
    }
  }
  return true;
}

namespace {

// Whether all vertices of `other` are beyond a facet of `hull`.
bool FacetSeparates(const HullFacets& hull, const HullFacets& other, int64_t* planes) {
  for (size_t i = 0; i < hull.normals.size(); ++i) {
    ++*planes;
    const Vec3& normal = hull.normals[i];
    const double offset = Dot(normal, hull.vertices[Index(hull.triangles[i][0])]);
    const auto is_beyond = [&](const Vec3& v) { return Dot(normal, v) > offset; };
    if (std::all_of(other.vertices.begin(), other.vertices.end(), is_beyond)) return true;
  }
  return false;
}

}  // namespace

bool GenericCollides(const HullFacets& a, const HullFacets& b, const solid::Pose3& /*a_from_b*/, int64_t* planes) {
  if (FacetSeparates(a, b, planes) || FacetSeparates(b, a, planes)) return false;
  bool separated = false;
  ForEachCrossing(a, b, a, b, [&](const Vec3& /*normal*/, double gap) {
    ++*planes;
    separated = gap > 0.0;
    return !separated;
  });
  return !separated;
}

}  // namespace collision2d::bench
