// Questions about motion against the pair queries, on every instruction set of this machine, and
// closed forms.

#include <functional>
#include <iterator>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/pair_answers.h"
#include "collision2d/batch/testing/still_layers.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

// The least distances below limits that are less or more than these.
std::vector<SweptNearest> DistancesWithin(const MotionQuestion& question, absl::Span<const double> limit_m) {
  std::vector<SweptNearest> nearest(limit_m.size());
  SweptOptions swept = question.swept;
  swept.limit_m = limit_m;
  EXPECT_TRUE(MinimumDistance(question.body, question.trajectories, question.step_times_s, question.obstacles, swept,
                              absl::MakeSpan(nearest))
                  .ok());
  return nearest;
}

std::vector<double> LimitsOf(const MotionPairAnswers& pairs) {
  constexpr double kOfLeast[] = {0.5, 0.999, 1.001, 2.0};
  std::vector<double> limit_m;
  for (const SweptNearest& nearest : pairs.nearest) {
    limit_m.push_back(kOfLeast[limit_m.size() % std::size(kOfLeast)] * std::min(nearest.upper_m, 1e3));
  }
  return limit_m;
}

void ExpectBound(const SweptNearest& within, const SweptNearest& expected, double limit_m, double tolerance_m) {
  constexpr double kRounding_m = 1e-9;
  EXPECT_LE(within.lower_m, expected.upper_m);
  if (within.obstacle < 0) {
    EXPECT_EQ(within.upper_m, kInf);
    EXPECT_TRUE(within.reached_limit || within.lower_m == std::max(0.0, limit_m - tolerance_m));
    return;
  }
  EXPECT_LE(within.upper_m, limit_m + kRounding_m);
  EXPECT_GE(within.upper_m, expected.lower_m - kRounding_m);
  EXPECT_TRUE(within.reached_limit || within.upper_m - within.lower_m <= tolerance_m);
}

// Expects the answers of `pairs`, which are those of a scene. The question's obstacles may have
// other numbers.
void ExpectAnswersOfPairs(MotionQuestion question, const MotionPairAnswers& pairs, Random* random) {
  question.order = RandomOrder(pairs.any, random);
  const double tolerance_m = question.swept.distance_tolerance_m;
  const std::vector<double> limit_m = LimitsOf(pairs);
  const std::vector<SweptNearest> within = DistancesWithin(question, limit_m);
  for (size_t i = 0; i < limit_m.size(); ++i) ExpectBound(within[i], pairs.nearest[i], limit_m[i], tolerance_m);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    ASSERT_TRUE(AnswersAsThePairs(question, pairs));
    const std::vector<SweptNearest> again = DistancesWithin(question, limit_m);
    for (size_t i = 0; i < limit_m.size(); ++i) ASSERT_TRUE(IsSame(again[i], within[i])) << i;
  }
}

MotionPairAnswers ExpectAnswersOfPairs(const SweptScene& scene, Random* random) {
  MotionPairAnswers pairs = AskPairs(scene);
  ExpectAnswersOfPairs(QuestionOf(scene), pairs, random);
  return pairs;
}

class MotionOfEveryKind : public testing::TestWithParam<int> {
 protected:
  SceneKind kind() const { return static_cast<SceneKind>(GetParam()); }
  Random random_{TestSeed() + static_cast<uint64_t>(GetParam())};
};

// In every second scene some obstacles are absent at times, or change their shapes.
TEST_P(MotionOfEveryKind, AnswersAsThePairs) {
  int64_t contacts = 0;
  int64_t count = 0;
  for (int64_t i = 0; i < TestCaseCount(60); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const int trajectories = random_.Integer(1, 40);
    const int steps = random_.Integer(1, 4);
    const int obstacles = random_.Chance(0.7) ? random_.Integer(1, 4) : random_.Integer(5, 40);
    SweptScene scene = RandomSweptScene(kind(), trajectories, steps, obstacles, &random_);
    if (random_.Chance(0.5)) ChangeObstacles(&scene, &random_);
    const MotionPairAnswers pairs = ExpectAnswersOfPairs(scene, &random_);
    ASSERT_FALSE(HasFatalFailure());
    contacts += CountOf(pairs.any);
    count += trajectories;
  }
  EXPECT_GT(contacts, count / 50);
  EXPECT_LT(contacts, count * 9 / 10);
}

TEST_P(MotionOfEveryKind, AmongAMapAnswersAsThePairs) {
  int64_t contacts = 0;
  for (int64_t i = 0; i < TestCaseCount(30); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const int trajectories = random_.Integer(1, 40);
    const int steps = random_.Integer(2, 4);
    const int obstacles = random_.Chance(0.7) ? random_.Integer(1, 4) : random_.Integer(5, 60);
    const SweptScene scene = RandomStillScene(kind(), trajectories, steps, obstacles, &random_);
    const StaticMap map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
    MotionQuestion question = QuestionOf(scene);
    question.obstacles = map;
    const MotionPairAnswers pairs = AskPairs(scene);
    ASSERT_NO_FATAL_FAILURE(ExpectAnswersOfPairs(question, pairs, &random_));
    contacts += CountOf(pairs.any);
  }
  EXPECT_GT(contacts, 25);
}

// The batches with what stands still at their ends.
std::vector<PolygonBatch> Merged(const std::vector<PolygonBatch>& batches, const StillLayers& still) {
  std::vector<PolygonBatch> merged;
  for (const PolygonBatch& batch : batches) {
    std::vector<const ConvexPolygon*> shapes;
    std::vector<Pose2> poses;
    for (int k = 0; k < batch.size(); ++k) {
      shapes.push_back(&batch.shape(k));
      poses.push_back(batch.world_from_shape(k));
    }
    still.AppendTo(&shapes, &poses);
    merged.push_back(PolygonBatch::Create(shapes, poses).value());
  }
  return merged;
}

// Every third shape stands still too: where it is at the first step, which is a tie if it does not
// move, or where another one is.
TEST_P(MotionOfEveryKind, AmongLayersAnswersAsThePairs) {
  int of_batches = 0;
  int of_still = 0;
  for (int64_t i = 0; i < TestCaseCount(60); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    // Drawn one after the other: the order of arguments is the compiler's.
    const int obstacle_count = random_.Chance(0.7) ? random_.Integer(1, 5) : random_.Integer(6, 40);
    const int step_count = random_.Integer(2, 4);
    const int trajectory_count = random_.Integer(1, 30);
    SweptScene scene = RandomSweptScene(kind(), trajectory_count, step_count, obstacle_count, &random_);
    std::vector<ConvexPolygon> shapes;
    std::vector<Pose2> poses;
    for (size_t k = 0; k < scene.obstacles.size(); k += 3) {
      shapes.push_back(scene.obstacles[k]);
      poses.push_back(scene.world_from_obstacle[i % 2 == 0 ? k : (k + 1) % scene.obstacles.size()]);
    }
    const StillLayers still(shapes, poses, &random_);
    const std::vector<PolygonBatch> at_start = std::move(scene.at_start);
    const std::vector<PolygonBatch> at_end = std::move(scene.at_end);
    scene.at_start = Merged(at_start, still);
    scene.at_end = Merged(at_end, still);
    MotionPairAnswers pairs = AskPairs(scene);
    MotionQuestion question = QuestionOf(scene);
    question.obstacles = {at_start, at_end};
    const auto still_begin = static_cast<int>(question.obstacles.size());
    still.AddTo(&question.obstacles);
    ASSERT_EQ(question.obstacles.size(), still_begin + still.size());
    const auto renumber = [&](auto* found) {
      if (found->step < 0) return;
      const int size = at_start[static_cast<size_t>(found->step)].size();
      if (found->obstacle >= size) found->obstacle += still_begin - size;
    };
    for (SweptNearest& nearest : pairs.nearest) renumber(&nearest);
    for (SweptHit& hit : pairs.first) {
      renumber(&hit);
      if (hit.step >= 0) ++(hit.obstacle < still_begin ? of_batches : of_still);
    }
    question.order = RandomOrder(pairs.any, &random_);
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
      const ScopedTarget scoped_target(target);
      ASSERT_TRUE(AnswersAsThePairs(question, pairs)) << hwy::TargetName(target);
    }
  }
  EXPECT_GT(of_batches, 20);
  EXPECT_GT(of_still, 5);
}

INSTANTIATE_TEST_SUITE_P(Batch, MotionOfEveryKind, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

// Several levels of the tree.
TEST(MotionQuestions, AmongAMapOfManyShapes) {
  Random random(TestSeed());
  SweptScene scene = RandomStillScene(SceneKind::kPolygons, 60, 3, 5000, &random);
  // They are spread, so that some trajectories are free.
  for (Pose2& pose : scene.world_from_obstacle) pose.translation = 80.0 * pose.translation;
  for (std::vector<PolygonBatch>* batches : {&scene.at_start, &scene.at_end}) {
    for (PolygonBatch& batch : *batches) ASSERT_TRUE(batch.SetPoses(scene.world_from_obstacle).ok());
  }
  const StaticMap map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
  MotionQuestion question = QuestionOf(scene);
  question.obstacles = map;
  const MotionPairAnswers pairs = AskPairs(scene);
  ExpectAnswersOfPairs(question, pairs, &random);
  EXPECT_GT(CountOf(pairs.any), 2);
  EXPECT_LT(CountOf(pairs.any), 58);
}

// Numbers of trajectories around those that share a vector or walk together, of obstacles around
// blocks.
TEST(MotionQuestions, EveryCount) {
  Random random(TestSeed());
  int64_t contacts = 0;
  for (const int trajectories : {0, 1, 5, 6, 15, 16, 17, 63, 64, 65, 130}) {
    for (const int obstacles : {0, 1, 2, 15, 16, 17, 34}) {
      SCOPED_TRACE(testing::Message() << trajectories << " trajectories, " << obstacles << " obstacles");
      const SweptScene scene = RandomSweptScene(SceneKind::kRectangles, trajectories, 3, obstacles, &random);
      contacts += CountOf(ExpectAnswersOfPairs(scene, &random).any);
      ASSERT_FALSE(HasFatalFailure());
    }
  }
  EXPECT_GT(contacts, 500);
}

TEST(MotionQuestions, NoShapesNoIntervalsNoObstacles) {
  Random random(TestSeed());
  SweptScene scene = RandomSweptScene(SceneKind::kRectangles, 20, 3, 5, &random);
  scene.body.clear();
  ExpectAnswersOfPairs(scene, &random);

  scene = RandomSweptScene(SceneKind::kRectangles, 20, 3, 5, &random);
  scene.at_start[1] = PolygonBatch();
  scene.at_end[1] = PolygonBatch();
  ExpectAnswersOfPairs(scene, &random);

  ExpectAnswersOfPairs(RandomSweptScene(SceneKind::kRectangles, 20, 3, 0, &random), &random);
  scene = RandomSweptScene(SceneKind::kRectangles, 20, 1, 5, &random);
  EXPECT_EQ(CountOf(ExpectAnswersOfPairs(scene, &random).any), 0);

  scene.world_from_body.clear();
  scene.lengths.clear();
  scene.step_times_s.clear();
  scene.steps = 0;
  ExpectAnswersOfPairs(scene, &random);
}

// Shapes and obstacles that occur twice: the lowest counts.
TEST(MotionQuestions, TiesGoToTheLowest) {
  Random random(TestSeed());
  int64_t contacts = 0;
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
    const MotionPairAnswers pairs = ExpectAnswersOfPairs(scene, &random);
    ASSERT_FALSE(HasFatalFailure());
    for (const SweptHit& hit : pairs.first) {
      ASSERT_LE(hit.body_shape, 0);
      ASSERT_LT(hit.obstacle, static_cast<int>(shapes.size()) / 2);
    }
    contacts += CountOf(pairs.any);
  }
  EXPECT_GT(contacts, 100);
}

// A disc that circles another one is always at the same distance, which takes more steps for so
// narrow a tolerance than a pair may take.
TEST(MotionQuestions, ReportTheCap) {
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
TEST(MotionQuestions, EverythingMovesFar) {
  Random random(TestSeed());
  int64_t contacts = 0;
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
    contacts += CountOf(ExpectAnswersOfPairs(scene, &random).any);
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_GT(contacts, 50);
}

// Threads and cuts: the same bits.
TEST(MotionQuestions, EveryCutGivesTheSameAnswers) {
  Random random(TestSeed());
  const SweptScene scene = RandomSweptScene(SceneKind::kPolygons, 200, 3, 20, &random);
  const MotionPairAnswers pairs = AskPairs(scene);
  for (const int range : {1, 2, 3, 100}) {
    MotionQuestion question = QuestionOf(scene);
    question.options.parallel_for = [range](int count, const std::function<void(int begin, int end)>& run) {
      for (int end = count; end > 0; end -= range) run(std::max(end - range, 0), end);
    };
    EXPECT_TRUE(AnswersAsThePairs(question, pairs));
  }
}

// A post that is there from step 1 to step 3, where it is wider: a motion that is free is free at
// its steps too.
TEST(MotionQuestions, ObstaclesMayBeAbsentAndChange) {
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
TEST(MotionQuestions, FindsWhatInstantsMiss) {
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
