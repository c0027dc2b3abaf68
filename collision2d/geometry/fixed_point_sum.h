#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace collision2d::internal {

// Exact sums: of two doubles as two doubles, and of products of doubles in fixed point.

// A rounded result and its rounding error: value + error is the exact result.
struct TwoTerm {
  double value;
  double error;
};

// Knuth's sum; exact unless it overflows.
constexpr TwoTerm TwoSum(double a, double b) {
  const double sum = a + b;
  const double b_virtual = sum - a;
  const double a_virtual = sum - b_virtual;
  return {sum, (a - a_virtual) + (b - b_virtual)};
}

// Sums of products of doubles without rounding, underflow or overflow: the last stage of the exact
// predicates.

// An exact product of kFactors doubles: (negative ? -1 : 1) * mantissa * 2^exponent, with the
// mantissa in limbs of 32 bits, lowest first.
template <int kFactors>
struct ExactProduct {
  static constexpr int kLimbs = 2 * kFactors;
  std::array<uint32_t, static_cast<size_t>(kLimbs)> mantissa;
  int exponent;  // At least -1074 * kFactors.
  bool negative;
};

// Returns x as a product of one factor. REQUIRES: x is finite.
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

// A sum of up to 2^30 products of kFactors doubles each, in fixed point over the whole range of
// such products: two's complement, in digits of 64 bits. Takes 0.8 kB on the stack for three
// factors.
template <int kFactors>
class FixedPointSum {
 public:
  // Adds `product`, or subtracts it.
  void Add(const ExactProduct<kFactors>& product, bool subtract = false) {
    const int shift = product.exponent - kLowestExponent;
    const int first = shift / 64;
    const int bits = shift % 64;
    ExtendTo(first + kFactors + 1);
    // -x is ~x + 1: all bits are inverted, also those above the product, which are added as -1.
    const bool is_negative = product.negative != subtract;
    const uint64_t turn = is_negative ? ~uint64_t{0} : 0;
    uint64_t carry = is_negative ? 1 : 0;
    uint64_t below = 0;
    for (int i = 0; i <= kFactors; ++i) {
      const uint64_t limbs = i < kFactors ? product.mantissa[2 * i] | (uint64_t{product.mantissa[2 * i + 1]} << 32) : 0;
      const uint64_t part = ((limbs << bits) | below) ^ turn;
      // In two steps, because a shift by 64 is undefined.
      below = (limbs >> 1) >> (63 - bits);
      const uint64_t sum = digit_[first + i] + part;
      digit_[first + i] = sum + carry;
      carry = (sum < part ? 1 : 0) + (digit_[first + i] < carry ? 1 : 0);
    }
    AddFrom(first + kFactors + 1, static_cast<int>(carry) - (is_negative ? 1 : 0));
  }

  // Returns the sign of the sum: -1, 0 or 1.
  int Sign() const {
    if (top_ != 0) return top_ < 0 ? -1 : 1;
    const bool is_zero = std::all_of(digit_.begin(), digit_.begin() + size_, [](uint64_t digit) { return digit == 0; });
    return is_zero ? 0 : 1;
  }

  // Returns the sum, rounded towards zero to at least 64 bits and then to double. The result is
  // zero only if the sum is zero, and never infinite.
  double Value() const {
    const int sign = Sign();
    if (sign == 0) return 0.0;
    // The halves of digits of the magnitude from the lowest one; of the highest that is not zero,
    // it and the two below it are kept, so that no second row of digits is needed on the stack.
    std::array<uint32_t, 3> highest{};
    std::array<uint32_t, 2> below{};
    uint64_t carry = sign < 0 ? 1 : 0;
    int top = 0;
    for (int i = 0; i <= 2 * size_; ++i) {
      const uint64_t digit = i < 2 * size_ ? digit_[i / 2] >> (32 * (i % 2)) : static_cast<uint64_t>(top_);
      const uint64_t sum = carry + static_cast<uint32_t>(sign < 0 ? ~digit : digit);
      carry = sum >> 32;
      const uint32_t half = static_cast<uint32_t>(sum);
      if (half != 0) {
        top = i;
        highest = {half, below[0], below[1]};
      }
      below = {half, below[0]};
    }
    double value = 0.0;
    for (int k = 0; k < 3; ++k) value += std::ldexp(static_cast<double>(highest[static_cast<size_t>(k)]), -32 * k);
    value = std::ldexp(value, 32 * top + kLowestExponent);
    if (value == 0.0) value = std::numeric_limits<double>::denorm_min();
    if (std::isinf(value)) value = std::numeric_limits<double>::max();
    return sign < 0 ? -value : value;
  }

 private:
  // The product of kFactors smallest subnormals.
  static constexpr int kLowestExponent = -1074 * kFactors;
  // A product is below 2^(1024 kFactors); one more digit is for the shift. What a sum has beyond
  // that is in top_.
  static constexpr int kDigits = (1074 + 1024) * kFactors / 64 + 2;

  // Makes the sum `size` digits long, or leaves it longer.
  void ExtendTo(int size) {
    for (; size_ < size; ++size_) {
      digit_[size_] = static_cast<uint64_t>(top_);
      top_ = top_ < 0 ? -1 : 0;
    }
  }

  // Adds 1, 0 or -1 to the digit i and carries.
  void AddFrom(int i, int carry) {
    for (; carry != 0 && i < size_; ++i) {
      digit_[i] += static_cast<uint64_t>(int64_t{carry});
      if (digit_[i] != (carry > 0 ? 0 : ~uint64_t{0})) return;
    }
    top_ += carry;
  }

  // The sum is digit_[0] + digit_[1] 2^64 + ... + top_ 2^(64 size_), in units of 2^kLowestExponent.
  // Digits from size_ on are not initialised, since few sums need all of them. |top_| <= 2^30.
  std::array<uint64_t, static_cast<size_t>(kDigits)> digit_;
  int size_ = 0;
  int64_t top_ = 0;
};

}  // namespace collision2d::internal
