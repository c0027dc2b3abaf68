#include "bench/chapters/answer_checker.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace collision2d::bench {
namespace {

// The exponent of the last bit of x that is set; INT_MAX for 0.
int LowestBit(double x) {
  if (x == 0.0) return INT_MAX;
  int exponent = 0;
  auto mantissa = static_cast<int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  exponent -= 53;
  while (mantissa % 2 == 0) {
    mantissa /= 2;
    ++exponent;
  }
  return exponent;
}

int LowestBit(absl::Span<const Vec2> vertices) {
  int lowest = INT_MAX;
  for (const Vec2 v : vertices) lowest = std::min({lowest, LowestBit(v.x), LowestBit(v.y)});
  return lowest;
}

// x * 2^-exponent, which is an integer.
mpz_class Integer(double x, int exponent) {
  int own_exponent = 0;
  mpz_class integer(std::ldexp(std::frexp(x, &own_exponent), 53));
  const int shift = own_exponent - 53 - exponent;
  if (shift >= 0) {
    integer <<= static_cast<mp_bitcnt_t>(shift);
  } else {
    integer >>= static_cast<mp_bitcnt_t>(-shift);
  }
  return integer;
}

template <typename Point>
bool IsLess(const Point& p, const Point& q) {
  const int by_x = cmp(p.x, q.x);
  return by_x != 0 ? by_x < 0 : p.y < q.y;
}

template <typename Point>
bool IsEqual(const Point& p, const Point& q) {
  return p.x == q.x && p.y == q.y;
}

template <typename Point>
mpz_class Cross(const Point& u, const Point& v) {
  return u.x * v.y - u.y * v.x;
}

template <typename Point>
mpz_class Dot(const Point& u, const Point& v) {
  return u.x * v.x + u.y * v.y;
}

template <typename Point>
Point Sum(const Point& p, const Point& q) {
  return {p.x + q.x, p.y + q.y};
}

template <typename Point>
Point Difference(const Point& p, const Point& q) {
  return {p.x - q.x, p.y - q.y};
}

// The edges of a hull that begins with its least corner turn once around, from just above straight
// down (the lower side, to the right) to straight down (the upper side, back).
template <typename Point>
bool IsOnUpperSide(const Point& edge) {
  return edge.x < 0 || (edge.x == 0 && edge.y < 0);
}

// Negative, zero, positive: edge u comes before v on such a hull, has its direction, comes after
// it.
template <typename Point>
int CompareDirections(const Point& u, const Point& v) {
  const bool u_is_upper = IsOnUpperSide(u);
  if (u_is_upper != IsOnUpperSide(v)) return u_is_upper ? 1 : -1;
  return -sgn(Cross(u, v));
}

template <typename Point>
std::vector<Point> Edges(const std::vector<Point>& hull) {
  std::vector<Point> edges;
  for (size_t i = 0; hull.size() > 1 && i < hull.size(); ++i) {
    edges.push_back(Difference(hull[(i + 1) % hull.size()], hull[i]));
  }
  return edges;
}

}  // namespace

void MergedCsoOracle::SetPair(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  exponent_ = std::min(LowestBit(a), LowestBit(b));
  if (exponent_ == INT_MAX) exponent_ = 0;
  JudgeOrigin(MinkowskiSum(Hull(Scaled(a, 1, exponent_)), Hull(Scaled(b, -1, exponent_))));
}

MergedCsoOracle::Points MergedCsoOracle::Scaled(absl::Span<const Vec2> vertices, int sign, int exponent) {
  Points points;
  for (const Vec2 v : vertices) points.push_back({sign * Integer(v.x, exponent), sign * Integer(v.y, exponent)});
  return points;
}

MergedCsoOracle::Points MergedCsoOracle::Hull(Points points) {
  std::sort(points.begin(), points.end(), IsLess<Point>);
  points.erase(std::unique(points.begin(), points.end(), IsEqual<Point>), points.end());
  if (points.size() <= 2) return points;
  Points hull;
  const auto append_chain = [&hull](auto begin, auto end) {
    const size_t start = hull.size();
    for (auto it = begin; it != end; ++it) {
      while (hull.size() >= start + 2 &&
             Cross(Difference(hull.back(), hull[hull.size() - 2]), Difference(*it, hull[hull.size() - 2])) <= 0) {
        hull.pop_back();
      }
      hull.push_back(*it);
    }
    // The last point begins the other chain.
    hull.pop_back();
  };
  append_chain(points.begin(), points.end());
  append_chain(points.rbegin(), points.rend());
  return hull;
}

MergedCsoOracle::Points MergedCsoOracle::MinkowskiSum(const Points& p, const Points& q) {
  const Points edges_p = Edges(p);
  const Points edges_q = Edges(q);
  Points sum = {Sum(p.front(), q.front())};
  for (size_t i = 0, j = 0; i < edges_p.size() || j < edges_q.size();) {
    int order = i == edges_p.size() ? 1 : -1;
    if (i < edges_p.size() && j < edges_q.size()) order = CompareDirections(edges_p[i], edges_q[j]);
    Point next = sum.back();
    if (order <= 0) next = Sum(next, edges_p[i++]);
    if (order >= 0) next = Sum(next, edges_q[j++]);
    sum.push_back(std::move(next));
  }
  // Back at the beginning.
  if (sum.size() > 1) sum.pop_back();
  return sum;
}

void MergedCsoOracle::JudgeOrigin(const Points& cso) {
  numerator_ = 0;
  denominator_ = 0;
  const size_t n = cso.size();
  bool outside = n < 3;
  bool on_boundary = false;
  for (size_t i = 0; n >= 3 && i < n; ++i) {
    const int side = sgn(Cross(cso[i], cso[(i + 1) % n]));
    outside = outside || side < 0;
    on_boundary = on_boundary || side == 0;
  }
  for (size_t i = 0; i < n; ++i) {
    if (outside) {
      OfferSegment(cso[i], cso[(i + 1) % n]);
    } else {
      OfferLine(cso[i], cso[(i + 1) % n]);
    }
  }
  if (outside) {
    relation_ = numerator_ == 0 ? ExactRelation::kTouching : ExactRelation::kDisjoint;
  } else {
    relation_ = on_boundary ? ExactRelation::kTouching : ExactRelation::kOverlapping;
  }
}

void MergedCsoOracle::Offer(const mpz_class& numerator, const mpz_class& denominator) {
  if (denominator_ != 0 && numerator * denominator_ >= numerator_ * denominator) return;
  numerator_ = numerator;
  denominator_ = denominator;
}

void MergedCsoOracle::OfferLine(const Point& p, const Point& q) {
  const mpz_class twice_area = Cross(p, q);
  const Point edge = Difference(q, p);
  Offer(twice_area * twice_area, Dot(edge, edge));
}

void MergedCsoOracle::OfferSegment(const Point& p, const Point& q) {
  const Point edge = Difference(q, p);
  if (Dot(p, edge) >= 0) {
    Offer(Dot(p, p), 1);
  } else if (Dot(q, edge) <= 0) {
    Offer(Dot(q, q), 1);
  } else {
    OfferLine(p, q);
  }
}

mpf_class MergedCsoOracle::SignedDistance() const {
  mpf_class distance(0, kOracleBits);
  if (relation_ == ExactRelation::kTouching) return distance;
  distance = mpf_class(numerator_, kOracleBits) / mpf_class(denominator_, kOracleBits);
  distance = sqrt(distance);
  if (exponent_ >= 0) {
    mpf_mul_2exp(distance.get_mpf_t(), distance.get_mpf_t(), static_cast<mp_bitcnt_t>(exponent_));
  } else {
    mpf_div_2exp(distance.get_mpf_t(), distance.get_mpf_t(), static_cast<mp_bitcnt_t>(-exponent_));
  }
  if (relation_ == ExactRelation::kOverlapping) distance = -distance;
  return distance;
}

bool MergedCsoOracle::IsWithin(double value_m, double error_m) const {
  if (!std::isfinite(value_m)) return false;
  const mpf_class difference(mpf_class(value_m, kOracleBits) - SignedDistance(), kOracleBits);
  return abs(difference) <= error_m;
}

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
