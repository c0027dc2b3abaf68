#pragma once

#include <array>
#include <cstdint>

#include "absl/base/macros.h"

// Integers of any fixed width, for the exact rungs.
namespace collision2d::solid::internal {

// A signed integer of 32 kLimbs bits, two's complement, on the stack. The exact rungs need products
// of up to eight coordinates and nothing else, so there is no division. The caller must exclude
// overflow: each use states how many bits its numbers have. Limbs have 32 bits because 32-bit
// processors have no 128-bit product.
template <int kLimbs>
class WideInteger {
 public:
  // Zero.
  constexpr WideInteger() = default;

  // The integer part of `value`, rounded towards zero.
  // REQUIRES: |value| < 2^(32 kLimbs - 1).
  static WideInteger FromDouble(double value) {
    WideInteger result;
    double rest = value < 0.0 ? -value : value;
    double unit = 1.0;
    for (int i = 1; i < kLimbs; ++i) unit *= 0x1p32;
    ABSL_ASSERT(rest < 0x1p31 * unit);
    for (int i = kLimbs - 1; i >= 0; --i, unit *= 0x1p-32) {
      const auto limb = static_cast<uint32_t>(rest / unit);
      result.limbs_[i] = limb;
      rest -= limb * unit;
    }
    return value < 0.0 ? -result : result;
  }

  // -1, 0 or 1.
  int sign() const {
    if (is_negative()) return -1;
    for (const uint32_t limb : limbs_) {
      if (limb != 0) return 1;
    }
    return 0;
  }

  bool is_negative() const { return (limbs_[kLimbs - 1] >> 31) != 0; }

  // The value within a relative error of 2^-52. REQUIRES: kLimbs <= 32, so that nothing overflows.
  double ToDouble() const {
    static_assert(kLimbs <= 32);
    const WideInteger magnitude = is_negative() ? -*this : *this;
    int top = kLimbs - 1;
    while (top > 0 && magnitude.limbs_[top] == 0) --top;
    // The top three limbs have at least 65 significant bits.
    double value = 0.0;
    for (int i = top < 2 ? 0 : top - 2; i <= top; ++i) {
      double unit = 1.0;
      for (int k = 0; k < i; ++k) unit *= 0x1p32;
      value += magnitude.limbs_[i] * unit;
    }
    return is_negative() ? -value : value;
  }

  // The same value with more limbs.
  template <int kMore>
  WideInteger<kMore> Widened() const {
    static_assert(kMore >= kLimbs);
    WideInteger<kMore> wide;
    const uint32_t fill = is_negative() ? ~uint32_t{0} : 0;
    for (int i = 0; i < kMore; ++i) wide.limbs_[i] = i < kLimbs ? limbs_[i] : fill;
    return wide;
  }

  friend WideInteger operator+(const WideInteger& a, const WideInteger& b) {
    WideInteger sum;
    uint64_t carry = 0;
    for (int i = 0; i < kLimbs; ++i) {
      carry += uint64_t{a.limbs_[i]} + b.limbs_[i];
      sum.limbs_[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    return sum;
  }

  friend WideInteger operator-(const WideInteger& a) {
    WideInteger negated;
    uint64_t carry = 1;
    for (int i = 0; i < kLimbs; ++i) {
      carry += static_cast<uint32_t>(~a.limbs_[i]);
      negated.limbs_[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    return negated;
  }

  friend WideInteger operator-(const WideInteger& a, const WideInteger& b) { return a + -b; }

  friend bool operator==(const WideInteger& a, const WideInteger& b) { return a.limbs_ == b.limbs_; }

  // The whole product.
  template <int kOther>
  WideInteger<kLimbs + kOther> operator*(const WideInteger<kOther>& other) const {
    const bool negative = is_negative() != other.is_negative();
    const WideInteger a = is_negative() ? -*this : *this;
    const WideInteger<kOther> b = other.is_negative() ? -other : other;
    WideInteger<kLimbs + kOther> product;
    for (int i = 0; i < kLimbs; ++i) {
      uint64_t carry = 0;
      for (int j = 0; j < kOther; ++j) {
        carry += uint64_t{a.limbs_[i]} * b.limbs_[j] + product.limbs_[i + j];
        product.limbs_[i + j] = static_cast<uint32_t>(carry);
        carry >>= 32;
      }
      product.limbs_[i + kOther] = static_cast<uint32_t>(carry);
    }
    return negative ? -product : product;
  }

 private:
  template <int kOther>
  friend class WideInteger;

  std::array<uint32_t, kLimbs> limbs_ = {};  // Least significant first.
};

// A vector of such integers.
template <int kLimbs>
struct WideVec3 {
  WideInteger<kLimbs> x;
  WideInteger<kLimbs> y;
  WideInteger<kLimbs> z;

  bool is_zero() const { return x.sign() == 0 && y.sign() == 0 && z.sign() == 0; }

  template <int kMore>
  WideVec3<kMore> Widened() const {
    return {x.template Widened<kMore>(), y.template Widened<kMore>(), z.template Widened<kMore>()};
  }

  friend WideVec3 operator+(const WideVec3& a, const WideVec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend WideVec3 operator-(const WideVec3& a, const WideVec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend WideVec3 operator-(const WideVec3& a) { return {-a.x, -a.y, -a.z}; }
};

// REQUIRES: the sum of the three products fits in kA + kB limbs.
template <int kA, int kB>
WideInteger<kA + kB> Dot(const WideVec3<kA>& a, const WideVec3<kB>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

// REQUIRES: as Dot.
template <int kA, int kB>
WideVec3<kA + kB> Cross(const WideVec3<kA>& a, const WideVec3<kB>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <int kA, int kB>
WideVec3<kA + kB> operator*(const WideInteger<kA>& s, const WideVec3<kB>& a) {
  return {s * a.x, s * a.y, s * a.z};
}

}  // namespace collision2d::solid::internal
