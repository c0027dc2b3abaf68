// No call of StaticMap allocates: every call of operator new in this program is counted.

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

TEST(StaticMapNoAllocation, EveryCall) {
  Random random(TestSeed());
  std::vector<ConvexPolygon> shapes;
  std::vector<Pose2> world_from_shape;
  for (int i = 0; i < 5000; ++i) {
    shapes.push_back(RandomPolygon(24, &random));
    world_from_shape.push_back(RandomPose(300.0, &random));
  }
  std::vector<Pose2> world_from_body;
  for (int i = 0; i < 1000; ++i) world_from_body.push_back(RandomPose(300.0, &random));
  // More shapes than the walk has boxes for; one pose collides with very many map shapes.
  std::vector<ConvexPolygon> body;
  for (int i = 0; i < 20; ++i) body.push_back(RegularPolygon(9, 1.0 + 0.1 * i));
  body.push_back(RegularPolygon(9, 30.0));

  std::vector<uint8_t> any(world_from_body.size());
  std::vector<Hit> hits(world_from_body.size());
  std::vector<int64_t> begin(world_from_body.size() + 1);
  std::vector<int> obstacles(1000000);
  std::vector<Nearest<double>> nearest(world_from_body.size());
  const int64_t before_map = AllocationCount();
  const auto map = StaticMap::Create(shapes, world_from_shape);
  ASSERT_TRUE(map.ok());
  // The counter counts.
  EXPECT_GT(AllocationCount() - before_map, 0);

  const int64_t before = AllocationCount();
  EXPECT_TRUE(AnyHit(body, world_from_body, *map, absl::MakeSpan(any)).ok());
  EXPECT_TRUE(FirstHit(body, world_from_body, *map, absl::MakeSpan(hits)).ok());
  EXPECT_TRUE(AllHits(body, world_from_body, *map, absl::MakeSpan(begin), absl::MakeSpan(obstacles)).ok());
  EXPECT_TRUE(MinimumDistance(body, world_from_body, *map, {}, absl::MakeSpan(nearest)).ok());
  EXPECT_EQ(AllocationCount() - before, 0);
  EXPECT_GT(begin.back(), 10000);
}

}  // namespace
}  // namespace collision2d
