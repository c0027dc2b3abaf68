// Obstacles that are absent at some steps: the answers are those without them.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/gradients.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

struct AbsentScene {
  TrajectoryScene scene;
  std::vector<PolygonBatch> with_absent;  // Of each step.
  std::vector<PolygonBatch> without;
  std::vector<std::vector<int>> index_of;  // [step][index without]: the index with absent ones.

  int IndexOf(int step, int k) const { return k < 0 ? -1 : index_of[step][k]; }
};

AbsentScene RandomAbsentScene(SceneKind kind, Random* random) {
  AbsentScene result;
  const int obstacles = random->Chance(0.7) ? random->Integer(1, 6) : random->Integer(7, 70);
  result.scene = RandomTrajectoryScene(kind, random->Integer(1, 40), random->Integer(1, 4), obstacles, random);
  for (const PolygonBatch& batch : result.scene.per_step) {
    const double absent = random->Chance(0.1) ? 1.0 : random->Uniform(0.0, 1.0);
    std::vector<const ConvexPolygon*> all, present;
    std::vector<Pose2> all_poses, present_poses;
    std::vector<int> index_of;
    for (int k = 0; k < batch.size(); ++k) {
      all.push_back(&batch.shape(k));
      all_poses.push_back(batch.world_from_shape(k));
      if (random->Chance(absent)) {
        all[k] = nullptr;
        all_poses[k].translation.y = std::nan("");
        continue;
      }
      present.push_back(all[k]);
      present_poses.push_back(all_poses[k]);
      index_of.push_back(k);
    }
    const bool is_posed_anew = random->Chance(0.5);
    result.with_absent.push_back(
        PolygonBatch::Create(all, is_posed_anew ? std::vector<Pose2>(all.size()) : all_poses).value());
    if (is_posed_anew) result.with_absent.back().SetPoses(all_poses).IgnoreError();
    result.without.push_back(PolygonBatch::Create(present, present_poses).value());
    result.index_of.push_back(index_of);
  }
  return result;
}

// The answers of every question about steps.
struct Answers {
  Answers(const AbsentScene& of, const std::vector<PolygonBatch>& per_step, double limit_m) {
    const TrajectoryScene& scene = of.scene;
    const Trajectories trajectories = scene.trajectories();
    const Obstacles obstacles = per_step;
    const auto count = static_cast<size_t>(trajectories.size());
    const size_t poses = trajectories.world_from_body.size();
    first.resize(count);
    any.resize(count);
    nearest.resize(count);
    least.resize(count);
    gradient.resize(count);
    counts.resize(poses);
    begin.resize(poses + 1);
    hits.resize(poses * static_cast<size_t>(obstacles.size()));
    words = obstacles.mask_words();
    mask.resize(poses * words);
    within.resize(poses * words);
    row = static_cast<size_t>(obstacles.size());
    distance_m.resize(poses * row);
    const auto expect_ok = [](const absl::Status& status) { EXPECT_TRUE(status.ok()) << status; };
    expect_ok(FirstHit(scene.body, trajectories, obstacles, absl::MakeSpan(first)));
    expect_ok(AnyHit(scene.body, trajectories, obstacles, absl::MakeSpan(any)));
    expect_ok(MinimumDistance(scene.body, trajectories, obstacles, {}, absl::MakeSpan(nearest)));
    expect_ok(MinimumSeparation(scene.body, trajectories, obstacles, {}, absl::MakeSpan(least)));
    expect_ok(MinimumSeparation(scene.body, trajectories, obstacles, {}, absl::MakeSpan(gradient)));
    expect_ok(CountHits(scene.body, trajectories, obstacles, absl::MakeSpan(counts)));
    expect_ok(AllHits(scene.body, trajectories, obstacles, absl::MakeSpan(begin), absl::MakeSpan(hits)));
    expect_ok(CollisionMask(scene.body, trajectories, obstacles, absl::MakeSpan(mask)));
    expect_ok(WithinMask(scene.body, trajectories, obstacles, limit_m, absl::MakeSpan(within)));
    expect_ok(AllDistances(scene.body, trajectories, obstacles, absl::MakeSpan(distance_m)));
  }

  bool IsMarked(const std::vector<uint64_t>& bits, size_t p, int k) const {
    return (bits[p * words + static_cast<size_t>(k) / 64] >> k % 64 & 1) != 0;
  }

  std::vector<Hit> first;
  std::vector<uint8_t> any;
  std::vector<Nearest<double>> nearest;
  std::vector<Nearest<Separation>> least;
  std::vector<Nearest<SeparationGradient>> gradient;
  std::vector<int32_t> counts;
  std::vector<int64_t> begin;
  std::vector<int> hits;
  size_t words;
  size_t row;
  std::vector<uint64_t> mask, within;
  std::vector<double> distance_m;
};

void ExpectSameAnswers(const AbsentScene& scene, double limit_m) {
  const Answers actual(scene, scene.with_absent, limit_m);
  const Answers expected(scene, scene.without, limit_m);
  EXPECT_EQ(actual.any, expected.any);
  EXPECT_EQ(actual.counts, expected.counts);
  EXPECT_EQ(actual.begin, expected.begin);
  const auto expect_same_place = [&](const auto& a, const auto& b) {
    ASSERT_EQ(a.step, b.step);
    ASSERT_EQ(a.obstacle, scene.IndexOf(b.step, b.obstacle));
    ASSERT_EQ(a.body_shape, b.body_shape);
  };
  for (size_t i = 0; i < actual.first.size(); ++i) {
    expect_same_place(actual.first[i], expected.first[i]);
    expect_same_place(actual.nearest[i], expected.nearest[i]);
    expect_same_place(actual.least[i], expected.least[i]);
    expect_same_place(actual.gradient[i], expected.gradient[i]);
    ASSERT_EQ(actual.nearest[i].distance_m, expected.nearest[i].distance_m);
    ASSERT_EQ(actual.least[i].separation.signed_distance_m, expected.least[i].separation.signed_distance_m);
    ASSERT_EQ(actual.gradient[i].gradient.yaw_left_m_per_rad, expected.gradient[i].gradient.yaw_left_m_per_rad);
  }
  const Trajectories trajectories = scene.scene.trajectories();
  for (size_t p = 0; p < trajectories.world_from_body.size(); ++p) {
    const auto s = p % static_cast<size_t>(trajectories.steps);
    if (static_cast<int>(s) >= trajectories.LengthOf(static_cast<int>(p / static_cast<size_t>(trajectories.steps)))) {
      continue;
    }
    std::vector<int> index_without(scene.with_absent[s].size(), -1);
    for (size_t k = 0; k < scene.index_of[s].size(); ++k) index_without[scene.index_of[s][k]] = static_cast<int>(k);
    for (int k = 0; k < scene.with_absent[s].size(); ++k) {
      const int other = index_without[k];
      const double distance_m = actual.distance_m[p * actual.row + static_cast<size_t>(k)];
      if (other < 0) {
        ASSERT_EQ(distance_m, std::numeric_limits<double>::infinity());
        ASSERT_FALSE(actual.IsMarked(actual.mask, p, k) || actual.IsMarked(actual.within, p, k));
        continue;
      }
      ASSERT_EQ(distance_m, expected.distance_m[p * expected.row + static_cast<size_t>(other)]);
      ASSERT_EQ(actual.IsMarked(actual.mask, p, k), expected.IsMarked(expected.mask, p, other));
      ASSERT_EQ(actual.IsMarked(actual.within, p, k), expected.IsMarked(expected.within, p, other));
    }
    for (auto h = static_cast<size_t>(actual.begin[p]); h < static_cast<size_t>(actual.begin[p + 1]); ++h) {
      ASSERT_EQ(actual.hits[h], scene.IndexOf(static_cast<int>(s), expected.hits[h]));
    }
  }
}

class AbsentObstacles : public testing::TestWithParam<int> {};

TEST_P(AbsentObstacles, AnswersAreThoseWithoutThem) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  for (int64_t i = 0; i < TestCaseCount(60); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const AbsentScene scene = RandomAbsentScene(static_cast<SceneKind>(GetParam()), &random);
    const double limit_m = random.Chance(0.1) ? std::numeric_limits<double>::infinity() : random.LogUniform(1e-3, 1e4);
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
      SCOPED_TRACE(hwy::TargetName(target));
      const ScopedTarget scoped_target(target);
      ASSERT_NO_FATAL_FAILURE(ExpectSameAnswers(scene, limit_m));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryKind, AbsentObstacles, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

}  // namespace
}  // namespace collision2d
