#ifndef COLLISION2D_GEOMETRY_VEC2_H_
#define COLLISION2D_GEOMETRY_VEC2_H_

#include <cmath>

#include "collision2d/code_generation.h"

namespace collision2d {

// A point or a vector of the plane, in metres unless a name says otherwise.
struct Vec2 {
  double x = 0.0;
  double y = 0.0;

  friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
  friend constexpr Vec2 operator*(double s, Vec2 a) { return {s * a.x, s * a.y}; }
  friend constexpr bool operator==(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }
  friend constexpr bool operator!=(Vec2 a, Vec2 b) { return !(a == b); }
};

constexpr double Dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }

// The scalar cross product: positive if b lies counter-clockwise of a.
constexpr double Cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

constexpr double NormSquared(Vec2 a) { return Dot(a, a); }

// Returns |x| + |y|, which is at least the length and at most sqrt(2) times it. It needs no square
// that could underflow.
inline double Norm1(Vec2 a) { return std::abs(a.x) + std::abs(a.y); }

namespace internal {

// Returns a power of two by which to scale a vector before squaring it, so that nothing underflows
// or overflows.
constexpr double SquaringScale(double norm_sq) {
  if (norm_sq > 0x1p-900 && norm_sq < 0x1p1000) return 1.0;
  return norm_sq < 1.0 ? 0x1p600 : 0x1p-600;
}

}  // namespace internal

// Returns the Euclidean length, within 2 units of roundoff. Does not use std::hypot, whose bits
// differ between C libraries.
inline double Norm(Vec2 a) {
  const double scale = internal::SquaringScale(NormSquared(a));
  return std::sqrt(NormSquared(scale * a)) / scale;
}

// Returns the unit vector along a.
// REQUIRES: a is not zero.
inline Vec2 Normalized(Vec2 a) {
  const Vec2 scaled = internal::SquaringScale(NormSquared(a)) * a;
  const double norm = std::sqrt(NormSquared(scaled));
  return {scaled.x / norm, scaled.y / norm};
}

// Returns a turned by 90 degrees counter-clockwise.
constexpr Vec2 PerpendicularLeft(Vec2 a) { return {-a.y, a.x}; }

namespace internal {

// Orders points by x, then y: points on one line are in their order along it.
constexpr bool LexicographicallyLess(Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

}  // namespace internal
}  // namespace collision2d

#endif  // COLLISION2D_GEOMETRY_VEC2_H_
