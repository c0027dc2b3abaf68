#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

struct Expected {
  std::vector<SweptHit> first;
  std::vector<uint8_t> any;
  std::vector<SweptNearest> clearance;
};

void ExpectScalarAnswers(const SweptScene& scene, const StaticMap& map, const Expected& expected) {
  const size_t count = expected.first.size();
  std::vector<SweptHit> first(count, SweptHit{-77});
  std::vector<uint8_t> any(count, 77);
  std::vector<SweptNearest> clearance(count, SweptNearest{-77.0});
  const absl::Span<const double> times = scene.step_times_s;
  ASSERT_TRUE(FirstHit(scene.body, scene.trajectories(), times, map, scene.options, absl::MakeSpan(first)).ok());
  ASSERT_TRUE(AnyHit(scene.body, scene.trajectories(), times, map, scene.options, absl::MakeSpan(any)).ok());
  ASSERT_TRUE(
      MinimumDistance(scene.body, scene.trajectories(), times, map, {{}, scene.tolerance_m}, absl::MakeSpan(clearance))
          .ok());
  for (size_t i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "trajectory " << i);
    ASSERT_EQ(first[i].step, expected.first[i].step);
    ASSERT_EQ(first[i].obstacle, expected.first[i].obstacle);
    ASSERT_EQ(first[i].body_shape, expected.first[i].body_shape);
    ASSERT_EQ(first[i].free_until_s, expected.first[i].free_until_s);
    ASSERT_EQ(first[i].contact_by_s, expected.first[i].contact_by_s);
    ASSERT_EQ(any[i], expected.any[i]);
    ASSERT_EQ(clearance[i].lower_m, expected.clearance[i].lower_m);
    ASSERT_EQ(clearance[i].upper_m, expected.clearance[i].upper_m);
    ASSERT_EQ(clearance[i].time_s, expected.clearance[i].time_s);
    ASSERT_EQ(clearance[i].step, expected.clearance[i].step);
    ASSERT_EQ(clearance[i].obstacle, expected.clearance[i].obstacle);
    ASSERT_EQ(clearance[i].body_shape, expected.clearance[i].body_shape);
  }
}

// The number of trajectories with a contact.
int CheckOnEveryTarget(const SweptScene& scene) {
  const StaticMap map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
  const Expected expected = {ScalarFirstContacts(scene), ScalarAnyContacts(scene), ScalarLeastDistances(scene)};
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    ExpectScalarAnswers(scene, map, expected);
  }
  return static_cast<int>(
      std::count_if(expected.first.begin(), expected.first.end(), [](const SweptHit& hit) { return hit.step >= 0; }));
}

class EveryKind : public testing::TestWithParam<int> {};

TEST_P(EveryKind, AnswersAsTheScalarQueries) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  int contacts = 0;
  for (int64_t i = 0; i < TestCaseCount(60); ++i) {
    SCOPED_TRACE(testing::Message() << "scene " << i);
    const int trajectories = random.Integer(1, 40);
    const int steps = random.Integer(2, 4);
    const int obstacles = random.Chance(0.7) ? random.Integer(1, 4) : random.Integer(5, 60);
    contacts += CheckOnEveryTarget(
        RandomStillScene(static_cast<SceneKind>(GetParam()), trajectories, steps, obstacles, &random));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(contacts, 50);
}

INSTANTIATE_TEST_SUITE_P(SweptStaticMap, EveryKind, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

// Several levels of the tree.
TEST(SweptStaticMap, ManyShapes) {
  Random random(TestSeed());
  SweptScene scene = RandomStillScene(SceneKind::kPolygons, 60, 3, 5000, &random);
  // They are spread, so that some trajectories are free.
  for (Pose2& pose : scene.world_from_obstacle) pose.translation = 80.0 * pose.translation;
  for (std::vector<PolygonBatch>* batches : {&scene.at_start, &scene.at_end}) {
    for (PolygonBatch& batch : *batches) ASSERT_TRUE(batch.SetPoses(scene.world_from_obstacle).ok());
  }
  const int contacts = CheckOnEveryTarget(scene);
  EXPECT_GT(contacts, 2);
  EXPECT_LT(contacts, 58);
}

TEST(SweptStaticMap, NoShapes) {
  Random random(TestSeed());
  EXPECT_EQ(CheckOnEveryTarget(RandomStillScene(SceneKind::kRectangles, 20, 3, 0, &random)), 0);
}

// Bad input is named, and leaves every output as it was.

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct BadPose {
  Pose2 pose;
  const char* message;  // What follows "NAME[1]".
};

std::vector<BadPose> BadPoses() {
  return {
      {{{kNotANumber, 0.0}}, ": (x, y, cos, sin) = (nan, 0, 1, 0) is not finite"},
      {{{0.0, kInfinity}}, ": (x, y, cos, sin) = (0, inf, 1, 0) is not finite"},
      {{{-1e9, 0.0}}, ".translation: (-1000000000, 0) m is beyond the limit of 1e+08 m"},
      {Pose2({0.0, 0.0}, UnitRotation(1.0, 0.5)), ": (cos, sin) = (1, 0.5) is not a unit rotation"},
      {Pose2({0.0, 0.0}, UnitRotation(kNotANumber, 0.0)), ": (x, y, cos, sin) = (0, 0, nan, 0) is not finite"},
      {Pose2({0.0, 0.0}, UnitRotation(0.0, -kInfinity)), ": (x, y, cos, sin) = (0, 0, 0, -inf) is not finite"},
  };
}

// A map of three squares and a body that collides with them where it is asked about, with outputs
// that are marked.
class StaticMapBadInput : public testing::Test {
 protected:
  StaticMapBadInput() : map_(StaticMap::Create(shapes_).value()) {}

  void ExpectError(const absl::Status& status, const std::string& message) const {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(status.message(), message);
    EXPECT_EQ(any_, std::vector<uint8_t>(2, 7));
    EXPECT_EQ(begin_, std::vector<int64_t>(3, 7));
    EXPECT_EQ(obstacles_, std::vector<int>(9, 7));
    for (const Hit& hit : hits_) EXPECT_EQ(hit.obstacle, 7);
    for (const Nearest<double>& nearest : nearest_) EXPECT_EQ(nearest.obstacle, 7);
  }

  void ExpectErrorOfEveryCall(absl::Span<const Pose2> poses, const std::string& message) {
    ExpectError(AnyHit(body_, poses, map_, absl::MakeSpan(any_)), message);
    ExpectError(FirstHit(body_, poses, map_, absl::MakeSpan(hits_)), message);
    ExpectError(AllHits(body_, poses, map_, absl::MakeSpan(begin_), absl::MakeSpan(obstacles_)), message);
    ExpectError(MinimumDistance(body_, poses, map_, {}, absl::MakeSpan(nearest_)), message);
  }

  const std::vector<ConvexPolygon> shapes_ = std::vector<ConvexPolygon>(3, ConvexPolygon::Rectangle(1.0, 1.0).value());
  const std::vector<ConvexPolygon> body_ = {ConvexPolygon::Rectangle(2.0, 1.0).value()};
  const StaticMap map_;
  const std::vector<Pose2> poses_ = std::vector<Pose2>(2);
  std::vector<uint8_t> any_ = std::vector<uint8_t>(2, 7);
  std::vector<Hit> hits_ = std::vector<Hit>(2, {7, 7, 7});
  std::vector<int64_t> begin_ = std::vector<int64_t>(3, 7);
  std::vector<int> obstacles_ = std::vector<int>(9, 7);
  std::vector<Nearest<double>> nearest_ = std::vector<Nearest<double>>(2, {7.0, 7, 7, 7});
};

TEST_F(StaticMapBadInput, GoodInputIsNot) {
  EXPECT_TRUE(AllHits(body_, poses_, map_, absl::MakeSpan(begin_), absl::MakeSpan(obstacles_)).ok());
  EXPECT_EQ(begin_, (std::vector<int64_t>{0, 3, 6}));
  EXPECT_EQ(obstacles_, (std::vector<int>{0, 1, 2, 0, 1, 2, 7, 7, 7}));
}

TEST_F(StaticMapBadInput, PosesOfTheBody) {
  for (const BadPose& bad : BadPoses()) {
    ExpectErrorOfEveryCall({Pose2(), bad.pose}, std::string("world_from_body[1]") + bad.message);
  }
}

TEST_F(StaticMapBadInput, PosesOfTheMap) {
  for (const BadPose& bad : BadPoses()) {
    const absl::StatusOr<StaticMap> map = StaticMap::Create(shapes_, {Pose2(), bad.pose, Pose2()});
    ASSERT_FALSE(map.ok());
    ExpectError(map.status(), std::string("world_from_shape[1]") + bad.message);
  }
}

TEST_F(StaticMapBadInput, Sizes) {
  ExpectError(StaticMap::Create(shapes_, poses_).status(), "world_from_shape: 2 elements; 3 are needed");
  ExpectError(AnyHit(body_, poses_, map_, absl::MakeSpan(any_).first(1)), "any: 1 elements; 2 are needed");
  ExpectError(FirstHit(body_, poses_, map_, absl::Span<Hit>()), "first: 0 elements; 2 are needed");
  ExpectError(AllHits(body_, poses_, map_, absl::MakeSpan(begin_).first(2), absl::MakeSpan(obstacles_)),
              "begin: 2 elements; 3 are needed");
  ExpectError(MinimumDistance(body_, poses_, map_, {}, absl::MakeSpan(nearest_).first(1)),
              "nearest: 1 elements; 2 are needed");
  ExpectError(MinimumDistance(body_, poses_, map_, {1.0}, absl::MakeSpan(nearest_)),
              "limit_m: 1 elements; 2 are needed");
}

TEST_F(StaticMapBadInput, Limits) {
  ExpectError(MinimumDistance(body_, poses_, map_, {1.0, -0.5}, absl::MakeSpan(nearest_)),
              "limit_m[1]: -0.5 m is not a distance");
  ExpectError(MinimumDistance(body_, poses_, map_, {kNotANumber, 1.0}, absl::MakeSpan(nearest_)),
              "limit_m[0]: nan m is not a distance");
}

// Spans of memory that is not there: the number is refused before anything is read.
TEST_F(StaticMapBadInput, Numbers) {
  constexpr size_t kPoses = size_t{1} << 31;
  const absl::Span<const Pose2> poses(poses_.data(), kPoses);
  const std::string message = "2147483648 poses of world_from_body are more than 2147483647";
  ExpectError(AnyHit(body_, poses, map_, {any_.data(), kPoses}), message);
  ExpectError(FirstHit(body_, poses, map_, {hits_.data(), kPoses}), message);
  ExpectError(AllHits(body_, poses, map_, {begin_.data(), kPoses + 1}, absl::MakeSpan(obstacles_)), message);
  ExpectError(MinimumDistance(body_, poses, map_, {}, {nearest_.data(), kPoses}), message);
  ExpectError(StaticMap::Create({shapes_.data(), kPoses - 15}).status(),
              "shapes: 2147483633 shapes are beyond the limit of 2147483632");
}

}  // namespace
}  // namespace collision2d
