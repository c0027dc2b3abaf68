#include "planner_adapter/sampling/polynomial.h"

#include "absl/base/macros.h"

namespace collision2d::planner {

// With u = x / length the end conditions are equations in c[3], c[4], c[5] with small integer coefficients, whose
// solution is written out; the powers of `length` are restored at the end. `value`, `first` and `second` are the
// differences at u = 1 between the end conditions and the quadratic through `start`.
Polynomial QuinticBetween(const BoundaryState& start, const BoundaryState& end, double length) {
  ABSL_ASSERT(length > 0.0);
  const double value = end.value - (start.value + length * (start.first + 0.5 * length * start.second));
  const double first = (end.first - (start.first + length * start.second)) * length;
  const double second = (end.second - start.second) * length * length;
  const double length3 = length * length * length;
  return Polynomial({start.value, start.first, 0.5 * start.second,
                     (10.0 * value - 4.0 * first + 0.5 * second) / length3,
                     (-15.0 * value + 7.0 * first - second) / (length3 * length),
                     (6.0 * value - 3.0 * first + 0.5 * second) / (length3 * length * length)});
}

Polynomial QuarticToDerivatives(const BoundaryState& start, double end_first, double end_second, double length) {
  ABSL_ASSERT(length > 0.0);
  const double first = (end_first - (start.first + length * start.second)) * length;
  const double second = (end_second - start.second) * length * length;
  const double length3 = length * length * length;
  return Polynomial({start.value, start.first, 0.5 * start.second, (first - second / 3.0) / length3,
                     (-0.5 * first + 0.25 * second) / (length3 * length), 0.0});
}

}  // namespace collision2d::planner
