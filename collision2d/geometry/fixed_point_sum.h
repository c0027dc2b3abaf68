#ifndef COLLISION2D_GEOMETRY_FIXED_POINT_SUM_H_
#define COLLISION2D_GEOMETRY_FIXED_POINT_SUM_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

// Sums of products of doubles without rounding, underflow or overflow: the last rung of the exact predicates.
namespace collision2d::internal {

// A product of kFactors doubles, exactly: (negative ? -1 : 1) * mantissa * 2^exponent, the mantissa in limbs of 32 bits,
// lowest first.
template <int kFactors>
struct ExactProduct {
  static constexpr int kLimbs = 2 * kFactors;
  std::array<uint32_t, kLimbs> mantissa;
  int exponent;  // At least -1074 * kFactors.
  bool negative;
};

// REQUIRES: x is finite.
inline ExactProduct<1> Exactly(double x) {
  static_assert(sizeof(double) == sizeof(uint64_t) && std::numeric_limits<double>::is_iec559, "IEEE 754 binary64");
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  const int biased_exponent = static_cast<int>((bits >> 52) & 0x7ff);
  const uint64_t fraction = bits & 0xfffffffffffffu;
  const uint64_t mantissa = biased_exponent == 0 ? fraction : fraction | (uint64_t{1} << 52);
  return {{static_cast<uint32_t>(mantissa), static_cast<uint32_t>(mantissa >> 32)},
          std::max(biased_exponent, 1) - 1075,
          (bits >> 63) != 0};
}

template <int kFactors>
ExactProduct<kFactors + 1> operator*(const ExactProduct<kFactors>& a, const ExactProduct<1>& b) {
  ExactProduct<kFactors + 1> product{{}, a.exponent + b.exponent, a.negative != b.negative};
  for (int j = 0; j < 2; ++j) {
    uint64_t carry = 0;
    for (int i = 0; i < 2 * kFactors; ++i) {
      const uint64_t sum = uint64_t{a.mantissa[i]} * b.mantissa[j] + product.mantissa[i + j] + carry;
      product.mantissa[i + j] = static_cast<uint32_t>(sum);
      carry = sum >> 32;
    }
    product.mantissa[2 * kFactors + j] = static_cast<uint32_t>(carry);
  }
  return product;
}

// A sum of up to 2^30 products of kFactors doubles each, in fixed point over the whole range that such products have.
// Digits of 32 bits in words of 64, so that an addition touches a few words and carries nothing; the carries are settled
// once, when the sum is asked for. For three factors 1.6 kB, on the stack.
template <int kFactors>
class FixedPointSum {
 public:
  // Adds `product`, or subtracts it.
  void Add(const ExactProduct<kFactors>& product, bool subtract = false) {
    const int shift = product.exponent - kLowestExponent;
    const int first = shift / 32;
    const int bits = shift % 32;
    const int64_t sign = product.negative != subtract ? -1 : 1;
    uint64_t below = 0;
    for (int i = 0; i < 2 * kFactors; ++i) {
      const uint64_t shifted = uint64_t{product.mantissa[i]} << bits;
      digit_[first + i] += sign * static_cast<int64_t>((shifted & kDigitMask) | below);
      below = shifted >> 32;
    }
    digit_[first + 2 * kFactors] += sign * static_cast<int64_t>(below);
    begin_ = std::min(begin_, first);
    end_ = std::max(end_, first + 2 * kFactors + 1);
  }

  // The sign of the sum: -1, 0 or 1.
  int Sign() const {
    int64_t carry = 0;
    bool is_zero = true;
    for (int i = begin_; i < end_; ++i) {
      const int64_t sum = digit_[i] + carry;
      carry = FloorOfDigits(sum);
      if (sum != carry * kBase) is_zero = false;
    }
    if (carry != 0) return carry < 0 ? -1 : 1;
    return is_zero ? 0 : 1;
  }

  // The sum rounded towards zero to at least 64 bits and then to double; never zero unless the sum is, never infinite.
  double Value() const {
    const int sign = Sign();
    if (sign == 0) return 0.0;
    // The digits of the magnitude from the lowest one; of the highest that is not zero, it and the two below it are kept, so that no
    // second row of digits is needed on the stack.
    std::array<uint32_t, 3> highest{};
    std::array<uint32_t, 2> below{};
    int64_t carry = 0;
    int top = 0;
    for (int i = begin_; i < kDigits; ++i) {
      const int64_t sum = sign * digit_[i] + carry;
      carry = FloorOfDigits(sum);
      const uint32_t digit = static_cast<uint32_t>(sum - carry * kBase);
      if (digit != 0) {
        top = i;
        highest = {digit, below[0], below[1]};
      }
      below = {digit, below[0]};
    }
    double value = 0.0;
    for (int k = 0; k < 3; ++k) value += std::ldexp(static_cast<double>(highest[k]), -32 * k);
    value = std::ldexp(value, 32 * top + kLowestExponent);
    if (value == 0.0) value = std::numeric_limits<double>::denorm_min();
    if (std::isinf(value)) value = std::numeric_limits<double>::max();
    return sign < 0 ? -value : value;
  }

 private:
  static constexpr int64_t kBase = int64_t{1} << 32;
  static constexpr uint64_t kDigitMask = 0xffffffffu;
  // The product of kFactors smallest subnormals.
  static constexpr int kLowestExponent = -1074 * kFactors;
  // A product is below 2^(1024 kFactors), a sum of 2^30 of them needs 30 bits more; one digit for the shift.
  static constexpr int kDigits = ((1074 + 1024) * kFactors + 30) / 32 + 2;

  // sum / 2^32, rounded down.
  static int64_t FloorOfDigits(int64_t sum) {
    const int64_t quotient = sum / kBase;
    return sum - quotient * kBase < 0 ? quotient - 1 : quotient;
  }

  std::array<int64_t, kDigits> digit_{};
  // The digits touched so far.
  int begin_ = kDigits;
  int end_ = 0;
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_GEOMETRY_FIXED_POINT_SUM_H_
