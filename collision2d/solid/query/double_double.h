#ifndef COLLISION2D_SOLID_QUERY_DOUBLE_DOUBLE_H_
#define COLLISION2D_SOLID_QUERY_DOUBLE_DOUBLE_H_

#include "collision2d/geometry/fixed_point_sum.h"
#include "collision2d/solid/geometry/vec3.h"

// Double-double arithmetic: unevaluated sums of two doubles (Dekker 1971), without fused products, so that the bits are
// the same on every machine. Only the operations that the geometry of slivers needs.
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

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_DOUBLE_DOUBLE_H_
