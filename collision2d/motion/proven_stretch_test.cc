#include "collision2d/motion/proven_stretch.h"

#include <cmath>
#include <limits>

#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::internal {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ProvenStretchTest, WithoutAccelerationIsWhereTheChordReachesTheTarget) {
  const GapChord chord = {3.0, -1.0, 2.0, 100.0, 0.0};
  EXPECT_NEAR(ProvenStretch(chord, 0.0), 1.5, 1e-11);
  EXPECT_NEAR(ProvenStretch(chord, 1.0), 1.0, 1e-11);
  EXPECT_LT(ProvenStretch(chord, 0.0), 1.5);
}

TEST(ProvenStretchTest, IsTheWholeIntervalIfTheSagLeavesEnough) {
  // The sag is 2 * 2^2 / 8 = 1 in the middle.
  EXPECT_EQ(ProvenStretch({1.5, 1.5, 2.0, 100.0, 2.0}, 0.4), 2.0);
  EXPECT_LT(ProvenStretch({1.5, 1.5, 2.0, 100.0, 2.0}, 0.6), 2.0);
}

TEST(ProvenStretchTest, StopsBeforeTheSagEvenIfTheEndIsOpen) {
  // 1 - s (2 - s) = 0 at s = 1.
  const double stretch = ProvenStretch({1.0 - 1e-9, 1.0, 2.0, 100.0, 2.0}, 0.0);
  EXPECT_LT(stretch, 1.0);
  EXPECT_GT(stretch, 0.99);
}

TEST(ProvenStretchTest, UsesTheSpeedIfThatIsBetter) {
  EXPECT_NEAR(ProvenStretch({1.0, -1.0, 2.0, 4.0, kInfinity}, 0.0), 0.25, 1e-11);
  EXPECT_EQ(ProvenStretch({5.0, 5.0, 2.0, 4.0, kInfinity}, 0.0), 2.0);
  EXPECT_EQ(ProvenStretch({1.0, 1.0, 2.0, 0.5, 1e9}, 0.0), 2.0);
}

// Gaps that bend as much as they may, in random pieces, with the slope of the chord: none is below the target before the stretch is over.
TEST(ProvenStretchTest, HoldsForEveryCurveWithinTheBounds) {
  Random random(TestSeed());
  int whole = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double duration = random.LogUniform(0.0625, 16.0);
    const double acceleration = random.LogUniform(0.0625, 16.0);
    const double gap = random.Uniform(0.0, 1.0);
    const double slope = random.Uniform(-2.0, 2.0);
    const double switch_at = random.Uniform(0.0, 1.0) * duration;
    // Bends up to a moment, then down, or the other way round.
    const double sign = i % 2 == 0 ? 1.0 : -1.0;
    const auto gap_after = [&](double s) {
      const double before = std::fmin(s, switch_at);
      const double after = std::fmax(s - switch_at, 0.0);
      return gap + slope * s + sign * acceleration * (0.5 * before * before + before * after - 0.5 * after * after);
    };
    const double target = 0.5 * gap * random.Uniform(0.0, 1.0);
    const GapChord chord = {gap, gap_after(duration), duration, kInfinity, acceleration};
    const double stretch = ProvenStretch(chord, target);
    ASSERT_GT(stretch, 0.0);
    ASSERT_LE(stretch, duration);
    whole += static_cast<int>(stretch == duration);
    for (int k = 0; k <= 64; ++k) ASSERT_GE(gap_after(stretch * k / 64.0), target - 1e-9 * (1.0 + acceleration * duration * duration));
  }
  EXPECT_GT(whole, 2000);
  EXPECT_LT(whole, 18'000);
}

}  // namespace
}  // namespace collision2d::internal
