#include "collision2d/capture/tool/exact_judge.h"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "collision2d/batch/results.h"
#include "collision2d/capture/batch_recorder.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/records/bytes.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/testing/distance_checker.h"
#include "collision2d/motion/testing/impact_checker.h"
#include "collision2d/motion/testing/motion_oracle.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/query_checker.h"

namespace collision2d {

namespace {

SpecPair SpecPairOf(const CapturedQuery& query) {
  const auto spec = [&](size_t first) {
    return SpecBetween(query.poses[first], query.poses[first + 1], query.numbers[0], query.numbers[1]);
  };
  return {query.body[0], query.obstacles[0], spec(0), spec(2)};
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

}  // namespace

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

namespace {

Pose2 BodyFromObstacle(const CapturedQuery& row, size_t k) { return RelativePose(row.poses[0], row.poses[1 + k]); }

// The obstacles that any of the body's shapes collides with, or is within a limit of, by
// `is_hit(shape, obstacle, pose)`.
template <typename IsHit>
std::vector<uint64_t> MaskOf(const CapturedQuery& row, const IsHit& is_hit) {
  std::vector<uint64_t> mask((row.obstacles.size() + 63) / 64);
  for (size_t k = 0; k < row.obstacles.size(); ++k) {
    const bool any = std::any_of(row.body.begin(), row.body.end(), [&](const ConvexPolygon& shape) {
      return is_hit(shape, row.obstacles[k], BodyFromObstacle(row, k));
    });
    mask[k / 64] |= uint64_t{any} << k % 64;
  }
  return mask;
}

std::vector<uint64_t> CollisionMaskOf(const CapturedQuery& row) {
  return MaskOf(row, [](const auto&... pair) { return Collides(pair...); });
}

int HitCount(const CapturedQuery& row) {
  int count = 0;
  const std::vector<uint64_t> mask = CollisionMaskOf(row);
  for (size_t k = 0; k < row.obstacles.size(); ++k) count += static_cast<int>(mask[k / 64] >> k % 64 & 1);
  return count;
}

Hit FirstHitOf(const CapturedQuery& row) {
  for (size_t k = 0; k < row.obstacles.size(); ++k) {
    for (size_t e = 0; e < row.body.size(); ++e) {
      if (Collides(row.body[e], row.obstacles[k], BodyFromObstacle(row, k))) {
        return {0, static_cast<int>(k), static_cast<int>(e)};
      }
    }
  }
  return {};
}

Nearest<double> NearestOf(const CapturedQuery& row) {
  Nearest<double> nearest;
  for (size_t k = 0; k < row.obstacles.size(); ++k) {
    for (size_t e = 0; e < row.body.size(); ++e) {
      const double distance_m = Distance(row.body[e], row.obstacles[k], BodyFromObstacle(row, k));
      if (distance_m <= row.numbers[0] && distance_m < nearest.distance_m) {
        nearest = {distance_m, 0, static_cast<int>(k), static_cast<int>(e)};
      }
    }
  }
  return nearest;
}

Nearest<Separation> LeastOf(const CapturedQuery& row) {
  Nearest<Separation> least;
  for (size_t k = 0; k < row.obstacles.size(); ++k) {
    for (size_t e = 0; e < row.body.size(); ++e) {
      const Separation separation = ComputeSeparation(row.body[e], row.obstacles[k], BodyFromObstacle(row, k));
      if (separation.signed_distance_m > row.numbers[0]) continue;
      if (separation.signed_distance_m >= least.separation.signed_distance_m) continue;
      least = {separation, 0, static_cast<int>(k), static_cast<int>(e)};
    }
  }
  return least;
}

std::vector<uint64_t> DistancesOf(const CapturedQuery& row) {
  std::vector<uint64_t> distances;
  for (size_t k = 0; k < row.obstacles.size(); ++k) {
    double least_m = std::numeric_limits<double>::infinity();
    for (const ConvexPolygon& shape : row.body) {
      least_m = std::min(least_m, Distance(shape, row.obstacles[k], BodyFromObstacle(row, k)));
    }
    distances.push_back(internal::BitsOf(least_m));
  }
  return distances;
}

template <typename Answer>
std::vector<uint64_t> WordsOf(const Answer& answer) {
  const auto words = internal::WordsOf(answer);
  return {words.begin(), words.end()};
}

}  // namespace

std::vector<uint64_t> PairwiseAnswer(const CapturedQuery& row) {
  switch (row.kind) {
    case QueryKind::kCollisionMask:
      return CollisionMaskOf(row);
    case QueryKind::kWithinMask:
      return MaskOf(row, [&](const auto&... pair) { return DistanceWithin(pair..., row.numbers[0]); });
    case QueryKind::kAnyHit:
      return WordsOf(HitCount(row) > 0);
    case QueryKind::kFirstHit:
      return WordsOf(FirstHitOf(row));
    case QueryKind::kCountHits:
      return WordsOf(HitCount(row));
    case QueryKind::kMinimumDistance:
      return WordsOf(NearestOf(row));
    case QueryKind::kAllDistances:
      return DistancesOf(row);
    default:
      return WordsOf(LeastOf(row));
  }
}

namespace {

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
  if (IsRow(query.kind)) return record.answer != PairwiseAnswer(query);
  if (IsMotion(query.kind)) return IsWrongMotion(record);
  const Pose2* const pose = query.poses.empty() ? nullptr : query.poses.data();
  if (pose != nullptr && !IsFinite(*pose)) return false;
  const JudgedPair pair(query.body[0], query.obstacles[0], pose);
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
