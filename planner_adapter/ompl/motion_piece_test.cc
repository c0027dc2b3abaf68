#include "planner_adapter/ompl/motion_piece.h"

#include <cmath>

#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "planner_adapter/ompl/testing/random_piece.h"

namespace collision2d::planner {
namespace {

double Apart(const Pose2& a, const Pose2& b) {
  return Norm(a.translation - b.translation) + std::abs(a.cos - b.cos) + std::abs(a.sin - b.sin);
}

// Poses that are computed independently of each other agree: those of the piece, of its motion, and of a part of it.
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

}  // namespace
}  // namespace collision2d::planner
