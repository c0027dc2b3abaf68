#include "collision2d/testing/query_checker.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/testing/hex_format.h"

namespace collision2d {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// m. A subnormal result is rounded to a multiple of the smallest double; a point to one in each
// coordinate.
constexpr double kUnderflowError_m = 4.0 * std::numeric_limits<double>::denorm_min();

// The rounding of a point's coordinates to double.
double CoordinateRounding(Vec2 p) { return 0x1p-52 * std::max(std::abs(p.x), std::abs(p.y)); }

SeparationStatus ExpectedStatus(ExactRelation relation) {
  switch (relation) {
    case ExactRelation::kDisjoint:
      return SeparationStatus::kSeparated;
    case ExactRelation::kTouching:
      return SeparationStatus::kTouching;
    case ExactRelation::kOverlapping:
      break;
  }
  return SeparationStatus::kPenetrating;
}

int Sign(double x) { return (x > 0.0) - (x < 0.0); }

}  // namespace

template <typename... Pose>
QueryChecker::Answers QueryChecker::Ask(const ConvexPolygon& a, const ConvexPolygon& b,
                                        QueryContext::Counters* counters, const Pose&... a_from_b) {
  QueryContext context;
  context.counters = counters;
  Answers answers;
  answers.collides = Collides(a, b, a_from_b..., context);
  answers.distance_m = Distance(a, b, a_from_b..., context);
  answers.separation = ComputeSeparation(a, b, a_from_b..., context);
  const auto within = [&](double limit_m) { return DistanceWithin(a, b, a_from_b..., limit_m, context); };
  answers.within_zero = within(0.0);
  answers.within_infinity = within(kInfinity);
  answers.within_distance = within(answers.distance_m);
  answers.within_less = within(std::nextafter(answers.distance_m, 0.0));
  answers.within_half = within(0.5 * answers.distance_m);
  answers.within_double = within(2.0 * answers.distance_m);
  return answers;
}

AssertionResult QueryChecker::Check(const ConvexPolygon& a, const ConvexPolygon& b) {
  answers_ = Ask(a, b, &counters_);
  posing_m_ = 0.0;
  has_distances_ = DistancesArePromised(a, b);
  AssertionResult result = Judge(a.vertices(), b.vertices());
  if (result && Collides(b, a) != answers_.collides) result = AssertionFailure() << "Collides(b, a) differs";
  if (result) return result;
  return result << "\na = " << HexFormat(a) << "\nb = " << HexFormat(b);
}

AssertionResult QueryChecker::Check(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) {
  answers_ = Ask(a, b, &counters_, a_from_b);
  has_distances_ = DistancesArePromised(a, b, a_from_b);
  posing_m_ = std::abs(a_from_b.translation.x) + std::abs(a_from_b.translation.y) + 2.0 * b.max_coordinate_m();
  AssertionResult result = Judge(a.vertices(), PosedVertices(b, a_from_b));
  if (result) return result;
  return result << "\na = " << HexFormat(a) << "\nb = " << HexFormat(b) << "\na_from_b = " << HexFormat(a_from_b);
}

AssertionResult QueryChecker::Judge(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  extended_ = MeasureExtended(a, b);
  is_exact_ = !extended_.is_certain;
  if (is_exact_) oracle_.SetPair(a, b);
  AssertionResult result = JudgeAll(a, b);
  if (!result && !is_exact_) {
    is_exact_ = true;
    oracle_.SetPair(a, b);
    result = JudgeAll(a, b);
  }
  ++checked_;
  colliding_ += relation() != ExactRelation::kDisjoint;
  judged_exactly_ += is_exact_;
  return result;
}

AssertionResult QueryChecker::JudgeAll(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  if (AssertionResult result = JudgeBooleans(); !result || !has_distances_) return result;
  if (AssertionResult result = JudgeDistances(); !result) return result;
  if (AssertionResult result = JudgeWitnesses(a, b); !result) return result;
  return JudgeDirection(a, b);
}

AssertionResult QueryChecker::JudgeBooleans() const {
  const bool collides = relation() != ExactRelation::kDisjoint;
  const double distance_m = answers_.distance_m;
  if (counters_.limit_hits != 0) return AssertionFailure() << "iteration bound reached";
  if (answers_.collides != collides) return AssertionFailure() << "Collides says " << answers_.collides;
  if ((distance_m == 0.0) != collides) return AssertionFailure() << "Distance is " << distance_m;
  if (answers_.separation.status != ExpectedStatus(relation())) {
    return AssertionFailure() << "status is " << static_cast<int>(answers_.separation.status) << ", expected "
                              << static_cast<int>(ExpectedStatus(relation()));
  }
  const int expected_sign = collides ? (relation() == ExactRelation::kOverlapping ? -1 : 0) : 1;
  if (Sign(answers_.separation.signed_distance_m) != expected_sign) {
    return AssertionFailure() << "signed distance is " << answers_.separation.signed_distance_m << ", expected sign "
                              << expected_sign;
  }
  if (answers_.within_zero != collides) return AssertionFailure() << "DistanceWithin 0 is wrong";
  if (!answers_.within_infinity) return AssertionFailure() << "not within an infinite distance";
  if (!answers_.within_distance) return AssertionFailure() << "not within its Distance, " << distance_m;
  if (!answers_.within_double) return AssertionFailure() << "not within twice its Distance, " << distance_m;
  // Half of the smallest double is 0.
  if (answers_.within_less != collides) return AssertionFailure() << "within less than its Distance, " << distance_m;
  if (answers_.within_half != collides) return AssertionFailure() << "within half its Distance, " << distance_m;
  return AssertionSuccess();
}

// The bound of distance.h: 4 ulp of the pair's size and of what posing rounds.
double QueryChecker::StatedError() const {
  return kDistanceRelativeError * ((is_exact_ ? oracle_.Size() : extended_.size_m) + posing_m_) + kUnderflowError_m;
}

bool QueryChecker::IsWithinStatedError(double signed_distance_m) const {
  if (is_exact_) return oracle_.IsWithinAbsolute(signed_distance_m, StatedError());
  return std::abs(signed_distance_m - extended_.signed_distance_m) + extended_.error_m <= StatedError();
}

AssertionResult QueryChecker::JudgeDistances() const {
  const auto describe = [this](const char* what, double value) {
    if (!is_exact_) return AssertionFailure();
    const double exact_sq = oracle_.relation() == ExactRelation::kOverlapping ? oracle_.DepthSquared().get_d()
                                                                              : oracle_.DistanceSquared().get_d();
    return AssertionFailure() << what << " is " << value << ", exact magnitude " << std::sqrt(exact_sq) << ", error "
                              << (std::abs(value) - std::sqrt(exact_sq)) / (0x1p-52 * oracle_.Size())
                              << " ulp of the size " << oracle_.Size();
  };
  if (answers_.distance_m != 0.0 && !IsWithinStatedError(answers_.distance_m)) {
    return describe("Distance", answers_.distance_m);
  }
  const double signed_distance_m = answers_.separation.signed_distance_m;
  if (!IsWithinStatedError(signed_distance_m)) return describe("signed_distance_m", signed_distance_m);
  return AssertionSuccess();
}

AssertionResult QueryChecker::IsOn(Vec2 point, absl::Span<const Vec2> shape, double error_m) {
  if (!std::isfinite(point.x) || !std::isfinite(point.y)) return AssertionFailure() << "a point is not finite";
  if (!is_exact_) {
    return IsWithinExtended(point, shape, error_m, extended_.error_m) ? AssertionSuccess() : AssertionFailure();
  }
  point_oracle_.SetPair({point}, shape);
  if (point_oracle_.relation() != ExactRelation::kDisjoint) return AssertionSuccess();
  if (point_oracle_.IsWithinAbsolute(0, error_m)) return AssertionSuccess();
  return AssertionFailure() << "the point " << HexFormat(point) << " is "
                            << std::sqrt(point_oracle_.DistanceSquared().get_d()) << " m off its shape, allowed "
                            << error_m;
}

AssertionResult QueryChecker::JudgeWitnesses(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  const Separation& s = answers_.separation;
  const double error_a_m = StatedError() + CoordinateRounding(s.witness_a);
  const double error_b_m = StatedError() + CoordinateRounding(s.witness_b);
  if (AssertionResult on_a = IsOn(s.witness_a, a, error_a_m); !on_a) return on_a << "; it is witness_a";
  if (AssertionResult on_b = IsOn(s.witness_b, b, error_b_m); !on_b) return on_b << "; it is witness_b";
  const Vec2 connection = s.witness_b - s.witness_a;
  const double mismatch_m = Norm(connection - s.signed_distance_m * s.direction);
  if (!(mismatch_m <= error_a_m + error_b_m)) {
    return AssertionFailure() << "witnesses miss signed_distance_m * direction by " << mismatch_m << " m, allowed "
                              << error_a_m + error_b_m;
  }
  return AssertionSuccess();
}

AssertionResult QueryChecker::JudgeDirection(absl::Span<const Vec2> a, absl::Span<const Vec2> b) const {
  const Separation& s = answers_.separation;
  if (!(std::abs(NormSquared(s.direction) - 1.0) <= 0x1p-50)) {
    return AssertionFailure() << "direction " << HexFormat(s.direction) << " is not a unit vector";
  }
  // Along the direction, a ends at witness_a and b begins at witness_b; therefore the shapes are
  // apart, or b is free once moved. Differences are taken first, so that coordinates far from the
  // origin cost no accuracy.
  double beyond_a_m = 0.0;
  double before_b_m = 0.0;
  for (const Vec2 p : a) beyond_a_m = std::max(beyond_a_m, Dot(s.direction, p - s.witness_a));
  for (const Vec2 q : b) before_b_m = std::max(before_b_m, Dot(s.direction, s.witness_b - q));
  const double error_m = 4.0 * StatedError() + CoordinateRounding(s.witness_a) + CoordinateRounding(s.witness_b);
  if (beyond_a_m <= error_m && before_b_m <= error_m) return AssertionSuccess();
  return AssertionFailure() << "direction " << HexFormat(s.direction) << " does not separate: a reaches " << beyond_a_m
                            << " m beyond witness_a, b " << before_b_m << " m before witness_b; signed distance "
                            << s.signed_distance_m << ", allowed " << error_m;
}

std::vector<Vec2> PosedVertices(const ConvexPolygon& b, const Pose2& a_from_b) {
  std::vector<Vec2> posed;
  for (const Vec2 v : b.vertices()) posed.push_back(a_from_b * v);
  return posed;
}

bool DistancesArePromised(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) {
  double least = kInfinity;
  double greatest = 0.0;
  const auto add = [&](Vec2 v) {
    for (const double x : {std::abs(v.x), std::abs(v.y)}) {
      if (x == 0.0) continue;
      least = std::min(least, x);
      greatest = std::max(greatest, x);
    }
  };
  for (const Vec2 v : a.vertices()) add(v);
  for (const Vec2 v : b.vertices()) add(v);
  add(a_from_b.translation);
  return least >= kMinScaleRatio * greatest;
}

}  // namespace collision2d
