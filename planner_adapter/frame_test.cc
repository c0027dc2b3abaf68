// Everything is in the frame of the scene's data, wherever that is, and roads and static obstacles
// that were made at another place of the map serve as well as those of the scene.

#include <memory>
#include <optional>
#include <random>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/planner.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/path_time/ego_path.h"
#include "planner_adapter/path_time/path_time_graph.h"

namespace collision2d::planner {
namespace {

// Numbers of at most 20 bits behind the point, so that moving them by some 10^6 m rounds nothing.
double Coarse(double low, double high, std::mt19937_64* engine) {
  const double value = low + (high - low) * 0x1p-53 * static_cast<double>((*engine)() >> 11);
  return std::round(value * 0x1p20) * 0x1p-20;
}

Candidate Drive(Vec2 from, double speed_mps, std::mt19937_64* engine) {
  Candidate trajectory;
  trajectory.id = "c";
  Vec2 at = from;
  for (int k = 0; k <= 20; ++k) {
    trajectory.poses.push_back({0.2 * k, at, Coarse(-0.1, 0.1, engine)});
    at = at + Vec2{std::round(speed_mps * 0.2 * 0x1p20) * 0x1p-20, Coarse(-0.2, 0.2, engine)};
  }
  return trajectory;
}

input::Polygon Box(Vec2 min, Vec2 max) { return {{min, {max.x, min.y}, max, {min.x, max.y}}}; }

// A road with cars, posts and a slab overhead, all of it beside `place`; the ego vehicle begins
// there if has_ego, so that the local frame is one of many.
input::Scene SceneAt(Vec2 place, unsigned seed, bool has_ego) {
  std::mt19937_64 engine(seed);
  input::Scene scene;
  scene.id = "beside";
  scene.time_step_s = 0.2;
  scene.ego = {{input::Rectangle{4.5, 1.8, {1.25, 0.0}}}};
  scene.ego.height_m = 1.5;
  for (int i = -1; i < 10; ++i) {
    scene.drivable_area.push_back(Box(place + Vec2{10.0 * i, -6.0}, place + Vec2{10.0 * i + 10.0, 6.0}));
  }
  for (int i = 0; i < 6; ++i) {
    const Vec2 post = place + Vec2{Coarse(10.0, 80.0, &engine), Coarse(-7.0, 7.0, &engine)};
    scene.static_obstacles.push_back({"post" + std::to_string(i), "", {input::Disc{post, 0.25}}});
  }
  const Vec2 overhead = place + Vec2{30.0, 0.0};
  scene.static_obstacles.push_back({"slab", "", {Box(overhead, overhead + Vec2{4.0, 4.0})}});
  scene.static_obstacles.back().height = HeightSpan{2.0, 3.0};
  if (seed % 2 == 0) scene.static_obstacles.back().height->z_min_m = 1.0;
  for (int i = 0; i < 3; ++i) {
    const std::string id = "car" + std::to_string(i);
    scene.moving_obstacles.push_back({id, "", {input::Rectangle{4.5, 1.8}}});
    const Vec2 from = place + Vec2{Coarse(15.0, 60.0, &engine), Coarse(-5.0, 5.0, &engine)};
    scene.predictions.push_back({id, Drive(from, 4.0, &engine).poses});
    scene.predictions.back().poses.resize(12 + 3 * i);  // Some end early.
  }
  for (int i = 0; i < 20; ++i) {
    const Vec2 from = place + Vec2{0.0, Coarse(-4.0, 4.0, &engine)};
    scene.candidates.push_back(Drive(from, Coarse(2.0, 18.0, &engine), &engine));
    scene.candidates.back().id = "c" + std::to_string(i);
  }
  scene.reference_path = {place + Vec2{-10.0, 0.0}, place + Vec2{100.0, 0.0}};
  if (has_ego) {
    scene.ego_state = EgoState();
    scene.ego_state->pose = {0.0, place, 0.0};
    scene.ego_state->speed_mps = 8.0;
  }
  return scene;
}

CheckerOptions WithMetrics() {
  CheckerOptions options;
  options.metrics = MetricOptions::All();
  return options;
}

std::vector<Verdict> Checked(const TrajectoryChecker& checker, absl::Span<const Candidate> candidates) {
  std::vector<Verdict> verdicts(candidates.size());
  const absl::Status status = checker.Check(candidates, absl::MakeSpan(verdicts));
  EXPECT_TRUE(status.ok()) << status;
  return verdicts;
}

void ExpectSame(const std::optional<Encounter>& a, const std::optional<Encounter>& b, Vec2 way, double tolerance_m) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a.has_value()) return;
  EXPECT_EQ(a->step, b->step);
  EXPECT_EQ(a->obstacle, b->obstacle);
  EXPECT_NEAR(a->time_s, b->time_s, tolerance_m);
  EXPECT_NEAR(a->signed_distance_m, b->signed_distance_m, tolerance_m);
  EXPECT_LE(Norm(a->witness_ego + way - b->witness_ego), 1e-8 + tolerance_m);
  EXPECT_LE(Norm(a->witness_obstacle + way - b->witness_obstacle), 1e-8 + tolerance_m);
}

// `b` is the verdict of what is `way` farther on. Points at 10^6 m are rounded by 10^-9 m.
void ExpectSame(const Verdict& a, const Verdict& b, Vec2 way, double tolerance_m) {
  EXPECT_EQ(a.outcome, b.outcome);
  ExpectSame(a.first_collision, b.first_collision, way, tolerance_m);
  ExpectSame(a.minimum_clearance, b.minimum_clearance, way, tolerance_m);
  EXPECT_EQ(a.vertical_clearance.has_value(), b.vertical_clearance.has_value());
  ASSERT_EQ(a.reservations.size(), b.reservations.size());
  for (size_t i = 0; i < a.reservations.size(); ++i) {
    ExpectSame(a.reservations[i].encounter, b.reservations[i].encounter, way, tolerance_m);
  }
  ASSERT_EQ(a.road_clearance.has_value(), b.road_clearance.has_value());
  if (a.road_clearance.has_value()) {
    EXPECT_NEAR(a.road_clearance->clearance_m, b.road_clearance->clearance_m, tolerance_m);
    EXPECT_LE(Norm(a.road_clearance->witness_ego + way - b.road_clearance->witness_ego), 1e-8 + tolerance_m);
    EXPECT_LE(Norm(a.road_clearance->witness_road + way - b.road_clearance->witness_road), 1e-8 + tolerance_m);
  }
  EXPECT_EQ(a.metrics.headway.has_value(), b.metrics.headway.has_value());
  ASSERT_EQ(a.metrics.post_encroachment_time.has_value(), b.metrics.post_encroachment_time.has_value());
  if (a.metrics.post_encroachment_time.has_value()) {
    EXPECT_NEAR(a.metrics.post_encroachment_time->gap_s, b.metrics.post_encroachment_time->gap_s, tolerance_m);
  }
}

constexpr Vec2 kFar = {450'000.0, 5'400'000.0};

TEST(FrameTest, AWallInMapCoordinatesIsHitThere) {
  input::Scene map;
  map.id = "map";
  map.ego = {{input::Rectangle{4.5, 1.8}}};
  map.static_obstacles = {{"wall", "", {Box(kFar + Vec2{20.0, -5.0}, kFar + Vec2{21.0, 5.0})}}};
  const TrajectoryChecker checker = TrajectoryChecker::Create(MakeScene(map).value(), {}).value();
  Candidate through;
  through.id = "through";
  through.poses = {{0.0, kFar}, {4.0, kFar + Vec2{40.0, 0.0}}};
  const std::vector<Verdict> verdicts = Checked(checker, {through});
  ASSERT_TRUE(verdicts[0].collides());
  EXPECT_NEAR(verdicts[0].first_collision->witness_obstacle.x, kFar.x + 20.0, 0.5);
  EXPECT_EQ(checker.Profiles({through})->front().back().clearance_m.value() > 10.0, true);
}

TEST(FrameTest, VerdictsDoNotDependOnTheFrameOfTheData) {
  int collisions = 0, reservations = 0, encroachments = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Scene near = MakeScene(SceneAt({}, seed, seed % 3 == 0)).value();
    const Scene far = MakeScene(SceneAt(kFar, seed, seed % 3 == 0)).value();
    const std::vector<Verdict> of_near =
        Checked(TrajectoryChecker::Create(Scene(near), WithMetrics()).value(), near.candidates);
    const std::vector<Verdict> of_far =
        Checked(TrajectoryChecker::Create(Scene(far), WithMetrics()).value(), far.candidates);
    for (size_t i = 0; i < of_near.size(); ++i) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " candidate " << i);
      ExpectSame(of_near[i], of_far[i], kFar, 0.0);
      EXPECT_EQ(of_near[i].pairs_checked, of_far[i].pairs_checked);
      collisions += of_near[i].collides();
      reservations += static_cast<int>(of_near[i].reservations.size());
      encroachments += of_near[i].metrics.post_encroachment_time.has_value();
    }
  }
  EXPECT_GT(collisions, 100);
  EXPECT_GT(reservations, 10);
  EXPECT_GT(encroachments, 50);
}

TEST(FrameTest, MapsThatWereMadeElsewhereServeAllCycles) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    // The map's frame begins at its first cell, that of the cycle at the ego vehicle.
    input::Scene map = SceneAt(kFar, seed, false);
    map.candidates.clear();
    map.reference_path.clear();
    map.moving_obstacles.clear();
    map.predictions.clear();
    const Scene map_scene = MakeScene(map).value();
    const Scene scene = MakeScene(SceneAt(kFar, seed, true)).value();
    ASSERT_NE(map_scene.origin, scene.origin);
    const auto road = std::make_shared<const Road>(Road::FromScene(map_scene, 0.1).value());
    const auto statics = TrajectoryChecker::MakeStaticObstacles(std::make_shared<const Scene>(map_scene)).value();
    for (const bool instants_only : {false, true}) {
      CheckerOptions options = WithMetrics();
      options.instants_only = instants_only;
      const TrajectoryChecker fresh = TrajectoryChecker::Create(Scene(scene), options).value();
      const TrajectoryChecker kept = TrajectoryChecker::Create(Scene(scene), options, {road, statics}).value();
      const std::vector<Verdict> expected = Checked(fresh, scene.candidates);
      const std::vector<Verdict> verdicts = Checked(kept, scene.candidates);
      for (size_t i = 0; i < verdicts.size(); ++i) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " candidate " << i);
        // A contact between instants is known to 1e-6 s, at up to 22 m/s.
        ExpectSame(expected[i], verdicts[i], {}, instants_only ? 1e-9 : 3e-5);
      }
      const auto profile = kept.Profiles({scene.candidates[0]})->front();
      const auto expected_profile = fresh.Profiles({scene.candidates[0]})->front();
      ASSERT_EQ(profile.size(), expected_profile.size());
      for (size_t k = 0; k < profile.size(); ++k) {
        EXPECT_NEAR(profile[k].clearance_m.value(), expected_profile[k].clearance_m.value(), 1e-9);
        EXPECT_NEAR(profile[k].road_clearance_m.value(), expected_profile[k].road_clearance_m.value(), 1e-9);
      }
    }
  }
}

TEST(FrameTest, RoadsOfScenesAreAskedInTheSceneFrame) {
  const Scene near = MakeScene(SceneAt({}, 1, true)).value();
  const Scene far = MakeScene(SceneAt(kFar, 1, true)).value();
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(4.0, 2.0, {}).value()};
  const Road roads[] = {Road::FromScene(near, 0.1).value(), Road::FromScene(far, 0.1).value()};
  const Vec2 places[] = {{}, kFar};
  for (const Vec2 at : {Vec2{5.0, 0.0}, Vec2{5.0, 5.5}, Vec2{-30.0, 4.0}}) {
    RoadPoseClearance clearances[2];
    TrajectoryRoadClearance least[2];
    SweptHit departures[2];
    for (int k = 0; k < 2; ++k) {
      const std::vector<Pose2> poses = {Pose2(places[k] + at), Pose2(places[k] + at + Vec2{0.0, 8.0})};
      ASSERT_TRUE(roads[k].Clearances(body, absl::MakeConstSpan(poses).first(1), {&clearances[k], 1}).ok());
      ASSERT_TRUE(roads[k].MinimumClearances(body, {poses, 2}, {&least[k], 1}).ok());
      ASSERT_TRUE(roads[k].FirstDepartures(body, {poses, 2}, {0.0, 1.0}, {}, {&departures[k], 1}).ok());
    }
    EXPECT_EQ(clearances[0].clearance_m, clearances[1].clearance_m);
    EXPECT_EQ(clearances[0].witness_body + kFar, clearances[1].witness_body);
    EXPECT_EQ(clearances[0].witness_edge + kFar, clearances[1].witness_edge);
    EXPECT_EQ(least[0].least.clearance_m, least[1].least.clearance_m);
    EXPECT_EQ(least[0].least.witness_edge + kFar, least[1].least.witness_edge);
    EXPECT_EQ(least[0].first_outside, least[1].first_outside);
    EXPECT_EQ(departures[0].contact_by_s, departures[1].contact_by_s);
  }
}

TEST(FrameTest, PathsAndSampledCandidatesAreInTheSceneFrame) {
  const Scene near = MakeScene(SceneAt({}, 2, true)).value();
  const Scene far = MakeScene(SceneAt(kFar, 2, true)).value();
  for (size_t i = 0; i < near.candidates.size(); ++i) {
    const EgoPath paths[] = {EgoPath::FromCandidate(near.candidates[i], nullptr).value(),
                             EgoPath::FromCandidate(far.candidates[i], nullptr).value()};
    const PathTimeGraph of_near = PathTimeGraph::Create(near, paths[0], {}).value();
    const PathTimeGraph of_far = PathTimeGraph::Create(far, paths[1], {}).value();
    ASSERT_EQ(of_near.regions().size(), of_far.regions().size());
    for (size_t k = 0; k < of_near.regions().size(); ++k) {
      EXPECT_EQ(of_near.regions()[k].obstacle, of_far.regions()[k].obstacle);
      EXPECT_NEAR(of_near.regions()[k].outer_box.min_station_m, of_far.regions()[k].outer_box.min_station_m, 1e-9);
    }
  }
  const SampledCandidates sampled = SampleFrenetLattice(far).value();
  ASSERT_FALSE(sampled.candidates.empty());
  EXPECT_EQ(sampled.candidates[0].poses[0].position, kFar);
}

}  // namespace
}  // namespace collision2d::planner
