// How much work queries need: see --help.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/build_description.h"
#include "bench/flag_checks.h"
#include "bench/markdown_table.h"
#include "bench/run_program.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/paper_dataset.h"

ABSL_FLAG(int, pairs, 16384, "pairs of each class and vertex count");
ABSL_FLAG(uint64_t, seed, 20261120, "seed of the pairs");
ABSL_FLAG(std::vector<std::string>, vertices, std::vector<std::string>({"4", "8", "12", "16", "20", "24"}),
          "vertex counts of both shapes");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    "Counts, on the pairs of the paper's tables, the iterations and support calls that the queries of each level "
    "need,\n"
    "and how many of them enter the exact path. Prints Markdown tables.";

using Query = void (*)(const PolygonPair& pair, QueryContext context);

struct NamedQuery {
  const char* title;
  Query query;
};

constexpr std::array<NamedQuery, 3> kQueries = {{
    {"Level 1, Collides", [](const PolygonPair& pair, QueryContext context) { Collides(pair.a, pair.b, context); }},
    {"Level 2, Distance", [](const PolygonPair& pair, QueryContext context) { Distance(pair.a, pair.b, context); }},
    {"Level 3, ComputeSeparation",
     [](const PolygonPair& pair, QueryContext context) { ComputeSeparation(pair.a, pair.b, context); }},
}};

// How often each number occurred; the last place is for all that are as large or larger.
class Histogram {
 public:
  static constexpr int kPlaces = 12;

  void Add(int64_t number) {
    ++counts_[std::min<int64_t>(number, kPlaces - 1)];
    ++total_;
    sum_ += number;
    most_ = std::max(most_, number);
  }

  // Percent in each place, the mean and the greatest number.
  std::vector<std::string> Cells() const {
    std::vector<std::string> cells;
    for (const int64_t count : counts_) {
      cells.push_back(
          count == 0 ? "." : absl::StrFormat("%.1f", 100.0 * static_cast<double>(count) / static_cast<double>(total_)));
    }
    cells.push_back(absl::StrFormat("%.2f", static_cast<double>(sum_) / static_cast<double>(total_)));
    cells.push_back(absl::StrCat(most_));
    return cells;
  }

  static std::vector<std::string> Header() {
    std::vector<std::string> header = {"class, vertices"};
    for (int i = 0; i + 1 < kPlaces; ++i) header.push_back(absl::StrCat(i));
    header.insert(header.end(), {absl::StrCat(">= ", kPlaces - 1), "mean", "most"});
    return header;
  }

 private:
  std::array<int64_t, kPlaces> counts_ = {};
  int64_t total_ = 0;
  int64_t sum_ = 0;
  int64_t most_ = 0;
};

// What the queries of one level did on the pairs of one class and vertex count.
struct Work {
  Histogram iterations;
  Histogram support_calls;
  int64_t exact_path_entries = 0;
  int64_t limit_hits = 0;
};

Work CountWork(const std::vector<PolygonPair>& pairs, Query query) {
  Work work;
  for (const PolygonPair& pair : pairs) {
    QueryContext::Counters counters;
    query(pair, {&counters});
    work.iterations.Add(counters.iterations);
    work.support_calls.Add(counters.support_calls);
    work.exact_path_entries += counters.exact_path_entries;
    work.limit_hits += counters.limit_hits;
  }
  return work;
}

// The tables of one level; a row for each class and vertex count.
struct LevelTables {
  std::vector<std::vector<std::string>> iterations, support_calls, exact_path;

  void AddRow(PairClass pair_class, int vertices, int64_t pair_count, const Work& work) {
    const std::string name = absl::StrCat(Name(pair_class), ", ", vertices);
    iterations.push_back(work.iterations.Cells());
    iterations.back().insert(iterations.back().begin(), name);
    support_calls.push_back(work.support_calls.Cells());
    support_calls.back().insert(support_calls.back().begin(), name);
    exact_path.push_back(
        {name, absl::StrCat(work.exact_path_entries),
         absl::StrFormat("%.2e", static_cast<double>(work.exact_path_entries) / static_cast<double>(pair_count)),
         absl::StrCat(work.limit_hits)});
  }
};

int Run(const std::string& command) {
  const int pair_count = absl::GetFlag(FLAGS_pairs);
  if (pair_count <= 0) FailFlag("pairs", "not a positive number");
  const std::vector<int> vertex_counts = CheckedNumbers("vertices", absl::GetFlag(FLAGS_vertices), 3, 1000);
  std::array<LevelTables, kQueries.size()> tables;
  for (const PairClass pair_class : kPairClasses) {
    for (const int vertices : vertex_counts) {
      const auto pairs = PaperPairs(pair_class, vertices, pair_count, absl::GetFlag(FLAGS_seed));
      for (size_t i = 0; i < kQueries.size(); ++i) {
        tables[i].AddRow(pair_class, vertices, pair_count, CountWork(pairs, kQueries[i].query));
      }
    }
  }
  std::cout << "# Iterations and support calls\n\n"
            << MarkdownOrigin("iteration_histograms", command, absl::GetFlag(FLAGS_commit)) << pair_count
            << " pairs in each row, in one frame. Percent of the queries that needed so many.\n";
  for (size_t i = 0; i < kQueries.size(); ++i) {
    std::cout << "\n## " << kQueries[i].title << "\n\nIterations:\n\n"
              << MarkdownTable(Histogram::Header(), tables[i].iterations) << "\nSupport calls:\n\n"
              << MarkdownTable(Histogram::Header(), tables[i].support_calls) << "\nThe exact path:\n\n"
              << MarkdownTable({"class, vertices", "entries", "per query", "cap hits"}, tables[i].exact_path);
  }
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  return collision2d::bench::RunProgram(argc, argv, collision2d::bench::kUsage, collision2d::bench::Run);
}
