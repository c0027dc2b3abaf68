// Views of obstacles: which questions take which, how both kinds together are numbered, and moving
// obstacles among a map against the pair queries, with answers and ties from both.

#include "collision2d/batch/obstacles.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/gradients.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

using Batches = std::vector<PolygonBatch>;

template <typename... From>
constexpr bool kAreObstacles = std::is_constructible_v<Obstacles, From...>;
template <typename... From>
constexpr bool kAreMoving = std::is_constructible_v<MovingObstacles, From...>;

static_assert(std::is_convertible_v<const PolygonBatch&, Obstacles>);
static_assert(std::is_convertible_v<const StaticMap&, Obstacles>);
static_assert(std::is_convertible_v<const Batches&, Obstacles>);
static_assert(std::is_convertible_v<absl::Span<const PolygonBatch>, Obstacles>);
static_assert(kAreObstacles<const PolygonBatch&, const StaticMap&> && kAreObstacles<const Batches&, const StaticMap&>);
static_assert(std::is_convertible_v<const PolygonBatch&, MovingObstacles>);
static_assert(std::is_convertible_v<const StaticMap&, MovingObstacles>);
static_assert(std::is_convertible_v<const Batches&, MovingObstacles>);
static_assert(std::is_convertible_v<const Obstacles&, MovingObstacles>);
static_assert(kAreMoving<const PolygonBatch&, const StaticMap&> && kAreMoving<const Batches&, const StaticMap&>);
static_assert(kAreMoving<const Batches&, const Batches&> && kAreMoving<const Batches&, const Batches&, StaticMap&>);

// What moves has no pose at an instant.
static_assert(!kAreObstacles<const MovingObstacles&> && !kAreObstacles<MovingObstacles>);
static_assert(!kAreObstacles<const Batches&, const Batches&>);

// A view does not outlive a temporary.
static_assert(!kAreObstacles<PolygonBatch> && !kAreObstacles<StaticMap> && !kAreObstacles<Batches>);
static_assert(!kAreObstacles<PolygonBatch, StaticMap&> && !kAreObstacles<Batches, StaticMap&>);
static_assert(!kAreObstacles<PolygonBatch&, StaticMap> && !kAreObstacles<Batches&, StaticMap>);
static_assert(!kAreMoving<PolygonBatch> && !kAreMoving<StaticMap> && !kAreMoving<Batches>);
static_assert(!kAreMoving<PolygonBatch, StaticMap&> && !kAreMoving<Batches&, StaticMap>);
static_assert(!kAreMoving<Batches, Batches&> && !kAreMoving<Batches&, Batches>);
static_assert(!kAreMoving<Batches&, Batches&, StaticMap>);

TEST(Obstacles, TheMapFollowsTheLargestBatch) {
  const std::vector<ConvexPolygon> shapes(70, ConvexPolygon::Rectangle(1.0, 1.0).value());
  const auto batch_of = [&](size_t count) {
    return PolygonBatch::Create(absl::MakeConstSpan(shapes).first(count), std::vector<Pose2>(count)).value();
  };
  Batches per_step;
  for (const size_t count : {2, 5, 0}) per_step.push_back(batch_of(count));
  const StaticMap map = StaticMap::Create(shapes).value();
  const Obstacles both = {per_step, map};
  EXPECT_EQ(both.begin_of(1), 5);
  EXPECT_EQ(both.size(), 75);
  EXPECT_EQ(both.mask_words(), 2u);
  EXPECT_EQ(both.layer_of(4), 0);
  EXPECT_EQ(both.layer_of(5), 1);
  EXPECT_EQ(Obstacles(map).begin_of(0), 0);
  EXPECT_EQ(Obstacles(per_step).size(), 5);
  EXPECT_EQ(Obstacles().mask_words(), 0u);
  EXPECT_EQ(MovingObstacles(both).begin_of(1), 5);
  EXPECT_EQ(MovingObstacles(per_step, per_step, map).begin_of(1), 5);
}

TEST(Obstacles, TooManyLayersAreRefused) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(1.0, 1.0).value()};
  const StaticMap map = StaticMap::Create(body).value();
  Obstacles obstacles;
  int32_t count = 0;
  for (int k = 1; k <= Obstacles::kMaxLayers; ++k) {
    obstacles.Add(map);
    ASSERT_TRUE(CountHits(body, Pose2(), obstacles, absl::MakeSpan(&count, 1)).ok());
    EXPECT_EQ(count, k);
  }
  for (int k = 0; k < 2; ++k) {
    obstacles.Add(map);
    EXPECT_EQ(CountHits(body, Pose2(), obstacles, absl::MakeSpan(&count, 1)).message(),
              "obstacles: 9 layers are more than 8");
  }
}

TEST(Obstacles, OwnedShapesMoveWithTheirOwner) {
  std::vector<ConvexPolygon> shapes(20, ConvexPolygon::Rectangle(1.0, 1.0).value());
  const ConvexPolygon* const first = shapes.data();
  PolygonBatch batch = PolygonBatch::Create(std::move(shapes), std::vector<Pose2>(20)).value();
  const PolygonBatch moved = std::move(batch);
  EXPECT_EQ(&moved.shape(0), first);
  StaticMap map = StaticMap::Create(std::vector<ConvexPolygon>(20, ConvexPolygon::Rectangle(1.0, 1.0).value())).value();
  const StaticMap moved_map = std::move(map);
  const Pose2 pose;
  int32_t count = 0;
  ASSERT_TRUE(CountHits({first, 1}, pose, {moved, moved_map}, absl::MakeSpan(&count, 1)).ok());
  EXPECT_EQ(count, 40);
}

// Batches among layers of what stands still, and the same obstacles in one batch for each step,
// whose indices have no gaps: index k of a step's batch is index k of both, or of what stands
// still.
struct Numbering {
  std::vector<int> batch_sizes;  // Of the steps.
  int map_begin = 0;

  int Of(int step, int k) const { return k < batch_sizes[step] ? k : map_begin + k - batch_sizes[step]; }
};

// Shapes that stand still: maps, or maps with a batch between them.
struct StillLayers {
  StillLayers() = default;
  StillLayers(const std::vector<ConvexPolygon>& shapes, const std::vector<Pose2>& poses, Random* random) {
    const size_t ends[] = {shapes.size() / static_cast<size_t>(random->Integer(1, 4)), shapes.size() / 2,
                           shapes.size()};
    size_t begin = 0;
    for (const size_t end : ends) {
      const auto count = std::max(end, begin) - begin;
      const auto some = absl::MakeConstSpan(shapes).subspan(begin, count);
      const auto at = absl::MakeConstSpan(poses).subspan(begin, count);
      if (maps.size() == 1 && batches.empty()) {
        batches.push_back(PolygonBatch::Create(std::vector<ConvexPolygon>(some.begin(), some.end()), at).value());
      } else {
        maps.push_back(StaticMap::Create(std::vector<ConvexPolygon>(some.begin(), some.end()), at).value());
      }
      begin += count;
    }
  }

  template <typename View>
  void AddTo(View* view) const {
    view->Add(maps[0]).Add(batches[0]).Add(maps[1]);
  }

  std::vector<StaticMap> maps;
  Batches batches;
};

struct CombinedScene {
  TrajectoryScene merged;
  Batches per_step;
  StillLayers still;
  Numbering numbering;

  Obstacles obstacles() const {
    Obstacles all = per_step;
    still.AddTo(&all);
    return all;
  }
};

// What stands still is where it is at the first step; a third of that is where some obstacle
// of that step's batch is too, and of its shape.
CombinedScene RandomCombinedScene(SceneKind kind, Random* random) {
  CombinedScene scene;
  scene.merged = RandomTrajectoryScene(kind, random->Integer(1, 40), random->Integer(1, 4),
                                       random->Chance(0.5) ? random->Integer(2, 6) : random->Integer(7, 60), random);
  TrajectoryScene& merged = scene.merged;
  const int count = static_cast<int>(merged.obstacles.size());
  const int begin = random->Integer(0, count);
  std::vector<ConvexPolygon> shapes;
  std::vector<Pose2> poses;
  for (int k = begin; k < count; ++k) {
    const int from = begin > 0 && random->Chance(0.3) ? random->Index(begin) : k;
    shapes.push_back(merged.obstacles[from]);
    poses.push_back(merged.per_step[0].world_from_shape(from));
  }
  scene.still = StillLayers(shapes, poses, random);
  for (PolygonBatch& batch : merged.per_step) {
    const auto size = static_cast<size_t>(random->Chance(0.3) ? random->Integer(0, begin) : begin);
    std::vector<Pose2> of_batch;
    for (size_t k = 0; k < size; ++k) of_batch.push_back(batch.world_from_shape(static_cast<int>(k)));
    const auto moving = absl::MakeConstSpan(merged.obstacles).first(size);
    scene.per_step.push_back(PolygonBatch::Create(moving, of_batch).value());
    scene.numbering.batch_sizes.push_back(static_cast<int>(size));
    scene.numbering.map_begin = std::max(scene.numbering.map_begin, static_cast<int>(size));
    std::vector<ConvexPolygon> all(moving.begin(), moving.end());
    all.insert(all.end(), shapes.begin(), shapes.end());
    of_batch.insert(of_batch.end(), poses.begin(), poses.end());
    batch = PolygonBatch::Create(std::move(all), of_batch).value();
  }
  return scene;
}

void ExpectSame(const Hit& actual, const Hit& expected) {
  ASSERT_EQ(actual.step, expected.step);
  ASSERT_EQ(actual.obstacle, expected.obstacle);
  ASSERT_EQ(actual.body_shape, expected.body_shape);
}

template <typename Found>
Hit PairOf(const Found& found) {
  return {found.step, found.obstacle, found.body_shape};
}

// What the pair queries say of the merged batches, by the numbers of both together.
struct Expected {
  std::vector<Hit> first;
  std::vector<Nearest<double>> nearest;
  std::vector<Nearest<Separation>> least;
  std::vector<size_t> contacts;     // How many at the step of least.
  std::vector<double> distances_m;  // [pose][obstacle]
};

Expected AskPairs(const CombinedScene& scene) {
  const TrajectoryScene& merged = scene.merged;
  Expected expected = {ScalarFirstCollisions(merged), ScalarClearances(merged), {}, {}, {}};
  const auto renumber = [&](auto* found) {
    if (found->step >= 0) found->obstacle = scene.numbering.Of(found->step, found->obstacle);
  };
  for (Hit& hit : expected.first) renumber(&hit);
  for (Nearest<double>& nearest : expected.nearest) renumber(&nearest);
  const Trajectories trajectories = merged.trajectories();
  const auto row_size = static_cast<size_t>(scene.obstacles().size());
  expected.distances_m.assign(row_size * merged.world_from_body.size(), std::numeric_limits<double>::infinity());
  expected.least.resize(expected.first.size());
  expected.contacts.resize(expected.first.size());
  for (int i = 0; i < trajectories.size(); ++i) {
    for (int s = 0; s < trajectories.LengthOf(i); ++s) {
      const size_t row = static_cast<size_t>(i * merged.steps + s) * row_size;
      for (int k = 0; k < merged.per_step[s].size(); ++k) {
        const Pose2 body_from_obstacle =
            RelativePose(trajectories.PosesOf(i)[s], merged.per_step[s].world_from_shape(k));
        for (int e = 0; e < static_cast<int>(merged.body.size()); ++e) {
          const ConvexPolygon& obstacle = merged.per_step[s].shape(k);
          double& least_m = expected.distances_m[row + static_cast<size_t>(scene.numbering.Of(s, k))];
          least_m = std::min(least_m, Distance(merged.body[e], obstacle, body_from_obstacle));
          Nearest<Separation>& least = expected.least[i];
          if (expected.contacts[i] > 0 && least.step < s) continue;
          const Separation separation = ComputeSeparation(merged.body[e], obstacle, body_from_obstacle);
          if (separation.signed_distance_m <= 0.0) ++expected.contacts[i];
          if (separation.signed_distance_m >= least.separation.signed_distance_m) continue;
          least = {separation, s, scene.numbering.Of(s, k), e};
        }
      }
    }
  }
  return expected;
}

const ParallelFor kBackwards = [](int count, const std::function<void(int begin, int end)>& run) {
  for (int i = count; i-- > 0;) run(i, i + 1);
};

void ExpectOfTrajectories(const CombinedScene& scene, const Expected& expected, const ParallelFor& parallel_for) {
  const std::vector<ConvexPolygon>& body = scene.merged.body;
  const Trajectories trajectories = scene.merged.trajectories();
  const size_t count = expected.first.size();
  std::vector<uint8_t> any(count, 77);
  std::vector<Hit> first(count);
  std::vector<Nearest<double>> nearest(count);
  std::vector<Nearest<Separation>> least(count);
  std::vector<size_t> contacts(count);
  const auto add = [&](int i, const Nearest<Separation>& contact) {
    contacts[i] += static_cast<size_t>(contact.separation.signed_distance_m <= 0.0);
  };
  std::vector<Nearest<SeparationGradient>> gradients(count);
  std::vector<Nearest<SeparationGradient>> of_merged(count);
  ASSERT_TRUE(AnyHit(body, trajectories, scene.obstacles(), absl::MakeSpan(any), parallel_for).ok());
  ASSERT_TRUE(FirstHit(body, trajectories, scene.obstacles(), absl::MakeSpan(first), parallel_for).ok());
  ASSERT_TRUE(MinimumDistance(body, trajectories, scene.obstacles(), {}, absl::MakeSpan(nearest), parallel_for).ok());
  QueryOptions options = parallel_for;
  options.contacts = add;
  ASSERT_TRUE(MinimumSeparation(body, trajectories, scene.obstacles(), {}, absl::MakeSpan(least), options).ok());
  ASSERT_TRUE(
      MinimumSeparation(body, trajectories, scene.obstacles(), {}, absl::MakeSpan(gradients), parallel_for).ok());
  ASSERT_TRUE(MinimumSeparation(body, trajectories, scene.merged.per_step, {}, absl::MakeSpan(of_merged)).ok());
  for (size_t i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "trajectory " << i);
    ASSERT_EQ(any[i], expected.first[i].step >= 0 ? 1 : 0);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(first[i], expected.first[i]));
    ASSERT_EQ(nearest[i].distance_m, expected.nearest[i].distance_m);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(PairOf(nearest[i]), PairOf(expected.nearest[i])));
    ASSERT_NO_FATAL_FAILURE(ExpectSame(PairOf(least[i]), PairOf(expected.least[i])));
    ASSERT_EQ(least[i].separation.signed_distance_m, expected.least[i].separation.signed_distance_m);
    ASSERT_EQ(contacts[i], expected.contacts[i]);
    ASSERT_NO_FATAL_FAILURE(ExpectSame(PairOf(gradients[i]), PairOf(expected.least[i])));
    ASSERT_EQ(gradients[i].gradient.yaw_left_m_per_rad, of_merged[i].gradient.yaw_left_m_per_rad);
    ASSERT_EQ(gradients[i].gradient.yaw_right_m_per_rad, of_merged[i].gradient.yaw_right_m_per_rad);
    ASSERT_EQ(gradients[i].gradient.is_smooth, of_merged[i].gradient.is_smooth);
  }
  std::vector<int> order(count);
  std::iota(order.rbegin(), order.rend(), 0);
  int free_position = 77;
  ASSERT_TRUE(FirstFree(body, trajectories, scene.obstacles(), order, &free_position, absl::MakeSpan(first)).ok());
  const auto free = std::find_if(order.begin(), order.end(), [&](int i) { return expected.first[i].step < 0; });
  ASSERT_EQ(free_position, free == order.end() ? -1 : static_cast<int>(free - order.begin()));
  for (auto i = order.begin(); i != free; ++i) {
    ASSERT_NO_FATAL_FAILURE(ExpectSame(first[static_cast<size_t>(i - order.begin())], expected.first[*i]));
  }
}

// The questions that answer for each pose. A distance of 0 is a collision.
void ExpectOfPoses(const CombinedScene& scene, const Expected& expected, const ParallelFor& parallel_for) {
  const std::vector<ConvexPolygon>& body = scene.merged.body;
  const Trajectories trajectories = scene.merged.trajectories();
  const Obstacles obstacles = scene.obstacles();
  const size_t poses = scene.merged.world_from_body.size();
  const auto row_size = static_cast<size_t>(obstacles.size());
  const double limit_m = expected.distances_m.empty() ? 1.0 : std::min(expected.distances_m.back(), 1e9);
  std::vector<double> distances_m(expected.distances_m.size(), -77.0);
  std::vector<int32_t> counts(poses, 77);
  std::vector<uint64_t> mask(poses * obstacles.mask_words(), 77);
  std::vector<uint64_t> within = mask;
  std::vector<int64_t> begin(poses + 1);
  std::vector<int> hits(poses * row_size);
  ASSERT_TRUE(AllDistances(body, trajectories, obstacles, absl::MakeSpan(distances_m), parallel_for).ok());
  ASSERT_EQ(distances_m, expected.distances_m);
  ASSERT_TRUE(CountHits(body, trajectories, obstacles, absl::MakeSpan(counts), parallel_for).ok());
  ASSERT_TRUE(CollisionMask(body, trajectories, obstacles, absl::MakeSpan(mask), parallel_for).ok());
  ASSERT_TRUE(WithinMask(body, trajectories, obstacles, limit_m, absl::MakeSpan(within), parallel_for).ok());
  ASSERT_TRUE(AllHits(body, trajectories, obstacles, absl::MakeSpan(begin), absl::MakeSpan(hits)).ok());
  for (size_t p = 0; p < poses; ++p) {
    SCOPED_TRACE(testing::Message() << "pose " << p);
    std::vector<int> expected_hits;
    for (size_t k = 0; k < 64 * obstacles.mask_words(); ++k) {
      const double distance_m = k < row_size ? distances_m[p * row_size + k] : std::numeric_limits<double>::infinity();
      if (distance_m == 0.0) expected_hits.push_back(static_cast<int>(k));
      const size_t word = p * obstacles.mask_words() + k / 64;
      ASSERT_EQ(mask[word] >> k % 64 & 1, distance_m == 0.0 ? 1u : 0u) << k;
      ASSERT_EQ(within[word] >> k % 64 & 1, distance_m <= limit_m ? 1u : 0u) << k;
    }
    ASSERT_EQ(counts[p], static_cast<int32_t>(expected_hits.size()));
    ASSERT_EQ(std::vector<int>(hits.begin() + begin[p], hits.begin() + begin[p + 1]), expected_hits);
  }
}

class CombinedOfEveryKind : public testing::TestWithParam<int> {
 protected:
  SceneKind kind() const { return static_cast<SceneKind>(GetParam()); }
  Random random_{TestSeed() + static_cast<uint64_t>(GetParam())};
};

TEST_P(CombinedOfEveryKind, AnswersAsThePairQueries) {
  int of_batches = 0;
  int of_map = 0;
  for (int64_t i = 0; i < TestCaseCount(40); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const CombinedScene scene = RandomCombinedScene(kind(), &random_);
    const Expected expected = AskPairs(scene);
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
      SCOPED_TRACE(hwy::TargetName(target));
      const ScopedTarget scoped_target(target);
      const ParallelFor parallel_for = i % 2 == 0 ? kBackwards : nullptr;
      ASSERT_NO_FATAL_FAILURE(ExpectOfTrajectories(scene, expected, parallel_for));
      ASSERT_NO_FATAL_FAILURE(ExpectOfPoses(scene, expected, parallel_for));
    }
    for (const Hit& hit : expected.first) {
      of_batches += static_cast<int>(hit.step >= 0 && scene.obstacles().layer_of(hit.obstacle) == 0);
      of_map += static_cast<int>(hit.step >= 0 && scene.obstacles().layer_of(hit.obstacle) > 0);
    }
  }
  EXPECT_GT(of_batches, 20);
  EXPECT_GT(of_map, 20);
}

// Where a map's obstacles stand, batches have them at both ends of every interval.
TEST_P(CombinedOfEveryKind, AnswersAboutMotionAsThePairQueries) {
  int of_batches = 0;
  int of_map = 0;
  for (int64_t i = 0; i < TestCaseCount(60); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    // Drawn one after the other: the order of arguments is the compiler's.
    const int obstacle_count = random_.Chance(0.7) ? random_.Integer(1, 5) : random_.Integer(6, 40);
    const int step_count = random_.Integer(2, 4);
    const int trajectory_count = random_.Integer(1, 30);
    SweptScene merged = RandomSweptScene(kind(), trajectory_count, step_count, obstacle_count, &random_);
    // Every third shape stands in the map too: where it is at the first step, which is a tie if it
    // does not move, or where another one is.
    std::vector<const ConvexPolygon*> still;
    std::vector<Pose2> world_from_still;
    for (size_t k = 0; k < merged.obstacles.size(); k += 3) {
      still.push_back(&merged.obstacles[k]);
      world_from_still.push_back(merged.world_from_obstacle[i % 2 == 0 ? k : (k + 1) % merged.obstacles.size()]);
    }
    std::vector<ConvexPolygon> shapes;
    for (const ConvexPolygon* shape : still) shapes.push_back(*shape);
    const StillLayers layers(shapes, world_from_still, &random_);
    Batches at_start = std::move(merged.at_start);
    Batches at_end = std::move(merged.at_end);
    merged.at_start.clear();
    merged.at_end.clear();
    Numbering numbering;
    for (size_t s = 0; s < at_start.size(); ++s) {
      numbering.batch_sizes.push_back(at_start[s].size());
      numbering.map_begin = std::max(numbering.map_begin, at_start[s].size());
      for (const PolygonBatch* batch : {&at_start[s], &at_end[s]}) {
        std::vector<const ConvexPolygon*> all;
        std::vector<Pose2> poses;
        for (int k = 0; k < batch->size(); ++k) {
          all.push_back(&batch->shape(k));
          poses.push_back(batch->world_from_shape(k));
        }
        all.insert(all.end(), still.begin(), still.end());
        poses.insert(poses.end(), world_from_still.begin(), world_from_still.end());
        Batches& ends = batch == &at_start[s] ? merged.at_start : merged.at_end;
        ends.push_back(PolygonBatch::Create(all, poses).value());
      }
    }
    std::vector<SweptHit> expected = ScalarFirstContacts(merged);
    std::vector<SweptNearest> expected_nearest = ScalarLeastDistances(merged);
    const std::vector<uint8_t> expected_any = ScalarAnyContacts(merged);
    MovingObstacles moving = {at_start, at_end};
    layers.AddTo(&moving);
    ASSERT_EQ(moving.size(), numbering.map_begin + static_cast<int64_t>(shapes.size()));
    for (SweptHit& hit : expected) {
      if (hit.step < 0) continue;
      hit.obstacle = numbering.Of(hit.step, hit.obstacle);
      ++(moving.layer_of(hit.obstacle) > 0 ? of_map : of_batches);
    }
    const Trajectories trajectories = merged.trajectories();
    const std::vector<double>& times = merged.step_times_s;
    std::vector<SweptHit> first(expected.size());
    std::vector<SweptHit> first_before(expected.size());
    std::vector<SweptNearest> nearest(expected.size());
    std::vector<uint8_t> any(expected.size(), 77);
    std::vector<int> order(expected.size());
    std::iota(order.begin(), order.end(), 0);
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
      SCOPED_TRACE(hwy::TargetName(target));
      const ScopedTarget scoped_target(target);
      int free_position = 77;
      ASSERT_TRUE(FirstHit(merged.body, trajectories, times, moving, merged.options, absl::MakeSpan(first)).ok());
      ASSERT_TRUE(AnyHit(merged.body, trajectories, times, moving, merged.options, absl::MakeSpan(any)).ok());
      ASSERT_TRUE(
          MinimumDistance(merged.body, trajectories, times, moving, {{}, merged.tolerance_m}, absl::MakeSpan(nearest))
              .ok());
      ASSERT_TRUE(FirstFree(merged.body, trajectories, times, moving, merged.options, order, &free_position,
                            absl::MakeSpan(first_before))
                      .ok());
      ASSERT_EQ(any, expected_any);
      const auto free = std::find_if(order.begin(), order.end(), [&](int k) { return expected[k].step < 0; });
      ASSERT_EQ(free_position, free == order.end() ? -1 : static_cast<int>(free - order.begin()));
      for (size_t k = 0; k < expected.size(); ++k) {
        SCOPED_TRACE(testing::Message() << "trajectory " << k);
        ASSERT_NO_FATAL_FAILURE(ExpectSame(PairOf(first[k]), PairOf(expected[k])));
        ASSERT_EQ(first[k].free_until_s, expected[k].free_until_s);
        ASSERT_EQ(first[k].contact_by_s, expected[k].contact_by_s);
        ASSERT_EQ(nearest[k].lower_m, expected_nearest[k].lower_m);
        ASSERT_EQ(nearest[k].upper_m, expected_nearest[k].upper_m);
        Hit pair = PairOf(expected_nearest[k]);
        if (pair.step >= 0) pair.obstacle = numbering.Of(pair.step, pair.obstacle);
        ASSERT_NO_FATAL_FAILURE(ExpectSame(PairOf(nearest[k]), pair));
      }
    }
  }
  EXPECT_GT(of_batches, 20);
  EXPECT_GT(of_map, 5);
}

INSTANTIATE_TEST_SUITE_P(Obstacles, CombinedOfEveryKind, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

}  // namespace
}  // namespace collision2d
