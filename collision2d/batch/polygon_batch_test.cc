#include "collision2d/batch/polygon_batch.h"

#include <cstring>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

using internal::kBatchLanes;
using internal::ShadowBlock;

std::vector<ConvexPolygon> Cars(size_t count) {
  return std::vector<ConvexPolygon>(count, ConvexPolygon::Rectangle(4.5, 2.0).value());
}

std::string CreateError(const std::vector<ConvexPolygon>& shapes, const std::vector<Pose2>& poses) {
  const auto batch = PolygonBatch::Create(shapes, poses);
  EXPECT_EQ(batch.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(batch.status().message());
}

TEST(PolygonBatch, KeepsShapesAndPoses) {
  const std::vector<ConvexPolygon> cars = Cars(2);
  const PolygonBatch batch =
      PolygonBatch::Create(cars, {{{1.0, 2.0}}, Pose2({3.0, 4.0}, UnitRotation(0.0, 1.0))}).value();
  ASSERT_EQ(batch.size(), 2);
  EXPECT_FALSE(batch.empty());
  EXPECT_EQ(&batch.shape(1), &cars[1]);
  EXPECT_EQ(batch.world_from_shape(1).translation, (Vec2{3.0, 4.0}));
  EXPECT_EQ(batch.world_from_shape(1).sin, 1.0);
  const std::vector<const ConvexPolygon*> twice = {&cars[1], &cars[1]};
  EXPECT_EQ(&PolygonBatch::Create(twice, {{}, {}}).value().shape(0), &cars[1]);
}

TEST(PolygonBatch, MayBeEmpty) {
  EXPECT_TRUE(PolygonBatch().empty());
  PolygonBatch batch = PolygonBatch::Create(Cars(0), {}).value();
  EXPECT_TRUE(batch.empty());
  EXPECT_TRUE(batch.SetPoses({}).ok());
}

TEST(PolygonBatch, IsWithoutShapesWhenMovedFrom) {
  const std::vector<ConvexPolygon> cars = Cars(20);
  PolygonBatch batch = PolygonBatch::Create(cars, std::vector<Pose2>(20)).value();
  const PolygonBatch taken = std::move(batch);
  EXPECT_EQ(taken.size(), 20);
  // NOLINTNEXTLINE(bugprone-use-after-move)
  EXPECT_TRUE(batch.empty());
  EXPECT_TRUE(batch.SetPoses({}).ok());
  uint8_t any = 7;
  ASSERT_TRUE(AnyHit(Cars(1), std::vector<Pose2>(1), batch, absl::MakeSpan(&any, 1)).ok());
  EXPECT_EQ(any, 0);
}

TEST(PolygonBatch, RefusesBadInput) {
  EXPECT_EQ(CreateError(Cars(2), std::vector<Pose2>(3)), "world_from_shape: 3 elements; 2 are needed");
  EXPECT_EQ(CreateError(Cars(2), {{}, {{1e9, 0.0}}}),
            "world_from_shape[1].translation: (1000000000, 0) m is beyond the limit of 1e+08 m");
  EXPECT_EQ(CreateError(Cars(2), {{{std::nan(""), 0.0}}, {}}),
            "world_from_shape[0]: (x, y, cos, sin) = (nan, 0, 1, 0) is not finite");
  EXPECT_EQ(CreateError(Cars(2), {{}, Pose2({}, UnitRotation(1.0, 1e-5))}),
            "world_from_shape[1]: (cos, sin) = (1, 1.0000000000000001e-05) is not a unit rotation");
}

TEST(PolygonBatch, DoesNotReadThePosesOfAbsentObstacles) {
  const std::vector<ConvexPolygon> cars = Cars(1);
  const Pose2 bad{{std::nan(""), 0.0}};
  const std::vector<const ConvexPolygon*> shapes = {nullptr, &cars[0], nullptr};
  PolygonBatch batch = PolygonBatch::Create(shapes, {bad, {}, bad}).value();
  EXPECT_EQ(batch.size(), 3);
  EXPECT_FALSE(batch.is_present(0));
  EXPECT_TRUE(batch.is_present(1));
  EXPECT_EQ(batch.shadow().blocks[0].lanes, 0b010);
  EXPECT_TRUE(batch.SetPoses({bad, {{1.0, 2.0}}, {}}).ok());
  EXPECT_EQ(batch.shadow().origin, (Vec2{1.0, 2.0}));
  EXPECT_EQ(batch.SetPoses({bad, bad, {}}).message(),
            "world_from_shape[1]: (x, y, cos, sin) = (nan, 0, 1, 0) is not finite");
  EXPECT_EQ(PolygonBatch::Create(shapes, {{}, bad, bad}).status().message(),
            "world_from_shape[1]: (x, y, cos, sin) = (nan, 0, 1, 0) is not finite");
  EXPECT_TRUE(PolygonBatch::Create({nullptr, nullptr}, {bad, bad}).ok());
}

TEST(PolygonBatch, ReposeRefusesAndKeepsItsPoses) {
  const std::vector<ConvexPolygon> cars = Cars(2);
  PolygonBatch batch = PolygonBatch::Create(cars, {{{1.0, 2.0}}, {{3.0, 4.0}}}).value();
  const float center_x = batch.shadow().blocks[0].center_x[1];
  EXPECT_EQ(batch.SetPoses(std::vector<Pose2>(1)).message(), "world_from_shape: 1 elements; 2 are needed");
  EXPECT_EQ(batch.SetPoses({{{7.0, 7.0}}, Pose2({0.0, 0.0}, UnitRotation(0.0, 2.0))}).message(),
            "world_from_shape[1]: (cos, sin) = (0, 2) is not a unit rotation");
  EXPECT_EQ(batch.world_from_shape(0).translation, (Vec2{1.0, 2.0}));
  EXPECT_EQ(batch.shadow().blocks[0].center_x[1], center_x);
}

// Every byte of a shadow is one that Create writes, so that queries cannot tell the two apart.
TEST(PolygonBatch, WithPosesIsWhatCreateMakesOfTheShapes) {
  Random random(TestSeed());
  std::vector<ConvexPolygon> shapes;
  std::vector<const ConvexPolygon*> pointers;
  std::vector<Pose2> poses;
  std::vector<Pose2> others;
  for (int i = 0; i < 40; ++i) {
    shapes.push_back(RandomPolygon(12, &random));
    poses.push_back(Pose2::FromYaw({random.Uniform(-50.0, 50.0), random.Uniform(-50.0, 50.0)}, random.Angle()));
    others.push_back(Pose2::FromYaw({random.Uniform(-50.0, 50.0), random.Uniform(-50.0, 50.0)}, random.Angle()));
  }
  for (size_t i = 0; i < shapes.size(); ++i) pointers.push_back(i % 7 == 3 ? nullptr : &shapes[i]);
  const PolygonBatch batch = PolygonBatch::Create(pointers, poses).value();
  const PolygonBatch moved = batch.WithPoses(others).value();
  const PolygonBatch created = PolygonBatch::Create(pointers, others).value();
  EXPECT_EQ(moved.shapes(), created.shapes());
  const internal::BatchShadow& shadow = moved.shadow();
  EXPECT_EQ(shadow.origin, created.shadow().origin);
  EXPECT_EQ(shadow.first_vertex, created.shadow().first_vertex);
  EXPECT_EQ(shadow.vertices, created.shadow().vertices);
  ASSERT_EQ(shadow.blocks.size(), created.shadow().blocks.size());
  for (size_t b = 0; b < shadow.blocks.size(); ++b) {
    EXPECT_EQ(std::memcmp(&shadow.blocks[b], &created.shadow().blocks[b], sizeof(ShadowBlock)), 0) << b;
  }
  for (int k = 0; k < moved.size(); ++k) EXPECT_EQ(moved.world_from_shape(k).translation, others[k].translation);
  EXPECT_EQ(batch.world_from_shape(0).translation, poses[0].translation);
  EXPECT_EQ(batch.WithPoses({}).status().message(), "world_from_shape: 0 elements; 40 are needed");
}

// What the header promises: readable in whole, apart for the circles, NaN elsewhere.
TEST(PolygonBatch, PaddingProvesNothing) {
  for (const size_t count : {size_t{1}, size_t{15}, size_t{16}, size_t{17}, size_t{40}}) {
    const std::vector<ConvexPolygon> cars = Cars(count);
    const PolygonBatch batch = PolygonBatch::Create(cars, std::vector<Pose2>(count)).value();
    const auto& blocks = batch.shadow().blocks;
    ASSERT_EQ(blocks.size(), (count + kBatchLanes - 1) / kBatchLanes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(blocks.data()) % 64, 0u);
    const int used = static_cast<int>(count - (blocks.size() - 1) * kBatchLanes);
    const ShadowBlock& last = blocks.back();
    EXPECT_EQ(last.lanes, (1u << used) - 1u);
    for (int lane = used; lane < kBatchLanes; ++lane) {
      EXPECT_EQ(last.origin_power[lane], std::numeric_limits<float>::infinity());
      EXPECT_EQ(last.center_x[lane], 0.0f);
      EXPECT_EQ(last.center_y[lane], 0.0f);
      EXPECT_EQ(last.radius[lane], 0.0f);
      for (const float value : {last.axis_x[lane], last.axis_y[lane], last.half_length[lane], last.half_width[lane],
                                last.inner_radius[lane]}) {
        EXPECT_TRUE(std::isnan(value));
      }
    }
  }
}

TEST(PolygonBatch, RectanglesPointsAndSegmentsAreExactBoxes) {
  const Pose2 turn = Pose2::FromYaw({}, 0.3);
  const ConvexPolygon rectangle = ConvexPolygon::Rectangle(4.0, 2.0, {1.0, 0.0}).value();
  const std::vector<ConvexPolygon> shapes = {
      rectangle,
      rectangle.Posed(turn).value(),
      ConvexPolygon::Create({{1.0, 2.0}}).value(),
      ConvexPolygon::Create({{1.0, 2.0}, {4.0, 6.0}}).value(),
      ConvexPolygon::Create(ConvexPolygon::Rectangle(4.0, 2.0)->vertices(), 0.1).value(),
      ConvexPolygon::Create({{0.0, 0.0}, {2.0, 0.0}, {2.001, 1.0}, {0.0, 1.0}}).value(),
      RegularPolygon(6, 1.0),
  };
  const PolygonBatch batch = PolygonBatch::Create(shapes, std::vector<Pose2>(shapes.size(), turn)).value();
  const ShadowBlock& block = batch.shadow().blocks[0];
  EXPECT_EQ(block.exact_boxes, 0b0001111);
  EXPECT_EQ(block.polygons, 0b1110000);
  EXPECT_NEAR(block.half_length[1], 2.0, 1e-6);
  EXPECT_NEAR(block.half_width[1], 1.0, 1e-6);
  EXPECT_NEAR(block.half_length[3], 2.5, 1e-6);
  EXPECT_LT(block.half_width[3], 1e-6f);
  EXPECT_NEAR(block.half_length[4], 2.1, 1e-6);
}

// Every vertex of every shape, posed in double precision, is in the circle and in the box, and as
// far as claimed inside the edges is the inner circle.
TEST(PolygonBatch, CirclesAndBoxesHoldTheirShapes) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(300); ++i) {
    const auto kind = static_cast<SceneKind>(random.Index(kSceneKindCount));
    const BatchScene scene = RandomScene(kind, 1, random.Integer(1, 40), &random);
    const PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
    for (int k = 0; k < batch.size(); ++k) {
      const ShadowBlock& block = batch.shadow().blocks[k / kBatchLanes];
      const int lane = k % kBatchLanes;
      const Vec2 center = {block.center_x[lane], block.center_y[lane]};
      const Vec2 axis = {block.axis_x[lane], block.axis_y[lane]};
      const Pose2& pose = scene.world_from_obstacle[k];
      const double radius_m = scene.obstacles[k].radius_m();
      for (const Vec2 vertex : scene.obstacles[k].vertices()) {
        const Vec2 arm = pose.Rotate(vertex) + (pose.translation - batch.shadow().origin) - center;
        ASSERT_LE(Norm(arm) + radius_m, block.radius[lane]) << Name(kind);
        ASSERT_LE(std::abs(Dot(axis, arm)) + radius_m, block.half_length[lane] + block.error_m) << Name(kind);
        ASSERT_LE(std::abs(Cross(axis, arm)) + radius_m, block.half_width[lane] + block.error_m) << Name(kind);
      }
      ASSERT_LE(block.inner_radius[lane], scene.obstacles[k].inner_radius_m() + radius_m);
    }
  }
}

// One shape far away neither draws the origin away nor costs the others' digits.
TEST(PolygonBatch, OriginIsAmidTheShapes) {
  const std::vector<ConvexPolygon> cars = Cars(100);
  std::vector<Pose2> poses;
  for (int k = 0; k < 100; ++k) poses.push_back({{1e6 + k, -1e6 + k}});
  poses[0].translation = {9e7, 9e7};
  const PolygonBatch batch = PolygonBatch::Create(cars, poses).value();
  EXPECT_LE(Norm(batch.shadow().origin - Vec2{1e6 + 50.0, -1e6 + 50.0}), 20.0);
  EXPECT_LT(batch.shadow().blocks[3].error_m, 1e-4f);
}

TEST(PolygonBatch, MemoryIsWithinItsBudget) {
  Random random(TestSeed());
  for (int vertices = 1; vertices <= 40; ++vertices) {
    std::vector<ConvexPolygon> shapes;
    for (int k = 0; k < 1000; ++k) {
      shapes.push_back(vertices == 1   ? ConvexPolygon::Create({{0.0, 0.0}}).value()
                       : vertices == 2 ? ConvexPolygon::Create({{0.0, 0.0}, {1.0, 0.0}}).value()
                                       : RegularPolygon(vertices, 1.0));
    }
    const PolygonBatch batch = PolygonBatch::Create(shapes, std::vector<Pose2>(1000)).value();
    const double budget = 1.3 * sizeof(Vec2) * 1000.0 * vertices + 64.0 * 1000.0 + 2048.0;
    EXPECT_LE(static_cast<double>(batch.memory_bytes()), budget) << vertices;
    // Not less than what must be in it.
    EXPECT_GE(batch.memory_bytes(), 1000 * (sizeof(Pose2) + sizeof(void*)));
  }
}

}  // namespace
}  // namespace collision2d
