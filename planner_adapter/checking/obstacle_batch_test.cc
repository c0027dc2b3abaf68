#include "planner_adapter/checking/obstacle_batch.h"

#include <cstddef>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {
namespace {

class ObstacleBatchTest : public testing::Test {
 protected:
  void ExpectPlaced(absl::Span<const PlacedShape> placed) const {
    ASSERT_EQ(static_cast<size_t>(obstacles_.batch().size()), placed.size());
    for (int k = 0; k < obstacles_.batch().size(); ++k) {
      EXPECT_EQ(&obstacles_.batch().shape(k), placed[k].shape) << k;
      const Pose2& pose = obstacles_.batch().world_from_shape(k);
      EXPECT_EQ(pose.translation.x, placed[k].local_from_shape.translation.x) << k;
      EXPECT_EQ(pose.translation.y, placed[k].local_from_shape.translation.y) << k;
      EXPECT_EQ(pose.cos, placed[k].local_from_shape.cos) << k;
      EXPECT_EQ(pose.sin, placed[k].local_from_shape.sin) << k;
    }
  }

  void PlaceAndExpect(absl::Span<const PlacedShape> placed) {
    const absl::Status status = obstacles_.Place(placed);
    ASSERT_TRUE(status.ok()) << status;
    ExpectPlaced(placed);
  }

  const ConvexPolygon car_ = ConvexPolygon::Rectangle(4.5, 1.9).value();
  const ConvexPolygon truck_ = ConvexPolygon::Rectangle(12.0, 2.5).value();
  ObstacleBatch obstacles_;
};

TEST_F(ObstacleBatchTest, IsEmptyAtFirst) { ExpectPlaced({}); }

TEST_F(ObstacleBatchTest, HoldsTheShapesInOrderAtTheirPoses) {
  PlaceAndExpect({{&truck_, {{1, 2}, 0.0, 1.0}, 0, 0}, {&car_, {{3, 4}}, 1, 0}, {&car_, {{5, 6}}, 1, 1}});
}

TEST_F(ObstacleBatchTest, FollowsTheSameShapes) {
  PlaceAndExpect({{&truck_, {{1, 2}}, 0, 0}, {&car_, {{3, 4}}, 1, 0}});
  PlaceAndExpect({{&truck_, {{7, 8}, 0.6, 0.8}, 0, 0}, {&car_, {{9, 4}}, 1, 0}});
}

TEST_F(ObstacleBatchTest, FollowsOtherShapes) {
  PlaceAndExpect({{&truck_, {{1, 2}}, 0, 0}, {&car_, {{3, 4}}, 1, 0}});
  PlaceAndExpect({{&car_, {{1, 2}}, 0, 0}, {&truck_, {{3, 4}}, 1, 0}});
  PlaceAndExpect({{&car_, {{1, 2}}, 0, 0}});
  PlaceAndExpect({{&car_, {{1, 2}}, 0, 0}, {&truck_, {{3, 4}}, 1, 0}, {&car_, {{5, 4}}, 1, 0}});
  PlaceAndExpect({});
  PlaceAndExpect({{&truck_, {{1, 2}}, 0, 0}});
}

TEST_F(ObstacleBatchTest, StaysAsItWasIfAPoseIsRefused) {
  const Pose2 illegal = {{0.0, std::numeric_limits<double>::infinity()}};
  const std::vector<PlacedShape> placed = {{&truck_, {{1, 2}}, 0, 0}, {&car_, {{3, 4}}, 1, 0}};
  PlaceAndExpect(placed);
  EXPECT_EQ(obstacles_.Place({{&truck_, {{7, 8}}, 0, 0}, {&car_, illegal, 1, 0}}).code(),
            absl::StatusCode::kInvalidArgument);
  ExpectPlaced(placed);
  EXPECT_EQ(obstacles_.Place({{&car_, illegal, 1, 0}}).code(), absl::StatusCode::kInvalidArgument);
  ExpectPlaced(placed);
  PlaceAndExpect({{&car_, {{3, 4}}, 1, 0}});
}

}  // namespace
}  // namespace collision2d::planner
