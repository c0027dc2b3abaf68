// No question of the batch layer allocates, nor does SetPoses: every call of operator new in this
// program is counted.

#include <functional>
#include <numeric>

#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/point_set.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/cell_scenes.h"
#include "collision2d/batch/testing/pair_answers.h"
#include "collision2d/batch/testing/questions.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

// Its capture is small enough for a std::function without allocation, as that of every careful
// executor.
const ParallelFor kBackwards = [](int count, const std::function<void(int begin, int end)>& run) {
  for (int i = count; i-- > 0;) run(i, i + 1);
};

// On every instruction set, of all trajectories in order.
template <typename AnyAnswers, typename AnyQuestion>
void ExpectNoAllocation(AnyQuestion question) {
  question.order.resize(static_cast<size_t>(question.trajectories.size()));
  std::iota(question.order.begin(), question.order.end(), 0);
  AnyAnswers answers(question);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    ForEachQuestion(question, &answers, [](const char* name, const auto& call) {
      const int64_t before = AllocationCount();
      const bool is_answered = call().ok();
      ASSERT_EQ(AllocationCount(), before) << name;
      ASSERT_TRUE(is_answered) << name;
    });
  }
}

TEST(BatchNoAllocation, TheCounterCounts) {
  Random random(TestSeed());
  const BatchScene scene = RandomScene(SceneKind::kPolygons, 1, 20, &random);
  const int64_t before = AllocationCount();
  PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
  const int64_t created = AllocationCount();
  EXPECT_GE(created - before, 4);
  ASSERT_TRUE(batch.SetPoses(scene.world_from_obstacle).ok());
  EXPECT_EQ(AllocationCount(), created);
  EXPECT_TRUE(StaticMap::Create(scene.obstacles, scene.world_from_obstacle).ok());
  EXPECT_GT(AllocationCount(), created);
}

TEST(BatchNoAllocation, EveryKindOfScene) {
  Random random(TestSeed());
  for (int i = 0; i < 2 * kSceneKindCount; ++i) {
    const auto kind = static_cast<SceneKind>(i % kSceneKindCount);
    const TrajectoryScene poses = AtOneStep(RandomScene(kind, 40, 100, &random));
    ExpectNoAllocation<Answers>(Question{poses.body, poses.trajectories(), poses.per_step[0]});
    const TrajectoryScene ways = RandomTrajectoryScene(kind, 100, 4, 6, &random);
    const StaticMap map = StaticMap::Create(ways.obstacles).value();
    for (const Obstacles& view : {Obstacles(ways.per_step), Obstacles(map)}) {
      Question question = {ways.body, ways.trajectories(), view};
      question.options.parallel_for = kBackwards;
      ExpectNoAllocation<Answers>(question);
    }
    const SweptScene swept = RandomSweptScene(kind, 100, 3, 6, &random);
    const StaticMap still = StaticMap::Create(swept.obstacles, swept.world_from_obstacle).value();
    MotionQuestion motion = QuestionOf(swept);
    motion.options.parallel_for = kBackwards;
    ExpectNoAllocation<MotionAnswers>(motion);
    motion.obstacles = still;
    ExpectNoAllocation<MotionAnswers>(motion);
    ASSERT_FALSE(HasFatalFailure()) << Name(kind);
  }
}

TEST(BatchNoAllocation, Cells) {
  Random random(TestSeed());
  for (int i = 0; i < 20; ++i) {
    const CellScene scene = RandomCellScene(100, 0.05, &random);
    const std::vector<ConvexPolygon> body = {RandomCellBody(scene, &random), RandomCellBody(scene, &random)};
    std::vector<Pose2> poses;
    std::vector<Vec2> points;
    for (int p = 0; p < 40; ++p) poses.push_back(RandomCellPose(scene, body[0], &random));
    for (const ConvexPolygon& square : scene.squares) points.push_back(square.center());
    PointSet set = PointSet::Create().value();
    ASSERT_TRUE(set.Update(points, scene.world_from_grid).ok());
    Obstacles obstacles = scene.grid;
    obstacles.Add(set);
    MovingObstacles moving = scene.grid;
    moving.Add(set);
    const double times_s[] = {0.0, 0.1, 0.2, 0.3};
    ExpectNoAllocation<Answers>(Question{body, poses, obstacles});
    ExpectNoAllocation<Answers>(Question{body, Trajectories(poses, 4), obstacles});
    ExpectNoAllocation<MotionAnswers>(MotionQuestion{body, Trajectories(poses, 4), times_s, moving});
  }
}

// More shapes than the walk of a map's tree has boxes for; one pose collides with very many.
TEST(BatchNoAllocation, ALargeMap) {
  Random random(TestSeed());
  std::vector<ConvexPolygon> shapes;
  std::vector<Pose2> world_from_shape;
  for (int i = 0; i < 5000; ++i) {
    shapes.push_back(RandomPolygon(24, &random));
    world_from_shape.push_back(RandomPose(300.0, &random));
  }
  std::vector<Pose2> world_from_body;
  for (int i = 0; i < 100; ++i) world_from_body.push_back(RandomPose(300.0, &random));
  std::vector<ConvexPolygon> body;
  for (int i = 0; i < 20; ++i) body.push_back(RegularPolygon(9, 1.0 + 0.1 * i));
  body.push_back(RegularPolygon(9, 30.0));
  const StaticMap map = StaticMap::Create(shapes, world_from_shape).value();
  const Question question = {body, world_from_body, map};
  ExpectNoAllocation<Answers>(question);
  Answers answers(question);
  ASSERT_TRUE(AllHits(body, world_from_body, map, answers.begin.span(), answers.hits.span()).ok());
  EXPECT_GT(answers.begin[100], 1000);
}

}  // namespace
}  // namespace collision2d
