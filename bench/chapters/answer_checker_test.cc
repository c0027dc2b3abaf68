#include "bench/chapters/answer_checker.h"

#include <array>
#include <cmath>
#include <limits>

#include "bench/chapters/hard_families.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

using Verdicts = std::array<bool, 3>;

ConvexPolygon Square(Vec2 center) { return ConvexPolygon::Rectangle(2.0, 2.0, center).value(); }

Separation Of(double signed_distance_m, SeparationStatus status) {
  Separation separation;
  separation.signed_distance_m = signed_distance_m;
  separation.status = status;
  return separation;
}

const HardPair& Apart() {
  static const auto* const pair = new HardPair{Square({0.0, 0.0}), Square({5.0, 0.0}), {}};
  return *pair;
}

const HardPair& Touching() {
  static const auto* const pair =
      new HardPair{Square({0.0, 0.0}), Square({0.0, 0.0}), Pose2({2.0, 0.0}, UnitRotation(1.0, 0.0))};
  return *pair;
}

const HardPair& Overlapping() {
  static const auto* const pair = new HardPair{Square({0.0, 0.0}), Square({1.5, 0.0}), {}};
  return *pair;
}

constexpr auto kSeparated = SeparationStatus::kSeparated;
constexpr auto kTouching = SeparationStatus::kTouching;
constexpr auto kPenetrating = SeparationStatus::kPenetrating;

TEST(AnswerChecker, AcceptsRightAnswers) {
  constexpr Verdicts kRight = {true, true, true};
  AnswerChecker checker;
  EXPECT_EQ(checker.AreRight(Apart(), {false, 3.0, Of(3.0, kSeparated)}), kRight);
  EXPECT_EQ(checker.AreRight(Touching(), {true, 0.0, Of(0.0, kTouching)}), kRight);
  EXPECT_EQ(checker.AreRight(Overlapping(), {true, 0.0, Of(-0.5, kPenetrating)}), kRight);
  for (const HardPair* pair : {&Apart(), &Touching(), &Overlapping()}) EXPECT_TRUE(checker.PromisesHold(*pair));
}

TEST(AnswerChecker, RefusesWrongBooleansSignsAndStatus) {
  constexpr Verdicts kWrong = {false, false, false};
  AnswerChecker checker;
  EXPECT_EQ(checker.AreRight(Apart(), {true, 0.0, Of(0.0, kTouching)}), kWrong);
  EXPECT_EQ(checker.AreRight(Touching(), {false, 1e-300, Of(1e-300, kSeparated)}), kWrong);
  EXPECT_EQ(checker.AreRight(Overlapping(), {false, 0.5, Of(0.5, kPenetrating)}), kWrong);
  EXPECT_EQ(checker.AreRight(Overlapping(), {true, 0.0, Of(-0.5, kTouching)}), (Verdicts{true, true, false}));
  EXPECT_EQ(checker.AreRight(Apart(), {false, 3.0, Of(3.0, SeparationStatus::kIterationLimit)}),
            (Verdicts{true, true, false}));
}

TEST(AnswerChecker, RefusesDistancesBeyondTheirStatedError) {
  AnswerChecker checker;
  // 4 ulp of the pair's size, which is 3 m.
  const double within = 3.0 + 3.0 * kDistanceRelativeError;
  const double beyond = 3.0 + 3.5 * kDistanceRelativeError;
  EXPECT_EQ(checker.AreRight(Apart(), {false, within, Of(within, kSeparated)}), (Verdicts{true, true, true}));
  EXPECT_EQ(checker.AreRight(Apart(), {false, beyond, Of(beyond, kSeparated)}), (Verdicts{true, false, false}));
  EXPECT_EQ(checker.AreRight(Overlapping(), {true, 0.0, Of(-0.5 - 1e-14, kPenetrating)}),
            (Verdicts{true, true, false}));
  EXPECT_EQ(checker.AreRight(Apart(), {false, std::nan(""), Of(std::nan(""), kSeparated)}),
            (Verdicts{true, false, false}));
}

std::optional<double> Growth(double (*ns)(double n)) {
  std::vector<GrowthPoint> points;
  for (const int n : {64, 200, 660, 2000}) points.push_back({n * std::log(n), ns(n)});
  return GrowthExponent(points);
}

TEST(GrowthExponent, OfPowersOfTheScale) {
  EXPECT_NEAR(*Growth([](double n) { return 3.0 * n * std::log(n); }), 1.0, 1e-12);
  EXPECT_NEAR(*Growth([](double n) { return std::pow(n * std::log(n), 2.0); }), 2.0, 1e-12);
  EXPECT_NEAR(*Growth([](double /*n*/) { return 100.0; }), 0.0, 1e-12);
}

TEST(GrowthExponent, TellsLinearFromQuadratic) {
  EXPECT_LT(*Growth([](double n) { return n; }), 1.0);
  EXPECT_GT(*Growth([](double n) { return n * n; }), 1.5);
  // Hidden behind a constant for as long as n is small.
  EXPECT_GT(*Growth([](double n) { return 100.0 + 0.01 * n * n; }), 1.1);
}

TEST(GrowthExponent, NeedsThreePointsAndTimes) {
  EXPECT_FALSE(GrowthExponent({{64, 1.0}, {200, 2.0}}).has_value());
  EXPECT_FALSE(GrowthExponent({{64, 1.0}, {200, 2.0}, {660, 0.0}}).has_value());
}

constexpr Vec2 kSquare[] = {{0.0, 0.0}, {2.0, 0.0}, {2.0, 2.0}, {0.0, 2.0}};

double SignedDistance(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  MergedCsoOracle oracle;
  oracle.SetPair(a, b);
  return oracle.SignedDistance().get_d();
}

TEST(MergedCsoOracle, KnownPairs) {
  EXPECT_EQ(SignedDistance({{0.0, 0.0}}, {{3.0, 4.0}}), 5.0);
  EXPECT_EQ(SignedDistance({{1.0, 1.0}}, {{1.0, 1.0}}), 0.0);
  // Parallel segments, on one line and beside each other; crossing ones.
  EXPECT_EQ(SignedDistance({{0.0, 0.0}, {1.0, 0.0}}, {{3.0, 0.0}, {7.0, 0.0}}), 2.0);
  EXPECT_EQ(SignedDistance({{0.0, 0.0}, {4.0, 0.0}}, {{3.0, 0.0}, {7.0, 0.0}}), 0.0);
  EXPECT_EQ(SignedDistance({{0.0, 0.0}, {1.0, 0.0}}, {{0.0, 3.0}, {7.0, 3.0}}), 3.0);
  EXPECT_LT(SignedDistance({{-1.0, 0.0}, {1.0, 0.0}}, {{0.0, -1.0}, {0.0, 1.0}}), 0.0);
  // A square: a point beside it, on its edge, inside; itself; a shifted copy.
  EXPECT_EQ(SignedDistance(kSquare, {{5.0, 1.0}}), 3.0);
  EXPECT_EQ(SignedDistance(kSquare, {{2.0, 1.0}}), 0.0);
  EXPECT_EQ(SignedDistance(kSquare, {{0.5, 1.0}}), -0.5);
  EXPECT_EQ(SignedDistance(kSquare, kSquare), -2.0);
  EXPECT_EQ(SignedDistance(kSquare, {{2.0, 2.0}, {3.0, 2.0}, {2.0, 3.0}}), 0.0);
}

TEST(MergedCsoOracle, RelationIsExact) {
  MergedCsoOracle oracle;
  const double above = std::nextafter(2.0, 3.0);
  const double least = std::numeric_limits<double>::denorm_min();
  oracle.SetPair(kSquare, {{above, 1.0}});
  EXPECT_EQ(oracle.relation(), ExactRelation::kDisjoint);
  oracle.SetPair(kSquare, {{2.0, 1.0}});
  EXPECT_EQ(oracle.relation(), ExactRelation::kTouching);
  oracle.SetPair(kSquare, {{least, 1.0}});
  EXPECT_EQ(oracle.relation(), ExactRelation::kOverlapping);
  EXPECT_EQ(oracle.SignedDistance().get_d(), -least);
}

TEST(MergedCsoOracle, IsWithinComparesTheError) {
  MergedCsoOracle oracle;
  oracle.SetPair(kSquare, {{3.0, 3.0}});
  EXPECT_TRUE(oracle.IsWithin(std::sqrt(2.0), 1e-15));
  EXPECT_FALSE(oracle.IsWithin(std::sqrt(2.0), 1e-18));
  EXPECT_FALSE(oracle.IsWithin(std::nan(""), 1.0));
  EXPECT_FALSE(oracle.IsWithin(HUGE_VAL, HUGE_VAL));
}

// All n m vertex differences give the same relation and the same distance.
TEST(MergedCsoOracle, AgreesWithTheHullOfAllDifferences) {
  constexpr int kPairsOfFamily = 150;
  Random random(20270116);
  ExactOracle brute_force;
  MergedCsoOracle merged;
  int colliding = 0;
  for (int family = 0; family < kPairFamilyCount; ++family) {
    for (int i = 0; i < kPairsOfFamily; ++i) {
      const ShapePair pair = RandomPair(static_cast<PairFamily>(family), 12, &random);
      brute_force.SetPair(pair.a.vertices(), pair.b.vertices());
      merged.SetPair(pair.a.vertices(), pair.b.vertices());
      ASSERT_EQ(merged.relation(), brute_force.relation()) << HexFormat(pair.a) << '\n' << HexFormat(pair.b);
      // The square of the root is the exact square but for the last of 512 bits.
      const mpf_class distance = merged.SignedDistance();
      const mpf_class distance_sq(distance * distance, kOracleBits);
      const mpf_class exact_sq(
          mpq_class(brute_force.relation() == ExactRelation::kOverlapping ? brute_force.DepthSquared()
                                                                          : brute_force.DistanceSquared()),
          kOracleBits);
      mpf_class error(abs(mpf_class(distance_sq - exact_sq, kOracleBits)), kOracleBits);
      mpf_mul_2exp(error.get_mpf_t(), error.get_mpf_t(), kOracleBits - 8);
      ASSERT_LE(error, exact_sq) << HexFormat(pair.a) << '\n' << HexFormat(pair.b);
      colliding += brute_force.relation() != ExactRelation::kDisjoint ? 1 : 0;
    }
  }
  EXPECT_GT(colliding, kPairFamilyCount * kPairsOfFamily * 3 / 10);
  EXPECT_LT(colliding, kPairFamilyCount * kPairsOfFamily * 7 / 10);
}

TEST(MergedCsoOracle, ManyVertices) {
  const ConvexPolygon a = RegularPolygon(2000, 1.0);
  std::vector<Vec2> b;
  for (const Vec2 v : a.vertices()) b.push_back(v + Vec2{5.0, 0.0});
  EXPECT_NEAR(SignedDistance(a.vertices(), b), 3.0, 1e-15);
}

}  // namespace

}  // namespace collision2d::bench
