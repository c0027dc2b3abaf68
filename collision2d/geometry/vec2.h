#ifndef COLLISION2D_GEOMETRY_VEC2_H_
#define COLLISION2D_GEOMETRY_VEC2_H_

#include <cmath>

namespace collision2d {

// A point or a vector of the plane; metres unless a name says otherwise.
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

// Euclidean length; does not underflow or overflow where the result does not.
inline double Norm(Vec2 a) { return std::hypot(a.x, a.y); }

// a turned by 90 degrees counter-clockwise.
constexpr Vec2 PerpendicularLeft(Vec2 a) { return {-a.y, a.x}; }

// Order by x, then y: along any line, the order of the points on it.
constexpr bool LexicographicallyLess(Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

}  // namespace collision2d

#endif  // COLLISION2D_GEOMETRY_VEC2_H_
