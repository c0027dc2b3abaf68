#include "bench/cliffs/answer_checker.h"

#include <array>
#include <cmath>

#include "bench/cliffs/hard_pair.h"
#include "collision2d/collision2d.h"
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
  static const auto* const pair = new HardPair{Square({0.0, 0.0}), Square({0.0, 0.0}), Pose2{{2.0, 0.0}, 1.0, 0.0}};
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

}  // namespace
}  // namespace collision2d::bench
