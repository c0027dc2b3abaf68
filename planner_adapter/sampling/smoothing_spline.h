#ifndef COLLISION2D_PLANNER_ADAPTER_SAMPLING_SMOOTHING_SPLINE_H_
#define COLLISION2D_PLANNER_ADAPTER_SAMPLING_SMOOTHING_SPLINE_H_

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {

// A point of a spline and its derivatives with respect to the parameter.
struct SplinePoint {
  Vec2 position;
  Vec2 first;
  Vec2 second;
  Vec2 third;  // Jumps at the knots; there it is that of the requested segment.
};

// A natural cubic smoothing spline in the plane: the curve g that minimises
//
//   sum_i w_i |points[i] - g(t_i)|^2 + smoothing_length^4 * integral |g''(t)|^2 dt,
//
// where t_i is the length of the polyline up to point i and w_i half the length of the two edges at it. With these
// weights the curve does not depend on how densely the points are spaced: a wave of length 2 pi L in them is damped by
// the factor 1 / (1 + (smoothing_length / L)^4). Noise between points that are much closer than smoothing_length
// disappears, while points further apart than that are approximated closely. The curve is twice continuously
// differentiable and straight at both ends.
// Source: Reinsch 1967, "Smoothing by spline functions"; Green and Silverman 1994, section 2.3.
class SmoothingSpline {
 public:
  // REQUIRES: at least two points; neighbours differ; everything finite; smoothing_length_m > 0.
  // O(n). The rounding error grows with smoothing_length / shortest edge; at a ratio of 100 at least eight digits
  // remain.
  SmoothingSpline(absl::Span<const Vec2> points, double smoothing_length_m);

  int num_segments() const { return static_cast<int>(knots_.size()) - 1; }

  // Returns the parameter in m at the beginning of segment i; for i = num_segments(), at the end of the last one.
  // Strictly increasing.
  double knot(int i) const { return knots_[i]; }

  // REQUIRES: 0 <= segment < num_segments(); t should be within the segment.
  SplinePoint Evaluate(int segment, double t) const;

 private:
  std::vector<double> knots_;
  std::vector<Vec2> values_;   // g(t_i).
  std::vector<Vec2> seconds_;  // g''(t_i).
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SAMPLING_SMOOTHING_SPLINE_H_
