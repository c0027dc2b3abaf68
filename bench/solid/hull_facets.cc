#include "bench/solid/hull_facets.h"

#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

namespace collision2d::bench {
namespace {

using solid::Vec3;

size_t Index(int i) { return static_cast<size_t>(i); }

// Which triangles are one facet: trees of triangles, a facet being named by its root.
class Unions {
 public:
  explicit Unions(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

  int Root(int i) {
    while (parent_[Index(i)] != i) i = parent_[Index(i)] = parent_[Index(parent_[Index(i)])];
    return i;
  }

  void Join(int i, int j) { parent_[Index(Root(i))] = Root(j); }

 private:
  std::vector<int> parent_;
};

// sin of the angle between the planes is below 2^-40.
bool InOnePlane(const Vec3& m, const Vec3& n) {
  return Dot(m, n) > 0.0 && NormSquared(Cross(m, n)) < 0x1p-80 * NormSquared(m) * NormSquared(n);
}

}  // namespace

HullFacets MakeHullFacets(absl::Span<const Vec3> vertices, absl::Span<const std::array<int, 3>> triangles) {
  HullFacets hull;
  hull.vertices.assign(vertices.begin(), vertices.end());
  std::vector<Vec3> normals;
  std::map<std::pair<int, int>, int> left_of;
  for (size_t i = 0; i < triangles.size(); ++i) {
    const std::array<int, 3>& t = triangles[i];
    const Vec3& origin = vertices[Index(t[0])];
    normals.push_back(Cross(vertices[Index(t[1])] - origin, vertices[Index(t[2])] - origin));
    for (size_t k = 0; k < 3; ++k) left_of[{t[k], t[(k + 1) % 3]}] = static_cast<int>(i);
  }
  Unions unions(triangles.size());
  for (const auto& [edge, left] : left_of) {
    const int right = left_of.at({edge.second, edge.first});
    if (InOnePlane(normals[Index(left)], normals[Index(right)])) unions.Join(left, right);
  }
  std::map<int, int> facet_of_root;
  for (size_t i = 0; i < triangles.size(); ++i) {
    if (unions.Root(static_cast<int>(i)) != static_cast<int>(i)) continue;
    facet_of_root[static_cast<int>(i)] = static_cast<int>(hull.facets.size());
    hull.facets.push_back({normals[i], triangles[i]});
  }
  for (const auto& [edge, left] : left_of) {
    if (edge.first > edge.second) continue;
    const int left_facet = facet_of_root.at(unions.Root(left));
    const int right_facet = facet_of_root.at(unions.Root(left_of.at({edge.second, edge.first})));
    if (left_facet != right_facet) hull.edges.push_back({edge.first, edge.second, left_facet, right_facet});
  }
  return hull;
}

void PoseFacets(const HullFacets& hull, const solid::Pose3& a_from_b, HullFacets* posed) {
  *posed = hull;
  for (Vec3& vertex : posed->vertices) vertex = a_from_b * vertex;
  for (HullFacets::Facet& facet : posed->facets) facet.normal = a_from_b.Rotate(facet.normal);
}

}  // namespace collision2d::bench
