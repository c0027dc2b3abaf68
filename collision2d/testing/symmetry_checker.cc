#include "collision2d/testing/symmetry_checker.h"

#include <cmath>
#include <initializer_list>
#include <limits>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/hex_format.h"

namespace collision2d {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

AssertionResult WithinIsSymmetric(const ConvexPolygon& a, const ConvexPolygon& b, double distance_m) {
  for (const double limit_m : {0.0, 0.5 * distance_m, std::nextafter(distance_m, 0.0), distance_m, 2.0 * distance_m,
                               std::numeric_limits<double>::infinity()}) {
    if (DistanceWithin(a, b, limit_m) != DistanceWithin(b, a, limit_m)) {
      return AssertionFailure() << "DistanceWithin differs for the limit " << limit_m;
    }
  }
  return AssertionSuccess();
}

AssertionResult SeparationIsSymmetric(const ConvexPolygon& a, const ConvexPolygon& b) {
  const Separation ab = ComputeSeparation(a, b);
  const Separation ba = ComputeSeparation(b, a);
  if (ab.status != ba.status) return AssertionFailure() << "the status differs";
  if (!(ab.signed_distance_m == ba.signed_distance_m)) {
    return AssertionFailure() << "signed_distance_m differs by " << ab.signed_distance_m - ba.signed_distance_m;
  }
  const bool equal_shapes = a.vertices() == b.vertices() && a.radius_m() == b.radius_m();
  const Vec2 expected_witness_a = equal_shapes ? ab.witness_a : ab.witness_b;
  const Vec2 expected_witness_b = equal_shapes ? ab.witness_b : ab.witness_a;
  const Vec2 expected_direction = equal_shapes ? ab.direction : -ab.direction;
  if (!(ba.witness_a == expected_witness_a)) {
    return AssertionFailure() << "a witness differs: " << HexFormat(expected_witness_a) << " and "
                              << HexFormat(ba.witness_a);
  }
  if (!(ba.witness_b == expected_witness_b)) {
    return AssertionFailure() << "a witness differs: " << HexFormat(expected_witness_b) << " and "
                              << HexFormat(ba.witness_b);
  }
  if (!(ba.direction == expected_direction)) {
    return AssertionFailure() << "the direction differs: " << HexFormat(expected_direction) << " and "
                              << HexFormat(ba.direction);
  }
  return AssertionSuccess();
}

AssertionResult Judge(const ConvexPolygon& a, const ConvexPolygon& b) {
  if (Collides(a, b) != Collides(b, a)) return AssertionFailure() << "Collides differs";
  const double ab_m = Distance(a, b);
  const double ba_m = Distance(b, a);
  if (!(ab_m == ba_m)) {
    return AssertionFailure() << "Distance differs by " << ab_m - ba_m;
  }
  if (AssertionResult result = WithinIsSymmetric(a, b, ab_m); !result) return result;
  return SeparationIsSymmetric(a, b);
}

}  // namespace

AssertionResult AnswersAreSymmetric(const ConvexPolygon& a, const ConvexPolygon& b) {
  AssertionResult result = Judge(a, b);
  if (result) return result;
  return result << "\na = " << HexFormat(a) << "\nb = " << HexFormat(b);
}

}  // namespace collision2d
