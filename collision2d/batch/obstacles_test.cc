// Views of obstacles: what they are made of, and how several layers are numbered.

#include "collision2d/batch/obstacles.h"

#include <type_traits>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/test.h"

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

}  // namespace
}  // namespace collision2d
