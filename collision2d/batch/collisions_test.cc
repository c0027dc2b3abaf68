#include "collision2d/batch/collisions.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/obstacle_views.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

// What the scalar query says of each pose, obstacle and body shape.
struct Expected {
  int obstacles;
  std::vector<int> shape;  // [pose][obstacle]: the first body shape that collides, or -1.
  int64_t hits = 0;
};

Expected AskScalar(const BatchScene& scene) {
  Expected expected{static_cast<int>(scene.obstacles.size()), {}, 0};
  for (const Pose2& pose : scene.world_from_body) {
    for (size_t k = 0; k < scene.obstacles.size(); ++k) {
      const Pose2 body_from_obstacle = RelativePose(pose, scene.world_from_obstacle[k]);
      int first = -1;
      for (size_t s = 0; s < scene.body.size() && first < 0; ++s) {
        if (Collides(scene.body[s], scene.obstacles[k], body_from_obstacle)) first = static_cast<int>(s);
      }
      expected.shape.push_back(first);
      if (first >= 0) ++expected.hits;
    }
  }
  return expected;
}

// A span of `count` elements that begins `offset` elements into a buffer full of `junk`.
template <typename T>
class Shifted {
 public:
  Shifted(size_t count, size_t offset, T junk) : buffer_(count + offset + 3, junk), offset_(offset), count_(count) {}
  absl::Span<T> span() { return absl::MakeSpan(buffer_).subspan(offset_, count_); }
  // Elements outside of the span.
  std::vector<T> Outside() const {
    std::vector<T> outside(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(offset_));
    outside.insert(outside.end(), buffer_.begin() + static_cast<std::ptrdiff_t>(offset_ + count_), buffer_.end());
    return outside;
  }

 private:
  std::vector<T> buffer_;
  size_t offset_;
  size_t count_;
};

// Holds all calls for a scene against the scalar query; inputs and outputs begin `offset` elements
// into their buffers.
void ExpectScalarAnswers(const BatchScene& scene, const Obstacles& obstacles, const Expected& expected, size_t offset) {
  const size_t poses = scene.world_from_body.size();
  const size_t words = obstacles.mask_words();
  std::vector<Pose2> shifted_poses(offset, Pose2{{std::nan(""), 0.0}});
  shifted_poses.insert(shifted_poses.end(), scene.world_from_body.begin(), scene.world_from_body.end());
  const auto world_from_body = absl::MakeConstSpan(shifted_poses).subspan(offset);

  Shifted<uint64_t> mask(poses * words, offset, 0xABCDABCDABCDABCDu);
  Shifted<uint8_t> any_hit(poses, offset, 77);
  Shifted<Hit> first_hit(poses, offset, {77, 77, 77});
  Shifted<int32_t> hit_count(poses, offset, 77);
  ASSERT_TRUE(CollisionMask(scene.body, world_from_body, obstacles, mask.span()).ok());
  ASSERT_TRUE(AnyHit(scene.body, world_from_body, obstacles, any_hit.span()).ok());
  ASSERT_TRUE(FirstHit(scene.body, world_from_body, obstacles, first_hit.span()).ok());
  ASSERT_TRUE(CountHits(scene.body, world_from_body, obstacles, hit_count.span()).ok());
  for (size_t p = 0; p < poses; ++p) {
    int count = 0;
    Hit first;
    std::vector<uint64_t> row(words);
    for (int k = 0; k < expected.obstacles; ++k) {
      const int shape = expected.shape[p * static_cast<size_t>(expected.obstacles) + static_cast<size_t>(k)];
      if (shape < 0) continue;
      if (count++ == 0) first = {0, k, shape};
      row[static_cast<size_t>(k) / 64] |= uint64_t{1} << (k % 64);
    }
    for (size_t w = 0; w < words; ++w) {
      ASSERT_EQ(mask.span()[p * words + w], row[w])
          << "pose " << p << " " << HexFormat(scene.world_from_body[p]) << ", word " << w;
    }
    ASSERT_EQ(any_hit.span()[p], count > 0 ? 1 : 0) << p;
    ASSERT_EQ(first_hit.span()[p].step, first.step) << p;
    ASSERT_EQ(first_hit.span()[p].obstacle, first.obstacle) << p;
    ASSERT_EQ(first_hit.span()[p].body_shape, first.body_shape) << p;
    ASSERT_EQ(hit_count.span()[p], count) << p;
  }
  for (const uint64_t outside : mask.Outside()) ASSERT_EQ(outside, 0xABCDABCDABCDABCDu);
  for (const uint8_t outside : any_hit.Outside()) ASSERT_EQ(outside, 77);
  for (const Hit& outside : first_hit.Outside()) ASSERT_EQ(outside.obstacle, 77);
  for (const int32_t outside : hit_count.Outside()) ASSERT_EQ(outside, 77);
}

void ExpectScalarAnswersOnEveryTarget(const BatchScene& scene, const Expected& expected, size_t offset) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    ForEachView(scene.obstacles, scene.world_from_obstacle, IsBest(target),
                [&](const Obstacles& obstacles) { ExpectScalarAnswers(scene, obstacles, expected, offset); });
    if (testing::Test::HasFatalFailure()) return;
  }
}

class EveryKind : public testing::TestWithParam<int> {};

TEST_P(EveryKind, AnswersAsTheScalarQuery) {
  const auto kind = static_cast<SceneKind>(GetParam());
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  int64_t hits = 0;
  int64_t pairs = 0;
  for (int64_t i = 0; i < TestCaseCount(100); ++i) {
    const int poses = random.Integer(1, 40);
    const BatchScene scene = RandomScene(kind, poses, random.Integer(1, 150), &random);
    const Expected expected = AskScalar(scene);
    ExpectScalarAnswersOnEveryTarget(scene, expected, static_cast<size_t>(random.Index(4)));
    ASSERT_FALSE(HasFatalFailure()) << "scene " << i;
    hits += expected.hits;
    pairs += static_cast<int64_t>(expected.shape.size());
  }
  const double hit_rate = static_cast<double>(hits) / static_cast<double>(pairs);
  // An obstacle that is spread touches the body at one of up to 40 poses.
  EXPECT_GT(hit_rate, kind == SceneKind::kTouchingSpread ? 0.01 : 0.1);
  EXPECT_LT(hit_rate, 0.8);
}

INSTANTIATE_TEST_SUITE_P(Collisions, EveryKind, testing::Range(0, kSceneKindCount),
                         [](const testing::TestParamInfo<int>& parameter) {
                           return std::string(Name(static_cast<SceneKind>(parameter.param)));
                         });

// Every number of obstacles around the widths of vectors, blocks and words, each with poses around
// those posed together.
TEST(Collisions, EveryCountAndAlignment) {
  Random random(TestSeed());
  int64_t hits = 0;
  for (const int count :
       {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 18, 31, 33, 34, 63, 64, 65, 66, 127, 128, 130, 511, 530}) {
    for (const int poses : {0, 1, 7, 8, 9, 15, 16, 17, 34}) {
      const BatchScene scene = RandomScene(SceneKind::kRectangles, poses, count, &random);
      const Expected expected = AskScalar(scene);
      hits += expected.hits;
      SCOPED_TRACE(testing::Message() << count << " obstacles, " << poses << " poses");
      ExpectScalarAnswersOnEveryTarget(scene, expected, static_cast<size_t>(count + poses) % 4);
      ASSERT_FALSE(HasFatalFailure());
    }
  }
  EXPECT_GT(hits, 1000);
}

// Few of many pairs are near each other: circles decide; then a crowd, in the same call.
TEST(Collisions, SparseThenDense) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(5); ++i) {
    BatchScene scene = RandomScene(SceneKind::kPolygons, 100, 200, &random);
    for (size_t p = 0; p < scene.world_from_body.size(); p += 1 + p / 30) {
      scene.world_from_body[p].translation.x += random.Uniform(-200.0, 200.0);
    }
    for (size_t k = 0; k < scene.world_from_obstacle.size(); k += 3) {
      scene.world_from_obstacle[k].translation.x += random.Uniform(-200.0, 200.0);
    }
    const Expected expected = AskScalar(scene);
    EXPECT_GT(expected.hits, 0);
    ExpectScalarAnswersOnEveryTarget(scene, expected, 1);
    ASSERT_FALSE(HasFatalFailure());
  }
}

TEST(Collisions, ReposedAnswersAsCreated) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20); ++i) {
    const BatchScene scene = RandomScene(SceneKind::kAnyShapes, 20, 70, &random);
    const BatchScene other = RandomScene(SceneKind::kFarOut, 20, 70, &random);
    PolygonBatch batch = PolygonBatch::Create(scene.obstacles, other.world_from_obstacle).value();
    ASSERT_TRUE(batch.SetPoses(scene.world_from_obstacle).ok());
    const PolygonBatch moved = std::move(batch);
    const Expected expected = AskScalar(scene);
    std::vector<int32_t> hit_count(scene.world_from_body.size());
    ASSERT_TRUE(CountHits(scene.body, scene.world_from_body, moved, absl::MakeSpan(hit_count)).ok());
    int64_t hits = 0;
    for (const int32_t count : hit_count) hits += count;
    EXPECT_EQ(hits, expected.hits);
  }
}

TEST(Collisions, NoShapesNoHits) {
  Random random(TestSeed());
  BatchScene scene = RandomScene(SceneKind::kRectangles, 20, 70, &random);
  scene.body.clear();
  ExpectScalarAnswersOnEveryTarget(scene, AskScalar(scene), 0);
}

// Outputs of one value, which no legal call writes.
struct Outputs {
  std::vector<uint64_t> mask;
  std::vector<uint8_t> any_hit;
  std::vector<Hit> first_hit;
  std::vector<int32_t> hit_count;

  explicit Outputs(size_t poses, size_t words)
      : mask(poses * words, 123456789), any_hit(poses, 99), first_hit(poses, Hit{99, 99, 98}), hit_count(poses, -99) {}

  void ExpectUntouched() const {
    for (const uint64_t word : mask) EXPECT_EQ(word, 123456789u);
    for (const uint8_t any : any_hit) EXPECT_EQ(any, 99);
    for (const Hit& hit : first_hit) EXPECT_EQ(hit.obstacle, 99);
    for (const int32_t count : hit_count) EXPECT_EQ(count, -99);
  }
};

// Every call must refuse the poses with this message.
void ExpectRefused(absl::Span<const Pose2> poses, const std::string& message) {
  const std::vector<ConvexPolygon> shapes(3, ConvexPolygon::Rectangle(4.5, 2.0).value());
  const PolygonBatch batch = PolygonBatch::Create(shapes, std::vector<Pose2>(3)).value();
  Outputs outputs(poses.size(), 1);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    for (const absl::Status& status : {CollisionMask(shapes, poses, batch, absl::MakeSpan(outputs.mask)),
                                       AnyHit(shapes, poses, batch, absl::MakeSpan(outputs.any_hit)),
                                       FirstHit(shapes, poses, batch, absl::MakeSpan(outputs.first_hit)),
                                       CountHits(shapes, poses, batch, absl::MakeSpan(outputs.hit_count))}) {
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_TRUE(absl::StrContains(status.message(), message)) << status;
    }
  }
  outputs.ExpectUntouched();
}

TEST(Collisions, RefusesBadPoses) {
  std::vector<Pose2> poses(20);
  poses[17].translation.x = std::nan("");
  ExpectRefused(poses, "world_from_body[17]: (x, y, cos, sin) = (nan, 0, 1, 0) is not finite");
  poses[17] = {{0.0, -std::numeric_limits<double>::infinity()}};
  ExpectRefused(poses, "world_from_body[17]: (x, y, cos, sin) = (0, -inf, 1, 0) is not finite");
  poses[17] = Pose2({0.0, 0.0}, UnitRotation(1.0, std::nan("")));
  ExpectRefused(poses, "is not finite");
  poses[17] = {{1e9, 0.0}};
  ExpectRefused(poses, "world_from_body[17].translation: (1000000000, 0) m is beyond the limit of 1e+08 m");
  poses[17] = {{0.0, -1e9}};
  ExpectRefused(poses, "world_from_body[17].translation: (0, -1000000000) m is beyond the limit of 1e+08 m");
  poses[17] = Pose2({0.0, 0.0}, UnitRotation(1.0, 0.5));
  ExpectRefused(poses, "world_from_body[17]: (cos, sin) = (1, 0.5) is not a unit rotation");
  poses[3] = Pose2({0.0, 0.0}, UnitRotation(0.0, 0.0));
  ExpectRefused(poses, "world_from_body[3]: (cos, sin) = (0, 0) is not a unit rotation");
}

TEST(Collisions, RefusesOutputsOfAnotherSize) {
  const std::vector<ConvexPolygon> shapes(65, ConvexPolygon::Rectangle(4.5, 2.0).value());
  const PolygonBatch batch = PolygonBatch::Create(shapes, std::vector<Pose2>(65)).value();
  const std::vector<Pose2> poses(2);
  Outputs outputs(3, 1);
  EXPECT_EQ(CollisionMask(shapes, poses, batch, absl::MakeSpan(outputs.mask)).message(),
            "mask: 3 elements; 4 are needed");
  EXPECT_EQ(AnyHit(shapes, poses, batch, absl::MakeSpan(outputs.any_hit)).message(), "any: 3 elements; 2 are needed");
  EXPECT_EQ(FirstHit(shapes, poses, batch, absl::MakeSpan(outputs.first_hit)).message(),
            "first: 3 elements; 2 are needed");
  EXPECT_EQ(CountHits(shapes, poses, batch, absl::MakeSpan(outputs.hit_count)).message(),
            "count: 3 elements; 2 are needed");
  outputs.ExpectUntouched();
}

// The span is longer than its memory: it is refused by its length alone.
TEST(Collisions, RefusesMoreThan2To31Pairs) {
  const std::vector<ConvexPolygon> shapes(64, ConvexPolygon::Rectangle(4.5, 2.0).value());
  const PolygonBatch batch = PolygonBatch::Create(shapes, std::vector<Pose2>(64)).value();
  const Pose2 pose;
  const absl::Span<const Pose2> poses(&pose, (size_t{1} << 31) / 64);
  Outputs outputs(1, 1);
  for (const absl::Status& status : {CollisionMask(shapes, poses, batch, absl::MakeSpan(outputs.mask)),
                                     AnyHit(shapes, poses, batch, absl::MakeSpan(outputs.any_hit)),
                                     FirstHit(shapes, poses, batch, absl::MakeSpan(outputs.first_hit)),
                                     CountHits(shapes, poses, batch, absl::MakeSpan(outputs.hit_count))}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(status.message(), "33554432 poses x 64 obstacles are more than 2147483647 pairs");
  }
  outputs.ExpectUntouched();
}

// The calls that return their answers: in closed form, at the steps and between them, and an error.
TEST(Collisions, AnswersInVectors) {
  const std::vector<ConvexPolygon> car = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  const std::vector<Pose2> wall_pose = {Pose2({6.0, 0.0})};
  const std::vector<ConvexPolygon> wall_shape = {ConvexPolygon::Rectangle(0.5, 9.0).value()};
  const StaticMap wall = StaticMap::Create(wall_shape, wall_pose).value();
  const std::vector<Pose2> poses = {Pose2(), Pose2({12.0, 0.0}), Pose2(), Pose2({5.0, 0.0})};
  const Trajectories jumps(poses, 2);  // The first one jumps over the wall.
  const std::vector<double> times = {0.0, 1.0};
  EXPECT_EQ(AnyHit(car, jumps, wall).value(), (std::vector<uint8_t>{0, 1}));
  EXPECT_EQ(AnyHit(car, jumps, times, wall, {}).value(), (std::vector<uint8_t>{1, 1}));
  const std::vector<Hit> at_steps = FirstHit(car, jumps, wall).value();
  EXPECT_EQ(at_steps[0].step, -1);
  EXPECT_EQ(at_steps[1].step, 1);
  const std::vector<SweptHit> swept = FirstHit(car, jumps, times, wall, {}).value();
  EXPECT_EQ(swept[0].step, 0);
  EXPECT_NEAR(swept[0].contact_by_s, 3.75 / 12.0, 1e-6);
  EXPECT_EQ(MinimumDistance(car, jumps, wall, {}).value()[0].distance_m, 3.75);
  EXPECT_TRUE(AnyHit(car, Trajectories(), wall).value().empty());
  const std::vector<double> backwards = {1.0, 0.0};
  EXPECT_EQ(AnyHit(car, jumps, backwards, wall, {}).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace collision2d
