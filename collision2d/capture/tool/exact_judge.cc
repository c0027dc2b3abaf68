#include "collision2d/capture/tool/exact_judge.h"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "collision2d/capture/records/bytes.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/testing/distance_checker.h"
#include "collision2d/motion/testing/impact_checker.h"
#include "collision2d/motion/testing/motion_oracle.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/query_checker.h"

namespace collision2d {
namespace {

SpecPair SpecPairOf(const CapturedQuery& query) {
  const auto spec = [&](size_t first) {
    return SpecBetween(query.poses[first], query.poses[first + 1], query.numbers[0], query.numbers[1]);
  };
  return {query.a, query.b, spec(0), spec(2)};
}

bool IsWrongImpact(const CaptureRecord& record) {
  ImpactResult impact;
  impact.verdict = static_cast<MotionVerdict>(record.answer[0]);
  impact.free_until_s = internal::DoubleOf(record.answer[1]);
  impact.contact_by_s = internal::DoubleOf(record.answer[2]);
  const bool reached_limit = record.answer[3] != 0;
  return !reached_limit &&
         !CheckImpact(SpecPairOf(record.query), impact, {record.query.numbers[2], record.query.numbers[3]});
}

bool IsWrongMotionFree(const CaptureRecord& record) {
  const SpecPair pair = SpecPairOf(record.query);
  MotionOracle oracle(pair.a, pair.motion_a, pair.b, pair.motion_b);
  const bool is_free = record.answer[0] != 0;
  const double margin_m = is_free ? 0.0 : record.query.numbers[3];
  return is_free != oracle.ProvesApart(pair.motion_a.start_s, pair.motion_a.end_s, margin_m);
}

bool IsWrongLeastDistance(const CaptureRecord& record) {
  MotionDistance least;
  least.lower_m = internal::DoubleOf(record.answer[0]);
  least.upper_m = internal::DoubleOf(record.answer[1]);
  least.time_s = internal::DoubleOf(record.answer[2]);
  const bool reached_limit = record.answer[3] != 0;
  return !reached_limit && !CheckMinimumDistance(SpecPairOf(record.query), record.query.numbers[2], least);
}

bool IsWrongMotion(const CaptureRecord& record) {
  switch (record.query.kind) {
    case QueryKind::kTimeOfImpact:
      return IsWrongImpact(record);
    case QueryKind::kIsMotionFree:
      return IsWrongMotionFree(record);
    default:
      return IsWrongLeastDistance(record);
  }
}

// A pair with the exact relation of its hulls.
class JudgedPair {
 public:
  // `pose` may be null. REQUIRES: a finite pose.
  JudgedPair(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2* pose)
      : a_(a.vertices().begin(), a.vertices().end()),
        b_(pose == nullptr ? std::vector<Vec2>(b.vertices().begin(), b.vertices().end()) : PosedVertices(b, *pose)),
        radius_a_m_(a.radius_m()),
        radius_b_m_(b.radius_m()) {
    oracle_.SetPair(a_, b_);
    const double posing_m =
        pose == nullptr ? 0.0
                        : std::abs(pose->translation.x) + std::abs(pose->translation.y) + 2.0 * b.max_coordinate_m();
    // The bound of distance.h; the diameters include the radii.
    const double size_m = oracle_.Size() + 2.0 * std::max(a.radius_m(), b.radius_m()) + posing_m;
    error_m_ = kDistanceRelativeError * size_m + 4.0 * std::numeric_limits<double>::denorm_min();
  }

  // Whether the answer to "is the distance at most limit_m" is wrong. Without radii contact is
  // exact.
  bool IsWrongWithin(double limit_m, bool answer) const {
    if (limit_m == std::numeric_limits<double>::infinity()) return !answer;
    const double error_m = limit_m == 0.0 && radii_m() == 0.0 ? 0.0 : error_m_;
    const mpq_class limit = mpq_class(limit_m) + radii_m();
    return answer ? Exceeds(limit + error_m) : !Exceeds(limit - error_m);
  }

  bool IsWrongDistance(double distance_m) const {
    if (!std::isfinite(distance_m) || distance_m < 0.0 || IsWrongWithin(0.0, distance_m == 0.0)) return true;
    return distance_m > 0.0 && !IsNear(distance_m);
  }

  bool IsWrongSeparation(const Separation& s) const {
    for (const double x : {s.signed_distance_m, s.witness_a.x, s.witness_a.y, s.witness_b.x, s.witness_b.y,
                           s.direction.x, s.direction.y}) {
      if (!std::isfinite(x)) return true;
    }
    return !IsNear(s.signed_distance_m) || IsWrongStatus(s) || !WitnessesAgree(s);
  }

 private:
  double radii_m() const { return radius_a_m_ + radius_b_m_; }
  // Whether the distance of the hulls, or minus their depth, exceeds `limit`.
  bool Exceeds(const mpq_class& limit) const {
    if (oracle_.relation() == ExactRelation::kOverlapping) return limit < 0 && oracle_.DepthSquared() < limit * limit;
    return limit < 0 || oracle_.DistanceSquared() > limit * limit;
  }
  bool IsNear(double signed_distance_m) const {
    return oracle_.IsWithinAbsolute(mpq_class(signed_distance_m) + radii_m(), error_m_);
  }
  // The status is that of the sign, and without radii the exact one.
  bool IsWrongStatus(const Separation& s) const {
    const SeparationStatus of_sign = s.signed_distance_m > 0.0   ? SeparationStatus::kSeparated
                                     : s.signed_distance_m < 0.0 ? SeparationStatus::kPenetrating
                                                                 : SeparationStatus::kTouching;
    if (s.status != of_sign) return true;
    if (radii_m() > 0.0) return IsWrongWithin(0.0, s.status != SeparationStatus::kSeparated);
    const ExactRelation relation = s.status == SeparationStatus::kSeparated  ? ExactRelation::kDisjoint
                                   : s.status == SeparationStatus::kTouching ? ExactRelation::kTouching
                                                                             : ExactRelation::kOverlapping;
    return oracle_.relation() != relation;
  }
  // The direction is a unit vector, connects the witnesses, and ends a and begins b there.
  bool WitnessesAgree(const Separation& s) const {
    const double rounding_m = 0x1p-50 * (Norm1(s.witness_a) + Norm1(s.witness_b));
    const double error_m = 4.0 * error_m_ + rounding_m;
    if (!(std::abs(NormSquared(s.direction) - 1.0) <= 0x1p-50)) return false;
    if (Norm(s.witness_b - s.witness_a - s.signed_distance_m * s.direction) > error_m) return false;
    double beyond_a_m = 0.0;
    double before_b_m = 0.0;
    for (const Vec2 p : a_) beyond_a_m = std::max(beyond_a_m, Dot(s.direction, p - s.witness_a) + radius_a_m_);
    for (const Vec2 q : b_) before_b_m = std::max(before_b_m, Dot(s.direction, s.witness_b - q) + radius_b_m_);
    return beyond_a_m <= error_m && before_b_m <= error_m;
  }

  ExactOracle oracle_;
  std::vector<Vec2> a_;
  std::vector<Vec2> b_;
  double radius_a_m_;
  double radius_b_m_;
  double error_m_;
};

Separation SeparationOf(const std::vector<uint64_t>& words) {
  const auto number = [&](size_t i) { return internal::DoubleOf(words[i]); };
  return {number(0),
          {number(1), number(2)},
          {number(3), number(4)},
          {number(5), number(6)},
          static_cast<SeparationStatus>(words[7])};
}

}  // namespace

bool IsWrong(const CaptureRecord& record) {
  const CapturedQuery& query = record.query;
  if (IsMotion(query.kind)) return IsWrongMotion(record);
  const Pose2* const pose = query.poses.empty() ? nullptr : query.poses.data();
  if (pose != nullptr && !IsFinite(*pose)) return false;
  const JudgedPair pair(query.a, query.b, pose);
  switch (query.kind) {
    case QueryKind::kCollides:
      return pair.IsWrongWithin(0.0, record.answer[0] != 0);
    case QueryKind::kDistance:
      return pair.IsWrongDistance(internal::DoubleOf(record.answer[0]));
    case QueryKind::kDistanceWithin:
      return pair.IsWrongWithin(query.numbers[0], record.answer[0] != 0);
    default:
      return pair.IsWrongSeparation(SeparationOf(record.answer));
  }
}

}  // namespace collision2d
