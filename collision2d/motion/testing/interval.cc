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

Interval::~Interval() {
  if (value_ != nullptr) pool.Return(value_);
}

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

Interval Sqrt(const Interval& a) { return Interval::Of<mpfi_sqrt>(a); }
Interval Square(const Interval& a) { return Interval::Of<mpfi_sqr>(a); }
Interval Sin(const Interval& a) { return Interval::Of<mpfi_sin>(a); }
Interval Cos(const Interval& a) { return Interval::Of<mpfi_cos>(a); }
Interval Abs(const Interval& a) { return Interval::Of<mpfi_abs>(a); }

}  // namespace collision2d
