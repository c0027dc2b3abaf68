#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/code_generation.h"

// Vectors, points and axis-aligned boxes in space.
namespace collision2d::solid {

// A point or a vector in space; metres unless a name says otherwise.
struct Vec3 {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;

  friend constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vec3 operator*(double s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
  friend constexpr bool operator==(const Vec3& a, const Vec3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
  friend constexpr bool operator!=(const Vec3& a, const Vec3& b) { return !(a == b); }
};

constexpr double Dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

constexpr Vec3 Cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

constexpr double NormSquared(const Vec3& a) { return Dot(a, a); }

// |x| + |y| + |z|.
inline double Norm1(const Vec3& a) { return std::abs(a.x) + std::abs(a.y) + std::abs(a.z); }

// The largest of |x|, |y|, |z|.
inline double NormInfinity(const Vec3& a) { return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)}); }

namespace internal {

// Returns a power of two by which a vector is scaled before it is squared, so that nothing
// underflows or overflows.
constexpr double SquaringScale(double norm_sq) {
  if (norm_sq > 0x1p-900 && norm_sq < 0x1p1000) return 1.0;
  return norm_sq < 1.0 ? 0x1p600 : 0x1p-600;
}

}  // namespace internal

// Euclidean length, within 2 units of roundoff. Not std::hypot: its bits differ between C
// libraries.
inline double Norm(const Vec3& a) {
  const double norm_sq = NormSquared(a);
  const double scale = internal::SquaringScale(norm_sq);
  // The usual case, which needs no division.
  if (scale == 1.0) return std::sqrt(norm_sq);
  return std::sqrt(NormSquared(scale * a)) / scale;
}

// Returns the unit vector along a.
// REQUIRES: a is not zero.
inline Vec3 Normalized(const Vec3& a) {
  const Vec3 scaled = internal::SquaringScale(NormSquared(a)) * a;
  const double norm = std::sqrt(NormSquared(scaled));
  return {scaled.x / norm, scaled.y / norm, scaled.z / norm};
}

inline bool IsFinite(const Vec3& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

// A closed axis-aligned box; a default-constructed box is empty.
struct Aabb3 {
  Vec3 min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
           std::numeric_limits<double>::infinity()};
  Vec3 max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
           -std::numeric_limits<double>::infinity()};

  constexpr bool empty() const { return !(min.x <= max.x && min.y <= max.y && min.z <= max.z); }

  // Grows the box to contain p.
  void Extend(const Vec3& p) {
    min = {std::min(min.x, p.x), std::min(min.y, p.y), std::min(min.z, p.z)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
  }

  // Grows the box to contain `other`; an empty `other` changes nothing.
  void Extend(const Aabb3& other) {
    min = {std::min(min.x, other.min.x), std::min(min.y, other.min.y), std::min(min.z, other.min.z)};
    max = {std::max(max.x, other.max.x), std::max(max.y, other.max.y), std::max(max.z, other.max.z)};
  }

  // The box with every side moved outward by margin_m >= 0; an empty box stays empty.
  constexpr Aabb3 Inflated(double margin_m) const {
    return {{min.x - margin_m, min.y - margin_m, min.z - margin_m},
            {max.x + margin_m, max.y + margin_m, max.z + margin_m}};
  }

  constexpr bool Contains(const Vec3& p) const {
    return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y && min.z <= p.z && p.z <= max.z;
  }

  // True if the boxes share a point; touching counts.
  friend constexpr bool Overlap(const Aabb3& a, const Aabb3& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z &&
           b.min.z <= a.max.z;
  }

  // The middle of a box that is not empty.
  constexpr Vec3 center() const { return 0.5 * min + 0.5 * max; }
};

}  // namespace collision2d::solid
