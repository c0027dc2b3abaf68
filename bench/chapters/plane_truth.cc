#include "bench/chapters/plane_truth.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/double_bits.h"
#include "collision2d/solid/testing/exact_hull3.h"
#include "collision2d/solid/testing/integer_vec3.h"

namespace collision2d::bench {
namespace {

// Integers; z is 0.
using Point = solid::IntegerVec3<mpz_class>;
using Points = std::vector<Point>;

std::vector<solid::Vec3> InSpace(absl::Span<const Vec2> vertices) {
  std::vector<solid::Vec3> points;
  for (const Vec2 v : vertices) points.push_back({v.x, v.y, 0.0});
  return points;
}

mpz_class Cross2(const Point& u, const Point& v) { return u.x * v.y - u.y * v.x; }

// The corners of the hull, counter-clockwise, beginning with the least in lexicographic order.
Points Hull(Points points) {
  std::sort(points.begin(), points.end(), [](const Point& p, const Point& q) {
    const int by_x = cmp(p.x, q.x);
    return by_x != 0 ? by_x < 0 : p.y < q.y;
  });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() <= 2) return points;
  Points hull;
  const auto append_chain = [&hull](auto begin, auto end) {
    const size_t start = hull.size();
    for (auto it = begin; it != end; ++it) {
      while (hull.size() >= start + 2 &&
             Cross2(hull.back() - hull[hull.size() - 2], *it - hull[hull.size() - 2]) <= 0) {
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

// Negative, zero, positive: edge u comes before v on a hull that begins with its least corner, has
// its direction, comes after it. The edges turn once around, from just above straight down (the
// lower side, to the right) to straight down (the upper side, back).
int CompareDirections(const Point& u, const Point& v) {
  const auto is_on_upper_side = [](const Point& edge) { return edge.x < 0 || (edge.x == 0 && edge.y < 0); };
  if (is_on_upper_side(u) != is_on_upper_side(v)) return is_on_upper_side(u) ? 1 : -1;
  return -sgn(Cross2(u, v));
}

Points Edges(const Points& hull) {
  Points edges;
  for (size_t i = 0; hull.size() > 1 && i < hull.size(); ++i) edges.push_back(hull[(i + 1) % hull.size()] - hull[i]);
  return edges;
}

Points MinkowskiSum(const Points& p, const Points& q) {
  const Points edges_p = Edges(p);
  const Points edges_q = Edges(q);
  Points sum = {p.front() + q.front()};
  for (size_t i = 0, j = 0; i < edges_p.size() || j < edges_q.size();) {
    int order = i == edges_p.size() ? 1 : -1;
    if (i < edges_p.size() && j < edges_q.size()) order = CompareDirections(edges_p[i], edges_q[j]);
    Point next = sum.back();
    if (order <= 0) next = next + edges_p[i++];
    if (order >= 0) next = next + edges_q[j++];
    sum.push_back(std::move(next));
  }
  // Back at the beginning.
  if (sum.size() > 1) sum.pop_back();
  return sum;
}

// The squared distance of the origin from an edge, or from its line.
mpq_class DistanceSquared(const Point& p, const Point& q, bool from_line) {
  const Point edge = q - p;
  if (!from_line && Dot(p, edge) >= 0) return Dot(p, p);
  if (!from_line && Dot(q, edge) <= 0) return Dot(q, q);
  const mpz_class twice_area = Cross2(p, q);
  mpq_class squared(twice_area * twice_area, Dot(edge, edge));
  squared.canonicalize();
  return squared;
}

// As an integer, with this factor 2^-exponent, before the root is taken.
mpf_class Root(const mpq_class& squared, int exponent) {
  mpf_class root = sqrt(mpf_class(squared.get_num(), kTruthBits) / mpf_class(squared.get_den(), kTruthBits));
  const auto shift = static_cast<mp_bitcnt_t>(std::abs(exponent));
  if (exponent >= 0) {
    mpf_mul_2exp(root.get_mpf_t(), root.get_mpf_t(), shift);
  } else {
    mpf_div_2exp(root.get_mpf_t(), root.get_mpf_t(), shift);
  }
  return root;
}

// Where the origin is relative to a convex polygon.
ExactRelation RelationOf(const Points& cso) {
  bool outside = cso.size() < 3;
  bool on_boundary = false;
  for (size_t i = 0; cso.size() >= 3 && i < cso.size(); ++i) {
    const int side = sgn(Cross2(cso[i], cso[(i + 1) % cso.size()]));
    outside = outside || side < 0;
    on_boundary = on_boundary || side == 0;
  }
  if (outside) return ExactRelation::kDisjoint;
  return on_boundary ? ExactRelation::kTouching : ExactRelation::kOverlapping;
}

}  // namespace

bool PlaneTruth::IsWithin(double value_m, double error_m) const {
  if (!std::isfinite(value_m)) return false;
  const mpf_class difference(mpf_class(value_m, kTruthBits) - signed_distance_m, kTruthBits);
  return abs(difference) <= error_m;
}

PlaneTruth FindTruth(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  std::vector<solid::Vec3> points_a = InSpace(a);
  std::vector<solid::Vec3> points_b = InSpace(b);
  for (solid::Vec3& p : points_b) p = -p;
  solid::BitRange bits = solid::BitsOf(points_a);
  bits.Include(solid::BitsOf(points_b));
  const int exponent = bits.IsEmpty() ? 0 : bits.begin;
  const Points cso = MinkowskiSum(Hull(solid::ScaledToIntegers(points_a, exponent)),
                                  Hull(solid::ScaledToIntegers(points_b, exponent)));
  PlaneTruth truth = {RelationOf(cso), mpf_class(0, kTruthBits)};
  if (truth.relation == ExactRelation::kTouching) return truth;
  const bool is_outside = truth.relation == ExactRelation::kDisjoint;
  mpq_class least_sq = Dot(cso[0], cso[0]);
  for (size_t i = 0; i < cso.size(); ++i) {
    const Point& next = cso[(i + 1) % cso.size()];
    if (next == cso[i]) break;  // One point.
    least_sq = std::min(least_sq, DistanceSquared(cso[i], next, /*from_line=*/!is_outside));
  }
  // A point or a segment that holds the origin has no inside.
  if (is_outside && sgn(least_sq) == 0) truth.relation = ExactRelation::kTouching;
  const mpf_class distance = Root(least_sq, exponent);
  truth.signed_distance_m = is_outside ? distance : mpf_class(-distance, kTruthBits);
  return truth;
}

namespace {

long double Diameter(absl::Span<const Vec2> vertices) {
  long double diameter_sq = 0.0L;
  for (const Vec2 p : vertices) {
    for (const Vec2 q : vertices) {
      const long double x = static_cast<long double>(p.x) - q.x;
      const long double y = static_cast<long double>(p.y) - q.y;
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

// m. The error of a subnormal result.
constexpr double kUnderflowError_m = 4.0 * std::numeric_limits<double>::denorm_min();

// By ExactRelation.
constexpr SeparationStatus kStatus[] = {SeparationStatus::kSeparated, SeparationStatus::kTouching,
                                        SeparationStatus::kPenetrating};

}  // namespace

double SizeOfPair(absl::Span<const Vec2> a, absl::Span<const Vec2> b, long double distance_m) {
  return static_cast<double>(std::max({Diameter(a), Diameter(b), distance_m}));
}

std::array<bool, 3> AreRight(const HardPair& pair, const LevelAnswers& answers) {
  const std::vector<Vec2> vertices_of_b = VerticesOfB(pair);
  const PlaneTruth truth = FindTruth(pair.a.vertices(), vertices_of_b);
  const double size_m = SizeOfPair(pair.a.vertices(), vertices_of_b, truth.signed_distance_m.get_d());
  const double error_m = kDistanceRelativeError * (size_m + PosingMagnitude(pair)) + kUnderflowError_m;
  const Separation& separation = answers.separation;
  return {answers.collides == truth.collides(),
          truth.collides() ? answers.distance_m == 0.0
                           : answers.distance_m > 0.0 && truth.IsWithin(answers.distance_m, error_m),
          separation.status == kStatus[static_cast<int>(truth.relation)] &&
              truth.IsWithin(separation.signed_distance_m, error_m) &&
              sgn(mpf_class(separation.signed_distance_m)) == sgn(truth.signed_distance_m)};
}

}  // namespace collision2d::bench
