#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "bench/interleaved_timing.h"
#include "bench/rows/layout.h"
#include "bench/rows/row.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {

// One line of the CSV: one algorithm in one cell of the tables.
struct Measurement {
  Layout layout = Layout::kContiguous;
  Level level = Level::kCollides;
  PairClass pair_class = PairClass::kDistant;
  int vertices = 0;
  std::string algorithm;
  Timing timing;
  // Pairs whose answer is on the wrong side: collision or not; at Levels 2 and 3, whether the
  // distance is above 0.
  int64_t wrong = 0;
  // The greatest |answer - truth| / size of the pair, at Levels 2 (overlapping counts as 0) and 3.
  double max_relative_error = 0.0;
  // ns of a single query whose shapes are in no cache, median over pairs; nothing for rows that
  // cannot be measured so.
  std::optional<double> cold_ns;
};

// The columns of the CSV.
inline constexpr char kCsvHeader[] =
    "level,class,vertices,algorithm,ns_median,ns_min,ns_max,wrong,max_relative_error,cold_ns_median,layout";

// Without a line feed.
std::string CsvLine(const Measurement& measurement);

// What CsvLine wrote of a measurement of that class and layout, its numbers rounded as there.
// REQUIRES: such a line.
Measurement FromCsvLine(absl::string_view line, PairClass pair_class, Layout layout);

// Those of one layout, as the function below and the formatters take them.
std::vector<Measurement> OfLayout(const std::vector<Measurement>& measurements, Layout layout);

// The measurement of that cell and algorithm, null if there is none.
const Measurement* Find(const std::vector<Measurement>& measurements, Level level, PairClass pair_class, int vertices,
                        absl::string_view algorithm);

}  // namespace collision2d::bench
