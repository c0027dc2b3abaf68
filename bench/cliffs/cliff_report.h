#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/cliffs/cliff_measurement.h"

namespace collision2d::bench {

// The columns of the CSV.
inline constexpr char kCliffCsvHeader[] = "family,vertices,level,ns_mean,ns_max,entries_exact,wrong";

// Without a line feed.
std::string CliffCsvLine(const CliffMeasurement& measurement);

using CliffMeasurements = std::vector<CliffMeasurement>;

// How a time grows: the exponent e of the least squares fit of c (n log n)^e to the points (n, ns),
// on a logarithmic scale. Nothing for fewer than three points, or a time of 0.
struct GrowthPoint {
  int vertices;
  double ns;
};
std::optional<double> GrowthExponent(const std::vector<GrowthPoint>& points);

// Markdown. The worst and the mean single query in us: a row for each family and level, a column
// for each number of vertices, with the growth exponents from kLeastGrowthVertices on.
std::string FormatCliffs(const CliffMeasurements& measurements);

// The families, levels and numbers of vertices with wrong answers; empty if there are none.
std::string FormatWrong(const CliffMeasurements& measurements);

// The families and numbers of vertices at which the time was up before all pairs were asked; empty
// if there are none.
std::string FormatCutOff(const CliffMeasurements& measurements);

// Below this many vertices a query does not yet grow: its time is that of its first steps.
inline constexpr int kLeastGrowthVertices = 64;

}  // namespace collision2d::bench
