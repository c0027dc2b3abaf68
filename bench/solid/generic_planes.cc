#include "bench/solid/generic_planes.h"

#include <algorithm>
#include <cstddef>

#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {
namespace {

using solid::Vec3;

size_t Index(int i) { return static_cast<size_t>(i); }

// Whether all vertices of `other` are beyond a facet of `hull`.
bool FacetSeparates(const HullFacets& hull, const HullFacets& other, int64_t* planes) {
  for (const HullFacets::Facet& facet : hull.facets) {
    ++*planes;
    const double offset = Dot(facet.normal, hull.vertices[Index(facet.triangle[0])]);
    if (std::all_of(other.vertices.begin(), other.vertices.end(),
                    [&](const Vec3& v) { return Dot(facet.normal, v) > offset; })) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool GenericCollides(const HullFacets& a, const HullFacets& b, int64_t* planes) {
  if (FacetSeparates(a, b, planes) || FacetSeparates(b, a, planes)) return false;
  for (const HullFacets::Edge& edge_a : a.edges) {
    const Vec3& origin_a = a.vertices[Index(edge_a.from)];
    const Vec3 along_a = a.vertices[Index(edge_a.to)] - origin_a;
    const Vec3& left_a = a.facets[Index(edge_a.left)].normal;
    const Vec3& right_a = a.facets[Index(edge_a.right)].normal;
    for (const HullFacets::Edge& edge_b : b.edges) {
      // The planes of the arcs have the normals along_a and along_b. Each arc has its ends on both
      // sides of the other's plane if they cross, or one crosses the other's antipode: the third
      // product tells. b is mirrored: its normals count with the opposite sign, and the normals of
      // b's arc run the other way round.
      const double left_b_on_a = Dot(b.facets[Index(edge_b.left)].normal, along_a);
      const double right_b_on_a = Dot(b.facets[Index(edge_b.right)].normal, along_a);
      if (!(left_b_on_a * right_b_on_a < 0.0)) continue;
      const Vec3& origin_b = b.vertices[Index(edge_b.from)];
      const Vec3 along_b = b.vertices[Index(edge_b.to)] - origin_b;
      const double left_a_on_b = Dot(left_a, along_b);
      const double right_a_on_b = Dot(right_a, along_b);
      if (!(left_a_on_b * right_a_on_b < 0.0) || !(left_b_on_a * right_a_on_b < 0.0)) continue;
      ++*planes;
      // Between left_a and right_a, that is on the side of along_a x left_a: outward.
      const Vec3 normal = left_a_on_b > 0.0 ? Cross(along_a, along_b) : Cross(along_b, along_a);
      if (Dot(normal, origin_b - origin_a) > 0.0) return false;
    }
  }
  return true;
}

}  // namespace collision2d::bench
