#ifndef COLLISION2D_SOLID_SHAPES_GAUSS_MAP_H_
#define COLLISION2D_SOLID_SHAPES_GAUSS_MAP_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid::internal {

// A face of a polytope in its Gauss map.
struct GaussFace {
  std::array<int32_t, 3> corner = {};  // Three vertices of the face, in its orientation; the sine of the angle at the
                                       // first is at least kGaussLeastSine.
  // Bit i: whether it is the first face of edge i; the second one.
  uint64_t first_of = 0;
  uint64_t second_of = 0;
};

// An edge: an arc of the Gauss map, from the normal of one face to that of the other.
struct GaussEdge {
  std::array<int32_t, 2> vertex = {};
  // The faces on both sides. The cross product of the second face's normal and the first one's has the direction of the
  // edge.
  std::array<int32_t, 2> face = {};
  Vec3 direction;  // Unit vector, within rounding.
};

// Bound on the error of a normal: 8 u of the product of the two edges, whose sine is at least kGaussLeastSine, and a
// few u.
inline constexpr double kGaussNormalError = 0x1p-46;
inline constexpr double kGaussLeastSine = 0.125;

// The Gauss map of a small polytope: faces as points of the unit sphere, edges as arcs between them. It is empty if the
// polytope is flat, has more than kMaxGaussFaces faces, or has a face or an edge whose direction is not known
// accurately.
struct GaussMap {
  std::vector<GaussFace> faces;
  std::vector<Vec3> normals;  // Outward unit normals of the faces, within kGaussNormalError.
  std::vector<GaussEdge> edges;

  bool empty() const { return faces.empty(); }
};

// Enough for the hull of any eight points, and for prisms of ten sides. A polytope with this many faces has at most as
// many edges and vertices as one with three edges at each vertex (Euler).
inline constexpr int kMaxGaussFaces = 12;
inline constexpr int kMaxGaussEdges = 3 * kMaxGaussFaces - 6;
inline constexpr int kMaxGaussVertices = 2 * kMaxGaussFaces - 4;

// Returns the Gauss map. `face(f)` returns the corners of face f of the hull of the vertices, counter-clockwise seen
// from outside; `edges` lists each edge once. Source: Gregorius 2013, "The Separating Axis Test between Convex
// Polyhedra".
GaussMap MakeGaussMap(absl::Span<const Vec3> vertices, absl::Span<const std::array<int32_t, 2>> edges,
                      absl::Span<const int32_t> face_corners, absl::Span<const int32_t> face_begin);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_GAUSS_MAP_H_
