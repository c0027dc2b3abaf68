// The worst single queries on families of hard pairs: see --help and docs/benchmarks.md.

#include <array>
#include <chrono>
#include <cmath>
#include <iostream>
#include <limits>
#include <map>
#include <set>

#include "bench/chapter.h"
#include "bench/chapters/hard_families.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/query_checker.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

std::string About() {
  std::string about =
      R"(Times single queries of Levels 1 to 3 on families of pairs that are hard for some step of a query, and prints tables
of the times, and where answers were wrong.

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
    absl::StrAppend(&about, absl::StrFormat("  %-26s%s\n", family.name, family.description));
  }
  return about;
}

// How often each query is timed.
constexpr int kRepetitions = 3;

// With up to this many vertices, the first kFullyCheckedPairs pairs are also checked for everything
// that the queries' headers promise: O(n m log(n m)) exact operations.
constexpr int kMostFullyCheckedVertices = 24;
constexpr int kFullyCheckedPairs = 25;

// Below this many vertices a query does not yet grow: its time is that of its first steps.
constexpr int kLeastGrowthVertices = 64;

constexpr int kLevelCount = 3;

// One level on the pairs of one family and number of vertices.
struct Measurement {
  std::string family;
  int vertices = 0;
  int level = 0;
  // The mean and the greatest time of a single query, each timed kRepetitions times, of which the
  // best counts.
  double ns_mean = 0.0;
  double ns_max = 0.0;
  int64_t entries_exact = 0;  // The sum of QueryContext::Counters::exact_path_entries.
  int64_t wrong = 0;          // Queries whose answer is wrong, or whose loop reached its bound.
  // Queries that were measured, and those that were asked for; time may run out before all of them
  // are measured.
  int queries = 0;
  int planned = 0;

  std::string title() const { return absl::StrCat(family, ", Level ", level); }
};

// Calls ask(shapes...) with a and b, and the pose if there is one.
template <typename Ask>
auto WithShapes(const HardPair& pair, const Ask& ask) {
  return pair.a_from_b.has_value() ? ask(pair.a, pair.b, *pair.a_from_b) : ask(pair.a, pair.b);
}

void Ask(int level, const HardPair& pair, const QueryContext& context, LevelAnswers* answers) {
  WithShapes(pair, [&](const auto&... shapes) {
    if (level == 1) answers->collides = Collides(shapes..., context);
    if (level == 2) answers->distance_m = Distance(shapes..., context);
    if (level == 3) answers->separation = ComputeSeparation(shapes..., context);
  });
}

// Times a level of a pair and adds the time to the measurement, without checking the answer.
void TimeLevel(const SingleQueryClock& clock, const HardPair& pair, Measurement* measurement, LevelAnswers* answers) {
  double best_ns = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    best_ns = std::min(best_ns, clock.Time([&] { Ask(measurement->level, pair, {}, answers); }));
  }
  // The sum, until MeasureFamily divides it.
  measurement->ns_mean += best_ns;
  measurement->ns_max = std::max(measurement->ns_max, best_ns);
  ++measurement->queries;
  QueryContext::Counters counters;
  Ask(measurement->level, pair, {&counters}, answers);
  measurement->entries_exact += counters.exact_path_entries;
  measurement->wrong += counters.limit_hits > 0 ? 1 : 0;
}

bool PromisesHold(const HardPair& pair, QueryChecker* checker) {
  return static_cast<bool>(WithShapes(pair, [&](const auto&... shapes) { return checker->Check(shapes...); }));
}

// Makes the family's pairs of that many vertices one after the other; times Levels 1 to 3 of each,
// and checks the answers. Stops after the first pair that ends later than max_seconds after the
// beginning. Returns a measurement for each level. REQUIRES: the family has pairs of that many
// vertices; pair_count > 0.
std::vector<Measurement> MeasureFamily(const CliffFamily& family, int vertices, int pair_count, double max_seconds,
                                       uint64_t seed) {
  std::vector<Measurement> measurements;
  for (int level = 1; level <= kLevelCount; ++level) {
    measurements.push_back({family.name, vertices, level});
    measurements.back().planned = pair_count;
  }
  const SingleQueryClock clock;
  QueryChecker checker;
  Random random(seed);
  const auto begin = std::chrono::steady_clock::now();
  for (int index = 0; index < pair_count; ++index) {
    const HardPair pair = family.make(vertices, index, &random);
    LevelAnswers answers;
    for (Measurement& measurement : measurements) TimeLevel(clock, pair, &measurement, &answers);
    std::array<bool, kLevelCount> are_right = AreRight(pair, answers);
    if (vertices <= kMostFullyCheckedVertices && index < kFullyCheckedPairs && are_right.back()) {
      are_right.back() = PromisesHold(pair, &checker);
    }
    for (size_t k = 0; k < measurements.size(); ++k) measurements[k].wrong += are_right[k] ? 0 : 1;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (elapsed.count() > max_seconds) break;
  }
  for (Measurement& measurement : measurements) measurement.ns_mean /= measurement.queries;
  return measurements;
}

// A line for each family and level, a column for each number of vertices.
void AddCurves(const std::string& title, const std::vector<Measurement>& all, double Measurement::*ns, Report* report) {
  std::set<int> vertex_counts;
  for (const Measurement& m : all) vertex_counts.insert(m.vertices);
  Table table = {"", title};
  for (const CliffFamily& family : AllFamilies()) {
    for (int level = 1; level <= kLevelCount; ++level) {
      std::map<int, double> curve;
      for (const Measurement& m : all) {
        if (m.family == family.name && m.level == level) curve[m.vertices] = m.*ns;
      }
      if (curve.empty()) continue;
      Row& row = table.rows.emplace_back(Row{Key("us, n =", absl::StrCat(family.name, ", Level ", level))});
      std::vector<GrowthPoint> points;
      for (const int vertices : vertex_counts) {
        const bool has = curve.count(vertices) != 0;
        const double value_ns = has ? curve[vertices] : 0.0;
        row.push_back(
            {absl::StrCat(vertices), has ? absl::StrFormat("%.*f", value_ns < 1e5 ? 2 : 0, 1e-3 * value_ns) : ""});
        if (has && vertices >= kLeastGrowthVertices) points.push_back({vertices * std::log(vertices), value_ns});
      }
      row.push_back({"growth", Exponent(points)});
    }
  }
  report->AddMarkdown(table);
}

// What was wrong, and at what families and numbers of vertices the time was up before all pairs
// were asked.
void AddShortfalls(const std::vector<Measurement>& all, Report* report) {
  std::string wrong;
  std::string cut_off;
  for (const Measurement& m : all) {
    if (m.wrong > 0)
      absl::StrAppend(&wrong, "- ", m.title(), ", n = ", m.vertices, ": ", m.wrong, " of ", m.queries, " queries\n");
    // All levels of a pair are measured before the time is checked.
    if (m.level != 1 || m.queries == m.planned) continue;
    absl::StrAppend(&cut_off, "- ", m.family, ", n = ", m.vertices, ": ", m.queries, " of ", m.planned, " pairs\n");
  }
  report->AddText(absl::StrCat("### Wrong answers\n\n", wrong.empty() ? "None.\n" : wrong,
                               "\n### Cut off by --max_seconds\n\n",
                               cut_off.empty() ? "Nothing: all pairs were asked.\n" : cut_off));
}

void Run(const Options& options, Report* report) {
  const int pairs = options.Count("pairs");
  const double max_seconds = options.Positive("max_seconds");
  const std::vector<CliffFamily> families =
      options.Selected("families", AllFamilies(), [](const CliffFamily& family) { return family.name; });
  const std::vector<int> vertex_counts = options.Numbers("vertices", 4, kMostCliffVertices);
  for (const int number : vertex_counts) {
    if (number % 4 != 0) FailOption("vertices", absl::StrCat(number, " is not a multiple of 4"));
  }
  std::vector<Measurement> all;
  Table table;
  for (const CliffFamily& family : families) {
    std::cerr << family.name << "..." << std::endl;
    for (const int vertices : vertex_counts) {
      if (vertices < family.least_vertices || vertices > family.most_vertices) continue;
      const int count = vertices <= 64 ? pairs : std::max(1, static_cast<int>(64.0 * pairs / vertices));
      for (const Measurement& m : MeasureFamily(family, vertices, count, max_seconds, options.Seed())) {
        all.push_back(m);
        report->AddRow({Key("family|", m.family),
                        Key("vertices|", m.vertices),
                        Key("level|", m.level),
                        {"ns_mean|", absl::StrFormat("%.1f", m.ns_mean)},
                        {"ns_max|", absl::StrFormat("%.1f", m.ns_max)},
                        {"entries_exact|", m.entries_exact},
                        {"wrong|", m.wrong}},
                       &table);
      }
    }
  }
  report->AddText(absl::StrCat("Single queries, each the best of ", kRepetitions,
                               ", in us. Growth: the exponent of n log n fitted from n = ", kLeastGrowthVertices,
                               " on.\n\n"));
  AddCurves("### The worst single query", all, &Measurement::ns_max, report);
  AddCurves("### The mean single query", all, &Measurement::ns_mean, report);
  AddShortfalls(all, report);
}

const Registration kCliffs(
    {"cliffs",
     "Contact cliffs",
     About(),
     {{"pairs", "500", "pairs of each family and number of vertices up to 64; at more vertices n, 64 / n of them"},
      {"max_seconds", "10",
       "s after which no further pair of a family and number of vertices is begun; the report lists what was cut off"},
      Seed("20270117"),
      {"families", "", "families by name; empty: all"},
      {"vertices", "4,8,16,24,64,200,660,2000",
       "vertices of both shapes, multiples of 4; families leave out what they cannot make"}},
     Run});

}  // namespace
}  // namespace collision2d::bench
