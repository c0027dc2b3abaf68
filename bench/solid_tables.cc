// The tables of the papers that the 3D core follows, measured anew: see --help and
// docs/solid_tables.md.

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "bench/build_description.h"
#include "bench/flag_checks.h"
#include "bench/run_program.h"
#include "bench/solid/bergen_tables.h"
#include "bench/solid/cameron_tables.h"
#include "bench/solid/density_scenes.h"
#include "bench/solid/drop_table.h"
#include "bench/solid/gear_approach.h"
#include "bench/solid/hornus_tables.h"
#include "bench/solid/hull_tables.h"
#include "bench/solid/montanari_times.h"
#include "bench/solid/peer_tables.h"
#include "bench/solid/solid_table.h"

ABSL_FLAG(std::string, csv, "", "file to write every cell of the tables to; empty: none");
ABSL_FLAG(std::string, markdown, "",
          "file to write the report to, the printed tables with what they were made with; empty: none");
ABSL_FLAG(int, pairs, 16384, "distinct pairs in each cell of the tables");
ABSL_FLAG(double, min_time, 0.1, "s that each algorithm is timed for in each cell");
ABSL_FLAG(int64_t, failure_pairs, 1000000, "pairs that failures are counted over, for each scene");
ABSL_FLAG(int64_t, failure_first_pair, 0,
          "the first of these pairs, a multiple of 100000: so that processes share the pairs of a scene");
ABSL_FLAG(std::string, failure_scene, "",
          "which of tetrahedra,boxes,polytopes,frustum-boxes,frustum-spheres failures are counted in; empty: all");
ABSL_FLAG(int, steps, 1500, "steps of 2 ms of the simulation of many bodies");
ABSL_FLAG(int, max_vertices, 10000, "vertices of the largest polygonal spheres and hulls; fewer for a quick look");
ABSL_FLAG(uint64_t, seed, 20261120, "seed of everything random");
ABSL_FLAG(std::vector<std::string>, tables, {},
          "which of montanari,gear,drop,cameron,hornus,failures,bergen,peers,hulls; "
          "empty: all");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    "Measures what Montanari, Petrinic, Barbieri 2017, Cameron 1997, Hornus 2017 and van den Bergen 2001 show of "
    "their\n"
    "algorithms in space, and prints it beside the papers' values or claims; then FCL, libccd and Bullet on the same\n"
    "pairs.\n\n"
    "Failures for 1e8 pairs: --tables=failures --failure_pairs=100000000, about an hour; --failure_scene and\n"
    "--failure_first_pair cut them into processes.\n\n"
    "In each cell the algorithms take turns of equal length; times are the median over the turns, in ns for a query.";

// A line of the report.
constexpr char kLongRun[] =
    "The failures over 1e8 pairs of each scene: `bazel run -c opt //bench:solid_tables -- --tables=failures "
    "--failure_pairs=100000000`.\n\n";

using Tables = std::vector<SolidTable>;

struct Chapter {
  const char* name;
  std::function<Tables(const SolidTableOptions&)> measure;
};

Tables MakeDensityTables(const SolidTableOptions& options) {
  Tables tables;
  for (const DensityKind kind : {DensityKind::kTetrahedra, DensityKind::kBoxes, DensityKind::kPolytopes}) {
    tables.push_back(MakeDensityTable(kind, options));
  }
  tables.push_back(MakeVertexSweepTable(options));
  for (const DensityKind kind : {DensityKind::kFrustumBoxes, DensityKind::kFrustumSpheres}) {
    tables.push_back(MakeDensityTable(kind, options));
  }
  return tables;
}

Tables MakePeerChapter(const SolidTableOptions& options) {
  Tables tables = MakePeerTables(options);
  tables.push_back(MakePeerErrorTable(options));
  return tables;
}

std::vector<Chapter> AllChapters() {
  return {{"montanari", MakeMontanariTimeTables},
          {"gear", [](const SolidTableOptions& options) { return Tables{MakeGearApproachTable(options)}; }},
          {"drop", [](const SolidTableOptions& options) { return Tables{MakeDropTable(options)}; }},
          {"cameron", MakeCameronTables},
          {"hornus", MakeDensityTables},
          {"failures", [](const SolidTableOptions& options) { return Tables{MakeFailureTable(options)}; }},
          {"bergen",
           [](const SolidTableOptions& options) {
             return Tables{MakeDepthTable(options), MakeIncrementalTable(options)};
           }},
          {"peers", MakePeerChapter},
          {"hulls", [](const SolidTableOptions& options) {
             return Tables{MakeHullTable(options), MakeHullConstructionTable(options)};
           }}};
}

std::vector<Chapter> CheckedChapters(const std::vector<std::string>& names) {
  const std::vector<Chapter> all = AllChapters();
  if (names.empty()) return all;
  std::vector<Chapter> chapters;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Chapter& chapter) { return chapter.name == name; });
    if (found == all.end()) {
      FailFlag("tables", absl::StrCat("'", name,
                                      "' is not one of montanari,gear,drop,cameron,hornus,failures,bergen,"
                                      "peers,hulls"));
    }
    chapters.push_back(*found);
  }
  return chapters;
}

void CheckFailureScene(const std::string& scene) {
  if (scene.empty()) return;
  std::string names;
  for (const DensityKind kind : {DensityKind::kTetrahedra, DensityKind::kBoxes, DensityKind::kPolytopes,
                                 DensityKind::kFrustumBoxes, DensityKind::kFrustumSpheres}) {
    if (scene == Name(kind)) return;
    absl::StrAppend(&names, names.empty() ? "" : ",", Name(kind));
  }
  FailFlag("failure_scene", absl::StrCat("'", scene, "' is not one of ", names));
}

SolidTableOptions CheckedOptions() {
  SolidTableOptions options;
  options.pairs = absl::GetFlag(FLAGS_pairs);
  options.min_time_s = absl::GetFlag(FLAGS_min_time);
  options.failure_pairs = absl::GetFlag(FLAGS_failure_pairs);
  options.failure_first_pair = absl::GetFlag(FLAGS_failure_first_pair);
  options.failure_scene = absl::GetFlag(FLAGS_failure_scene);
  options.steps = absl::GetFlag(FLAGS_steps);
  options.max_vertices = absl::GetFlag(FLAGS_max_vertices);
  options.seed = absl::GetFlag(FLAGS_seed);
  if (options.pairs <= 0) FailFlag("pairs", "not a positive number");
  CheckPositive("min_time", options.min_time_s);
  if (options.failure_pairs <= 0) FailFlag("failure_pairs", "not a positive number");
  if (options.failure_first_pair < 0 || options.failure_first_pair % 100000 != 0) {
    FailFlag("failure_first_pair", "not a multiple of 100000");
  }
  CheckFailureScene(options.failure_scene);
  if (options.steps <= 0) FailFlag("steps", "not a positive number");
  if (options.max_vertices < 10) FailFlag("max_vertices", "not at least 10");
  return options;
}

int Run(const std::string& command) {
  const SolidTableOptions options = CheckedOptions();
  const std::vector<Chapter> chapters = CheckedChapters(absl::GetFlag(FLAGS_tables));
  // Opened before anything is measured, so that a bad path costs no time.
  std::ofstream csv = OpenForWriting("csv", absl::GetFlag(FLAGS_csv));
  std::ofstream markdown = OpenForWriting("markdown", absl::GetFlag(FLAGS_markdown));
  if (csv.is_open()) csv << kSolidCsvHeader << '\n';
  if (markdown.is_open())
    markdown << "# The tables of the 3D papers\n\n"
             << MarkdownOrigin("solid_tables", command, absl::GetFlag(FLAGS_commit)) << kLongRun;
  for (const Chapter& chapter : chapters) {
    std::cerr << chapter.name << "..." << std::endl;
    const Tables tables = chapter.measure(options);
    const std::string report = FormatSolidTables(tables);
    std::cout << report << std::flush;
    if (markdown.is_open()) markdown << report;
    for (const SolidTable& table : tables) {
      if (csv.is_open()) csv << SolidCsvLines(table);
    }
    CheckWritten("csv", &csv);
    CheckWritten("markdown", &markdown);
  }
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  return collision2d::bench::RunProgram(argc, argv, collision2d::bench::kUsage, collision2d::bench::Run);
}
