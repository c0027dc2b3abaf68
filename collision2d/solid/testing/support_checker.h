#pragma once

#include <cmath>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/testing/random.h"
#include "gtest/gtest.h"

// Checks of the contract in support_mapping.h for any shape.
namespace collision2d::solid {

// Returns directions of norms about 1: along the axes and the diagonals, almost along those, and
// `random_count` others.
std::vector<Vec3> TestDirections(int random_count, Random* random);

// Returns the largest d . (v - p) over all vertices v, computed exactly, then rounded: 0 if p is a
// support point.
double ExactRise(const std::vector<Vec3>& vertices, const Vec3& p, const Vec3& direction);

std::ostream& operator<<(std::ostream& out, const Vec3& v);

template <typename Shape>
std::vector<Vec3> VerticesOf(const Shape& shape) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < shape.num_vertices(); ++i) vertices.push_back(shape.vertex(i));
  return vertices;
}

// What Create says to input that it refuses.
struct BadInput {
  absl::Status status;
  std::string message;
};

inline void ExpectRefused(const BadInput& bad) {
  EXPECT_EQ(bad.status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(bad.status.message(), bad.message);
}

// A set given by formulas that share nothing with the shape's code.
struct ClosedForm {
  // The largest direction . p of the set, for a unit vector.
  std::function<double(const Vec3& unit)> support_value;
  // m. How far p is outside the set; not positive inside.
  std::function<double(const Vec3& p)> excess_m;
};

// Checks that a direction scaled by a power of two has the same support point, and that no support
// point exceeds the magnitude.
template <typename Shape>
void ExpectScaleFree(const Shape& shape, const std::vector<Vec3>& directions) {
  for (const Vec3& d : directions) {
    typename Shape::Hint hint{};
    const Vec3 expected = shape.Support(d, &hint);
    EXPECT_LE(NormInfinity(expected), shape.Magnitude()) << d;
    // No coordinate of these directions has bits below 2^-700, unless it is 0.
    for (const int exponent : {-300, -120, -60, 60, 120, 300, 1020}) {
      typename Shape::Hint cold{};
      EXPECT_EQ(shape.Support(std::ldexp(1.0, exponent) * d, &cold), expected) << d << " * 2^" << exponent;
    }
  }
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}, Vec3{-1, 2, 0.5}, Vec3{3, -1, -2}}) {
    typename Shape::Hint hint{};
    const Vec3 expected = shape.Support(axis, &hint);
    for (const int exponent : {-1070, -1000, -540, 540, 1000, 1022}) {
      typename Shape::Hint cold{};
      EXPECT_EQ(shape.Support(std::ldexp(1.0, exponent) * axis, &cold), expected) << axis << " * 2^" << exponent;
    }
  }
}

// Checks that every support point is one of the vertices, to the bit except for the sign of a zero,
// and within error_m * |direction|_1 of the best of them, computed exactly; also with a hint left
// by any other direction.
template <typename Shape>
void ExpectVertexSupport(const Shape& shape, double error_m, const std::vector<Vec3>& directions) {
  static_assert(kIsVertexHull<Shape>);
  const std::vector<Vec3> vertices = VerticesOf(shape);
  typename Shape::Hint warm{};
  for (const Vec3& d : directions) {
    typename Shape::Hint cold{};
    for (const Vec3& p : {shape.Support(d, &cold), shape.Support(d, &warm)}) {
      bool is_vertex = false;
      for (const Vec3& v : vertices) is_vertex = is_vertex || v == p;
      EXPECT_TRUE(is_vertex) << d;
      const double rise_m = ExactRise(vertices, p, d);
      EXPECT_LE(rise_m, error_m * Norm1(d)) << d;
      EXPECT_LE(rise_m, kSupportMappingError * Norm1(d) * shape.Magnitude()) << d;
    }
    // The centre is inside: no direction in which it is above all vertices.
    EXPECT_GE(ExactRise(vertices, shape.Center(), d), -error_m * Norm1(d)) << d;
  }
  for (const Vec3& v : vertices) EXPECT_LE(NormInfinity(v), shape.Magnitude());
  ExpectScaleFree(shape, directions);
}

// Checks that every support point is within error_m of the set, and its height within error_m of
// the closed form's value.
template <typename Shape>
void ExpectClosedForm(const Shape& shape, const ClosedForm& form, double error_m, const std::vector<Vec3>& directions) {
  typename Shape::Hint warm{};
  for (const Vec3& d : directions) {
    const double norm = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    const Vec3 unit{d.x / norm, d.y / norm, d.z / norm};
    typename Shape::Hint cold{};
    for (const Vec3& p : {shape.Support(d, &cold), shape.Support(d, &warm)}) {
      const double value = unit.x * p.x + unit.y * p.y + unit.z * p.z;
      EXPECT_NEAR(value, form.support_value(unit), error_m) << d;
      EXPECT_NEAR(value, form.support_value(unit), kSupportMappingError * Norm1(unit) * shape.Magnitude()) << d;
      EXPECT_LE(form.excess_m(p), error_m) << d;
    }
    EXPECT_LE(std::abs(form.support_value(unit)), std::sqrt(3.0) * shape.Magnitude()) << d;
  }
  EXPECT_LE(form.excess_m(shape.Center()), error_m);
  ExpectScaleFree(shape, directions);
}

}  // namespace collision2d::solid
