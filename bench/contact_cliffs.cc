// The worst single queries on families of hard pairs: see --help and docs/benchmarks.md.

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/build_description.h"
#include "bench/cliffs/cliff_measurement.h"
#include "bench/cliffs/cliff_report.h"
#include "bench/cliffs/families.h"
#include "bench/flag_checks.h"
#include "bench/run_program.h"

ABSL_FLAG(std::string, csv, "", "file to write every measurement to; empty: none");
ABSL_FLAG(std::string, markdown, "",
          "file to write the report to, the printed tables with what they were made with; empty: none");
ABSL_FLAG(int, pairs, 500, "pairs of each family and number of vertices up to 64; at more vertices n, 64 / n of them");
ABSL_FLAG(
    double, max_seconds, 10.0,
    "s after which no further pair of a family and number of vertices is begun; the report lists what was cut off");
ABSL_FLAG(uint64_t, seed, 20270117, "seed of the pairs");
ABSL_FLAG(std::vector<std::string>, families, {}, "families by name; empty: all");
ABSL_FLAG(std::vector<std::string>, vertices,
          std::vector<std::string>({"4", "8", "16", "24", "64", "200", "660", "2000"}),
          "vertices of both shapes, multiples of 4; families leave out what they cannot make");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

std::string Usage() {
  std::string usage =
      R"(Times single queries of Levels 1 to 3 on families of pairs that are hard for some step of a query, writes the CSV
family,vertices,level,ns_mean,ns_max,entries_exact,wrong and prints tables of the times, and where answers were wrong.

Each query is timed three times in a row, with warm caches, and counts with its best time, without the time that the
clock itself takes; ns_max is the worst query, ns_mean the mean. entries_exact sums up QueryContext::Counters::exact_path_entries.

wrong counts answers that exact integers contradict, an oracle that shares no code with the queries. Every query is
checked: booleans, signs and status exactly, distance and depth for their stated error. Of pairs with at most 24 vertices
the first 25 are also checked for everything else that the headers promise (witness points, direction, DistanceWithin);
if that fails it counts at Level 3. Queries that reach an iteration bound count as wrong.

A query cannot be interrupted: a family and number of vertices takes at least the time of one pair, whatever
--max_seconds says.

Families:
)";
  for (const CliffFamily& family : AllFamilies()) {
    absl::StrAppend(&usage, absl::StrFormat("  %-26s%s\n", family.name, family.description));
  }
  return usage;
}

std::vector<CliffFamily> CheckedFamilies(const std::vector<std::string>& names) {
  const std::vector<CliffFamily> all = AllFamilies();
  if (names.empty()) return all;
  std::vector<CliffFamily> families;
  for (const std::string& name : names) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const CliffFamily& f) { return name == f.name; });
    if (found == all.end()) FailFlag("families", absl::StrCat("no family is named '", name, "'"));
    families.push_back(*found);
  }
  return families;
}

std::vector<int> CheckedVertices(const std::vector<std::string>& list) {
  std::vector<int> numbers = CheckedNumbers("vertices", list, 4, kMostCliffVertices);
  for (const int number : numbers) {
    if (number % 4 != 0) FailFlag("vertices", absl::StrCat(number, " is not a multiple of 4"));
  }
  return numbers;
}

int PairsOf(int vertices) {
  const int pairs = absl::GetFlag(FLAGS_pairs);
  return vertices <= 64 ? pairs : std::max(1, static_cast<int>(64.0 * pairs / vertices));
}

CliffMeasurements MeasureAll(const std::vector<CliffFamily>& families, const std::vector<int>& vertex_counts,
                             double max_seconds, std::ofstream* csv) {
  CliffMeasurements measurements;
  if (csv->is_open()) *csv << kCliffCsvHeader << '\n';
  for (const CliffFamily& family : families) {
    std::cerr << family.name << "..." << std::endl;
    for (const int vertices : vertex_counts) {
      if (vertices < family.least_vertices || vertices > family.most_vertices) continue;
      for (const CliffMeasurement& measurement :
           MeasureCliff(family, vertices, PairsOf(vertices), max_seconds, absl::GetFlag(FLAGS_seed))) {
        measurements.push_back(measurement);
        if (csv->is_open()) *csv << CliffCsvLine(measurement) << '\n';
      }
      CheckWritten("csv", csv);
    }
  }
  return measurements;
}

std::string FormatReport(const CliffMeasurements& measurements) {
  const std::string wrong = FormatWrong(measurements);
  const std::string cut_off = FormatCutOff(measurements);
  return absl::StrCat("Single queries, each the best of ", kRepetitions,
                      ", in us. Growth: the exponent of n log n fitted from n = ", kLeastGrowthVertices, " on.\n\n",
                      FormatCliffs(measurements), "\n### Wrong answers\n\n", wrong.empty() ? "None.\n" : wrong,
                      "\n### Cut off by --max_seconds\n\n",
                      cut_off.empty() ? "Nothing: all pairs were asked.\n" : cut_off);
}

int Run(const std::string& command) {
  if (absl::GetFlag(FLAGS_pairs) <= 0) FailFlag("pairs", "not a positive number");
  CheckPositive("max_seconds", absl::GetFlag(FLAGS_max_seconds));
  const std::vector<CliffFamily> families = CheckedFamilies(absl::GetFlag(FLAGS_families));
  const std::vector<int> vertex_counts = CheckedVertices(absl::GetFlag(FLAGS_vertices));
  // Opened before anything is measured, so that a bad path costs no time.
  std::ofstream csv = OpenForWriting("csv", absl::GetFlag(FLAGS_csv));
  std::ofstream markdown = OpenForWriting("markdown", absl::GetFlag(FLAGS_markdown));

  const std::string report = FormatReport(MeasureAll(families, vertex_counts, absl::GetFlag(FLAGS_max_seconds), &csv));
  std::cout << report;
  if (markdown.is_open()) {
    markdown << "# Contact cliffs\n\n"
             << MarkdownOrigin("contact_cliffs", command, absl::GetFlag(FLAGS_commit)) << report;
  }
  CheckWritten("markdown", &markdown);
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  return collision2d::bench::RunProgram(argc, argv, collision2d::bench::Usage(), collision2d::bench::Run);
}
