// A planner's questions, answered by the batch and by others: see --help and docs/throughput.md.

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "bench/build_description.h"
#include "bench/flag_checks.h"
#include "bench/run_program.h"
#include "bench/throughput/all_methods.h"
#include "bench/throughput/cases.h"
#include "bench/throughput/isa_target.h"
#include "bench/throughput/measure_case.h"
#include "bench/throughput/method.h"
#include "bench/throughput/throughput_measurement.h"
#include "bench/throughput/throughput_report.h"

ABSL_FLAG(std::string, csv, "", "file to write every measurement to; empty: none");
ABSL_FLAG(std::string, markdown, "",
          "file to write the report to, the printed tables with what they were made with; empty: none");
ABSL_FLAG(double, min_time, 0.5, "s that each method is timed for in each case");
ABSL_FLAG(double, scale, 1.0, "share of each case's poses, trajectories and map shapes, up to 1");
ABSL_FLAG(uint64_t, seed, 20261120, "seed of the scenes");
ABSL_FLAG(std::vector<std::string>, cases, {}, "the cases' names, as in the tables; empty: all");
ABSL_FLAG(std::vector<std::string>, target, {},
          "instruction sets to force for the batch, such as avx512,avx2,sse4; empty: all that this CPU has");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    "Times a planner's cycle - a body at thousands of poses against its obstacles - answered by the batch with every\n"
    "instruction set of this CPU, by the pair queries, by Box2D and by FCL.\n\n"
    "Before they are timed, all answers are held against the pair queries: the column wrong of the CSV counts every "
    "bit\n"
    "of difference for the batch, and for single precision what is beyond 1 mm.\n\n"
    "A cycle begins with posing the obstacles, static maps apart. In each case the methods take turns of equal length "
    "in\n"
    "50 rounds: the fast ones repeat the whole cycle in every turn, the slow ones go on where they stopped. Times are\n"
    "medians over the rounds; ns per pair counts all pairs of the scene, looked at or not.";

// Those of `all` whose names the flag lists; all if it lists none.
template <typename T>
std::vector<T> CheckedSelection(absl::string_view flag, const std::vector<std::string>& names,
                                const std::vector<T>& all) {
  if (names.empty()) return all;
  std::vector<T> selection;
  for (const std::string& name : names) {
    const size_t count = selection.size();
    for (const T& each : all) {
      if (each.name == name) selection.push_back(each);
    }
    if (selection.size() > count) continue;
    const std::string known =
        absl::StrJoin(all, ",", [](std::string* text, const T& each) { absl::StrAppend(text, each.name); });
    FailFlag(flag, absl::StrCat("'", name, "' is not one of ", known));
  }
  return selection;
}

ThroughputMeasurements MeasureAll(const std::vector<Case>& cases, const std::vector<IsaTarget>& targets,
                                  std::ofstream* csv) {
  ThroughputMeasurements measurements;
  if (csv->is_open()) *csv << kThroughputCsvHeader << '\n';
  for (const Case& asked : cases) {
    std::cerr << asked.name << "..." << std::endl;
    const PlannerScene scene = asked.make_scene(absl::GetFlag(FLAGS_scale), absl::GetFlag(FLAGS_seed));
    const std::vector<std::unique_ptr<Method>> methods = MakeMethods(asked, targets);
    for (const ThroughputMeasurement& measurement : MeasureCase(asked, scene, methods, absl::GetFlag(FLAGS_min_time))) {
      measurements.push_back(measurement);
      if (csv->is_open()) *csv << CsvLine(measurement) << '\n';
    }
    CheckWritten("csv", csv);
  }
  return measurements;
}

int Run(const std::string& command) {
  CheckPositive("min_time", absl::GetFlag(FLAGS_min_time));
  CheckPositive("scale", absl::GetFlag(FLAGS_scale));
  if (absl::GetFlag(FLAGS_scale) > 1.0) FailFlag("scale", "above 1");
  const std::vector<Case> cases = CheckedSelection("cases", absl::GetFlag(FLAGS_cases), AllCases());
  const std::vector<IsaTarget> targets = CheckedSelection("target", absl::GetFlag(FLAGS_target), SupportedIsaTargets());
  // Opened before anything is measured, so that a bad path costs no time.
  std::ofstream csv = OpenForWriting("csv", absl::GetFlag(FLAGS_csv));
  std::ofstream markdown = OpenForWriting("markdown", absl::GetFlag(FLAGS_markdown));

  const ThroughputMeasurements measurements = MeasureAll(cases, targets, &csv);
  const std::string report = absl::StrCat(
      "## Cases\n\n",
      absl::GetFlag(FLAGS_scale) == 1.0 ? "" : "With --scale below 1 the cycles are smaller than the titles say.\n\n",
      FormatThroughputTables(cases, measurements));
  std::cout << report;
  if (markdown.is_open()) {
    markdown << "# Throughput of a planner's cycle\n\n"
             << MarkdownOrigin("planner_throughput", command, absl::GetFlag(FLAGS_commit)) << report;
  }
  CheckWritten("markdown", &markdown);
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  return collision2d::bench::RunProgram(argc, argv, collision2d::bench::kUsage, collision2d::bench::Run);
}
