#include "bench/measure_cell.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "bench/cold_timing.h"
#include "bench/ground_truth.h"
#include "bench/interleaved_timing.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

// With 16384 pairs, rows that take up to 6 us for a pair make whole passes; slower ones wait for
// their own work rather than for memory. With one untimed pass instead of eight, Level 2 of distant
// pairs with 24 vertices measured 263 ns beside ten other rows and 125 ns alone; with eight, 118
// and 122 ns.
constexpr LeadIn kLeadIn = {/*longest_pass_s=*/0.1, /*passes=*/8, /*longest_s=*/0.02, /*of_part=*/true};

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

// What the row answers about: the pairs, or what posing makes of them.
std::vector<GroundTruth> TruthsOf(const Row& row, absl::Span<const PolygonPair> pairs,
                                  const std::vector<GroundTruth>& of_pairs) {
  const std::vector<std::vector<Vec2>> posed_b = row.PosedVerticesOfB();
  if (posed_b.empty()) return of_pairs;
  GroundTruthFinder finder;
  std::vector<GroundTruth> truths;
  for (size_t i = 0; i < pairs.size(); ++i) truths.push_back(finder.Find(pairs[i].a.vertices(), posed_b[i]));
  return truths;
}

}  // namespace

std::vector<Measurement> MeasureCell(const Cell& cell, Layout layout, absl::Span<const std::unique_ptr<Row>> rows,
                                     double min_time_s) {
  const std::vector<GroundTruth> truths_of_pairs = FindGroundTruth(cell.pairs);
  const int pair_count = static_cast<int>(cell.pairs.size());
  std::vector<double> results(cell.pairs.size());
  std::vector<Measurement> measurements;
  std::vector<TimedWork> works;
  std::vector<ColdWork> cold_works;
  std::vector<size_t> cold_measurements;  // The index of each cold work's measurement.
  for (const std::unique_ptr<Row>& row : rows) {
    row->Prepare(cell.pairs, layout);
    const std::vector<GroundTruth> truths = TruthsOf(*row, cell.pairs, truths_of_pairs);
    for (const Level level : {Level::kCollides, Level::kDistance, Level::kSeparation}) {
      if (!row->HasLevel(level)) continue;
      Measurement& measurement = measurements.emplace_back();
      measurement.layout = layout;
      measurement.level = level;
      measurement.pair_class = cell.pair_class;
      measurement.vertices = cell.vertices;
      measurement.algorithm = row->name();
      row->Run(level, 0, pair_count, results.data());
      Judge(results, truths, &measurement);
      works.push_back(
          [&results, row = row.get(), level](int begin, int end) { row->Run(level, begin, end, results.data()); });
      if (row->ShapeMemory(0).empty()) continue;
      cold_works.push_back({works.back(), [row = row.get()](int pair) { return row->ShapeMemory(pair); }});
      cold_measurements.push_back(measurements.size() - 1);
    }
  }
  const std::vector<Timing> timings = TimeInterleaved(works, pair_count, min_time_s, kLeadIn);
  for (size_t i = 0; i < timings.size(); ++i) measurements[i].timing = timings[i];
  const std::vector<double> cold_ns = TimeCold(cold_works, pair_count);
  for (size_t k = 0; k < cold_ns.size(); ++k) measurements[cold_measurements[k]].cold_ns = cold_ns[k];
  return measurements;
}

}  // namespace collision2d::bench
