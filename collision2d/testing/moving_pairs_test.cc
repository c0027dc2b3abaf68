#include "collision2d/testing/moving_pairs.h"

#include <cmath>

#include "collision2d/query/collides.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

// Whether any of 301 instants shows contact.
bool SampledContact(const MovingPair& pair) {
  constexpr int kSteps = 300;
  for (int i = 0; i <= kSteps; ++i) {
    const double fraction = static_cast<double>(i) / kSteps;
    const Pose2 a_from_b =
        RelativePose(PoseAtFraction(pair.motion_a, fraction), PoseAtFraction(pair.motion_b, fraction));
    if (Collides(pair.a, pair.b, a_from_b)) return true;
  }
  return false;
}

TEST(PoseAtFraction, MovesTheReferenceStraight) {
  const LinearSpec motion = {Pose2::FromYaw({5.0, -2.0}, 0.5), {3.0, 4.0}, 7.0, {1.0, -2.0}};
  const Pose2 half = PoseAtFraction(motion, 0.5);
  const Vec2 moved = half * motion.reference - motion.start * motion.reference;
  EXPECT_NEAR(moved.x, 1.5, 1e-14);
  EXPECT_NEAR(moved.y, 2.0, 1e-14);
  EXPECT_NEAR(half.yaw_rad(), 0.5 + 3.5 - 2.0 * std::acos(-1.0), 1e-14);
}

TEST(MovingPairFamilies, SomePairsCollideInEach) {
  constexpr int kPairs = 2000;
  for (const MovingPairFamily& family : MovingPairFamilies()) {
    Random random(TestSeed());
    int colliding = 0;
    for (int i = 0; i < kPairs; ++i) {
      const MovingPair pair = family.generate(&random);
      EXPECT_LT(pair.start_s, pair.end_s);
      EXPECT_LE(pair.a.size(), 8);
      EXPECT_LE(pair.b.size(), 8);
      colliding += SampledContact(pair) ? 1 : 0;
    }
    EXPECT_GT(colliding, kPairs / 20) << family.name;
    EXPECT_LT(colliding, 3 * kPairs / 5) << family.name;
  }
}

}  // namespace
}  // namespace collision2d
