// What the calls of the batch layer take of the stack, on every instruction set of this machine:
// less than 48 KiB. docs/embedded.md has the sum of the frames.

#include "collision2d/testing/stack_use.h"

#include <cstdio>

#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/pair_answers.h"
#include "collision2d/batch/testing/questions.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/code_generation.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr size_t kMostStack = 48 * 1024;

// The most that a question takes.
template <typename AnyAnswers, typename AnyQuestion>
size_t StackOf(const AnyQuestion& question) {
  AnyAnswers answers(question);
  size_t most = 0;
  ForEachQuestion(question, &answers, [&](const char* name, const auto& call) {
    bool is_answered = false;
    most = std::max(most, StackUse([&] { is_answered = call().ok(); }));
    EXPECT_TRUE(is_answered) << name;
  });
  return most;
}

TEST(StackUse, OfBatchCalls) {
  ASSERT_TRUE(FramesAreOfRelease()) << "to be compiled with -O2 -DNDEBUG, without a sanitizer";
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    Random random(TestSeed());
    size_t most = 0;
    for (int i = 0; i < 2 * kSceneKindCount; ++i) {
      const auto kind = static_cast<SceneKind>(i % kSceneKindCount);
      const BatchScene scene = RandomScene(kind, 40, 100, &random);
      const StaticMap map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
      const TrajectoryScene poses = AtOneStep(scene);
      most = std::max(most, StackOf<Answers>(Question{poses.body, poses.trajectories(), poses.per_step}));
      most = std::max(most, StackOf<Answers>(Question{poses.body, poses.trajectories(), map}));
      const SweptScene swept = RandomSweptScene(kind, 40, 2, 40, &random);
      const StaticMap still = StaticMap::Create(swept.obstacles, swept.world_from_obstacle).value();
      MotionQuestion motion = QuestionOf(swept);
      most = std::max(most, StackOf<MotionAnswers>(motion));
      motion.obstacles = still;
      most = std::max(most, StackOf<MotionAnswers>(motion));
    }
    std::printf("bytes of stack of batch calls on %s: %zu\n", hwy::TargetName(target), most);
    EXPECT_LT(most, kMostStack);
  }
}

}  // namespace
}  // namespace collision2d
