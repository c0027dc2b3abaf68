#pragma once

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/big_float.h"

namespace collision2d {

// The signed distance of two strictly convex hulls, in BigFloat and by brute force, at small
// displacements of one of them: its derivatives are difference quotients. Shares no code with the
// queries that it judges.
//
// The signed distance is the largest gap along the normals of all edges, if that is negative, and
// otherwise the least distance of any vertex from any edge or vertex of the other hull. O(n m)
// operations for each displacement.
class GradientOracle {
 public:
  // Hull b is posed without rounding: by the numbers of a_from_b as they are. b_moves: otherwise a
  // does, about the query frame's origin.
  GradientOracle(absl::Span<const Vec2> a, absl::Span<const Vec2> b, const Pose2& a_from_b, bool b_moves);

  double SignedDistance() const { return at_rest_.ToDouble(); }

  // (s(x + step) - s(x)) / step of the moving hull's x, y or yaw; a negative step gives the left
  // derivative.
  struct Direction {
    double x;
    double y;
    double yaw;
  };
  double Quotient(const Direction& direction, double step) const;
  // The same extrapolated from `step` and half of it: the error is quadratic in the step.
  double Extrapolated(const Direction& direction, double step) const;
  // (s(x + step) - s(x - step)) / (2 step).
  double Central(const Direction& direction, double step) const;

 private:
  struct Point {
    BigFloat x;
    BigFloat y;
  };
  using Ring = std::vector<Point>;

  BigFloat Displaced(const Direction& direction, const BigFloat& step) const;
  static BigFloat SignedDistanceOf(const Ring& a, const Ring& b);
  static void AddGaps(const Ring& owner, const Ring& other, bool* is_first, BigFloat* widest);
  static void AddDistances(const Ring& owner, const Ring& other, bool* is_first, BigFloat* least_sq);

  Ring a_;
  Ring b_;
  Point center_;
  bool b_moves_;
  BigFloat at_rest_;
};

}  // namespace collision2d
