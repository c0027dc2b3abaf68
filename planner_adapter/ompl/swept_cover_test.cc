#include "planner_adapter/ompl/swept_cover.h"

#include "collision2d/query/distance.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "planner_adapter/ompl/testing/random_piece.h"

namespace collision2d::planner {
namespace {

ConvexPolygon RandomShape(Random* random) {
  const double length_m = random->LogUniform(0.1, 20.0);
  const double width_m = random->LogUniform(0.1, 5.0);
  const double x = random->Uniform(-3.0, 3.0);
  const double y = random->Uniform(-3.0, 3.0);
  const double radius_m = random->Chance(0.5) ? 0.0 : random->Uniform(0.0, 1.0);
  return *ConvexPolygon::Rectangle(length_m, width_m, {x, y}, radius_m);
}

// Corners of the shape, and with it the shape, are in the cover at every instant.
TEST(SweptCoverTest, ContainsTheShapeAtEveryInstant) {
  Random random(TestSeed() + 1);
  constexpr double kMargin_m = 1e-9;
  for (int i = 0; i < 2000; ++i) {
    const ConvexPolygon shape = RandomShape(&random);
    const MotionPiece piece = RandomPiece(100.0, 20.0, 3.0, &random);
    const ConvexPolygon cover = SweptCover(shape, piece, kMargin_m);
    const ConvexPolygon hull = *ConvexPolygon::Create(cover.vertices());
    for (int k = 0; k <= 50; ++k) {
      const Pose2 start_from_body = RelativePose(piece.PoseAt(0.0), piece.PoseAt(k / 50.0));
      for (const Vec2 v : shape.vertices()) {
        const ConvexPolygon corner = *ConvexPolygon::Hull({start_from_body * v});
        EXPECT_LE(Distance(hull, corner) + shape.radius_m(), cover.radius_m()) << i;
      }
    }
  }
}

// What is passed straight ahead is covered without excess.
TEST(SweptCoverTest, IsTightStraightAhead) {
  const ConvexPolygon car = *ConvexPolygon::Rectangle(4.0, 2.0);
  MotionPiece piece;
  piece.kind = MotionPiece::Kind::kArc;
  piece.way_m = 10.0;
  const ConvexPolygon cover = SweptCover(car, piece, 1e-9);
  EXPECT_EQ(cover.radius_m(), 1e-9);
  const Aabb2 box = cover.Bounds();
  EXPECT_NEAR(box.min.x, -2.0, 2e-9);
  EXPECT_NEAR(box.max.x, 12.0, 2e-9);
  EXPECT_NEAR(box.min.y, -1.0, 2e-9);
  EXPECT_NEAR(box.max.y, 1.0, 2e-9);
}

}  // namespace
}  // namespace collision2d::planner
