#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

const SweptHit kUntouched = {-77, -78, -79, -80.0, -81.0, true};

void ExpectSame(const SweptHit& actual, const SweptHit& expected) {
  ASSERT_EQ(actual.step, expected.step);
  ASSERT_EQ(actual.obstacle, expected.obstacle);
  ASSERT_EQ(actual.body_shape, expected.body_shape);
  ASSERT_EQ(actual.free_until_s, expected.free_until_s);
  ASSERT_EQ(actual.contact_by_s, expected.contact_by_s);
  ASSERT_EQ(actual.is_undecided, expected.is_undecided);
  ASSERT_EQ(actual.reached_limit, expected.reached_limit);
}

void ExpectSame(const SweptNearest& actual, const SweptNearest& expected) {
  ASSERT_EQ(actual.lower_m, expected.lower_m);
  ASSERT_EQ(actual.upper_m, expected.upper_m);
  ASSERT_EQ(actual.time_s, expected.time_s);
  ASSERT_EQ(actual.step, expected.step);
  ASSERT_EQ(actual.obstacle, expected.obstacle);
  ASSERT_EQ(actual.body_shape, expected.body_shape);
  ASSERT_EQ(actual.reached_limit, expected.reached_limit);
}

struct Expected {
  std::vector<SweptHit> first;
  std::vector<uint8_t> any;
  std::vector<SweptNearest> clearance;
  std::vector<int> order;  // Some of the trajectories.
  int free_position = -1;

  int contacts() const {
    return static_cast<int>(
        std::count_if(first.begin(), first.end(), [](const SweptHit& hit) { return hit.step >= 0; }));
  }
};

Expected AskScalar(const SweptScene& scene, Random* random) {
  Expected expected = {ScalarFirstContacts(scene), ScalarAnyContacts(scene), ScalarLeastDistances(scene), {}, -1};
  const int count = scene.trajectories().size();
  for (int j = 0; count > 0 && j < random->Integer(0, 2 * count); ++j) expected.order.push_back(random->Index(count));
  // The colliding ones first, in part: free ones would mostly be at once.
  const auto collides = [&](int i) { return expected.first[i].step >= 0; };
  const auto end = expected.order.begin() + random->Index(static_cast<int>(expected.order.size()) + 1);
  std::stable_partition(expected.order.begin(), end, collides);
  const auto free = std::find_if_not(expected.order.begin(), expected.order.end(), collides);
  if (free != expected.order.end()) expected.free_position = static_cast<int>(free - expected.order.begin());
  return expected;
}

void ExpectScalarAnswers(const SweptScene& scene, const Expected& expected) {
  const size_t count = expected.first.size();
  std::vector<SweptHit> first(count, kUntouched);
  std::vector<uint8_t> any(count, 77);
  std::vector<SweptNearest> clearance(count, {-1.0, -1.0, -1.0, -77, -78, -79});
  const Trajectories trajectories = scene.trajectories();
  const absl::Span<const double> times = scene.step_times_s;
  const MovingObstacles obstacles = scene.moving();
  ASSERT_TRUE(FirstHit(scene.body, trajectories, times, obstacles, scene.options, absl::MakeSpan(first)).ok());
  ASSERT_TRUE(AnyHit(scene.body, trajectories, times, obstacles, scene.options, absl::MakeSpan(any)).ok());
  ASSERT_TRUE(
      MinimumDistance(scene.body, trajectories, times, obstacles, {{}, scene.tolerance_m}, absl::MakeSpan(clearance))
          .ok());
  for (size_t i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "trajectory " << i);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(first[i], expected.first[i]));
    ASSERT_EQ(any[i], expected.any[i]);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(clearance[i], expected.clearance[i]));
  }
  int free_position = 77;
  first.assign(expected.order.size(), kUntouched);
  ASSERT_TRUE(FirstFree(scene.body, trajectories, times, obstacles, scene.options, expected.order, &free_position,
                        absl::MakeSpan(first))
                  .ok());
  ASSERT_EQ(free_position, expected.free_position);
  for (int j = 0; j < static_cast<int>(first.size()); ++j) {
    SCOPED_TRACE(testing::Message() << "position " << j);
    const bool is_before = free_position < 0 || j < free_position;
    ASSERT_NO_FATAL_FAILURE(ExpectSame(first[j], is_before ? expected.first[expected.order[j]] : kUntouched));
  }
}

// The least distances below limits that are less or more than these.
std::vector<SweptNearest> DistancesWithin(const SweptScene& scene, absl::Span<const double> limit_m) {
  std::vector<SweptNearest> nearest(limit_m.size());
  SweptOptions options({}, scene.tolerance_m);
  options.limit_m = limit_m;
  EXPECT_TRUE(MinimumDistance(scene.body, scene.trajectories(), scene.step_times_s, scene.moving(), options,
                              absl::MakeSpan(nearest))
                  .ok());
  return nearest;
}

std::vector<double> LimitsOf(const Expected& expected) {
  constexpr double kOfLeast[] = {0.5, 0.999, 1.001, 2.0};
  std::vector<double> limit_m;
  for (size_t i = 0; i < expected.clearance.size(); ++i) {
    limit_m.push_back(kOfLeast[i % std::size(kOfLeast)] * std::min(expected.clearance[i].upper_m, 1e3));
  }
  return limit_m;
}

void ExpectBound(const SweptNearest& within, const SweptNearest& expected, double limit_m, double tolerance_m) {
  constexpr double kRounding_m = 1e-9;
  EXPECT_LE(within.lower_m, expected.upper_m);
  if (within.obstacle < 0) {
    EXPECT_EQ(within.upper_m, std::numeric_limits<double>::infinity());
    EXPECT_TRUE(within.reached_limit || within.lower_m == std::max(0.0, limit_m - tolerance_m));
    return;
  }
  EXPECT_LE(within.upper_m, limit_m + kRounding_m);
  EXPECT_GE(within.upper_m, expected.lower_m - kRounding_m);
  EXPECT_TRUE(within.reached_limit || within.upper_m - within.lower_m <= tolerance_m);
}

void ExpectScalarAnswersOnEveryTarget(const SweptScene& scene, const Expected& expected) {
  const std::vector<double> limit_m = LimitsOf(expected);
  const std::vector<SweptNearest> within = DistancesWithin(scene, limit_m);
  for (size_t i = 0; i < limit_m.size(); ++i) {
    ExpectBound(within[i], expected.clearance[i], limit_m[i], scene.tolerance_m);
  }
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswers(scene, expected));
    const std::vector<SweptNearest> again = DistancesWithin(scene, limit_m);
    for (size_t i = 0; i < limit_m.size(); ++i) ASSERT_NO_FATAL_FAILURE(ExpectSame(again[i], within[i]));
  }
}

class SweptOfEveryKind : public testing::TestWithParam<int> {};

// In every second scene some obstacles are absent at times, or change their shapes.
TEST_P(SweptOfEveryKind, AnswersAsTheScalarQueries) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  int contacts = 0;
  int count = 0;
  for (int64_t i = 0; i < TestCaseCount(120); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const int trajectories = random.Integer(1, 40);
    const int steps = random.Integer(1, 4);
    const int obstacles = random.Chance(0.7) ? random.Integer(1, 4) : random.Integer(5, 40);
    SweptScene scene = RandomSweptScene(static_cast<SceneKind>(GetParam()), trajectories, steps, obstacles, &random);
    if (random.Chance(0.5)) ChangeObstacles(&scene, &random);
    const Expected expected = AskScalar(scene, &random);
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected));
    contacts += expected.contacts();
    count += trajectories;
  }
  EXPECT_GT(contacts, count / 50);
  EXPECT_LT(contacts, count * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(SweptTrajectories, SweptOfEveryKind, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

// Numbers of trajectories around those that share a vector or walk together, of obstacles around
// blocks.
TEST(SweptTrajectories, EveryCount) {
  Random random(TestSeed());
  int contacts = 0;
  for (const int trajectories : {0, 1, 5, 6, 15, 16, 17, 63, 64, 65, 130}) {
    for (const int obstacles : {0, 1, 2, 15, 16, 17, 34}) {
      SCOPED_TRACE(testing::Message() << trajectories << " trajectories, " << obstacles << " obstacles");
      const SweptScene scene = RandomSweptScene(SceneKind::kRectangles, trajectories, 3, obstacles, &random);
      const Expected expected = AskScalar(scene, &random);
      ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected));
      contacts += expected.contacts();
    }
  }
  EXPECT_GT(contacts, 500);
}

TEST(SweptTrajectories, NoShapesNoIntervalsNoObstacles) {
  Random random(TestSeed());
  SweptScene scene = RandomSweptScene(SceneKind::kRectangles, 20, 3, 5, &random);
  scene.body.clear();
  ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, AskScalar(scene, &random)));

  scene = RandomSweptScene(SceneKind::kRectangles, 20, 3, 5, &random);
  scene.at_start[1] = PolygonBatch();
  scene.at_end[1] = PolygonBatch();
  ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, AskScalar(scene, &random)));

  scene = RandomSweptScene(SceneKind::kRectangles, 20, 1, 5, &random);
  const Expected of_one_step = AskScalar(scene, &random);
  EXPECT_EQ(of_one_step.contacts(), 0);
  ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, of_one_step));

  scene.world_from_body.clear();
  scene.lengths.clear();
  scene.step_times_s.clear();
  scene.steps = 0;
  ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, AskScalar(scene, &random)));
}

// Shapes and obstacles that occur twice: the lowest counts.
TEST(SweptTrajectories, TiesGoToTheLowest) {
  Random random(TestSeed());
  int contacts = 0;
  for (int64_t i = 0; i < TestCaseCount(50); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    SweptScene scene = RandomSweptScene(SceneKind::kPolygons, 20, 2, 40, &random);
    scene.body = {scene.body[0], scene.body[0]};
    // The second half, in reverse: each obstacle again.
    std::vector<const ConvexPolygon*> shapes;
    std::vector<Pose2> start, end;
    for (int k = 0; k < 40; ++k) {
      const int original = std::min(k, 39 - k);
      if (original >= scene.at_start[0].size()) continue;
      shapes.push_back(&scene.at_start[0].shape(original));
      start.push_back(scene.at_start[0].world_from_shape(original));
      end.push_back(scene.at_end[0].world_from_shape(original));
    }
    scene.at_start[0] = PolygonBatch::Create(shapes, start).value();
    scene.at_end[0] = PolygonBatch::Create(shapes, end).value();
    const Expected expected = AskScalar(scene, &random);
    for (const SweptHit& hit : expected.first) {
      ASSERT_LE(hit.body_shape, 0);
      ASSERT_LT(hit.obstacle, static_cast<int>(shapes.size()) / 2);
    }
    contacts += expected.contacts();
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected));
  }
  EXPECT_GT(contacts, 100);
}

// A disc that circles another one is always at the same distance, which takes more steps for so
// narrow a tolerance than a pair may take.
TEST(SweptTrajectories, ReportTheCap) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Create({Vec2{2.0, 0.0}}, 0.5).value()};
  const ConvexPolygon disc = ConvexPolygon::Create({Vec2{0.0, 0.0}}, 0.5).value();
  const std::vector<Pose2> at_origin = {Pose2{}};
  const PolygonBatch batch = PolygonBatch::Create(absl::MakeConstSpan(&disc, 1), at_origin).value();
  const std::vector<Pose2> poses = {Pose2{}, Pose2::FromYaw({}, 3.0)};
  const std::vector<double> times_s = {0.0, 1.0};
  const MovingObstacles obstacles = {absl::MakeConstSpan(&batch, 1), absl::MakeConstSpan(&batch, 1)};
  for (const double tolerance_m : {1e-4, 1e-11}) {
    SweptNearest least;
    ASSERT_TRUE(
        MinimumDistance(body, {poses, 2}, times_s, obstacles, {{}, tolerance_m}, absl::MakeSpan(&least, 1)).ok());
    EXPECT_EQ(least.reached_limit, tolerance_m < 1e-10);
    EXPECT_LE(least.lower_m, 1.0);
    EXPECT_GE(least.lower_m, 1.0 - std::max(tolerance_m, 1e-9));
    EXPECT_NEAR(least.upper_m, 1.0, 1e-11);
  }
}

// The batches of an interval have origins far from each other, because everything moves.
TEST(SweptTrajectories, EverythingMovesFar) {
  Random random(TestSeed());
  int contacts = 0;
  for (int64_t i = 0; i < TestCaseCount(50); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    SweptScene scene = RandomSweptScene(SceneKind::kRectangles, 20, 2, 20, &random);
    const Vec2 way = {random.Sign() * random.LogUniform(1.0, 1e7), random.Sign() * random.LogUniform(1.0, 1e7)};
    for (size_t p = 1; p < scene.world_from_body.size(); p += 2) {
      scene.world_from_body[p].translation = scene.world_from_body[p].translation + way;
    }
    std::vector<Pose2> end;
    for (int k = 0; k < scene.at_end[0].size(); ++k) {
      end.push_back(scene.at_end[0].world_from_shape(k));
      end.back().translation = end.back().translation + way;
    }
    ASSERT_TRUE(scene.at_end[0].SetPoses(end).ok());
    scene.options.contact_tolerance_m = random.LogUniform(1e-14, 1e-6);
    const Expected expected = AskScalar(scene, &random);
    contacts += expected.contacts();
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected));
  }
  EXPECT_GT(contacts, 50);
}

// Threads and cuts: the same bits.
TEST(SweptTrajectories, EveryCutGivesTheSameAnswers) {
  Random random(TestSeed());
  const SweptScene scene = RandomSweptScene(SceneKind::kPolygons, 200, 3, 20, &random);
  const Expected expected = AskScalar(scene, &random);
  for (const int range : {1, 2, 3, 100}) {
    const ParallelFor backwards = [range](int count, const std::function<void(int begin, int end)>& run) {
      for (int end = count; end > 0; end -= range) run(std::max(end - range, 0), end);
    };
    std::vector<SweptHit> first(200);
    std::vector<uint8_t> any(200);
    std::vector<SweptNearest> clearance(200);
    ASSERT_TRUE(FirstHit(scene.body, scene.trajectories(), scene.step_times_s, scene.moving(), scene.options,
                         absl::MakeSpan(first), backwards)
                    .ok());
    ASSERT_TRUE(AnyHit(scene.body, scene.trajectories(), scene.step_times_s, scene.moving(), scene.options,
                       absl::MakeSpan(any), backwards)
                    .ok());
    ASSERT_TRUE(MinimumDistance(scene.body, scene.trajectories(), scene.step_times_s, scene.moving(),
                                {{}, scene.tolerance_m}, absl::MakeSpan(clearance), backwards)
                    .ok());
    for (size_t i = 0; i < 200; ++i) {
      ASSERT_NO_FATAL_FAILURE(ExpectSame(first[i], expected.first[i]));
      ASSERT_EQ(any[i], expected.any[i]);
      ASSERT_NO_FATAL_FAILURE(ExpectSame(clearance[i], expected.clearance[i]));
    }
  }
}

// A post that is there from step 1 to step 3, where it is wider: a motion that is free is free at
// its steps too.
TEST(SweptTrajectories, ObstaclesMayBeAbsentAndChange) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(2.0, 2.0).value()};
  const ConvexPolygon narrow = ConvexPolygon::Rectangle(1.0, 1.0).value();
  const ConvexPolygon same = narrow;
  const ConvexPolygon wide = ConvexPolygon::Rectangle(1.0, 9.0).value();
  const std::vector<double> times_s = {0.0, 1.0, 2.0, 3.0, 4.0};
  const Pose2 nowhere{{std::nan(""), 0.0}};
  std::vector<PolygonBatch> per_step;
  for (const ConvexPolygon* const shape :
       {(const ConvexPolygon*)nullptr, &narrow, &same, &wide, (const ConvexPolygon*)nullptr}) {
    per_step.push_back(PolygonBatch::Create({shape}, {shape == nullptr ? nowhere : Pose2()}).value());
  }
  const auto first_hit = [&](double y_m, int step, absl::Span<const PolygonBatch> batches) {
    // Beside the post at one step, far away before and after.
    std::vector<Pose2> poses(5, Pose2{{50.0, 50.0}});
    poses[step].translation = {0.0, y_m};
    SweptHit hit;
    EXPECT_TRUE(FirstHit(body, {poses, 5}, times_s, batches, {}, absl::MakeSpan(&hit, 1)).ok());
    SweptNearest nearest;
    EXPECT_TRUE(MinimumDistance(body, {poses, 5}, times_s, batches, {{}, 1e-6}, absl::MakeSpan(&nearest, 1)).ok());
    EXPECT_EQ(hit.step >= 0, nearest.upper_m == 0.0);
    return hit.step;
  };
  EXPECT_EQ(first_hit(0.0, 0, per_step), 0);  // Absent at step 0, it stands still until step 1.
  EXPECT_EQ(first_hit(0.0, 1, per_step), 0);
  EXPECT_EQ(first_hit(3.0, 1, per_step), -1);  // It is narrow at step 1 and at step 2.
  EXPECT_EQ(first_hit(3.0, 2, per_step), 2);   // Both of its shapes count from step 2 to step 3.
  EXPECT_EQ(first_hit(3.0, 4, per_step), 3);
  EXPECT_EQ(first_hit(9.0, 3, per_step), -1);
  std::vector<PolygonBatch> absent;
  for (int s = 0; s < 5; ++s) absent.push_back(PolygonBatch::Create({nullptr}, {nowhere}).value());
  EXPECT_EQ(first_hit(0.0, 2, absent), -1);
}

// A pole between two steps, which instants miss.
TEST(SweptTrajectories, FindsWhatInstantsMiss) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  const std::vector<ConvexPolygon> pole = {ConvexPolygon::Rectangle(0.2, 0.2).value()};
  std::vector<PolygonBatch> batches;
  for (int s = 0; s < 3; ++s) batches.push_back(PolygonBatch::Create(pole, {Pose2{{5.0, 0.5}}}).value());
  const auto per_step = absl::MakeConstSpan(batches);
  const std::vector<Pose2> poses = {Pose2{}, Pose2{{10.0, 0.0}}, Pose2{{20.0, 0.0}}};
  std::vector<uint8_t> any = {77};
  ASSERT_TRUE(AnyHit(body, {poses, 3}, per_step, absl::MakeSpan(any)).ok());
  EXPECT_EQ(any[0], 0);
  std::vector<SweptHit> first(1);
  ASSERT_TRUE(
      FirstHit(body, {poses, 3}, {0.0, 1.0, 2.0}, {per_step.first(2), per_step.subspan(1)}, {}, absl::MakeSpan(first))
          .ok());
  EXPECT_EQ(first[0].step, 0);
  EXPECT_EQ(first[0].obstacle, 0);
  EXPECT_FALSE(first[0].is_undecided);
  // The front reaches the pole after 2.9 m of 10.
  EXPECT_LE(first[0].free_until_s, 0.29);
  EXPECT_GE(first[0].contact_by_s, 0.29);
  EXPECT_LE(first[0].contact_by_s - first[0].free_until_s, 1e-6);
}

}  // namespace
}  // namespace collision2d
