// The tables of Zhang et al., Barycode-based GJK, measured anew: see --help and
// docs/paper_tables.md.

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "bench/build_description.h"
#include "bench/evict.h"
#include "bench/flag_checks.h"
#include "bench/fresh_process.h"
#include "bench/measure_cell.h"
#include "bench/measurement.h"
#include "bench/paper_tables_format.h"
#include "bench/rows/all_rows.h"
#include "bench/rows/collision2d_row.h"
#include "bench/rows/layout.h"
#include "bench/rows/row.h"
#include "bench/run_program.h"
#include "collision2d/testing/paper_dataset.h"

ABSL_FLAG(std::string, csv, "", "file to write every measurement to, but for those with a pose; empty: none");
ABSL_FLAG(std::string, posed_csv, "",
          "file to write the measurements of 'collision2d posed' to, with the same columns; empty: none");
ABSL_FLAG(std::string, markdown, "",
          "file to write the report to, the printed tables with what they were made with; empty: none");
ABSL_FLAG(int, pairs, 16384, "distinct pairs in each cell of the tables");
ABSL_FLAG(double, min_time, 0.4,
          "s that each algorithm is timed for in each cell and level, in 20 turns of one pass over all pairs at least");
ABSL_FLAG(uint64_t, seed, 20261120, "seed of the pairs");
ABSL_FLAG(std::vector<std::string>, classes, {}, "which of distant,overlapping,touching,contact; empty: all");
ABSL_FLAG(std::vector<std::string>, vertices, std::vector<std::string>({"4", "8", "12", "16", "20", "24"}),
          "vertex counts of both shapes");
ABSL_FLAG(std::vector<std::string>, algorithms, {}, "rows of the tables by name, as the CSV has them; empty: all");
ABSL_FLAG(std::string, layout, "contiguous",
          "where the polygons are in memory: contiguous (one after the other, in the order of the queries), scattered "
          "(each one allocated separately, in shuffled order, as a map loader leaves them in the heap), or both");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    R"(Times every algorithm of bench/rows on seeded random polygon pairs and prints the paper's Tables I to VI beside its
published values.

Answers are checked before anything is timed: distances against brute force in 80-bit arithmetic, whose sign decides
collision where it is beyond doubt, and against the exact oracle where it is not. The columns wrong and
max_relative_error of the CSV report what was found. "collision2d posed" is the collision2d row with b in a frame of its
own and a pose a_from_b; its answers are checked for b as posed. It is the same algorithm, so --posed_csv takes it.

Layouts: contiguous means vertices (or polygons) one after the other in the order of the queries. Scattered means that
every row allocates its own polygons one by one in the same shuffled order, and has a list of pairs of pointers in the
order of the queries; the packed rows have pointers and counts in it. The last column of the CSV has the layout.

Times: in each cell the algorithms take turns in 20 rounds. A turn passes over all pairs a whole number of times. Before
it come as many untimed passes, or up to eight if they take less than 20 ms, so that what a row measures does not depend
on the rows between its turns: caches are warm. But 16384 pairs are more than a second-level cache holds (128 bytes to
1.3 KB each), so that every pass reads them from the last level or from memory. Rows that take more than 0.1 s for a pass
go on in each turn where they stopped in the last; they go over the pairs of the turn untimed first. Times are ns per
pair: the median, least and greatest of the turns.

Cold single queries (column cold_ns_median): the lines of both shapes of a pair are flushed from all caches (x86-64:
clflush; elsewhere a buffer larger than the second-level cache is read), then one query of that pair is timed. Code,
stack, page tables and the list of pairs stay warm. The median over 2048 distinct pairs (all, if there are fewer), without
the time that the clock itself takes. FCL and Bullet are left out: they allocate parts of a shape out of sight.)";

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

std::vector<Layout> CheckedLayouts(const std::string& name) {
  if (name == "both") return {kLayouts.begin(), kLayouts.end()};
  for (const Layout layout : kLayouts) {
    if (name == Name(layout)) return {layout};
  }
  FailFlag("layout", absl::StrCat("'", name, "' is not one of contiguous,scattered,both"));
}

std::vector<std::unique_ptr<Row>> CheckedRows(const std::vector<std::string>& names) {
  std::vector<std::unique_ptr<Row>> all = MakeAllRows();
  if (names.empty()) return all;
  for (const std::string& name : names) {
    const auto has_name = [&name](const std::unique_ptr<Row>& row) { return name == row->name(); };
    if (std::none_of(all.begin(), all.end(), has_name)) {
      FailFlag("algorithms", absl::StrCat("no row is named '", name, "'"));
    }
  }
  const auto is_unwanted = [&names](const std::unique_ptr<Row>& row) {
    return std::find(names.begin(), names.end(), row->name()) == names.end();
  };
  all.erase(std::remove_if(all.begin(), all.end(), is_unwanted), all.end());
  return all;
}

// What the command line asks for.
struct Selection {
  std::vector<Layout> layouts;
  std::vector<int> vertex_counts;
  std::vector<PairClass> classes;
  std::vector<std::unique_ptr<Row>> rows;
};

// Contiguous polygons first: what is freed after scattered ones leaves no gaps in them.
std::vector<Measurement> MeasureAll(const Selection& selection, std::ofstream* csv, std::ofstream* posed_csv) {
  std::vector<Measurement> measurements;
  for (std::ofstream* const file : {csv, posed_csv}) {
    if (file->is_open()) *file << kCsvHeader << '\n';
  }
  for (const Layout layout : selection.layouts) {
    for (const int vertices : selection.vertex_counts) {
      for (const PairClass pair_class : selection.classes) {
        std::cerr << Name(layout) << ", " << vertices << " vertices, " << Name(pair_class) << "..." << std::endl;
        // Otherwise polygons would be put into the gaps that those of earlier cells have left in
        // the heap: scattered.
        const std::string lines = InFreshProcess([&] {
          const std::vector<PolygonPair> pairs =
              PaperPairs(pair_class, vertices, absl::GetFlag(FLAGS_pairs), absl::GetFlag(FLAGS_seed));
          return absl::StrJoin(
              MeasureCell({pair_class, vertices, pairs}, layout, selection.rows, absl::GetFlag(FLAGS_min_time)), "\n",
              [](std::string* out, const Measurement& measurement) { absl::StrAppend(out, CsvLine(measurement)); });
        });
        for (const absl::string_view line : absl::StrSplit(lines, '\n')) {
          const Measurement measurement = FromCsvLine(line, pair_class, layout);
          measurements.push_back(measurement);
          std::ofstream* const file = measurement.algorithm == kPosedCollision2dName ? posed_csv : csv;
          if (file->is_open()) *file << line << '\n';
        }
        CheckWritten("csv", csv);
        CheckWritten("posed_csv", posed_csv);
      }
    }
  }
  return measurements;
}

std::string FormatReport(const std::vector<Layout>& layouts, const std::vector<Measurement>& measurements) {
  std::string report =
      "ns per pair, median over rounds; /Box2D: time as a ratio to the Box2D row of the same cell, measured and in the "
      "paper.\n";
  for (const Layout layout : layouts) {
    const std::vector<Measurement> of_layout = OfLayout(measurements, layout);
    absl::StrAppend(
        &report, "\n## Polygons ", Name(layout), " in memory\n\n", FormatPaperTables(of_layout),
        "### Cold single queries\n\nns per query, median over pairs; the shapes' lines are not in any cache (",
        EvictionMethod(), ").\n\n", FormatColdQueries(of_layout),
        "\n### Answers\n\nWrong answers over all vertex counts, and the greatest error relative to the size of the "
        "pair, "
        "max(diameters, distance).\n\n",
        FormatAnswers(of_layout));
  }
  return report;
}

int Run(const std::string& command) {
  if (absl::GetFlag(FLAGS_pairs) <= 0) FailFlag("pairs", "not a positive number");
  CheckPositive("min_time", absl::GetFlag(FLAGS_min_time));
  const Selection selection = {
      CheckedLayouts(absl::GetFlag(FLAGS_layout)), CheckedNumbers("vertices", absl::GetFlag(FLAGS_vertices), 3, 1000),
      CheckedClasses(absl::GetFlag(FLAGS_classes)), CheckedRows(absl::GetFlag(FLAGS_algorithms))};
  // Opened before anything is measured, so that a bad path costs no time.
  std::ofstream csv = OpenForWriting("csv", absl::GetFlag(FLAGS_csv));
  std::ofstream posed_csv = OpenForWriting("posed_csv", absl::GetFlag(FLAGS_posed_csv));
  std::ofstream markdown = OpenForWriting("markdown", absl::GetFlag(FLAGS_markdown));

  const std::string report = FormatReport(selection.layouts, MeasureAll(selection, &csv, &posed_csv));
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
  return collision2d::bench::RunProgram(argc, argv, collision2d::bench::kUsage, collision2d::bench::Run);
}
