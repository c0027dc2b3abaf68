#include "bench/throughput/wrong_verdicts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "planner_adapter/checking/testing/plain_checker.h"

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

// One that is seen between instants only may precede that of the plain checker, which knows none.
bool IsSameDeparture(const planner::Verdict& actual, const planner::PlainVerdict& expected) {
  const std::optional<double>& expected_s = expected.leaves_road_time_s;
  if (!actual.road_departure.has_value()) return !expected_s.has_value();
  const planner::RoadDeparture& departure = *actual.road_departure;
  if (departure.between_instants) return !expected_s.has_value();
  return expected_s.has_value() && departure.outside_by_s <= *expected_s &&
         (departure.inside_until_s < departure.outside_by_s || departure.outside_by_s == *expected_s);
}

bool IsRight(const planner::Verdict& actual, const planner::PlainVerdict& expected) {
  if (!IsSameDistance(actual.minimum_clearance, expected.minimum_clearance)) return false;
  if (actual.minimum_clearance.has_value() && std::abs(actual.minimum_clearance->signed_distance_m) <= kAgreement_m) {
    return true;
  }
  return IsSameCollision(actual.first_collision, expected.first_collision) && IsSameDeparture(actual, expected);
}

constexpr int kTimesBetween = 9;

bool HasContact(const planner::Scene& scene, const planner::CheckerOptions& options,
                const planner::Candidate& candidate) {
  const std::vector<double> instants_s = planner::PlainInstants(scene, candidate);
  for (size_t i = 0; i + 1 < instants_s.size(); ++i) {
    for (int k = 0; k <= kTimesBetween; ++k) {
      const double time_s = instants_s[i] + (instants_s[i + 1] - instants_s[i]) * k / (kTimesBetween + 1);
      const std::optional<PlainEncounter> contact = planner::PlainContactAt(scene, options, candidate, time_s);
      if (contact.has_value() && contact->signed_distance_m < -kAgreement_m) return true;
    }
  }
  return false;
}

bool IsNearContact(const planner::Scene& scene, const planner::CheckerOptions& options,
                   const planner::Candidate& candidate, const planner::Verdict& verdict) {
  const Encounter& contact = *verdict.first_collision;
  const double room_m = verdict.contact_bracket->is_conservative ? 1e-3 : 1e-6;
  for (const planner::PlainShape& ego : planner::PlainEgoAt(scene, candidate, contact.time_s)) {
    for (const planner::PlainShape& obstacle : planner::PlainObstacleAt(scene, contact.obstacle, contact.hypothesis,
                                                                        contact.time_s, options.beyond_prediction)) {
      if (planner::PlainSignedDistance(ego, obstacle) <= room_m) return true;
    }
  }
  return false;
}

// The number of wrong ones among `sample` candidates or a few more.
template <typename IsRightVerdict>
int64_t CountWrongAmong(size_t candidates, int sample, const IsRightVerdict& is_right) {
  const size_t stride = std::max<size_t>(1, candidates / static_cast<size_t>(sample));
  int64_t wrong = 0;
  for (size_t i = 0; i < candidates; i += stride) wrong += is_right(i) ? 0 : 1;
  return wrong;
}

}  // namespace

int64_t CountWrongVerdicts(const planner::Scene& scene, const planner::CheckerOptions& options,
                           absl::Span<const planner::Candidate> candidates, absl::Span<const planner::Verdict> verdicts,
                           int sample) {
  return CountWrongAmong(candidates.size(), sample, [&](size_t i) {
    return IsRight(verdicts[i], planner::PlainCheck(scene, options, candidates[i]));
  });
}

int64_t CountWrongMotionVerdicts(const planner::Scene& scene, const planner::CheckerOptions& options,
                                 absl::Span<const planner::Candidate> candidates,
                                 absl::Span<const planner::Verdict> verdicts, int sample) {
  return CountWrongAmong(candidates.size(), sample, [&](size_t i) {
    if (verdicts[i].collides()) return IsNearContact(scene, options, candidates[i], verdicts[i]);
    return !HasContact(scene, options, candidates[i]) &&
           IsRight(verdicts[i], planner::PlainCheck(scene, options, candidates[i]));
  });
}

}  // namespace collision2d::bench
