// MinimumSeparation of batches and of static maps against ComputeSeparation of every pair: the same
// bits on every instruction set.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool ComesBefore(const Nearest<Separation>& a, const Nearest<Separation>& b) {
  const auto place = [](const Nearest<Separation>& of) { return std::make_tuple(of.step, of.obstacle, of.body_shape); };
  return place(a) < place(b);
}

// What is found of one trajectory.
struct Found {
  Nearest<Separation> least;
  std::vector<Nearest<Separation>> contacts;
};

std::vector<Found> AskPairs(const TrajectoryScene& scene) {
  const Trajectories trajectories = scene.trajectories();
  std::vector<Found> found(static_cast<size_t>(trajectories.size()));
  for (int i = 0; i < trajectories.size(); ++i) {
    for (int s = 0; s < trajectories.LengthOf(i) && found[i].contacts.empty(); ++s) {
      const PolygonBatch& batch = scene.per_step[s];
      for (int k = 0; k < batch.size(); ++k) {
        const Pose2 body_from_obstacle = RelativePose(trajectories.PosesOf(i)[s], batch.world_from_shape(k));
        for (int e = 0; e < static_cast<int>(scene.body.size()); ++e) {
          const Nearest<Separation> pair = {ComputeSeparation(scene.body[e], batch.shape(k), body_from_obstacle), s, k,
                                            e};
          const double distance_m = pair.separation.signed_distance_m;
          if (distance_m < found[i].least.separation.signed_distance_m) found[i].least = pair;
          if (distance_m <= 0.0) found[i].contacts.push_back(pair);
        }
      }
    }
  }
  return found;
}

void ExpectSame(const Nearest<Separation>& actual, const Nearest<Separation>& expected) {
  ASSERT_EQ(actual.step, expected.step);
  ASSERT_EQ(actual.obstacle, expected.obstacle);
  ASSERT_EQ(actual.body_shape, expected.body_shape);
  const Separation& a = actual.separation;
  const Separation& b = expected.separation;
  const double numbers[][2] = {{a.signed_distance_m, b.signed_distance_m},
                               {a.witness_a.x, b.witness_a.x},
                               {a.witness_a.y, b.witness_a.y},
                               {a.witness_b.x, b.witness_b.x},
                               {a.witness_b.y, b.witness_b.y}};
  for (const auto& pair : numbers) ASSERT_EQ(std::memcmp(&pair[0], &pair[1], sizeof(double)), 0) << pair[0];
  ASSERT_EQ(a.status, b.status);
}

// `ask` is the call without the arguments that are common to batches and maps.
template <typename Ask>
void ExpectAnswers(const std::vector<Found>& expected, const std::vector<double>& limit_m, const Ask& ask) {
  std::vector<Nearest<Separation>> least(expected.size());
  std::vector<std::vector<Nearest<Separation>>> contacts(expected.size());
  QueryOptions options;
  options.contacts = [&](int trajectory, const Nearest<Separation>& contact) {
    contacts[trajectory].push_back(contact);
  };
  // Two parts of trajectories, and all at once.
  if (expected.size() % 2 == 0) {
    options.parallel_for = [](int count, const std::function<void(int begin, int end)>& run) {
      run(count / 2, count);
      run(0, count / 2);
    };
  }
  const absl::Status status = ask(limit_m, absl::MakeSpan(least), options);
  ASSERT_TRUE(status.ok()) << status;
  for (size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE(testing::Message() << "trajectory " << i);
    const bool counts = limit_m.empty() || expected[i].least.separation.signed_distance_m <= limit_m[i];
    ASSERT_NO_FATAL_FAILURE(ExpectSame(least[i], counts ? expected[i].least : Nearest<Separation>()));
    ASSERT_EQ(contacts[i].size(), expected[i].contacts.size());
    std::sort(contacts[i].begin(), contacts[i].end(), ComesBefore);
    for (size_t k = 0; k < contacts[i].size(); ++k) {
      ASSERT_NO_FATAL_FAILURE(ExpectSame(contacts[i][k], expected[i].contacts[k]));
    }
  }
}

// None; the distances themselves, or the next number below; any.
std::vector<double> RandomLimits(const std::vector<Found>& expected, Random* random) {
  std::vector<double> limit_m;
  if (random->Chance(0.4)) return limit_m;
  for (const Found& found : expected) {
    const double least_m = std::max(0.0, found.least.separation.signed_distance_m);
    const double other_m =
        random->Chance(0.5) ? std::max(0.0, std::nextafter(least_m, -1.0)) : random->LogUniform(1e-3, 1e3);
    limit_m.push_back(random->Chance(0.4) ? least_m : other_m);
  }
  return limit_m;
}

template <typename Ask>
void ExpectAnswersOnEveryTarget(const std::vector<Found>& expected, Random* random, const Ask& ask) {
  const std::vector<double> limit_m = RandomLimits(expected, random);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    ASSERT_NO_FATAL_FAILURE(ExpectAnswers(expected, limit_m, ask));
  }
}

class MinimumSeparationOfEveryKind : public testing::TestWithParam<int> {
 protected:
  TrajectoryScene RandomScene() {
    const int trajectories = random_.Integer(1, 80);
    const int steps = random_.Integer(1, 5);
    const int obstacles = random_.Chance(0.7) ? random_.Integer(1, 4) : random_.Integer(5, 40);
    return RandomTrajectoryScene(static_cast<SceneKind>(GetParam()), trajectories, steps, obstacles, &random_);
  }

  Random random_{TestSeed() + static_cast<uint64_t>(GetParam())};
};

TEST_P(MinimumSeparationOfEveryKind, OfBatchesAnswersAsThePairQueries) {
  size_t contacts = 0;
  for (int64_t i = 0; i < TestCaseCount(60); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const TrajectoryScene scene = RandomScene();
    const std::vector<Found> expected = AskPairs(scene);
    ASSERT_NO_FATAL_FAILURE(ExpectAnswersOnEveryTarget(expected, &random_, [&](auto&&... arguments) {
      return MinimumSeparation(scene.body, scene.trajectories(), scene.per_step, arguments...);
    }));
    for (const Found& found : expected) contacts += found.contacts.size();
  }
  EXPECT_GT(contacts, 40u);
}

TEST_P(MinimumSeparationOfEveryKind, OfMapsAnswersAsThePairQueries) {
  size_t contacts = 0;
  for (int64_t i = 0; i < TestCaseCount(60); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    TrajectoryScene scene = RandomScene();
    // What stands still is where it is at the first step.
    std::vector<Pose2> world_from_shape;
    for (int k = 0; k < scene.per_step[0].size(); ++k)
      world_from_shape.push_back(scene.per_step[0].world_from_shape(k));
    for (PolygonBatch& batch : scene.per_step) ASSERT_TRUE(batch.SetPoses(world_from_shape).ok());
    const StaticMap map = StaticMap::Create(scene.obstacles, world_from_shape).value();
    const std::vector<Found> expected = AskPairs(scene);
    ASSERT_NO_FATAL_FAILURE(ExpectAnswersOnEveryTarget(expected, &random_, [&](auto&&... arguments) {
      return MinimumSeparation(scene.body, scene.trajectories(), map, arguments...);
    }));
    for (const Found& found : expected) contacts += found.contacts.size();
  }
  EXPECT_GT(contacts, 40u);
}

INSTANTIATE_TEST_SUITE_P(Trajectories, MinimumSeparationOfEveryKind, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

// The tree has three levels, and the search goes down each of them.
TEST(MinimumSeparationTest, OfALargeMapAnswersAsThePairQueries) {
  Random random(TestSeed());
  TrajectoryScene scene = RandomTrajectoryScene(SceneKind::kPolygons, 6, 4, 1, &random);
  std::vector<Pose2> world_from_shape;
  scene.obstacles.clear();
  for (int k = 0; k < 5000; ++k) {
    scene.obstacles.push_back(RandomPolygon(8, &random));
    world_from_shape.push_back(RandomPose(250.0, &random));
  }
  scene.per_step.clear();
  for (int step = 0; step < scene.steps; ++step) {
    scene.per_step.push_back(PolygonBatch::Create(scene.obstacles, world_from_shape).value());
  }
  const StaticMap map = StaticMap::Create(scene.obstacles, world_from_shape).value();
  ASSERT_NO_FATAL_FAILURE(ExpectAnswersOnEveryTarget(AskPairs(scene), &random, [&](auto&&... arguments) {
    return MinimumSeparation(scene.body, scene.trajectories(), map, arguments...);
  }));
}

TEST(MinimumSeparationTest, WithoutStepsOrObstacles) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  const StaticMap map;
  const absl::Span<Nearest<Separation>> none;
  EXPECT_TRUE(MinimumSeparation(body, Trajectories(), Obstacles(), {}, none).ok());
  EXPECT_TRUE(MinimumSeparation(body, Trajectories(), map, {}, none).ok());
  // Nothing at the first and the last step.
  const std::vector<Pose2> poses(3);
  std::vector<PolygonBatch> per_step(3);
  per_step[1] = PolygonBatch::Create(body, std::vector<Pose2>{Pose2{{9.0, 0.0}}}).value();
  Nearest<Separation> least;
  ASSERT_TRUE(MinimumSeparation(body, {poses, 3, {}}, per_step, {}, absl::MakeSpan(&least, 1)).ok());
  EXPECT_EQ(least.step, 1);
  EXPECT_EQ(least.separation.signed_distance_m, 5.0);
}

TEST(MinimumSeparationTest, ContactsNeedNoReceiver) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  const std::vector<Pose2> poses = {Pose2{{9.0, 0.0}}, Pose2{{3.0, 0.0}}};
  std::vector<PolygonBatch> per_step;
  for (int step = 0; step < 2; ++step) per_step.push_back(PolygonBatch::Create(body, std::vector<Pose2>(1)).value());
  Nearest<Separation> least;
  ASSERT_TRUE(MinimumSeparation(body, {poses, 2, {}}, per_step, {}, absl::MakeSpan(&least, 1)).ok());
  EXPECT_EQ(least.step, 1);
  EXPECT_EQ(least.separation.signed_distance_m, -1.0);
}

TEST(MinimumSeparationTest, BadArgumentsAreNamed) {
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  const std::vector<Pose2> poses(6);
  std::vector<PolygonBatch> per_step(3);
  std::vector<Nearest<Separation>> least(2);
  QueryOptions ignore;
  ignore.contacts = [](int, const Nearest<Separation>&) {};
  const StaticMap map;
  const auto message = [&](const Trajectories& trajectories, const std::vector<double>& limit_m,
                           const QueryOptions& options) {
    const absl::Status of_batch =
        MinimumSeparation(body, trajectories, per_step, limit_m, absl::MakeSpan(least), options);
    const absl::Status of_map = MinimumSeparation(body, trajectories, map, limit_m, absl::MakeSpan(least), options);
    EXPECT_EQ(of_batch, of_map);
    return std::string(of_batch.message());
  };
  EXPECT_EQ(message({poses, 3, {}}, {}, ignore), "");
  EXPECT_EQ(message({poses, 3, {}}, {1.0, kInfinity}, ignore), "");
  EXPECT_EQ(message({poses, 3, {}}, {1.0, -1.0}, ignore), "limit_m[1]: -1 m is not a distance");
  EXPECT_EQ(message({poses, 3, {}}, {1.0}, ignore), "limit_m: 1 elements; 2 are needed");
  EXPECT_EQ(message({poses, 3, {}}, {}, {}), "");
  const std::vector<int> lengths = {3, 4};
  EXPECT_EQ(message({poses, 3, lengths}, {}, ignore), "lengths[1]: 4 is not within [0, 3]");
  std::vector<Pose2> illegal = poses;
  illegal[4].cos = 2.0;
  EXPECT_EQ(message({illegal, 3, {}}, {}, ignore), "world_from_body[1][1]: (cos, sin) = (2, 0) is not a unit rotation");
  least.resize(3);
  EXPECT_EQ(message({poses, 3, {}}, {}, ignore), "least: 3 elements; 2 are needed");
}

}  // namespace
}  // namespace collision2d
