#include "collision2d/solid/geometry/convex_hull3.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "absl/base/macros.h"
#include "collision2d/solid/geometry/determinant_sign.h"

namespace collision2d::solid {
namespace {

using internal::HullTriangle;

constexpr int32_t kNone = -1;

// The points, scaled up by a power of two if all are small, so that products of three lengths do
// not underflow. Scaling up is exact.
std::vector<Vec3> ScaledUp(absl::Span<const Vec3> points) {
  double largest = 0.0;
  for (const Vec3& p : points) largest = std::max(largest, NormInfinity(p));
  int exponent = 0;
  std::frexp(largest, &exponent);
  const double scale = std::ldexp(1.0, std::clamp(-exponent, 0, 1023));
  std::vector<Vec3> scaled;
  scaled.reserve(points.size());
  for (const Vec3& p : points) scaled.push_back(scale * p);
  return scaled;
}

// The distinct points in lexicographic order, and the index at which each first occurs in the
// input.
struct DistinctPoints {
  std::vector<Vec3> point;
  std::vector<int32_t> index;
};

DistinctPoints SortedDistinct(absl::Span<const Vec3> points) {
  const std::vector<Vec3> scaled = ScaledUp(points);
  DistinctPoints distinct;
  std::vector<int32_t>& index = distinct.index;
  index.resize(points.size());
  std::iota(index.begin(), index.end(), 0);
  std::sort(index.begin(), index.end(), [&scaled](int32_t i, int32_t j) {
    const Vec3& p = scaled[i];
    const Vec3& q = scaled[j];
    return std::tie(p.x, p.y, p.z, i) < std::tie(q.x, q.y, q.z, j);
  });
  index.erase(
      std::unique(index.begin(), index.end(), [&scaled](int32_t i, int32_t j) { return scaled[i] == scaled[j]; }),
      index.end());
  for (const int32_t i : index) distinct.point.push_back(scaled[i]);
  return distinct;
}

// An axis along which the projection of the triangle abc is not degenerate; kNone if a, b, c are
// collinear.
int AxisAcross(const Vec3& a, const Vec3& b, const Vec3& c) {
  for (int axis = 2; axis >= 0; --axis) {
    if (MinorSign({b, a}, {c, a}, axis) != 0) return axis;
  }
  return kNone;
}

// Returns a point with about the largest `measure` among those that `qualifies` accepts; kNone if
// it accepts none.
template <typename Qualifies, typename Measure>
int32_t Farthest(const std::vector<Vec3>& points, const Qualifies& qualifies, const Measure& measure) {
  int32_t best = kNone;
  double largest = 0.0;
  for (int32_t i = 0; i < static_cast<int32_t>(points.size()); ++i) {
    const double m = measure(points[i]);
    if ((best == kNone || m > largest) && qualifies(points[i])) {
      best = i;
      largest = m;
    }
  }
  return best;
}

// Returns the ring of extreme points of coplanar points, counter-clockwise when seen against
// `axis`. REQUIRES: the plane does not project to a line along `axis`. (Andrew 1979, monotone
// chain.)
std::vector<int32_t> PlanarHull(const std::vector<Vec3>& points, int axis) {
  std::vector<int32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  const auto projected = [axis](const Vec3& p) {
    return axis == 0 ? std::make_pair(p.y, p.z) : axis == 1 ? std::make_pair(p.z, p.x) : std::make_pair(p.x, p.y);
  };
  std::sort(order.begin(), order.end(),
            [&](int32_t i, int32_t j) { return projected(points[i]) < projected(points[j]); });
  std::vector<int32_t> hull;
  const auto append_chain = [&](auto begin, auto end) {
    const size_t start = hull.size();
    for (auto it = begin; it != end; ++it) {
      while (hull.size() >= start + 2) {
        const Vec3& from = points[hull[hull.size() - 2]];
        if (MinorSign({points[hull.back()], from}, {points[*it], from}, axis) > 0) break;
        hull.pop_back();
      }
      hull.push_back(*it);
    }
    // The last point begins the other chain.
    hull.pop_back();
  };
  append_chain(order.begin(), order.end());
  append_chain(order.rbegin(), order.rend());
  return hull;
}

// Gives each triangle the number of its face: the triangles connected to it in its plane. Returns
// the number of faces.
int32_t NumberFaces(const std::vector<Vec3>& points, const std::vector<HullTriangle>& triangles,
                    std::vector<int32_t>* face_of) {
  face_of->assign(triangles.size(), kNone);
  int32_t num_faces = 0;
  std::vector<int32_t> stack;
  for (size_t seed = 0; seed < triangles.size(); ++seed) {
    if ((*face_of)[seed] != kNone) continue;
    const auto& [a, b, c] = triangles[seed].corner;
    stack.assign(1, static_cast<int32_t>(seed));
    (*face_of)[seed] = num_faces;
    while (!stack.empty()) {
      const int32_t at = stack.back();
      stack.pop_back();
      for (const int32_t next : triangles[at].neighbor) {
        if ((*face_of)[next] != kNone) continue;
        const auto& corner = triangles[next].corner;
        const bool coplanar = std::all_of(corner.begin(), corner.end(), [&, a = a, b = b, c = c](int32_t p) {
          return p == a || p == b || p == c || Orient3dSign(points[a], points[b], points[c], points[p]) == 0;
        });
        if (!coplanar) continue;
        (*face_of)[next] = num_faces;
        stack.push_back(next);
      }
    }
    ++num_faces;
  }
  return num_faces;
}

// The triangles merged into faces: for each face its directed boundary edges, in no order.
struct MergedFaces {
  std::vector<std::vector<std::array<int32_t, 2>>> boundary;
  // The number of faces that meet at each point: three or more at an extreme point, two on an edge,
  // one inside a face.
  std::vector<int32_t> degree;
};

MergedFaces Merge(const std::vector<Vec3>& points, const std::vector<HullTriangle>& triangles) {
  std::vector<int32_t> face_of;
  MergedFaces merged;
  merged.boundary.resize(static_cast<size_t>(NumberFaces(points, triangles, &face_of)));
  merged.degree.assign(points.size(), 0);
  for (size_t i = 0; i < triangles.size(); ++i) {
    for (int edge = 0; edge < 3; ++edge) {
      if (face_of[triangles[i].neighbor[edge]] == face_of[i]) continue;
      const int32_t from = triangles[i].corner[edge];
      merged.boundary[face_of[i]].push_back({from, triangles[i].corner[edge == 2 ? 0 : edge + 1]});
      // The boundary of a face passes each point once.
      ++merged.degree[from];
    }
  }
  return merged;
}

// Appends the face with these corners, given as positions in `vertices`.
template <typename Iterator>
void AppendFace(Iterator begin, Iterator end, ConvexHull3* hull) {
  hull->face_corners.insert(hull->face_corners.end(), begin, end);
  hull->face_begin.push_back(static_cast<int32_t>(hull->face_corners.size()));
}

// Fills hull->vertices with the points marked by `is_extreme`; returns the position of each point
// among them.
std::vector<int32_t> CollectVertices(const DistinctPoints& distinct, const std::vector<bool>& is_extreme,
                                     ConvexHull3* hull) {
  std::vector<int32_t> extreme;
  for (int32_t i = 0; i < static_cast<int32_t>(distinct.point.size()); ++i) {
    if (is_extreme[i]) extreme.push_back(i);
  }
  std::sort(extreme.begin(), extreme.end(),
            [&distinct](int32_t i, int32_t j) { return distinct.index[i] < distinct.index[j]; });
  std::vector<int32_t> place(distinct.point.size(), kNone);
  for (const int32_t i : extreme) {
    place[i] = static_cast<int32_t>(hull->vertices.size());
    hull->vertices.push_back(distinct.index[i]);
  }
  return place;
}

ConvexHull3 FlatHull(const DistinctPoints& distinct, int axis) {
  ConvexHull3 hull;
  hull.dimension = 2;
  std::vector<int32_t> ring = PlanarHull(distinct.point, axis);
  std::vector<bool> is_extreme(distinct.point.size(), false);
  for (const int32_t i : ring) is_extreme[i] = true;
  const std::vector<int32_t> place = CollectVertices(distinct, is_extreme, &hull);
  for (int32_t& i : ring) i = place[i];
  AppendFace(ring.begin(), ring.end(), &hull);
  AppendFace(ring.rbegin(), ring.rend(), &hull);
  return hull;
}

ConvexHull3 SolidHull(const DistinctPoints& distinct, const std::array<int32_t, 4>& tetrahedron) {
  ConvexHull3 hull;
  hull.dimension = 3;
  const MergedFaces merged = Merge(distinct.point, internal::Quickhull3(distinct.point, tetrahedron));
  std::vector<bool> is_extreme(distinct.point.size(), false);
  for (size_t i = 0; i < distinct.point.size(); ++i) is_extreme[i] = merged.degree[i] >= 3;
  const std::vector<int32_t> place = CollectVertices(distinct, is_extreme, &hull);
  std::vector<int32_t> next(distinct.point.size(), kNone);
  std::vector<int32_t> corners;
  for (const auto& boundary : merged.boundary) {
    for (const auto& [from, to] : boundary) next[from] = to;
    corners.clear();
    int32_t at = boundary[0][0];
    for (size_t i = 0; i < boundary.size(); ++i, at = next[at]) {
      if (place[at] != kNone) corners.push_back(place[at]);
    }
    AppendFace(corners.begin(), corners.end(), &hull);
  }
  return hull;
}

}  // namespace

ConvexHull3 ComputeConvexHull3(absl::Span<const Vec3> points) {
  ABSL_ASSERT(!points.empty() && points.size() <= kMaxHullPoints);
  const DistinctPoints distinct = SortedDistinct(points);
  const std::vector<Vec3>& p = distinct.point;
  const int32_t first = 0;
  const int32_t last = static_cast<int32_t>(p.size()) - 1;
  ConvexHull3 hull;
  if (last == first) {
    hull.vertices = {distinct.index[first]};
    return hull;
  }

  const Vec3 along = p[last] - p[first];
  const int32_t aside = Farthest(
      p, [&](const Vec3& q) { return AxisAcross(p[first], p[last], q) != kNone; },
      [&](const Vec3& q) { return NormInfinity(Cross(along, q - p[first])); });
  if (aside == kNone) {
    hull.dimension = 1;
    hull.vertices = {distinct.index[first], distinct.index[last]};
    std::sort(hull.vertices.begin(), hull.vertices.end());
    return hull;
  }

  const Vec3 normal = Cross(along, p[aside] - p[first]);
  const int32_t above = Farthest(
      p, [&](const Vec3& q) { return Orient3dSign(p[first], p[last], p[aside], q) != 0; },
      [&](const Vec3& q) { return std::abs(Dot(normal, q - p[first])); });
  if (above == kNone) return FlatHull(distinct, AxisAcross(p[first], p[last], p[aside]));
  return SolidHull(distinct, {first, last, aside, above});
}

}  // namespace collision2d::solid
