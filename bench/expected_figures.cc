#include "bench/expected_figures.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "bench/markdown_table.h"
#include "bench/published_tables.h"
#include "bench/rows/collision2d_row.h"

namespace collision2d::bench {
namespace {

// 4 units in the last place of the size.
constexpr double kErrorTarget = 4.0 * 0x1p-52;
// Rows whose times differ by less than 3 % are equally fast.
constexpr double kTie = 0.97;

constexpr Level k1 = Level::kCollides, k2 = Level::kDistance, k3 = Level::kSeparation;

using Measurements = std::vector<Measurement>;
// The figure of one cell of a row of ours; nothing if what it is compared with was not measured.
using Figure = std::function<std::optional<double>(const Measurement& subject)>;

// In the order of kPairClasses: distant, overlapping, touching, contact.
using Targets = std::array<std::optional<double>, kPairClasses.size()>;

constexpr Targets All(double target) { return {target, target, target, target}; }
constexpr Targets ContactOnly(double target) { return {std::nullopt, std::nullopt, std::nullopt, target}; }
constexpr Targets OverlappingOnly(double target) { return {std::nullopt, target, std::nullopt, std::nullopt}; }
// For targets that were set before the class contact had any.
constexpr Targets NotContact(double distant, double overlapping, double touching) {
  return {distant, overlapping, touching, std::nullopt};
}

struct Cells {
  std::optional<Level> level;  // Nothing: all.
  int least_vertices = 3;
  int most_vertices = 1 << 20;
};

enum class Bound { kAtLeast, kAtMost };

// One line of the table: a figure, bounded in each class, over some cells of a row.
struct Expectation {
  std::string title;
  Cells cells;
  Bound bound;
  Targets targets;
  Figure figure;
  absl::string_view algorithm = kCollision2dName;

  bool Concerns(const Measurement& subject) const {
    return subject.algorithm == algorithm && (!cells.level.has_value() || subject.level == *cells.level) &&
           subject.vertices >= cells.least_vertices && subject.vertices <= cells.most_vertices;
  }
  bool IsMet(double value, double target) const { return bound == Bound::kAtLeast ? value >= target : value <= target; }
};

struct Worst {
  double figure;
  int vertices;
};

std::optional<Worst> FindWorst(const Measurements& measurements, const Expectation& expectation, PairClass pair_class) {
  std::optional<Worst> worst;
  for (const Measurement& subject : measurements) {
    if (subject.pair_class != pair_class || !expectation.Concerns(subject)) continue;
    const std::optional<double> figure = expectation.figure(subject);
    if (!figure.has_value()) continue;
    if (!worst.has_value() || !expectation.IsMet(*figure, worst->figure)) worst = Worst{*figure, subject.vertices};
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
      if (absl::StartsWith(other.algorithm, kCollision2dName) || other.level != subject.level ||
          other.pair_class != subject.pair_class || other.vertices != subject.vertices) {
        continue;
      }
      best_ns = std::min(best_ns.value_or(other.timing.median_ns), other.timing.median_ns);
    }
    if (!best_ns.has_value()) return std::nullopt;
    return *best_ns / subject.timing.median_ns;
  };
}

// The subject's time over that of the same row in another cell.
struct OtherCell {
  std::optional<Level> level;
  std::optional<PairClass> pair_class;
  std::optional<int> vertices;
};

Figure TimeOver(const Measurements& measurements, const OtherCell& cell) {
  return [&measurements, cell](const Measurement& subject) -> std::optional<double> {
    const Measurement* const other =
        Find(measurements, cell.level.value_or(subject.level), cell.pair_class.value_or(subject.pair_class),
             cell.vertices.value_or(subject.vertices), subject.algorithm);
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

std::optional<double> WrongAnswers(const Measurement& subject) { return static_cast<double>(subject.wrong); }

std::optional<double> ErrorOverTarget(const Measurement& subject) { return subject.max_relative_error / kErrorTarget; }

// What is expected of the times of all cells of Levels 1 and 2.
std::vector<Expectation> SpeedExpectations(const Measurements& all) {
  const Figure over_box2d = SpeedUpOver(all, "Box2D");
  const Figure over_best = SpeedUpOverBestOther(all);
  constexpr Bound kAtLeast = Bound::kAtLeast, kAtMost = Bound::kAtMost;
  return {
      {"Level 1: times faster than the best other row", {k1}, kAtLeast, All(kTie), over_best},
      {"Level 2: times faster than the best other row", {k2}, kAtLeast, All(kTie), over_best},
      {"Level 1: times faster than Box2D", {k1}, kAtLeast, {5.0, 3.0, 3.0, 3.0}, over_box2d},
      {"Level 2: times faster than Box2D", {k2}, kAtLeast, All(2.0), over_box2d},
      {"Level 1, n = 4: times faster than SAT",
       {k1, 4, 4},
       kAtLeast,
       NotContact(2.0, 1.5, 1.5),
       SpeedUpOver(all, "SAT")},
      {"Level 1, n = 4: times faster than Box2D", {k1, 4, 4}, kAtLeast, NotContact(6, 4, 5), over_box2d},
      {"Level 1, n >= 12: times faster than Box2D", {k1, 12}, kAtLeast, NotContact(10, 4, 6), over_box2d},
      {"Level 1, n >= 12: times faster than the best other row", {k1, 12}, kAtLeast, NotContact(3, 2, 2), over_best},
      {"Level 2, n = 4: times faster than Box2D", {k2, 4, 4}, kAtLeast, NotContact(2.5, 2.5, 2.5), over_box2d},
      {"Level 2, n >= 12: times faster than Box2D", {k2, 12}, kAtLeast, NotContact(4, 2.5, 3.5), over_box2d},
      {"Level 1: ratio to Box2D over that of the paper's best row",
       {k1},
       kAtMost,
       NotContact(1, 1, 1),
       TimeOverPublishedBest(all)},
      {"Level 2: ratio to Box2D over that of the paper's best row",
       {k2},
       kAtMost,
       NotContact(1, 1, 1),
       TimeOverPublishedBest(all)},
  };
}

std::vector<Expectation> ContactExpectations(const Measurements& all) {
  const Figure over_touching = TimeOver(all, {std::nullopt, PairClass::kTouching, std::nullopt});
  constexpr Bound kAtLeast = Bound::kAtLeast, kAtMost = Bound::kAtMost;
  return {
      {"Level 1: time over that of touching", {k1}, kAtMost, ContactOnly(2.0), over_touching},
      {"Level 2: time over that of touching", {k2}, kAtMost, ContactOnly(2.5), over_touching},
      {"Level 3: time over that of touching", {k3}, kAtMost, ContactOnly(2.5), over_touching},
      {"Level 1, n >= 8: times faster than SAT", {k1, 8}, kAtLeast, ContactOnly(1.0), SpeedUpOver(all, "SAT")},
      {"Level 2: times faster than Box2D (contact)", {k2}, kAtLeast, ContactOnly(1.0), SpeedUpOver(all, "Box2D")},
  };
}

// Within the rows of ours.
std::vector<Expectation> OwnExpectations(const Measurements& all) {
  const Figure growth = TimeOver(all, {std::nullopt, std::nullopt, 4});
  const Figure over_level_2 = TimeOver(all, {k2, std::nullopt, std::nullopt});
  constexpr Bound kAtMost = Bound::kAtMost;
  constexpr Bound kAtLeast = Bound::kAtLeast;
  constexpr Targets kGrowth = {2.0, 2.5, 2.5, 2.5};
  return {
      {"Level 3 over Level 2: time", {k3}, kAtMost, NotContact(1.25, 2.0, 1.5), over_level_2},
      {"Level 3 over Level 2, overlapping: time", {k3, 4, 24}, kAtMost, OverlappingOnly(2.5), over_level_2},
      {"Level 3 over Level 2, overlapping, posed: time",
       {k3, 4, 24},
       kAtMost,
       OverlappingOnly(2.5),
       over_level_2,
       kPosedCollision2dName},
      {"ComputeSeparation over its gradient: time",
       {k3},
       kAtLeast,
       All(0.87),
       SpeedUpOver(all, kCollision2dName),
       kGradientName},
      {"ComputeSeparation over its gradient, posed: time",
       {k3},
       kAtLeast,
       All(0.87),
       SpeedUpOver(all, kPosedCollision2dName),
       kPosedGradientName},
      {"Level 1, n = 4 to 24: growth of time", {k1, 24, 24}, kAtMost, kGrowth, growth},
      {"Level 2, n = 4 to 24: growth of time", {k2, 24, 24}, kAtMost, kGrowth, growth},
      {"Level 3, n = 4 to 24: growth of time", {k3, 24, 24}, kAtMost, kGrowth, growth},
      {"wrong answers", {}, kAtMost, All(0), WrongAnswers},
      {"wrong answers, posed", {}, kAtMost, All(0), WrongAnswers, kPosedCollision2dName},
      {"error / (4 ulp of the size)", {}, kAtMost, All(1), ErrorOverTarget},
  };
}

std::vector<Expectation> Expectations(const Measurements& all) {
  std::vector<Expectation> expectations = SpeedExpectations(all);
  for (const auto& further : {ContactExpectations(all), OwnExpectations(all)}) {
    expectations.insert(expectations.end(), further.begin(), further.end());
  }
  return expectations;
}

std::vector<std::string> FormatExpectation(const Measurements& measurements, const Expectation& expectation) {
  std::vector<std::string> row = {expectation.title};
  bool met = true;
  bool complete = true;
  for (size_t i = 0; i < kPairClasses.size(); ++i) {
    if (!expectation.targets[i].has_value()) {
      row.insert(row.end(), {"", ""});
      continue;
    }
    const double target = *expectation.targets[i];
    row.push_back(absl::StrFormat("%s %g", expectation.bound == Bound::kAtLeast ? ">=" : "<=", target));
    const std::optional<Worst> worst = FindWorst(measurements, expectation, kPairClasses[i]);
    complete &= worst.has_value();
    if (!worst.has_value()) {
      row.push_back("-");
      continue;
    }
    const bool met_here = expectation.IsMet(worst->figure, target);
    met &= met_here;
    row.push_back(absl::StrFormat("%.2f (n = %d)%s", worst->figure, worst->vertices, met_here ? "" : " !"));
  }
  row.push_back(!met ? "NO" : complete ? "yes" : "-");
  return row;
}

}  // namespace

std::string FormatExpectedFigures(const Measurements& measurements) {
  std::vector<std::string> header = {"expected of collision2d"};
  for (const PairClass pair_class : kPairClasses) header.insert(header.end(), {Name(pair_class), "worst cell"});
  header.push_back("met");
  std::vector<std::vector<std::string>> rows;
  for (const Expectation& expectation : Expectations(measurements)) {
    rows.push_back(FormatExpectation(measurements, expectation));
  }
  return MarkdownTable(header, rows);
}

}  // namespace collision2d::bench
