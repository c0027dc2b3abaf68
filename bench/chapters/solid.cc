// Measures what the papers behind the 3D core show in their tables: see --help and
// docs/solid_tables.md.

#include "bench/chapters/solid.h"

#include <iostream>

namespace collision2d::bench {
namespace {

constexpr char kAbout[] =
    "Measures what Montanari, Petrinic, Barbieri 2017, Cameron 1997, Hornus 2017 and van den Bergen 2001 show of "
    "their\n"
    "algorithms in space, and prints it beside the papers' values or claims; then FCL, libccd and Bullet on the same\n"
    "pairs.\n\n"
    "Failures for 1e8 pairs: --tables=failures --failure_pairs=100000000, about an hour; --failure_scene and\n"
    "--failure_first_pair cut them into processes.\n\n"
    "In each cell the algorithms take turns of equal length; times are the median over the turns, in ns for a query.";

struct Part {
  const char* name;
  SolidTables (*measure)(const SolidTableOptions&);
};

std::vector<Part> AllParts() {
  return {{"montanari", MakeMontanariTables}, {"gear", MakeGearTables},       {"drop", MakeDropTables},
          {"cameron", MakeCameronTables},     {"hornus", MakeHornusTables},   {"failures", MakeFailureTables},
          {"bergen", MakeBergenTables},       {"peers", MakeSolidPeerTables}, {"hulls", MakeHullTables}};
}

SolidTableOptions Checked(const Options& options) {
  SolidTableOptions checked;
  checked.pairs = options.Count("pairs");
  checked.min_time_s = options.Positive("min_time");
  checked.failure_pairs = options.Whole("failure_pairs", 1, INT64_MAX);
  checked.failure_first_pair = options.Whole("failure_first_pair", 0, INT64_MAX);
  if (checked.failure_first_pair % 100000 != 0) FailOption("failure_first_pair", "not a multiple of 100000");
  checked.failure_scene = options.Text("failure_scene");
  options.Selected("failure_scene", FailureScenes(), [](const std::string& scene) { return scene; });
  checked.steps = options.Count("steps");
  checked.max_vertices = static_cast<int>(options.Whole("max_vertices", 10));
  checked.seed = options.Seed();
  return checked;
}

void Run(const Options& options, Report* report) {
  const SolidTableOptions checked = Checked(options);
  const std::vector<Part> parts = options.Selected("tables", AllParts(), [](const Part& part) { return part.name; });
  report->AddText(
      "The failures over 1e8 pairs of each scene: `bazel run -c opt //bench:solid_tables -- --tables=failures "
      "--failure_pairs=100000000`.\n\n");
  for (const Part& part : parts) {
    std::cerr << part.name << "..." << std::endl;
    for (const SolidTable& made : part.measure(checked)) {
      Table table = {made.id, absl::StrCat("## ", made.title), "", made.rows};
      table.is_one_of_many = true;
      if (!made.paper.empty()) table.text = absl::StrCat("Paper: ", made.paper);
      if (!made.ours.empty()) absl::StrAppend(&table.text, table.text.empty() ? "" : "\n\n", "Here: ", made.ours);
      report->Add(table);
    }
  }
}

const Registration kSolid(
    {"solid",
     "The tables of the 3D papers",
     kAbout,
     {{"pairs", "16384", "distinct pairs in each cell of the tables"},
      MinTime("0.1", "each algorithm is timed for in each cell"),
      {"failure_pairs", "1000000", "pairs that failures are counted over, for each scene"},
      {"failure_first_pair", "0",
       "the first of these pairs, a multiple of 100000: so that processes share the pairs of a scene"},
      {"failure_scene", "",
       "which of tetrahedra,boxes,polytopes,frustum-boxes,frustum-spheres failures are counted in; empty: all"},
      {"steps", "1500", "steps of 2 ms of the simulation of many bodies"},
      {"max_vertices", "10000", "vertices of the largest polygonal spheres and hulls; fewer for a quick look"},
      Seed("20261120"),
      {"tables", "", "which of montanari,gear,drop,cameron,hornus,failures,bergen,peers,hulls; empty: all"}},
     Run});

}  // namespace
}  // namespace collision2d::bench
