#pragma once

#include <array>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/exact_hulls.h"

// The last rung of Levels 2 and 3: the closest points of two disjoint hulls, for pairs whose answer
// in double precision fails its certificate (core_distance3.h). Thin triangles defeat rounding: the
// region that contains the closest point depends on the sign of a number that may be smaller than
// its error, and everything else depends on the region.
namespace collision2d::solid::internal {

// Vertices are rounded to a grid of 2^kExactGridBits cells across the largest coordinate M. A
// coordinate above 2^-64 M is a whole number of cells, so that most pairs do not change; others
// move by less than a cell.
inline constexpr int kExactGridBits = 117;

// Bound on the error of the distance and of the weights that follow from the grid, relative to M:
// each coordinate of a and of b moves by at most 2^-117 M, and a point of the CSO by twice that in
// three coordinates.
inline constexpr double kExactGridError = 0x1p-115;

// The closest points of a and b: the sums of the vertices by their weights.
struct ExactClosest3 {
  int size = 0;  // Pairs of vertices, 1 to 3 or, if kTouching, 4; their CSO points are affinely independent.
  std::array<int, 4> vertex_a = {0, 0, 0, 0};
  std::array<int, 4> vertex_b = {0, 0, 0, 0};
  std::array<double, 4> weight = {0.0, 0.0, 0.0, 0.0};  // > 0; each has a relative error of at most 8 u.
  // Unit vector from b to a, i.e. from the origin to the CSO. Within 8 u, plus its rotation by the
  // grid. kTouching: zero.
  Vec3 direction;
  // m. Relative error at most 8 u.
  double distance_m = 0.0;
  int rounds = 0;
};

// Runs GJK on integers, from the support point against `start`, which is any nonzero vector. Every
// decision is exact. REQUIRES: finite coordinates of at most 2^200 m, not all of them zero. Returns
//   kApart      the closest points were found;
//   kTouching   on the grid the hulls have a common point, given by the weights: they are
//               nearer than kExactGridError;
//   kUndecided  the bound on rounds was reached. Never observed: a defect.
// O(k (n + m)) operations in double precision for k rounds, and in each round a few hundred on up
// to 512 bits: some 5 us a round. No allocation; 3 KiB of stack. Source: docs/solid.md, "Level 2".
Relation FindExactClosest(const HullVertices& a, const HullVertices& b, const Vec3& start, ExactClosest3* closest);

// Returns the weights of the point nearest to the origin of the triangle of the differences on_a[i]
// - on_b[i], each with a relative error of at most 8 u; unused corners have weight 0. The triangle
// may be a segment or a point.
std::array<double, 3> ExactWeightsOfTriangle(const std::array<Vec3, 3>& on_a, const std::array<Vec3, 3>& on_b);

}  // namespace collision2d::solid::internal
