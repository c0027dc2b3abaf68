#include "planner_adapter/path_time/path_time_graph.h"

#include <functional>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/path_time/profile_check.h"
#include "planner_adapter/scene/elements.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

EgoPath Line(double length_m) { return *EgoPath::Create({{0.0, {}, 0.0}, {length_m, {length_m, 0.0}, 0.0}}); }

// A 4 m x 2 m vehicle.
Scene VehicleScene() {
  Scene scene;
  scene.ego.shapes = {*ConvexPolygon::Rectangle(4.0, 2.0)};
  return scene;
}

void AddMoving(std::vector<TimedPose> poses, ConvexPolygon shape, Scene* scene) {
  MovingObstacle obstacle = {"o" + std::to_string(scene->moving_obstacles.size()), "car", {std::move(shape)}, {}, {}};
  obstacle.predictions = {{1.0, std::move(poses), {}}};
  scene->moving_obstacles.push_back(obstacle);
}

PathTimeGraph Graph(const Scene& scene, const EgoPath& path, const PathTimeOptions& options = {}) {
  absl::StatusOr<PathTimeGraph> graph = PathTimeGraph::Create(scene, path, options);
  EXPECT_TRUE(graph.ok()) << graph.status();
  return *std::move(graph);
}

bool Contains(absl::Span<const StationTime> polygon, double station_m, double time_s) {
  if (polygon.empty()) return false;
  PathTimeBox box;
  for (const StationTime& point : polygon) box.Extend({point.station_m, point.station_m, point.time_s, point.time_s});
  if (station_m < box.min_station_m || station_m > box.max_station_m || time_s < box.min_time_s ||
      time_s > box.max_time_s) {
    return false;
  }
  const StationTime* p = &polygon.back();
  for (const StationTime& q : polygon) {
    if (Cross({q.station_m - p->station_m, q.time_s - p->time_s}, {station_m - p->station_m, time_s - p->time_s}) <
        0.0) {
      return false;
    }
    p = &q;
  }
  return true;
}

// The least signed distance of the body at a station from any obstacle at a time, by the scene's
// own placing, for level bodies without heights.
double DistanceAt(const Scene& scene, const EgoPath& path, const PathTimeOptions& options, double station_m,
                  double time_s) {
  std::vector<PlacedShape> placed;
  AddStaticObstacles(scene, &placed);
  AddMovingObstacles(scene, time_s, options.beyond_prediction, options.min_probability, &placed);
  const PathPose at = path.At(station_m);
  const Pose2 pose = Pose2::FromYaw(at.position, at.yaw_rad);
  double least_m = kInfinity;
  for (const PlacedShape& obstacle : placed) {
    for (const ConvexPolygon& shape : scene.ego.shapes) {
      least_m = std::min(
          least_m,
          ComputeSeparation(shape, *obstacle.shape, RelativePose(pose, obstacle.local_from_shape)).signed_distance_m);
    }
  }
  return least_m;
}

// Points that are contact outside of all outer polygons, or free inside of an inner one; and the
// share of points between both.
struct Comparison {
  int false_free = 0;
  int false_contact = 0;
  int between = 0;
  int far_between = 0;  // Of these, without graze: farther from either bound than the tolerances.
  int contacts = 0;
  int points = 0;
};

struct Place {
  bool is_outer;
  bool is_inner;
  bool is_graze;
};

Place PlaceIn(const PathTimeGraph& graph, double station_m, double time_s) {
  Place place = {false, false, false};
  for (const RegionPart& part : graph.parts()) {
    if (!Contains(graph.outer(part), station_m, time_s)) continue;
    place.is_outer = true;
    place.is_inner = place.is_inner || Contains(graph.inner(part), station_m, time_s);
    place.is_graze = place.is_graze || part.is_graze;
  }
  return place;
}

// The times at which something begins, ends or changes.
std::vector<double> ChangesOf(const Scene& scene) {
  std::vector<double> changes_s;
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    const Prediction& prediction = obstacle.predictions[0];
    for (const TimedPose& pose : prediction.poses) changes_s.push_back(pose.time_s);
    for (const TimedShapes& timed : prediction.timed_shapes) changes_s.push_back(timed.time_s);
    for (const TimedOccupancy& occupancy : prediction.occupancies) changes_s.push_back(occupancy.time_s);
  }
  return changes_s;
}

Comparison CompareAtRandom(const Scene& scene, const EgoPath& path, const PathTimeOptions& options,
                           const PathTimeGraph& graph, int points, Random& random) {
  Comparison comparison;
  const std::vector<double> changes_s = ChangesOf(scene);
  const auto check = [&](double station_m, double time_s) {
    if (station_m < path.start_m() || station_m > path.end_m()) return;
    if (time_s < options.start_s || time_s > options.end_s) return;
    auto [is_outer, is_inner, is_graze] = PlaceIn(graph, station_m, time_s);
    // Placing takes times as near as that for the same: what a change ends or begins counts, too.
    for (const double change_s : changes_s) {
      if (std::abs(change_s - time_s) > 2.0 * kSameInstant_s) continue;
      is_outer = is_outer || PlaceIn(graph, station_m, std::clamp(change_s, options.start_s, options.end_s)).is_outer;
      for (const double by_s : {-2.0 * kSameInstant_s, 2.0 * kSameInstant_s}) {
        is_inner = is_inner && PlaceIn(graph, station_m, change_s + by_s).is_inner;
      }
    }
    const double distance_m = DistanceAt(scene, path, options, station_m, time_s);
    constexpr double kError_m = 1e-9;
    ++comparison.points;
    comparison.contacts += distance_m <= 0.0 ? 1 : 0;
    comparison.false_free += !is_outer && distance_m < -kError_m ? 1 : 0;
    comparison.false_contact += is_inner && distance_m > kError_m ? 1 : 0;
    if (!is_outer || is_inner) return;
    ++comparison.between;
    if (is_graze) return;
    // Where bounds turn from cell to cell they may be a bit farther apart.
    const double ds = 1.5 * options.station_tolerance_m;
    const double dt = 1.5 * options.region_time_tolerance_s;
    for (const auto& [s, t] : {std::pair(-ds, 0.0), std::pair(ds, 0.0), std::pair(0.0, -dt), std::pair(0.0, dt)}) {
      const Place near = PlaceIn(graph, station_m + s, time_s + t);
      if (!near.is_outer || near.is_inner) return;
    }
    ++comparison.far_between;
  };
  for (int k = 0; k < points; ++k) {
    check(random.Uniform(path.start_m(), path.end_m()), random.Uniform(options.start_s, options.end_s));
  }
  for (double time_s : changes_s) {
    time_s += random.Integer(0, 2) == 0 ? 0.0 : random.Uniform(-1.5, 1.5) * kSameInstant_s;
    check(random.Uniform(path.start_m(), path.end_m()), std::clamp(time_s, options.start_s, options.end_s));
  }
  // Near the bounds.
  for (const RegionPart& part : graph.parts()) {
    for (const auto& polygon : {graph.outer(part), graph.inner(part)}) {
      for (const StationTime& vertex : polygon) {
        check(vertex.station_m + random.Uniform(-0.02, 0.02), vertex.time_s + random.Uniform(-0.002, 0.002));
      }
    }
  }
  return comparison;
}

TEST(PathTimeGraphTest, BadOptionsAreNamed) {
  Scene scene = VehicleScene();
  const EgoPath path = *EgoPath::Create({{0.0, {}, 0.0}});
  const auto message = [&](const PathTimeOptions& options) {
    return std::string(PathTimeGraph::Create(scene, path, options).status().message());
  };
  PathTimeOptions options;
  EXPECT_TRUE(PathTimeGraph::Create(scene, path, options).ok());
  options.station_tolerance_m = 0.0;
  EXPECT_EQ(message(options), "station_tolerance_m: 0 is not positive and finite");
  options = {};
  options.region_time_tolerance_s = std::nan("");
  EXPECT_EQ(message(options), "region_time_tolerance_s: nan is not positive and finite");
  options.region_time_tolerance_s = kInfinity;
  EXPECT_EQ(message(options), "region_time_tolerance_s: inf is not positive and finite");
  options = {};
  options.end_s = kInfinity;
  EXPECT_EQ(message(options), "start_s, end_s: [0, inf] is not a finite interval");
  options = {};
  options.start_s = -kInfinity;
  EXPECT_EQ(message(options), "start_s, end_s: [-inf, 8] is not a finite interval");
  options = {};
  options.end_s = -1.0;
  EXPECT_EQ(message(options), "start_s, end_s: [0, -1] is not a finite interval");
  options = {};
  options.min_probability = std::nan("");
  EXPECT_EQ(message(options), "min_probability: NaN");
  options = {};
  for (const int obstacle : {0, -1}) {
    options.obstacles = {&obstacle, 1};
    EXPECT_EQ(message(options), "obstacles[0]: there is no obstacle " + std::to_string(obstacle));
  }
  scene.ego.parts = {{"trailer", {*ConvexPolygon::Rectangle(4.0, 2.0)}}};
  EXPECT_EQ(message({}), "ego part trailer has poses of its own, which a path of the body does not determine");
}

TEST(PathTimeGraphTest, BadPredictionsAreNamed) {
  const auto message = [](const std::function<void(Prediction*)>& change) {
    Scene scene = VehicleScene();
    AddMoving({{0.0, {}, 0.0}, {1.0, {}, 0.0}, {2.0, {}, 0.0}}, *ConvexPolygon::Disc(1.0), &scene);
    change(&scene.moving_obstacles[0].predictions[0]);
    return std::string(PathTimeGraph::Create(scene, Line(10.0), {}).status().message());
  };
  EXPECT_EQ(message([](Prediction* p) { p->poses[2].time_s = 1.0; }),
            "obstacle o0: predictions[0].poses[2].time_s: 1 s is not after poses[1].time_s, 1 s");
  EXPECT_EQ(message([](Prediction* p) { p->poses[1].position.y = std::nan(""); }),
            "obstacle o0: predictions[0].poses[1].y: nan is not finite");
  EXPECT_EQ(message([](Prediction* p) { p->poses[1].time_s = 5e9; }),
            "obstacle o0: predictions[0].poses[1].time_s: 5e+09 s is beyond the limit of 4e+09 s");
  EXPECT_EQ(message([](Prediction* p) { p->poses[1].position.x = -2e8; }),
            "obstacle o0: predictions[0].poses[1].x: -2e+08 m is beyond the limit of 1e+08 m");
  EXPECT_EQ(message([](Prediction* p) { p->poses[1].yaw_rad = 2e6; }),
            "obstacle o0: predictions[0].poses[1].yaw_rad: 2e+06 rad is beyond the limit of 1e+06 rad");
  EXPECT_EQ(message([](Prediction* p) { p->poses[1].z_m = kInfinity; }),
            "obstacle o0: predictions[0].poses[1].z: inf is not finite");
  EXPECT_EQ(message([](Prediction* p) {
              p->poses.clear();
              p->occupancies = {{0.0, {}}, {std::nan(""), {}}};
            }),
            "obstacle o0: predictions[0].occupancies[1].time_s: nan is not finite");
}

// The path is beside some cells and through others, and past a point.
TEST(PathTimeGraphTest, GridsAndPointsAreAsTheirShapes) {
  Random random(20261130);
  Scene scene = VehicleScene();
  std::vector<uint8_t> values(100 * 30);
  for (uint8_t& value : values) value = random.Integer(0, 99) == 0 ? 1 : 0;
  scene.static_obstacles.resize(2);
  scene.static_obstacles[0].elements = Elements::FromGrid({0.0, {5.0, -8.0}, 0.1}, 100, 30, 0.5, values).value();
  scene.static_obstacles[1].elements = Elements::FromPoints({0.0, {70.0, 0.0}, 0.0}, {{1.0, 0.5, 0.0}}).value();
  const EgoPath path = Line(100.0);
  const PathTimeGraph graph = Graph(scene, path);
  ASSERT_GT(graph.regions().size(), 3u);
  EXPECT_EQ(graph.regions().front().obstacle, 0);
  EXPECT_EQ(graph.regions().back().obstacle, 1);
  const Comparison comparison = CompareAtRandom(scene, path, {}, graph, 2000, random);
  EXPECT_EQ(comparison.false_free, 0);
  EXPECT_EQ(comparison.false_contact, 0);
  EXPECT_EQ(comparison.far_between, 0);
  EXPECT_GT(comparison.contacts, 500);
}

// A vehicle crosses at 90 degrees: its front reaches the body's left side at the time 3, its rear
// leaves the right side at 5, the body is in its way from the station 16 to 22.
TEST(PathTimeGraphTest, ACrossingIsARectangle) {
  Scene scene = VehicleScene();
  AddMoving({{0.0, {19.0, -15.0}, M_PI / 2}, {8.0, {19.0, 17.0}, M_PI / 2}}, *ConvexPolygon::Rectangle(4.0, 2.0),
            &scene);
  const PathTimeGraph graph = Graph(scene, Line(100.0));
  ASSERT_EQ(graph.regions().size(), 1u);
  const OccupiedRegion& region = graph.regions()[0];
  EXPECT_FALSE(region.has_graze);
  for (const PathTimeBox& box : {region.outer_box, region.inner_box}) {
    EXPECT_NEAR(box.min_station_m, 16.0, 1e-9);
    EXPECT_NEAR(box.max_station_m, 22.0, 1e-9);
    EXPECT_NEAR(box.min_time_s, 3.0, 1e-9);
    EXPECT_NEAR(box.max_time_s, 4.5, 1e-9);
  }
  EXPECT_EQ(graph.parts(region).size(), 1u);
}

TEST(PathTimeGraphTest, OneInstant) {
  Scene scene = VehicleScene();
  AddMoving({{0.0, {19.0, -15.0}, M_PI / 2}, {8.0, {19.0, 17.0}, M_PI / 2}}, *ConvexPolygon::Rectangle(4.0, 2.0),
            &scene);
  PathTimeOptions options;
  options.start_s = 4.0;
  options.end_s = 4.0;
  const PathTimeGraph graph = Graph(scene, Line(100.0), options);
  ASSERT_EQ(graph.regions().size(), 1u);
  EXPECT_NEAR(graph.regions()[0].outer_box.min_station_m, 16.0, 1e-9);
  EXPECT_NEAR(graph.regions()[0].inner_box.max_station_m, 22.0, 1e-9);
  EXPECT_EQ(graph.regions()[0].inner_box.min_time_s, 4.0);
  options.start_s = options.end_s = 2.0;
  EXPECT_TRUE(Graph(scene, Line(100.0), options).regions().empty());
}

TEST(PathTimeGraphTest, ManyPosesOfOneMotionAreAsGoodAsTwo) {
  Scene scene = VehicleScene();
  std::vector<TimedPose> poses;
  for (int k = 0; k <= 80; ++k) poses.push_back({0.1 * k, {19.0, -15.0 + 0.4 * k}, M_PI / 2});
  AddMoving(poses, *ConvexPolygon::Rectangle(4.0, 2.0), &scene);
  std::vector<PathPose> path;
  for (int k = 0; k <= 100; ++k) path.push_back({1.0 * k, {1.0 * k, 0.0}, 0.0});
  const PathTimeGraph graph = Graph(scene, *EgoPath::Create(path));
  ASSERT_EQ(graph.regions().size(), 1u);
  EXPECT_EQ(graph.parts().size(), 1u);
}

TEST(PathTimeGraphTest, AFollowerOccupiesABandForEver) {
  Scene scene = VehicleScene();
  AddMoving({{0.0, {20.0, 0.0}, 0.0}, {8.0, {60.0, 0.0}, 0.0}}, *ConvexPolygon::Rectangle(4.0, 2.0), &scene);
  const PathTimeGraph graph = Graph(scene, Line(100.0));
  ASSERT_EQ(graph.regions().size(), 1u);
  std::vector<Interval> free_m;
  ASSERT_TRUE(FreeStations(graph, 4.0, 0.0, &free_m).ok());
  ASSERT_EQ(free_m.size(), 2u);
  EXPECT_NEAR(free_m[0].max, 36.0, 1e-8);
  EXPECT_NEAR(free_m[1].min, 44.0, 1e-8);
}

// Beside the lane, exactly touching: contact is outer, never inner, and reported.
TEST(PathTimeGraphTest, GrazesAreReported) {
  Scene scene = VehicleScene();
  AddMoving({{0.0, {20.0, 2.0}, 0.0}, {8.0, {60.0, 2.0}, 0.0}}, *ConvexPolygon::Rectangle(4.0, 2.0), &scene);
  const PathTimeGraph graph = Graph(scene, Line(100.0));
  ASSERT_EQ(graph.regions().size(), 1u);
  EXPECT_TRUE(graph.regions()[0].has_graze);
  EXPECT_TRUE(graph.regions()[0].inner_box.empty());
  scene.moving_obstacles[0].predictions[0].poses[0].position.y = 2.001;
  scene.moving_obstacles[0].predictions[0].poses[1].position.y = 2.001;
  EXPECT_TRUE(Graph(scene, Line(100.0)).regions().empty());
}

TEST(PathTimeGraphTest, TwoVisitsAreTwoRegions) {
  Scene scene = VehicleScene();
  AddMoving({{0.0, {19.0, -15.0}, 0.0}, {3.0, {19.0, 15.0}, 0.0}, {4.0, {19.0, 15.0}, 0.0}, {8.0, {25.0, -15.0}, 0.0}},
            *ConvexPolygon::Disc(0.5), &scene);
  scene.moving_obstacles[0].predictions.push_back(scene.moving_obstacles[0].predictions[0]);
  scene.moving_obstacles[0].predictions[1].probability = 0.25;
  PathTimeOptions options;
  EXPECT_EQ(Graph(scene, Line(100.0), options).regions().size(), 4u);
  options.min_probability = 0.5;
  EXPECT_EQ(Graph(scene, Line(100.0), options).regions().size(), 2u);
  options.min_probability = 0.0;
  const PathTimeGraph graph = Graph(scene, Line(100.0), options);
  EXPECT_EQ(graph.regions()[1].hypothesis, 0);
  EXPECT_EQ(graph.regions()[2].hypothesis, 1);
  EXPECT_EQ(graph.regions()[2].probability, 0.25);
  EXPECT_LT(graph.regions()[0].outer_box.min_time_s, graph.regions()[1].outer_box.min_time_s);
}

TEST(PathTimeGraphTest, APathOfOnePose) {
  Scene scene = VehicleScene();
  AddMoving({{0.0, {0.0, -15.0}, M_PI / 2}, {8.0, {0.0, 17.0}, M_PI / 2}}, *ConvexPolygon::Rectangle(4.0, 2.0), &scene);
  const PathTimeGraph graph = Graph(scene, *EgoPath::Create({{0.0, {}, 0.0}}));
  ASSERT_EQ(graph.regions().size(), 1u);
  EXPECT_NEAR(graph.regions()[0].outer_box.min_time_s, 3.0, 1e-9);
  EXPECT_NEAR(graph.regions()[0].inner_box.max_time_s, 4.5, 1e-9);
}

TEST(PathTimeGraphTest, StandingAndVanishingObstacles) {
  Scene scene = VehicleScene();
  scene.static_obstacles = {{"wall", "", {*ConvexPolygon::Rectangle(1.0, 1.0, {30.0, 0.0})}, {}}};
  AddMoving({{1.0, {10.0, 0.0}, 0.0}, {2.0, {10.0, 0.0}, 0.0}}, *ConvexPolygon::Rectangle(1.0, 1.0), &scene);
  AddMoving({{3.0, {50.0, 0.0}, 0.0}}, *ConvexPolygon::Rectangle(1.0, 1.0), &scene);
  PathTimeOptions options;
  const PathTimeGraph graph = Graph(scene, Line(100.0), options);
  ASSERT_EQ(graph.regions().size(), 3u);
  EXPECT_NEAR(graph.regions()[0].inner_box.min_station_m, 27.5, 1e-9);
  EXPECT_EQ(graph.regions()[0].inner_box.min_time_s, 0.0);
  EXPECT_EQ(graph.regions()[0].inner_box.max_time_s, 8.0);
  EXPECT_NEAR(graph.regions()[1].outer_box.min_time_s, 1.0, 1e-12);
  EXPECT_EQ(graph.regions()[1].inner_box.max_time_s, 2.0);
  EXPECT_EQ(graph.regions()[2].inner_box.min_time_s, 3.0);
  EXPECT_EQ(graph.regions()[2].inner_box.max_time_s, 3.0);
  options.beyond_prediction = BeyondPrediction::kHold;
  options.end_s = 20.0;
  const PathTimeGraph held = Graph(scene, Line(100.0), options);
  EXPECT_EQ(held.regions()[1].inner_box.min_time_s, 0.0);
  EXPECT_EQ(held.regions()[2].inner_box.max_time_s, 20.0);
  const int obstacles[] = {2};
  options.obstacles = obstacles;
  ASSERT_EQ(Graph(scene, Line(100.0), options).regions().size(), 1u);
  EXPECT_EQ(Graph(scene, Line(100.0), options).regions()[0].obstacle, 2);
}

// Forward for 10 m and back for 10 m: the same places at two stations.
TEST(PathTimeGraphTest, AReversingPathMeetsAnObstacleTwice) {
  Scene scene = VehicleScene();
  scene.static_obstacles = {{"post", "", {*ConvexPolygon::Disc(0.5, {8.0, 0.0})}, {}}};
  const EgoPath path = *EgoPath::Create({{0.0, {}, 0.0}, {10.0, {10.0, 0.0}, 0.0}, {20.0, {}, 0.0}});
  const PathTimeGraph graph = Graph(scene, path);
  ASSERT_EQ(graph.regions().size(), 1u);
  EXPECT_NEAR(graph.regions()[0].outer_box.min_station_m, 5.5, 2e-3);
  EXPECT_NEAR(graph.regions()[0].inner_box.max_station_m, 14.5, 2e-3);
  // Out of contact in between.
  scene.static_obstacles[0].shapes = {*ConvexPolygon::Disc(0.5, {4.0, 0.0})};
  EXPECT_EQ(Graph(scene, path).regions().size(), 2u);
}

// A loop that crosses itself: the obstacle at the crossing is met on both passages.
TEST(PathTimeGraphTest, APathThatCrossesItself) {
  std::vector<PathPose> poses;
  for (int k = -60; k <= 60; ++k) {
    // A lemniscate, whose arms cross in the origin.
    const double angle = 0.01 * M_PI * k + 0.5 * M_PI;
    const double scale = 20.0 / (1.0 + std::cos(angle) * std::cos(angle));
    PathPose pose = {0.0, {scale * std::sin(angle) - 10.0, scale * std::sin(angle) * std::cos(angle)}, 0.0};
    if (!poses.empty()) {
      const Vec2 way = pose.position - poses.back().position;
      pose.yaw_rad = std::atan2(way.y, way.x);
      pose.station_m = poses.back().station_m + Norm(way);
    }
    poses.push_back(pose);
  }
  poses.front().yaw_rad = poses[1].yaw_rad;
  Scene scene = VehicleScene();
  scene.static_obstacles = {{"post", "", {*ConvexPolygon::Disc(0.2, {-10.0, 0.0})}, {}}};
  EXPECT_EQ(Graph(scene, *EgoPath::Create(poses)).regions().size(), 2u);
}

TEST(PathTimeGraphTest, OccupanciesHoldUntilTheNext) {
  Scene scene = VehicleScene();
  MovingObstacle obstacle = {"o", "", {}, {}, {}};
  obstacle.predictions = {{0.5,
                           {},
                           {{1.0, {*ConvexPolygon::Rectangle(1.0, 1.0, {20.0, 0.0})}},
                            {2.0, {}},
                            {3.0, {*ConvexPolygon::Rectangle(1.0, 1.0, {30.0, 0.0})}}}}};
  scene.moving_obstacles = {obstacle};
  const PathTimeGraph graph = Graph(scene, Line(100.0));
  ASSERT_EQ(graph.regions().size(), 2u);
  EXPECT_EQ(graph.regions()[0].inner_box.min_time_s, 1.0);
  EXPECT_EQ(graph.regions()[0].inner_box.max_time_s, 2.0);
  EXPECT_EQ(graph.regions()[1].inner_box.max_time_s, 3.0);
  EXPECT_EQ(graph.regions()[1].probability, 0.5);
  PathTimeOptions until;
  until.end_s = 2.5;
  EXPECT_EQ(Graph(scene, Line(100.0), until).regions().size(), 1u);
}

// On the spot a radian is a metre: a 4 m x 2 m vehicle turns by a full turn beside a post.
TEST(PathTimeGraphTest, TurningOnTheSpot) {
  Candidate trajectory = {"spot", {}};
  for (int k = 0; k <= 4; ++k) trajectory.poses.push_back({1.0 * k, {}, 0.5 * M_PI * k});
  Scene scene = VehicleScene();
  scene.static_obstacles = {{"post", "", {*ConvexPolygon::Rectangle(0.2, 0.2, {0.0, 1.7})}, {}}};
  const PathTimeGraph graph = Graph(scene, *EgoPath::FromCandidate(trajectory, nullptr));
  EXPECT_NEAR(graph.end_m(), 2.0 * M_PI, 1e-12);
  ASSERT_EQ(graph.regions().size(), 2u);
  for (int k = 0; k < 2; ++k) {
    const PathTimeBox& box = graph.regions()[k].inner_box;
    EXPECT_NEAR(0.5 * (box.min_station_m + box.max_station_m), (0.5 + k) * M_PI, 0.01);
  }
}

TEST(PathTimeGraphTest, FarAndFastAndLate) {
  Scene scene = VehicleScene();
  AddMoving({{3.9e9, {1e7 + 19.0, 1e7 - 15.0}, M_PI / 2}, {3.9e9 + 8.0, {1e7 + 19.0, 1e7 + 17.0}, M_PI / 2}},
            *ConvexPolygon::Rectangle(4.0, 2.0), &scene);
  PathTimeOptions options;
  options.start_s = 3.9e9;
  options.end_s = 3.9e9 + 8.0;
  const PathTimeGraph graph =
      Graph(scene, *EgoPath::Create({{0.0, {1e7, 1e7}, 0.0}, {100.0, {1e7 + 100.0, 1e7}, 0.0}}), options);
  ASSERT_EQ(graph.regions().size(), 1u);
  EXPECT_NEAR(graph.regions()[0].outer_box.min_station_m, 16.0, 3e-4);
  EXPECT_NEAR(graph.regions()[0].inner_box.max_time_s - 3.9e9, 4.5, 3e-4);
}

TEST(PathTimeGraphTest, AssignAgainAllocatesNothing) {
  Scene scene = VehicleScene();
  std::vector<TimedPose> poses;
  for (int k = 0; k <= 80; ++k) poses.push_back({0.1 * k, {20.0 + 0.01 * k * k, -15.0 + 0.4 * k}, 1.5 - 0.003 * k});
  AddMoving(poses, *ConvexPolygon::Rectangle(4.0, 2.0), &scene);
  AddMoving(poses, *ConvexPolygon::Disc(0.5), &scene);
  scene.static_obstacles = {{"wall", "", {*ConvexPolygon::Rectangle(1.0, 1.0, {60.0, 0.0})}, {}}};
  const EgoPath path = Line(100.0);
  PathTimeGraph graph = Graph(scene, path);
  const int64_t before = AllocationCount();
  ASSERT_TRUE(graph.Assign(scene, path, {}).ok());
  EXPECT_EQ(AllocationCount(), before);
}

TEST(PathTimeGraphTest, Heights) {
  Scene scene = VehicleScene();
  scene.ego.height_m = 2.0;
  scene.static_obstacles = {{"bridge", "", {*ConvexPolygon::Rectangle(1.0, 4.0, {30.0, 0.0})}, HeightSpan{2.5, 4.0}}};
  EXPECT_TRUE(Graph(scene, Line(100.0)).regions().empty());
  // The road rises by 1 m on 100 m: below the bridge from the station 50 on there is contact.
  const auto rising = [](double to_m) {
    return *EgoPath::Create({{0.0, {}, 0.0}, {100.0, {100.0, 0.0}, 0.0, {to_m, 0.0, 0.0}}});
  };
  EXPECT_TRUE(Graph(scene, rising(1.0)).regions().empty());
  scene.static_obstacles[0].shapes = {*ConvexPolygon::Rectangle(60.0, 4.0, {40.0, 0.0})};
  const PathTimeGraph graph = Graph(scene, rising(1.0));
  ASSERT_EQ(graph.regions().size(), 1u);
  EXPECT_NEAR(graph.regions()[0].outer_box.min_station_m, 50.0, 1e-9);
  EXPECT_NEAR(graph.regions()[0].inner_box.max_station_m, 72.0, 1e-9);
  scene.ego.height_m.reset();
  EXPECT_NEAR(Graph(scene, rising(1.0)).regions()[0].outer_box.min_station_m, 8.0, 1e-9);
  // A tilted body is undecided.
  scene.ego.height_m = 2.0;
  const PathTimeGraph tilted =
      Graph(scene, *EgoPath::Create({{0.0, {}, 0.0}, {100.0, {100.0, 0.0}, 0.0, {1.0, 0.01, 0.0}}}));
  ASSERT_EQ(tilted.regions().size(), 1u);
  EXPECT_TRUE(tilted.regions()[0].is_undecided);
  EXPECT_TRUE(tilted.regions()[0].inner_box.empty());
  EXPECT_LT(tilted.regions()[0].outer_box.min_station_m, 50.0);
}

// Obstacles without heights are in the way of bodies with heights, tilted or not; those that are
// tilted are undecided only if both have heights.
TEST(PathTimeGraphTest, AnObstacleWithoutHeights) {
  Scene scene = VehicleScene();
  scene.ego.height_m = 2.0;
  for (const double pitch_rad : {0.0, 0.1}) {
    for (const bool has_height : {false, true}) {
      scene.moving_obstacles.clear();
      AddMoving({{0.0, {30.0, 0.0}, 0.0, 0.0, pitch_rad}, {8.0, {30.0, 0.0}, 0.0, 0.0, pitch_rad}},
                *ConvexPolygon::Rectangle(4.0, 2.0), &scene);
      if (has_height) scene.moving_obstacles[0].height = HeightSpan{0.0, 1.0};
      const PathTimeGraph graph = Graph(scene, Line(100.0));
      ASSERT_EQ(graph.regions().size(), 1u);
      EXPECT_NEAR(graph.regions()[0].outer_box.min_station_m, 26.0, pitch_rad == 0.0 ? 1e-9 : 1.5);
      EXPECT_EQ(graph.regions()[0].is_undecided, has_height && pitch_rad != 0.0);
    }
  }
}

// Each angle is within its limit, their sum is not.
TEST(PathTimeGraphTest, PitchAndRollTogetherMayBeLarge) {
  Scene scene = VehicleScene();
  scene.ego.height_m = 2.0;
  AddMoving({{0.0, {30.0, 0.0}, 0.0, 0.0, 0.5, 0.5}, {8.0, {30.0, 0.0}, 0.0, 0.0, 0.5, 0.5}},
            *ConvexPolygon::Rectangle(4.0, 2.0), &scene);
  scene.moving_obstacles[0].height = HeightSpan{0.0, 1.0};
  scene.moving_obstacles[0].shapes.push_back(*ConvexPolygon::Rectangle(4.0, 2.0, {1.0, 0.0}));
  const PathTimeGraph graph = Graph(scene, Line(100.0));
  ASSERT_EQ(graph.regions().size(), 1u);
  EXPECT_GT(graph.parts(graph.regions()[0]).size(), 1u);
  EXPECT_TRUE(graph.regions()[0].is_undecided);
  EXPECT_LE(graph.regions()[0].outer_box.min_station_m, 26.0);
}

TEST(PathTimeGraphTest, APathOfOnePoseAtOneInstant) {
  Scene scene = VehicleScene();
  AddMoving({{0.0, {30.0, 0.0}, 0.0}, {8.0, {0.0, 0.0}, 0.0}}, *ConvexPolygon::Rectangle(4.0, 2.0), &scene);
  PathTimeOptions options;
  options.start_s = options.end_s = 8.0;
  EXPECT_EQ(Graph(scene, *EgoPath::Create({{0.0, {}, 0.0}}), options).regions().size(), 1u);
  options.start_s = options.end_s = 1.0;
  EXPECT_TRUE(Graph(scene, *EgoPath::Create({{0.0, {}, 0.0}}), options).regions().empty());
}

TEST(PathTimeBoxTest, IsEmptyWithoutStationsOrTimes) {
  EXPECT_TRUE(PathTimeBox().empty());
  EXPECT_FALSE((PathTimeBox{1.0, 1.0, 2.0, 2.0}).empty());
  EXPECT_TRUE((PathTimeBox{1.0, 0.0, 2.0, 2.0}).empty());
  EXPECT_TRUE((PathTimeBox{1.0, 1.0, 2.0, 1.0}).empty());
}

// Contact with a solid, whose ground plan need not be met at every height, is undecided.
TEST(PathTimeGraphTest, SolidsAreTheirGroundPlans) {
  Scene scene = VehicleScene();
  scene.ego.height_m = 2.0;
  const auto graph_of = [&](double z_min_m) {
    StaticObstacle obstacle = {"sign", "", {}, {}};
    obstacle.polytopes = {*Polytope::FromPoints({{29, -1, z_min_m}, {31, -1, z_min_m}, {30, 1, z_min_m}, {30, 0, 5}})};
    scene.static_obstacles = {obstacle};
    return Graph(scene, Line(100.0));
  };
  EXPECT_TRUE(graph_of(2.5).regions().empty());
  const PathTimeGraph graph = graph_of(1.5);
  ASSERT_EQ(graph.regions().size(), 1u);
  EXPECT_TRUE(graph.regions()[0].is_undecided);
  EXPECT_TRUE(graph.regions()[0].inner_box.empty());
  EXPECT_NEAR(graph.regions()[0].outer_box.min_station_m, 27.0, 1e-9);
  EXPECT_NEAR(graph.regions()[0].outer_box.max_station_m, 33.0, 1e-9);
  scene.ego.height_m.reset();
  EXPECT_FALSE(Graph(scene, Line(100.0)).regions()[0].inner_box.empty());
}

ConvexPolygon RandomShape(Random& random) {
  const double radius_m = random.Uniform(0.0, 1.0) < 0.3 ? random.Uniform(0.1, 1.0) : 0.0;
  const Vec2 center = {random.Uniform(-1.0, 1.5), random.Uniform(-0.5, 0.5)};
  switch (random.Integer(0, 5)) {
    case 3: {
      // Many short edges.
      std::vector<Vec2> points;
      for (int k = 0; k < 30; ++k) {
        const double angle = random.Angle();
        points.push_back(center + Vec2{1.5 * std::cos(angle), 0.8 * std::sin(angle)});
      }
      return *ConvexPolygon::Hull(points, radius_m);
    }
    case 4:
      return *ConvexPolygon::Hull({center});
    case 0:
      return *ConvexPolygon::Disc(std::max(radius_m, 0.3), center);
    case 1:
      return *ConvexPolygon::Capsule(center, center + Vec2{random.Uniform(0.5, 2.0), 0.3}, radius_m);
    case 2:
      return *ConvexPolygon::Hull({center, center + Vec2{2.0, 0.3}, center + Vec2{0.4, 1.7}}, radius_m);
    default:
      return *ConvexPolygon::Create(
          ConvexPolygon::Rectangle(random.Uniform(0.5, 5.0), random.Uniform(0.5, 2.2), center)->vertices(), radius_m);
  }
}

// Poses that wander, at a usual speed and turn; sometimes at rest, turning on the spot, or by
// nearly half a turn.
std::vector<TimedPose> RandomPoses(Random& random, double step_s, int count, Vec2 start) {
  std::vector<TimedPose> poses;
  TimedPose pose = {random.Uniform(-1.0, 1.0), start, random.Uniform(-7.0, 7.0)};
  double speed_mps = random.Uniform(-3.0, 12.0);
  double yaw_rate_radps = random.Uniform(-0.5, 0.5);
  for (int k = 0; k < count; ++k) {
    poses.push_back(pose);
    if (random.Integer(0, 5) == 0) speed_mps = random.Uniform(-3.0, 12.0);
    if (random.Integer(0, 9) == 0) speed_mps = 0.0;
    if (random.Integer(0, 5) == 0) yaw_rate_radps = random.Uniform(-0.5, 0.5);
    if (random.Integer(0, 9) == 0) yaw_rate_radps = 0.0;
    pose.time_s += step_s;
    pose.position = pose.position + (speed_mps * step_s) * Vec2{std::cos(pose.yaw_rad), std::sin(pose.yaw_rad)};
    pose.yaw_rad += random.Integer(0, 19) == 0 ? random.Uniform(-M_PI, M_PI) : yaw_rate_radps * step_s;
  }
  return poses;
}

// Cars along a straight way, at every tenth of a second.
void AddCars(int count, const std::function<Vec2(int car)>& from, Vec2 velocity_mps, Scene* scene) {
  for (int car = 0; car < count; ++car) {
    std::vector<TimedPose> poses;
    for (int k = 0; k <= 80; ++k) {
      poses.push_back({0.1 * k, from(car) + 0.1 * k * velocity_mps, std::atan2(velocity_mps.y, velocity_mps.x)});
    }
    AddMoving(poses, *ConvexPolygon::Rectangle(4.5, 1.8), scene);
  }
}

// Poses 1 m apart that turn by as much from each to the next.
EgoPath Bend(double turn_rad, double pitch_rad) {
  std::vector<PathPose> poses = {{0.0, {}, 0.0, {0.0, pitch_rad, 0.0}}};
  while (poses.size() <= 80) {
    PathPose pose = poses.back();
    pose.position = pose.position + Vec2{std::cos(pose.yaw_rad), std::sin(pose.yaw_rad)};
    pose.station_m += 1.0;
    pose.yaw_rad += turn_rad;
    poses.push_back(pose);
  }
  return *EgoPath::Create(poses);
}

// The number of parts is what a graph costs. A body that turns by half a circle on a straight way,
// in one piece, had 33,000 for each obstacle.
TEST(PathTimeGraphTest, FewPartsBesideABodyThatTurns) {
  Scene scene = VehicleScene();
  AddCars(
      3,
      [](int car) {
        return Vec2{-30.0 - 5.0 * car, 3.0};
      },
      {10.0, 0.0}, &scene);
  const EgoPath path = *EgoPath::Create({{0.0, {}, 3.1}, {17.0, {-15.0, 0.0}, 0.0}, {60.0, {28.0, 0.0}, 0.0}});
  const PathTimeGraph graph = Graph(scene, path);
  EXPECT_GE(graph.regions().size(), 3u);
  EXPECT_LT(graph.parts().size(), 3000u);
}

// Cars that go straight on where the path bends had 3,000 parts each.
TEST(PathTimeGraphTest, FewPartsBesideCarsThatLeaveTheBend) {
  Scene scene = VehicleScene();
  AddCars(
      5,
      [](int car) {
        return Vec2{8.0 * car - 10.0, 0.0};
      },
      {8.0, 0.0}, &scene);
  const PathTimeGraph graph = Graph(scene, Bend(0.02, 0.0));
  EXPECT_GE(graph.regions().size(), 4u);
  EXPECT_LT(graph.parts().size(), 1000u);
}

// Nothing is to be found in what the tilt leaves undecided: it had 6,000 parts for each obstacle.
TEST(PathTimeGraphTest, TiltAddsFewParts) {
  Scene scene = VehicleScene();
  scene.ego.height_m = 1.5;
  AddCars(
      5,
      [](int car) {
        return Vec2{10.0 + 8.0 * car, -20.0};
      },
      {0.0, 8.0}, &scene);
  for (MovingObstacle& obstacle : scene.moving_obstacles) obstacle.height = HeightSpan{0.0, 1.5};
  const PathTimeGraph flat = Graph(scene, Bend(0.02, 0.0));
  const PathTimeGraph tilted = Graph(scene, Bend(0.02, 0.01));
  EXPECT_GE(flat.regions().size(), 4u);
  EXPECT_EQ(tilted.regions().size(), flat.regions().size());
  EXPECT_LT(tilted.parts().size(), 2 * flat.parts().size());
  for (const RegionPart& part : tilted.parts()) EXPECT_TRUE(part.is_undecided && part.inner_box.empty());
}

TEST(PathTimeGraphTest, TooManyPartsAreRefused) {
  Scene scene = VehicleScene();
  AddCars(
      2,
      [](int car) {
        return Vec2{10.0 + 8.0 * car, -20.0};
      },
      {0.0, 8.0}, &scene);
  PathTimeOptions options;
  const auto count = static_cast<int>(Graph(scene, Line(60.0), options).parts().size());
  ASSERT_GT(count, 1);
  options.most_parts = count;
  PathTimeGraph graph = Graph(scene, Line(60.0), options);
  options.most_parts = count - 1;
  const absl::Status status = graph.Assign(scene, Line(60.0), options);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(status.message(), "obstacle o1: up to it the graph has more than " + std::to_string(count - 1) + " parts");
  EXPECT_TRUE(graph.regions().empty() && graph.parts().empty());
  options.most_parts = -1;
  EXPECT_EQ(graph.Assign(scene, Line(60.0), options).message(), "most_parts: -1 is negative");
}

// An instant of the checker finds what begins or ends within kSameInstant_s of it.
TEST(PathTimeGraphTest, ShapesThatBeginJustAfterTheLastPoseExistAtItsTime) {
  Scene scene = VehicleScene();
  AddMoving({{0.0, {10.0, 0.0}, 0.0}, {1.0, {10.0, 0.0}, 0.0}}, *ConvexPolygon::Rectangle(4.0, 2.0, {0.0, 30.0}),
            &scene);
  for (const double past_s : {-0.5e-6, 0.0, 0.5e-6, 0.99e-6}) {
    scene.moving_obstacles[0].predictions[0].timed_shapes = {{1.0 + past_s, {*ConvexPolygon::Rectangle(4.0, 2.0)}}};
    const PathTimeGraph graph = Graph(scene, Line(20.0));
    ASSERT_EQ(graph.regions().size(), 1u) << past_s;
    EXPECT_TRUE(graph.regions()[0].outer_box.min_time_s <= 1.0 && graph.regions()[0].outer_box.max_time_s >= 1.0);
  }
  scene.moving_obstacles[0].predictions[0].timed_shapes[0].time_s = 1.0 + 1.1e-6;
  EXPECT_TRUE(Graph(scene, Line(20.0)).regions().empty());
}

TEST(PathTimeGraphTest, ObstaclesJustOutsideTheTimesOfInterestExistAtTheirEnds) {
  const ConvexPolygon shape = *ConvexPolygon::Rectangle(4.0, 2.0, {10.0, 0.0});
  Scene poses = VehicleScene();
  AddMoving({{1.0, {}, 0.0}, {2.0, {}, 0.0}}, shape, &poses);
  Scene occupancies = VehicleScene();
  AddMoving({}, shape, &occupancies);
  occupancies.moving_obstacles[0].predictions[0].occupancies = {{1.0, {shape}}, {2.0, {shape}}};
  for (const Scene* scene : {&poses, &occupancies}) {
    for (const double by_s : {0.5e-6, 1.1e-6}) {
      PathTimeOptions options;
      options.start_s = 0.0;
      options.end_s = 1.0 - by_s;
      const size_t regions = by_s < kSameInstant_s ? 1 : 0;
      EXPECT_EQ(Graph(*scene, Line(20.0), options).regions().size(), regions) << by_s;
      options.start_s = 2.0 + by_s;
      options.end_s = 3.0;
      EXPECT_EQ(Graph(*scene, Line(20.0), options).regions().size(), regions) << by_s;
    }
  }
}

TEST(PathTimeGraphTest, RandomPointsAgree) {
  Random random(TestSeed() + 7);
  Comparison sum;
  for (int k = 0; k < 100; ++k) {
    Scene scene;
    scene.ego.shapes = {RandomShape(random)};
    if (k % 3 == 0) scene.ego.shapes.push_back(RandomShape(random));
    Candidate ego = {"ego", RandomPoses(random, 0.25, 1 + random.Integer(0, 12), {0.0, 0.0})};
    const EgoPath path = *EgoPath::FromCandidate(ego, nullptr);
    for (int o = random.Integer(0, 2); o >= 0; --o) {
      AddMoving(RandomPoses(random, random.Uniform(0.1, 1.0), 1 + random.Integer(0, 12),
                            {random.Uniform(-6.0, 15.0), random.Uniform(-6.0, 6.0)}),
                RandomShape(random), &scene);
    }
    if (k % 4 == 0)
      scene.static_obstacles = {{"s", "", {*RandomShape(random).Posed(Pose2::FromYaw({5.0, 1.0}, 0.3))}, {}}};
    if (k % 5 == 0) {
      Prediction& prediction = scene.moving_obstacles[0].predictions[0];
      prediction.timed_shapes = {
          {0.33, {RandomShape(random)}}, {0.77, {}}, {1.21, {RandomShape(random), RandomShape(random)}}};
    }
    PathTimeOptions options;
    options.start_s = random.Uniform(-1.0, 0.5);
    options.end_s = options.start_s + random.Uniform(0.0, 4.0);
    Prediction& first = scene.moving_obstacles[0].predictions[0];
    if (k % 3 == 1) {
      // Shapes that begin near the last pose, and times of interest that end near the first or a
      // later one.
      const double last_s = first.poses.back().time_s;
      if (first.timed_shapes.empty() || first.timed_shapes.back().time_s < last_s - 0.1) {
        first.timed_shapes.push_back({last_s + random.Sign() * random.Uniform(0.3, 1.2) * kSameInstant_s,
                                      {*ConvexPolygon::Rectangle(8.0, 8.0)}});
      }
      const auto pose = static_cast<size_t>(random.Index(static_cast<int>(first.poses.size())));
      options.end_s = first.poses[pose].time_s + random.Sign() * random.Uniform(0.3, 1.2) * kSameInstant_s;
      options.start_s = random.Integer(0, 1) == 0 ? options.end_s : std::min(options.start_s, options.end_s);
    }
    options.beyond_prediction = k % 2 == 0 ? BeyondPrediction::kHold : BeyondPrediction::kAbsent;
    const PathTimeGraph graph = Graph(scene, path, options);
    const Comparison one = CompareAtRandom(scene, path, options, graph, 500, random);
    EXPECT_EQ(one.false_free, 0) << k;
    EXPECT_EQ(one.false_contact, 0) << k;
    sum.points += one.points;
    sum.contacts += one.contacts;
    sum.between += one.between;
    sum.far_between += one.far_between;
  }
  EXPECT_GT(sum.contacts, sum.points / 10);
  EXPECT_LT(sum.between, sum.points / 20);
  EXPECT_EQ(sum.far_between, 0);
}

}  // namespace
}  // namespace collision2d::planner
