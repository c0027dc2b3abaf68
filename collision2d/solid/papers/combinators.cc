#include "collision2d/solid/papers/combinators.h"

#include <cmath>

#include "absl/strings/str_format.h"

namespace collision2d::solid {
namespace {

double LargestEntry(const Mat3& m) {
  return std::max({NormInfinity(m.row[0]), NormInfinity(m.row[1]), NormInfinity(m.row[2])});
}

// Returns v times 2^exponent, exactly unless it underflows.
Vec3 Scaled(const Vec3& v, int exponent) {
  return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
}

Mat3 Scaled(const Mat3& m, int exponent) {
  Mat3 scaled = m;
  for (Vec3& row : scaled.row) row = Scaled(row, exponent);
  return scaled;
}

// Returns m with each row multiplied by a power of two, so that its largest entry is about 1: no
// product of three underflows.
Mat3 WithRowsScaled(const Mat3& m) {
  Mat3 scaled = m;
  for (Vec3& row : scaled.row) {
    int exponent = 0;
    std::frexp(NormInfinity(row), &exponent);
    row = Scaled(row, -exponent);
  }
  return scaled;
}

// Returns the length of the shortest row relative to the longest.
double RowRatio(const Mat3& m) {
  const double x = NormInfinity(m.row[0]);
  const double y = NormInfinity(m.row[1]);
  const double z = NormInfinity(m.row[2]);
  return std::min({x, y, z}) / std::max({x, y, z});
}

double ProductOfRowNorms(const Mat3& m) { return Norm(m.row[0]) * Norm(m.row[1]) * Norm(m.row[2]); }

// Returns whether the determinant is only rounding. Columns, then rows are scaled to about 1: a map
// that merely stretches and flattens is not singular, by whatever factor.
bool IsSingular(const Mat3& m) {
  if (!(std::min(RowRatio(m), RowRatio(m.Transposed())) >= kMinMapRatio)) return true;
  const Mat3 scaled = WithRowsScaled(WithRowsScaled(m.Transposed()).Transposed());
  return !(std::abs(Determinant(scaled)) > kSingularMapTolerance * ProductOfRowNorms(scaled));
}

absl::Status CheckLinear(const Mat3& linear) {
  for (int i = 0; i < 3; ++i) {
    if (IsFinite(linear.row[i])) continue;
    return absl::InvalidArgumentError(absl::StrFormat("linear.row[%d]: (%g, %g, %g) is not finite", i, linear.row[i].x,
                                                      linear.row[i].y, linear.row[i].z));
  }
  if (IsSingular(linear)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("linear: singular, its determinant %g is 0 within rounding", Determinant(linear)));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<AffineMap> AffineMap::Create(const Mat3& linear, const Vec3& translation) {
  if (absl::Status status = CheckLinear(linear); !status.ok()) return status;
  if (absl::Status status = internal::CheckPoint("translation", translation); !status.ok()) return status;
  int exponent = 0;
  std::frexp(LargestEntry(linear), &exponent);
  return AffineMap(linear, Scaled(linear, -exponent), translation);
}

double AffineMap::ImageMagnitude(double magnitude_m) const {
  const Vec3 largest{Norm1(linear_.row[0]), Norm1(linear_.row[1]), Norm1(linear_.row[2])};
  const Vec3 reach =
      magnitude_m * largest + Vec3{std::abs(translation_.x), std::abs(translation_.y), std::abs(translation_.z)};
  return internal::kRoundUp * NormInfinity(reach);
}

absl::StatusOr<RoundPrismShape> CreateRoundPrism(const ConvexPolygon& polygon, double z_min_m, double z_max_m) {
  const absl::StatusOr<ConvexPolygon> outline = ConvexPolygon::Create(polygon.vertices());
  if (!outline.ok()) return outline.status();
  absl::StatusOr<PrismShape> prism = PrismShape::Create(*outline, z_min_m, z_max_m);
  if (!prism.ok()) return prism.status();
  const absl::StatusOr<CylinderShape> disc = CylinderShape::Create(0.0, polygon.radius_m());
  if (!disc.ok()) return disc.status();
  return RoundPrismShape(*std::move(prism), *disc);
}

}  // namespace collision2d::solid
