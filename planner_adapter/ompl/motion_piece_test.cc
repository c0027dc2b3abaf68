#include "planner_adapter/ompl/motion_piece.h"

#include "collision2d/query/distance.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/ompl/testing/random_piece.h"

namespace collision2d::planner {
namespace {

double Apart(const Pose2& a, const Pose2& b) {
  return Norm(a.translation - b.translation) + std::abs(a.cos - b.cos) + std::abs(a.sin - b.sin);
}

// Poses that are computed independently of each other agree: those of the piece, of its motion, and
// of a part of it.
TEST(MotionPieceTest, PosesOfMotionsAndParts) {
  Random random(TestSeed() + 1);
  for (int i = 0; i < 2000; ++i) {
    const MotionPiece piece = RandomPiece(100.0, 20.0, 7.0, &random);
    const Motion motion = piece.ToMotion();
    const double from = random.Uniform(0.0, 1.0);
    const double to = random.Uniform(from, 1.0);
    const MotionPiece part = piece.Part(from, to);
    for (int k = 0; k <= 16; ++k) {
      const double parameter = k / 16.0;
      EXPECT_LE(Apart(piece.PoseAt(parameter), motion.PoseAt(parameter)), 1e-12);
      EXPECT_LE(Apart(part.PoseAt(parameter), piece.PoseAt(from + parameter * (to - from))), 1e-12);
    }
    EXPECT_DOUBLE_EQ(part.begin, from);
    EXPECT_DOUBLE_EQ(part.end, to);
    EXPECT_NEAR(part.length_m(), (to - from) * piece.length_m(), 1e-12);
  }
}

TEST(MotionPieceTest, BoxIsTight) {
  Random random(TestSeed() + 2);
  constexpr int kInstants = 4000;
  for (int i = 0; i < 300; ++i) {
    const MotionPiece piece = RandomPiece(100.0, 20.0, 7.0, &random);
    const Aabb2 box = piece.Box();
    Aabb2 sampled;
    for (int k = 0; k <= kInstants; ++k) {
      const Vec2 position = piece.PoseAt(k * (1.0 / kInstants)).translation;
      EXPECT_TRUE(box.Inflated(1e-12).Contains(position));
      sampled.Extend(position);
    }
    // Between samples an arc rises by an eighth of its way times its turn at most.
    const Aabb2 room = sampled.Inflated(1e-12 + std::abs(piece.way_m * piece.turn_rad) / (8.0 * kInstants * kInstants));
    EXPECT_TRUE(room.Contains(box.min) && room.Contains(box.max)) << i;
  }
}

TEST(MotionPieceTest, FractionsOfAPart) {
  MotionPiece piece;
  piece.displacement_m = {8.0, 0.0};
  piece.begin = 0.25;
  piece.end = 0.75;
  const MotionPiece part = piece.Part(0.5, 1.0);
  EXPECT_EQ(part.begin, 0.5);
  EXPECT_EQ(part.end, 0.75);
  EXPECT_EQ(part.FractionAt(0.5), 0.625);
  EXPECT_EQ(part.position.x, 4.0);
  EXPECT_EQ(part.displacement_m.x, 4.0);
}

ConvexPolygon RandomShape(Random* random) {
  const double length_m = random->LogUniform(0.1, 20.0);
  const double width_m = random->LogUniform(0.1, 5.0);
  const double x = random->Uniform(-3.0, 3.0);
  const double y = random->Uniform(-3.0, 3.0);
  const double radius_m = random->Chance(0.5) ? 0.0 : random->Uniform(0.0, 1.0);
  return *ConvexPolygon::Create(ConvexPolygon::Rectangle(length_m, width_m, {x, y})->vertices(), radius_m);
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
