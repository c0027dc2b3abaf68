// Questions about instants: scenes made for one property, against the pair queries; and closed
// forms.

#include <numeric>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/calls.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/pair_answers.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

testing::AssertionResult StepsAnswerAsThePairs(const TrajectoryScene& scene, const PairAnswers& pairs, Random* random) {
  const Obstacles obstacles = scene.per_step;
  return ViewsAnswerAsThePairs(scene, {&obstacles, 1}, pairs, random);
}

// Every number of obstacles around the widths of vectors, blocks and words, each with poses around
// those posed together.
TEST(Questions, EveryCountOfPoses) {
  Random random(TestSeed());
  int64_t hits = 0;
  for (const int count : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 18, 31, 33, 34, 63, 64, 65, 66, 127, 128, 130, 530}) {
    for (const int poses : {0, 1, 7, 8, 9, 15, 16, 17, 34}) {
      SCOPED_TRACE(testing::Message() << count << " obstacles, " << poses << " poses");
      PairAnswers pairs;
      ASSERT_TRUE(PosesAnswerAsThePairs(RandomScene(SceneKind::kRectangles, poses, count, &random), &random, &pairs));
      hits += CountOf(pairs.collides);
    }
  }
  EXPECT_GT(hits, 1000);
}

// Numbers of trajectories around those that share a vector or walk together, of obstacles around
// blocks.
TEST(Questions, EveryCountOfTrajectories) {
  Random random(TestSeed());
  int64_t collisions = 0;
  for (const int trajectories : {0, 1, 5, 6, 15, 16, 17, 63, 64, 65, 130}) {
    for (const int obstacles : {0, 1, 2, 15, 16, 17, 34}) {
      SCOPED_TRACE(testing::Message() << trajectories << " trajectories, " << obstacles << " obstacles");
      const TrajectoryScene scene = RandomTrajectoryScene(SceneKind::kRectangles, trajectories, 3, obstacles, &random);
      const PairAnswers pairs = AskPairs(scene);
      ASSERT_TRUE(StepsAnswerAsThePairs(scene, pairs, &random));
      collisions += CountOf(pairs.any);
    }
  }
  EXPECT_GT(collisions, 500);
}

// Few of many pairs are near each other: circles decide; then a crowd, in the same call.
TEST(Questions, SparseThenDense) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(2); ++i) {
    BatchScene scene = RandomScene(SceneKind::kPolygons, 100, 200, &random);
    for (size_t p = 0; p < scene.world_from_body.size(); p += 1 + p / 30) {
      scene.world_from_body[p].translation.x += random.Uniform(-200.0, 200.0);
    }
    for (size_t k = 0; k < scene.world_from_obstacle.size(); k += 3) {
      scene.world_from_obstacle[k].translation.x += random.Uniform(-200.0, 200.0);
    }
    PairAnswers pairs;
    ASSERT_TRUE(PosesAnswerAsThePairs(std::move(scene), &random, &pairs));
    EXPECT_GT(CountOf(pairs.collides), 0);
  }
}

TEST(Questions, MoreBlocksThanOneListHolds) {
  Random random(TestSeed());
  int64_t collisions = 0;
  for (const int trajectories : {1, 40}) {
    TrajectoryScene scene = RandomTrajectoryScene(SceneKind::kRectangles, trajectories, 2, 1100, &random);
    // All but the last obstacles are far away.
    for (PolygonBatch& batch : scene.per_step) {
      std::vector<Pose2> poses;
      for (int k = 0; k < batch.size(); ++k) {
        poses.push_back(batch.world_from_shape(k));
        if (k < 1090) poses.back().translation.x += 1e3;
      }
      ASSERT_TRUE(batch.SetPoses(poses).ok());
    }
    const PairAnswers pairs = AskPairs(scene);
    ASSERT_TRUE(StepsAnswerAsThePairs(scene, pairs, &random));
    collisions += CountOf(pairs.any);
  }
  EXPECT_GT(collisions, 0);
}

TEST(Questions, NoShapesNoStepsNoObstacles) {
  Random random(TestSeed());
  BatchScene poses = RandomScene(SceneKind::kRectangles, 20, 70, &random);
  poses.body.clear();
  EXPECT_TRUE(PosesAnswerAsThePairs(std::move(poses), &random));

  TrajectoryScene scene = RandomTrajectoryScene(SceneKind::kRectangles, 20, 3, 5, &random);
  scene.body.clear();
  EXPECT_TRUE(StepsAnswerAsThePairs(scene, AskPairs(scene), &random));
  scene = RandomTrajectoryScene(SceneKind::kRectangles, 20, 3, 5, &random);
  scene.per_step[1] = PolygonBatch();
  EXPECT_TRUE(StepsAnswerAsThePairs(scene, AskPairs(scene), &random));
  scene.world_from_body.clear();
  scene.per_step.clear();
  scene.lengths.clear();
  scene.steps = 0;
  EXPECT_TRUE(StepsAnswerAsThePairs(scene, AskPairs(scene), &random));
}

// Every obstacle, every body shape and every step twice: the first one counts.
TEST(Questions, TiesGoToTheFirst) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(30); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    BatchScene one =
        RandomScene(i % 2 == 0 ? SceneKind::kRectangles : SceneKind::kAnyShapes, 20, random.Integer(1, 40), &random);
    for (Pose2& pose : one.world_from_body) pose.translation.x += i % 3 == 0 ? 12.0 : 0.0;
    const size_t count = one.obstacles.size();
    for (size_t k = count; k-- > 0;) {
      one.obstacles.push_back(one.obstacles[k]);
      one.world_from_obstacle.push_back(one.world_from_obstacle[k]);
    }
    one.body.push_back(one.body[0]);
    TrajectoryScene scene;
    scene.body = one.body;
    scene.steps = 2;
    for (const Pose2& pose : one.world_from_body) scene.world_from_body.insert(scene.world_from_body.end(), 2, pose);
    scene.obstacles = one.obstacles;
    for (int s = 0; s < scene.steps; ++s) {
      scene.per_step.push_back(PolygonBatch::Create(scene.obstacles, one.world_from_obstacle).value());
    }
    const PairAnswers pairs = AskPairs(scene);
    for (const Nearest<double>& nearest : pairs.nearest) {
      ASSERT_EQ(nearest.step, 0);
      ASSERT_EQ(nearest.body_shape, 0);
      ASSERT_LT(nearest.obstacle, static_cast<int>(count));
    }
    ASSERT_TRUE(StepsAnswerAsThePairs(scene, pairs, &random));
    ASSERT_TRUE(PosesAnswerAsThePairs(std::move(one), &random));
  }
}

// As far apart as legal poses and shapes can be.
TEST(Questions, TheLargestDistances) {
  Random random(TestSeed());
  const ConvexPolygon corner = ConvexPolygon::Rectangle(2.0, 2.0, {1e8 - 1.0, 1e8 - 1.0}).value();
  const ConvexPolygon opposite = ConvexPolygon::Rectangle(2.0, 2.0, {1.0 - 1e8, 1.0 - 1e8}).value();
  for (int i = 0; i < 5; ++i) {
    PairAnswers pairs;
    ASSERT_TRUE(PosesAnswerAsThePairs({{corner},
                                       {Pose2{{1e8, 1e8}}, Pose2{{1e8, 0.0}}},
                                       std::vector<ConvexPolygon>(20, opposite),
                                       std::vector<Pose2>(20, Pose2{{-1e8, -1e8}})},
                                      &random, &pairs));
    EXPECT_GT(pairs.distance_m[0], 5.6e8);
  }
}

// More candidates than are kept: equal obstacles in a ring around the body.
TEST(Questions, ManyNearlyEqualDistances) {
  Random random(TestSeed());
  BatchScene scene = RandomScene(SceneKind::kPolygons, 40, 300, &random);
  for (size_t k = 0; k < scene.world_from_obstacle.size(); ++k) {
    const double bearing_rad = random.Angle();
    const double distance_m = 20.0 + random.Uniform(-1e-7, 1e-7);
    scene.obstacles[k] = scene.obstacles[0];
    scene.world_from_obstacle[k] =
        Pose2::FromYaw({distance_m * std::cos(bearing_rad), distance_m * std::sin(bearing_rad)}, bearing_rad);
  }
  for (Pose2& pose : scene.world_from_body) {
    pose.translation = {random.Uniform(-1e-7, 1e-7), random.Uniform(-1e-7, 1e-7)};
  }
  PairAnswers pairs;
  ASSERT_TRUE(PosesAnswerAsThePairs(std::move(scene), &random, &pairs));
  EXPECT_GT(pairs.nearest[0].distance_m, 10.0);
}

// What is looked at ends soon after the free one, wherever it is.
TEST(Questions, FirstFreeIsLazy) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  const int kCount = 200;
  const PolygonBatch batch = PolygonBatch::Create(body, {Pose2{{10.0, 0.0}}}).value();
  const Obstacles obstacles = batch;
  std::vector<int> order(kCount);
  std::iota(order.begin(), order.end(), 0);
  for (int free = 0; free < kCount; ++free) {
    std::vector<Pose2> poses(kCount, Pose2{{9.0, 1.0}});
    for (int i = free; i < kCount; i += 3) poses[static_cast<size_t>(i)] = {};
    std::vector<Hit> first(kCount, Hit{-77, -78, -79});
    const internal::BatchCall call = {body, poses, obstacles.layers()};
    int looked_at = 0;
    int position = -2;
    const auto find = [&](absl::Span<const int> group, Hit* hits) {
      looked_at += static_cast<int>(group.size());
      internal::FindFirstHits(call, group, hits);
    };
    ASSERT_TRUE(internal::FindFirstFree(order, absl::MakeSpan(first), find, std::nullopt, &position).ok());
    EXPECT_EQ(position, free);
    EXPECT_GT(looked_at, free);
    EXPECT_LT(looked_at, free + 1 + internal::kMaxLookAhead);
    for (int j = 0; j < kCount; ++j) ASSERT_EQ(first[static_cast<size_t>(j)].step, j < free ? 0 : -77);
  }
}

// The calls that return their answers: in closed form, at the steps and between them, and an error.
TEST(Questions, AnswersInVectors) {
  const std::vector<ConvexPolygon> car = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  const std::vector<Pose2> wall_pose = {Pose2({6.0, 0.0})};
  const std::vector<ConvexPolygon> wall_shape = {ConvexPolygon::Rectangle(0.5, 9.0).value()};
  const StaticMap wall = StaticMap::Create(wall_shape, wall_pose).value();
  const std::vector<Pose2> poses = {Pose2(), Pose2({12.0, 0.0}), Pose2(), Pose2({5.0, 0.0})};
  const Trajectories jumps(poses, 2);  // The first one jumps over the wall.
  const std::vector<double> times = {0.0, 1.0};
  EXPECT_EQ(AnyHit(car, jumps, wall).value(), (std::vector<uint8_t>{0, 1}));
  EXPECT_EQ(AnyHit(car, jumps, times, wall, {}).value(), (std::vector<uint8_t>{1, 1}));
  const std::vector<Hit> at_steps = FirstHit(car, jumps, wall).value();
  EXPECT_EQ(at_steps[0].step, -1);
  EXPECT_EQ(at_steps[1].step, 1);
  const std::vector<SweptHit> swept = FirstHit(car, jumps, times, wall, {}).value();
  EXPECT_EQ(swept[0].step, 0);
  EXPECT_NEAR(swept[0].contact_by_s, 3.75 / 12.0, 1e-6);
  EXPECT_EQ(MinimumDistance(car, jumps, wall, {}).value()[0].distance_m, 3.75);
  EXPECT_TRUE(AnyHit(car, Trajectories(), wall).value().empty());
  const std::vector<double> backwards = {1.0, 0.0};
  EXPECT_EQ(AnyHit(car, jumps, backwards, wall, {}).status().code(), absl::StatusCode::kInvalidArgument);
}

// Without steps or obstacles; and contacts need no receiver.
TEST(Questions, LeastOfLittle) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  const absl::Span<Nearest<Separation>> none;
  EXPECT_TRUE(MinimumSeparation(body, Trajectories(), Obstacles(), {}, none).ok());
  const StaticMap map;
  EXPECT_TRUE(MinimumSeparation(body, Trajectories(), map, {}, none).ok());
  // Nothing at the first and the last step.
  const std::vector<Pose2> poses = {Pose2(), Pose2(), Pose2({3.0, 0.0})};
  std::vector<PolygonBatch> per_step(3);
  per_step[1] = PolygonBatch::Create(body, std::vector<Pose2>{Pose2{{9.0, 0.0}}}).value();
  Nearest<Separation> least;
  ASSERT_TRUE(MinimumSeparation(body, {poses, 3, {}}, per_step, {}, absl::MakeSpan(&least, 1)).ok());
  EXPECT_EQ(least.step, 1);
  EXPECT_EQ(least.separation.signed_distance_m, 5.0);
  per_step[2] = PolygonBatch::Create(body, std::vector<Pose2>(1)).value();
  ASSERT_TRUE(MinimumSeparation(body, {poses, 3, {}}, per_step, {}, absl::MakeSpan(&least, 1)).ok());
  EXPECT_EQ(least.step, 2);
  EXPECT_EQ(least.separation.signed_distance_m, -1.0);
}

// The least signed distance of a body at a pose, by all pairs.
double LeastAt(const BatchScene& scene, Vec2 translation, double yaw_rad) {
  const Pose2 pose = Pose2::FromYaw(translation, yaw_rad);
  double least_m = kInf;
  for (size_t k = 0; k < scene.obstacles.size(); ++k) {
    for (const ConvexPolygon& part : scene.body) {
      const Pose2 body_from_obstacle = RelativePose(pose, scene.world_from_obstacle[k]);
      least_m = std::min(least_m, ComputeSeparation(part, scene.obstacles[k], body_from_obstacle).signed_distance_m);
    }
  }
  return least_m;
}

// x, y and yaw are those of the body's pose in the world, whatever frames pairs are measured in.
TEST(Gradients, DifferenceQuotients) {
  constexpr double kStep = 1e-6;
  Random random(TestSeed());
  int checked = 0;
  for (int i = 0; i < 40; ++i) {
    const BatchScene scene = RandomScene(i % 2 == 0 ? SceneKind::kRectangles : SceneKind::kManyShapes, 20, 8, &random);
    const PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
    std::vector<Nearest<SeparationGradient>> nearest(scene.world_from_body.size());
    ASSERT_TRUE(MinimumSeparation(scene.body, scene.world_from_body, batch, {}, absl::MakeSpan(nearest)).ok());
    for (size_t p = 0; p < nearest.size(); ++p) {
      const SeparationGradient& gradient = nearest[p].gradient;
      const Vec2 t = scene.world_from_body[p].translation;
      const double yaw = scene.world_from_body[p].yaw_rad();
      const auto slope = [&](Vec2 shift, double turn) {
        return (LeastAt(scene, t + shift, yaw + turn) - LeastAt(scene, t - shift, yaw - turn)) / (2.0 * kStep);
      };
      // Not where a kink is nearer than the step.
      const double second =
          LeastAt(scene, t, yaw + kStep) + LeastAt(scene, t, yaw - kStep) - 2.0 * LeastAt(scene, t, yaw);
      if (!gradient.is_smooth || std::abs(second) > 1e-9) continue;
      ++checked;
      ASSERT_NEAR(gradient.translation.x, slope({kStep, 0.0}, 0.0), 1e-4);
      ASSERT_NEAR(gradient.translation.y, slope({0.0, kStep}, 0.0), 1e-4);
      ASSERT_NEAR(gradient.yaw_m_per_rad, slope({}, kStep), 1e-3);
    }
  }
  EXPECT_GT(checked, 300);
}

// A square between two walls, exactly in the middle: it may turn to neither side.
TEST(Gradients, TiedObstacles) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(2.0, 2.0).value()};
  const std::vector<ConvexPolygon> walls = {ConvexPolygon::Rectangle(10.0, 1.0, {0.0, -3.0}).value(),
                                            ConvexPolygon::Rectangle(10.0, 1.0, {0.0, 3.0}).value()};
  const StaticMap map = StaticMap::Create(walls).value();
  std::vector<Nearest<SeparationGradient>> nearest(1);
  ASSERT_TRUE(MinimumSeparation(body, Pose2(), map, {}, absl::MakeSpan(nearest)).ok());
  const SeparationGradient& gradient = nearest[0].gradient;
  EXPECT_EQ(nearest[0].obstacle, 0);
  EXPECT_EQ(gradient.separation.signed_distance_m, 1.5);
  EXPECT_EQ(gradient.translation, (Vec2{0.0, 1.0}));
  EXPECT_FALSE(gradient.is_smooth);
  EXPECT_EQ(gradient.yaw_left_m_per_rad, 1.0);
  EXPECT_EQ(gradient.yaw_right_m_per_rad, -1.0);
  EXPECT_EQ(gradient.yaw_low_m_per_rad, -1.0);
  EXPECT_EQ(gradient.yaw_high_m_per_rad, 1.0);
}

}  // namespace
}  // namespace collision2d
