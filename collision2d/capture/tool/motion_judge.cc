#include "collision2d/capture/tool/motion_judge.h"

#include <cstddef>

#include "collision2d/capture/little_endian.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/testing/distance_checker.h"
#include "collision2d/motion/testing/impact_checker.h"
#include "collision2d/motion/testing/motion_oracle.h"
#include "collision2d/motion/testing/spec_pair.h"

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
  const bool reached_cap = record.answer[3] != 0;
  return !reached_cap &&
         !CheckImpact(SpecPairOf(record.query), impact, {record.query.numbers[2], record.query.numbers[3]});
}

bool IsWrongFreeMotion(const CaptureRecord& record) {
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
  const bool reached_cap = record.answer[3] != 0;
  return !reached_cap && !CheckMinimumDistance(SpecPairOf(record.query), record.query.numbers[2], least);
}

}  // namespace

bool IsWrongMotion(const CaptureRecord& record) {
  switch (record.query.kind) {
    case QueryKind::kTimeOfImpact:
      return IsWrongImpact(record);
    case QueryKind::kFreeMotion:
      return IsWrongFreeMotion(record);
    default:
      return IsWrongLeastDistance(record);
  }
}

}  // namespace collision2d
