#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bench/peers/solids.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {

// The planes and edges of a solid polytope, for the algorithms that go through all of them.
struct HullFacets {
  // From vertex `from` to vertex `to`, a facet on each side, `left` and `right` seen from outside:
  // then normal(left) x normal(right) points along the edge.
  struct Edge {
    int from = 0;
    int to = 0;
    int left = 0;
    int right = 0;
  };
  std::vector<solid::Vec3> vertices;
  // The normal of each facet: outward, not of unit length.
  std::vector<solid::Vec3> normals;
  // Three vertices of each facet, counter-clockwise seen from outside.
  std::vector<std::array<int, 3>> triangles;
  std::vector<Edge> edges;
};

// Triangles in one plane (within rounding) become one facet if they share an edge, and that edge is
// none. REQUIRES: the shape has triangles.
HullFacets MakeHullFacets(const SolidShape& shape);

// The facets in the frame a.
HullFacets PosedFacets(HullFacets hull, const solid::Pose3& a_from_b);

// The truth for two solid polytopes in one frame: over all their features, in `long double` (64
// significant bits on x86), so that what it is compared with is good to some units in the last
// place of a double. Slow.

// m. The distance by which b has to move at least, so that the interiors are disjoint; negative:
// minus the gap along the best separating axis. The least over all facets of the CSO: facets of a,
// facets of b, pairs of edges whose arcs cross.
long double BrutePenetration(const HullFacets& a, const HullFacets& b);

// Whether two boxes, centred in their frames and given by their half extents, touch or overlap: the
// 15 separating axes of Gottschalk 2000 (his thesis; Gottschalk, Lin, Manocha 1996), faces of a,
// faces of b, pairs of edges. Adds the number of axes that were looked at to *axes. Rounded
// arithmetic without error bounds; parallel edges make axes of length near 0, which never separate
// because the radii are raised a little, as he proposes.
bool BoxSatCollides(const solid::Vec3& half_extents_a, const solid::Vec3& half_extents_b, const solid::Pose3& a_from_b,
                    int64_t* axes);

// Whether two tetrahedra in one frame touch or overlap: the intervals of both on the normals of the
// 4 + 4 faces and on the cross products of the 36 pairs of edges, in this order (Hornus 2017,
// section 6.1, "SAT"). Adds the number of axes that were looked at to *axes. Rounded arithmetic
// without error bounds.
using Tetrahedron = std::array<solid::Vec3, 4>;
bool TetrahedronSatCollides(const Tetrahedron& a, const Tetrahedron& b, const solid::Pose3& /*a_from_b*/,
                            int64_t* axes);

// "Generic" of Hornus 2017, section 6: whether two solid polytopes in one frame touch or overlap.
// All facets of a and of b as separating planes, then each pair of edges whose arcs on the Gauss
// sphere cross: these are silhouettes of each other. Adds the number of planes that were looked at
// to *planes. Rounded arithmetic without error bounds.
bool GenericCollides(const HullFacets& a, const HullFacets& b, const solid::Pose3& /*a_from_b*/, int64_t* planes);

}  // namespace collision2d::bench
