#include "planner_adapter/scene/obstacle_snapshot.h"

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

ConvexPolygon SquareAt(Vec2 center) { return ConvexPolygon::Rectangle(1.0, 1.0, center).value(); }

Prediction Poses(std::vector<TimedPose> poses, double probability = 1.0) {
  Prediction prediction;
  prediction.probability = probability;
  prediction.poses = std::move(poses);
  return prediction;
}

Prediction Occupancies(std::vector<TimedOccupancy> occupancies) {
  Prediction prediction;
  prediction.occupancies = std::move(occupancies);
  return prediction;
}

MovingObstacle Moving(std::string id, std::vector<Prediction> predictions) {
  MovingObstacle obstacle;
  obstacle.id = std::move(id);
  obstacle.shapes = {SquareAt({})};
  obstacle.predictions = std::move(predictions);
  return obstacle;
}

// One obstacle that drives from (0, 0) at 1 s to (10, 20) at 3 s.
Scene SceneWithDriver() {
  Scene scene;
  scene.moving_obstacles = {Moving("driver", {Poses({{1.0, {0.0, 0.0}, 0.0}, {3.0, {10.0, 20.0}, 0.0}})})};
  return scene;
}

std::vector<PlacedShape> Place(const Scene& scene, double time_s, BeyondPrediction beyond = BeyondPrediction::kAbsent,
                               double min_probability = 0.0) {
  std::vector<PlacedShape> placed;
  PlaceObstacles(scene, time_s, beyond, min_probability, &placed);
  return placed;
}

// The centre of each placed shape, in the local frame.
std::vector<Vec2> Centers(const std::vector<PlacedShape>& placed) {
  std::vector<Vec2> centers;
  for (const PlacedShape& shape : placed) centers.push_back(shape.local_from_shape * shape.shape->center());
  return centers;
}

TEST(ObstacleIdTest, CountsStaticObstaclesFirst) {
  Scene scene = SceneWithDriver();
  scene.moving_obstacles.push_back(Moving("walker", {}));
  scene.static_obstacles = {{"wall", "", {}, {}}, {"tree", "", {}, {}}};
  EXPECT_EQ(ObstacleId(scene, 0), "wall");
  EXPECT_EQ(ObstacleId(scene, 1), "tree");
  EXPECT_EQ(ObstacleId(scene, 2), "driver");
  EXPECT_EQ(ObstacleId(scene, 3), "walker");
}

TEST(PlaceObstaclesTest, ReplacesWhatWasPlaced) {
  std::vector<PlacedShape> placed(7);
  PlaceObstacles(Scene(), 0.0, BeyondPrediction::kHold, 0.0, &placed);
  EXPECT_TRUE(placed.empty());
}

TEST(PlaceObstaclesTest, StaticObstaclesAreThereAtAllTimes) {
  Scene scene;
  scene.static_obstacles = {{"wall", "", {SquareAt({5.0, 6.0}), SquareAt({7.0, 8.0})}, {}}};
  for (const double time_s : {-1e6, 0.0, 1e9}) {
    const std::vector<PlacedShape> placed = Place(scene, time_s);
    EXPECT_EQ(Centers(placed), (std::vector<Vec2>{{5.0, 6.0}, {7.0, 8.0}}));
    EXPECT_EQ(placed[1].shape, &scene.static_obstacles[0].shapes[1]);
  }
}

TEST(PlaceObstaclesTest, OrdersByObstacleThenHypothesisThenShape) {
  Scene scene;
  scene.static_obstacles = {{"wall", "", {SquareAt({})}, {}}, {"tree", "", {SquareAt({})}, {}}};
  const Prediction standing = Poses({{0.0, {}, 0.0}});
  scene.moving_obstacles = {Moving("a", {standing, standing}), Moving("b", {standing})};
  scene.moving_obstacles[0].shapes.push_back(SquareAt({2.0, 0.0}));
  const std::vector<PlacedShape> placed = Place(scene, 0.0);
  std::vector<std::vector<int>> order;
  for (const PlacedShape& shape : placed) order.push_back({shape.obstacle, shape.hypothesis});
  EXPECT_EQ(order, (std::vector<std::vector<int>>{{0, 0}, {1, 0}, {2, 0}, {2, 0}, {2, 1}, {2, 1}, {3, 0}}));
  EXPECT_EQ(placed[2].shape, &scene.moving_obstacles[0].shapes[0]);
  EXPECT_EQ(placed[3].shape, &scene.moving_obstacles[0].shapes[1]);
}

TEST(PlaceObstaclesTest, APolytopeHasItsPlanItsHeightsAndItself) {
  Scene scene = SceneWithDriver();
  scene.static_obstacles.push_back({"wire", "", {}, {}});
  scene.static_obstacles[0].polytopes = {Polytope::FromPoints({{0.0, 0.0, 3.0}, {2.0, 0.0, 5.0}}).value()};
  scene.moving_obstacles[0].polytopes = {Polytope::FromPoints({{0.0, 0.0, 1.0}, {0.0, 2.0, 2.0}}).value()};
  const std::vector<PlacedShape> placed = Place(scene, 2.0);
  ASSERT_EQ(placed.size(), 3u);
  const Polytope& wire = scene.static_obstacles[0].polytopes[0];
  EXPECT_EQ(placed[0].shape, &wire.plan);
  EXPECT_EQ(placed[0].height, &wire.span);
  EXPECT_EQ(placed[0].polytope, &wire.mesh);
  EXPECT_EQ(placed[0].local_from_shape.translation, Vec2());
  EXPECT_EQ(placed[1].polytope, nullptr);
  const Polytope& load = scene.moving_obstacles[0].polytopes[0];
  EXPECT_EQ(placed[2].shape, &load.plan);
  EXPECT_EQ(placed[2].polytope, &load.mesh);
  EXPECT_EQ(placed[2].obstacle, 1);
  EXPECT_EQ(placed[2].local_from_shape.translation, (Vec2{5.0, 10.0}));
}

TEST(PolytopeTest, RefusesPointsThatAreNoPlaces) {
  EXPECT_FALSE(Polytope::FromPoints({}).ok());
  EXPECT_FALSE(Polytope::FromPoints({{0.0, 0.0, 1e9}}).ok());
}

TEST(PlaceObstaclesTest, InterpolatesPoses) {
  const Scene scene = SceneWithDriver();
  EXPECT_EQ(Centers(Place(scene, 1.0)), (std::vector<Vec2>{{0.0, 0.0}}));
  EXPECT_EQ(Centers(Place(scene, 1.5)), (std::vector<Vec2>{{2.5, 5.0}}));
  EXPECT_EQ(Centers(Place(scene, 3.0)), (std::vector<Vec2>{{10.0, 20.0}}));
}

TEST(PlaceObstaclesTest, TurnsAlongTheShorterArc) {
  Scene scene;
  scene.moving_obstacles = {Moving("turning", {Poses({{0.0, {}, 3.0}, {2.0, {}, -3.0}})})};
  const std::vector<PlacedShape> placed = Place(scene, 1.0);
  ASSERT_EQ(placed.size(), 1u);
  EXPECT_NEAR(placed[0].local_from_shape.cos, -1.0, 1e-15);
  EXPECT_NEAR(placed[0].local_from_shape.sin, 0.0, 1e-15);
}

TEST(PlaceObstaclesTest, BeyondThePredictionAnObstacleIsAbsentOrHeld) {
  const Scene scene = SceneWithDriver();
  const std::vector<Vec2> first = {{0.0, 0.0}};
  const std::vector<Vec2> last = {{10.0, 20.0}};
  for (const double time_s : {-100.0, 0.5, 1.0 - 1.1 * kSameInstant_s}) {
    EXPECT_TRUE(Place(scene, time_s).empty()) << time_s;
    EXPECT_EQ(Centers(Place(scene, time_s, BeyondPrediction::kHold)), first) << time_s;
  }
  for (const double time_s : {3.0 + 1.1 * kSameInstant_s, 4.0, 1e9}) {
    EXPECT_TRUE(Place(scene, time_s).empty()) << time_s;
    EXPECT_EQ(Centers(Place(scene, time_s, BeyondPrediction::kHold)), last) << time_s;
  }
  for (const BeyondPrediction beyond : {BeyondPrediction::kAbsent, BeyondPrediction::kHold}) {
    EXPECT_EQ(Centers(Place(scene, 1.0 - 0.9 * kSameInstant_s, beyond)), first);
    EXPECT_EQ(Centers(Place(scene, 3.0 + 0.9 * kSameInstant_s, beyond)), last);
  }
}

TEST(PlaceObstaclesTest, OnePoseIsAPredictionOfOneInstant) {
  Scene scene;
  scene.moving_obstacles = {Moving("flash", {Poses({{2.0, {4.0, 5.0}, 0.0}})})};
  EXPECT_EQ(Centers(Place(scene, 2.0)), (std::vector<Vec2>{{4.0, 5.0}}));
  EXPECT_TRUE(Place(scene, 1.9).empty());
  EXPECT_TRUE(Place(scene, 2.1).empty());
  EXPECT_EQ(Centers(Place(scene, 99.0, BeyondPrediction::kHold)), (std::vector<Vec2>{{4.0, 5.0}}));
}

// Occupied: (1, 0) from 1 s, nothing from 2 s, (3, 0) and (4, 0) from 3 s.
Scene SceneWithOccupancies() {
  Scene scene;
  scene.moving_obstacles = {Moving(
      "set",
      {Occupancies({{1.0, {SquareAt({1.0, 0.0})}}, {2.0, {}}, {3.0, {SquareAt({3.0, 0.0}), SquareAt({4.0, 0.0})}}})})};
  // The body's shapes play no part where occupancies are given.
  scene.moving_obstacles[0].shapes = {SquareAt({100.0, 0.0})};
  return scene;
}

TEST(PlaceObstaclesTest, AnOccupancyHoldsUntilTheNext) {
  const Scene scene = SceneWithOccupancies();
  const std::vector<Vec2> first = {{1.0, 0.0}};
  const std::vector<Vec2> last = {{3.0, 0.0}, {4.0, 0.0}};
  for (const double time_s : {1.0 - 0.9 * kSameInstant_s, 1.0, 1.5, 2.0 - 1.1 * kSameInstant_s}) {
    EXPECT_EQ(Centers(Place(scene, time_s)), first) << time_s;
  }
  for (const double time_s : {2.0 - 0.9 * kSameInstant_s, 2.0, 2.9, 3.0 - 1.1 * kSameInstant_s}) {
    EXPECT_TRUE(Place(scene, time_s).empty()) << time_s;
  }
  for (const double time_s : {3.0 - 0.9 * kSameInstant_s, 3.0, 3.0 + 0.9 * kSameInstant_s}) {
    EXPECT_EQ(Centers(Place(scene, time_s)), last) << time_s;
  }
}

TEST(PlaceObstaclesTest, BeyondItsOccupanciesAnObstacleIsAbsentOrHeld) {
  const Scene scene = SceneWithOccupancies();
  EXPECT_TRUE(Place(scene, 1.0 - 1.1 * kSameInstant_s).empty());
  EXPECT_TRUE(Place(scene, 3.0 + 1.1 * kSameInstant_s).empty());
  EXPECT_EQ(Centers(Place(scene, 0.0, BeyondPrediction::kHold)), (std::vector<Vec2>{{1.0, 0.0}}));
  EXPECT_EQ(Centers(Place(scene, 9.0, BeyondPrediction::kHold)), (std::vector<Vec2>{{3.0, 0.0}, {4.0, 0.0}}));
}

// 1e-25 - kSameInstant_s rounds to -kSameInstant_s, which is then at once the same instant as the
// occupancy's and, after adding kSameInstant_s again, before it.
TEST(PlaceObstaclesTest, RoundingAtTheFirstOccupancyLosesNothing) {
  Scene scene;
  scene.moving_obstacles = {Moving("set", {Occupancies({{1e-25, {SquareAt({1.0, 0.0})}}})})};
  EXPECT_EQ(Centers(Place(scene, -kSameInstant_s)), (std::vector<Vec2>{{1.0, 0.0}}));
}

// One shape until 1.5 s, none until 2 s, then two; the last of these for ever.
TEST(PlaceObstaclesTest, TimedShapesHoldUntilTheNext) {
  Scene scene = SceneWithDriver();
  scene.moving_obstacles[0].predictions[0].timed_shapes = {{1.5, {}},
                                                           {2.0, {SquareAt({1.0, 0.0}), SquareAt({2.0, 0.0})}}};
  EXPECT_EQ(Centers(Place(scene, 1.0)), (std::vector<Vec2>{{0.0, 0.0}}));
  EXPECT_EQ(Place(scene, 1.5 - 1.1 * kSameInstant_s).size(), 1u);
  for (const double time_s : {1.5 - 0.9 * kSameInstant_s, 1.5, 1.75, 2.0 - 1.1 * kSameInstant_s}) {
    EXPECT_TRUE(Place(scene, time_s).empty()) << time_s;
  }
  EXPECT_EQ(Centers(Place(scene, 2.0)), (std::vector<Vec2>{{6.0, 10.0}, {7.0, 10.0}}));
  EXPECT_EQ(Place(scene, 2.0)[1].shape, &scene.moving_obstacles[0].predictions[0].timed_shapes[1].shapes[1]);
  EXPECT_TRUE(Place(scene, 3.1).empty());
  EXPECT_EQ(Centers(Place(scene, 9.0, BeyondPrediction::kHold)), (std::vector<Vec2>{{11.0, 20.0}, {12.0, 20.0}}));
  scene.moving_obstacles[0].predictions[0].timed_shapes[1].time_s = 4.0;
  EXPECT_TRUE(Place(scene, 3.9, BeyondPrediction::kHold).empty());
  EXPECT_EQ(Centers(Place(scene, 4.0, BeyondPrediction::kHold)), (std::vector<Vec2>{{11.0, 20.0}, {12.0, 20.0}}));
}

TEST(PlaceObstaclesTest, TimedShapesDuringAnIntervalAreThoseAtItsStart) {
  Scene scene = SceneWithDriver();
  scene.moving_obstacles[0].predictions[0].timed_shapes = {{2.0, {SquareAt({1.0, 0.0}), SquareAt({2.0, 0.0})}}};
  std::vector<PlacedShape> at_start, at_end;
  AddMovingObstaclesDuring(scene, {1.0, 2.0}, BeyondPrediction::kAbsent, 0.0, &at_start, &at_end);
  EXPECT_EQ(Centers(at_start), (std::vector<Vec2>{{0.0, 0.0}}));
  EXPECT_EQ(Centers(at_end), (std::vector<Vec2>{{5.0, 10.0}}));
  at_start.clear();
  at_end.clear();
  AddMovingObstaclesDuring(scene, {2.0, 3.0}, BeyondPrediction::kAbsent, 0.0, &at_start, &at_end);
  EXPECT_EQ(Centers(at_start), (std::vector<Vec2>{{6.0, 10.0}, {7.0, 10.0}}));
  EXPECT_EQ(Centers(at_end), (std::vector<Vec2>{{11.0, 20.0}, {12.0, 20.0}}));
}

TEST(PlaceObstaclesTest, LeavesOutImprobableHypotheses) {
  Scene scene;
  scene.static_obstacles = {{"wall", "", {SquareAt({})}, {}}};
  scene.moving_obstacles = {Moving("a", {Poses({{0.0, {1.0, 0.0}, 0.0}}, 0.25), Poses({{0.0, {2.0, 0.0}, 0.0}}, 0.75),
                                         Poses({{0.0, {3.0, 0.0}, 0.0}}, 0.0)})};
  EXPECT_EQ(Place(scene, 0.0).size(), 4u);
  const std::vector<PlacedShape> likely = Place(scene, 0.0, BeyondPrediction::kAbsent, 0.5);
  EXPECT_EQ(Centers(likely), (std::vector<Vec2>{{0.0, 0.0}, {2.0, 0.0}}));
  EXPECT_EQ(likely[1].hypothesis, 1);  // Counted among all, not among the likely ones.
  EXPECT_EQ(Place(scene, 0.0, BeyondPrediction::kAbsent, 0.25).size(), 3u);
  EXPECT_EQ(Place(scene, 0.0, BeyondPrediction::kAbsent, std::nextafter(0.25, 1.0)).size(), 2u);
  EXPECT_EQ(Place(scene, 0.0, BeyondPrediction::kAbsent, 1.0).size(), 1u);
}

}  // namespace
}  // namespace collision2d::planner
