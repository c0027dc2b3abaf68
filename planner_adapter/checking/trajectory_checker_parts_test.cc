// Vehicles of several parts with poses of their own: verdicts worked out by hand, and vehicles
// whose parts ride rigidly beside the same vehicles as one body.

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/checking/testing/random_scenes.h"
#include "planner_adapter/checking/testing/small_scenes.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

using testing::HasSubstr;

// A tractor that drives along the x axis at 10 m/s, and a trailer 6 m behind it.
Scene TractorAndTrailer() {
  Scene scene;
  scene.ego.shapes = {Box(4.0, 2.0)};
  scene.ego.parts = {{"trailer", {Box(6.0, 2.0)}}};
  scene.ego_state = EgoState();
  Candidate candidate;
  candidate.id = "c";
  candidate.poses = {{0.0, {0.0, 0.0}}, {1.0, {10.0, 0.0}}};
  candidate.part_poses = {{{0.0, {-6.0, 0.0}}, {1.0, {4.0, 0.0}}}};
  scene.candidates = {candidate};
  return scene;
}

absl::Status Refusal(const Scene& scene) {
  std::vector<Verdict> verdicts(scene.candidates.size());
  return TrajectoryChecker::Create(Scene(scene), {})->Check(scene.candidates, absl::MakeSpan(verdicts));
}

// It swings out to the left, and back: 3 m beside the lane at 0.55 s, between two instants.
TEST(TrajectoryCheckerPartsTest, ATrailerThatSwingsOutHitsAPost) {
  Scene scene = TractorAndTrailer();
  for (std::vector<TimedPose>* poses : {&scene.candidates[0].poses, &scene.candidates[0].part_poses[0]}) {
    poses->insert(poses->begin() + 1, {0.55, 0.5 * ((*poses)[0].position + (*poses)[1].position) + Vec2{0.5, 0.0}});
  }
  scene.candidates[0].part_poses[0][1].position.y = 3.0;
  scene.static_obstacles = {{"post", "", {ConvexPolygon::Create({{0.5, 4.05}}, 0.125).value()}, {}}};
  const Verdict verdict = VerdictsOf(scene)[0];
  ASSERT_TRUE(verdict.collides());
  EXPECT_EQ(verdict.first_collision->part, 1);
  EXPECT_TRUE(verdict.contact_bracket->between_instants);
  // The side of the trailer is at 1 m + 3 m t / 0.55 s.
  EXPECT_NEAR(verdict.first_collision->time_s, 0.55 * (4.05 - 0.125 - 1.0) / 3.0, 1e-6);
  scene.candidates[0].part_poses[0][1].position.y = -3.0;
  const Verdict mirrored = VerdictsOf(scene)[0];
  EXPECT_FALSE(mirrored.collides());
  // The tractor passes the post.
  EXPECT_EQ(mirrored.minimum_clearance->part, 0);
  EXPECT_NEAR(mirrored.minimum_clearance->signed_distance_m, 4.05 - 0.125 - 1.0, 1e-12);
}

// The trailer alone passes a post, which stands there for half a second, nearer than the margin.
TEST(TrajectoryCheckerPartsTest, MarginsAreAroundAllParts) {
  Scene scene = TractorAndTrailer();
  for (TimedPose& pose : scene.candidates[0].poses) pose.position.y = 20.0;
  scene.margins.body.round_m = 0.5;
  Prediction prediction;
  prediction.poses = {{0.0, {0.0, 1.25}}, {1.0, {0.0, 1.25}}};
  const std::vector<ConvexPolygon> post = {ConvexPolygon::Disc(0.0).value()};
  scene.moving_obstacles = {{"post", "", post, {prediction}, {}}};
  // The front of the trailer, 3 m ahead of its reference point, and its margin come to the post's
  // height at x = 0: after 0.3 s less sqrt(0.5^2 - 0.25^2) / 10 s.
  const double within_s = 0.3 - std::sqrt(0.1875) / 10.0;
  Verdict verdict = VerdictsOf(scene)[0];
  EXPECT_FALSE(verdict.collides());
  EXPECT_NEAR(verdict.minimum_clearance->signed_distance_m, 0.25, 1e-12);
  ASSERT_TRUE(verdict.first_within_margin.has_value());
  EXPECT_NEAR(verdict.first_within_margin->time_s, within_s, 2e-6);
  EXPECT_EQ(verdict.first_within_margin->part, 1);
  scene.moving_obstacles[0].predictions[0].timed_shapes = {{0.0, {}}, {0.5, post}};
  verdict = VerdictsOf(scene)[0];
  ASSERT_TRUE(verdict.first_within_margin.has_value());
  EXPECT_NEAR(verdict.first_within_margin->time_s, 0.5, 1e-9);
  scene.moving_obstacles[0].predictions[0].timed_shapes.pop_back();
  EXPECT_FALSE(VerdictsOf(scene)[0].first_within_margin.has_value());
}

// Both parts touch their obstacles at 0.5 s: the first obstacle is reported, and the deepest
// contact is the minimum.
TEST(TrajectoryCheckerPartsTest, PartsInContactAtOnce) {
  Scene scene = TractorAndTrailer();
  CheckerOptions options;
  options.instants_only = true;
  scene.time_step_s = 0.5;
  scene.static_obstacles = {{"a", "", {Box(0.5, 0.5, {-2.5, 0.75})}, {}}, {"b", "", {Box(1.0, 1.0, {5.0, 0.0})}, {}}};
  const Verdict both = VerdictsOf(scene, options)[0];
  EXPECT_EQ(both.first_collision->time_s, 0.5);
  EXPECT_EQ(both.first_collision->obstacle, 0);
  EXPECT_EQ(both.first_collision->part, 1);
  EXPECT_EQ(both.first_collision->signed_distance_m, -0.5);
  EXPECT_EQ(both.minimum_clearance->obstacle, 1);
  EXPECT_EQ(both.minimum_clearance->part, 0);
  EXPECT_EQ(both.minimum_clearance->signed_distance_m, -1.5);
  EXPECT_EQ(both.pairs_checked, 8);
  for (TimedPose& pose : scene.candidates[0].poses) pose.position.x -= 100.0;
  const Verdict trailer = VerdictsOf(scene, options)[0];
  EXPECT_EQ(trailer.first_collision->obstacle, 0);
  EXPECT_EQ(trailer.minimum_clearance->signed_distance_m, -0.5);
}

TEST(TrajectoryCheckerPartsTest, ATrailerAloneIsTooHighForABridge) {
  Scene scene = TractorAndTrailer();
  scene.ego.height_m = 3.0;
  scene.static_obstacles = {{"bridge", "", {Box(2.0, 20.0, {0.0, 0.0})}, HeightSpan{3.5, 5.0}}};
  const Verdict free = VerdictsOf(scene)[0];
  EXPECT_FALSE(free.collides());
  EXPECT_NEAR(free.vertical_clearance->clearance_m, 0.5, 1e-12);
  EXPECT_EQ(free.vertical_clearance->part, 0);
  scene.ego.parts[0].height_m = 4.0;
  const Verdict verdict = VerdictsOf(scene)[0];
  ASSERT_TRUE(verdict.collides());
  EXPECT_EQ(verdict.first_collision->part, 1);
  EXPECT_NEAR(verdict.first_collision->time_s, 0.2, 1e-6);
  EXPECT_NEAR(verdict.vertical_clearance->clearance_m, -0.5, 1e-12);
  EXPECT_EQ(verdict.vertical_clearance->part, 1);
  // Parts whose heights have nothing in common.
  scene.ego.parts[0].ground_clearance_m = 3.25;
  scene.ego.ground_clearance_m = 0.25;
  scene.static_obstacles.push_back({"kerb", "", {Box(2.0, 20.0, {0.0, 0.0})}, HeightSpan{-1.0, 0.125}});
  EXPECT_EQ(VerdictsOf(scene)[0].first_collision->obstacle, 0);
  scene.static_obstacles.erase(scene.static_obstacles.begin());
  EXPECT_FALSE(VerdictsOf(scene)[0].collides());
}

TEST(TrajectoryCheckerPartsTest, LeavesTheRoadWhenAPartDoes) {
  Scene scene = TractorAndTrailer();
  scene.drivable_area = {Box(100.0, 4.0)};
  EXPECT_FALSE(VerdictsOf(scene)[0].leaves_road_time_s.has_value());
  scene.candidates[0].part_poses[0][1].position.y = -2.0;
  const Verdict verdict = VerdictsOf(scene)[0];
  // Its side is at 1 m + 2 m/s t.
  EXPECT_NEAR(*verdict.leaves_road_time_s, 0.5, 2e-3);
  EXPECT_NEAR(verdict.road_clearance->clearance_m, -1.0, 1e-12);
  EXPECT_EQ(verdict.road_clearance->time_s, 1.0);
  EXPECT_EQ(verdict.road_clearance->part, 1);
  EXPECT_EQ(verdict.road_departure->part, 1);
}

// A body that is taken apart, its parts at the very poses of the body, has the same verdicts to the
// bit, and the same metrics.
TEST(TrajectoryCheckerPartsTest, RigidPartsAreOneBody) {
  int colliding = 0;
  int candidates = 0;
  for (const Heights heights : {Heights::kNone, Heights::kLevel, Heights::kTilted, Heights::kSolids}) {
    for (uint64_t seed = 0; seed < 120; ++seed) {
      SCOPED_TRACE(seed);
      SceneGenerator generator(seed, heights, seed % 3 == 0 ? Coordinates::kCoarse : Coordinates::kReal);
      Scene scene = generator.RandomScene();
      CheckerOptions options = generator.RandomOptions();
      options.instants_only = seed % 4 == 0;
      options.metrics.time_to_collision = options.metrics.post_encroachment_time = true;
      if (scene.ego.shapes.size() < 2) scene.ego.shapes.push_back(Box(3.0, 1.0, {-3.0, 0.5}));
      Scene apart = scene;
      apart.ego.parts = {{"p", {scene.ego.shapes[1]}}};
      apart.ego.shapes.pop_back();
      for (Candidate& candidate : apart.candidates) candidate.part_poses = {candidate.poses};
      const std::vector<Verdict> expected = VerdictsOf(scene, options);
      const std::vector<Verdict> actual = VerdictsOf(apart, options);
      for (size_t i = 0; i < expected.size(); ++i) {
        SCOPED_TRACE(i);
        const Verdict& a = actual[i];
        const Verdict& e = expected[i];
        ++candidates;
        colliding += e.collides() ? 1 : 0;
        for (const auto which : {&Verdict::first_collision, &Verdict::minimum_clearance}) {
          ASSERT_EQ((a.*which).has_value(), (e.*which).has_value());
          if (!(e.*which).has_value()) continue;
          EXPECT_EQ((a.*which)->time_s, (e.*which)->time_s);
          EXPECT_EQ((a.*which)->step, (e.*which)->step);
          EXPECT_EQ((a.*which)->obstacle, (e.*which)->obstacle);
          EXPECT_EQ((a.*which)->hypothesis, (e.*which)->hypothesis);
          EXPECT_EQ((a.*which)->signed_distance_m, (e.*which)->signed_distance_m);
        }
        EXPECT_EQ(a.pairs_checked, e.pairs_checked);
        EXPECT_EQ(a.leaves_road_time_s, e.leaves_road_time_s);
        ASSERT_EQ(a.vertical_clearance.has_value(), e.vertical_clearance.has_value());
        if (e.vertical_clearance.has_value()) {
          EXPECT_EQ(a.vertical_clearance->clearance_m, e.vertical_clearance->clearance_m);
          EXPECT_EQ(a.vertical_clearance->time_s, e.vertical_clearance->time_s);
        }
        ASSERT_EQ(a.road_clearance.has_value(), e.road_clearance.has_value());
        if (e.road_clearance.has_value()) {
          EXPECT_EQ(a.road_clearance->clearance_m, e.road_clearance->clearance_m);
          // Ties go to the first shape of a body, but to the first time among parts.
          EXPECT_LE(a.road_clearance->time_s, e.road_clearance->time_s);
        }
        ASSERT_EQ(a.contact_bracket.has_value(), e.contact_bracket.has_value());
        if (e.contact_bracket.has_value()) {
          EXPECT_EQ(a.contact_bracket->free_until_s, e.contact_bracket->free_until_s);
          EXPECT_EQ(a.contact_bracket->between_instants, e.contact_bracket->between_instants);
          EXPECT_EQ(a.contact_bracket->is_undecided, e.contact_bracket->is_undecided);
        }
        // The heights of one part of a tilted vehicle are fewer than those of the whole.
        if (heights == Heights::kTilted || heights == Heights::kSolids) continue;
        ASSERT_EQ(a.metrics.time_to_collision.has_value(), e.metrics.time_to_collision.has_value());
        ASSERT_EQ(a.metrics.post_encroachment_time.has_value(), e.metrics.post_encroachment_time.has_value());
        if (e.metrics.post_encroachment_time.has_value()) {
          // Each shape is searched on its own, so that grazes are the same too.
          const PostEncroachmentTime& apart_time = *a.metrics.post_encroachment_time;
          const PostEncroachmentTime& whole_time = *e.metrics.post_encroachment_time;
          EXPECT_EQ(apart_time.gap_s, whole_time.gap_s);
          EXPECT_EQ(apart_time.ego.time_s, whole_time.ego.time_s);
          EXPECT_EQ(apart_time.ego.obstacle, whole_time.ego.obstacle);
          EXPECT_EQ(apart_time.ego.hypothesis, whole_time.ego.hypothesis);
          EXPECT_EQ(apart_time.obstacle_time_s, whole_time.obstacle_time_s);
        }
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(colliding, 0.3 * candidates);
  EXPECT_LT(colliding, 0.7 * candidates);
}

TEST(TrajectoryCheckerPartsTest, RefusesPosesThatDoNotFit) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Scene scene = TractorAndTrailer();
  std::vector<std::vector<TimedPose>>& part_poses = scene.candidates[0].part_poses;
  const std::vector<std::vector<TimedPose>> legal = part_poses;
  part_poses.clear();
  EXPECT_THAT(Refusal(scene).message(), HasSubstr("candidate c: part_poses: 0 lists of poses; ego.parts has 1"));
  part_poses = {legal[0], legal[0]};
  EXPECT_THAT(Refusal(scene).message(), HasSubstr("candidate c: part_poses: 2 lists of poses; ego.parts has 1"));
  part_poses = legal;
  part_poses[0].pop_back();
  EXPECT_THAT(Refusal(scene).message(), HasSubstr("part_poses[0].poses: 1 poses; the body has 2"));
  part_poses = legal;
  part_poses[0][1].time_s = 0.875;
  EXPECT_THAT(Refusal(scene).message(),
              HasSubstr("part_poses[0].poses[1].time_s: 0.875 s is not poses[1].time_s, 1 s"));
  part_poses[0][1].time_s = nan;
  EXPECT_THAT(Refusal(scene).message(), HasSubstr("part_poses[0].poses[1].time_s: nan"));
  part_poses = legal;
  part_poses[0][1].yaw_rad = nan;
  EXPECT_THAT(Refusal(scene).message(), HasSubstr("candidate c: part_poses[0].poses[1].yaw_rad: nan is not finite"));
  part_poses = legal;
  EXPECT_TRUE(Refusal(scene).ok());
  scene.ego.parts[0].ground_clearance_m = 2.0;
  scene.ego.parts[0].height_m = 1.0;
  EXPECT_THAT(TrajectoryChecker::Create(Scene(scene), {}).status().message(), HasSubstr("ego.parts[0].height_m: "));
  scene.ego.parts[0].shapes.clear();
  EXPECT_THAT(TrajectoryChecker::Create(Scene(scene), {}).status().message(), HasSubstr("ego.parts[0].shapes: empty"));
  Scene without = TractorAndTrailer();
  without.ego.parts.clear();
  EXPECT_THAT(Refusal(without).message(), HasSubstr("part_poses: 1 lists of poses; ego.parts has 0"));
}

}  // namespace
}  // namespace collision2d::planner
