// The validators for OMPL, timed and counted beside OMPL's own: see --help and docs/ompl.md.

#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/build_description.h"
#include "bench/flag_checks.h"
#include "bench/markdown_table.h"
#include "bench/ompl/motion_timings.h"
#include "bench/ompl/planning_space.h"
#include "bench/ompl/rrt_plans.h"
#include "bench/ompl/wall_map.h"
#include "bench/run_program.h"

ABSL_FLAG(std::string, csv, "", "file to write the times of motions to; empty: none");
ABSL_FLAG(std::string, plans_csv, "", "file to write the counts of plans to; empty: none");
ABSL_FLAG(std::string, markdown, "", "file to write the report to; empty: none");
ABSL_FLAG(int32_t, motions, 5500, "motions that are timed in each of the three spaces");
ABSL_FLAG(int32_t, plans, 1000, "plans of each validator, half of them in SE(2), half in Reeds-Shepp space");
ABSL_FLAG(int32_t, walls, 1000, "walls on the square kilometre");
ABSL_FLAG(double, min_time, 1.0, "s that each validator is timed for in each space");
ABSL_FLAG(uint32_t, seed, 20261123, "seed of the walls, the motions, the plans' ends, and OMPL");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    "A car on a square kilometre with walls of 0.1 m, in SE(2), Dubins and Reeds-Shepp spaces.\n"
    "Motions: times checkMotion of MapMotionValidator, of OMPL's own validator with FCL at 1 cm, and with\n"
    "MapStateValidityChecker at its default resolution. Missed: said to be valid, but in contact with a wall at a "
    "sample\n"
    "of 1 mm or less; refused: said to be invalid, but in contact at no sample.\n"
    "Plans: RRT-Connect, by MapMotionValidator and by OMPL's own validator at its default resolution. Refuted: the "
    "path\n"
    "is in contact with a wall at a sample; proven: all of its motions are free by interval arithmetic.";

// The validators that plans are made with: MapMotionValidator and OMPL's own. Not in Dubins space:
// Debian's OMPL, which is compiled with assertions, ends the program for a few pairs in 10^7 of
// states that are more than some turning radii apart (docs/ompl.md).
constexpr Validation kPlanValidations[] = {Validation::kSwept, Validation::kDiscreteDefault};

std::string MotionTable(const std::vector<MotionTiming>& timings) {
  std::vector<std::vector<std::string>> rows;
  double ours_us = 0.0;
  for (const MotionTiming& each : timings) {
    if (each.validation == NameOf(Validation::kSwept)) ours_us = each.us_mean;
    rows.push_back({each.space, each.validation, absl::StrCat(each.motions), absl::StrFormat("%.4g", each.us_mean),
                    absl::StrFormat("%.2f", each.us_mean / ours_us), absl::StrCat(each.valid),
                    absl::StrCat(each.missed), absl::StrCat(each.refused)});
  }
  return MarkdownTable({"space", "validator", "motions", "us", "x ours", "valid", "missed", "refused"}, rows);
}

std::string PlanTable(const std::vector<PlanCounts>& counts) {
  std::vector<std::vector<std::string>> rows;
  for (const PlanCounts& each : counts) {
    rows.push_back({each.space, each.validation, absl::StrCat(each.plans), absl::StrCat(each.solved),
                    absl::StrCat(each.motions), absl::StrFormat("%.4g", 1e3 * each.cpu_s / each.plans),
                    absl::StrCat(each.refuted), absl::StrCat(each.proven)});
  }
  return MarkdownTable({"space", "validator", "plans", "solved", "motions", "ms a plan", "refuted", "proven"}, rows);
}

int Run(const std::string& command) {
  CheckPositive("min_time", absl::GetFlag(FLAGS_min_time));
  CheckPositive("motions", absl::GetFlag(FLAGS_motions));
  CheckPositive("plans", absl::GetFlag(FLAGS_plans));
  CheckPositive("walls", absl::GetFlag(FLAGS_walls));
  const uint32_t seed = absl::GetFlag(FLAGS_seed);
  std::ofstream csv = OpenForWriting("csv", absl::GetFlag(FLAGS_csv));
  std::ofstream plans_csv = OpenForWriting("plans_csv", absl::GetFlag(FLAGS_plans_csv));
  std::ofstream markdown = OpenForWriting("markdown", absl::GetFlag(FLAGS_markdown));
  ompl::msg::noOutputHandler();
  // 0 is refused by OMPL.
  ompl::RNG::setSeed(seed == 0 ? 1 : seed);
  const std::vector<Wall> walls = RandomWalls(absl::GetFlag(FLAGS_walls), seed);

  std::vector<MotionTiming> timings;
  std::vector<PlanCounts> counts;
  if (csv.is_open()) csv << "space,validator,motions,us_mean,valid,missed,refused\n";
  if (plans_csv.is_open()) plans_csv << "space,validator,plans,solved,motions,cpu_s,refuted,proven\n";
  for (const SpaceKind kind : kAllSpaceKinds) {
    std::cerr << NameOf(kind) << "..." << std::endl;
    for (const MotionTiming& each :
         TimeMotions(kind, walls, absl::GetFlag(FLAGS_motions), absl::GetFlag(FLAGS_min_time), seed + 1)) {
      timings.push_back(each);
      if (csv.is_open()) {
        csv << absl::StrFormat("%s,\"%s\",%d,%.6g,%d,%d,%d\n", each.space, each.validation, each.motions, each.us_mean,
                               each.valid, each.missed, each.refused);
      }
    }
    for (const Validation validation : kPlanValidations) {
      if (kind == SpaceKind::kDubins) break;
      counts.push_back(CountPlans(kind, validation, walls, absl::GetFlag(FLAGS_plans) / 2, seed + 2));
      const PlanCounts& each = counts.back();
      if (plans_csv.is_open()) {
        plans_csv << absl::StrFormat("%s,\"%s\",%d,%d,%d,%.6g,%d,%d\n", each.space, each.validation, each.plans,
                                     each.solved, each.motions, each.cpu_s, each.refuted, each.proven);
      }
    }
  }
  CheckWritten("csv", &csv);
  CheckWritten("plans_csv", &plans_csv);
  const std::string report =
      absl::StrCat("### Motions\n\n", MotionTable(timings), "\n### Plans\n\n", PlanTable(counts));
  std::cout << report;
  if (markdown.is_open()) {
    markdown << "# Validators for OMPL\n\n"
             << MarkdownOrigin("ompl_tables", command, absl::GetFlag(FLAGS_commit)) << report;
  }
  CheckWritten("markdown", &markdown);
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  return collision2d::bench::RunProgram(argc, argv, collision2d::bench::kUsage, collision2d::bench::Run);
}
