#pragma once

#include "collision2d/geometry/fixed_point_sum.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"

// Planes of faces of the CSO with error bounds, in double precision and in twice the precision.
//
// Double-double arithmetic: unevaluated sums of two doubles (Dekker 1971), without fused products,
// so that the bits are the same on every machine. Only the operations that the geometry of slivers
// needs.
namespace collision2d::solid::internal {

// hi + lo, with |lo| <= ulp(hi) / 2.
struct DoubleDouble {
  double hi = 0.0;
  double lo = 0.0;
};

// Returns a + b, exactly. REQUIRES: |a| >= |b|, or a = 0.
inline DoubleDouble FastTwoSum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// Returns a + b, exactly.
inline DoubleDouble TwoSum(double a, double b) {
  const collision2d::internal::TwoTerm sum = collision2d::internal::TwoSum(a, b);
  return {sum.value, sum.error};
}

// Returns a - b, exactly.
inline DoubleDouble TwoDiff(double a, double b) { return TwoSum(a, -b); }

// Returns a b, exactly unless it underflows or overflows.
inline DoubleDouble TwoProduct(double a, double b) {
  constexpr double kSplitter = 134217729.0;  // 2^27 + 1
  const double a_big = kSplitter * a;
  const double a_hi = a_big - (a_big - a);
  const double a_lo = a - a_hi;
  const double b_big = kSplitter * b;
  const double b_hi = b_big - (b_big - b);
  const double b_lo = b - b_hi;
  const double product = a * b;
  return {product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

// Relative error below 2^-103.
inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = TwoSum(a.hi, b.hi);
  const DoubleDouble low = TwoSum(a.lo, b.lo);
  const DoubleDouble sum = FastTwoSum(high.hi, high.lo + low.hi);
  return FastTwoSum(sum.hi, sum.lo + low.lo);
}

inline DoubleDouble operator-(DoubleDouble a) { return {-a.hi, -a.lo}; }
inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }

// Relative error below 2^-101.
inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = TwoProduct(a.hi, b.hi);
  return FastTwoSum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

// A vector of such numbers.
struct DoubleDoubleVec3 {
  DoubleDouble x;
  DoubleDouble y;
  DoubleDouble z;

  // Returns the nearest vector of doubles.
  Vec3 rounded() const { return {x.hi, y.hi, z.hi}; }
};

// Returns the vector from one point to another, exactly.
inline DoubleDoubleVec3 ExactEdge(const Vec3& from, const Vec3& to) {
  return {TwoDiff(to.x, from.x), TwoDiff(to.y, from.y), TwoDiff(to.z, from.z)};
}

inline DoubleDoubleVec3 operator-(const DoubleDoubleVec3& a, const DoubleDoubleVec3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

inline DoubleDouble Dot(const DoubleDoubleVec3& a, const DoubleDoubleVec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline DoubleDoubleVec3 Cross(const DoubleDoubleVec3& a, const DoubleDoubleVec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Bound on the error of a normal computed in double-double arithmetic and then normalised: the
// rounding of its components, a square root and a division.
inline constexpr double kAccurateNormalError = 4.0 * 0x1p-53;

// Bound on the error of the cross product of two edges relative to |e1|_1 |e2|_1: 2 u for the
// rounded differences, 2 u for the products and their difference, on |e1.y e2.z| + |e1.z e2.y| and
// so on, whose Euclidean sum is at most |e1|_1 |e2|_1; doubled.
inline constexpr double kCrossVectorError = 8.0 * 0x1p-53;

// Bound on the error of normal . (w - p) relative to |normal|_1 (|w|_1 + |p|_1), in addition to
// that of the normal; it also holds for normal . w - normal . p: the difference, a product and two
// sums, twice, and the last difference, 6 u with u = 2^-53.
inline constexpr double kHeightRelativeError = 6.0 * 0x1p-53;

// Below this a squared length may have lost its digits to underflow.
inline constexpr double kSmallSquare = 0x1p-900;

// The plane of a triangle: the points x with normal . x = offset. The normal has any length:
// normalising it would cost more than everything else, and few planes are used again.
struct FacePlane {
  Vec3 normal;
  double offset = 0.0;
  double length_sq = 0.0;     // Squared length of the normal.
  double normal_error = 0.0;  // Bound on |normal - exact|.
  double height_error = 0.0;  // Bound on the error of normal . (w - p), relative to |w|_1 + |p|_1.
  bool is_accurate = false;   // Whether it was computed by AccuratePlane.

  // A normal with an error of half its length is as unknown as a zero normal.
  bool is_known() const { return length_sq > kSmallSquare && 4.0 * normal_error * normal_error < length_sq; }
};

// Returns the plane through p, q and r, with the normal to the side from which they are
// counter-clockwise, in double precision. The error of the normal is reported; it is small relative
// to its length unless the triangle is a sliver.
inline FacePlane RoundedPlane(const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 pq = q - p;
  const Vec3 pr = r - p;
  const Vec3 normal = Cross(pq, pr);
  const double error = kCrossVectorError * Norm1(pq) * Norm1(pr);
  return {normal, Dot(normal, p), NormSquared(normal), error, error + kHeightRelativeError * Norm1(normal), false};
}

// Returns the same plane in double-double arithmetic. The normal is a unit vector; its error is
// kAccurateNormalError plus 2^-97 / s, where s is the sine of the triangle's angle at p. The offset
// is the signed distance from the origin.
// The plane of a triangle thinner than that, or with edges below 2^-225 m, is unknown even then.
FacePlane AccuratePlane(const Vec3& p, const Vec3& q, const Vec3& r);

// Returns the same for the triangle with the corner `p` and the edges `pq` and `pr` from it.
FacePlane AccuratePlane(const DoubleDoubleVec3& p, const DoubleDoubleVec3& pq, const DoubleDoubleVec3& pr);

// Returns whether w is strictly on the side of the plane of p, q, r from which these are
// counter-clockwise. Exact: by double-double arithmetic, and where that is not sufficient by
// DeterminantSign.
bool IsBeyondPlane(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& w);

// The plane of three points of the CSO, computed from the shapes' own vertices. Points of the CSO
// are rounded differences of points that may be far apart. The edges between them are differences
// within a and within b, so that the rounding error is relative to the size of the faces and not to
// the distance from the frames' origins.

// Returns the plane through p, q and r, with is_accurate set. Its unit normal points to the side
// from which they are counter-clockwise; it is within 2^-47 of the normal of the edges before
// posing, and the offset from the origin has the error of p.point. The plane is unknown (is_known()
// is false) for a triangle the sine of whose angle at p is below 1 / sqrt(8), and if an edge is the
// small difference of two long ones.
FacePlane FeaturePlane(const CsoPoint& p, const CsoPoint& q, const CsoPoint& r, const Pose3& a_from_b);

// Returns the same plane in double-double arithmetic, for the hull of the vertices of b as posed
// (each coordinate rounded once). Unknown for slivers as documented at AccuratePlane.
FacePlane AccurateFeaturePlane(const CsoPoint& p, const CsoPoint& q, const CsoPoint& r, const Pose3& a_from_b);

}  // namespace collision2d::solid::internal
