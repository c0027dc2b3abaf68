#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <tuple>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/gradients.h"
#include "collision2d/batch/query_options.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

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

struct Answers {
  std::vector<Hit> first;
  std::vector<uint8_t> any;
  std::vector<Nearest<double>> clearance;
};

Answers Ask(const TrajectoryScene& scene, const QueryOptions& options) {
  const Trajectories trajectories = scene.trajectories();
  const auto count = static_cast<size_t>(trajectories.size());
  Answers answers = {std::vector<Hit>(count), std::vector<uint8_t>(count, 77), std::vector<Nearest<double>>(count)};
  EXPECT_TRUE(FirstHit(scene.body, trajectories, scene.per_step, absl::MakeSpan(answers.first), options).ok());
  EXPECT_TRUE(AnyHit(scene.body, trajectories, scene.per_step, absl::MakeSpan(answers.any), options).ok());
  EXPECT_TRUE(
      MinimumDistance(scene.body, trajectories, scene.per_step, {}, absl::MakeSpan(answers.clearance), options).ok());
  return answers;
}

// Fails in one place for all members, which no padding takes part in.
void ExpectSame(const Answers& actual, const Answers& expected) {
  ASSERT_EQ(actual.first.size(), expected.first.size());
  for (size_t i = 0; i < expected.first.size(); ++i) {
    const Hit& hit = actual.first[i];
    const Hit& expected_hit = expected.first[i];
    const Nearest<double>& nearest = actual.clearance[i];
    const Nearest<double>& expected_nearest = expected.clearance[i];
    ASSERT_TRUE(hit.step == expected_hit.step && hit.obstacle == expected_hit.obstacle &&
                hit.body_shape == expected_hit.body_shape && actual.any[i] == expected.any[i] &&
                nearest.distance_m == expected_nearest.distance_m && nearest.step == expected_nearest.step &&
                nearest.obstacle == expected_nearest.obstacle && nearest.body_shape == expected_nearest.body_shape)
        << "trajectory " << i;
  }
}

TEST(ParallelFor, EveryThreadCountGivesTheSameAnswers) {
  Random random(TestSeed());
  int collisions = 0;
  int count = 0;
  for (int64_t i = 0; i < TestCaseCount(30); ++i) {
    const int trajectories = random.Integer(1, 300);
    const TrajectoryScene scene = RandomTrajectoryScene(i % 2 == 0 ? SceneKind::kManyShapes : SceneKind::kTouching,
                                                        trajectories, 4, random.Integer(1, 4), &random);
    const Answers expected = Ask(scene, {});
    const std::vector<Hit> scalar = ScalarFirstCollisions(scene);
    for (int t = 0; t < trajectories; ++t) {
      ASSERT_EQ(expected.first[t].step, scalar[t].step);
      collisions += expected.any[t];
    }
    count += trajectories;
    for (const int threads : {1, 2, 3, 7}) {
      for (const int range : {1, 2, 100}) {
        SCOPED_TRACE(testing::Message() << threads << " threads, ranges of " << range);
        ASSERT_NO_FATAL_FAILURE(ExpectSame(Ask(scene, Threads(threads, range)), expected));
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
    const Answers backwards = Ask(scene, [&](int count, const std::function<void(int begin, int end)>& run) {
      ++calls;
      indices = count;
      for (int i = count; i-- > 0;) run(i, i + 1);
    });
    EXPECT_EQ(calls, trajectories > 0 ? 3 : 0);
    EXPECT_EQ(indices, (trajectories + kTrajectoriesPerIndex - 1) / kTrajectoriesPerIndex);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(backwards, Ask(scene, {})));
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
  const size_t poses = scene.world_from_body.size();
  const std::vector<double> times_s = {0.0, 1.0};
  const std::vector<int> order = {0};
  const Answers expected = Ask(scene, {});
  for (const ParallelFor& parallel_for : {ParallelFor(), Threads(2, 1)}) {
    QueryOptions options = parallel_for;
    const auto statuses = [&] {
      std::vector<uint8_t> any(count);
      std::vector<Hit> first(count);
      std::vector<SweptHit> contacts(count);
      std::vector<Nearest<double>> nearest(count);
      std::vector<Nearest<Separation>> least(count);
      std::vector<Nearest<SeparationGradient>> gradients(count);
      std::vector<SweptNearest> swept(count);
      std::vector<int32_t> hit_counts(poses);
      std::vector<uint64_t> mask(poses);
      std::vector<double> distances_m(3 * poses);
      std::vector<int64_t> begin(poses + 1);
      std::vector<int> hits(3 * poses);
      int free = 0;
      const auto& [body, per_step] = std::tie(scene.body, scene.per_step);
      return std::vector<absl::Status>{
          AnyHit(body, trajectories, per_step, absl::MakeSpan(any), options),
          FirstHit(body, trajectories, per_step, absl::MakeSpan(first), options),
          FirstFree(body, trajectories, per_step, order, &free, absl::MakeSpan(first).first(1), options),
          CountHits(body, trajectories, per_step, absl::MakeSpan(hit_counts), options),
          CollisionMask(body, trajectories, per_step, absl::MakeSpan(mask), options),
          AllHits(body, trajectories, per_step, absl::MakeSpan(begin), absl::MakeSpan(hits), options),
          AnyHit(body, trajectories, times_s, per_step, {}, absl::MakeSpan(any), options),
          FirstHit(body, trajectories, times_s, per_step, {}, absl::MakeSpan(contacts), options),
          FirstFree(body, trajectories, times_s, per_step, {}, order, &free, absl::MakeSpan(contacts).first(1),
                    options),
          MinimumDistance(body, trajectories, per_step, {}, absl::MakeSpan(nearest), options),
          MinimumDistance(body, trajectories, times_s, per_step, {}, absl::MakeSpan(swept), options),
          MinimumSeparation(body, trajectories, per_step, {}, absl::MakeSpan(least), options),
          MinimumSeparation(body, trajectories, per_step, {}, absl::MakeSpan(gradients), options),
          AllDistances(body, trajectories, per_step, absl::MakeSpan(distances_m), options),
          WithinMask(body, trajectories, per_step, 1.0, absl::MakeSpan(mask), options),
      };
    };
    options.deadline = std::chrono::steady_clock::now() + std::chrono::hours(1);
    for (const absl::Status& status : statuses()) EXPECT_TRUE(status.ok()) << status;
    ASSERT_NO_FATAL_FAILURE(ExpectSame(Ask(scene, options), expected));
    options.deadline = std::chrono::steady_clock::now() - std::chrono::nanoseconds(1);
    for (const absl::Status& status : statuses()) EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded);
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
