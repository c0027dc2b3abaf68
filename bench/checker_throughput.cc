// Full verdicts of a planner's candidates, timed: see --help and docs/throughput.md.

#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/match.h"
#include "bench/build_description.h"
#include "bench/flag_checks.h"
#include "bench/run_program.h"
#include "bench/throughput/checker_cases.h"
#include "bench/throughput/checker_measurement.h"

ABSL_FLAG(std::string, csv, "", "file to write every measurement to; empty: none");
ABSL_FLAG(std::string, markdown, "",
          "file to write the report to, the printed table with what it was made with; empty: none");
ABSL_FLAG(double, min_time, 1.0, "s that each case is timed for");
ABSL_FLAG(double, scale, 1.0, "share of each case's candidates and walls, up to 1");
ABSL_FLAG(std::string, only, "", "measures the cases whose names contain this");
ABSL_FLAG(uint64_t, seed, 20261120, "seed of the scenes");
ABSL_FLAG(std::string, scenes, "testdata/scenes",
          "file or folder of scenes to replay; relative to the runfiles under bazel run");
ABSL_FLAG(std::string, scene, "",
          "file of the scene of us101_20x12, for USA_US101-3_3_T-1; empty: a generated curved road");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    "Times TrajectoryChecker on one thread: first collision, clearance with witness points and drivable area of 1000\n"
    "candidates among moving cars and among 10^5 walls, Create on these, 200 candidates among 10^4 kerbs and beside "
    "10^4\n"
    "walls on a high road, whose heights are known, and the replay of scenes, sampling included.\n\n"
    "Times are processor times, medians of whole calls. The column wrong counts verdicts that differ from the plain "
    "checker's, which\n"
    "shares no query with the library; of large cases a sample of the candidates is put to it.";

int Run(const std::string& command) {
  CheckPositive("min_time", absl::GetFlag(FLAGS_min_time));
  CheckPositive("scale", absl::GetFlag(FLAGS_scale));
  if (absl::GetFlag(FLAGS_scale) > 1.0) FailFlag("scale", "above 1");
  // Opened before anything is measured, so that a bad path costs no time.
  std::ofstream csv = OpenForWriting("csv", absl::GetFlag(FLAGS_csv));
  std::ofstream markdown = OpenForWriting("markdown", absl::GetFlag(FLAGS_markdown));
  const CheckerRun run = {absl::GetFlag(FLAGS_scale), absl::GetFlag(FLAGS_min_time), absl::GetFlag(FLAGS_seed),
                          absl::GetFlag(FLAGS_scenes), absl::GetFlag(FLAGS_scene)};

  std::vector<CheckerMeasurement> measurements;
  if (csv.is_open()) csv << kCheckerCsvHeader << '\n';
  for (const CheckerCase& each : AllCheckerCases()) {
    if (!absl::StrContains(each.name, absl::GetFlag(FLAGS_only))) continue;
    std::cerr << each.name << "..." << std::endl;
    measurements.push_back(each.measure(run));
    if (csv.is_open()) csv << CsvLine(measurements.back()) << std::endl;
    CheckWritten("csv", &csv);
  }
  const std::string report = FormatCheckerTable(measurements);
  std::cout << report;
  if (markdown.is_open()) {
    markdown << "# Throughput of the trajectory checker\n\n"
             << MarkdownOrigin("checker_throughput", command, absl::GetFlag(FLAGS_commit)) << report;
  }
  CheckWritten("markdown", &markdown);
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  return collision2d::bench::RunProgram(argc, argv, collision2d::bench::kUsage, collision2d::bench::Run);
}
