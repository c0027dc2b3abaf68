#include "bench/motion/motion_report.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "bench/expected_list.h"
#include "bench/markdown_table.h"
#include "bench/motion/motion_method.h"

namespace collision2d::bench {
namespace {

using Figure = std::optional<double>;

const MotionMeasurement* Find(const MotionMeasurements& all, absl::string_view case_name, absl::string_view method) {
  for (const MotionMeasurement& measurement : all) {
    if (measurement.case_name == case_name && measurement.method == method) return &measurement;
  }
  return nullptr;
}

Figure SpeedUpOver(const MotionMeasurements& all, absl::string_view case_name, absl::string_view method) {
  const MotionMeasurement* const subject = Find(all, case_name, kMotionSubject);
  const MotionMeasurement* const other = Find(all, case_name, method);
  if (subject == nullptr || other == nullptr) return std::nullopt;
  return other->ns_mean / subject->ns_mean;
}

// The greatest of a figure of collision2d over all cases.
Figure Greatest(const MotionMeasurements& all, const std::function<double(const MotionMeasurement&)>& figure) {
  Figure greatest;
  for (const MotionMeasurement& measurement : all) {
    if (measurement.method != kMotionSubject) continue;
    greatest = std::max(greatest.value_or(0.0), figure(measurement));
  }
  return greatest;
}

std::string FormatExpectations(const MotionMeasurements& all) {
  using M = MotionMeasurement;
  return FormatExpectedList(
      "expected of collision2d",
      {
          {"cars_0.5: times faster than Box2D", true, 2.0, SpeedUpOver(all, "cars_0.5", kBox2dMotion)},
          {"cars_0.5: times faster than FCL", true, 20.0, SpeedUpOver(all, "cars_0.5", kFclMotion)},
          {"missed, worst case", false, 0.0, Greatest(all, [](const M& m) { return m.missed; })},
          {"false hits, worst case", false, 0.0, Greatest(all, [](const M& m) { return m.false_hits; })},
          {"undecided / pairs, worst case", false, 1e-6,
           Greatest(all, [](const M& m) { return static_cast<double>(m.undecided) / static_cast<double>(m.pairs); })},
          {"undecided that stay apart by epsilon, worst case", false, 0.0,
           Greatest(all, [](const M& m) { return m.undecided_apart; })},
          {"widest bracket, us", false, 1.0, Greatest(all, [](const M& m) { return 1e6 * m.bracket_max_s; })},
          {"most steps", false, 64.0, Greatest(all, [](const M& m) { return m.steps_max; })},
          {"p99.9 / mean, worst case", false, 10.0, Greatest(all, [](const M& m) { return m.ns_p999 / m.ns_mean; })},
      });
}

std::vector<std::string> FormatRow(const MotionMeasurements& all, const MotionMeasurement& measurement) {
  const MotionMeasurement& m = measurement;
  const Figure ratio = SpeedUpOver(all, m.case_name, m.method);
  return {m.method,
          absl::StrFormat("%.4g", m.ns_mean),
          ratio.has_value() ? absl::StrFormat("%.2f", *ratio) : "-",
          absl::StrFormat("%.4g", m.ns_p999),
          absl::StrFormat("%.2f", m.steps_mean),
          absl::StrCat(m.steps_max),
          m.bracket_max_s > 0.0 ? absl::StrFormat("%.3g", 1e6 * m.bracket_max_s) : "-",
          absl::StrCat(m.missed),
          m.missed > 0 ? absl::StrFormat("%.2g", m.deepest_missed_m) : "-",
          absl::StrCat(m.false_hits),
          absl::StrCat(m.undecided)};
}

std::string FormatCase(const MotionMeasurements& all, const MotionMeasurement& first) {
  std::vector<std::vector<std::string>> rows;
  for (const MotionMeasurement& measurement : all) {
    if (measurement.case_name == first.case_name) rows.push_back(FormatRow(all, measurement));
  }
  return absl::StrCat(
      "\n## ", first.case_name, "\n\n", first.pairs, " pairs, ", first.contacts, " of them in contact at some instant",
      first.unproven > 0 ? absl::StrCat(", ", first.unproven, " neither proven in contact nor free") : "", ".\n\n",
      MarkdownTable({"method", "ns", "x ours", "p99.9 ns", "steps", "most steps", "widest bracket us", "missed",
                     "deepest missed m", "false hits", "undecided"},
                    rows));
}

}  // namespace

std::string FormatMotionReport(const MotionMeasurements& measurements) {
  std::string report = FormatExpectations(measurements);
  for (const MotionMeasurement& measurement : measurements) {
    if (measurement.method == kMotionSubject) absl::StrAppend(&report, FormatCase(measurements, measurement));
  }
  return report;
}

}  // namespace collision2d::bench
