#include "bench/throughput/cases.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "collision2d/geometry/margin.h"

namespace collision2d::bench {
namespace {

constexpr int kPoses = 2000;
constexpr int kObstacles = 200;

int Scaled(int count, double scale) { return std::max(1, static_cast<int>(count * scale)); }

using PoseScene = PlannerScene (*)(int pose_count, int obstacle_count, uint64_t seed);

Case PoseCase(std::string name, std::string title, Question question, PoseScene make) {
  return {std::move(name), absl::StrCat(kPoses, " poses x ", kObstacles, " ", title), question,
          [make](double scale, uint64_t seed) { return make(Scaled(kPoses, scale), kObstacles, seed); }};
}

Case TrajectoryCase(std::string name, std::string title, Question question, int steps, int obstacles) {
  constexpr int kTrajectories = 1000;
  return {std::move(name),
          absl::StrCat(kTrajectories, " trajectories x ", steps, " steps x ", obstacles, " moving ", title), question,
          [steps, obstacles](double scale, uint64_t seed) {
            return MovingTraffic(Scaled(kTrajectories, scale), steps, obstacles, seed);
          }};
}

Case MapCase(int exponent, int shapes) {
  return {absl::StrCat("map_1e", exponent),
          absl::StrCat(kPoses, " poses x static map of 10^", exponent, " rectangles, any hit"), Question::kAnyHit,
          [shapes](double scale, uint64_t seed) {
            return StaticMapScene(Scaled(kPoses, scale), Scaled(shapes, scale), seed);
          }};
}

Case WithThreads(Case of_one) {
  of_one.name = absl::StrCat("two_threads_", of_one.name);
  of_one.title = absl::StrCat(of_one.title, ", two threads");
  of_one.compares_threads = true;
  return of_one;
}

Case WithMargin(Case of) {
  of.name = absl::StrCat("margin_", of.name);
  of.title = absl::StrCat(of.title, ", with a margin of 1 m along and 0.3 m across");
  of.make_scene = [make = std::move(of.make_scene)](double scale, uint64_t seed) {
    PlannerScene scene = make(scale, seed);
    scene.margin = {/*along_m=*/1.0, /*across_m=*/0.3};
    scene.bare_ego = scene.ego;
    scene.ego = GrowBody({scene.ego}, scene.margin)->front();
    return scene;
  };
  of.compares_growth = true;
  return of;
}

}  // namespace

std::vector<Case> AllCases() {
  const Case first_hit = TrajectoryCase("first_hit", "cars, first hit and culprit", Question::kFirstHit, 50, 100);
  const Case clearance = TrajectoryCase("clearance", "cars, minimum clearance", Question::kNearest, 50, 100);
  const Case swept =
      TrajectoryCase("swept_first_hit", "cars, first contact between steps", Question::kFirstContact, 50, 100);
  return {
      PoseCase("mask", "cars, full mask", Question::kMask, SparseTraffic),
      PoseCase("any_hit", "cars, any hit per pose", Question::kAnyHit, SparseTraffic),
      PoseCase("dense_mask", "cars in a dense crowd, full mask", Question::kMask, DenseCrowd),
      PoseCase("polygon_mask", "polygons of 4-8 vertices in a dense crowd, full mask", Question::kMask, PolygonCrowd),
      PoseCase("nearest", "cars, minimum distance per pose", Question::kNearest, SparseTraffic),
      first_hit,
      clearance,
      swept,
      WithMargin(swept),
      TrajectoryCase("short_first_hit", "cars, first hit and culprit", Question::kFirstHit, 20, 12),
      TrajectoryCase("first_free", "cars, first free in cost order", Question::kFirstFree, 50, 100),
      MapCase(3, 1000),
      MapCase(4, 10000),
      MapCase(5, 100000),
      MapCase(6, 1000000),
      WithThreads(first_hit),
      WithThreads(clearance),
  };
}

}  // namespace collision2d::bench
