#include "collision2d/testing/compare_dot.h"

#include <cmath>

namespace collision2d {

int CompareDot(Vec2 direction, Vec2 from, Vec2 to, const mpq_class& bound) {
  // Double precision is tried first and decides most cases. Its error: two roundings of each
  // product, one of the sum, one of the difference, and the truncation of the bound: below 8 units
  // of 2^-53. Underflow loses less than 2^-1070.
  const double x = direction.x * (to.x - from.x);
  const double y = direction.y * (to.y - from.y);
  const double difference = x + y - bound.get_d();
  const double error = 0x1p-50 * (std::abs(x) + std::abs(y) + std::abs(bound.get_d())) + 0x1p-1070;
  if (std::abs(difference) > error) return difference > 0.0 ? 1 : -1;
  const mpq_class exact = mpq_class(direction.x) * (mpq_class(to.x) - mpq_class(from.x)) +
                          mpq_class(direction.y) * (mpq_class(to.y) - mpq_class(from.y)) - bound;
  return sgn(exact);
}

}  // namespace collision2d
