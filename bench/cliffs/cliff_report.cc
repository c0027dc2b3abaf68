#include "bench/cliffs/cliff_report.h"

#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/markdown_table.h"

namespace collision2d::bench {
namespace {

using Cells = std::vector<std::string>;

std::string Microseconds(double ns) { return absl::StrFormat("%.*f", ns < 1e5 ? 2 : 0, 1e-3 * ns); }

std::string Exponent(std::optional<double> exponent) {
  return exponent.has_value() ? absl::StrFormat("%.2f", *exponent) : "-";
}

std::string Title(const CliffMeasurement& m) { return absl::StrCat(m.family, ", Level ", m.level); }

// The measurements of each family and level, in their order.
std::vector<CliffMeasurements> Curves(const CliffMeasurements& measurements) {
  std::vector<CliffMeasurements> curves;
  std::map<std::pair<std::string, int>, size_t> index;
  for (const CliffMeasurement& m : measurements) {
    const auto [place, is_new] = index.insert({{m.family, m.level}, curves.size()});
    if (is_new) curves.emplace_back();
    curves[place->second].push_back(m);
  }
  return curves;
}

std::optional<double> Growth(const CliffMeasurements& curve, double CliffMeasurement::*ns) {
  std::vector<GrowthPoint> points;
  for (const CliffMeasurement& m : curve) {
    if (m.vertices >= kLeastGrowthVertices) points.push_back({m.vertices, m.*ns});
  }
  return GrowthExponent(points);
}

std::string FormatCurves(const CliffMeasurements& measurements, double CliffMeasurement::*ns) {
  std::set<int> vertex_counts;
  for (const CliffMeasurement& m : measurements) vertex_counts.insert(m.vertices);
  Cells header = {"us, n ="};
  for (const int vertices : vertex_counts) header.push_back(absl::StrCat(vertices));
  header.push_back("growth");
  std::vector<Cells> rows;
  for (const CliffMeasurements& curve : Curves(measurements)) {
    std::map<int, std::string> by_vertices;
    for (const CliffMeasurement& m : curve) by_vertices[m.vertices] = Microseconds(m.*ns);
    Cells row = {Title(curve.front())};
    for (const int vertices : vertex_counts) {
      const auto found = by_vertices.find(vertices);
      row.push_back(found == by_vertices.end() ? "" : found->second);
    }
    row.push_back(Exponent(Growth(curve, ns)));
    rows.push_back(row);
  }
  return MarkdownTable(header, rows);
}

}  // namespace

std::string CliffCsvLine(const CliffMeasurement& m) {
  return absl::StrFormat("%s,%d,%d,%.1f,%.1f,%d,%d", m.family, m.vertices, m.level, m.ns_mean, m.ns_max,
                         m.entries_exact, m.wrong);
}

std::optional<double> GrowthExponent(const std::vector<GrowthPoint>& points) {
  if (points.size() < 3) return std::nullopt;
  double sum_x = 0.0, sum_y = 0.0, sum_xx = 0.0, sum_xy = 0.0;
  for (const GrowthPoint& point : points) {
    if (!(point.ns > 0.0)) return std::nullopt;
    const double x = std::log(point.vertices * std::log(point.vertices));
    const double y = std::log(point.ns);
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  const auto count = static_cast<double>(points.size());
  return (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
}

std::string FormatCliffs(const CliffMeasurements& measurements) {
  return absl::StrCat("### The worst single query\n\n", FormatCurves(measurements, &CliffMeasurement::ns_max),
                      "\n### The mean single query\n\n", FormatCurves(measurements, &CliffMeasurement::ns_mean));
}

std::string FormatWrong(const CliffMeasurements& measurements) {
  std::string text;
  for (const CliffMeasurement& m : measurements) {
    if (m.wrong == 0) continue;
    absl::StrAppend(&text, "- ", Title(m), ", n = ", m.vertices, ": ", m.wrong, " of ", m.queries, " queries\n");
  }
  return text;
}

std::string FormatCutOff(const CliffMeasurements& measurements) {
  std::string text;
  for (const CliffMeasurement& m : measurements) {
    // All levels of a pair are measured before the time is checked.
    if (m.level != 1 || m.queries == m.planned) continue;
    absl::StrAppend(&text, "- ", m.family, ", n = ", m.vertices, ": ", m.queries, " of ", m.planned, " pairs\n");
  }
  return text;
}

}  // namespace collision2d::bench
