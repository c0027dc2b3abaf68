#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

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

// A closed axis-aligned box. A default-constructed box is empty.
struct Aabb2 {
  Vec2 min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  constexpr bool empty() const { return !(min.x <= max.x && min.y <= max.y); }

  // Grows the box to contain p.
  void Extend(Vec2 p) {
    min = {std::min(min.x, p.x), std::min(min.y, p.y)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y)};
  }

  // Grows the box to contain `other`; an empty `other` changes nothing.
  void Extend(const Aabb2& other) {
    min = {std::min(min.x, other.min.x), std::min(min.y, other.min.y)};
    max = {std::max(max.x, other.max.x), std::max(max.y, other.max.y)};
  }

  // Returns the box with every side moved outward by margin_m >= 0. An empty box stays empty.
  constexpr Aabb2 Inflated(double margin_m) const {
    return {{min.x - margin_m, min.y - margin_m}, {max.x + margin_m, max.y + margin_m}};
  }

  constexpr bool Contains(Vec2 p) const { return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y; }

  // Returns true if the boxes share a point; touching counts.
  friend constexpr bool Overlap(const Aabb2& a, const Aabb2& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
  }

  // Returns the centre of the box. REQUIRES: the box is not empty.
  constexpr Vec2 center() const { return {0.5 * min.x + 0.5 * max.x, 0.5 * min.y + 0.5 * max.y}; }
};

}  // namespace collision2d
