// Every question about instants, in scenes of every kind, against the pair queries, on every
// instruction set of this machine: no difference. A million pairs of trajectories and 400,000 of
// poses, or --pairs of each; as batch_differential_long_test (tools/test.sh --long) a hundred
// million. Prints what it saw of each kind of scene.

#include <cinttypes>
#include <cstdio>

#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/pair_answers.h"
#include "collision2d/batch/testing/still_layers.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

class EveryKind : public testing::TestWithParam<int> {
 protected:
  SceneKind kind() const { return static_cast<SceneKind>(GetParam()); }

  // The kinds share the pairs.
  bool HasEnough(int64_t pairs) const { return seen_ > TestCaseCount(pairs) / kSceneKindCount; }

  void Count(const PairAnswers& pairs) {
    seen_ += static_cast<int64_t>(pairs.collides.size());
    hits_ += CountOf(pairs.collides);
    ways_ += static_cast<int64_t>(pairs.any.size());
    colliding_ += CountOf(pairs.any);
  }

  void Print(const char* of) const {
    std::printf("batch-differential %-18s %-12s %10" PRId64 " pairs  %10" PRId64 " colliding  0 wrong\n", Name(kind()),
                of, seen_, hits_);
  }

  Random random_{TestSeed() * kSceneKindCount + static_cast<uint64_t>(GetParam())};
  int64_t seen_ = 0;
  int64_t hits_ = 0;
  int64_t ways_ = 0;
  int64_t colliding_ = 0;
};

// Poses moved away from the obstacles: distances of some sizes, not of contact only.
void MoveAway(BatchScene* scene, Random* random) {
  const double step_m = scene->body[0].bounding_radius_m() * random->LogUniform(1.0, 100.0);
  for (Pose2& pose : scene->world_from_body) {
    pose.translation = pose.translation + Vec2{random->Uniform(-step_m, step_m), random->Uniform(-step_m, step_m)};
  }
}

TEST_P(EveryKind, PosesAnswerAsThePairs) {
  for (int64_t i = 0; !HasEnough(400000); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const int poses = random_.Integer(1, 40);
    BatchScene scene = RandomScene(kind(), poses, random_.Integer(1, 150), &random_);
    const bool is_away = i % 4 == 3;
    if (is_away) MoveAway(&scene, &random_);
    PairAnswers pairs;
    ASSERT_TRUE(PosesAnswerAsThePairs(std::move(scene), &random_, &pairs));
    if (!is_away) Count(pairs);
  }
  Print("poses");
  const double hit_rate = static_cast<double>(hits_) / static_cast<double>(seen_);
  // An obstacle that is spread touches the body at one of up to 40 poses.
  EXPECT_GT(hit_rate, kind() == SceneKind::kTouchingSpread ? 0.01 : 0.1);
  EXPECT_LT(hit_rate, 0.8);
}

// A scene whose obstacles are partly in batches of the steps, of other numbers of them, with some
// absent, and partly in layers of what stands still.
class LayeredScene {
 public:
  LayeredScene(SceneKind kind, Random* random) {
    const int trajectories = random->Integer(1, 60);
    const int steps = random->Integer(1, 5);
    merged_ = RandomTrajectoryScene(kind, trajectories, steps,
                                    random->Chance(0.6) ? random->Integer(1, 6) : random->Integer(7, 60), random);
    const auto count = static_cast<int>(merged_.obstacles.size());
    const int begin = random->Chance(0.2) ? count : random->Integer(0, count);
    // A third of what stands still is where another obstacle of the first step is, and of its
    // shape.
    std::vector<ConvexPolygon> shapes;
    std::vector<Pose2> poses;
    for (int k = begin; k < count; ++k) {
      const int from = begin > 0 && random->Chance(0.3) ? random->Index(begin) : k;
      shapes.push_back(merged_.obstacles[static_cast<size_t>(from)]);
      poses.push_back(merged_.per_step[0].world_from_shape(from));
    }
    still_ = StillLayers(shapes, poses, random);
    const double absent = random->Chance(0.7) ? 0.0 : random->Uniform(0.0, 1.0);
    for (PolygonBatch& batch : merged_.per_step) Split(&batch, begin, absent, random);
  }

  const TrajectoryScene& merged() const { return merged_; }
  Obstacles obstacles() const {
    Obstacles all = per_step_;
    still_.AddTo(&all);
    return all;
  }
  // The number of obstacle k of a step's merged batch.
  int NumberOf(int step, int k) const {
    const int size = per_step_[static_cast<size_t>(step)].size();
    return k < size ? k : still_begin_ + k - size;
  }

 private:
  // *batch loses what is absent and what is beyond the step's size, and gets what stands still.
  void Split(PolygonBatch* batch, int begin, double absent, Random* random) {
    const int size = random->Chance(0.3) ? random->Integer(0, begin) : begin;
    still_begin_ = std::max(still_begin_, size);
    std::vector<const ConvexPolygon*> shapes;
    std::vector<Pose2> poses;
    for (int k = 0; k < size; ++k) {
      const bool is_absent = random->Chance(absent);
      shapes.push_back(is_absent ? nullptr : &merged_.obstacles[static_cast<size_t>(k)]);
      poses.push_back(batch->world_from_shape(k));
      if (is_absent) poses.back().translation.y = std::nan("");
    }
    // Half of the batches have been somewhere else before.
    const bool is_reposed = random->Chance(0.5);
    per_step_.push_back(PolygonBatch::Create(shapes, is_reposed ? std::vector<Pose2>(poses.size()) : poses).value());
    if (is_reposed) per_step_.back().SetPoses(poses).IgnoreError();
    still_.AppendTo(&shapes, &poses);
    *batch = PolygonBatch::Create(shapes, poses).value();
  }

  TrajectoryScene merged_;
  std::vector<PolygonBatch> per_step_;
  StillLayers still_;
  int still_begin_ = 0;
};

TEST_P(EveryKind, TrajectoriesAnswerAsThePairs) {
  int64_t of_batches = 0;
  int64_t of_still = 0;
  for (int64_t i = 0; !HasEnough(1000000); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const LayeredScene scene(kind(), &random_);
    const Obstacles obstacles = scene.obstacles();
    const PairAnswers pairs =
        AskPairs(scene.merged(), obstacles.size(), [&](int step, int k) { return scene.NumberOf(step, k); });
    ASSERT_TRUE(ViewsAnswerAsThePairs(scene.merged(), {&obstacles, 1}, pairs, &random_));
    Count(pairs);
    for (const Hit& hit : pairs.first) {
      if (hit.step >= 0) ++(obstacles.layer_of(hit.obstacle) == 0 ? of_batches : of_still);
    }
  }
  Print("trajectories");
  EXPECT_GT(colliding_, ways_ / 50);
  EXPECT_LT(colliding_, ways_ * 9 / 10);
  EXPECT_GT(of_batches, 20);
  EXPECT_GT(of_still, 20);
}

INSTANTIATE_TEST_SUITE_P(Batch, EveryKind, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

}  // namespace
}  // namespace collision2d
