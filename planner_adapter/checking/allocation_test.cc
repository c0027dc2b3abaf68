// Checks with a workspace do not allocate after the first one: every allocation is counted here.

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

ConvexPolygon SquareAt(Vec2 center) { return ConvexPolygon::Rectangle(1.0, 1.0, center).value(); }

ConvexPolygon Disc(Vec2 center) { return ConvexPolygon::Create(std::vector<Vec2>{center}, 0.5).value(); }

Scene SceneWithObstacles() {
  Scene scene;
  scene.ego.shapes = {SquareAt({}), Disc({-1, 0})};
  scene.static_obstacles = {{"wall", "", {SquareAt({3, 0}), SquareAt({0.5, 0}), Disc({0, 1})}, {}}};
  Prediction driving;
  driving.poses = {{0.0, {-5.0, 0.0}, 0.0}, {2.0, {5.0, 0.0}, 3.0}};
  Prediction spreading;
  spreading.occupancies = {{0.0, {SquareAt({1, 1})}}, {1.0, {SquareAt({1, 1}), SquareAt({2, 2}), SquareAt({1, 2})}}};
  scene.moving_obstacles = {{"car", "", {SquareAt({})}, {driving, spreading}, {}}};
  return scene;
}

TEST(AllocationTest, TheCounterCounts) {
  const int64_t before = AllocationCount();
  const std::vector<int> numbers(10);
  EXPECT_GT(AllocationCount(), before);
}

TEST(AllocationTest, PlacingAllocatesOnlyUntilTheLargestInstant) {
  const Scene scene = SceneWithObstacles();
  std::vector<PlacedShape> placed;
  PlaceObstacles(scene, 1.0, BeyondPrediction::kAbsent, 0.0, &placed);
  ASSERT_EQ(placed.size(), 7u);
  const int64_t before = AllocationCount();
  for (const double time_s : {0.0, 0.7, 1.0, 1.9, 3.0}) {
    PlaceObstacles(scene, time_s, BeyondPrediction::kHold, 0.0, &placed);
  }
  EXPECT_EQ(AllocationCount(), before);
}

// Candidates that drive along y = 0.25 m, some of them into an obstacle, from `offset_m` on; the
// steps of the grid are more than one window holds.
std::vector<Candidate> CandidatesFrom(double offset_m) {
  std::vector<Candidate> candidates;
  for (int i = 0; i < 40; ++i) {
    const double x = -10.0 + 0.5 * i + offset_m;
    candidates.push_back(
        {"c", {{0.0, {x, 0.25}, 0.1 * i}, {1.0, {x + 1.0, 0.25}, 0.1 * i + 1.0}, {1.9, {x, 4.0}, 0.0}}, 0.0});
  }
  return candidates;
}

// At most: the reservation, and the times at which its obstacle is not predicted.
constexpr int64_t kAllocationsOfReservation = 2;

// Expects no allocation of calls after the first, also for other candidates, except for
// reservations.
void ExpectNoneAfterTheFirstCall(const Scene& scene) {
  for (const bool instants_only : {false, true}) {
    CheckerOptions options;
    options.instants_only = instants_only;
    const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), options).value();
    const std::vector<Candidate> candidates = CandidatesFrom(0.0);
    const std::vector<Candidate> others = CandidatesFrom(0.125);
    std::vector<Verdict> verdicts(candidates.size());
    CheckerWorkspace workspace;
    ASSERT_TRUE(checker.Check(candidates, absl::MakeSpan(verdicts), {{}, {}, &workspace}).ok());
    const auto collide =
        std::count_if(verdicts.begin(), verdicts.end(), [](const Verdict& of) { return of.collides(); });
    EXPECT_GT(collide, 5);
    EXPECT_LT(collide, 35);
    for (const std::vector<Candidate>* const next : {&candidates, &others}) {
      const int64_t before = AllocationCount();
      const absl::Status status = checker.Check(*next, absl::MakeSpan(verdicts), {{}, {}, &workspace});
      const int64_t after = AllocationCount();
      const int64_t reserved =
          std::count_if(verdicts.begin(), verdicts.end(), [](const Verdict& of) { return !of.reservations.empty(); });
      EXPECT_LE(after, before + kAllocationsOfReservation * reserved);
      EXPECT_TRUE(status.ok()) << status;
    }
  }
}

TEST(AllocationTest, ChecksAllocateOnlyOnce) {
  Scene scene = SceneWithObstacles();
  scene.moving_obstacles[0].predictions.resize(1);
  for (const double time_step_s : {0.1, 0.04}) {
    scene.time_step_s = time_step_s;
    ExpectNoneAfterTheFirstCall(scene);
  }
}

TEST(AllocationTest, ChecksAmongObstaclesThatChangeAllocateOnlyOnce) {
  Scene scene = SceneWithObstacles();
  scene.time_step_s = 0.1;
  ExpectNoneAfterTheFirstCall(scene);
}

TEST(AllocationTest, ChecksWithMarginsAllocateOnlyOnce) {
  Scene scene = SceneWithObstacles();
  scene.time_step_s = 0.1;
  scene.static_obstacles[0].type = "wall";
  scene.margins = {{0.25, 0.125, 0.0}, {{"wall", {0.0, 0.0, 0.125}}}, {}};
  ExpectNoneAfterTheFirstCall(scene);
}

// A bridge over level ground: some obstacles are looked at one by one.
TEST(AllocationTest, ChecksOfHeightsOnLevelGroundAllocateOnlyOnce) {
  Scene scene = SceneWithObstacles();
  scene.time_step_s = 0.1;
  scene.ego.ground_clearance_m = 0.25;
  scene.ego.height_m = 1.75;
  scene.static_obstacles[0].height = HeightSpan{2.0, 3.0};
  scene.moving_obstacles[0].height = HeightSpan{0.0, 1.5};
  ExpectNoneAfterTheFirstCall(scene);
}

}  // namespace
}  // namespace collision2d::planner
