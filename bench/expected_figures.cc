#include "bench/expected_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "bench/markdown_table.h"
#include "bench/published_tables.h"

namespace collision2d::bench {
namespace {

constexpr absl::string_view kSubject = "collision2d";
constexpr std::array<PairClass, 3> kPaperClasses = {PairClass::kDistant, PairClass::kOverlapping, PairClass::kTouching};
// 4 units in the last place of the size.
constexpr double kErrorTarget = 4.0 * 0x1p-52;

using Measurements = std::vector<Measurement>;
// The figure of one cell of the subject; nothing if what it is compared with was not measured.
using Figure = std::function<std::optional<double>(const Measurement& subject)>;

// One line of the table: a figure, bounded from below or from above in each class, over some cells.
struct Expectation {
  std::string title;
  bool at_least;  // Otherwise at most.
  std::array<double, 3> target;
  std::function<bool(const Measurement& subject)> concerns;
  Figure figure;
};

struct Worst {
  double figure;
  int vertices;
};

std::optional<Worst> FindWorst(const Measurements& measurements, const Expectation& expectation, PairClass pair_class) {
  std::optional<Worst> worst;
  for (const Measurement& subject : measurements) {
    if (subject.algorithm != kSubject || subject.pair_class != pair_class || !expectation.concerns(subject)) continue;
    const std::optional<double> figure = expectation.figure(subject);
    if (!figure.has_value()) continue;
    if (!worst.has_value() || (expectation.at_least ? *figure < worst->figure : *figure > worst->figure)) {
      worst = Worst{*figure, subject.vertices};
    }
  }
  return worst;
}

// How many times faster than that row.
Figure SpeedUpOver(const Measurements& measurements, absl::string_view algorithm) {
  return [&measurements, algorithm](const Measurement& subject) -> std::optional<double> {
    const Measurement* const other = Find(measurements, subject.level, subject.pair_class, subject.vertices, algorithm);
    if (other == nullptr) return std::nullopt;
    return other->timing.median_ns / subject.timing.median_ns;
  };
}

Figure SpeedUpOverBestOther(const Measurements& measurements) {
  return [&measurements](const Measurement& subject) -> std::optional<double> {
    std::optional<double> best_ns;
    for (const Measurement& other : measurements) {
      if (other.algorithm == kSubject || other.level != subject.level || other.pair_class != subject.pair_class ||
          other.vertices != subject.vertices) {
        continue;
      }
      best_ns = std::min(best_ns.value_or(other.timing.median_ns), other.timing.median_ns);
    }
    if (!best_ns.has_value()) return std::nullopt;
    return *best_ns / subject.timing.median_ns;
  };
}

// The subject's time over that of its own row at another level or vertex count.
Figure TimeOver(const Measurements& measurements, std::optional<Level> level, std::optional<int> vertices) {
  return [&measurements, level, vertices](const Measurement& subject) -> std::optional<double> {
    const Measurement* const other = Find(measurements, level.value_or(subject.level), subject.pair_class,
                                          vertices.value_or(subject.vertices), kSubject);
    if (other == nullptr) return std::nullopt;
    return subject.timing.median_ns / other->timing.median_ns;
  };
}

// The subject's ratio to Box2D over the ratio of the paper's best row to its Box2D.
Figure TimeOverPublishedBest(const Measurements& measurements) {
  return [&measurements](const Measurement& subject) -> std::optional<double> {
    const Measurement* const reference =
        Find(measurements, subject.level, subject.pair_class, subject.vertices, "Box2D");
    const std::optional<double> published = PublishedBestRatio(subject.level, subject.pair_class, subject.vertices);
    if (reference == nullptr || !published.has_value()) return std::nullopt;
    return subject.timing.median_ns / reference->timing.median_ns / *published;
  };
}

std::function<bool(const Measurement&)> Cells(Level level, int least_vertices, int most_vertices) {
  return [level, least_vertices, most_vertices](const Measurement& subject) {
    return subject.level == level && subject.vertices >= least_vertices && subject.vertices <= most_vertices;
  };
}

std::vector<Expectation> Expectations(const Measurements& all) {
  constexpr Level k1 = Level::kCollides, k2 = Level::kDistance, k3 = Level::kSeparation;
  constexpr int kMost = 1 << 20;
  const auto any = [](const Measurement&) { return true; };
  const auto wrong = [](const Measurement& subject) -> std::optional<double> { return subject.wrong; };
  const auto error = [](const Measurement& subject) -> std::optional<double> {
    return subject.max_relative_error / kErrorTarget;
  };
  return {
      {"Level 1, n = 4: times faster than SAT", true, {2.0, 1.5, 1.5}, Cells(k1, 4, 4), SpeedUpOver(all, "SAT")},
      {"Level 1, n = 4: times faster than Box2D", true, {6, 4, 5}, Cells(k1, 4, 4), SpeedUpOver(all, "Box2D")},
      {"Level 1, n >= 12: times faster than Box2D", true, {10, 4, 6}, Cells(k1, 12, kMost), SpeedUpOver(all, "Box2D")},
      {"Level 1, n >= 12: times faster than the best other row",
       true,
       {3, 2, 2},
       Cells(k1, 12, kMost),
       SpeedUpOverBestOther(all)},
      {"Level 2, n = 4: times faster than Box2D", true, {2.5, 2.5, 2.5}, Cells(k2, 4, 4), SpeedUpOver(all, "Box2D")},
      {"Level 2, n >= 12: times faster than Box2D",
       true,
       {4, 2.5, 3.5},
       Cells(k2, 12, kMost),
       SpeedUpOver(all, "Box2D")},
      {"Level 3 over Level 2: time", false, {1.25, 2.0, 1.5}, Cells(k3, 3, kMost), TimeOver(all, k2, std::nullopt)},
      {"Level 1, n = 4 to 24: growth of time", false, {2, 2.5, 2.5}, Cells(k1, 24, 24), TimeOver(all, std::nullopt, 4)},
      {"Level 2, n = 4 to 24: growth of time", false, {2, 2.5, 2.5}, Cells(k2, 24, 24), TimeOver(all, std::nullopt, 4)},
      {"Level 3, n = 4 to 24: growth of time", false, {2, 2.5, 2.5}, Cells(k3, 24, 24), TimeOver(all, std::nullopt, 4)},
      {"Level 1: ratio to Box2D over that of the paper's best row",
       false,
       {1, 1, 1},
       Cells(k1, 3, kMost),
       TimeOverPublishedBest(all)},
      {"Level 2: ratio to Box2D over that of the paper's best row",
       false,
       {1, 1, 1},
       Cells(k2, 3, kMost),
       TimeOverPublishedBest(all)},
      {"wrong answers", false, {0, 0, 0}, any, wrong},
      {"error / (4 ulp of the size)", false, {1, 1, 1}, any, error},
  };
}

}  // namespace

std::string FormatExpectedFigures(const Measurements& measurements) {
  std::vector<std::vector<std::string>> rows;
  for (const Expectation& expectation : Expectations(measurements)) {
    std::vector<std::string> row = {expectation.title};
    bool met = true;
    bool complete = true;
    for (size_t i = 0; i < kPaperClasses.size(); ++i) {
      row.push_back(absl::StrFormat("%s %g", expectation.at_least ? ">=" : "<=", expectation.target[i]));
      const std::optional<Worst> worst = FindWorst(measurements, expectation, kPaperClasses[i]);
      complete &= worst.has_value();
      if (!worst.has_value()) {
        row.push_back("-");
        continue;
      }
      const double target = expectation.target[i];
      const bool met_here = expectation.at_least ? worst->figure >= target : worst->figure <= target;
      met &= met_here;
      row.push_back(absl::StrFormat("%.2f (n = %d)%s", worst->figure, worst->vertices, met_here ? "" : " !"));
    }
    row.push_back(!met ? "NO" : complete ? "yes" : "-");
    rows.push_back(row);
  }
  return MarkdownTable({"expected of collision2d", "distant", "worst cell", "overlapping", "worst cell", "touching",
                        "worst cell", "met"},
                       rows);
}

}  // namespace collision2d::bench
