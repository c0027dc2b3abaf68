#pragma once

#include <cmath>

#include "absl/base/macros.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/solid/geometry/vec3.h"

// Exact signs of the determinants, cross and dot products that decide how points of space are
// positioned relative to each other.
//
// Each function has two rungs. The first evaluates in double precision with a forward error bound,
// inline. The second adds up the exact products in fixed point over the whole range of doubles, so
// that neither underflow nor overflow can occur. There is no rung in between, since fixed point is
// faster than a general expansion of that length (at most 48 products of 3 factors). Source of the
// filter: Shewchuk 1997, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
// Predicates", section 4. Departures: his stages B to D are replaced by the fixed-point sum; the
// bound covers underflow.
namespace collision2d::solid {

using collision2d::internal::OrientationRung;

// The vector `to` - `from`, not rounded. REQUIRES: finite coordinates.
struct ExactDifference {
  Vec3 to;
  Vec3 from;
};

// The vector v itself.
constexpr ExactDifference FromOrigin(const Vec3& v) { return {v, {}}; }

namespace internal {

using collision2d::internal::kUnitRoundoff;

// Bound on the error of a determinant of three rounded differences, relative to the sum of the
// magnitudes of its six terms. Each term is affected by the rounding of three differences, of the
// inner product, of the inner difference, of the outer product and of two sums: 8 u. The sum of
// magnitudes is itself rounded up to 8 times, a second-order effect that one more u covers.
inline constexpr double kDeterminantRelativeError = 9.0 * kUnitRoundoff;

// The same for a sum of up to three products of two rounded differences: the two differences, the
// product and two sums make 5 u.
inline constexpr double kProductSumRelativeError = 6.0 * kUnitRoundoff;

// Bound on what all the products of one of the sums above may lose to underflow, 2^-1075 each, with
// a margin.
inline constexpr double kProductUnderflow = 0x1p-1070;

int ExactDeterminantSign(const ExactDifference& u, const ExactDifference& v, const ExactDifference& w,
                         OrientationRung* rung);
int ExactMinorSign(const ExactDifference& u, const ExactDifference& v, int axis, OrientationRung* rung);
int ExactDotSign(const ExactDifference& u, const ExactDifference& v, OrientationRung* rung);

// Returns the sign of `value` if |value| is larger than its error, which may be infinite or NaN:
// then nothing is decided.
inline bool FilterDecides(double value, double error, OrientationRung* rung) {
  if (!(std::abs(value) > error)) return false;
  if (rung != nullptr) *rung = OrientationRung::kFiltered;
  return true;
}

constexpr int SignOf(double x) { return (x > 0.0) - (x < 0.0); }

}  // namespace internal

// Returns the sign of det[u v w] = u . (v x w): 1 if u, v, w are right-handed, -1 if left-handed, 0
// exactly if they are in one plane through the origin.
// `rung` may be null; otherwise it is set to kFiltered, kExactDifference (all differences are
// doubles: at most 6 products) or kFixedPoint.
// No allocation, no libm. Takes a few nanoseconds; below a microsecond if nearly degenerate. Stack
// below 2 kB.
inline int DeterminantSign(const ExactDifference& u, const ExactDifference& v, const ExactDifference& w,
                           OrientationRung* rung = nullptr) {
  const Vec3 a = u.to - u.from;
  const Vec3 b = v.to - v.from;
  const Vec3 c = w.to - w.from;
  const double byz = b.y * c.z;
  const double bzy = b.z * c.y;
  const double bzx = b.z * c.x;
  const double bxz = b.x * c.z;
  const double bxy = b.x * c.y;
  const double byx = b.y * c.x;
  const double det = a.x * (byz - bzy) + a.y * (bzx - bxz) + a.z * (bxy - byx);
  const double magnitude = std::abs(a.x) * (std::abs(byz) + std::abs(bzy)) +
                           std::abs(a.y) * (std::abs(bzx) + std::abs(bxz)) +
                           std::abs(a.z) * (std::abs(bxy) + std::abs(byx));
  // An underflow changes an inner product by at most 2^-1075, which is then multiplied by a factor,
  // and an outer one by at most 2^-1075.
  const double underflow = internal::kProductUnderflow * (Norm1(a) + 1.0);
  if (internal::FilterDecides(det, internal::kDeterminantRelativeError * magnitude + underflow, rung)) {
    return internal::SignOf(det);
  }
  return internal::ExactDeterminantSign(u, v, w, rung);
}

// Returns the sign of det[a-d, b-d, c-d], six times the volume of the tetrahedron: 1 if d is below
// the plane abc, that is on the side from which a, b, c appear clockwise; -1 if above; 0 exactly if
// the four points are coplanar. For a face abc of a solid, counter-clockwise seen from outside, it
// is therefore 1 for the points inside. (The convention of Shewchuk's orient3d.)
inline int Orient3dSign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, OrientationRung* rung = nullptr) {
  return DeterminantSign({a, d}, {b, d}, {c, d}, rung);
}

// Returns the sign of the component of u x v along `axis` (0: x, u.y v.z - u.z v.y; 1: y, u.z v.x -
// u.x v.z; 2: z, u.x v.y - u.y v.x). It is 1 if v, seen from the positive end of the axis, is
// counter-clockwise of u by less than half a turn; 0 exactly if their projections along the axis
// are parallel.
// REQUIRES: 0 <= axis <= 2.
inline int MinorSign(const ExactDifference& u, const ExactDifference& v, int axis, OrientationRung* rung = nullptr) {
  const Vec3 a = u.to - u.from;
  const Vec3 b = v.to - v.from;
  ABSL_ASSERT(0 <= axis && axis <= 2);
  const double left = axis == 0 ? a.y * b.z : axis == 1 ? a.z * b.x : a.x * b.y;
  const double right = axis == 0 ? a.z * b.y : axis == 1 ? a.x * b.z : a.y * b.x;
  const double minor = left - right;
  const double magnitude = std::abs(left) + std::abs(right);
  const double error = internal::kProductSumRelativeError * magnitude + internal::kProductUnderflow;
  if (internal::FilterDecides(minor, error, rung)) return internal::SignOf(minor);
  return internal::ExactMinorSign(u, v, axis, rung);
}

// Returns the sign of u . v; 0 exactly if they are perpendicular.
inline int DotSign(const ExactDifference& u, const ExactDifference& v, OrientationRung* rung = nullptr) {
  const Vec3 a = u.to - u.from;
  const Vec3 b = v.to - v.from;
  const double x = a.x * b.x;
  const double y = a.y * b.y;
  const double z = a.z * b.z;
  const double dot = x + y + z;
  const double magnitude = std::abs(x) + std::abs(y) + std::abs(z);
  const double error = internal::kProductSumRelativeError * magnitude + internal::kProductUnderflow;
  if (internal::FilterDecides(dot, error, rung)) return internal::SignOf(dot);
  return internal::ExactDotSign(u, v, rung);
}

// Returns the sign of u . n.
inline int DotSign(const ExactDifference& u, const Vec3& n, OrientationRung* rung = nullptr) {
  return DotSign(u, FromOrigin(n), rung);
}

}  // namespace collision2d::solid
