#include "bench/paper_tables_format.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "bench/markdown_table.h"
#include "bench/published_tables.h"
#include "bench/rows/collision2d_row.h"

namespace collision2d::bench {
namespace {

using Cells = std::vector<std::string>;

template <typename T>
void AddOnce(const T& value, std::vector<T>* values) {
  if (std::find(values->begin(), values->end(), value) == values->end()) values->push_back(value);
}

// What occurs in the measurements, in their order.
struct Axes {
  explicit Axes(const std::vector<Measurement>& measurements) {
    for (const Measurement& measurement : measurements) {
      AddOnce(measurement.vertices, &vertices);
      AddOnce(measurement.pair_class, &classes);
      AddOnce(measurement.algorithm, &algorithms);
    }
  }

  std::vector<int> vertices;
  std::vector<PairClass> classes;
  std::vector<std::string> algorithms;
};

std::string Ns(std::optional<double> ns) { return ns.has_value() ? absl::StrFormat("%.1f", *ns) : "-"; }

std::string Ratio(std::optional<double> ns, std::optional<double> reference_ns) {
  return ns.has_value() && reference_ns.has_value() ? absl::StrFormat("%.2f", *ns / *reference_ns) : "-";
}

std::optional<double> MedianNs(const std::vector<Measurement>& measurements, Level level, PairClass pair_class,
                               int vertices, absl::string_view algorithm) {
  const Measurement* const found = Find(measurements, level, pair_class, vertices, algorithm);
  return found == nullptr ? std::nullopt : std::optional<double>(found->timing.median_ns);
}

// The paper's table number of a vertex count; empty if it has none.
std::string TableNumber(int vertices) {
  constexpr const char* kNumbers[] = {"I", "II", "III", "IV", "V", "VI"};
  return vertices % 4 == 0 && vertices <= 24 ? absl::StrCat("Table ", kNumbers[vertices / 4 - 1], ": ") : "";
}

std::string FormatCellTable(const std::vector<Measurement>& measurements, const Axes& axes, Level level, int vertices) {
  Cells header = {"algorithm"};
  for (const PairClass pair_class : axes.classes) {
    header.push_back(absl::StrCat(Name(pair_class), " ns"));
    header.push_back("/Box2D");
    if (pair_class != PairClass::kContact) header.insert(header.end(), {"paper ns", "/Box2D"});
  }
  std::vector<Cells> rows;
  for (const std::string& algorithm : axes.algorithms) {
    Cells row = {algorithm};
    bool has_entry = false;
    for (const PairClass pair_class : axes.classes) {
      const std::optional<double> ns = MedianNs(measurements, level, pair_class, vertices, algorithm);
      row.push_back(Ns(ns));
      row.push_back(Ratio(ns, MedianNs(measurements, level, pair_class, vertices, "Box2D")));
      has_entry |= ns.has_value();
      if (pair_class == PairClass::kContact) continue;
      const std::optional<double> published_ns = PublishedNs(level, pair_class, vertices, algorithm);
      row.push_back(Ns(published_ns));
      row.push_back(Ratio(published_ns, PublishedNs(level, pair_class, vertices, "Box2D")));
    }
    if (has_entry) rows.push_back(row);
  }
  return MarkdownTable(header, rows);
}

// Levels 1 to 3 of that row of ours, Level 3 also as a ratio to Level 2.
std::string FormatOwnLevels(const std::vector<Measurement>& measurements, const Axes& axes,
                            absl::string_view algorithm) {
  Cells header = {"vertices"};
  for (const PairClass pair_class : axes.classes) {
    header.insert(header.end(), {absl::StrCat(Name(pair_class), " 1"), "2", "3", "3/2"});
  }
  std::vector<Cells> rows;
  for (const int vertices : axes.vertices) {
    Cells row = {absl::StrCat(vertices)};
    for (const PairClass pair_class : axes.classes) {
      const auto ns = [&](Level level) { return MedianNs(measurements, level, pair_class, vertices, algorithm); };
      row.insert(row.end(), {Ns(ns(Level::kCollides)), Ns(ns(Level::kDistance)), Ns(ns(Level::kSeparation)),
                             Ratio(ns(Level::kSeparation), ns(Level::kDistance))});
    }
    rows.push_back(row);
  }
  return MarkdownTable(header, rows);
}

std::optional<double> ColdNs(const std::vector<Measurement>& measurements, Level level, PairClass pair_class,
                             int vertices, absl::string_view algorithm) {
  const Measurement* const found = Find(measurements, level, pair_class, vertices, algorithm);
  return found == nullptr ? std::nullopt : found->cold_ns;
}

// The cold time and the name of the fastest plain GJK row.
std::string FastestColdGjk(const std::vector<Measurement>& measurements, Level level, PairClass pair_class,
                           int vertices) {
  const Measurement* fastest = nullptr;
  for (const Measurement& candidate : measurements) {
    if (!absl::StrContains(candidate.algorithm, " GJK") || candidate.level != level ||
        candidate.pair_class != pair_class || candidate.vertices != vertices || !candidate.cold_ns.has_value()) {
      continue;
    }
    if (fastest == nullptr || *candidate.cold_ns < *fastest->cold_ns) fastest = &candidate;
  }
  return fastest == nullptr ? "-" : absl::StrFormat("%.0f (%s)", *fastest->cold_ns, fastest->algorithm);
}

}  // namespace

std::string FormatPaperTables(const std::vector<Measurement>& measurements) {
  const Axes axes(measurements);
  std::string text;
  for (const int vertices : axes.vertices) {
    for (const Level level : {Level::kDistance, Level::kCollides}) {
      absl::StrAppend(&text, "### ", TableNumber(vertices), vertices, " vertices, ",
                      level == Level::kDistance ? "distance (Level 2)" : "collision (Level 1)", "\n\n",
                      FormatCellTable(measurements, axes, level, vertices), "\n");
    }
  }
  for (const auto& [title, algorithm] :
       {std::pair("in one frame", kCollision2dName), {"posed", kPosedCollision2dName}}) {
    absl::StrAppend(&text, "### collision2d, Levels 1 to 3, ", title, "\n\n",
                    FormatOwnLevels(measurements, axes, algorithm), "\n");
  }
  return text;
}

std::string FormatColdQueries(const std::vector<Measurement>& measurements) {
  const Axes axes(measurements);
  Cells header = {"level, vertices"};
  for (const PairClass pair_class : axes.classes) {
    header.insert(header.end(), {absl::StrCat(Name(pair_class), " Box2D"), "fastest GJK", "collision2d", "posed"});
  }
  std::vector<Cells> rows;
  for (const Level level : {Level::kCollides, Level::kDistance, Level::kSeparation}) {
    for (const int vertices : axes.vertices) {
      Cells row = {absl::StrCat(static_cast<int>(level), ", ", vertices)};
      for (const PairClass pair_class : axes.classes) {
        const auto ns = [&](absl::string_view algorithm) {
          const std::optional<double> cold_ns = ColdNs(measurements, level, pair_class, vertices, algorithm);
          return cold_ns.has_value() ? absl::StrFormat("%.0f", *cold_ns) : "-";
        };
        row.insert(row.end(), {ns("Box2D"), FastestColdGjk(measurements, level, pair_class, vertices),
                               ns(kCollision2dName), ns(kPosedCollision2dName)});
      }
      rows.push_back(row);
    }
  }
  return MarkdownTable(header, rows);
}

std::string FormatAnswers(const std::vector<Measurement>& measurements) {
  const Axes axes(measurements);
  Cells header = {"algorithm", "level"};
  for (const PairClass pair_class : axes.classes) {
    header.insert(header.end(), {absl::StrCat(Name(pair_class), " wrong"), "error"});
  }
  std::vector<Cells> rows;
  for (const std::string& algorithm : axes.algorithms) {
    for (const Level level : {Level::kCollides, Level::kDistance, Level::kSeparation}) {
      Cells row = {algorithm, absl::StrCat(static_cast<int>(level))};
      bool has_entry = false;
      for (const PairClass pair_class : axes.classes) {
        int64_t wrong = 0;
        double error = 0.0;
        for (const int vertices : axes.vertices) {
          const Measurement* const found = Find(measurements, level, pair_class, vertices, algorithm);
          if (found == nullptr) continue;
          has_entry = true;
          wrong += found->wrong;
          error = std::max(error, found->max_relative_error);
        }
        row.push_back(absl::StrCat(wrong));
        row.push_back(level == Level::kCollides ? "-" : absl::StrFormat("%.1e", error));
      }
      if (has_entry) rows.push_back(row);
    }
  }
  return MarkdownTable(header, rows);
}

}  // namespace collision2d::bench
