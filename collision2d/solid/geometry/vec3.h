#ifndef COLLISION2D_SOLID_GEOMETRY_VEC3_H_
#define COLLISION2D_SOLID_GEOMETRY_VEC3_H_

#include <algorithm>
#include <cmath>

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

// Returns a power of two by which a vector is scaled before it is squared, so that nothing underflows or overflows.
constexpr double SquaringScale(double norm_sq) {
  if (norm_sq > 0x1p-900 && norm_sq < 0x1p1000) return 1.0;
  return norm_sq < 1.0 ? 0x1p600 : 0x1p-600;
}

}  // namespace internal

// Euclidean length, within 2 units of roundoff. Not std::hypot: its bits differ between C libraries.
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

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_GEOMETRY_VEC3_H_
