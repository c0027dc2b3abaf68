#include "collision2d/solid/testing/query_checker3.h"

#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/testing/certified_checker3.h"
#include "collision2d/solid/testing/hex_format3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/solid/testing/twofold.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

constexpr double kError_m = 1e-12;

// Unit cubes of half extents 1, b's centre at `x` on the x axis.
std::vector<Vec3> CubeAt(double x) {
  std::vector<Vec3> points = BoxPoints({1, 1, 1});
  for (Vec3& p : points) p.x += x;
  return points;
}

Separation3 Right(double x) {
  Separation3 s;
  s.signed_distance_m = x - 2.0;
  s.witness_a = {1.0, 0.25, 0.5};
  s.witness_b = {x - 1.0, 0.25, 0.5};
  s.direction = {1.0, 0.0, 0.0};
  s.status = x > 2.0    ? SeparationStatus::kSeparated
             : x == 2.0 ? SeparationStatus::kTouching
                        : SeparationStatus::kPenetrating;
  return s;
}

TEST(QueryChecker3, AcceptsWhatIsRight) {
  QueryChecker3 checker;
  for (const double x : {5.0, 2.0, 1.75}) {
    EXPECT_TRUE(checker.Check(CubeAt(0), CubeAt(x), Right(x), 0.0));
    EXPECT_TRUE(checker.CheckWithoutDepth(CubeAt(0), CubeAt(x), Right(x), 0.0));
  }
  EXPECT_EQ(checker.checked(), 6);
  EXPECT_EQ(checker.colliding(), 4);
}

// Each mistake is found, and named.
TEST(QueryChecker3, RefusesEachMistake) {
  struct Mistake {
    const char* message;
    void (*make)(Separation3*);
  };
  const Mistake mistakes[] = {
      {"not finite", [](Separation3* s) { s->witness_b.z = kNaN; }},
      {"exact relation is", [](Separation3* s) { s->status = SeparationStatus::kIterationLimit; }},
      {"not a unit vector",
       [](Separation3* s) {
         s->direction = {1.0, 1e-7, 0.0};
       }},
      {"exact signed distance is", [](Separation3* s) { s->signed_distance_m -= 1e-9; }},
      {"along the direction",
       [](Separation3* s) {
         s->direction = {0.0, 1.0, 0.0};
       }},
      {"not at that distance", [](Separation3* s) { s->witness_b.y += 1e-9; }},
      {"witness on a", [](Separation3* s) { s->witness_a.y = s->witness_b.y = 1.0 + 1e-9; }},
  };
  QueryChecker3 checker;
  for (const double x : {5.0, 1.75}) {
    for (const Mistake& mistake : mistakes) {
      Separation3 s = Right(x);
      mistake.make(&s);
      const testing::AssertionResult result = checker.Check(CubeAt(0), CubeAt(x), s, kError_m);
      EXPECT_FALSE(result) << mistake.message;
      EXPECT_NE(std::string(result.message()).find(mistake.message), std::string::npos) << result.message();
    }
  }
}

TEST(QueryChecker3, WitnessOnB) {
  std::vector<Vec3> small = CubeAt(0);
  for (Vec3& p : small) p = {0.5 * p.x + 4.0, 0.5 * p.y, 0.5 * p.z};
  Separation3 s;
  s.status = SeparationStatus::kSeparated;
  s.signed_distance_m = 2.5;
  s.witness_a = {1.0, 0.75, 0.0};
  s.witness_b = {3.5, 0.75, 0.0};
  QueryChecker3 checker;
  const testing::AssertionResult result = checker.Check(CubeAt(0), small, s, kError_m);
  EXPECT_NE(std::string(result.message()).find("witness on b"), std::string::npos) << result.message();
  s.witness_a.y = s.witness_b.y = 0.5;
  EXPECT_TRUE(checker.Check(CubeAt(0), small, s, kError_m));
}

// A direction along which b is free after a longer way than the shortest is a proof of a depth, but
// not of the least.
TEST(QueryChecker3, DeeperThanNeeded) {
  Separation3 s;
  s.signed_distance_m = -2.0;
  s.witness_a = {0.5, 1.0, 0.0};
  s.witness_b = {0.5, -1.0, 0.0};
  s.direction = {0.0, 1.0, 0.0};
  s.status = SeparationStatus::kPenetrating;
  QueryChecker3 checker;
  EXPECT_TRUE(checker.CheckWithoutDepth(CubeAt(0), CubeAt(1.5), s, kError_m));
  EXPECT_FALSE(checker.Check(CubeAt(0), CubeAt(1.5), s, kError_m));
}

TEST(ExactGapAlong, IsExact) {
  EXPECT_EQ(ExactGapAlong(CubeAt(0), CubeAt(5), {1, 0, 0}), 3);
  EXPECT_EQ(ExactGapAlong(CubeAt(0), CubeAt(5), {-2, 0, 0}), -14);
  const Vec3 tilted = {0x1.23456789abcdep-1, 0x1p-60, 0};
  EXPECT_EQ(ExactGapAlong(CubeAt(0), CubeAt(5), tilted), 3 * mpq_class(tilted.x) - 2 * mpq_class(tilted.y));
}

TEST(HexFormat3, IsAnInitialiser) {
  EXPECT_EQ(HexFormat(Vec3{1.0, -0.5, 0.0}), "{0x1p+0, -0x1p-1, 0x0p+0}");
  EXPECT_EQ(HexFormat(std::vector<Vec3>{{1, 1, 1}, {2, 2, 2}}), "{{0x1p+0, 0x1p+0, 0x1p+0}, {0x1p+1, 0x1p+1, 0x1p+1}}");
  EXPECT_EQ(HexFormat(Pose3{}),
            "{{0x0p+0, 0x0p+0, 0x0p+0}, "
            "{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}}");
}

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
