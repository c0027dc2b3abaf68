#include "bench/throughput/wrong_verdicts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "planner_adapter/checking/plain_checker.h"

namespace collision2d::bench {
namespace {

using planner::Encounter;
using planner::PlainEncounter;

constexpr double kAgreement_m = 1e-9;

bool IsSameDistance(const std::optional<Encounter>& actual, const std::optional<PlainEncounter>& expected) {
  if (!actual.has_value() || !expected.has_value()) return actual.has_value() == expected.has_value();
  return std::abs(actual->signed_distance_m - expected->signed_distance_m) <= kAgreement_m;
}

bool IsSameCollision(const std::optional<Encounter>& actual, const std::optional<PlainEncounter>& expected) {
  if (!IsSameDistance(actual, expected)) return false;
  if (!actual.has_value()) return true;
  return actual->time_s == expected->time_s && actual->step == expected->step &&
         actual->obstacle == expected->obstacle && actual->hypothesis == expected->hypothesis;
}

bool IsRight(const planner::Verdict& actual, const planner::PlainVerdict& expected) {
  if (!IsSameDistance(actual.minimum_clearance, expected.minimum_clearance)) return false;
  if (actual.minimum_clearance.has_value() && std::abs(actual.minimum_clearance->signed_distance_m) <= kAgreement_m) {
    return true;
  }
  return IsSameCollision(actual.first_collision, expected.first_collision) &&
         actual.leaves_drivable_area_time_s == expected.leaves_drivable_area_time_s;
}

}  // namespace

int64_t CountWrongVerdicts(const planner::Scene& scene, const planner::CheckerOptions& options,
                           absl::Span<const planner::Trajectory> candidates,
                           absl::Span<const planner::Verdict> verdicts, int sample) {
  const size_t stride = std::max<size_t>(1, candidates.size() / static_cast<size_t>(sample));
  int64_t wrong = 0;
  for (size_t i = 0; i < candidates.size(); i += stride) {
    wrong += IsRight(verdicts[i], planner::PlainCheck(scene, options, candidates[i])) ? 0 : 1;
  }
  return wrong;
}

}  // namespace collision2d::bench
