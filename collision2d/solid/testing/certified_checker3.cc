#include "collision2d/solid/testing/certified_checker3.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "collision2d/query/separation_result.h"
#include "collision2d/testing/exact_oracle.h"

namespace collision2d::solid {
namespace {

// Far above the rounding of a sum of three products of 106-bit numbers about 1, and far below that
// of doubles.
constexpr double kTwofoldError = 0x1p-96;

// Bound on the error of a distance of points computed here: the root of the rounding of a square.
constexpr double kSlack = 0x1p-80;

Twofold Clamp01(const Twofold& x) {
  if (x < Twofold(0.0)) return 0.0;
  return Twofold(1.0) < x ? Twofold(1.0) : x;
}

// Returns the point of a segment nearest to `to`. Any point of the segment is in the hull, so
// rounding of the parameter is harmless.
TwofoldVec3 NearestOfSegment(const TwofoldVec3& p, const TwofoldVec3& q, const TwofoldVec3& to) {
  const TwofoldVec3 edge = q - p;
  const Twofold square = Dot(edge, edge);
  if (!(square > Twofold(0.0))) return p;
  return p + Clamp01(Dot(to - p, edge) / square) * edge;
}

// Computes the foot in a triangle; returns false if it is outside or the triangle is too thin.
bool NearestOfTriangle(const TwofoldVec3& p, const TwofoldVec3& q, const TwofoldVec3& r, const TwofoldVec3& to,
                       TwofoldVec3* foot) {
  const TwofoldVec3 u = q - p;
  const TwofoldVec3 v = r - p;
  const TwofoldVec3 normal = Cross(u, v);
  const Twofold square = Dot(normal, normal);
  if (!(square > Twofold(0.0))) return false;
  const TwofoldVec3 arm = to - p;
  const Twofold s = Dot(Cross(arm, v), normal) / square;
  const Twofold t = Dot(Cross(u, arm), normal) / square;
  if (s < Twofold(0.0) || t < Twofold(0.0) || Twofold(1.0) < s + t) return false;
  *foot = p + s * u + t * v;
  return true;
}

// The point itself, if it is in the tetrahedron.
bool IsInTetrahedron(const std::array<TwofoldVec3, 4>& p, const TwofoldVec3& to) {
  const auto volume = [](const TwofoldVec3& w, const TwofoldVec3& x, const TwofoldVec3& y, const TwofoldVec3& z) {
    return Dot(x - w, Cross(y - w, z - w));
  };
  const Twofold whole = volume(p[0], p[1], p[2], p[3]);
  const std::array<Twofold, 4> part = {volume(to, p[1], p[2], p[3]), volume(p[0], to, p[2], p[3]),
                                       volume(p[0], p[1], to, p[3]), volume(p[0], p[1], p[2], to)};
  for (const Twofold& x : part) {
    if (whole > Twofold(0.0) ? !(x > Twofold(0.0)) : !(x < Twofold(0.0))) return false;
  }
  return true;
}

struct Extremes {
  Twofold least = std::numeric_limits<double>::infinity();
  Twofold most = -std::numeric_limits<double>::infinity();
};

Extremes HeightsOf(const std::vector<Vec3>& points, const Vec3& direction) {
  Extremes extremes;
  for (const Vec3& p : points) {
    const Twofold height = Dot(TwofoldVec3(p), TwofoldVec3(direction));
    if (height < extremes.least) extremes.least = height;
    if (extremes.most < height) extremes.most = height;
  }
  return extremes;
}

testing::AssertionResult Fail(const char* what, double value, double bound) {
  return testing::AssertionFailure() << what << ": " << value << ", allowed " << bound;
}

}  // namespace

void CertifiedChecker3::Load(absl::Span<const Vec3> a, absl::Span<const Vec3> b) {
  double largest = 0.0;
  for (const absl::Span<const Vec3> points : {a, b}) {
    for (const Vec3& p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  }
  int exponent = 0;
  std::frexp(largest, &exponent);
  scale_ = std::ldexp(1.0, -exponent / 2);
  scale_rest_ = std::ldexp(1.0, -exponent - (-exponent / 2));
  a_.clear();
  b_.clear();
  for (const Vec3& p : a) a_.push_back(scale_rest_ * (scale_ * p));
  for (const Vec3& p : b) b_.push_back(scale_rest_ * (scale_ * p));
}

// First searches the points that are highest along the outward direction, as are those of the face
// that the witness is on; if that leaves a gap, all points.
TwofoldVec3 CertifiedChecker3::NearestInHull(const std::vector<Vec3>& points, const TwofoldVec3& to,
                                             const Vec3& outward) const {
  const Extremes heights = HeightsOf(points, outward);
  TwofoldVec3 best;
  Twofold best_distance = std::numeric_limits<double>::infinity();
  const auto take = [&](const TwofoldVec3& candidate) {
    const Twofold distance = Norm(candidate - to);
    if (!(distance < best_distance)) return;
    best = candidate;
    best_distance = distance;
  };
  for (const double depth : {0x1p-40, 0x1p-20, 8.0}) {
    std::vector<TwofoldVec3> near;
    for (const Vec3& p : points) {
      if (Dot(TwofoldVec3(p), TwofoldVec3(outward)) > heights.most - Twofold(depth)) near.push_back(p);
    }
    const size_t n = near.size();
    for (size_t i = 0; i < n; ++i) {
      take(near[i]);
      for (size_t j = i + 1; j < n; ++j) {
        take(NearestOfSegment(near[i], near[j], to));
        for (size_t k = j + 1; k < n; ++k) {
          TwofoldVec3 foot;
          if (NearestOfTriangle(near[i], near[j], near[k], to, &foot)) take(foot);
          for (size_t l = k + 1; l < n; ++l) {
            if (IsInTetrahedron({near[i], near[j], near[k], near[l]}, to)) take(to);
          }
        }
      }
    }
    if (best_distance < Twofold(0x1p-50)) break;
  }
  return best;
}

testing::AssertionResult CertifiedChecker3::CheckDirectionAndWitnesses(const Separation3& separation, double error,
                                                                       TwofoldVec3* on_a, TwofoldVec3* on_b,
                                                                       Twofold* gap) const {
  const double distance = Scaled(separation.signed_distance_m);
  const Vec3& direction = separation.direction;
  const Twofold length = Norm(TwofoldVec3(direction));
  if (std::abs((length - Twofold(1.0)).high) > 4.0 * 0x1p-53) return Fail("length of the direction", length.high, 1.0);
  *gap = (HeightsOf(b_, direction).least - HeightsOf(a_, direction).most) / length;
  if (*gap < Twofold(distance - error)) return Fail("gap along the direction", gap->high, distance - error);
  const TwofoldVec3 witness_a = scale_rest_ * (scale_ * separation.witness_a);
  const TwofoldVec3 witness_b = scale_rest_ * (scale_ * separation.witness_b);
  *on_a = NearestInHull(a_, witness_a, direction);
  *on_b = NearestInHull(b_, witness_b, -direction);
  const double off_a = Norm(*on_a - witness_a).high;
  if (off_a > error + kSlack) return Fail("witness a outside of its shape", off_a, error);
  const double off_b = Norm(*on_b - witness_b).high;
  if (off_b > error + kSlack) return Fail("witness b outside of its shape", off_b, error);
  const TwofoldVec3 connection = Twofold(distance) * TwofoldVec3(direction);
  const double off = Norm(witness_b - witness_a - connection).high;
  if (off > 2.0 * error + kSlack) return Fail("witnesses off the distance along the direction", off, 2.0 * error);
  return testing::AssertionSuccess();
}

testing::AssertionResult CertifiedChecker3::CheckApart(absl::Span<const Vec3> a, absl::Span<const Vec3> b,
                                                       const Separation3& separation, double magnitude_m,
                                                       double relative_error) {
  if (separation.status != SeparationStatus::kSeparated) return testing::AssertionFailure() << "not kSeparated";
  if (!(separation.signed_distance_m > 0.0)) return testing::AssertionFailure() << "no distance";
  Load(a, b);
  // One spacing of subnormal numbers, which the answer is rounded to.
  const double error = relative_error * Scaled(magnitude_m) + Scaled(0x1p-1074);
  const double distance = Scaled(separation.signed_distance_m);
  TwofoldVec3 on_a;
  TwofoldVec3 on_b;
  Twofold gap;
  testing::AssertionResult result = CheckDirectionAndWitnesses(separation, error, &on_a, &on_b, &gap);
  if (!result) return result;
  if (!(gap > Twofold(kTwofoldError))) {
    ++slow_count_;
    if (relation_.Collide(a_, b_)) return testing::AssertionFailure() << "they collide";
  }
  const double upper = Norm(on_b - on_a).high;
  if (distance < upper - error) {
    // The points may not be the closest ones.
    ++slow_count_;
    exact_.SetPair(a_, b_);
    if (!exact_.IsWithinAbsolute(distance, error)) return Fail("distance", distance, exact_.SignedDistance());
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult CertifiedChecker3::CheckColliding(absl::Span<const Vec3> a, absl::Span<const Vec3> b,
                                                           const Separation3& separation, double magnitude_m,
                                                           double relative_error) {
  Load(a, b);
  ++slow_count_;
  const ExactRelation relation = relation_.Relation(a_, b_);
  const SeparationStatus expected = relation == ExactRelation::kDisjoint   ? SeparationStatus::kSeparated
                                    : relation == ExactRelation::kTouching ? SeparationStatus::kTouching
                                                                           : SeparationStatus::kPenetrating;
  if (separation.status != expected) {
    return testing::AssertionFailure() << "status " << static_cast<int>(separation.status) << " and not "
                                       << static_cast<int>(expected);
  }
  TwofoldVec3 on_a;
  TwofoldVec3 on_b;
  Twofold gap;
  const double error = relative_error * Scaled(magnitude_m) + Scaled(0x1p-1074);
  return CheckDirectionAndWitnesses(separation, error, &on_a, &on_b, &gap);
}

}  // namespace collision2d::solid
