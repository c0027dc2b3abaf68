// The validators for OMPL, timed and counted beside OMPL's own: see --help and docs/ompl.md.

#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/terminationconditions/IterationTerminationCondition.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <cmath>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "bench/chapter.h"
#include "bench/chapters/planning_space.h"
#include "bench/timing/timing.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/ompl/testing/new_state.h"
#include "planner_adapter/ompl/testing/path_oracle.h"

namespace collision2d::bench {
namespace {

namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;

constexpr char kAbout[] =
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

// One validator on the motions of one space.
struct MotionTiming {
  std::string space;
  std::string validation;
  int motions = 0;
  double us_mean = 0.0;
  int valid = 0;
  // Said to be valid, but in contact with a wall at a sample (dense_samples.h).
  int missed = 0;
  // Said to be invalid, but in contact at no sample.
  int refused = 0;
};

// What became of the plans of one space by one validator.
struct PlanCounts {
  std::string space;
  std::string validation;
  int plans = 0;
  int solved = 0;
  int64_t motions = 0;  // In all paths.
  // Paths that are in contact with a wall at a sample (dense_samples.h).
  int refuted = 0;
  // Paths whose motions are all proven free by interval arithmetic (path_oracle.h).
  int proven = 0;
  double cpu_s = 0.0;  // Processor time of planning.
};

constexpr double kMostWay_m = 20.0;

using StatePairs = std::vector<std::pair<StatePtr, StatePtr>>;

StatePairs RandomMotions(const PlanningSpace& of, int count, uint64_t seed) {
  Random random(seed);
  StatePairs motions;
  while (static_cast<int>(motions.size()) < count) {
    const StatePtr from = of.RandomValidState(&random);
    const double way_m = random.Uniform(0.0, kMostWay_m);
    const double direction = random.Angle();
    const double x = from->getX() + way_m * std::cos(direction);
    const double y = from->getY() + way_m * std::sin(direction);
    const StatePtr to = planner::NewState(of.space, x, y, random.Angle());
    if (of.space->satisfiesBounds(to.get())) motions.emplace_back(from, to);
  }
  return motions;
}

// Each validator's checkMotion on the same motions, in turns, for about min_time_s. They begin at a
// valid state, and end anywhere up to 20 m away.
std::vector<MotionTiming> TimeMotions(SpaceKind kind, const std::vector<Wall>& walls, int count, double min_time_s,
                                      uint64_t seed) {
  std::vector<PlanningSpace> spaces;
  for (const Validation validation : kAllValidations) spaces.emplace_back(kind, validation, walls);
  const StatePairs motions = RandomMotions(spaces.front(), count, seed);
  // [validator][motion]. Every validator goes over all motions at least once.
  std::vector<std::vector<uint8_t>> is_valid(spaces.size(), std::vector<uint8_t>(count));
  std::vector<TimedWork> works;
  for (size_t k = 0; k < spaces.size(); ++k) {
    works.push_back([&, k](int begin, int end) {
      for (int i = begin; i < end; ++i) {
        is_valid[k][i] = spaces[k].si->checkMotion(motions[i].first.get(), motions[i].second.get()) ? 1 : 0;
      }
    });
  }
  const std::vector<Timing> timings = TimeInterleaved(works, count, min_time_s);
  std::vector<MotionTiming> measured;
  for (size_t k = 0; k < spaces.size(); ++k) {
    measured.push_back({NameOf(kind), NameOf(spaces[k].validation), count, 1e-3 * timings[k].median_ns});
  }
  for (int i = 0; i < count; ++i) {
    const bool meets = MeetsWall(walls, *spaces.front().space, *motions[i].first, *motions[i].second);
    for (size_t k = 0; k < spaces.size(); ++k) {
      measured[k].valid += is_valid[k][i];
      measured[k].missed += is_valid[k][i] != 0 && meets ? 1 : 0;
      measured[k].refused += is_valid[k][i] == 0 && !meets ? 1 : 0;
    }
  }
  return measured;
}

constexpr double kRange_m = 40.0;
constexpr unsigned kMostIterations = 100000;

// Empty if there is none.
std::shared_ptr<og::PathGeometric> Plan(const PlanningSpace& of, const ob::State* start, const ob::State* goal) {
  const auto problem = std::make_shared<ob::ProblemDefinition>(of.si);
  problem->setStartAndGoalStates(start, goal);
  og::RRTConnect planner(of.si);
  planner.setRange(kRange_m);
  planner.setProblemDefinition(problem);
  planner.setup();
  if (planner.solve(ob::IterationTerminationCondition(kMostIterations)) != ob::PlannerStatus::EXACT_SOLUTION) return {};
  return std::static_pointer_cast<og::PathGeometric>(problem->getSolutionPath());
}

bool ProvesFree(const PlanningSpace& of, const std::vector<Wall>& walls, const ob::State& from, const ob::State& to) {
  const planner::PathOracle oracle(*of.space, kTurningRadius_m, from, to);
  const std::vector<ConvexPolygon> near = ShapesOf(WallsNear(walls, *of.space, from, to));
  const ConvexPolygon car = Car();
  return oracle.ProvesFreeUntil(1.0, {&car, 1}, near);
}

// Plans by RRT-Connect from one random state to another, the same for every validation; motions in
// the tree are at most 40 m long. The random numbers are those of the seed of OMPL's generator,
// which is set once in a program.
PlanCounts CountPlans(SpaceKind kind, Validation validation, const std::vector<Wall>& walls, int plans, uint64_t seed) {
  const PlanningSpace of(kind, validation, walls);
  Random random(seed);
  PlanCounts counts;
  counts.space = NameOf(kind);
  counts.validation = NameOf(validation);
  counts.plans = plans;
  for (int i = 0; i < plans; ++i) {
    const StatePtr start = of.RandomValidState(&random);
    const StatePtr goal = of.RandomValidState(&random);
    const std::clock_t before = std::clock();
    const auto path = Plan(of, start.get(), goal.get());
    counts.cpu_s += static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    if (path == nullptr) continue;
    ++counts.solved;
    bool meets = false;
    bool proven = true;
    for (size_t k = 1; k < path->getStateCount(); ++k) {
      const ob::State& from = *path->getState(static_cast<unsigned>(k - 1));
      const ob::State& to = *path->getState(static_cast<unsigned>(k));
      ++counts.motions;
      meets = meets || MeetsWall(walls, *of.space, from, to);
      proven = proven && !meets && ProvesFree(of, walls, from, to);
    }
    counts.refuted += meets ? 1 : 0;
    counts.proven += proven ? 1 : 0;
  }
  return counts;
}

const std::vector<Column> kMotionColumns = {
    {"space", "space"}, {"validator", "validator"}, {"motions", "motions"}, {"us_mean", "us"},
    {"", "x ours"},     {"valid", "valid"},         {"missed", "missed"},   {"refused", "refused"}};
const std::vector<Column> kPlanColumns = {{"space", "space"},   {"validator", "validator"}, {"plans", "plans"},
                                          {"solved", "solved"}, {"motions", "motions"},     {"cpu_s", ""},
                                          {"", "ms a plan"},    {"refuted", "refuted"},     {"proven", "proven"}};

void Run(const Options& options, Report* report) {
  const double min_time_s = options.Positive("min_time");
  const int motions = options.Count("motions");
  const int plans = options.Count("plans") / 2;
  const auto seed = static_cast<uint32_t>(options.Whole("seed", 0, UINT32_MAX));
  ::ompl::msg::noOutputHandler();
  // 0 is refused by OMPL.
  ::ompl::RNG::setSeed(seed == 0 ? 1 : seed);
  const std::vector<Wall> walls = RandomWalls(options.Count("walls"), seed);
  Table of_motions = {"motions", "### Motions", "", kMotionColumns, {}};
  Table of_plans = {"plans", "### Plans", "", kPlanColumns, {}, "plans_csv"};
  double ours_us = 0.0;
  for (const SpaceKind kind : kAllSpaceKinds) {
    std::cerr << NameOf(kind) << "..." << std::endl;
    for (const MotionTiming& each : TimeMotions(kind, walls, motions, min_time_s, seed + 1)) {
      if (each.validation == NameOf(Validation::kSwept)) ours_us = each.us_mean;
      report->AddRow({Key(each.space), Key(each.validation), Count(each.motions), Number(each.us_mean),
                      Text(absl::StrFormat("%.2f", each.us_mean / ours_us)), Count(each.valid), Count(each.missed),
                      Count(each.refused)},
                     &of_motions);
    }
    for (const Validation validation : kPlanValidations) {
      if (kind == SpaceKind::kDubins) break;
      const PlanCounts each = CountPlans(kind, validation, walls, plans, seed + 2);
      report->AddRow(
          {Key(each.space), Key(each.validation), Count(each.plans), Count(each.solved), Count(each.motions),
           Number(each.cpu_s), Number(1e3 * each.cpu_s / each.plans), Count(each.refuted), Count(each.proven)},
          &of_plans);
    }
  }
  report->AddMarkdown(of_motions);
  report->AddMarkdown(of_plans);
}

const Registration kOmpl({"ompl",
                          "Validators for OMPL",
                          kAbout,
                          {{"motions", "5500", "motions that are timed in each of the three spaces"},
                           {"plans", "1000",
                            "plans of each validator, half of them in SE(2), half in Reeds-Shepp space"},
                           {"walls", "1000", "walls on the square kilometre"},
                           MinTime("1", "each validator is timed for in each space"),
                           {"seed", "20261123", "seed of the walls, the motions, the plans' ends, and OMPL"}},
                          {{"csv", CsvHeader(kMotionColumns)}, {"plans_csv", CsvHeader(kPlanColumns)}},
                          Run});

}  // namespace
}  // namespace collision2d::bench
