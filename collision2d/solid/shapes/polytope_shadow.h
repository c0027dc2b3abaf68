#ifndef COLLISION2D_SOLID_SHAPES_POLYTOPE_SHADOW_H_
#define COLLISION2D_SOLID_SHAPES_POLYTOPE_SHADOW_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid::internal {

inline constexpr int kShadowPadding = 8;

// A polytope in single precision, for filters that look at several vertices or faces at a time: its vertices relative to its
// centre, and its faces as the vertices of its polar, n / h for the unit outward normal n of a face and the height h of its plane
// above the centre. The largest dot product of a direction d and a polar vertex is the gauge of d: the centre plus d / gauge is on the
// boundary, on the face of that vertex. A view of numbers that the polytope keeps.
struct PolytopeShadow {
  // Of x, y and z in `values`: first of the vertices, then of the faces; multiples of kShadowPadding, or 0: no shadow. The last is
  // repeated up to the stride.
  int vertex_stride = 0;
  int face_stride = 0;
  const float* values = nullptr;  // m, and 1 / m.

  bool empty() const { return values == nullptr; }
  const float* vertices() const { return values; }
  const float* faces() const { return values + 3 * vertex_stride; }
};

// The stride of so many vertices or faces.
constexpr int ShadowStride(int count) { return (count + kShadowPadding - 1) / kShadowPadding * kShadowPadding; }

// Polytopes of more vertices have none.
inline constexpr int kMaxShadowVertices = 128;

// What a shadow is off by, relative, with u = 2^-24: a vertex, the rounding of its coordinates, u of its distance from the centre;
// a polar vertex, u by rounding and less than kPolarError before that.
inline constexpr double kPolarError = 0x1p-24;

// Shadows are of bodies of such radii: then no product of three of the numbers at hand leaves the range of single precision, and
// none but those near 0 become subnormal.
inline constexpr double kLeastShadowRadius_m = 0x1p-20;
inline constexpr double kLargestShadowRadius_m = 0x1p28;

// The least ratio of the radii of the balls in and around a body that has a shadow.
inline constexpr double kLeastShadowRatio = 0x1p-12;

// The values of the shadow of the polytope with these vertices, face f having the corners face_corners[face_begin[f]] up to before
// face_corners[face_begin[f + 1]], counter-clockwise seen from outside and exactly in its plane, and these radii of balls around `center`, in it and
// around it. Empty if the polytope is flat, too thin, too large, too small, has too many vertices, or a face so thin that its normal is
// not known well enough.
std::vector<float> MakeShadowValues(absl::Span<const Vec3> vertices, absl::Span<const int32_t> face_corners,
                                    absl::Span<const int32_t> face_begin, const Vec3& center, double inner_radius_m,
                                    double outer_radius_m);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_POLYTOPE_SHADOW_H_
