#include "bench/cliffs/cliff_measurement.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <limits>

#include "bench/cliffs/answer_checker.h"
#include "bench/cliffs/hard_pair.h"
#include "bench/single_query_clock.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

constexpr int kLevels = 3;

// Asks one level of a pair.
void Ask(int level, const HardPair& pair, const QueryContext& context, Answers* answers) {
  const auto& [a, b, a_from_b] = pair;
  switch (level) {
    case 1:
      answers->collides = a_from_b.has_value() ? Collides(a, b, *a_from_b, context) : Collides(a, b, context);
      return;
    case 2:
      answers->distance_m = a_from_b.has_value() ? Distance(a, b, *a_from_b, context) : Distance(a, b, context);
      return;
    default:
      answers->separation =
          a_from_b.has_value() ? ComputeSeparation(a, b, *a_from_b, context) : ComputeSeparation(a, b, context);
  }
}

// Times a level of a pair and adds the time to the measurement, without checking the answer.
void TimeLevel(const SingleQueryClock& clock, const HardPair& pair, CliffMeasurement* measurement, Answers* answers) {
  double best_ns = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    best_ns = std::min(best_ns, clock.Time([&] { Ask(measurement->level, pair, {}, answers); }));
  }
  // The sum, until MeasureCliff divides it.
  measurement->ns_mean += best_ns;
  measurement->ns_max = std::max(measurement->ns_max, best_ns);
  ++measurement->queries;
  QueryContext::Counters counters;
  Ask(measurement->level, pair, {&counters}, answers);
  measurement->entries_exact += counters.exact_path_entries;
  if (counters.limit_hits > 0) ++measurement->wrong;
}

}  // namespace

std::vector<CliffMeasurement> MeasureCliff(const CliffFamily& family, int vertices, int pair_count, double max_seconds,
                                           uint64_t seed) {
  std::vector<CliffMeasurement> measurements(kLevels);
  for (int level = 1; level <= kLevels; ++level) {
    CliffMeasurement& measurement = measurements[level - 1];
    measurement.family = family.name;
    measurement.vertices = vertices;
    measurement.level = level;
    measurement.planned = pair_count;
  }
  const SingleQueryClock clock;
  AnswerChecker checker;
  Random random(seed);
  const auto begin = std::chrono::steady_clock::now();
  for (int index = 0; index < pair_count; ++index) {
    const HardPair pair = family.make(vertices, index, &random);
    Answers answers;
    for (CliffMeasurement& measurement : measurements) TimeLevel(clock, pair, &measurement, &answers);
    std::array<bool, kLevels> are_right = checker.AreRight(pair, answers);
    if (vertices <= kMostFullyCheckedVertices && index < kFullyCheckedPairs && are_right[kLevels - 1]) {
      are_right[kLevels - 1] = checker.PromisesHold(pair);
    }
    for (size_t k = 0; k < measurements.size(); ++k) measurements[k].wrong += are_right[k] ? 0 : 1;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (elapsed.count() > max_seconds) break;
  }
  for (CliffMeasurement& measurement : measurements) measurement.ns_mean /= measurement.queries;
  return measurements;
}

}  // namespace collision2d::bench
