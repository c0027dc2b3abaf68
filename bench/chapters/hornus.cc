#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/chapters/density.h"
#include "bench/chapters/solid.h"
#include "bench/timing/timing.h"
#include "collision2d/query/query_context.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

// Bodies of a scene: pairs are drawn from all of them.
int BodyCount(const SolidTableOptions& options) { return std::clamp(options.pairs / 4, 20, 1000); }
// Of the bisection for a density, each step on so many pairs.
constexpr int kCalibrationPairs = 4000;
constexpr int kCalibrationSteps = 12;

struct Cell {
  double density = 0.0;
  std::vector<std::string> names;
  std::vector<double> mega_pairs_per_s;
  std::vector<double> plane_tests;  // Mean for a pair.
};

std::vector<DensityPair> RandomPairs(const DensityScene& scene, double spread, int count, uint64_t seed) {
  Random random(seed);
  std::vector<DensityPair> pairs;
  for (int i = 0; i < count; ++i) pairs.push_back(RandomPair(scene, spread, &random));
  return pairs;
}

double Mean(const std::vector<uint8_t>& values) {
  double sum = 0.0;
  for (const uint8_t value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Finds the spread for a density.
class Calibration {
 public:
  Calibration(const DensityScene& scene, uint64_t seed)
      : scene_(scene), seed_(seed), method_(MakePlainGjkMethod(scene, pairs_)), collides_(kCalibrationPairs) {}

  // The spread at which the collision density is about this. The density falls from 1 at the least
  // spread.
  double SpreadFor(double density) {
    const bool frusta = !scene_.b.empty();
    double low = frusta ? 1.0 : 1e-3;
    if (density >= 1.0) return low;
    double high = 2.0;
    while (DensityAt(high) > density) high *= 2.0;
    for (int i = 0; i < kCalibrationSteps; ++i) {
      const double middle = 0.5 * (low + high);
      (DensityAt(middle) > density ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

 private:
  double DensityAt(double spread) {
    pairs_ = RandomPairs(scene_, spread, kCalibrationPairs, seed_);
    method_.run(0, kCalibrationPairs, collides_.data());
    return Mean(collides_);
  }

  const DensityScene& scene_;
  uint64_t seed_;
  std::vector<DensityPair> pairs_;
  DensityMethod method_;  // Refers to pairs_.
  std::vector<uint8_t> collides_;
};

Cell MeasureCell(const DensityScene& scene, double density, Calibration* calibration,
                 const SolidTableOptions& options) {
  const double spread = calibration->SpreadFor(density);
  const std::vector<DensityPair> pairs = RandomPairs(scene, spread, options.pairs, options.seed + 1);
  std::vector<uint8_t> collides(pairs.size());
  const std::vector<DensityMethod> methods = MakeDensityMethods(scene, spread, pairs);
  Cell cell;
  std::vector<TimedWork> works;
  for (const DensityMethod& method : methods) {
    QueryContext::Counters counters;
    method.count(0, options.pairs, &counters);
    cell.names.push_back(method.name);
    cell.plane_tests.push_back(static_cast<double>(counters.support_calls) / options.pairs);
    works.push_back([&](int begin, int end) { method.run(begin, end, collides.data()); });
  }
  for (const Timing& timing : TimeInterleaved(works, options.pairs, options.min_time_s)) {
    cell.mega_pairs_per_s.push_back(1e3 / timing.median_ns);
  }
  for (const DensityMethod& method : methods) {
    if (method.name == "Collides") method.run(0, options.pairs, collides.data());
  }
  cell.density = Mean(collides);
  return cell;
}

double SpeedOf(const Cell& cell, const char* name) {
  for (size_t i = 0; i < cell.names.size(); ++i) {
    if (cell.names[i] == name) return cell.mega_pairs_per_s[i];
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void AppendHeader(const Cell& cell, SolidTable* table) {
  for (const std::string& name : cell.names) table->header.push_back(absl::StrCat(name, " Mpairs/s"));
  for (const std::string& name : cell.names) table->header.push_back(absl::StrCat(name, " planes"));
  table->header.push_back("DSS / GJK");
  table->header.push_back("Hybrid / GJK");
}

void AppendCell(const std::string& first, const Cell& cell, SolidTable* table) {
  std::vector<std::string> row = {first, absl::StrFormat("%.1f %%", 100.0 * cell.density)};
  for (const double speed : cell.mega_pairs_per_s) row.push_back(absl::StrFormat("%.3g", speed));
  for (const double planes : cell.plane_tests) row.push_back(absl::StrFormat("%.2f", planes));
  row.push_back(absl::StrFormat("%.2f", SpeedOf(cell, "DSS") / SpeedOf(cell, "GJK")));
  row.push_back(absl::StrFormat("%.2f", SpeedOf(cell, "Hybrid") / SpeedOf(cell, "GJK")));
  table->rows.push_back(row);
}

const char* PaperClaim(DensityKind kind) {
  switch (kind) {
    case DensityKind::kTetrahedra:
      return "DSS consistently faster than GJK from 1 % to 100 %; both slowest between 80 % and 90 %; at 100 % about 3 "
             "plane tests each, Generic just under 32, SAT 44; at the lowest density 1 for DSS and GJK, just under 2 "
             "for Generic and SAT.";
    case DensityKind::kBoxes:
      return "DSS faster than GJK from 1 % to 100 %, by up to 25 %; SAT up to 2.04 times as fast as DSS and 2.46 times "
             "as GJK; DSS needs fewer plane tests than GJK.";
    case DensityKind::kPolytopes:
      return "DSS faster than GJK from 1 % to 100 %, by up to 14 %; Generic is fastest at very low density only and "
             "falls with the square of the vertices.";
    case DensityKind::kFrustumBoxes:
      return "DSS slower than GJK at almost every density; Hybrid as fast as GJK.";
    case DensityKind::kFrustumSpheres:
      return "as Figure 8: DSS slower than GJK, Hybrid as fast as GJK.";
  }
  return "";
}

const char* PaperFigure(DensityKind kind) {
  switch (kind) {
    case DensityKind::kTetrahedra:
      return "4";
    case DensityKind::kBoxes:
      return "5";
    case DensityKind::kPolytopes:
      return "6";
    case DensityKind::kFrustumBoxes:
      return "8";
    case DensityKind::kFrustumSpheres:
      return "9";
  }
  return "";
}

// What the columns are, and why Collides is not what the searches are measured against.
constexpr char kWhatIsCompared[] =
    "GJK is the loop of Collides, Signed Volumes with error bounds and exact rung, without what Collides asks before "
    "it. DSS and Hybrid are complete answers with error bounds and exact rung too, so these are three searches that "
    "all "
    "begin with the direction between the centres. Collides is what a user calls: inner and outer balls, then the "
    "fifteen axes of two boxes, or portals, which are a search themselves, and the loop for what these leave open. "
    "Generic looks at pairs of edges whose arcs on the Gauss sphere cross, which are fewer than those that are "
    "silhouettes of each other.";

struct FailureCount {
  std::string name;
  int64_t capped = 0;
  int64_t wrong = 0;
};

// Pairs options.failure_first_pair and so on of the scene, in portions, so that any number of them
// fits into memory.
std::vector<FailureCount> CountFailures(const DensityScene& scene, double spread, const SolidTableOptions& options) {
  std::vector<FailureCount> failures;
  constexpr int64_t kPortion = 100000;
  for (int64_t done = 0; done < options.failure_pairs; done += kPortion) {
    const int count = static_cast<int>(std::min(kPortion, options.failure_pairs - done));
    const std::vector<DensityPair> pairs =
        RandomPairs(scene, spread, count,
                    options.seed + 1000 + static_cast<uint64_t>((options.failure_first_pair + done) / kPortion));
    std::vector<DensityMethod> methods = MakeDensityMethods(scene, spread, pairs);
    methods.push_back(MakePlainGjkMethod(scene, pairs));
    // Level 1 is exact: the truth.
    std::vector<uint8_t> truth(pairs.size());
    for (const DensityMethod& method : methods) {
      if (method.name == "Collides") method.run(0, count, truth.data());
    }
    failures.resize(methods.size());
    std::vector<uint8_t> collides(pairs.size());
    for (size_t i = 0; i < methods.size(); ++i) {
      QueryContext::Counters counters;
      methods[i].count(0, count, &counters);
      methods[i].run(0, count, collides.data());
      failures[i].name = methods[i].name;
      failures[i].capped += counters.limit_hits;
      for (size_t k = 0; k < truth.size(); ++k) failures[i].wrong += collides[k] != truth[k];
    }
  }
  return failures;
}

SolidTable MakeDensityTable(DensityKind kind, const SolidTableOptions& options) {
  Random random(options.seed);
  const DensityScene scene = MakeDensityScene(kind, BodyCount(options), /*vertices=*/16, &random);
  Calibration calibration(scene, options.seed);
  SolidTable table;
  table.id = absl::StrCat("hornus", PaperFigure(kind));
  table.title = absl::StrCat("Hornus, Figure ", PaperFigure(kind), ": ", Name(kind), " against collision density");
  table.paper = PaperClaim(kind);
  table.header = {"wanted density", "density"};
  const char* const fast_name = scene.b.empty() ? "DSS" : "Hybrid";
  double least = std::numeric_limits<double>::infinity();
  int at_least_as_fast = 0;
  for (const int percent : {1, 2, 5, 10, 20, 35, 50, 70, 85, 100}) {
    const Cell cell = MeasureCell(scene, 0.01 * percent, &calibration, options);
    if (table.rows.empty()) AppendHeader(cell, &table);
    AppendCell(absl::StrCat(percent, " %"), cell, &table);
    const double ratio = SpeedOf(cell, fast_name) / SpeedOf(cell, "GJK");
    least = std::min(least, ratio);
    at_least_as_fast += ratio >= 1.0;
  }
  table.ours =
      absl::StrFormat("%s is at least %.2f times as fast as GJK at all densities, and at least as fast at %d of %d. %s",
                      fast_name, least, at_least_as_fast, static_cast<int>(table.rows.size()), kWhatIsCompared);
  return table;
}

SolidTable MakeVertexSweepTable(const SolidTableOptions& options) {
  SolidTable table;
  table.id = "hornus7";
  table.title = "Hornus, Figure 7: polytopes at a collision density of 50 %";
  table.paper = "DSS about 1.12 times as fast as GJK whatever the number of vertices; Generic falls with its square.";
  table.header = {"vertices", "density"};
  double least = std::numeric_limits<double>::infinity();
  for (const int vertices : {8, 16, 32, 64, 128, 256, 512}) {
    if (vertices > options.max_vertices) break;
    Random random(options.seed);
    // Fewer of the large ones: their facets are what takes memory.
    const DensityScene scene =
        MakeDensityScene(DensityKind::kPolytopes, std::min(BodyCount(options), 32000 / vertices), vertices, &random);
    Calibration calibration(scene, options.seed);
    const Cell cell = MeasureCell(scene, 0.5, &calibration, options);
    if (table.rows.empty()) AppendHeader(cell, &table);
    AppendCell(absl::StrCat(vertices), cell, &table);
    least = std::min(least, SpeedOf(cell, "DSS") / SpeedOf(cell, "GJK"));
  }
  table.ours = absl::StrFormat("DSS is at least %.2f times as fast as GJK; the columns are those of Figure 4.", least);
  return table;
}

SolidTable MakeFailureTable(const SolidTableOptions& options) {
  SolidTable table;
  table.id = "hornus_failures";
  table.title = "Hornus, Figures 4 to 9: failures";
  table.paper =
      "in single precision, failures (20 iterations reached) of GJK up to more than 1 in 10 000, with a peak near 72 % "
      "for tetrahedra (24923 of 1.999e8), those of DSS a thousand times fewer (14 of 1.999e8 at 56 %).";
  table.ours =
      "in double precision. `failures`: queries whose iterations reached their bound. `differs`: answers other than "
      "those of Collides, which for polytopes is exact. \"GJK as published\" is Signed Volumes GJK without "
      "error bounds and exact rung, at most 20 iterations. Wanted: 0 for DSS, GJK (the loop of Collides), Hybrid and "
      "Collides.";
  table.header = {"scene, density, algorithm", "pairs", "failures", "per 1e8", "differs"};
  for (const DensityKind kind : kDensityKinds) {
    if (!options.failure_scene.empty() && options.failure_scene != Name(kind)) continue;
    Random random(options.seed);
    const DensityScene scene = MakeDensityScene(kind, BodyCount(options), /*vertices=*/16, &random);
    const double density = kind == DensityKind::kTetrahedra ? 0.72 : 0.5;
    const double spread = Calibration(scene, options.seed).SpreadFor(density);
    for (const FailureCount& count : CountFailures(scene, spread, options)) {
      table.rows.push_back({absl::StrFormat("%s, %.0f %%, %s", Name(kind), 100.0 * density, count.name),
                            absl::StrCat(options.failure_pairs), absl::StrCat(count.capped),
                            absl::StrFormat("%.3g", 1e8 * static_cast<double>(count.capped) /
                                                        static_cast<double>(options.failure_pairs)),
                            absl::StrCat(count.wrong)});
    }
  }
  return table;
}

}  // namespace

SolidTables MakeHornusTables(const SolidTableOptions& options) {
  SolidTables tables;
  for (const DensityKind kind : {DensityKind::kTetrahedra, DensityKind::kBoxes, DensityKind::kPolytopes}) {
    tables.push_back(MakeDensityTable(kind, options));
  }
  tables.push_back(MakeVertexSweepTable(options));
  for (const DensityKind kind : {DensityKind::kFrustumBoxes, DensityKind::kFrustumSpheres}) {
    tables.push_back(MakeDensityTable(kind, options));
  }
  return tables;
}

SolidTables MakeFailureTables(const SolidTableOptions& options) { return {MakeFailureTable(options)}; }

}  // namespace collision2d::bench
