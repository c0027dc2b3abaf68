// How much work queries need: see --help.

#include <array>

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
  Row RowOf(const Cell& key) const {
    Row row = {key};
    const auto total = static_cast<double>(total_);
    for (int i = 0; i < kPlaces; ++i) {
      const auto percent = 100.0 * static_cast<double>(counts_[i]) / total;
      row.push_back({i + 1 < kPlaces ? absl::StrCat(i) : absl::StrCat(">= ", i),
                     counts_[i] == 0 ? "." : absl::StrFormat("%.1f", percent)});
    }
    row.push_back({"mean", absl::StrFormat("%.2f", static_cast<double>(sum_) / total)});
    row.push_back({"most", most_});
    return row;
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

void Run(const Options& options, Report* report) {
  const int pair_count = options.Count("pairs");
  const std::vector<int> vertex_counts = options.Numbers("vertices", 3, 1000);
  report->AddText(
      absl::StrCat(pair_count, " pairs in each row, in one frame. Percent of the queries that needed so many.\n\n"));
  for (const NamedQuery& named : kQueries) {
    Table iterations = {absl::StrCat(named.id, "_iterations"), "Iterations:"};
    Table support_calls = {absl::StrCat(named.id, "_support_calls"), "Support calls:"};
    Table exact_path = {absl::StrCat(named.id, "_exact_path"), "The exact path:"};
    for (const PairClass pair_class : kPairClasses) {
      for (const int vertices : vertex_counts) {
        const Work work = CountWork(PaperPairs(pair_class, vertices, pair_count, options.Seed()), named.query);
        const Cell key = Key("class, vertices", absl::StrCat(Name(pair_class), ", ", vertices));
        iterations.rows.push_back(work.iterations.RowOf(key));
        support_calls.rows.push_back(work.support_calls.RowOf(key));
        exact_path.rows.push_back(
            {key,
             {"entries", work.exact_path_entries},
             {"per query", absl::StrFormat("%.2e", static_cast<double>(work.exact_path_entries) / pair_count)},
             {"cap hits", work.limit_hits}});
      }
    }
    report->AddText(absl::StrCat("## ", named.title, "\n\n"));
    for (Table* const table : {&iterations, &support_calls, &exact_path}) {
      table->is_one_of_many = true;
      report->Add(*table);
    }
  }
}

const Registration kIterations({"iterations",
                                "Iterations and support calls",
                                kAbout,
                                {{"pairs", "16384", "pairs of each class and vertex count"},
                                 Seed("20261120"),
                                 {"vertices", "4,8,12,16,20,24", "vertex counts of both shapes"}},
                                Run});

}  // namespace
}  // namespace collision2d::bench
