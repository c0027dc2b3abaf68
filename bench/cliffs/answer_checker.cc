#include "bench/cliffs/answer_checker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace collision2d::bench {
namespace {

// m. The error of a subnormal result.
constexpr double kUnderflowError_m = 4.0 * std::numeric_limits<double>::denorm_min();

// m; in 80 bits, whose range holds the square of any double.
long double Diameter(absl::Span<const Vec2> vertices) {
  long double diameter_sq = 0.0L;
  for (size_t i = 0; i < vertices.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      const long double x = static_cast<long double>(vertices[i].x) - vertices[k].x;
      const long double y = static_cast<long double>(vertices[i].y) - vertices[k].y;
      diameter_sq = std::max(diameter_sq, x * x + y * y);
    }
  }
  return std::sqrt(diameter_sq);
}

// m. The coordinates that posing rounds, as distance.h counts them.
double PosingMagnitude(const HardPair& pair) {
  if (!pair.a_from_b.has_value()) return 0.0;
  const Vec2 translation = pair.a_from_b->translation;
  return std::abs(translation.x) + std::abs(translation.y) + 2.0 * pair.b.max_coordinate_m();
}

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

std::array<bool, 3> AnswerChecker::AreRight(const HardPair& pair, const Answers& answers) {
  const std::vector<Vec2> vertices_of_b = VerticesOfB(pair);
  oracle_.SetPair(pair.a.vertices(), vertices_of_b);
  const bool collides = oracle_.relation() != ExactRelation::kDisjoint;
  const mpf_class signed_distance = oracle_.SignedDistance();
  const double size_m = std::max({static_cast<double>(Diameter(pair.a.vertices())),
                                  static_cast<double>(Diameter(vertices_of_b)), signed_distance.get_d()});
  const double error_m = kDistanceRelativeError * (size_m + PosingMagnitude(pair)) + kUnderflowError_m;
  const Separation& separation = answers.separation;
  return {
      answers.collides == collides,
      collides ? answers.distance_m == 0.0 : answers.distance_m > 0.0 && oracle_.IsWithin(answers.distance_m, error_m),
      separation.status == ExpectedStatus(oracle_.relation()) &&
          Sign(separation.signed_distance_m) == sgn(signed_distance) &&
          oracle_.IsWithin(separation.signed_distance_m, error_m)};
}

bool AnswerChecker::PromisesHold(const HardPair& pair) {
  return static_cast<bool>(pair.a_from_b.has_value() ? checker_.Check(pair.a, pair.b, *pair.a_from_b)
                                                     : checker_.Check(pair.a, pair.b));
}

}  // namespace collision2d::bench
