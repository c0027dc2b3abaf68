#include "collision2d/geometry/orientation.h"

#include <array>

#include "absl/base/attributes.h"
#include "collision2d/geometry/fixed_point_sum.h"

namespace collision2d {
namespace internal {
namespace {

// Exact if the product is zero by a zero factor, or neither overflows nor comes near underflow: see
// IsSafeProduct.
TwoTerm TwoProduct(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

bool IsSafeProduct(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  if (a == 0.0 || b == 0.0) return true;
  const double magnitude = std::abs(a * b);
  return magnitude > kOrient2dUnderflowGuard && magnitude < 0x1p1000;
}

// A sum of doubles, kept exactly as components that do not overlap, in increasing order of
// magnitude (Shewchuk's GROW-EXPANSION). Room for the sixteen components of eight products.
class Expansion {
 public:
  void Add(double b) {
    double carry = b;
    for (int i = 0; i < size_; ++i) {
      const TwoTerm sum = TwoSum(carry, component_[i]);
      component_[i] = sum.error;
      carry = sum.value;
    }
    component_[size_++] = carry;
  }

  void Add(TwoTerm t) {
    Add(t.error);
    Add(t.value);
  }

  // Within 2^-52 of the sum, with its sign.
  double Estimate() const {
    double sum = 0.0;
    for (int i = 0; i < size_; ++i) sum += component_[i];
    return sum;
  }

 private:
  std::array<double, 16> component_;
  int size_ = 0;
};

// Computes u.x v.y - u.y v.x of exact u and v within 3 u of the result, u = 2^-53. False if
// cancellation costs more than that.
// REQUIRES: IsSafeProduct of both products.
bool CrossInTwoDoubles(Vec2 u, Vec2 v, double* cross) {
  const TwoTerm left = TwoProduct(u.x, v.y);
  const TwoTerm right = TwoProduct(u.y, v.x);
  const TwoTerm difference = TwoSum(left.value, -right.value);
  const double errors = left.error - right.error;
  const double low = difference.error + errors;
  *cross = difference.value + low;
  // Each of the three roundings is u of its result. Of equal products only the second remains,
  // whose sign is exact.
  return difference.value == 0.0 || std::abs(*cross) >= 0.5 * (std::abs(errors) + std::abs(low));
}

// Not inlined, so that only a call that needs the digits has them on the stack.
ABSL_ATTRIBUTE_NOINLINE double FixedPointCross(Vec2 from, Vec2 to, Vec2 other_from, Vec2 other_to) {
  FixedPointSum<2> sum;
  const auto add_products = [&sum](double x, bool subtract_x, double to_y, double from_y) {
    const ExactProduct<1> exact_x = Exactly(x);
    sum.Add(exact_x * Exactly(to_y), subtract_x);
    sum.Add(exact_x * Exactly(from_y), !subtract_x);
  };
  add_products(to.x, false, other_to.y, other_from.y);
  add_products(from.x, true, other_to.y, other_from.y);
  add_products(to.y, true, other_to.x, other_from.x);
  add_products(from.y, false, other_to.x, other_from.x);
  return sum.Value();
}

}  // namespace

double EdgeCrossExact(Vec2 from, Vec2 to, Vec2 other_from, Vec2 other_to, OrientationRung* rung) {
  const auto decided_by = [rung](OrientationRung r) {
    if (rung != nullptr) *rung = r;
  };
  // The coordinates of both edges, each as its rounded value and the exact error of that.
  const TwoTerm ux = TwoSum(to.x, -from.x);
  const TwoTerm uy = TwoSum(to.y, -from.y);
  const TwoTerm vx = TwoSum(other_to.x, -other_from.x);
  const TwoTerm vy = TwoSum(other_to.y, -other_from.y);
  const bool are_exact = (ux.error == 0.0) & (uy.error == 0.0) & (vx.error == 0.0) & (vy.error == 0.0);
  if (are_exact && IsSafeProduct(ux.value, vy.value) && IsSafeProduct(uy.value, vx.value)) {
    double cross;
    if (CrossInTwoDoubles({ux.value, uy.value}, {vx.value, vy.value}, &cross)) {
      decided_by(OrientationRung::kExactDifference);
      return cross;
    }
  }
  const auto safe = [](TwoTerm p, TwoTerm q) {
    return IsSafeProduct(p.value, q.value) && IsSafeProduct(p.value, q.error) && IsSafeProduct(p.error, q.value) &&
           IsSafeProduct(p.error, q.error);
  };
  if (!safe(ux, vy) || !safe(uy, vx)) {
    decided_by(OrientationRung::kFixedPoint);
    return FixedPointCross(from, to, other_from, other_to);
  }

  Expansion det;
  det.Add(TwoProduct(ux.value, vy.value));
  det.Add(TwoProduct(-uy.value, vx.value));
  det.Add(TwoProduct(ux.value, vy.error));
  det.Add(TwoProduct(ux.error, vy.value));
  det.Add(TwoProduct(ux.error, vy.error));
  det.Add(TwoProduct(-uy.value, vx.error));
  det.Add(TwoProduct(-uy.error, vx.value));
  det.Add(TwoProduct(-uy.error, vx.error));
  decided_by(OrientationRung::kExpansion);
  return det.Estimate();
}

}  // namespace internal
}  // namespace collision2d
