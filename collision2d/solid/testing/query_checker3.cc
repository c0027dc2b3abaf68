#include "collision2d/solid/testing/query_checker3.h"

#include <algorithm>
#include <cmath>

#include "collision2d/query/separation_result.h"
#include "collision2d/solid/testing/hex_format3.h"
#include "collision2d/testing/exact_oracle.h"

namespace collision2d::solid {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

// Tolerance of a unit vector rounded to doubles, from a norm within 2 units of roundoff.
constexpr double kUnitError = 4.0 * 0x1p-53;

struct ExactVec3 {
  mpq_class x, y, z;

  explicit ExactVec3(const Vec3& v) : x(v.x), y(v.y), z(v.z) {}
};

mpq_class Dot(const ExactVec3& a, const ExactVec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

bool IsUnit(const Vec3& direction) {
  const ExactVec3 d(direction);
  const mpq_class norm_sq = Dot(d, d);
  const mpq_class low = 1 - mpq_class(kUnitError);
  const mpq_class high = 1 + mpq_class(kUnitError);
  return low * low <= norm_sq && norm_sq <= high * high;
}

// |witness_b - witness_a - signed_distance * direction| <= error.
bool WitnessesGiveDistance(const Separation3& s, double error_m) {
  ExactVec3 rest(s.witness_b);
  const ExactVec3 a(s.witness_a);
  const ExactVec3 d(s.direction);
  const mpq_class distance(s.signed_distance_m);
  rest.x -= a.x + distance * d.x;
  rest.y -= a.y + distance * d.y;
  rest.z -= a.z + distance * d.z;
  return Dot(rest, rest) <= mpq_class(error_m) * mpq_class(error_m);
}

bool StatusIs(SeparationStatus status, ExactRelation relation) {
  switch (relation) {
    case ExactRelation::kDisjoint:
      return status == SeparationStatus::kSeparated;
    case ExactRelation::kTouching:
      return status == SeparationStatus::kTouching;
    case ExactRelation::kOverlapping:
      return status == SeparationStatus::kPenetrating;
  }
  return false;
}

bool AllFinite(const Separation3& s) {
  return std::isfinite(s.signed_distance_m) && IsFinite(s.witness_a) && IsFinite(s.witness_b) && IsFinite(s.direction);
}

}  // namespace

mpq_class ExactGapAlong(absl::Span<const Vec3> a, absl::Span<const Vec3> b, const Vec3& direction) {
  const ExactVec3 d(direction);
  mpq_class highest = Dot(d, ExactVec3(a[0]));
  mpq_class lowest = Dot(d, ExactVec3(b[0]));
  for (const Vec3& p : a) highest = std::max(highest, Dot(d, ExactVec3(p)));
  for (const Vec3& p : b) lowest = std::min(lowest, Dot(d, ExactVec3(p)));
  return lowest - highest;
}

AssertionResult QueryChecker3::Check(absl::Span<const Vec3> a, absl::Span<const Vec3> b, const Separation3& separation,
                                     double error_m) {
  return Judge(a, b, separation, error_m, true);
}

AssertionResult QueryChecker3::CheckWithoutDepth(absl::Span<const Vec3> a, absl::Span<const Vec3> b,
                                                 const Separation3& separation, double error_m) {
  return Judge(a, b, separation, error_m, false);
}

AssertionResult QueryChecker3::IsOn(const Vec3& point, absl::Span<const Vec3> shape, double error_m) {
  point_oracle_.SetPair(shape, absl::MakeConstSpan(&point, 1));
  if (point_oracle_.DistanceSquared() <= mpq_class(error_m) * mpq_class(error_m)) return AssertionSuccess();
  return AssertionFailure() << HexFormat(point) << " is " << point_oracle_.SignedDistance() << " away from the shape";
}

AssertionResult QueryChecker3::Judge(absl::Span<const Vec3> a, absl::Span<const Vec3> b, const Separation3& s,
                                     double error_m, bool with_depth) {
  oracle_.SetPair(a, b);
  ++checked_;
  const ExactRelation relation = oracle_.relation();
  colliding_ += relation != ExactRelation::kDisjoint;
  const auto failure = [&] {
    return AssertionFailure() << "a = " << HexFormat(a) << "\nb = " << HexFormat(b) << "\nsigned distance "
                              << s.signed_distance_m << ", status " << static_cast<int>(s.status) << ", direction "
                              << HexFormat(s.direction) << "\n";
  };
  if (!AllFinite(s)) return failure() << "not finite";
  if (!StatusIs(s.status, relation)) return failure() << "the exact relation is " << static_cast<int>(relation);
  if (!IsUnit(s.direction)) return failure() << "the direction is not a unit vector";
  if ((with_depth || relation != ExactRelation::kOverlapping) &&
      !oracle_.IsWithinAbsolute(mpq_class(s.signed_distance_m), mpq_class(error_m))) {
    return failure() << "the exact signed distance is " << oracle_.SignedDistance();
  }
  if (ExactGapAlong(a, b, s.direction) < mpq_class(s.signed_distance_m) - mpq_class(error_m)) {
    return failure() << "along the direction b is " << ExactGapAlong(a, b, s.direction).get_d() << " above a";
  }
  if (!WitnessesGiveDistance(s, error_m)) return failure() << "the witnesses are not at that distance";
  const AssertionResult on_a = IsOn(s.witness_a, a, error_m);
  if (!on_a) return failure() << "witness on a: " << on_a.message();
  const AssertionResult on_b = IsOn(s.witness_b, b, error_m);
  if (!on_b) return failure() << "witness on b: " << on_b.message();
  return AssertionSuccess();
}

}  // namespace collision2d::solid
