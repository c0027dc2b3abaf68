#include "collision2d/testing/exact_oracle.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <numeric>

namespace collision2d {
namespace {

// x = mantissa * 2^exponent, the mantissa an odd integer below 2^53 (0 for x = 0, with exponent
// INT_MAX).
struct OddMantissa {
  double mantissa;
  int exponent;
};

OddMantissa Decompose(double x) {
  if (x == 0.0) return {0.0, INT_MAX};
  int exponent;
  const double integer = std::ldexp(std::frexp(x, &exponent), 53);
  const long long bits = static_cast<long long>(integer);
  const int trailing_zeros = __builtin_ctzll(static_cast<unsigned long long>(bits < 0 ? -bits : bits));
  return {std::ldexp(integer, -trailing_zeros), exponent - 53 + trailing_zeros};
}

void SetScaled(double x, int exponent, mpz_class* result) {
  const OddMantissa m = Decompose(x);
  mpz_set_d(result->get_mpz_t(), m.mantissa);
  if (x != 0.0) mpz_mul_2exp(result->get_mpz_t(), result->get_mpz_t(), m.exponent - exponent);
}

int LowestExponent(absl::Span<const Vec2> vertices) {
  int lowest = INT_MAX;
  for (const Vec2 v : vertices) lowest = std::min({lowest, Decompose(v.x).exponent, Decompose(v.y).exponent});
  return lowest;
}

}  // namespace

mpq_class TimesPowerOfTwo(const mpq_class& q, int exponent) {
  mpq_class result;
  if (exponent >= 0) {
    mpq_mul_2exp(result.get_mpq_t(), q.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(result.get_mpq_t(), q.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return result;
}

double SquareRoot(const mpq_class& square) {
  if (square == 0) return 0.0;
  // Scaled by 4^shift to an integer of at least 128 bits, whose root has at least 64: truncating
  // twice loses less than one unit in the last place.
  const int bits = static_cast<int>(mpz_sizeinbase(square.get_num().get_mpz_t(), 2)) -
                   static_cast<int>(mpz_sizeinbase(square.get_den().get_mpz_t(), 2));
  const int shift = (131 - bits) / 2;
  const mpq_class scaled = TimesPowerOfTwo(square, 2 * shift);
  const mpz_class integer = scaled.get_num() / scaled.get_den();
  return std::ldexp(mpz_class(sqrt(integer)).get_d(), -shift);
}

double ExactAnswers::SignedDistance() const {
  return relation() == ExactRelation::kOverlapping ? -SquareRoot(DepthSquared()) : SquareRoot(DistanceSquared());
}

bool ExactAnswers::IsWithin(double signed_distance_m, double relative_error) const {
  if (!std::isfinite(signed_distance_m)) return false;
  const mpq_class error(relative_error);
  return IsWithinSquared(signed_distance_m, error * error * SizeSquared());
}

bool ExactAnswers::IsWithinAbsolute(const mpq_class& signed_distance_m, const mpq_class& absolute_error_m) const {
  return IsWithinSquared(signed_distance_m, absolute_error_m * absolute_error_m);
}

bool ExactAnswers::IsWithinSquared(const mpq_class& signed_distance_m, const mpq_class& error_sq) const {
  // |s - d| <= e  <=>  s^2 + d^2 - e^2 <= 2 s d, with d >= 0. The one remaining root, d, is
  // eliminated by squaring both sides once their signs are known.
  const bool overlapping = relation() == ExactRelation::kOverlapping;
  const mpq_class d_sq = overlapping ? DepthSquared() : DistanceSquared();
  const mpq_class s = overlapping ? mpq_class(-signed_distance_m) : signed_distance_m;
  const mpq_class left = s * s + d_sq - error_sq;
  const mpq_class right_sq = 4 * s * s * d_sq;
  if (left <= 0) return s >= 0 || left * left >= right_sq;
  return s >= 0 && left * left <= right_sq;
}

void ExactOracle::SetPair(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  exponent_ = std::min(LowestExponent(a), LowestExponent(b));
  if (exponent_ == INT_MAX) exponent_ = 0;
  Scale(a, &a_, &a_count_);
  Scale(b, &b_, &b_count_);
  FindHull(a_, a_count_, &a_hull_);
  FindHull(b_, b_count_, &b_hull_);
  diameter_sq_ = 0;
  FindDiameter(a_, a_hull_);
  FindDiameter(b_, b_hull_);
  BuildCso();
  JudgeOrigin();
}

void ExactOracle::Scale(absl::Span<const Vec2> vertices, std::vector<Point>* points, int* count) {
  *count = static_cast<int>(vertices.size());
  if (points->size() < vertices.size()) points->resize(vertices.size());
  for (int i = 0; i < *count; ++i) {
    SetScaled(vertices[i].x, exponent_, &(*points)[i].x);
    SetScaled(vertices[i].y, exponent_, &(*points)[i].y);
  }
}

int ExactOracle::Compare(const Point& p, const Point& q) {
  const int by_x = mpz_cmp(p.x.get_mpz_t(), q.x.get_mpz_t());
  return by_x != 0 ? by_x : mpz_cmp(p.y.get_mpz_t(), q.y.get_mpz_t());
}

int ExactOracle::Turn(const Point& p, const Point& q, const Point& r) {
  mpz_sub(t1_.get_mpz_t(), q.x.get_mpz_t(), p.x.get_mpz_t());
  mpz_sub(t2_.get_mpz_t(), r.y.get_mpz_t(), p.y.get_mpz_t());
  mpz_sub(t3_.get_mpz_t(), q.y.get_mpz_t(), p.y.get_mpz_t());
  mpz_sub(t4_.get_mpz_t(), r.x.get_mpz_t(), p.x.get_mpz_t());
  mpz_mul(det_.get_mpz_t(), t1_.get_mpz_t(), t2_.get_mpz_t());
  mpz_submul(det_.get_mpz_t(), t3_.get_mpz_t(), t4_.get_mpz_t());
  return mpz_sgn(det_.get_mpz_t());
}

void ExactOracle::FindHull(const std::vector<Point>& points, int count, std::vector<int>* hull) {
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&points](int i, int j) { return Compare(points[i], points[j]) < 0; });
  order_.erase(
      std::unique(order_.begin(), order_.end(), [&points](int i, int j) { return Compare(points[i], points[j]) == 0; }),
      order_.end());
  hull->clear();
  if (order_.size() <= 2) {
    *hull = order_;
    return;
  }
  const auto append_chain = [&](auto begin, auto end) {
    const size_t start = hull->size();
    for (auto it = begin; it != end; ++it) {
      while (hull->size() >= start + 2 &&
             Turn(points[(*hull)[hull->size() - 2]], points[hull->back()], points[*it]) <= 0) {
        hull->pop_back();
      }
      hull->push_back(*it);
    }
    hull->pop_back();
  };
  append_chain(order_.begin(), order_.end());
  append_chain(order_.rbegin(), order_.rend());
}

void ExactOracle::FindDiameter(const std::vector<Point>& points, const std::vector<int>& hull) {
  for (size_t i = 0; i < hull.size(); ++i) {
    for (size_t j = i + 1; j < hull.size(); ++j) {
      t1_ = points[hull[i]].x - points[hull[j]].x;
      t2_ = points[hull[i]].y - points[hull[j]].y;
      mpz_mul(det_.get_mpz_t(), t1_.get_mpz_t(), t1_.get_mpz_t());
      mpz_addmul(det_.get_mpz_t(), t2_.get_mpz_t(), t2_.get_mpz_t());
      if (det_ > diameter_sq_) diameter_sq_ = det_;
    }
  }
}

int ExactOracle::CompareDirections(const Point& p, const Point& q, const Point& r, const Point& s) {
  const int half = Compare(p, q) < 0 ? 0 : 1;
  const int other_half = Compare(r, s) < 0 ? 0 : 1;
  if (half != other_half) return half - other_half;
  mpz_sub(t1_.get_mpz_t(), q.x.get_mpz_t(), p.x.get_mpz_t());
  mpz_sub(t2_.get_mpz_t(), s.y.get_mpz_t(), r.y.get_mpz_t());
  mpz_sub(t3_.get_mpz_t(), q.y.get_mpz_t(), p.y.get_mpz_t());
  mpz_sub(t4_.get_mpz_t(), s.x.get_mpz_t(), r.x.get_mpz_t());
  mpz_mul(det_.get_mpz_t(), t3_.get_mpz_t(), t4_.get_mpz_t());
  mpz_submul(det_.get_mpz_t(), t1_.get_mpz_t(), t2_.get_mpz_t());
  return mpz_sgn(det_.get_mpz_t());
}

void ExactOracle::BuildCso() {
  // The CSO's edges are those of a and of -b in order of their directions. It starts at its least
  // corner, where a has its least and b its greatest.
  const size_t n = a_hull_.size();
  const size_t m = b_hull_.size();
  const auto first_b = static_cast<size_t>(
      std::max_element(b_hull_.begin(), b_hull_.end(), [&](int i, int j) { return Compare(b_[i], b_[j]) < 0; }) -
      b_hull_.begin());
  const auto a = [&](size_t i) -> const Point& { return a_[a_hull_[i % n]]; };
  const auto b = [&](size_t j) -> const Point& { return b_[b_hull_[(first_b + j) % m]]; };
  const size_t edges_a = n == 1 ? 0 : n;
  const size_t edges_b = m == 1 ? 0 : m;
  if (cso_.size() < n + m) cso_.resize(n + m);
  cso_count_ = 0;
  size_t i = 0;
  size_t j = 0;
  do {
    Point& corner = cso_[cso_count_++];
    mpz_sub(corner.x.get_mpz_t(), a(i).x.get_mpz_t(), b(j).x.get_mpz_t());
    mpz_sub(corner.y.get_mpz_t(), a(i).y.get_mpz_t(), b(j).y.get_mpz_t());
    const int order = i == edges_a ? 1 : j == edges_b ? -1 : CompareDirections(a(i), a(i + 1), b(j + 1), b(j));
    // Parallel edges become one.
    i += order <= 0;
    j += order >= 0;
  } while (i < edges_a || j < edges_b);
}

void ExactOracle::JudgeOrigin() {
  const int n = cso_count_;
  const Point origin{0, 0};
  bool outside = n < 3;
  bool on_boundary = false;
  for (int i = 0; n >= 3 && i < n; ++i) {
    const int side = Turn(cso_[i], cso_[(i + 1) % n], origin);
    outside = outside || side < 0;
    on_boundary = on_boundary || side == 0;
  }
  bool first = true;
  if (outside) {
    // Tries every edge, not only those that face the origin: less reasoning leaves less room for
    // mistakes. A CSO of one point is an edge from it to itself.
    for (int i = 0; i < n; ++i) OfferSegment(cso_[i], cso_[(i + 1) % n], &first);
    relation_ = numerator_ == 0 ? ExactRelation::kTouching : ExactRelation::kDisjoint;
  } else {
    for (int i = 0; i < n; ++i) OfferLine(cso_[i], cso_[(i + 1) % n], &first);
    relation_ = on_boundary ? ExactRelation::kTouching : ExactRelation::kOverlapping;
  }
}

void ExactOracle::OfferSegment(const Point& p, const Point& q, bool* first) {
  // e = q - p; p . e >= 0: p is closest, q . e <= 0: q is.
  t1_ = q.x - p.x;
  t2_ = q.y - p.y;
  mpz_mul(t3_.get_mpz_t(), p.x.get_mpz_t(), t1_.get_mpz_t());
  mpz_addmul(t3_.get_mpz_t(), p.y.get_mpz_t(), t2_.get_mpz_t());
  mpz_mul(t4_.get_mpz_t(), q.x.get_mpz_t(), t1_.get_mpz_t());
  mpz_addmul(t4_.get_mpz_t(), q.y.get_mpz_t(), t2_.get_mpz_t());
  if (t3_ < 0 && t4_ > 0) {
    OfferLine(p, q, first);
    return;
  }
  const Point& closest = t3_ >= 0 ? p : q;
  mpz_mul(candidate_numerator_.get_mpz_t(), closest.x.get_mpz_t(), closest.x.get_mpz_t());
  mpz_addmul(candidate_numerator_.get_mpz_t(), closest.y.get_mpz_t(), closest.y.get_mpz_t());
  candidate_denominator_ = 1;
  OfferFraction(first);
}

void ExactOracle::OfferLine(const Point& p, const Point& q, bool* first) {
  mpz_mul(det_.get_mpz_t(), p.x.get_mpz_t(), q.y.get_mpz_t());
  mpz_submul(det_.get_mpz_t(), p.y.get_mpz_t(), q.x.get_mpz_t());
  mpz_mul(candidate_numerator_.get_mpz_t(), det_.get_mpz_t(), det_.get_mpz_t());
  t1_ = q.x - p.x;
  t2_ = q.y - p.y;
  mpz_mul(candidate_denominator_.get_mpz_t(), t1_.get_mpz_t(), t1_.get_mpz_t());
  mpz_addmul(candidate_denominator_.get_mpz_t(), t2_.get_mpz_t(), t2_.get_mpz_t());
  OfferFraction(first);
}

void ExactOracle::OfferFraction(bool* first) {
  if (!*first) {
    mpz_mul(t1_.get_mpz_t(), candidate_numerator_.get_mpz_t(), denominator_.get_mpz_t());
    mpz_mul(t2_.get_mpz_t(), numerator_.get_mpz_t(), candidate_denominator_.get_mpz_t());
    if (t1_ >= t2_) return;
  }
  *first = false;
  mpz_swap(numerator_.get_mpz_t(), candidate_numerator_.get_mpz_t());
  mpz_swap(denominator_.get_mpz_t(), candidate_denominator_.get_mpz_t());
}

mpq_class ExactOracle::Unscaled(const mpz_class& numerator, const mpz_class& denominator) const {
  mpq_class q(numerator, denominator);
  q.canonicalize();
  return TimesPowerOfTwo(q, 2 * exponent_);
}

mpq_class ExactOracle::DistanceSquared() const {
  return relation_ == ExactRelation::kDisjoint ? Unscaled(numerator_, denominator_) : mpq_class(0);
}

mpq_class ExactOracle::DepthSquared() const {
  return relation_ == ExactRelation::kOverlapping ? Unscaled(numerator_, denominator_) : mpq_class(0);
}

mpq_class ExactOracle::SizeSquared() const { return std::max(Unscaled(diameter_sq_, 1), DistanceSquared()); }

}  // namespace collision2d
