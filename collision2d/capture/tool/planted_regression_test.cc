// record 254 at byte 556784: Collides (sampled), shrunk while wrong
// clang-format off

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/query_checker.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

TEST(CapturedRegression, WrongCollides) {
  // (0, 0), radius 0 m
  const ConvexPolygon a = ConvexPolygon::Create({Vec2{0x0p+0, 0x0p+0}}, 0x0p+0).value();
  // (0.08, 0.25), (-0.2, -0.25), (0, -1), radius 0 m
  const ConvexPolygon b = ConvexPolygon::Create({Vec2{0x1.47ae147ae147bp-4, 0x1p-2}, Vec2{-0x1.999999999999ap-3, -0x1p-2}, Vec2{0x0p+0, -0x1p+0}}, 0x0p+0).value();
  QueryChecker checker;
  EXPECT_TRUE(checker.Check(a, b));
}

}  // namespace
}  // namespace collision2d
