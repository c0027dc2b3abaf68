#include "bench/measure_cell.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "bench/ground_truth.h"
#include "bench/interleaved_timing.h"

namespace collision2d::bench {
namespace {

// Counts the wrong answers and finds the greatest error.
void Judge(absl::Span<const double> results, absl::Span<const GroundTruth> truths, Measurement* measurement) {
  for (size_t i = 0; i < results.size(); ++i) {
    const GroundTruth& truth = truths[i];
    const bool collides = measurement->level == Level::kCollides ? results[i] == 1.0 : results[i] <= 0.0;
    if (collides != truth.collides || std::isnan(results[i])) ++measurement->wrong;
    if (measurement->level == Level::kCollides) continue;
    const long double expected =
        measurement->level == Level::kDistance ? std::max(0.0L, truth.signed_distance_m) : truth.signed_distance_m;
    const double error = static_cast<double>(std::abs(results[i] - expected)) / truth.size_m;
    measurement->max_relative_error =
        std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(measurement->max_relative_error, error);
  }
}

}  // namespace

std::vector<Measurement> MeasureCell(PairClass pair_class, int vertices, absl::Span<const PolygonPair> pairs,
                                     absl::Span<const std::unique_ptr<Row>> rows, double min_time_s) {
  const std::vector<GroundTruth> truths = FindGroundTruth(pairs);
  const int pair_count = static_cast<int>(pairs.size());
  std::vector<double> results(pairs.size());
  std::vector<Measurement> measurements;
  std::vector<TimedWork> works;
  for (const std::unique_ptr<Row>& row : rows) {
    row->Prepare(pairs);
    for (const Level level : {Level::kCollides, Level::kDistance, Level::kSeparation}) {
      if (!row->HasLevel(level)) continue;
      Measurement& measurement = measurements.emplace_back();
      measurement.level = level;
      measurement.pair_class = pair_class;
      measurement.vertices = vertices;
      measurement.algorithm = row->name();
      row->Run(level, 0, pair_count, results.data());
      Judge(results, truths, &measurement);
      works.push_back(
          [&results, row = row.get(), level](int begin, int end) { row->Run(level, begin, end, results.data()); });
    }
  }
  const std::vector<Timing> timings = TimeInterleaved(works, pair_count, min_time_s);
  for (size_t i = 0; i < timings.size(); ++i) measurements[i].timing = timings[i];
  return measurements;
}

}  // namespace collision2d::bench
