#include "collision2d/batch/static_map.h"

#include "absl/status/statusor.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/pair_answers.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

Pose2 PoseIn(double reach_m, Vec2 center, Random* random) {
  Pose2 pose = RandomPose(reach_m, random);
  pose.translation = pose.translation + center;
  return pose;
}

ConvexPolygon WithRadius(const ConvexPolygon& shape, double radius_m) {
  return ConvexPolygon::Create(shape.vertices(), radius_m).value();
}

// Shapes of about 1 m, one to each area_m2 of a square about `center`, and a car among them at
// `pose_count` poses.
BatchScene RandomMap(int shape_count, int pose_count, double area_m2, Vec2 center, Random* random) {
  const double reach_m = 0.5 * std::sqrt(area_m2 * shape_count) + 1.0;
  BatchScene scene;
  for (int i = 0; i < shape_count; ++i) {
    scene.obstacles.push_back(RandomPolygon(12, random));
    scene.world_from_obstacle.push_back(PoseIn(reach_m, center, random));
  }
  scene.body = {ConvexPolygon::Rectangle(4.5, 1.9, {1.4, 0.0}).value()};
  for (int i = 0; i < pose_count; ++i) scene.world_from_body.push_back(PoseIn(1.1 * reach_m, center, random));
  return scene;
}

// The scene with its map's shapes given in the world frame, as far as rounding leaves them convex.
BatchScene InWorldFrame(const BatchScene& posed) {
  BatchScene scene;
  for (size_t i = 0; i < posed.obstacles.size(); ++i) {
    absl::StatusOr<ConvexPolygon> shape = posed.obstacles[i].Posed(posed.world_from_obstacle[i]);
    if (shape.ok()) scene.obstacles.push_back(*std::move(shape));
  }
  scene.body = posed.body;
  scene.world_from_body = posed.world_from_body;
  return scene;
}

// What was seen.
struct Counts {
  int64_t poses = 0;
  int64_t poses_with_hit = 0;
};

// Every answer of a map of the scene's obstacles, which are in the world's frame if they have no
// poses.
testing::AssertionResult MapAnswersAsThePairs(BatchScene scene, Random* random, Counts* counts) {
  const absl::StatusOr<StaticMap> map = scene.world_from_obstacle.empty()
                                            ? StaticMap::Create(scene.obstacles)
                                            : StaticMap::Create(scene.obstacles, scene.world_from_obstacle);
  if (!map.ok()) return testing::AssertionFailure() << map.status();
  scene.world_from_obstacle.resize(scene.obstacles.size());
  const TrajectoryScene at_one_step = AtOneStep(std::move(scene));
  const PairAnswers pairs = AskPairs(at_one_step);
  counts->poses += static_cast<int64_t>(pairs.any.size());
  counts->poses_with_hit += CountOf(pairs.any);
  const Obstacles view = *map;
  return ViewsAnswerAsThePairs(at_one_step, {&view, 1}, pairs, random);
}

void ExpectHitRate(const Counts& counts, double least, double most) {
  const double rate = static_cast<double>(counts.poses_with_hit) / static_cast<double>(counts.poses);
  EXPECT_GE(rate, least);
  EXPECT_LE(rate, most);
}

class StaticMapOfSize : public testing::TestWithParam<int> {};

TEST_P(StaticMapOfSize, SparseAndDense) {
  Random random(TestSeed());
  Counts counts;
  for (const double area_m2 : {300.0, 30.0}) {
    const BatchScene scene = RandomMap(GetParam(), GetParam() > 1000 ? 20 : 60, area_m2, {}, &random);
    ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts));
    ASSERT_TRUE(MapAnswersAsThePairs(InWorldFrame(scene), &random, &counts));
  }
  if (GetParam() >= 15) ExpectHitRate(counts, 0.1, 0.9);
}

// Around the ends of blocks of 16 and of nodes of 16 blocks, with one, two and three levels, and
// four.
INSTANTIATE_TEST_SUITE_P(Sizes, StaticMapOfSize, testing::Values(0, 1, 2, 15, 16, 17, 31, 33, 255, 256, 257, 4097));

TEST(StaticMap, SixtyFiveThousandShapes) {
  Random random(TestSeed());
  Counts counts;
  ASSERT_TRUE(MapAnswersAsThePairs(RandomMap(65553, 6, 50.0, {}, &random), &random, &counts));
  ExpectHitRate(counts, 0.1, 0.9);
}

// Around each of the poses a shape that touches the body, or does not by an ulp.
TEST(StaticMap, NearTouchingFamilies) {
  Random random(TestSeed());
  Counts counts;
  for (int64_t i = 0; i < TestCaseCount(150); ++i) {
    BatchScene scene;
    const ShapePair pair = RandomPair(RandomFamily(&random), 10, &random);
    const double size_m = pair.a.bounding_radius_m() + pair.b.bounding_radius_m();
    // A pair that is far out would be turned about a point far away.
    if (pair.a.max_coordinate_m() > 1e3 * size_m + 1e3) continue;
    scene.body = {pair.a};
    for (int k = 0; k < 17; ++k) {
      scene.obstacles.push_back(pair.b);
      const Pose2 pose = PoseIn(4.0 * size_m, {}, &random);
      scene.world_from_obstacle.push_back(pose);
      scene.world_from_body.push_back(pose);
    }
    ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts)) << Name(pair.family);
  }
  ExpectHitRate(counts, 0.3, 0.95);
}

TEST(StaticMap, AllShapesAtOnePlace) {
  Random random(TestSeed());
  Counts counts;
  for (const int shape_count : {16, 300}) {
    BatchScene scene = RandomMap(shape_count, 60, 0.0, {}, &random);
    for (ConvexPolygon& shape : scene.obstacles) shape = ConvexPolygon::Rectangle(1.0, 2.0).value();
    for (Pose2& pose : scene.world_from_obstacle) pose = scene.world_from_obstacle[0];
    for (Pose2& pose : scene.world_from_body) pose = PoseIn(4.0, scene.world_from_obstacle[0].translation, &random);
    ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts));
  }
  ExpectHitRate(counts, 0.2, 0.8);
}

TEST(StaticMap, PointsAndSegments) {
  Random random(TestSeed());
  Counts counts;
  BatchScene scene = RandomMap(500, 200, 20.0, {}, &random);
  for (size_t i = 0; i < scene.obstacles.size(); ++i) {
    const PolygonKind kind = i % 2 == 0 ? PolygonKind::kPoint : PolygonKind::kSegment;
    scene.obstacles[i] = ConvexPolygon::Hull(RandomPoints(kind, 4, &random)).value();
  }
  ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts));
  ExpectHitRate(counts, 0.2, 0.8);
  // Of a body that is a point or a segment all that can happen on a line is touching.
  Counts counts_of_point;
  for (ConvexPolygon& shape : scene.obstacles) shape = ConvexPolygon::Create({{0.0, 0.0}}).value();
  scene.body = {scene.obstacles[0]};
  scene.world_from_body = scene.world_from_obstacle;
  ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts_of_point));
  ExpectHitRate(counts_of_point, 1.0, 1.0);
}

TEST(StaticMap, FarFromTheOrigin) {
  Random random(TestSeed());
  Counts counts;
  for (const Vec2 center : {Vec2{1e6, -2e6}, Vec2{-1e7, 1e7}, Vec2{9.9e7, 9.9e7}}) {
    const BatchScene scene = RandomMap(300, 100, 100.0, center, &random);
    ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts));
    ASSERT_TRUE(MapAnswersAsThePairs(InWorldFrame(scene), &random, &counts));
  }
  ExpectHitRate(counts, 0.1, 0.7);
}

// Two towns 2 * 10^7 m apart: single precision resolves 1 m there, so that the filters prove
// nothing for neighbours.
TEST(StaticMap, FarApart) {
  Random random(TestSeed());
  BatchScene scene = RandomMap(200, 100, 50.0, {-1e7, 0.0}, &random);
  const BatchScene other = RandomMap(200, 100, 50.0, {1e7, 3e6}, &random);
  scene.obstacles.insert(scene.obstacles.end(), other.obstacles.begin(), other.obstacles.end());
  scene.world_from_obstacle.insert(scene.world_from_obstacle.end(), other.world_from_obstacle.begin(),
                                   other.world_from_obstacle.end());
  scene.world_from_body.insert(scene.world_from_body.end(), other.world_from_body.begin(), other.world_from_body.end());
  Counts counts;
  ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts));
  ExpectHitRate(counts, 0.1, 0.8);
}

// Shapes and bodies whose own frames' origins are far from them, and rotations as far from unit as
// is legal.
TEST(StaticMap, FarFromTheirOwnFrames) {
  Random random(TestSeed());
  Counts counts;
  for (const double offset_m : {1e3, 1e6, 4e7}) {
    BatchScene scene = RandomMap(200, 100, 60.0, {}, &random);
    const auto move = [&](ConvexPolygon* shape, Pose2* pose, Vec2 offset) {
      std::vector<Vec2> vertices(shape->vertices().begin(), shape->vertices().end());
      for (Vec2& v : vertices) v = v + offset;
      *shape = ConvexPolygon::Hull(vertices).value();
      const double scale = 1.0 + random.Uniform(-4.9e-13, 4.9e-13);
      *pose = Pose2(pose->translation, UnitRotation(scale * pose->cos, scale * pose->sin));
      pose->translation = pose->translation - pose->Rotate(offset);
    };
    for (size_t i = 0; i < scene.obstacles.size(); ++i) {
      move(&scene.obstacles[i], &scene.world_from_obstacle[i],
           {random.Uniform(-offset_m, offset_m), random.Uniform(-offset_m, offset_m)});
    }
    const Vec2 body_offset = {offset_m, -0.3 * offset_m};
    ConvexPolygon moved_body = scene.body[0];
    for (Pose2& pose : scene.world_from_body) {
      moved_body = scene.body[0];
      move(&moved_body, &pose, body_offset);
    }
    scene.body[0] = moved_body;
    ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts)) << offset_m;
  }
  ExpectHitRate(counts, 0.1, 0.8);
}

// Shapes of 0.1 mm that touch within the rounding of 4 * 10^7 m, which is more than that of the
// boxes to single precision.
TEST(StaticMap, TenthsOfMillimetresFarFromTheirOwnFrames) {
  Random random(TestSeed());
  constexpr double kSize_m = 1e-4;
  BatchScene scene;
  scene.body = {ConvexPolygon::Rectangle(kSize_m, kSize_m).value()};
  for (int i = 0; i < 100; ++i) {
    const Pose2 pose = PoseIn(2.0 * kSize_m, {}, &random);
    const Vec2 offset = {random.Uniform(3e7, 4e7), random.Uniform(-4e7, 4e7)};
    const Vec2 center = pose * Vec2{kSize_m, random.Uniform(-0.5, 0.5) * kSize_m};
    scene.world_from_body.push_back(pose);
    scene.obstacles.push_back(ConvexPolygon::Rectangle(kSize_m, kSize_m, offset).value());
    scene.world_from_obstacle.push_back(Pose2(center - pose.Rotate(offset), UnitRotation(pose.cos, pose.sin)));
  }
  Counts counts;
  ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts));
  // All are in one place; whether each neighbour collides is in the list of all hits.
  ExpectHitRate(counts, 1.0, 1.0);
}

// 10^-3 m to 10^4 m in one map.
TEST(StaticMap, MixedSizes) {
  Random random(TestSeed());
  Counts counts;
  BatchScene scene = RandomMap(400, 200, 400.0, {}, &random);
  for (ConvexPolygon& shape : scene.obstacles) {
    const double scale = random.Chance(0.01) ? random.LogUniform(10.0, 1e4) : random.LogUniform(1e-3, 3.0);
    std::vector<Vec2> vertices(shape.vertices().begin(), shape.vertices().end());
    for (Vec2& v : vertices) v = scale * v;
    shape = ConvexPolygon::Hull(vertices).value();
  }
  ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts));
  ExpectHitRate(counts, 0.1, 0.999);
}

// Lengths whose squares vanish in single precision, and in double.
TEST(StaticMap, TinyWorlds) {
  Random random(TestSeed());
  Counts counts;
  for (const double scale : {1e-15, 1e-25, 1e-40, 1e-160, 1e-300}) {
    BatchScene scene = RandomMap(40, 25, 60.0, {}, &random);
    for (std::vector<ConvexPolygon>* shapes : {&scene.obstacles, &scene.body}) {
      for (ConvexPolygon& shape : *shapes) {
        std::vector<Vec2> vertices(shape.vertices().begin(), shape.vertices().end());
        for (Vec2& v : vertices) v = scale * v;
        shape = ConvexPolygon::Hull(vertices).value();
      }
    }
    for (std::vector<Pose2>* poses : {&scene.world_from_obstacle, &scene.world_from_body}) {
      for (Pose2& pose : *poses) pose.translation = scale * pose.translation;
    }
    ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts)) << scale;
  }
  ExpectHitRate(counts, 0.05, 0.9);
}

TEST(StaticMap, Radii) {
  Random random(TestSeed());
  Counts counts;
  BatchScene scene = RandomMap(300, 200, 100.0, {}, &random);
  for (ConvexPolygon& shape : scene.obstacles) {
    shape = WithRadius(shape, random.Chance(0.3) ? 0.0 : random.LogUniform(0.01, 3.0));
  }
  ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts));
  scene.body[0] = WithRadius(scene.body[0], 0.5);
  ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts));
  ExpectHitRate(counts, 0.1, 0.8);
}

// None, a truck and trailer, and more shapes than the body has boxes for.
TEST(StaticMap, BodiesOfSeveralShapes) {
  Random random(TestSeed());
  for (const int body_size : {0, 2, 16, 17, 40}) {
    BatchScene scene = RandomMap(100, 100, body_size == 2 ? 50.0 : 100.0, {}, &random);
    scene.body.clear();
    for (int i = 0; i < body_size; ++i) {
      // Each overlaps the next one, so that a map shape often collides with several.
      scene.body.push_back(ConvexPolygon::Rectangle(1.5, 2.0 - 0.02 * i, {1.0 * (body_size - i), 0.1 * i}).value());
    }
    Counts counts_of_size;
    ASSERT_TRUE(MapAnswersAsThePairs(scene, &random, &counts_of_size)) << body_size;
    if (body_size == 0) {
      ExpectHitRate(counts_of_size, 0.0, 0.0);
    } else {
      ExpectHitRate(counts_of_size, 0.05, 0.95);
    }
  }
}

TEST(StaticMap, IsWithoutShapesWhenMovedFrom) {
  const std::vector<ConvexPolygon> shapes(100, ConvexPolygon::Rectangle(1.0, 1.0).value());
  const std::vector<ConvexPolygon> body(1, shapes[0]);
  const std::vector<Pose2> poses(1);
  for (const std::vector<Pose2>& world_from_shape : {std::vector<Pose2>(), std::vector<Pose2>(100)}) {
    StaticMap map =
        (world_from_shape.empty() ? StaticMap::Create(shapes) : StaticMap::Create(shapes, world_from_shape)).value();
    const StaticMap taken = std::move(map);
    EXPECT_EQ(taken.size(), 100);
    // NOLINTNEXTLINE(bugprone-use-after-move)
    EXPECT_EQ(map.size(), 0);
    uint8_t any = 7;
    Hit hit = {7, 7, 7};
    std::vector<int64_t> begin(2, 7);
    Nearest<double> nearest = {7.0, 7, 7, 7};
    ASSERT_TRUE(AnyHit(body, poses, map, absl::MakeSpan(&any, 1)).ok());
    ASSERT_TRUE(FirstHit(body, poses, map, absl::MakeSpan(&hit, 1)).ok());
    ASSERT_TRUE(AllHits(body, poses, map, absl::MakeSpan(begin), {}).ok());
    ASSERT_TRUE(MinimumDistance(body, poses, map, {}, absl::MakeSpan(&nearest, 1)).ok());
    Nearest<Separation> least;
    ASSERT_TRUE(MinimumSeparation(body, {poses, 1, {}}, map, {}, absl::MakeSpan(&least, 1)).ok());
    EXPECT_EQ(least.obstacle, -1);
    EXPECT_EQ(any, 0);
    EXPECT_EQ(hit.obstacle, -1);
    EXPECT_EQ(begin[1], 0);
    EXPECT_EQ(nearest.obstacle, -1);
    map = StaticMap::Create(shapes).value();
    ASSERT_TRUE(AnyHit(body, poses, map, absl::MakeSpan(&any, 1)).ok());
    EXPECT_EQ(any, 1);
  }
}

TEST(StaticMap, MemoryWithinBudget) {
  Random random(TestSeed());
  for (const int shape_count : {1000, 4096, 20000}) {
    const BatchScene scene = RandomMap(shape_count, 0, 100.0, {}, &random);
    int64_t vertex_count = 0;
    for (const ConvexPolygon& shape : scene.obstacles) vertex_count += shape.size();
    const auto map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle);
    ASSERT_TRUE(map.ok());
    // The last block's and the last nodes' padding.
    constexpr int64_t kConstant = 2048;
    EXPECT_LE(map->memory_bytes(), 96 * shape_count + 8 * vertex_count + kConstant);
    EXPECT_GE(map->memory_bytes(), 80 * shape_count);
    const auto map_of_world_frame = StaticMap::Create(scene.obstacles);
    ASSERT_TRUE(map_of_world_frame.ok());
    EXPECT_LE(map_of_world_frame->memory_bytes(), 64 * shape_count + 8 * vertex_count + kConstant);
  }
}

}  // namespace
}  // namespace collision2d
