#include "collision2d/geometry/orientation.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace collision2d {
namespace internal {
namespace {

// A rounded result and its rounding error: value + error is the exact result.
struct TwoTerm {
  double value;
  double error;
};

// Knuth's sum; exact unless it overflows.
TwoTerm TwoSum(double a, double b) {
  const double sum = a + b;
  const double b_virtual = sum - a;
  const double a_virtual = sum - b_virtual;
  return {sum, (a - a_virtual) + (b - b_virtual)};
}

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

// Fixed point that holds every sum of a few products of doubles without rounding: two's complement, 32 bits a limb, the
// lowest bit worth 2^-2148 (the square of the smallest subnormal), the highest above 2^2051.
class FixedPoint {
 public:
  // Adds sign * a * b.
  void AddProduct(double a, double b, int sign) {
    if (a == 0.0 || b == 0.0) return;
    int exponent_a;
    int exponent_b;
    const uint64_t mantissa_a = Mantissa(a, &exponent_a);
    const uint64_t mantissa_b = Mantissa(b, &exponent_b);
    // The 106-bit product in four limbs.
    const uint64_t a_low = mantissa_a & kLimbMask;
    const uint64_t a_high = mantissa_a >> 32;
    const uint64_t b_low = mantissa_b & kLimbMask;
    const uint64_t b_high = mantissa_b >> 32;
    const uint64_t low = a_low * b_low;
    const uint64_t middle = a_low * b_high + (low >> 32);
    const uint64_t middle2 = a_high * b_low + (middle & kLimbMask);
    const uint64_t high = a_high * b_high + (middle >> 32) + (middle2 >> 32);
    const std::array<uint32_t, 4> product = {static_cast<uint32_t>(low), static_cast<uint32_t>(middle2),
                                             static_cast<uint32_t>(high), static_cast<uint32_t>(high >> 32)};
    const int shift = exponent_a + exponent_b - kLowestExponent;
    const bool negative = (std::signbit(a) != std::signbit(b)) != (sign < 0);
    AddShifted(product, shift, negative);
  }

  // The sum rounded towards zero to 64 bits and then to double; never zero unless the sum is.
  double Value() const {
    const bool negative = (limb_[kLimbs - 1] >> 31) != 0;
    std::array<uint32_t, kLimbs> magnitude = limb_;
    if (negative) {
      uint64_t carry = 1;
      for (uint32_t& limb : magnitude) {
        const uint64_t sum = static_cast<uint64_t>(static_cast<uint32_t>(~limb)) + carry;
        limb = static_cast<uint32_t>(sum);
        carry = sum >> 32;
      }
    }
    int top = kLimbs - 1;
    while (top >= 0 && magnitude[top] == 0) --top;
    if (top < 0) return 0.0;
    double value = 0.0;
    for (int i = top; i >= 0 && i > top - 3; --i) {
      value += std::ldexp(static_cast<double>(magnitude[i]), 32 * (i - top));
    }
    value = std::ldexp(value, 32 * top + kLowestExponent);
    if (value == 0.0) value = std::numeric_limits<double>::denorm_min();
    if (std::isinf(value)) value = std::numeric_limits<double>::max();
    return negative ? -value : value;
  }

 private:
  static constexpr uint64_t kLimbMask = 0xffffffffu;
  static constexpr int kLowestExponent = -2148;
  static constexpr int kLimbs = (2148 + 2052) / 32 + 1;

  // |x| = mantissa * 2^exponent with an integer mantissa below 2^53.
  static uint64_t Mantissa(double x, int* exponent) {
    const double fraction = std::frexp(std::abs(x), exponent);
    uint64_t mantissa = static_cast<uint64_t>(std::ldexp(fraction, 53));
    *exponent -= 53;
    // A subnormal has trailing zeros here; without them its exponent is at least that of the smallest subnormal.
    while (*exponent < -1074) {
      mantissa >>= 1;
      ++*exponent;
    }
    return mantissa;
  }

  void AddShifted(const std::array<uint32_t, 4>& product, int shift, bool negative) {
    const int first = shift / 32;
    const int bits = shift % 32;
    uint64_t carry = 0;
    uint64_t borrow = 0;
    uint32_t previous = 0;
    for (int i = first; i < kLimbs; ++i) {
      const int k = i - first;
      const uint32_t current = k < 4 ? product[k] : 0;
      const uint32_t word = bits == 0 ? current : (current << bits) | (previous >> (32 - bits));
      previous = current;
      if (negative) {
        const uint64_t difference = static_cast<uint64_t>(limb_[i]) - word - borrow;
        limb_[i] = static_cast<uint32_t>(difference);
        borrow = difference >> 63;
      } else {
        const uint64_t sum = static_cast<uint64_t>(limb_[i]) + word + carry;
        limb_[i] = static_cast<uint32_t>(sum);
        carry = sum >> 32;
      }
      if (k > 4 && carry == 0 && borrow == 0) return;
    }
  }

  std::array<uint32_t, kLimbs> limb_{};
};

double FixedPointDeterminant(Vec2 a, Vec2 b, Vec2 c) {
  FixedPoint sum;
  sum.AddProduct(a.x, b.y, 1);
  sum.AddProduct(a.x, c.y, -1);
  sum.AddProduct(c.x, b.y, -1);
  sum.AddProduct(a.y, b.x, -1);
  sum.AddProduct(a.y, c.x, 1);
  sum.AddProduct(c.y, b.x, 1);
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
