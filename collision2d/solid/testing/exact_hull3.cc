#include "collision2d/solid/testing/exact_hull3.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "collision2d/solid/testing/double_bits.h"

namespace collision2d::solid {
namespace {

using MpzVec3 = IntegerVec3<mpz_class>;

// Products of three coordinates of up to this many bits are far from overflow.
constexpr size_t kFilteredBits = 200;

// mpz_get_d truncates: 2 u for each of the two factors and for the offset; two additions, a product
// and a subtraction: below 10 u, with u = 2^-53; rounded up.
constexpr double kSideRelativeError = 0x1p-48;

Vec3 RoundedVec(const MpzVec3& v) { return {v.x.get_d(), v.y.get_d(), v.z.get_d()}; }

bool IsSmall(const MpzVec3& v) {
  return std::max({mpz_sizeinbase(v.x.get_mpz_t(), 2), mpz_sizeinbase(v.y.get_mpz_t(), 2),
                   mpz_sizeinbase(v.z.get_mpz_t(), 2)}) <= kFilteredBits;
}

mpz_class Scaled(double x, int exponent) {
  if (x == 0.0) return 0;
  const int unit = BitsOf(x).begin;
  mpz_class result(std::ldexp(x, -unit));  // An odd integer below 2^53.
  mpz_mul_2exp(result.get_mpz_t(), result.get_mpz_t(), static_cast<mp_bitcnt_t>(unit - exponent));
  return result;
}

}  // namespace

ExactHull3::ExactHull3(std::vector<MpzVec3> points) : points_(std::move(points)) {
  filtered_ = std::all_of(points_.begin(), points_.end(), IsSmall);
  if (filtered_) {
    for (const MpzVec3& p : points_) rounded_points_.push_back(RoundedVec(p));
  }
  auto [i, j, k, l] = FindFirstSimplex();
  if (dimension_ < 3) return;
  if (Determinant(points_[j] - points_[i], points_[k] - points_[i], points_[l] - points_[i]) > 0) std::swap(j, k);
  AddFacet(i, j, k);
  AddFacet(i, l, j);
  AddFacet(j, l, k);
  AddFacet(k, l, i);
  for (int p = 0; p < static_cast<int>(points_.size()); ++p) AddPoint(p);
}

std::array<int, 4> ExactHull3::FindFirstSimplex() {
  std::array<int, 4> simplex = {};
  MpzVec3 edge;
  MpzVec3 normal;
  for (int i = 1; i < static_cast<int>(points_.size()) && dimension_ < 3; ++i) {
    const MpzVec3 to_point = points_[i] - points_[0];
    if (dimension_ == 0 && !to_point.IsZero()) {
      edge = to_point;
      simplex[++dimension_] = i;
    } else if (dimension_ == 1 && !Cross(edge, to_point).IsZero()) {
      normal = Cross(edge, to_point);
      simplex[++dimension_] = i;
    } else if (dimension_ == 2 && Dot(normal, to_point) != 0) {
      simplex[++dimension_] = i;
    }
  }
  return simplex;
}

void ExactHull3::AddFacet(int i, int j, int k) {
  Facet facet{{i, j, k}, Cross(points_[j] - points_[i], points_[k] - points_[i]), 0};
  facet.offset = Dot(facet.normal, points_[i]);
  if (filtered_) rounded_facets_.push_back({RoundedVec(facet.normal), facet.offset.get_d()});
  facets_.push_back(std::move(facet));
}

int ExactHull3::Side(size_t facet, int point) const {
  if (filtered_) {
    const Rounded& f = rounded_facets_[facet];
    const Vec3& p = rounded_points_[point];
    const double height = Dot(f.vector, p) - f.offset;
    const double magnitude =
        std::abs(f.vector.x * p.x) + std::abs(f.vector.y * p.y) + std::abs(f.vector.z * p.z) + std::abs(f.offset);
    if (std::abs(height) > kSideRelativeError * magnitude) return height > 0.0 ? 1 : -1;
  }
  return Sign(mpz_class(Dot(facets_[facet].normal, points_[point]) - facets_[facet].offset));
}

void ExactHull3::AddPoint(int i) {
  std::set<std::pair<int, int>> seen_edges;
  size_t kept = 0;
  for (size_t f = 0; f < facets_.size(); ++f) {
    if (Side(f, i) > 0) {
      const auto& [u, v, w] = facets_[f].vertices;
      seen_edges.insert({{u, v}, {v, w}, {w, u}});
      continue;
    }
    if (kept != f) {
      std::swap(facets_[kept], facets_[f]);
      if (filtered_) rounded_facets_[kept] = rounded_facets_[f];
    }
    ++kept;
  }
  facets_.resize(kept);
  if (filtered_) rounded_facets_.resize(kept);
  for (const auto& [u, v] : seen_edges) {
    if (seen_edges.count({v, u}) == 0) AddFacet(u, v, i);
  }
}

std::vector<MpzVec3> ScaledToIntegers(absl::Span<const Vec3> points, int exponent) {
  std::vector<MpzVec3> scaled;
  for (const Vec3& p : points) {
    scaled.push_back({Scaled(p.x, exponent), Scaled(p.y, exponent), Scaled(p.z, exponent)});
  }
  return scaled;
}

std::vector<std::array<int, 3>> ExactHullTriangles(absl::Span<const Vec3> points) {
  const BitRange bits = BitsOf(points);
  const ExactHull3 hull(ScaledToIntegers(points, bits.IsEmpty() ? 0 : bits.begin));
  std::vector<std::array<int, 3>> triangles;
  for (const ExactHull3::Facet& facet : hull.facets()) triangles.push_back(facet.vertices);
  return triangles;
}

}  // namespace collision2d::solid
