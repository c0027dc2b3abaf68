#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_mesh.h"

// What a polytope computes from its vertices and faces for the queries of its pairs: the balls
// around its centre, the Gauss map, the shadow for filters in single precision, the layout for
// scans in SIMD.
namespace collision2d::solid::internal {

// Returns the radius (m) of a ball around `center` that contains all vertices: the smallest one,
// rounded up by a relative error below 2^-48.
double OuterRadius(absl::Span<const Vec3> vertices, const Vec3& center);

// Returns the radius (m) of a ball around `center` on the inner side of the plane of a face, whose
// corners are counter-clockwise seen from outside and exactly in that plane. It is the largest such
// radius, rounded down by some 2^-48 of the distance of the corners from the centre, and by more if
// the face is thin. Negative if the centre is, or may be, outside.
// REQUIRES: three or more corners, indices of vertices.
double InnerRadiusAtFace(absl::Span<const Vec3> vertices, absl::Span<const int32_t> corners, const Vec3& center);

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
  // The faces on both sides. The cross product of the second face's normal and the first one's has
  // the direction of the edge.
  std::array<int32_t, 2> face = {};
  Vec3 direction;  // Unit vector, within rounding.
};

// Bound on the error of a normal: 8 u of the product of the two edges, whose sine is at least
// kGaussLeastSine, and a few u.
inline constexpr double kGaussNormalError = 0x1p-46;
inline constexpr double kGaussLeastSine = 0.125;

// The Gauss map of a small polytope: faces as points of the unit sphere, edges as arcs between
// them. It is empty if the polytope is flat, has more than kMaxGaussFaces faces, or has a face or
// an edge whose direction is not known accurately.
struct GaussMap {
  std::vector<GaussFace> faces;
  std::vector<Vec3> normals;  // Outward unit normals of the faces, within kGaussNormalError.
  std::vector<GaussEdge> edges;

  bool empty() const { return faces.empty(); }
};

// Enough for the hull of any eight points, and for prisms of ten sides. A polytope with this many
// faces has at most as many edges and vertices as one with three edges at each vertex (Euler).
inline constexpr int kMaxGaussFaces = 12;
inline constexpr int kMaxGaussEdges = 3 * kMaxGaussFaces - 6;
inline constexpr int kMaxGaussVertices = 2 * kMaxGaussFaces - 4;

// Returns the Gauss map. Source: Gregorius 2013, "The Separating Axis Test between Convex
// Polyhedra".
GaussMap MakeGaussMap(const ConvexMesh& mesh);

inline constexpr int kShadowPadding = 8;

// A polytope in single precision, for filters that process several vertices or faces at a time. It
// consists of the vertices relative to the centre, and of the faces as vertices of the polar
// polytope: n / h for the unit outward normal n of a face and the height h of its plane above the
// centre. The largest dot product of a direction d with a polar vertex is the gauge of d: the
// centre plus d / gauge is on the boundary, on the face of that polar vertex. The object is a view
// of numbers that the polytope owns.
struct PolytopeShadow {
  // The lengths of the x, y and z arrays in `values`, first for the vertices, then for the faces:
  // multiples of kShadowPadding, or 0 if there is no shadow. The last element is repeated up to the
  // stride.
  int vertex_stride = 0;
  int face_stride = 0;
  const float* values = nullptr;  // m, and 1 / m.

  bool empty() const { return values == nullptr; }
  const float* vertices() const { return values; }
  const float* faces() const { return values + 3 * vertex_stride; }
};

// Returns the stride for this many vertices or faces.
constexpr int ShadowStride(int count) { return (count + kShadowPadding - 1) / kShadowPadding * kShadowPadding; }

// Polytopes with more vertices have no shadow.
inline constexpr int kMaxShadowVertices = 128;

// Relative errors of a shadow, with u = 2^-24. A vertex: the rounding of its coordinates, u of its
// distance from the centre. A polar vertex: u by rounding, and less than kPolarError before that.
inline constexpr double kPolarError = 0x1p-24;

// The range of radii of bodies with a shadow. Within it no product of three of the numbers involved
// leaves the range of single precision, and only products near 0 become subnormal.
inline constexpr double kLeastShadowRadius_m = 0x1p-20;
inline constexpr double kLargestShadowRadius_m = 0x1p28;

// The least ratio of the radii of the inner and the outer ball of a body with a shadow.
inline constexpr double kLeastShadowRatio = 0x1p-12;

// Returns the values of the shadow of a polytope. The radii are those of balls around `center`,
// inside the polytope and around it. The result is empty if the polytope is flat, too thin, too
// large, too small or has too many vertices, or if a face is so thin that its normal is not known
// accurately enough.
std::vector<float> MakeShadowValues(const ConvexMesh& mesh, const Vec3& center, double inner_radius_m,
                                    double outer_radius_m);

// The layout in which vertices are scanned several at a time: all x, all y, all z, `stride` numbers
// each. The last vertex is repeated up to a multiple of the widest SIMD vector; a repetition is
// never returned, since the first of equal heights wins.

// The number of doubles in the widest SIMD vector.
inline constexpr int kScanPadding = 8;

constexpr int ScanStride(int count) { return (count + kScanPadding - 1) / kScanPadding * kScanPadding; }

// The vertices of a shape in scan layout, to the bit.
struct ScannedVertices {
  const double* values = nullptr;  // Null if there are too many vertices.
  int count = 0;
};

// REQUIRES: points not empty; room for 3 ScanStride(points.size()) numbers.
void FillScanCoordinates(absl::Span<const Vec3> points, double* values);

// Returns the index of a vertex with the largest dot product with `direction` as computed in
// doubles; ties go to the first. The result is the same with every instruction set. REQUIRES:
// `values` was filled by FillScanCoordinates for `count` points; no product overflows. O(n), some
// 0.25 ns per vertex with AVX2; no allocation.
int32_t ScanForSupport(const double* values, int count, const Vec3& direction);

}  // namespace collision2d::solid::internal
