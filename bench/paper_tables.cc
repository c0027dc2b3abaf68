// The tables of Zhang et al., Barycode-based GJK, measured anew: see --help and docs/paper_tables.md.

#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/str_cat.h"
#include "bench/build_description.h"
#include "bench/expected_figures.h"
#include "bench/flag_checks.h"
#include "bench/measure_cell.h"
#include "bench/measurement.h"
#include "bench/paper_tables_format.h"
#include "bench/rows/all_rows.h"
#include "bench/rows/row.h"
#include "collision2d/testing/paper_dataset.h"

ABSL_FLAG(std::string, csv, "", "file to write every measurement to; empty: none");
ABSL_FLAG(std::string, markdown, "",
          "file to write the report to, the printed tables with what they were made with; empty: none");
ABSL_FLAG(int, pairs, 16384, "distinct pairs in each cell of the tables");
ABSL_FLAG(double, min_time, 0.4, "s that each algorithm is timed for in each cell and level");
ABSL_FLAG(uint64_t, seed, 20261120, "seed of the pairs");
ABSL_FLAG(std::vector<std::string>, classes, {}, "which of distant,overlapping,touching,contact; empty: all");
ABSL_FLAG(std::vector<std::string>, vertices, std::vector<std::string>({"4", "8", "12", "16", "20", "24"}),
          "vertex counts of both shapes");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    "Times every algorithm of bench/rows on seeded random polygon pairs and prints the paper's Tables I to VI beside "
    "its\n"
    "published values.\n\n"
    "Before they are timed, the answers to all pairs are held against the truth: distances by brute force in 80-bit\n"
    "arithmetic, whose sign decides collision where it is beyond doubt, and the exact oracle where it is not. The "
    "columns\n"
    "wrong and max_relative_error of the CSV say what was found.\n\n"
    "In each cell the algorithms take turns of equal length in 50 rounds: the fast ones pass over all pairs in every "
    "turn,\n"
    "the slow ones go on where they stopped. Times are ns per pair: the median, least and greatest of the turns.";

// ABSL_FLAG lists are empty where the command line says --classes= or nothing.
std::vector<PairClass> CheckedClasses(const std::vector<std::string>& names) {
  if (names.empty()) return {kPairClasses.begin(), kPairClasses.end()};
  std::vector<PairClass> classes;
  for (const std::string& name : names) {
    bool found = false;
    for (const PairClass pair_class : kPairClasses) {
      if (name != Name(pair_class)) continue;
      classes.push_back(pair_class);
      found = true;
    }
    if (!found) FailFlag("classes", absl::StrCat("'", name, "' is not one of distant,overlapping,touching,contact"));
  }
  return classes;
}

std::vector<Measurement> MeasureAll(const std::vector<PairClass>& classes, const std::vector<int>& vertex_counts,
                                    std::ofstream* csv) {
  const std::vector<std::unique_ptr<Row>> rows = MakeAllRows();
  std::vector<Measurement> measurements;
  if (csv->is_open()) *csv << kCsvHeader << '\n';
  for (const int vertices : vertex_counts) {
    for (const PairClass pair_class : classes) {
      std::cerr << vertices << " vertices, " << Name(pair_class) << "..." << std::endl;
      const std::vector<PolygonPair> pairs =
          PaperPairs(pair_class, vertices, absl::GetFlag(FLAGS_pairs), absl::GetFlag(FLAGS_seed));
      for (const Measurement& measurement :
           MeasureCell(pair_class, vertices, pairs, rows, absl::GetFlag(FLAGS_min_time))) {
        measurements.push_back(measurement);
        if (csv->is_open()) *csv << CsvLine(measurement) << '\n';
      }
      CheckWritten("csv", csv);
    }
  }
  return measurements;
}

std::string FormatReport(const std::vector<Measurement>& measurements) {
  return absl::StrCat(
      "ns per pair, median over rounds; /Box2D: time as a ratio to the Box2D row of the same cell, measured and in the "
      "paper.\n\n",
      FormatPaperTables(measurements),
      "## Answers\n\nWrong answers over all vertex counts, and the greatest error "
      "relative to the size of the pair, max(diameters, distance).\n\n",
      FormatAnswers(measurements),
      "\n## Expected figures\n\nThe worst measured cell of each class, and the target that it "
      "is held against.\n\n",
      FormatExpectedFigures(measurements));
}

int Run(const std::string& command) {
  if (absl::GetFlag(FLAGS_pairs) <= 0) FailFlag("pairs", "not a positive number");
  CheckPositive("min_time", absl::GetFlag(FLAGS_min_time));
  const std::vector<int> vertex_counts = CheckedNumbers("vertices", absl::GetFlag(FLAGS_vertices), 3, 1000);
  const std::vector<PairClass> classes = CheckedClasses(absl::GetFlag(FLAGS_classes));
  // Opened before anything is measured, so that a bad path costs no time.
  std::ofstream csv = OpenForWriting("csv", absl::GetFlag(FLAGS_csv));
  std::ofstream markdown = OpenForWriting("markdown", absl::GetFlag(FLAGS_markdown));

  const std::string report = FormatReport(MeasureAll(classes, vertex_counts, &csv));
  std::cout << report;
  if (markdown.is_open())
    markdown << "# The paper's tables\n\n"
             << MarkdownOrigin("paper_tables", command, absl::GetFlag(FLAGS_commit)) << report;
  CheckWritten("markdown", &markdown);
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(collision2d::bench::kUsage);
  const std::string command = collision2d::bench::JoinArguments(argc, argv);
  collision2d::bench::CheckNoArguments(absl::ParseCommandLine(argc, argv));
  return collision2d::bench::Run(command);
}
