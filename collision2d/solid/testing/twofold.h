#pragma once

#include <cmath>

#include "collision2d/solid/geometry/vec3.h"

// 106-bit numbers, each the sum of two doubles, for references that judge millions of pairs; shares
// nothing with the arithmetic of the queries. No allocation; a product takes some 5 ns. Only for
// numbers about 1: underflow is not handled.
namespace collision2d::solid {

struct Twofold {
  double high = 0.0;
  double low = 0.0;

  Twofold() = default;
  Twofold(double value) : high(value) {}  // NOLINT: doubles convert implicitly.
  Twofold(double high_part, double low_part) : high(high_part), low(low_part) {}

  // Returns the sum of two doubles, exactly (Knuth, TAOCP 2, 4.2.2, Theorem B).
  static Twofold Sum(double a, double b) {
    const double sum = a + b;
    const double b_part = sum - a;
    const double a_part = sum - b_part;
    return {sum, (a - a_part) + (b - b_part)};
  }

  // Returns the product of two doubles, exactly, by Veltkamp's splitting (Dekker).
  static Twofold Product(double a, double b) {
    const double a_scaled = 134217729.0 * a;
    const double a1 = a_scaled - (a_scaled - a);
    const double a2 = a - a1;
    const double b_scaled = 134217729.0 * b;
    const double b1 = b_scaled - (b_scaled - b);
    const double b2 = b - b1;
    const double product = a * b;
    return {product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2)};
  }

  Twofold Renormalized() const {
    const double sum = high + low;
    return {sum, low - (sum - high)};
  }

  friend Twofold operator-(const Twofold& a) { return {-a.high, -a.low}; }
  friend Twofold operator+(const Twofold& a, const Twofold& b) {
    const Twofold of_high = Sum(a.high, b.high);
    const Twofold of_low = Sum(a.low, b.low);
    const Twofold sum = Twofold(of_high.high, of_high.low + of_low.high).Renormalized();
    return Twofold(sum.high, sum.low + of_low.low).Renormalized();
  }
  friend Twofold operator-(const Twofold& a, const Twofold& b) { return a + -b; }
  friend Twofold operator*(const Twofold& a, const Twofold& b) {
    const Twofold of_high = Product(a.high, b.high);
    return Twofold(of_high.high, of_high.low + (a.high * b.low + a.low * b.high)).Renormalized();
  }
  friend Twofold operator/(const Twofold& a, const Twofold& b) {
    const double quotient = a.high / b.high;
    const Twofold rest = a - b * Twofold(quotient);
    return Twofold(quotient, rest.high / b.high).Renormalized();
  }
  friend bool operator<(const Twofold& a, const Twofold& b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
  }
  friend bool operator>(const Twofold& a, const Twofold& b) { return b < a; }
};

// Returns the root by one Newton step. REQUIRES: a >= 0.
inline Twofold SquareRoot(const Twofold& a) {
  if (!(a.high > 0.0)) return {};
  const double root = std::sqrt(a.high);
  const Twofold rest = a - Twofold::Product(root, root);
  return Twofold(root, rest.high / (2.0 * root)).Renormalized();
}

struct TwofoldVec3 {
  Twofold x;
  Twofold y;
  Twofold z;

  TwofoldVec3() = default;
  TwofoldVec3(const Vec3& v) : x(v.x), y(v.y), z(v.z) {}  // NOLINT: as Twofold.
  TwofoldVec3(const Twofold& x_part, const Twofold& y_part, const Twofold& z_part) : x(x_part), y(y_part), z(z_part) {}

  friend TwofoldVec3 operator+(const TwofoldVec3& a, const TwofoldVec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend TwofoldVec3 operator-(const TwofoldVec3& a, const TwofoldVec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend TwofoldVec3 operator*(const Twofold& s, const TwofoldVec3& a) { return {s * a.x, s * a.y, s * a.z}; }
};

inline Twofold Dot(const TwofoldVec3& a, const TwofoldVec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

inline TwofoldVec3 Cross(const TwofoldVec3& a, const TwofoldVec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline Twofold Norm(const TwofoldVec3& a) { return SquareRoot(Dot(a, a)); }

}  // namespace collision2d::solid
