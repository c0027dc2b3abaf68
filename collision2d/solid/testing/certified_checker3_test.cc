#include "collision2d/solid/testing/certified_checker3.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/testing/twofold.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

TEST(TwofoldTest, KeepsHundredBits) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const double x = random.Uniform(0.5, 2.0);
    const double y = random.Uniform(0.5, 2.0);
    const Twofold third = Twofold(x) / Twofold(3.0);
    EXPECT_LT(std::abs((third + third + third - Twofold(x)).high), 0x1p-100);
    const Twofold root = SquareRoot(Twofold(y));
    EXPECT_LT(std::abs((root * root - Twofold(y)).high), 0x1p-100);
    // (x + y)^2 = x^2 + 2 x y + y^2.
    const Twofold sum = Twofold(x) + Twofold(y);
    const Twofold expanded = Twofold(x) * Twofold(x) + Twofold(2.0 * x) * Twofold(y) + Twofold(y) * Twofold(y);
    EXPECT_LT(std::abs((sum * sum - expanded).high), 0x1p-98);
  }
  EXPECT_TRUE(Twofold(1.0) < Twofold(1.0) + Twofold(0x1p-90));
  EXPECT_FALSE(Twofold(1.0) < Twofold(1.0));
}

// A needle over an edge: apart by 0.5.
class CertifiedChecker3Test : public testing::Test {
 protected:
  static constexpr double kError = 0x1p-48;

  const std::vector<Vec3> a_ = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, -0x1p-30, 0.0}, {0.0, 0.0, -0.5}};
  const std::vector<Vec3> b_ = {{0.25, -1.0, 0.5}, {0.25, 1.0, 0.5}, {0.25, 0.0, 2.0}};
  const Separation3 right_ = {0.5, {0.25, 0.0, 0.0}, {0.25, 0.0, 0.5}, {0.0, 0.0, 1.0}, SeparationStatus::kSeparated};
  CertifiedChecker3 checker_;
};

TEST_F(CertifiedChecker3Test, AcceptsTheAnswer) {
  EXPECT_TRUE(checker_.CheckApart(a_, b_, right_, 1.0, kError));
  EXPECT_EQ(checker_.slow_count(), 0);
}

TEST_F(CertifiedChecker3Test, RefusesEachWrongPart) {
  const auto expect_refused = [this](const Separation3& wrong) {
    EXPECT_FALSE(checker_.CheckApart(a_, b_, wrong, 1.0, kError));
  };
  Separation3 wrong = right_;
  wrong.status = SeparationStatus::kTouching;
  expect_refused(wrong);
  for (const double by : {-0x1p-46, 0x1p-46}) {
    wrong = right_;
    wrong.signed_distance_m += by;
    expect_refused(wrong);
    wrong = right_;
    wrong.witness_a.z += by;
    expect_refused(wrong);
    wrong = right_;
    wrong.witness_b.x += by;
    expect_refused(wrong);
    wrong = right_;
    wrong.direction = Normalized({by, 0.0, 1.0});
    // By the square of the turn; the connection shows it.
    expect_refused(wrong);
    wrong.direction = {0.0, 0.0, 1.0 + by};
    expect_refused(wrong);
  }
  wrong = right_;
  // Both witnesses moved off their shapes.
  wrong.witness_a.y = 0x1p-20;
  wrong.witness_b.y = 0x1p-20;
  expect_refused(wrong);
}

TEST_F(CertifiedChecker3Test, TakesAnyOfTheClosestPoints) {
  // Parallel edges.
  const std::vector<Vec3> b = {{-1.0, 0.0, 0.5}, {1.0, 0.0, 0.5}};
  for (const double x : {-1.0, -0.3, 0.0, 1.0}) {
    const Separation3 separation = {0.5, {x, 0.0, 0.0}, {x, 0.0, 0.5}, {0.0, 0.0, 1.0}, SeparationStatus::kSeparated};
    EXPECT_TRUE(checker_.CheckApart(a_, b, separation, 1.0, kError));
  }
}

TEST_F(CertifiedChecker3Test, Contacts) {
  const std::vector<Vec3> touching = {{0.25, 0.0, 0.0}, {0.25, 0.0, 1.0}};
  Separation3 separation = {0.0, {0.25, 0.0, 0.0}, {0.25, 0.0, 0.0}, {0.0, 0.0, 1.0}, SeparationStatus::kTouching};
  EXPECT_TRUE(checker_.CheckColliding(a_, touching, separation, 1.0, kError));
  separation.status = SeparationStatus::kPenetrating;
  EXPECT_FALSE(checker_.CheckColliding(a_, touching, separation, 1.0, kError));
  separation.status = SeparationStatus::kTouching;
  separation.witness_b.y = 0x1p-40;
  EXPECT_FALSE(checker_.CheckColliding(a_, touching, separation, 1.0, kError));
  // Apart by 2^-60, which is a difference of doubles here.
  const std::vector<Vec3> near = {{0.25, 0.0, 0x1p-60}};
  separation = {0x1p-60, {0.25, 0.0, 0.0}, {0.25, 0.0, 0x1p-60}, {0.0, 0.0, 1.0}, SeparationStatus::kSeparated};
  EXPECT_TRUE(checker_.CheckApart(a_, near, separation, 1.0, kError));
  EXPECT_FALSE(checker_.CheckApart(a_, touching, separation, 1.0, kError));
}

// The same by 2^-1060: the error is a spacing of subnormal numbers.
TEST_F(CertifiedChecker3Test, TinyPairs) {
  const auto scaled = [](const std::vector<Vec3>& points) {
    std::vector<Vec3> result;
    for (const Vec3& p : points) result.push_back(0x1p-1060 * p);
    return result;
  };
  Separation3 separation = right_;
  separation.signed_distance_m *= 0x1p-1060;
  separation.witness_a = 0x1p-1060 * separation.witness_a;
  separation.witness_b = 0x1p-1060 * separation.witness_b;
  EXPECT_TRUE(checker_.CheckApart(scaled(a_), scaled(b_), separation, 0x1p-1060, kError));
  separation.signed_distance_m += 0x1p-1072;
  EXPECT_FALSE(checker_.CheckApart(scaled(a_), scaled(b_), separation, 0x1p-1060, kError));
}

}  // namespace
}  // namespace collision2d::solid
