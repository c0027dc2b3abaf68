#include "collision2d/batch/distances.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/obstacle_views.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What the scalar query says of each pose and obstacle.
struct Expected {
  int obstacles;
  std::vector<double> distance_m;  // [pose][obstacle]
  std::vector<int> shape;          // The first body shape at that distance.

  Nearest<double> NearestOf(size_t p, double limit_m) const {
    Nearest<double> nearest;
    for (int k = 0; k < obstacles; ++k) {
      const size_t i = p * static_cast<size_t>(obstacles) + static_cast<size_t>(k);
      if (distance_m[i] <= limit_m && distance_m[i] < nearest.distance_m) nearest = {distance_m[i], 0, k, shape[i]};
    }
    return nearest;
  }
};

Expected AskScalar(const BatchScene& scene) {
  Expected expected = {static_cast<int>(scene.obstacles.size()), {}, {}};
  for (const Pose2& pose : scene.world_from_body) {
    for (size_t k = 0; k < scene.obstacles.size(); ++k) {
      const Pose2 body_from_obstacle = RelativePose(pose, scene.world_from_obstacle[k]);
      double least_m = kInfinity;
      int shape = -1;
      for (size_t e = 0; e < scene.body.size(); ++e) {
        const double distance_m = Distance(scene.body[e], scene.obstacles[k], body_from_obstacle);
        if (distance_m < least_m) {
          least_m = distance_m;
          shape = static_cast<int>(e);
        }
      }
      expected.distance_m.push_back(least_m);
      expected.shape.push_back(shape);
    }
  }
  return expected;
}

void ExpectSame(const Separation& actual, const Separation& expected) {
  EXPECT_EQ(actual.signed_distance_m, expected.signed_distance_m);
  EXPECT_EQ(actual.witness_a.x, expected.witness_a.x);
  EXPECT_EQ(actual.witness_a.y, expected.witness_a.y);
  EXPECT_EQ(actual.witness_b.x, expected.witness_b.x);
  EXPECT_EQ(actual.witness_b.y, expected.witness_b.y);
  EXPECT_EQ(actual.direction.x, expected.direction.x);
  EXPECT_EQ(actual.direction.y, expected.direction.y);
  EXPECT_EQ(actual.status, expected.status);
}

// The pair with the least signed distance at a pose, by all pairs.
Nearest<Separation> LeastOfPairs(const BatchScene& scene, size_t p, double limit_m) {
  Nearest<Separation> least;
  for (size_t k = 0; k < scene.obstacles.size(); ++k) {
    const Pose2 body_from_obstacle = RelativePose(scene.world_from_body[p], scene.world_from_obstacle[k]);
    for (size_t e = 0; e < scene.body.size(); ++e) {
      const Separation separation = ComputeSeparation(scene.body[e], scene.obstacles[k], body_from_obstacle);
      if (separation.signed_distance_m > limit_m) continue;
      if (separation.signed_distance_m >= least.separation.signed_distance_m) continue;
      least = {separation, 0, static_cast<int>(k), static_cast<int>(e)};
    }
  }
  return least;
}

void ExpectNearest(const BatchScene& scene, const Obstacles& obstacles, const Expected& expected,
                   absl::Span<const double> limit_m) {
  const size_t poses = scene.world_from_body.size();
  // One more before and behind, to be left as they are.
  std::vector<Nearest<double>> nearest(poses + 2, Nearest<double>{-77.0, -77, -77, -77});
  const auto outputs = absl::MakeSpan(nearest).subspan(1, poses);
  ASSERT_TRUE(MinimumDistance(scene.body, scene.world_from_body, obstacles, limit_m, outputs).ok());
  for (size_t p = 0; p < poses; ++p) {
    SCOPED_TRACE(testing::Message() << "pose " << p);
    const Nearest<double> correct = expected.NearestOf(p, limit_m.empty() ? kInfinity : limit_m[p]);
    ASSERT_EQ(outputs[p].distance_m, correct.distance_m);
    ASSERT_EQ(outputs[p].step, correct.step);
    ASSERT_EQ(outputs[p].obstacle, correct.obstacle);
    ASSERT_EQ(outputs[p].body_shape, correct.body_shape);
  }
  EXPECT_EQ(nearest.front().obstacle, -77);
  EXPECT_EQ(nearest.back().obstacle, -77);
}

void ExpectLeast(const BatchScene& scene, const Obstacles& obstacles, const std::vector<Nearest<Separation>>& expected,
                 absl::Span<const double> limit_m) {
  std::vector<Nearest<Separation>> least(expected.size());
  ASSERT_TRUE(MinimumSeparation(scene.body, scene.world_from_body, obstacles, limit_m, absl::MakeSpan(least)).ok());
  for (size_t p = 0; p < least.size(); ++p) {
    SCOPED_TRACE(testing::Message() << "pose " << p);
    ASSERT_EQ(least[p].step, expected[p].step);
    ASSERT_EQ(least[p].obstacle, expected[p].obstacle);
    ASSERT_EQ(least[p].body_shape, expected[p].body_shape);
    ExpectSame(least[p].separation, expected[p].separation);
  }
}

void ExpectWithin(const BatchScene& scene, const Obstacles& obstacles, const Expected& expected, double limit_m) {
  SCOPED_TRACE(testing::Message() << "limit " << limit_m);
  const size_t words = obstacles.mask_words();
  std::vector<uint64_t> mask(words * scene.world_from_body.size(), 0xABCDABCDABCDABCDu);
  ASSERT_TRUE(WithinMask(scene.body, scene.world_from_body, obstacles, limit_m, absl::MakeSpan(mask)).ok());
  std::vector<uint64_t> correct(mask.size());
  for (size_t i = 0; i < expected.distance_m.size(); ++i) {
    const size_t p = i / static_cast<size_t>(expected.obstacles);
    const size_t k = i % static_cast<size_t>(expected.obstacles);
    const bool is_within = expected.shape[i] >= 0 && expected.distance_m[i] <= limit_m;
    correct[p * words + k / 64] |= static_cast<uint64_t>(is_within) << (k % 64);
  }
  ASSERT_EQ(mask, correct);
}

void ExpectScalarAnswers(const BatchScene& scene, const Obstacles& obstacles, const Expected& expected,
                         absl::Span<const double> limit_m) {
  ASSERT_NO_FATAL_FAILURE(ExpectNearest(scene, obstacles, expected, {}));
  ASSERT_NO_FATAL_FAILURE(ExpectNearest(scene, obstacles, expected, limit_m));
  std::vector<double> distance_m(expected.distance_m.size(), -1.0);
  ASSERT_TRUE(AllDistances(scene.body, scene.world_from_body, obstacles, absl::MakeSpan(distance_m)).ok());
  ASSERT_EQ(distance_m, expected.distance_m);
  for (size_t i = 0; i < limit_m.size(); i += 7) {
    ASSERT_NO_FATAL_FAILURE(ExpectWithin(scene, obstacles, expected, limit_m[i]));
  }
  ASSERT_NO_FATAL_FAILURE(ExpectWithin(scene, obstacles, expected, 0.0));
  ASSERT_NO_FATAL_FAILURE(ExpectWithin(scene, obstacles, expected, kInfinity));
}

void ExpectScalarAnswersOnEveryTarget(const BatchScene& scene, const Expected& expected,
                                      absl::Span<const double> limit_m) {
  std::vector<Nearest<Separation>> least;
  for (size_t p = 0; p < limit_m.size(); ++p) least.push_back(LeastOfPairs(scene, p, limit_m[p]));
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    ForEachView(scene.obstacles, scene.world_from_obstacle, IsBest(target), [&](const Obstacles& obstacles) {
      ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswers(scene, obstacles, expected, limit_m));
      ASSERT_NO_FATAL_FAILURE(ExpectLeast(scene, obstacles, least, limit_m));
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

// For each pose a limit: the distance of some obstacle, a bit less, or anything; 0; none.
std::vector<double> RandomLimits(const BatchScene& scene, const Expected& expected, Random* random) {
  std::vector<double> limits;
  for (size_t p = 0; p < scene.world_from_body.size(); ++p) {
    const int k = expected.obstacles > 0 ? random->Index(expected.obstacles) : -1;
    const double distance_m = random->Chance(0.5) || k < 0
                                  ? expected.NearestOf(p, kInfinity).distance_m
                                  : expected.distance_m[p * static_cast<size_t>(expected.obstacles) + k];
    switch (random->Index(5)) {
      case 0:
        limits.push_back(distance_m);
        break;
      case 1:
        limits.push_back(std::nextafter(distance_m, 0.0));
        break;
      case 2:
        limits.push_back(random->LogUniform(1e-3, 1e3));
        break;
      case 3:
        limits.push_back(0.0);
        break;
      default:
        limits.push_back(kInfinity);
    }
  }
  return limits;
}

// Poses moved away from the obstacles: distances of some sizes, not of contact only.
void MoveAway(BatchScene* scene, Random* random) {
  const double step_m = scene->body[0].bounding_radius_m() * random->LogUniform(1.0, 100.0);
  for (Pose2& pose : scene->world_from_body) {
    const Vec2 move = {random->Uniform(-step_m, step_m), random->Uniform(-step_m, step_m)};
    pose.translation = pose.translation + move;
  }
}

class DistanceOfEveryKind : public testing::TestWithParam<int> {};

TEST_P(DistanceOfEveryKind, AnswersAsTheScalarQueries) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  int64_t apart = 0;
  int64_t within = 0;
  int64_t poses = 0;
  for (int64_t i = 0; i < TestCaseCount(100); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    BatchScene scene =
        RandomScene(static_cast<SceneKind>(GetParam()), random.Integer(1, 40), random.Integer(1, 60), &random);
    if (i % 2 == 1) MoveAway(&scene, &random);
    const Expected expected = AskScalar(scene);
    const std::vector<double> limit_m = RandomLimits(scene, expected, &random);
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected, limit_m));
    poses += static_cast<int64_t>(scene.world_from_body.size());
    for (size_t p = 0; p < limit_m.size(); ++p) {
      if (expected.NearestOf(p, kInfinity).distance_m > 0.0) ++apart;
      if (expected.NearestOf(p, limit_m[p]).obstacle >= 0) ++within;
    }
  }
  EXPECT_GT(apart, poses / 10);
  EXPECT_LT(apart, poses * 9 / 10);
  EXPECT_GT(within, poses / 3);
  EXPECT_LT(within, poses * 19 / 20);
}

INSTANTIATE_TEST_SUITE_P(Distances, DistanceOfEveryKind, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

TEST(Distances, EveryCount) {
  Random random(TestSeed());
  int64_t apart = 0;
  for (const int obstacles : {0, 1, 2, 15, 16, 17, 18, 63, 64, 65, 130}) {
    for (const int poses : {0, 1, 15, 16, 17, 63, 64, 65}) {
      SCOPED_TRACE(testing::Message() << obstacles << " obstacles, " << poses << " poses");
      BatchScene scene = RandomScene(SceneKind::kRectangles, poses, obstacles, &random);
      MoveAway(&scene, &random);
      const Expected expected = AskScalar(scene);
      for (size_t p = 0; p < scene.world_from_body.size(); ++p) {
        if (expected.NearestOf(p, kInfinity).distance_m > 0.0) ++apart;
      }
      ASSERT_NO_FATAL_FAILURE(
          ExpectScalarAnswersOnEveryTarget(scene, expected, RandomLimits(scene, expected, &random)));
    }
  }
  EXPECT_GT(apart, 1000);
}

// Every obstacle and every body shape twice: the lowest index counts.
TEST(Distances, TiesGoToTheLowestIndex) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(100); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    BatchScene scene =
        RandomScene(i % 2 == 0 ? SceneKind::kRectangles : SceneKind::kAnyShapes, 20, random.Integer(1, 40), &random);
    MoveAway(&scene, &random);
    const size_t count = scene.obstacles.size();
    for (size_t k = 0; k < count; ++k) {
      scene.obstacles.push_back(scene.obstacles[count - 1 - k]);
      scene.world_from_obstacle.push_back(scene.world_from_obstacle[count - 1 - k]);
    }
    scene.body.push_back(scene.body[0]);
    const Expected expected = AskScalar(scene);
    for (size_t p = 0; p < scene.world_from_body.size(); ++p) {
      ASSERT_LT(expected.NearestOf(p, kInfinity).obstacle, static_cast<int>(count));
      ASSERT_EQ(expected.NearestOf(p, kInfinity).body_shape, 0);
    }
    ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected, RandomLimits(scene, expected, &random)));
  }
}

// As far apart as legal poses and shapes can be.
TEST(Distances, TheLargestDistances) {
  const ConvexPolygon corner = ConvexPolygon::Rectangle(2.0, 2.0, {1e8 - 1.0, 1e8 - 1.0}).value();
  const ConvexPolygon opposite = ConvexPolygon::Rectangle(2.0, 2.0, {1.0 - 1e8, 1.0 - 1e8}).value();
  BatchScene scene;
  scene.body = {corner};
  scene.world_from_body = {Pose2{{1e8, 1e8}}, Pose2{{1e8, 0.0}}};
  scene.obstacles.assign(20, opposite);
  scene.world_from_obstacle.assign(20, Pose2{{-1e8, -1e8}});
  const Expected expected = AskScalar(scene);
  EXPECT_GT(expected.distance_m[0], 5.6e8);
  const std::vector<double> limit_m = {expected.distance_m[0], 5e8};
  ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected, limit_m));
}

// More candidates than are kept: equal obstacles in a ring around the body.
TEST(Distances, ManyNearlyEqualDistances) {
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
    pose.translation.x = random.Uniform(-1e-7, 1e-7);
    pose.translation.y = random.Uniform(-1e-7, 1e-7);
  }
  const Expected expected = AskScalar(scene);
  EXPECT_GT(expected.NearestOf(0, kInfinity).distance_m, 10.0);
  ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected, RandomLimits(scene, expected, &random)));
}

TEST(Distances, NoShapesNoDistance) {
  Random random(TestSeed());
  BatchScene scene = RandomScene(SceneKind::kRectangles, 20, 30, &random);
  scene.body.clear();
  const Expected expected = AskScalar(scene);
  ASSERT_NO_FATAL_FAILURE(ExpectScalarAnswersOnEveryTarget(scene, expected, std::vector<double>(20, 1.0)));
}

// Refused input, with outputs that no legal call leaves as they are.
class BadInput : public testing::Test {
 protected:
  void ExpectRefused(const std::string& message) {
    const PolygonBatch batch = PolygonBatch::Create(shapes_, std::vector<Pose2>(3)).value();
    std::vector<Nearest<double>> nearest(poses_.size(), Nearest<double>{-77.0, -77, -77, -77});
    std::vector<Nearest<Separation>> separation(poses_.size());
    std::vector<double> distance_m(3 * poses_.size(), -77.0);
    std::vector<uint64_t> mask(poses_.size(), 77);
    for (const absl::Status& status :
         {MinimumDistance(shapes_, poses_, batch, limit_m_, absl::MakeSpan(nearest)),
          MinimumSeparation(shapes_, poses_, batch, limit_m_, absl::MakeSpan(separation)),
          limits_are_bad_ ? MinimumDistance(shapes_, poses_, batch, limit_m_, absl::MakeSpan(nearest))
                          : AllDistances(shapes_, poses_, batch, absl::MakeSpan(distance_m)),
          limits_are_bad_ ? MinimumDistance(shapes_, poses_, batch, limit_m_, absl::MakeSpan(nearest))
                          : WithinMask(shapes_, poses_, batch, 1.0, absl::MakeSpan(mask))}) {
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_TRUE(absl::StrContains(status.message(), message)) << status;
    }
    for (const Nearest<double>& one : nearest) EXPECT_EQ(one.obstacle, -77);
    for (const Nearest<Separation>& one : separation) EXPECT_EQ(one.obstacle, -1);
    for (const double one : distance_m) EXPECT_EQ(one, -77.0);
    for (const uint64_t word : mask) EXPECT_EQ(word, 77u);
  }

  const std::vector<ConvexPolygon> shapes_ = std::vector<ConvexPolygon>(3, ConvexPolygon::Rectangle(4.5, 2.0).value());
  std::vector<Pose2> poses_ = std::vector<Pose2>(20);
  std::vector<double> limit_m_;
  bool limits_are_bad_ = false;
};

TEST_F(BadInput, Poses) {
  poses_[17].translation.x = std::nan("");
  ExpectRefused("world_from_body[17]: (x, y, cos, sin) = (nan, 0, 1, 0) is not finite");
  poses_[17] = {{1e9, 0.0}};
  ExpectRefused("world_from_body[17].translation: (1000000000, 0) m is beyond the limit of 1e+08 m");
  poses_[17] = Pose2({0.0, 0.0}, UnitRotation(1.0, 0.5));
  ExpectRefused("world_from_body[17]: (cos, sin) = (1, 0.5) is not a unit rotation");
}

TEST_F(BadInput, Limits) {
  limits_are_bad_ = true;
  limit_m_.assign(20, 1.0);
  limit_m_[3] = -1.0;
  ExpectRefused("limit_m[3]: -1 m is not a distance");
  limit_m_[3] = std::nan("");
  ExpectRefused("limit_m[3]: nan m is not a distance");
  limit_m_.assign(19, 1.0);
  ExpectRefused("limit_m: 19 elements; 20 are needed");
  const PolygonBatch batch = PolygonBatch::Create(shapes_, std::vector<Pose2>(3)).value();
  std::vector<uint64_t> mask(20, 77);
  EXPECT_EQ(WithinMask(shapes_, poses_, batch, -1.0, absl::MakeSpan(mask)).message(),
            "limit_m: -1 m is not a distance");
  EXPECT_EQ(WithinMask(shapes_, poses_, batch, std::nan(""), absl::MakeSpan(mask)).message(),
            "limit_m: nan m is not a distance");
  EXPECT_EQ(mask, std::vector<uint64_t>(20, 77));
}

TEST_F(BadInput, Outputs) {
  const PolygonBatch batch = PolygonBatch::Create(shapes_, std::vector<Pose2>(3)).value();
  std::vector<Nearest<double>> nearest(19);
  std::vector<Nearest<Separation>> separation(19);
  std::vector<double> distance_m(59);
  std::vector<uint64_t> mask(21);
  EXPECT_EQ(MinimumDistance(shapes_, poses_, batch, {}, absl::MakeSpan(nearest)).message(),
            "nearest: 19 elements; 20 are needed");
  EXPECT_EQ(MinimumSeparation(shapes_, poses_, batch, {}, absl::MakeSpan(separation)).message(),
            "least: 19 elements; 20 are needed");
  EXPECT_EQ(AllDistances(shapes_, poses_, batch, absl::MakeSpan(distance_m)).message(),
            "distance_m: 59 elements; 60 are needed");
  EXPECT_EQ(WithinMask(shapes_, poses_, batch, 1.0, absl::MakeSpan(mask)).message(),
            "mask: 21 elements; 20 are needed");
}

}  // namespace
}  // namespace collision2d
