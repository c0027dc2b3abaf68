#ifndef COLLISION2D_PLANNER_ADAPTER_SAMPLING_POLYNOMIAL_H_
#define COLLISION2D_PLANNER_ADAPTER_SAMPLING_POLYNOMIAL_H_

#include <array>

namespace collision2d::planner {

// A value with its first and second derivative: the conditions on a polynomial at one end.
struct BoundaryState {
  double value = 0.0;
  double first = 0.0;
  double second = 0.0;
};

// A polynomial of degree at most five in x, stored by its coefficients: sum of c[k] x^k.
class Polynomial {
 public:
  constexpr Polynomial() = default;
  constexpr explicit Polynomial(const std::array<double, 6>& coefficients) : c_(coefficients) {}

  constexpr double Value(double x) const {
    return c_[0] + x * (c_[1] + x * (c_[2] + x * (c_[3] + x * (c_[4] + x * c_[5]))));
  }
  constexpr double First(double x) const {
    return c_[1] + x * (2.0 * c_[2] + x * (3.0 * c_[3] + x * (4.0 * c_[4] + x * 5.0 * c_[5])));
  }
  constexpr double Second(double x) const {
    return 2.0 * c_[2] + x * (6.0 * c_[3] + x * (12.0 * c_[4] + x * 20.0 * c_[5]));
  }
  constexpr double Third(double x) const { return 6.0 * c_[3] + x * (24.0 * c_[4] + x * 60.0 * c_[5]); }

 private:
  std::array<double, 6> c_ = {};
};

// Returns the quintic that is in state `start` at x = 0 and in state `end` at x = length: of all functions that satisfy
// these conditions, the one with the smallest integral of the squared third derivative.
// REQUIRES: length > 0; everything finite.
// Error: rounding only; the conditions at x = 0 are met exactly.
// No allocation.
// Source: Takahashi et al. 1989; Werling et al. 2010, section IV.
Polynomial QuinticBetween(const BoundaryState& start, const BoundaryState& end, double length);

// Returns the quartic that is in state `start` at x = 0 and has the given derivatives at x = length, where its value is
// free: again the function with the smallest integral of the squared third derivative.
// REQUIRES: as QuinticBetween.
// Source: Werling et al. 2010, section V (velocity keeping).
Polynomial QuarticToDerivatives(const BoundaryState& start, double end_first, double end_second, double length);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SAMPLING_POLYNOMIAL_H_
