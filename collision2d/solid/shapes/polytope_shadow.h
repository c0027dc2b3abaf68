#ifndef COLLISION2D_SOLID_SHAPES_POLYTOPE_SHADOW_H_
#define COLLISION2D_SOLID_SHAPES_POLYTOPE_SHADOW_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid::internal {

inline constexpr int kShadowPadding = 8;

// A polytope in single precision, for filters that process several vertices or faces at a time. It consists of the
// vertices relative to the centre, and of the faces as vertices of the polar polytope: n / h for the unit outward
// normal n of a face and the height h of its plane above the centre. The largest dot product of a direction d with a
// polar vertex is the gauge of d: the centre plus d / gauge is on the boundary, on the face of that polar vertex. The
// object is a view of numbers that the polytope owns.
struct PolytopeShadow {
  // The lengths of the x, y and z arrays in `values`, first for the vertices, then for the faces: multiples of
  // kShadowPadding, or 0 if there is no shadow. The last element is repeated up to the stride.
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

// Relative errors of a shadow, with u = 2^-24. A vertex: the rounding of its coordinates, u of its distance from the
// centre. A polar vertex: u by rounding, and less than kPolarError before that.
inline constexpr double kPolarError = 0x1p-24;

// The range of radii of bodies with a shadow. Within it no product of three of the numbers involved leaves the range of
// single precision, and only products near 0 become subnormal.
inline constexpr double kLeastShadowRadius_m = 0x1p-20;
inline constexpr double kLargestShadowRadius_m = 0x1p28;

// The least ratio of the radii of the inner and the outer ball of a body with a shadow.
inline constexpr double kLeastShadowRatio = 0x1p-12;

// Returns the values of the shadow of the polytope with these vertices. Face f has the corners
// face_corners[face_begin[f]] up to, but excluding, face_corners[face_begin[f + 1]], counter-clockwise seen from
// outside and exactly in its plane. The radii are those of balls around `center`, inside the polytope and around it.
// The result is empty if the polytope is flat, too thin, too large, too small or has too many vertices, or if a face is
// so thin that its normal is not known accurately enough.
std::vector<float> MakeShadowValues(absl::Span<const Vec3> vertices, absl::Span<const int32_t> face_corners,
                                    absl::Span<const int32_t> face_begin, const Vec3& center, double inner_radius_m,
                                    double outer_radius_m);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_POLYTOPE_SHADOW_H_
