#include "collision2d/geometry/orientation.h"

#include <array>
#include <cmath>

#include "absl/base/attributes.h"
#include "collision2d/geometry/fixed_point_sum.h"
#include "collision2d/geometry/two_term.h"

namespace collision2d {
namespace internal {
namespace {

// Exact if the product is zero by a zero factor, or neither overflows nor comes near underflow: see IsSafeProduct.
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

// A sum of doubles, kept exactly as components that do not overlap, in increasing order of magnitude (Shewchuk's
// GROW-EXPANSION). Room for the sixteen components of eight products.
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

// Apart, so that only what needs its row of digits has it on the stack.
ABSL_ATTRIBUTE_NOINLINE double FixedPointDeterminant(Vec2 a, Vec2 b, Vec2 c) {
  FixedPointSum<2> sum;
  const auto add = [&sum](double p, double q) { sum.Add(Exactly(p) * Exactly(q)); };
  add(a.x, b.y);
  add(-a.x, c.y);
  add(-c.x, b.y);
  add(-a.y, b.x);
  add(a.y, c.x);
  add(c.y, b.x);
  return sum.Value();
}

}  // namespace

double Orient2dExact(Vec2 a, Vec2 b, Vec2 c, OrientationRung* rung) {
  const auto decided_by = [rung](OrientationRung r) {
    if (rung != nullptr) *rung = r;
  };
  // a - c and b - c, each as its rounded value and the exact error of that.
  const TwoTerm acx = TwoSum(a.x, -c.x);
  const TwoTerm acy = TwoSum(a.y, -c.y);
  const TwoTerm bcx = TwoSum(b.x, -c.x);
  const TwoTerm bcy = TwoSum(b.y, -c.y);
  const auto safe = [](TwoTerm p, TwoTerm q) {
    return IsSafeProduct(p.value, q.value) && IsSafeProduct(p.value, q.error) && IsSafeProduct(p.error, q.value) &&
           IsSafeProduct(p.error, q.error);
  };
  if (!safe(acx, bcy) || !safe(acy, bcx)) {
    decided_by(OrientationRung::kFixedPoint);
    return FixedPointDeterminant(a, b, c);
  }

  Expansion det;
  det.Add(TwoProduct(acx.value, bcy.value));
  det.Add(TwoProduct(-acy.value, bcx.value));
  if (acx.error == 0.0 && acy.error == 0.0 && bcx.error == 0.0 && bcy.error == 0.0) {
    decided_by(OrientationRung::kExactDifference);
    return det.Estimate();
  }

  det.Add(TwoProduct(acx.value, bcy.error));
  det.Add(TwoProduct(acx.error, bcy.value));
  det.Add(TwoProduct(acx.error, bcy.error));
  det.Add(TwoProduct(-acy.value, bcx.error));
  det.Add(TwoProduct(-acy.error, bcx.value));
  det.Add(TwoProduct(-acy.error, bcx.error));
  decided_by(OrientationRung::kExpansion);
  return det.Estimate();
}

}  // namespace internal
}  // namespace collision2d
