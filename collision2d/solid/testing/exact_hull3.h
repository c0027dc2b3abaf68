#pragma once

#include <gmpxx.h>

#include <array>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/integer_vec3.h"

namespace collision2d::solid {

// The convex hull of points with integer coordinates of any size, by exact signs: incremental,
// testing every facet for every point. Shares no code with the library's own hull.
//
// A point in a facet's plane does not see the facet, so facets with more than three vertices are
// stored as several triangles. No triangle is degenerate: a point on the line of a horizon edge
// would be in the planes of both its facets, and would see neither.
// O(n * number of facets).
class ExactHull3 {
 public:
  struct Facet {
    std::array<int, 3> vertices;    // Counter-clockwise from outside.
    IntegerVec3<mpz_class> normal;  // Outward; (v1 - v0) x (v2 - v0).
    mpz_class offset;               // normal . p for the points of the facet's plane.
  };

  // Repeated points are legal.
  // REQUIRES: not empty.
  explicit ExactHull3(std::vector<IntegerVec3<mpz_class>> points);

  // Dimension of the affine hull: 0 to 3.
  int dimension() const { return dimension_; }
  // Empty unless the dimension is 3.
  const std::vector<Facet>& facets() const { return facets_; }

 private:
  // Rounded values of a facet and a point, for the sign of their distance if rounding leaves it
  // clear.
  struct Rounded {
    Vec3 vector;
    double offset = 0.0;
  };

  // Sets dimension_ and returns the indices of dimension_ + 1 affinely independent points.
  std::array<int, 4> FindFirstSimplex();
  void AddFacet(int i, int j, int k);
  void AddPoint(int i);
  // Returns 1 if the point is strictly outside the facet, 0 if on its plane, -1 if behind it.
  int Side(size_t facet, int point) const;

  std::vector<IntegerVec3<mpz_class>> points_;
  std::vector<Vec3> rounded_points_;
  bool filtered_ = true;  // Whether all numbers are small enough to be rounded to doubles.
  int dimension_ = 0;
  std::vector<Facet> facets_;
  std::vector<Rounded> rounded_facets_;
};

// The points, multiplied by 2^-exponent, as integers.
// REQUIRES: 2^exponent divides all coordinates; see double_bits.h.
std::vector<IntegerVec3<mpz_class>> ScaledToIntegers(absl::Span<const Vec3> points, int exponent);

// Returns the triangles of the hull of points, counter-clockwise from outside; none if the points
// are in a plane.
std::vector<std::array<int, 3>> ExactHullTriangles(absl::Span<const Vec3> points);

}  // namespace collision2d::solid
