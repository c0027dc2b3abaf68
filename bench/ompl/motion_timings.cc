#include "bench/ompl/motion_timings.h"

#include <cmath>
#include <memory>
#include <utility>

#include "bench/interleaved_timing.h"
#include "bench/ompl/dense_samples.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/ompl/testing/new_state.h"

namespace collision2d::bench {
namespace {

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

}  // namespace

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

}  // namespace collision2d::bench
