// The worst single queries on families of hard pairs: see --help and docs/benchmarks.md.

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/chapter.h"
#include "bench/chapters/answer_checker.h"
#include "bench/chapters/hard_families.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

std::string About() {
  std::string about =
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
    absl::StrAppend(&about, absl::StrFormat("  %-26s%s\n", family.name, family.description));
  }
  return about;
}

// How often each query is timed.
constexpr int kRepetitions = 3;

// With up to this many vertices, the first kFullyCheckedPairs pairs are also checked for everything
// that the queries' headers promise.
constexpr int kMostFullyCheckedVertices = 24;
constexpr int kFullyCheckedPairs = 25;

// Below this many vertices a query does not yet grow: its time is that of its first steps.
constexpr int kLeastGrowthVertices = 64;

// One level on the pairs of one family and number of vertices.
struct CliffMeasurement {
  std::string family;
  int vertices = 0;
  int level = 0;
  // The mean and the greatest time of a single query, each timed kRepetitions times, of which the
  // best counts.
  double ns_mean = 0.0;
  double ns_max = 0.0;
  // QueryContext::Counters::exact_path_entries, summed over the queries.
  int64_t entries_exact = 0;
  // Queries whose answer is not right, or whose walk or GJK loop reached its bound.
  int64_t wrong = 0;
  // Queries that were measured, and those that were asked for; time may run out before all of them
  // are measured.
  int queries = 0;
  int planned = 0;
};

using CliffMeasurements = std::vector<CliffMeasurement>;
using Cells = std::vector<std::string>;

constexpr int kLevelCount = 3;

// Asks one level of a pair.
void Ask(int level, const HardPair& pair, const QueryContext& context, Answers* answers) {
  const auto& [a, b, a_from_b] = pair;
  switch (level) {
    case 1:
      answers->collides = a_from_b.has_value() ? Collides(a, b, *a_from_b, context) : Collides(a, b, context);
      return;
    case 2:
      answers->distance_m = a_from_b.has_value() ? Distance(a, b, *a_from_b, context) : Distance(a, b, context);
      return;
    default:
      answers->separation =
          a_from_b.has_value() ? ComputeSeparation(a, b, *a_from_b, context) : ComputeSeparation(a, b, context);
  }
}

// Times a level of a pair and adds the time to the measurement, without checking the answer.
void TimeLevel(const SingleQueryClock& clock, const HardPair& pair, CliffMeasurement* measurement, Answers* answers) {
  double best_ns = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    best_ns = std::min(best_ns, clock.Time([&] { Ask(measurement->level, pair, {}, answers); }));
  }
  // The sum, until MeasureCliff divides it.
  measurement->ns_mean += best_ns;
  measurement->ns_max = std::max(measurement->ns_max, best_ns);
  ++measurement->queries;
  QueryContext::Counters counters;
  Ask(measurement->level, pair, {&counters}, answers);
  measurement->entries_exact += counters.exact_path_entries;
  if (counters.limit_hits > 0) ++measurement->wrong;
}

// Makes the family's pairs of that many vertices one after the other; times Levels 1 to 3 of each,
// and checks the answers. Stops after the first pair that ends later than max_seconds after the
// beginning. Returns a measurement for each level. REQUIRES: the family has pairs of that many
// vertices; pair_count > 0.
CliffMeasurements MeasureCliff(const CliffFamily& family, int vertices, int pair_count, double max_seconds,
                               uint64_t seed) {
  CliffMeasurements measurements(kLevelCount);
  for (int level = 1; level <= kLevelCount; ++level) {
    CliffMeasurement& measurement = measurements[level - 1];
    measurement.family = family.name;
    measurement.vertices = vertices;
    measurement.level = level;
    measurement.planned = pair_count;
  }
  const SingleQueryClock clock;
  AnswerChecker checker;
  Random random(seed);
  const auto begin = std::chrono::steady_clock::now();
  for (int index = 0; index < pair_count; ++index) {
    const HardPair pair = family.make(vertices, index, &random);
    Answers answers;
    for (CliffMeasurement& measurement : measurements) TimeLevel(clock, pair, &measurement, &answers);
    std::array<bool, kLevelCount> are_right = checker.AreRight(pair, answers);
    if (vertices <= kMostFullyCheckedVertices && index < kFullyCheckedPairs && are_right[kLevelCount - 1]) {
      are_right[kLevelCount - 1] = checker.PromisesHold(pair);
    }
    for (size_t k = 0; k < measurements.size(); ++k) measurements[k].wrong += are_right[k] ? 0 : 1;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (elapsed.count() > max_seconds) break;
  }
  for (CliffMeasurement& measurement : measurements) measurement.ns_mean /= measurement.queries;
  return measurements;
}

std::string Microseconds(double ns) { return absl::StrFormat("%.*f", ns < 1e5 ? 2 : 0, 1e-3 * ns); }

std::string Exponent(std::optional<double> exponent) {
  return exponent.has_value() ? absl::StrFormat("%.2f", *exponent) : "-";
}

std::string Title(const CliffMeasurement& m) { return absl::StrCat(m.family, ", Level ", m.level); }

// The measurements of each family and level, in their order.
std::vector<CliffMeasurements> Curves(const CliffMeasurements& measurements) {
  std::vector<CliffMeasurements> curves;
  std::map<std::pair<std::string, int>, size_t> index;
  for (const CliffMeasurement& m : measurements) {
    const auto [place, is_new] = index.insert({{m.family, m.level}, curves.size()});
    if (is_new) curves.emplace_back();
    curves[place->second].push_back(m);
  }
  return curves;
}

std::optional<double> Growth(const CliffMeasurements& curve, double CliffMeasurement::*ns) {
  std::vector<GrowthPoint> points;
  for (const CliffMeasurement& m : curve) {
    if (m.vertices >= kLeastGrowthVertices) points.push_back({m.vertices * std::log(m.vertices), m.*ns});
  }
  return GrowthExponent(points);
}

void AddCurves(const std::string& title, const CliffMeasurements& measurements, double CliffMeasurement::*ns,
               Report* report) {
  std::set<int> vertex_counts;
  for (const CliffMeasurement& m : measurements) vertex_counts.insert(m.vertices);
  Cells header = {"us, n ="};
  for (const int vertices : vertex_counts) header.push_back(absl::StrCat(vertices));
  header.push_back("growth");
  std::vector<Cells> rows;
  for (const CliffMeasurements& curve : Curves(measurements)) {
    std::map<int, std::string> by_vertices;
    for (const CliffMeasurement& m : curve) by_vertices[m.vertices] = Microseconds(m.*ns);
    Cells row = {Title(curve.front())};
    for (const int vertices : vertex_counts) {
      const auto found = by_vertices.find(vertices);
      row.push_back(found == by_vertices.end() ? "" : found->second);
    }
    row.push_back(Exponent(Growth(curve, ns)));
    rows.push_back(row);
  }
  report->AddMarkdown(title, header, rows);
}

// The families, levels and numbers of vertices with wrong answers; empty if there are none.
std::string FormatWrong(const CliffMeasurements& measurements) {
  std::string text;
  for (const CliffMeasurement& m : measurements) {
    if (m.wrong == 0) continue;
    absl::StrAppend(&text, "- ", Title(m), ", n = ", m.vertices, ": ", m.wrong, " of ", m.queries, " queries\n");
  }
  return text;
}

// The families and numbers of vertices at which the time was up before all pairs were asked; empty
// if there are none.
std::string FormatCutOff(const CliffMeasurements& measurements) {
  std::string text;
  for (const CliffMeasurement& m : measurements) {
    // All levels of a pair are measured before the time is checked.
    if (m.level != 1 || m.queries == m.planned) continue;
    absl::StrAppend(&text, "- ", m.family, ", n = ", m.vertices, ": ", m.queries, " of ", m.planned, " pairs\n");
  }
  return text;
}

std::vector<int> CheckedVertices(const Options& options) {
  std::vector<int> numbers = options.Numbers("vertices", 4, kMostCliffVertices);
  for (const int number : numbers) {
    if (number % 4 != 0) FailOption("vertices", absl::StrCat(number, " is not a multiple of 4"));
  }
  return numbers;
}

const std::vector<Column> kColumns = {{"family", ""}, {"vertices", ""},      {"level", ""}, {"ns_mean", ""},
                                      {"ns_max", ""}, {"entries_exact", ""}, {"wrong", ""}};

void Run(const Options& options, Report* report) {
  const int pairs = options.Count("pairs");
  const double max_seconds = options.Positive("max_seconds");
  const std::vector<CliffFamily> families =
      options.Selected("families", AllFamilies(), [](const CliffFamily& family) { return family.name; });
  const std::vector<int> vertex_counts = CheckedVertices(options);
  CliffMeasurements all;
  for (const CliffFamily& family : families) {
    std::cerr << family.name << "..." << std::endl;
    for (const int vertices : vertex_counts) {
      if (vertices < family.least_vertices || vertices > family.most_vertices) continue;
      const int count = vertices <= 64 ? pairs : std::max(1, static_cast<int>(64.0 * pairs / vertices));
      for (const CliffMeasurement& m : MeasureCliff(family, vertices, count, max_seconds, options.Seed())) {
        all.push_back(m);
        report->Add({"",
                     "",
                     "",
                     kColumns,
                     {{Key(m.family), Key(m.vertices), Key(m.level), Text(absl::StrFormat("%.1f", m.ns_mean)),
                       Text(absl::StrFormat("%.1f", m.ns_max)), Count(m.entries_exact), Count(m.wrong)}}});
      }
    }
  }
  report->AddText(absl::StrCat("Single queries, each the best of ", kRepetitions,
                               ", in us. Growth: the exponent of n log n fitted from n = ", kLeastGrowthVertices,
                               " on.\n\n"));
  AddCurves("### The worst single query", all, &CliffMeasurement::ns_max, report);
  AddCurves("### The mean single query", all, &CliffMeasurement::ns_mean, report);
  const std::string wrong = FormatWrong(all);
  const std::string cut_off = FormatCutOff(all);
  report->AddText(absl::StrCat("### Wrong answers\n\n", wrong.empty() ? "None.\n" : wrong,
                               "\n### Cut off by --max_seconds\n\n",
                               cut_off.empty() ? "Nothing: all pairs were asked.\n" : cut_off));
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
     {{"csv", CsvHeader(kColumns)}},
     Run});

}  // namespace
}  // namespace collision2d::bench
