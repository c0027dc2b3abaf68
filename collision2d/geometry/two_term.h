#ifndef COLLISION2D_GEOMETRY_TWO_TERM_H_
#define COLLISION2D_GEOMETRY_TWO_TERM_H_

namespace collision2d::internal {

// A rounded result and its rounding error: value + error is the exact result.
struct TwoTerm {
  double value;
  double error;
};

// Knuth's sum; exact unless it overflows.
constexpr TwoTerm TwoSum(double a, double b) {
  const double sum = a + b;
  const double b_virtual = sum - a;
  const double a_virtual = sum - b_virtual;
  return {sum, (a - a_virtual) + (b - b_virtual)};
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_GEOMETRY_TWO_TERM_H_
