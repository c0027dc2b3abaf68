// Continuous collision checks of moving pairs, timed and held against an oracle: see --help and
// docs/motion_tables.md.

#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "bench/build_description.h"
#include "bench/flag_checks.h"
#include "bench/motion/measure_motion.h"
#include "bench/motion/motion_cases.h"
#include "bench/motion/motion_measurement.h"
#include "bench/motion/motion_method.h"
#include "bench/motion/motion_report.h"
#include "bench/run_program.h"

ABSL_FLAG(std::string, csv, "", "file to write every measurement to; empty: none");
ABSL_FLAG(std::string, markdown, "",
          "file to write the report to, the printed tables with what they were made with; empty: none");
ABSL_FLAG(int32_t, pairs, 16384, "pairs of each case");
ABSL_FLAG(double, min_time, 1.0, "s that each method is timed for in each case");
ABSL_FLAG(uint64_t, seed, 20261120, "seed of the pairs");
ABSL_FLAG(std::string, scene, "testdata/scenes/three_lane_traffic.pb",
          "scene whose candidates are the cases us101_* (of CommonRoad's recording USA_US101) or scene_* (of any "
          "other); relative to "
          "the runfiles under bazel run");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    "Times TimeOfImpact, Box2D's b2TimeOfImpact, FCL's conservative advancement and 10 samples on pairs of moving\n"
    "polygons, in turns on one thread, and counts collisions that they miss and hits that are none, by interval\n"
    "arithmetic that shares no code with the library.\n\n"
    "Columns of the CSV: mean time; the time that 99.9 % of single queries do not exceed; instants examined; "
    "collisions\n"
    "missed; hits of pairs that are free; answers that are neither.";

int Run(const std::string& command) {
  CheckPositive("min_time", absl::GetFlag(FLAGS_min_time));
  CheckPositive("pairs", absl::GetFlag(FLAGS_pairs));
  // Opened before anything is measured, so that a bad path costs no time.
  std::ofstream csv = OpenForWriting("csv", absl::GetFlag(FLAGS_csv));
  std::ofstream markdown = OpenForWriting("markdown", absl::GetFlag(FLAGS_markdown));
  const std::vector<MotionCase> cases = AllMotionCases(absl::GetFlag(FLAGS_scene));
  const std::vector<std::unique_ptr<MotionMethod>> methods = AllMotionMethods();
  const MotionRun run = {absl::GetFlag(FLAGS_pairs), absl::GetFlag(FLAGS_min_time), absl::GetFlag(FLAGS_seed)};

  MotionMeasurements measurements;
  if (csv.is_open()) csv << kMotionCsvHeader << '\n';
  for (const MotionCase& each : cases) {
    std::cerr << each.name << "..." << std::endl;
    for (const MotionMeasurement& measurement : MeasureMotion(each, run, methods)) {
      measurements.push_back(measurement);
      if (csv.is_open()) csv << CsvLine(measurement) << std::endl;
    }
    CheckWritten("csv", &csv);
  }
  const std::string report = FormatMotionReport(measurements);
  std::cout << report;
  if (markdown.is_open()) {
    markdown << "# Moving pairs\n\n"
             << MarkdownOrigin("motion_tables", command, absl::GetFlag(FLAGS_commit))
             << "Methods, cases and columns: [benchmarks.md](benchmarks.md#motion_tables).\n\n"
             << report;
  }
  CheckWritten("markdown", &markdown);
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  return collision2d::bench::RunProgram(argc, argv, collision2d::bench::kUsage, collision2d::bench::Run);
}
