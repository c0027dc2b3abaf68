#pragma once

#include <array>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {

// The planes and edges of a solid polytope, for the algorithms that go through all of them.
struct HullFacets {
  struct Facet {
    solid::Vec3 normal;                       // Outward, not of unit length.
    std::array<int, 3> triangle = {0, 0, 0};  // Three of its vertices, counter-clockwise seen from outside.
  };
  // From vertex `from` to vertex `to`, a facet on each side, `left` and `right` seen from outside:
  // then normal(left) x normal(right) points along the edge.
  struct Edge {
    int from = 0;
    int to = 0;
    int left = 0;
    int right = 0;
  };
  std::vector<solid::Vec3> vertices;
  std::vector<Facet> facets;
  std::vector<Edge> edges;
};

// From triangles that are counter-clockwise seen from outside. Triangles in one plane (within
// rounding) become one facet if they share an edge, and that edge is none.
// REQUIRES: the triangles are the whole surface.
HullFacets MakeHullFacets(absl::Span<const solid::Vec3> vertices, absl::Span<const std::array<int, 3>> triangles);

// Writes the facets of `hull` in the frame a into *posed, whose vectors are used again.
void PoseFacets(const HullFacets& hull, const solid::Pose3& a_from_b, HullFacets* posed);

}  // namespace collision2d::bench
