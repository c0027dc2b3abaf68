// The validators for OMPL, timed and counted beside OMPL's own: see --help and docs/ompl.md.

#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>
#include <ompl/base/terminationconditions/IterationTerminationCondition.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <cmath>
#include <ctime>
#include <iostream>
#include <limits>
#include <memory>

#include "bench/chapter.h"
#include "bench/peers/fcl_tree.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/brute_force.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/ompl/map_motion_validator.h"
#include "planner_adapter/ompl/map_state_validity_checker.h"
#include "planner_adapter/ompl/obstacle_map.h"
#include "planner_adapter/ompl/testing/new_state.h"
#include "planner_adapter/ompl/testing/path_oracle.h"

namespace collision2d::bench {
namespace {

namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;
using State = ob::SE2StateSpace::StateType;
using StatePtr = std::shared_ptr<State>;

constexpr char kAbout[] =
    "A car on a square kilometre with walls of 0.1 m, in SE(2), Dubins and Reeds-Shepp spaces.\n"
    "Motions: times checkMotion of MapMotionValidator, of OMPL's own validator with FCL at 1 cm, and with\n"
    "MapStateValidityChecker at its default resolution. Missed: said to be valid, but in contact with a wall at a "
    "sample\n"
    "of 1 mm or less; refused: said to be invalid, but in contact at no sample.\n"
    "Plans: RRT-Connect, by MapMotionValidator and by OMPL's own validator at its default resolution. Refuted: the "
    "path\n"
    "is in contact with a wall at a sample; proven: all of its motions are free by interval arithmetic.";

constexpr double kMapHalf_m = 500.0;
constexpr double kWallThickness_m = 0.1;
constexpr double kTurningRadius_m = 5.0;

// A car in the frame of its rear axle.
constexpr double kCarLength_m = 4.5;
constexpr double kCarWidth_m = 1.8;
constexpr double kAxleToCenter_m = 1.4;

// A wall by its middle, direction and length.
struct Wall {
  Pose2 world_from_wall;
  double length_m;
};

// Walls of 10 to 40 m anywhere on a square kilometre, in any direction.
std::vector<Wall> RandomWalls(int count, uint64_t seed) {
  Random random(seed);
  std::vector<Wall> walls;
  for (int k = 0; k < count; ++k) {
    const double x = random.Uniform(-kMapHalf_m, kMapHalf_m);
    const double y = random.Uniform(-kMapHalf_m, kMapHalf_m);
    const Pose2 world_from_wall = Pose2::FromYaw({x, y}, random.Angle());
    walls.push_back({world_from_wall, random.Uniform(10.0, 40.0)});
  }
  return walls;
}

// In the world frame.
std::vector<ConvexPolygon> ShapesOf(const std::vector<Wall>& walls) {
  std::vector<ConvexPolygon> shapes;
  for (const Wall& wall : walls) {
    shapes.push_back(*ConvexPolygon::Rectangle(wall.length_m, kWallThickness_m)->Posed(wall.world_from_wall));
  }
  return shapes;
}

ConvexPolygon Car() { return *ConvexPolygon::Rectangle(kCarLength_m, kCarWidth_m, {kAxleToCenter_m, 0.0}); }

constexpr double kStep_m = 1e-3;
constexpr double kDeepEnough_m = 1e-9;

// m. Of the car's corners from the rear axle.
double Reach() { return std::hypot(kAxleToCenter_m + 0.5 * kCarLength_m, 0.5 * kCarWidth_m); }

// The corners of a rectangle around this place in the frame of its pose.
std::vector<Vec2> Corners(const Pose2& pose, Vec2 center, double length_m, double width_m) {
  std::vector<Vec2> corners;
  for (const Vec2 sign : {Vec2{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}) {
    corners.push_back(pose * (center + Vec2{sign.x * length_m, sign.y * width_m}));
  }
  return corners;
}

// How long a way of interpolate() is: for the rear axle, and at most for any point of the car.
// REQUIRES: a space that is not symmetric, with kTurningRadius_m if it has a turning radius.
struct Way {
  double axle_m;
  double car_m;
};
Way WayOf(const ob::SE2StateSpace& space, const ob::State& from, const ob::State& to) {
  const double distance_m = space.distance(&from, &to);
  if (dynamic_cast<const ob::DubinsStateSpace*>(&space) != nullptr ||
      dynamic_cast<const ob::ReedsSheppStateSpace*>(&space) != nullptr) {
    return {distance_m, distance_m * (1.0 + Reach() / kTurningRadius_m)};
  }
  // That of the positions and half of that of the yaws.
  const auto& a = *from.as<State>();
  const auto& b = *to.as<State>();
  const double straight_m = std::hypot(b.getX() - a.getX(), b.getY() - a.getY());
  return {straight_m, straight_m + 2.0 * (distance_m - straight_m) * Reach() + kStep_m};
}

// The walls that the car may meet on the way.
std::vector<Wall> WallsNear(const std::vector<Wall>& walls, const ob::SE2StateSpace& space, const ob::State& from,
                            const ob::State& to) {
  const auto& start = *from.as<State>();
  const double reach_m = WayOf(space, from, to).axle_m + Reach() + kWallThickness_m;
  std::vector<Wall> near;
  for (const Wall& wall : walls) {
    const Vec2 middle = wall.world_from_wall.translation;
    const double apart_m = std::hypot(middle.x - start.getX(), middle.y - start.getY());
    if (apart_m - 0.5 * wall.length_m < reach_m) near.push_back(wall);
  }
  return near;
}

// Whether the car is in contact with a wall at a sample of the way. No point of the car moves more
// than 1 mm from one sample to the next, unless the car is so far from all walls that it cannot
// meet one in between. Contact less than 10^-9 m deep does not count. Shares no query with the
// library.
bool MeetsWall(const std::vector<Wall>& walls, const ob::SE2StateSpace& space, const ob::State& from,
               const ob::State& to) {
  const std::vector<Wall> near = WallsNear(walls, space, from, to);
  const double way_m = WayOf(space, from, to).car_m;
  std::vector<std::vector<Vec2>> corners_of_near;
  for (const Wall& wall : near) {
    corners_of_near.push_back(Corners(wall.world_from_wall, {}, wall.length_m, kWallThickness_m));
  }
  State* const state = space.allocState()->as<State>();
  bool meets = false;
  for (double done_m = 0.0; !meets;) {
    space.interpolate(&from, &to, way_m > 0.0 ? std::min(done_m / way_m, 1.0) : 0.0, state);
    const Pose2 pose({state->getX(), state->getY()},
                     UnitRotation(std::cos(state->getYaw()), std::sin(state->getYaw())));
    const std::vector<Vec2> car = Corners(pose, {kAxleToCenter_m, 0.0}, kCarLength_m, kCarWidth_m);
    double gap_m = std::numeric_limits<double>::infinity();
    for (const std::vector<Vec2>& wall : corners_of_near) {
      gap_m = std::min(gap_m, BruteForceSignedDistance(car, wall));
    }
    meets = gap_m < -kDeepEnough_m;
    if (done_m >= way_m) break;
    done_m = std::min(way_m, done_m + std::max(kStep_m, gap_m));
  }
  space.freeState(state);
  return meets;
}

constexpr double kFineStep_m = 0.01;

// States of SE(2) by FCL: a box for the car, one for each wall, and its dynamic tree over them. For
// one thread.
class FclStateChecker : public ob::StateValidityChecker {
 public:
  FclStateChecker(const ob::SpaceInformationPtr& si, const std::vector<Wall>& walls)
      : StateValidityChecker(si), tree_(MakeFclBox(kCarLength_m, kCarWidth_m)) {
    for (const Wall& wall : walls) tree_.Add(MakeFclBox(wall.length_m, kWallThickness_m), wall.world_from_wall);
    tree_.Setup();
  }

  bool isValid(const ob::State* state) const override {
    if (!si_->satisfiesBounds(state)) return false;
    const auto& s = *state->as<ob::SE2StateSpace::StateType>();
    const Pose2 pose = Pose2::FromYaw({s.getX(), s.getY()}, s.getYaw());
    bool hit = false;
    tree_.PlaceBody(Pose2(pose * Vec2{kAxleToCenter_m, 0.0}, UnitRotation(pose.cos, pose.sin)));
    tree_.ForEachNear([&](int wall) { return !(hit = tree_.Collides(wall)); });
    return !hit;
  }

 private:
  mutable FclTree tree_;
};

// How motions are checked: by MapMotionValidator, or by OMPL's own validator at a resolution, with
// states by MapStateValidityChecker or FCL.
enum class Validation { kSwept, kDiscreteDefault, kFcl1cm };
constexpr Validation kAllValidations[] = {Validation::kSwept, Validation::kFcl1cm, Validation::kDiscreteDefault};
enum class SpaceKind { kSe2, kDubins, kReedsShepp };
constexpr SpaceKind kAllSpaceKinds[] = {SpaceKind::kSe2, SpaceKind::kDubins, SpaceKind::kReedsShepp};
std::shared_ptr<ob::SE2StateSpace> MakeSpace(SpaceKind kind) {
  switch (kind) {
    case SpaceKind::kDubins:
      return planner::NewSpace<ob::DubinsStateSpace>(-kMapHalf_m, kMapHalf_m, kTurningRadius_m);
    case SpaceKind::kReedsShepp:
      return planner::NewSpace<ob::ReedsSheppStateSpace>(-kMapHalf_m, kMapHalf_m, kTurningRadius_m);
    case SpaceKind::kSe2:
      break;
  }
  return planner::NewSpace<ob::SE2StateSpace>(-kMapHalf_m, kMapHalf_m);
}

std::string NameOf(Validation validation) {
  return validation == Validation::kSwept    ? "collision2d"
         : validation == Validation::kFcl1cm ? "FCL, 1 cm"
                                             : "discrete, default";
}

std::string NameOf(SpaceKind kind) {
  return kind == SpaceKind::kSe2 ? "SE2" : kind == SpaceKind::kDubins ? "Dubins" : "ReedsShepp";
}

// A state space over a map, set up. States of one serve all of the same kind.
struct PlanningSpace {
  PlanningSpace(SpaceKind kind, Validation by, const std::vector<Wall>& walls);

  std::shared_ptr<ompl::base::SE2StateSpace> space;
  ompl::base::SpaceInformationPtr si;

  // Anywhere on the map.
  StatePtr RandomValidState(Random* random) const;
};

PlanningSpace::PlanningSpace(SpaceKind kind, Validation by, const std::vector<Wall>& walls)
    : space(MakeSpace(kind)), si(std::make_shared<ob::SpaceInformation>(space)) {
  const auto map = *planner::ObstacleMap::Create(ShapesOf(walls));
  if (by == Validation::kFcl1cm) {
    si->setStateValidityChecker(std::make_shared<FclStateChecker>(si, walls));
    si->setStateValidityCheckingResolution(kFineStep_m / space->getMaximumExtent());
  } else {
    si->setStateValidityChecker(*planner::MapStateValidityChecker::Create(si, {Car()}, map));
  }
  if (by == Validation::kSwept) si->setMotionValidator(*planner::MapMotionValidator::Create(si, {Car()}, map));
  si->setup();
}

StatePtr PlanningSpace::RandomValidState(Random* random) const {
  while (true) {
    const double x = random->Uniform(-kMapHalf_m, kMapHalf_m);
    const double y = random->Uniform(-kMapHalf_m, kMapHalf_m);
    StatePtr state = planner::NewState(space, x, y, random->Angle());
    if (si->isValid(state.get())) return state;
  }
}

// The validators that plans are made with: MapMotionValidator and OMPL's own. Not in Dubins space:
// Debian's OMPL, which is compiled with assertions, ends the program for a few pairs in 10^7 of
// states that are more than some turning radii apart (docs/ompl.md).
constexpr Validation kPlanValidations[] = {Validation::kSwept, Validation::kDiscreteDefault};

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
void TimeMotions(SpaceKind kind, const std::vector<Wall>& walls, const Options& options, Report* report, Table* table) {
  std::vector<PlanningSpace> spaces;
  for (const Validation validation : kAllValidations) spaces.emplace_back(kind, validation, walls);
  const int count = options.Count("motions");
  const StatePairs motions = RandomMotions(spaces.front(), count, options.Seed() + 1);
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
  const std::vector<Timing> timings = TimeInterleaved(works, count, options.Positive("min_time"));
  std::vector<uint8_t> meets;
  for (const auto& [from, to] : motions) meets.push_back(MeetsWall(walls, *spaces.front().space, *from, *to) ? 1 : 0);
  for (size_t k = 0; k < spaces.size(); ++k) {
    int valid = 0, missed = 0, refused = 0;
    for (int i = 0; i < count; ++i) {
      valid += is_valid[k][i];
      missed += is_valid[k][i] & meets[i];
      refused += is_valid[k][i] == 0 && meets[i] == 0 ? 1 : 0;
    }
    report->AddRow({Key("space", NameOf(kind)),
                    Key("validator", NameOf(kAllValidations[k])),
                    {"motions", count},
                    {"us_mean|us", 1e-3 * timings[k].median_ns},
                    {"|x ours", absl::StrFormat("%.2f", timings[k].median_ns / timings[0].median_ns)},
                    {"valid", valid},
                    {"missed", missed},
                    {"refused", refused}},
                   table);
  }
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
// Columns: the motions of all paths; paths that are in contact with a wall at a sample; paths whose
// motions are all proven free by interval arithmetic (path_oracle.h).
Row CountPlans(SpaceKind kind, Validation validation, const std::vector<Wall>& walls, int plans, uint64_t seed) {
  const PlanningSpace of(kind, validation, walls);
  Random random(seed);
  int solved = 0, refuted = 0, all_proven = 0;
  int64_t motions = 0;
  double cpu_s = 0.0;
  for (int i = 0; i < plans; ++i) {
    const StatePtr start = of.RandomValidState(&random);
    const StatePtr goal = of.RandomValidState(&random);
    const std::clock_t before = std::clock();
    const auto path = Plan(of, start.get(), goal.get());
    cpu_s += static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    if (path == nullptr) continue;
    ++solved;
    bool meets = false;
    bool proven = true;
    for (size_t k = 1; k < path->getStateCount(); ++k) {
      const ob::State& from = *path->getState(static_cast<unsigned>(k - 1));
      const ob::State& to = *path->getState(static_cast<unsigned>(k));
      ++motions;
      meets = meets || MeetsWall(walls, *of.space, from, to);
      proven = proven && !meets && ProvesFree(of, walls, from, to);
    }
    refuted += meets ? 1 : 0;
    all_proven += proven ? 1 : 0;
  }
  return {Key("space", NameOf(kind)),
          Key("validator", NameOf(validation)),
          {"plans", plans},
          {"solved", solved},
          {"motions", motions},
          {"cpu_s|", cpu_s},
          {"|ms a plan", 1e3 * cpu_s / plans},
          {"refuted", refuted},
          {"proven", all_proven}};
}

void Run(const Options& options, Report* report) {
  options.Positive("min_time");
  options.Count("motions");
  const int plans = options.Count("plans") / 2;
  const auto seed = static_cast<uint32_t>(options.Whole("seed", 0, UINT32_MAX));
  ::ompl::msg::noOutputHandler();
  // 0 is refused by OMPL.
  ::ompl::RNG::setSeed(seed == 0 ? 1 : seed);
  const std::vector<Wall> walls = RandomWalls(options.Count("walls"), seed);
  Table of_motions = {"motions", "### Motions"};
  Table of_plans = {"plans", "### Plans", "", {}, "plans_csv"};
  for (const SpaceKind kind : kAllSpaceKinds) {
    std::cerr << NameOf(kind) << "..." << std::endl;
    TimeMotions(kind, walls, options, report, &of_motions);
    for (const Validation validation : kPlanValidations) {
      if (kind == SpaceKind::kDubins) break;
      report->AddRow(CountPlans(kind, validation, walls, plans, seed + 2), &of_plans);
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
                          Run,
                          {"csv", "plans_csv"}});

}  // namespace
}  // namespace collision2d::bench
