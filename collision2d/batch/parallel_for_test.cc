#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/query_options.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/pair_answers.h"
#include "collision2d/batch/testing/questions.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// So many threads, each of which takes ranges of up to `range` until none is left.
ParallelFor Threads(int thread_count, int range) {
  return [thread_count, range](int count, const std::function<void(int begin, int end)>& run) {
    std::atomic<int> next = 0;
    const auto take = [&] {
      for (int begin = next.fetch_add(range); begin < count; begin = next.fetch_add(range)) {
        run(begin, std::min(begin + range, count));
      }
    };
    std::vector<std::thread> threads;
    for (int t = 1; t < thread_count; ++t) threads.emplace_back(take);
    take();
    for (std::thread& thread : threads) thread.join();
  };
}

TEST(ParallelFor, EveryThreadCountGivesTheSameAnswers) {
  Random random(TestSeed());
  int64_t collisions = 0;
  int64_t count = 0;
  for (int64_t i = 0; i < TestCaseCount(10); ++i) {
    const int trajectories = random.Integer(1, 300);
    const TrajectoryScene scene = RandomTrajectoryScene(i % 2 == 0 ? SceneKind::kManyShapes : SceneKind::kTouching,
                                                        trajectories, 4, random.Integer(1, 4), &random);
    const PairAnswers pairs = AskPairs(scene);
    collisions += CountOf(pairs.any);
    count += trajectories;
    for (const int threads : {1, 2, 3, 7}) {
      for (const int range : {1, 2, 100}) {
        SCOPED_TRACE(testing::Message() << threads << " threads, ranges of " << range);
        Question question = {scene.body, scene.trajectories(), scene.per_step};
        question.options = Threads(threads, range);
        ASSERT_TRUE(AnswersAsThePairs(question, pairs));
      }
    }
  }
  EXPECT_GT(collisions, count / 10);
  EXPECT_LT(collisions, count);
}

// An index is a group of trajectories; the last one may be smaller.
TEST(ParallelFor, IsGivenOneIndexForEachGroup) {
  Random random(TestSeed());
  for (const int trajectories :
       {0, 1, kTrajectoriesPerIndex - 1, kTrajectoriesPerIndex, kTrajectoriesPerIndex + 1, 5 * kTrajectoriesPerIndex}) {
    const TrajectoryScene scene = RandomTrajectoryScene(SceneKind::kRectangles, trajectories, 2, 3, &random);
    int calls = 0;
    int indices = 0;
    Question question = {scene.body, scene.trajectories(), scene.per_step};
    question.options.parallel_for = [&](int count, const std::function<void(int begin, int end)>& run) {
      ++calls;
      indices = count;
      for (int i = count; i-- > 0;) run(i, i + 1);
    };
    ASSERT_TRUE(AnswersAsThePairs(question, AskPairs(scene)));
    // All but FirstFree and AllHits.
    EXPECT_EQ(calls, trajectories > 0 ? 9 : 0);
    EXPECT_EQ(indices, (trajectories + kTrajectoriesPerIndex - 1) / kTrajectoriesPerIndex);
  }
}

// A deadline that has passed leaves work out, which is an error of every call; one that is not
// reached changes nothing.
TEST(QueryOptionsTest, Deadline) {
  Random random(TestSeed());
  const TrajectoryScene scene =
      RandomTrajectoryScene(SceneKind::kRectangles, 3 * kTrajectoriesPerIndex + 1, 2, 3, &random);
  const Trajectories trajectories = scene.trajectories();
  const auto count = static_cast<size_t>(trajectories.size());
  const double times_s[] = {0.0, 1.0};
  const PairAnswers pairs = AskPairs(scene);
  for (const ParallelFor& parallel_for : {ParallelFor(), Threads(2, 1)}) {
    Question question = {scene.body, trajectories, scene.per_step};
    question.order = {0};
    question.options = parallel_for;
    MotionQuestion motion = {scene.body, trajectories, times_s, scene.per_step, {}, {0}, parallel_for};
    const auto expect_all = [&](absl::StatusCode code, const Deadline& deadline) {
      question.options.deadline = motion.options.deadline = deadline;
      const auto expect = [code](const char* name, const auto& call) { EXPECT_EQ(call().code(), code) << name; };
      Answers answers(question);
      ForEachQuestion(question, &answers, expect);
      MotionAnswers of_motion(motion);
      ForEachQuestion(motion, &of_motion, expect);
    };
    expect_all(absl::StatusCode::kOk, std::chrono::steady_clock::now() + std::chrono::hours(1));
    ASSERT_TRUE(AnswersAsThePairs(question, pairs));
    expect_all(absl::StatusCode::kDeadlineExceeded, std::chrono::steady_clock::now() - std::chrono::nanoseconds(1));
  }

  // It passes when some of the answers are there: the others stay as they were.
  std::vector<Nearest<double>> all(count);
  ASSERT_TRUE(MinimumDistance(scene.body, trajectories, scene.per_step, {}, absl::MakeSpan(all)).ok());
  QueryOptions options;
  const auto passes_at = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  options.deadline = passes_at;
  options.parallel_for = [passes_at](int size, const std::function<void(int, int)>& run) {
    run(0, 1);
    std::this_thread::sleep_until(passes_at + std::chrono::milliseconds(1));
    run(1, size);
  };
  std::vector<Nearest<double>> some(count);
  some.back().step = 7;
  EXPECT_EQ(MinimumDistance(scene.body, trajectories, scene.per_step, {}, absl::MakeSpan(some), options).code(),
            absl::StatusCode::kDeadlineExceeded);
  for (size_t i = 0; i < kTrajectoriesPerIndex; ++i) EXPECT_EQ(some[i].distance_m, all[i].distance_m) << i;
  EXPECT_EQ(some.back().step, 7);
}

}  // namespace
}  // namespace collision2d
