#pragma once

#include <mpfi.h>

#include <utility>

namespace collision2d {

// A closed interval whose ends have kIntervalBits bits. Every operation encloses all results for
// real numbers within its operands. Its storage is reused from a pool of the thread, so that
// temporaries need no allocation.
class Interval {
 public:
  static constexpr int kIntervalBits = 128;

  // The number itself, exactly; 0 by default.
  // Implicit, so that formulas may have constants.
  Interval(double value = 0.0);
  // All of [low, high].
  static Interval Between(double low, double high);
  // All of [-magnitude, magnitude]. REQUIRES: magnitude >= 0.
  static Interval Within(double magnitude) { return Between(-magnitude, magnitude); }

  Interval(const Interval& other);
  Interval(Interval&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  Interval& operator=(const Interval& other);
  Interval& operator=(Interval&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Interval();

  Interval& operator+=(const Interval& other);
  Interval& operator-=(const Interval& other);
  Interval& operator*=(const Interval& other);
  Interval& operator/=(const Interval& other);

  friend Interval operator+(Interval a, const Interval& b) { return std::move(a += b); }
  friend Interval operator-(Interval a, const Interval& b) { return std::move(a -= b); }
  friend Interval operator*(Interval a, const Interval& b) { return std::move(a *= b); }
  // REQUIRES: b does not contain 0.
  friend Interval operator/(Interval a, const Interval& b) { return std::move(a /= b); }

  // Lower and upper bounds as doubles.
  double lower() const;
  double upper() const;
  double middle() const;

  // True if every number of the interval is.
  bool IsPositive() const { return mpfi_is_strictly_pos(value_) > 0; }
  bool IsAtMostZero() const { return mpfi_is_nonpos(value_) > 0; }

  friend Interval Sqrt(const Interval& a);
  friend Interval Square(const Interval& a);
  friend Interval Sin(const Interval& a);
  friend Interval Cos(const Interval& a);
  // All magnitudes of numbers of a.
  friend Interval Abs(const Interval& a);

 private:
  template <auto kFunction>
  static Interval Of(const Interval& a) {
    Interval result;
    kFunction(result.value_, a.value_);
    return result;
  }

  // Null once it has been moved from.
  mpfi_ptr value_;
};

// A vector of the plane.
struct IntervalVec2 {
  Interval x;
  Interval y;

  friend IntervalVec2 operator+(const IntervalVec2& a, const IntervalVec2& b) { return {a.x + b.x, a.y + b.y}; }
  friend IntervalVec2 operator-(const IntervalVec2& a, const IntervalVec2& b) { return {a.x - b.x, a.y - b.y}; }
  friend IntervalVec2 operator*(const Interval& s, const IntervalVec2& a) { return {s * a.x, s * a.y}; }
};

inline Interval Dot(const IntervalVec2& a, const IntervalVec2& b) { return a.x * b.x + a.y * b.y; }
inline Interval Cross(const IntervalVec2& a, const IntervalVec2& b) { return a.x * b.y - a.y * b.x; }
// `a` turned by the angle with this cosine and sine.
inline IntervalVec2 Rotated(const Interval& cos, const Interval& sin, const IntervalVec2& a) {
  return {cos * a.x - sin * a.y, sin * a.x + cos * a.y};
}

}  // namespace collision2d
