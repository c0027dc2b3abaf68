#include "bench/throughput/expected_throughput.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "bench/expected_list.h"

namespace collision2d::bench {
namespace {

using Measurements = ThroughputMeasurements;
using Figure = std::optional<double>;

// The fastest measurement of the case that `concerns` picks; null if there is none.
const ThroughputMeasurement* Fastest(const Measurements& all, absl::string_view case_name,
                                     const std::function<bool(const ThroughputMeasurement&)>& concerns) {
  const ThroughputMeasurement* fastest = nullptr;
  for (const ThroughputMeasurement& measurement : all) {
    if (measurement.case_name != case_name || !concerns(measurement)) continue;
    if (fastest == nullptr || measurement.cycle_ns < fastest->cycle_ns) fastest = &measurement;
  }
  return fastest;
}

bool IsBatch(const ThroughputMeasurement& measurement) {
  return measurement.is_subject && !absl::EndsWith(measurement.method, " full check") &&
         !absl::EndsWith(measurement.method, " at steps");
}

bool IsReference(const ThroughputMeasurement& measurement) { return !measurement.is_subject; }

Figure NsPerPair(const ThroughputMeasurement* measurement) {
  return measurement == nullptr ? Figure() : Figure(measurement->ns_per_pair());
}

Figure NsPerPairOf(const Measurements& all, absl::string_view case_name, absl::string_view target) {
  return NsPerPair(Find(all, case_name, absl::StrCat("batch ", target)));
}

Figure BestNsPerPair(const Measurements& all, absl::string_view case_name) {
  return NsPerPair(Fastest(all, case_name, IsBatch));
}

Figure BestCycle_ms(const Measurements& all, absl::string_view case_name) {
  const ThroughputMeasurement* const fastest = Fastest(all, case_name, IsBatch);
  return fastest == nullptr ? Figure() : Figure(1e-6 * fastest->cycle_ns);
}

Figure Ratio(const ThroughputMeasurement* slow, const ThroughputMeasurement* fast) {
  return slow == nullptr || fast == nullptr ? Figure() : Figure(slow->cycle_ns / fast->cycle_ns);
}

Figure SpeedUpOverBestReference(const Measurements& all, absl::string_view case_name) {
  return Ratio(Fastest(all, case_name, IsReference), Fastest(all, case_name, IsBatch));
}

Figure SpeedUpOver(const Measurements& all, absl::string_view case_name, absl::string_view method) {
  return Ratio(Find(all, case_name, method), Fastest(all, case_name, IsBatch));
}

// The fastest first-free check over the full check of the same run.
Figure ShareOfFullCheck(const Measurements& all) {
  const ThroughputMeasurement* const lazy = Fastest(all, "first_free", IsBatch);
  if (lazy == nullptr) return std::nullopt;
  const Figure inverse = Ratio(Find(all, "first_free", absl::StrCat(lazy->method, " full check")), lazy);
  return inverse.has_value() ? Figure(1.0 / *inverse) : Figure();
}

// The fastest check of motion over the check of the steps alone, in the same run.
Figure SweptOverSteps(const Measurements& all) {
  const ThroughputMeasurement* const swept = Fastest(all, "swept_first_hit", IsBatch);
  if (swept == nullptr) return std::nullopt;
  return Ratio(swept, Find(all, "swept_first_hit", absl::StrCat(swept->method, " at steps")));
}

// A body that each call grows over one that the caller has grown, in the same run.
Figure GrownOverGiven(const Measurements& all, absl::string_view suffix) {
  const ThroughputMeasurement* const given = Fastest(all, "margin_swept_first_hit", [](const auto& of) {
    return IsBatch(of) && !absl::EndsWith(of.method, " grown");
  });
  if (given == nullptr) return std::nullopt;
  return Ratio(Find(all, given->case_name, absl::StrCat(given->method, " grown", suffix)),
               Find(all, given->case_name, absl::StrCat(given->method, suffix)));
}

Figure SpeedUpByThreads(const Measurements& all, absl::string_view case_name) {
  const ThroughputMeasurement* const two = Fastest(all, case_name, [](const ThroughputMeasurement& measurement) {
    return absl::EndsWith(measurement.method, " 2 threads");
  });
  if (two == nullptr) return std::nullopt;
  return Ratio(Find(all, case_name, absl::StripSuffix(two->method, " 2 threads")), two);
}

constexpr std::array<absl::string_view, 4> kMapCases = {"map_1e3", "map_1e4", "map_1e5", "map_1e6"};

// The growth of the time from the smallest measured map to the largest, over that of the logarithm
// of their sizes.
Figure GrowthOverLog(const Measurements& all) {
  const ThroughputMeasurement* smallest = nullptr;
  const ThroughputMeasurement* largest = nullptr;
  for (const absl::string_view name : kMapCases) {
    const ThroughputMeasurement* const fastest = Fastest(all, name, IsBatch);
    if (fastest == nullptr) continue;
    if (smallest == nullptr) smallest = fastest;
    largest = fastest;
  }
  if (smallest == largest) return std::nullopt;
  const auto log_size = [](const ThroughputMeasurement& of) { return std::log(static_cast<double>(of.shapes)); };
  return largest->cycle_ns / smallest->cycle_ns / (log_size(*largest) / log_size(*smallest));
}

// Over all measured maps.
Figure LeastMapSpeedUp(const Measurements& all) {
  Figure least;
  for (const absl::string_view name : kMapCases) {
    const Figure speed_up = SpeedUpOverBestReference(all, name);
    if (speed_up.has_value()) least = std::min(least.value_or(*speed_up), *speed_up);
  }
  return least;
}

// The greatest over all cases.
Figure MemoryOverBudget(const Measurements& all) {
  Figure greatest;
  for (const ThroughputMeasurement& measurement : all) {
    if (!measurement.bytes_per_shape.has_value()) continue;
    const double share = *measurement.bytes_per_shape / measurement.budget_bytes_per_shape;
    greatest = std::max(greatest.value_or(share), share);
  }
  return greatest;
}

Figure WrongAnswers(const Measurements& all) {
  Figure wrong;
  for (const ThroughputMeasurement& measurement : all) {
    if (measurement.is_subject) wrong = wrong.value_or(0.0) + static_cast<double>(measurement.wrong);
  }
  return wrong;
}

}  // namespace

std::string FormatExpectedThroughput(const ThroughputMeasurements& all) {
  return FormatExpectedList(
      "expected of the batch",
      {
          {"mask: ns/pair, AVX-512", false, 0.2, NsPerPairOf(all, "mask", "avx512")},
          {"mask: ns/pair, AVX2", false, 0.3, NsPerPairOf(all, "mask", "avx2")},
          {"mask: times faster than the best reference", true, 6.0, SpeedUpOverBestReference(all, "mask")},
          {"any_hit: ns/pair, AVX-512", false, 0.13, NsPerPairOf(all, "any_hit", "avx512")},
          {"any_hit: ns/pair, AVX2", false, 0.2, NsPerPairOf(all, "any_hit", "avx2")},
          {"any_hit: times faster than the best reference", true, 7.0, SpeedUpOverBestReference(all, "any_hit")},
          {"dense_mask: ns/pair, AVX-512", false, 0.45, NsPerPairOf(all, "dense_mask", "avx512")},
          {"polygon_mask: ns/pair", false, 3.0, BestNsPerPair(all, "polygon_mask")},
          {"polygon_mask: times faster than Box2D pairwise", true, 10.0,
           SpeedUpOver(all, "polygon_mask", "Box2D pairwise")},
          {"nearest: ns/pair", false, 1.0, BestNsPerPair(all, "nearest")},
          {"first_hit: ms a cycle", false, 2.0, BestCycle_ms(all, "first_hit")},
          {"first_hit: ms a cycle, goal", false, 1.0, BestCycle_ms(all, "first_hit")},
          {"clearance: ms a cycle", false, 8.0, BestCycle_ms(all, "clearance")},
          {"short_first_hit: ms a cycle", false, 0.15, BestCycle_ms(all, "short_first_hit")},
          {"swept_first_hit: times the steps alone", false, 3.0, SweptOverSteps(all)},
          {"margin: times a body that is grown already", false, 1.1, GrownOverGiven(all, " at steps")},
          {"margin: the same between steps", false, 1.1, GrownOverGiven(all, "")},
          {"first_free: share of the full check", false, 0.15, ShareOfFullCheck(all)},
          {"map: growth of time over growth of log(shapes)", false, 1.0, GrowthOverLog(all)},
          {"map: times faster than the best reference, worst map", true, 3.0, LeastMapSpeedUp(all)},
          {"two_threads_first_hit: times faster", true, 1.85, SpeedUpByThreads(all, "two_threads_first_hit")},
          {"two_threads_clearance: times faster", true, 1.85, SpeedUpByThreads(all, "two_threads_clearance")},
          {"memory: worst share of the budget", false, 1.0, MemoryOverBudget(all)},
          {"wrong answers of the batch", false, 0.0, WrongAnswers(all)},
      });
}

}  // namespace collision2d::bench
