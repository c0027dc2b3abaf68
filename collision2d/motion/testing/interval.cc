#include "collision2d/motion/testing/interval.h"

#include <vector>

namespace collision2d {
namespace {

// Numbers that no interval uses at the moment.
class Pool {
 public:
  ~Pool() {
    for (const mpfi_ptr value : free_) {
      mpfi_clear(value);
      delete value;
    }
  }

  mpfi_ptr Take() {
    if (free_.empty()) {
      const mpfi_ptr value = new __mpfi_struct;
      mpfi_init2(value, Interval::kIntervalBits);
      return value;
    }
    const mpfi_ptr value = free_.back();
    free_.pop_back();
    return value;
  }

  void Return(mpfi_ptr value) { free_.push_back(value); }

 private:
  std::vector<mpfi_ptr> free_;
};

thread_local Pool pool;

}  // namespace

Interval::Interval(double value) : value_(pool.Take()) { mpfi_set_d(value_, value); }

Interval Interval::Between(double low, double high) {
  Interval interval;
  mpfi_interv_d(interval.value_, low, high);
  return interval;
}

Interval::Interval(const Interval& other) : value_(pool.Take()) { mpfi_set(value_, other.value_); }

Interval& Interval::operator=(const Interval& other) {
  mpfi_set(value_, other.value_);
  return *this;
}

Interval::~Interval() { pool.Return(value_); }

Interval& Interval::operator+=(const Interval& other) {
  mpfi_add(value_, value_, other.value_);
  return *this;
}

Interval& Interval::operator-=(const Interval& other) {
  mpfi_sub(value_, value_, other.value_);
  return *this;
}

Interval& Interval::operator*=(const Interval& other) {
  mpfi_mul(value_, value_, other.value_);
  return *this;
}

Interval& Interval::operator/=(const Interval& other) {
  mpfi_div(value_, value_, other.value_);
  return *this;
}

double Interval::lower() const { return mpfr_get_d(&value_->left, MPFR_RNDD); }
double Interval::upper() const { return mpfr_get_d(&value_->right, MPFR_RNDU); }
double Interval::middle() const { return mpfi_get_d(value_); }

Interval Sqrt(const Interval& a) {
  Interval root;
  mpfi_sqrt(root.value_, a.value_);
  return root;
}

Interval Square(const Interval& a) {
  Interval square;
  mpfi_sqr(square.value_, a.value_);
  return square;
}

Interval Sin(const Interval& a) {
  Interval sine;
  mpfi_sin(sine.value_, a.value_);
  return sine;
}

Interval Cos(const Interval& a) {
  Interval cosine;
  mpfi_cos(cosine.value_, a.value_);
  return cosine;
}

Interval Abs(const Interval& a) {
  Interval magnitude;
  mpfi_abs(magnitude.value_, a.value_);
  return magnitude;
}

}  // namespace collision2d
