#include "planner_adapter/sampling/polynomial.h"

#include <cmath>
#include <random>

#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

constexpr int kRandomCases = 2000;
constexpr std::mt19937_64::result_type kSeed = 20100503;

class RandomStates {
 public:
  BoundaryState State() { return {Uniform(-50.0, 50.0), Uniform(-30.0, 30.0), Uniform(-8.0, 8.0)}; }
  double Length() { return Uniform(0.5, 10.0); }
  double Uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(generator_); }

 private:
  std::mt19937_64 generator_{kSeed};
};

TEST(PolynomialTest, DerivativesOfAKnownPolynomial) {
  // 1 + 2x + 3x^2 + 4x^3 + 5x^4 + 6x^5 at x = 2, by hand.
  const Polynomial p({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(p.Value(2.0), 321.0);
  EXPECT_EQ(p.First(2.0), 2 + 12 + 48 + 160 + 480);
  EXPECT_EQ(p.Second(2.0), 6 + 48 + 240 + 960);
  EXPECT_EQ(p.Third(2.0), 24 + 240 + 1440);
}

TEST(PolynomialTest, QuinticMeetsItsBoundaryConditions) {
  RandomStates random;
  for (int i = 0; i < kRandomCases; ++i) {
    const BoundaryState start = random.State();
    const BoundaryState end = random.State();
    const double length = random.Length();
    const Polynomial p = QuinticBetween(start, end, length);
    EXPECT_EQ(p.Value(0.0), start.value);
    EXPECT_EQ(p.First(0.0), start.first);
    EXPECT_EQ(p.Second(0.0), start.second);
    EXPECT_NEAR(p.Value(length), end.value, 1e-9) << "seed " << kSeed << " case " << i;
    EXPECT_NEAR(p.First(length), end.first, 1e-9) << "seed " << kSeed << " case " << i;
    EXPECT_NEAR(p.Second(length), end.second, 1e-9) << "seed " << kSeed << " case " << i;
  }
}

TEST(PolynomialTest, QuarticMeetsItsBoundaryConditions) {
  RandomStates random;
  for (int i = 0; i < kRandomCases; ++i) {
    const BoundaryState start = random.State();
    const double end_first = random.Uniform(-30.0, 30.0);
    const double end_second = random.Uniform(-8.0, 8.0);
    const double length = random.Length();
    const Polynomial p = QuarticToDerivatives(start, end_first, end_second, length);
    EXPECT_EQ(p.Value(0.0), start.value);
    EXPECT_EQ(p.First(0.0), start.first);
    EXPECT_EQ(p.Second(0.0), start.second);
    EXPECT_NEAR(p.First(length), end_first, 1e-9) << "seed " << kSeed << " case " << i;
    EXPECT_NEAR(p.Second(length), end_second, 1e-9) << "seed " << kSeed << " case " << i;
  }
}

TEST(PolynomialTest, RestToRestQuinticIsTheMinimumJerkCurve) {
  const Polynomial p = QuinticBetween({0.0, 0.0, 0.0}, {3.5, 0.0, 0.0}, 4.0);
  for (double u = 0.0; u <= 1.0; u += 0.125) {
    EXPECT_NEAR(p.Value(4.0 * u), 3.5 * (10 * std::pow(u, 3) - 15 * std::pow(u, 4) + 6 * std::pow(u, 5)), 1e-12);
  }
}

// The quartic leaves the end value free; of all quintics with its end derivatives it must have the least squared jerk.
TEST(PolynomialTest, QuarticHasTheLeastJerkOverAllEndValues) {
  const auto squared_jerk = [](const Polynomial& p, double length) {
    constexpr int kSteps = 2000;
    double sum = 0.0;
    for (int i = 0; i < kSteps; ++i) {
      const double jerk = p.Third((i + 0.5) * length / kSteps);
      sum += jerk * jerk * length / kSteps;
    }
    return sum;
  };
  const BoundaryState start{0.0, 10.0, -1.0};
  const double length = 4.0;
  const Polynomial quartic = QuarticToDerivatives(start, 13.0, 0.0, length);
  const double least = squared_jerk(quartic, length);
  for (double change : {-3.0, -0.5, -0.05, 0.05, 0.5, 3.0}) {
    const BoundaryState end{quartic.Value(length) + change, 13.0, 0.0};
    EXPECT_GT(squared_jerk(QuinticBetween(start, end, length), length), least) << change;
  }
}

}  // namespace
}  // namespace collision2d::planner
