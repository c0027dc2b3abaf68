#include "collision2d/solid/testing/query_checker3.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "gtest/gtest.h"

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
      {"not finite", [](Separation3* s) { s->witness_b.z = std::numeric_limits<double>::quiet_NaN(); }},
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

}  // namespace
}  // namespace collision2d::solid
