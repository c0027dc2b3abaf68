// How much work queries need: see --help.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/chapter.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {
namespace {

constexpr char kAbout[] =
    "Counts, on the pairs of the paper's tables, the iterations and support calls that the queries of each level "
    "need,\n"
    "and how many of them enter the exact path.";

using AskPair = void (*)(const PolygonPair& pair, QueryContext context);

struct NamedQuery {
  const char* id;
  const char* title;
  AskPair query;
};

constexpr std::array<NamedQuery, 3> kQueries = {{
    {"level_1", "Level 1, Collides",
     [](const PolygonPair& pair, QueryContext context) { Collides(pair.a, pair.b, context); }},
    {"level_2", "Level 2, Distance",
     [](const PolygonPair& pair, QueryContext context) { Distance(pair.a, pair.b, context); }},
    {"level_3", "Level 3, ComputeSeparation",
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

Work CountWork(const std::vector<PolygonPair>& pairs, AskPair query) {
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

using Rows = std::vector<std::vector<std::string>>;

void Run(const Options& options, Report* report) {
  const int pair_count = options.Count("pairs");
  const std::vector<int> vertex_counts = options.Numbers("vertices", 3, 1000);
  report->AddText(
      absl::StrCat(pair_count, " pairs in each row, in one frame. Percent of the queries that needed so many.\n\n"));
  for (const NamedQuery& named : kQueries) {
    Rows iterations, support_calls, exact_path;
    for (const PairClass pair_class : kPairClasses) {
      for (const int vertices : vertex_counts) {
        const Work work = CountWork(PaperPairs(pair_class, vertices, pair_count, options.Seed()), named.query);
        const std::string name = absl::StrCat(Name(pair_class), ", ", vertices);
        for (const auto& [histogram, rows] :
             {std::pair(&work.iterations, &iterations), {&work.support_calls, &support_calls}}) {
          rows->push_back(histogram->Cells());
          rows->back().insert(rows->back().begin(), name);
        }
        exact_path.push_back(
            {name, absl::StrCat(work.exact_path_entries),
             absl::StrFormat("%.2e", static_cast<double>(work.exact_path_entries) / static_cast<double>(pair_count)),
             absl::StrCat(work.limit_hits)});
      }
    }
    report->AddText(absl::StrCat("## ", named.title, "\n\n"));
    const auto add = [&](const char* id, const char* title, const std::vector<std::string>& header, const Rows& rows) {
      Table table = TextTable(header, rows);
      table.id = absl::StrCat(named.id, "_", id);
      table.title = title;
      report->Add(table);
    };
    add("iterations", "Iterations:", Histogram::Header(), iterations);
    add("support_calls", "Support calls:", Histogram::Header(), support_calls);
    add("exact_path", "The exact path:", {"class, vertices", "entries", "per query", "cap hits"}, exact_path);
  }
}

const Registration kIterations({"iterations",
                                "Iterations and support calls",
                                kAbout,
                                {{"pairs", "16384", "pairs of each class and vertex count"},
                                 Seed("20261120"),
                                 {"vertices", "4,8,12,16,20,24", "vertex counts of both shapes"}},
                                {{"csv", kTablesCsvHeader}},
                                Run});

}  // namespace
}  // namespace collision2d::bench
