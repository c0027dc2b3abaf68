#pragma once

#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "bench/measurement.h"
#include "bench/rows/layout.h"
#include "bench/rows/row.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {

// A cell of the tables: pairs of one class and vertex count.
struct Cell {
  PairClass pair_class;
  int vertices;
  absl::Span<const PolygonPair> pairs;
};

// Runs every level of every row on these pairs in that layout: checks the answers against the
// ground truth, then times all of them in turns (TimeInterleaved), each for min_time_s, then the
// rows that know their memory cold (TimeCold).
std::vector<Measurement> MeasureCell(const Cell& cell, Layout layout, absl::Span<const std::unique_ptr<Row>> rows,
                                     double min_time_s);

}  // namespace collision2d::bench
