#include "collision2d/solid/testing/exact_oracle3.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "collision2d/solid/testing/double_bits.h"

namespace collision2d::solid {
namespace {

using MpzVec3 = IntegerVec3<mpz_class>;

// Directions have three times the bits of a difference: their products with a coordinate are far
// from overflow.
constexpr size_t kFilteredBits = 200;

// mpz_get_d truncates: 2 u for each factor; a product and two additions: below 8 u, with u = 2^-53;
// rounded up.
constexpr double kDotRelativeError = 0x1p-48;

Vec3 RoundedVec(const MpzVec3& v) { return {v.x.get_d(), v.y.get_d(), v.z.get_d()}; }

bool IsSmall(const MpzVec3& v) {
  return std::max({mpz_sizeinbase(v.x.get_mpz_t(), 2), mpz_sizeinbase(v.y.get_mpz_t(), 2),
                   mpz_sizeinbase(v.z.get_mpz_t(), 2)}) <= kFilteredBits;
}

mpq_class Fraction(const mpz_class& numerator, const mpz_class& denominator) {
  mpq_class q(numerator, denominator);
  q.canonicalize();
  return q;
}

// The point with the largest sign * direction . p. `rounded` may be empty: then every product is
// exact.
int Extreme(const std::vector<MpzVec3>& points, const std::vector<Vec3>& rounded, const MpzVec3& direction, int sign) {
  std::vector<double> highest(rounded.size());
  double certain = -std::numeric_limits<double>::infinity();
  const Vec3 d = rounded.empty() ? Vec3{} : static_cast<double>(sign) * RoundedVec(direction);
  for (size_t i = 0; i < rounded.size(); ++i) {
    const Vec3& p = rounded[i];
    const double error = kDotRelativeError * (std::abs(d.x * p.x) + std::abs(d.y * p.y) + std::abs(d.z * p.z));
    const double height = Dot(d, p);
    certain = std::max(certain, height - error);
    highest[i] = height + error;
  }
  int extreme = -1;
  mpz_class extreme_height;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    if (!rounded.empty() && highest[i] < certain) continue;
    mpz_class height = Dot(direction, points[i]);
    if (sign < 0) height = -height;
    if (extreme >= 0 && height <= extreme_height) continue;
    extreme = i;
    swap(extreme_height, height);
  }
  return extreme;
}

}  // namespace

void ExactOracle3::Points::Set(std::vector<MpzVec3> a, std::vector<MpzVec3> b) {
  a_ = std::move(a);
  b_ = std::move(b);
  rounded_a_.clear();
  rounded_b_.clear();
  filtered_ = std::all_of(a_.begin(), a_.end(), IsSmall) && std::all_of(b_.begin(), b_.end(), IsSmall);
  if (!filtered_) return;
  for (const MpzVec3& p : a_) rounded_a_.push_back(RoundedVec(p));
  for (const MpzVec3& p : b_) rounded_b_.push_back(RoundedVec(p));
}

MpzVec3 ExactOracle3::Points::Least(const MpzVec3& direction) const {
  return a_[Extreme(a_, rounded_a_, direction, -1)] - b_[Extreme(b_, rounded_b_, direction, 1)];
}

void ExactOracle3::SetPair(absl::Span<const Vec3> a, absl::Span<const Vec3> b) {
  BitRange bits = BitsOf(a);
  bits.Include(BitsOf(b));
  exponent_ = bits.IsEmpty() ? 0 : bits.begin;
  points_.Set(ScaledToIntegers(a, exponent_), ScaledToIntegers(b, exponent_));
  nearest_ = ExactNearestSimplex(points_);
  relation_.reset();
  depth_sq_.reset();
}

ExactRelation ExactOracle3::relation() const {
  if (!relation_) relation_ = ExactRelationOf(points_, nearest_);
  return *relation_;
}

mpq_class ExactOracle3::Unscaled(const mpq_class& squared) const { return TimesPowerOfTwo(squared, 2 * exponent_); }

mpq_class ExactOracle3::DistanceSquared() const {
  if (nearest_.ContainsOrigin()) return 0;
  // The direction d is perpendicular to the simplex: its plane is at d.p / |d| from the origin.
  const mpz_class height = Dot(nearest_.direction, nearest_.points[0]);
  return Unscaled(Fraction(height * height, Dot(nearest_.direction, nearest_.direction)));
}

ExactHull3 ExactOracle3::CsoHull() const {
  std::vector<MpzVec3> differences;
  for (int i = 0; i < points_.num_a(); ++i) {
    for (int j = 0; j < points_.num_b(); ++j) differences.push_back(points_.a(i) - points_.b(j));
  }
  return ExactHull3(std::move(differences));
}

mpq_class ExactOracle3::DepthSquared() const {
  if (relation() != ExactRelation::kOverlapping) return 0;
  if (!depth_sq_) {
    const ExactHull3 hull = CsoHull();
    mpq_class least = -1;
    for (const ExactHull3::Facet& f : hull.facets()) {
      const mpq_class depth_sq = Fraction(f.offset * f.offset, Dot(f.normal, f.normal));
      if (least < 0 || depth_sq < least) least = depth_sq;
    }
    depth_sq_ = Unscaled(least);
  }
  return *depth_sq_;
}

ExactRelation ExactOracle3::RelationByFacets() const {
  const ExactHull3 hull = CsoHull();
  ExactRelation relation = hull.dimension() < 3 ? ExactRelation::kTouching : ExactRelation::kOverlapping;
  for (const ExactHull3::Facet& f : hull.facets()) {
    if (f.offset < 0) return ExactRelation::kDisjoint;
    if (f.offset == 0) relation = ExactRelation::kTouching;
  }
  return relation;
}

Vec3 ExactOracle3::Direction() const {
  // Truncated to 64 bits below its largest coordinate. From a to b is against the difference a - b.
  const MpzVec3& d = nearest_.direction;
  const size_t bits = std::max(
      {mpz_sizeinbase(d.x.get_mpz_t(), 2), mpz_sizeinbase(d.y.get_mpz_t(), 2), mpz_sizeinbase(d.z.get_mpz_t(), 2)});
  const int exponent = -static_cast<int>(bits);
  const auto rounded = [exponent](const mpz_class& x) { return TimesPowerOfTwo(mpq_class(x), exponent).get_d(); };
  return -Vec3{rounded(d.x), rounded(d.y), rounded(d.z)};
}

mpq_class ExactOracle3::SizeSquared() const {
  mpz_class diameter_sq = 0;
  const auto include = [&diameter_sq](const MpzVec3& edge) { diameter_sq = std::max(diameter_sq, Dot(edge, edge)); };
  for (int i = 0; i < points_.num_a(); ++i) {
    for (int j = 0; j < i; ++j) include(points_.a(i) - points_.a(j));
  }
  for (int i = 0; i < points_.num_b(); ++i) {
    for (int j = 0; j < i; ++j) include(points_.b(i) - points_.b(j));
  }
  return std::max(Unscaled(mpq_class(diameter_sq)), DistanceSquared());
}

}  // namespace collision2d::solid
