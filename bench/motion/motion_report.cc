#include "bench/motion/motion_report.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "bench/markdown_table.h"
#include "bench/motion/motion_method.h"

namespace collision2d::bench {
namespace {

std::vector<std::string> FormatRow(const MotionMeasurement& m, double subject_ns) {
  return {m.method,
          absl::StrFormat("%.4g", m.ns_mean),
          absl::StrFormat("%.2f", m.ns_mean / subject_ns),
          absl::StrFormat("%.4g", m.ns_p999),
          absl::StrFormat("%.2f", m.steps_mean),
          absl::StrCat(m.steps_max),
          m.bracket_max_s > 0.0 ? absl::StrFormat("%.3g", 1e6 * m.bracket_max_s) : "-",
          absl::StrCat(m.missed),
          m.missed > 0 ? absl::StrFormat("%.2g", m.deepest_missed_m) : "-",
          absl::StrCat(m.false_hits),
          absl::StrCat(m.undecided, m.undecided_apart > 0 ? absl::StrCat(" (", m.undecided_apart, " apart)") : "")};
}

std::string FormatCase(const MotionMeasurements& all, const MotionMeasurement& subject) {
  std::vector<std::vector<std::string>> rows;
  for (const MotionMeasurement& measurement : all) {
    if (measurement.case_name == subject.case_name) rows.push_back(FormatRow(measurement, subject.ns_mean));
  }
  return absl::StrCat(
      "## ", subject.case_name, "\n\n", subject.pairs, " pairs, ", subject.contacts,
      " of them in contact at some instant",
      subject.unproven > 0 ? absl::StrCat(", ", subject.unproven, " neither proven in contact nor free") : "", ".\n\n",
      MarkdownTable({"method", "ns", "x ours", "p99.9 ns", "steps", "most steps", "widest bracket us", "missed",
                     "deepest missed m", "false hits", "undecided"},
                    rows));
}

}  // namespace

std::string FormatMotionReport(const MotionMeasurements& measurements) {
  std::vector<std::string> cases;
  for (const MotionMeasurement& measurement : measurements) {
    if (measurement.method == kMotionSubject) cases.push_back(FormatCase(measurements, measurement));
  }
  return absl::StrJoin(cases, "\n");
}

}  // namespace collision2d::bench
