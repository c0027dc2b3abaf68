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

Table OneOfMany(const NamedQuery& query, const char* what, const char* text) {
  return {absl::StrCat(query.id, what), text, "", {}, "csv", /*is_one_of_many=*/true};
}

void CountLevel(const NamedQuery& query, const std::vector<int>& vertex_counts, const Options& options,
                Report* report) {
  const int pair_count = options.Count("pairs");
  Table tables[] = {OneOfMany(query, "_iterations", "Iterations:"),
                    OneOfMany(query, "_support_calls", "Support calls:"),
                    OneOfMany(query, "_exact_path", "The exact path:")};
  for (const PairClass pair_class : kPairClasses) {
    for (const int vertices : vertex_counts) {
      Histogram iterations, support_calls;
      QueryContext::Counters sum;  // Over all pairs.
      for (const PolygonPair& pair : PaperPairs(pair_class, vertices, pair_count, options.Seed())) {
        const QueryContext::Counters before = sum;
        query.query(pair, {&sum});
        iterations.Add(sum.iterations - before.iterations);
        support_calls.Add(sum.support_calls - before.support_calls);
      }
      const Cell key = Key("class, vertices", absl::StrCat(Name(pair_class), ", ", vertices));
      tables[0].rows.push_back(iterations.RowOf(key));
      tables[1].rows.push_back(support_calls.RowOf(key));
      const double per_query = static_cast<double>(sum.exact_path_entries) / pair_count;
      tables[2].rows.push_back({key,
                                {"entries", sum.exact_path_entries},
                                {"per query", absl::StrFormat("%.2e", per_query)},
                                {"cap hits", sum.limit_hits}});
    }
  }
  report->AddText(absl::StrCat("## ", query.title, "\n\n"));
  for (const Table& table : tables) report->Add(table);
}

void Run(const Options& options, Report* report) {
  const std::vector<int> vertex_counts = options.Numbers("vertices", 3, 1000);
  report->AddText(absl::StrCat(options.Count("pairs"),
                               " pairs in each row, in one frame. Percent of the queries that needed so many.\n\n"));
  for (const NamedQuery& query : kQueries) CountLevel(query, vertex_counts, options, report);
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
