#pragma once

#include <mpfr.h>

namespace collision2d {

// A number of kBits bits, rounded to nearest: for differences so small that truncation is no error.
class BigFloat {
 public:
  static constexpr int kBits = 320;

  // The number itself, exactly; 0 by default.
  // Implicit, so that formulas may have constants.
  BigFloat(double value = 0.0) {
    mpfr_init2(value_, kBits);
    mpfr_set_d(value_, value, MPFR_RNDN);
  }
  BigFloat(const BigFloat& other) {
    mpfr_init2(value_, kBits);
    mpfr_set(value_, other.value_, MPFR_RNDN);
  }
  BigFloat& operator=(const BigFloat& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~BigFloat() { mpfr_clear(value_); }

  friend BigFloat operator+(const BigFloat& a, const BigFloat& b) { return Of(mpfr_add, a, b); }
  friend BigFloat operator-(const BigFloat& a, const BigFloat& b) { return Of(mpfr_sub, a, b); }
  friend BigFloat operator*(const BigFloat& a, const BigFloat& b) { return Of(mpfr_mul, a, b); }
  friend BigFloat operator/(const BigFloat& a, const BigFloat& b) { return Of(mpfr_div, a, b); }
  friend BigFloat operator-(const BigFloat& a) { return BigFloat(0.0) - a; }
  friend bool operator<(const BigFloat& a, const BigFloat& b) { return mpfr_less_p(a.value_, b.value_) != 0; }

  friend BigFloat Sqrt(const BigFloat& a) {
    BigFloat root;
    mpfr_sqrt(root.value_, a.value_, MPFR_RNDN);
    return root;
  }

  double ToDouble() const { return mpfr_get_d(value_, MPFR_RNDN); }

 private:
  template <typename Operation>
  static BigFloat Of(const Operation& operation, const BigFloat& a, const BigFloat& b) {
    BigFloat result;
    operation(result.value_, a.value_, b.value_, MPFR_RNDN);
    return result;
  }

  mpfr_t value_;
};

}  // namespace collision2d
