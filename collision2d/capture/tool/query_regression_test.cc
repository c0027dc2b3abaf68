// a square and a disc
// clang-format off

#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/replay_query.h"
#include "collision2d/capture/tool/exact_judge.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

TEST(CapturedRegression, WrongTimeOfImpact) {
  const CapturedQuery query = {
      QueryKind::kTimeOfImpact,
      // (-1, -1), (1, -1), (1, 1), (-1, 1), radius 0 m
      ConvexPolygon::Create({Vec2{-0x1p+0, -0x1p+0}, Vec2{0x1p+0, -0x1p+0}, Vec2{0x1p+0, 0x1p+0}, Vec2{-0x1p+0, 0x1p+0}}, 0x0p+0).value(),
      // (0, 0), radius 0.5 m
      ConvexPolygon::Create({Vec2{0x0p+0, 0x0p+0}}, 0x1p-1).value(),
      {
       Pose2({-0x1.4p+2, 0x0p+0}, UnitRotation(0x1p+0, 0x0p+0)),
       Pose2({0x1.4p+2, 0x0p+0}, UnitRotation(0x1p+0, 0x0p+0)),
       Pose2({0x0p+0, 0x0p+0}, UnitRotation(0x1p+0, 0x0p+0)),
       Pose2({0x0p+0, 0x0p+0}, UnitRotation(0x1p+0, 0x0p+0)),},
      {
       0x0p+0,
       0x1p+0,
       0x1.0c6f7a0b5ed8dp-20,
       0x1.0c6f7a0b5ed8dp-20,}};
  EXPECT_FALSE(IsWrong(ReplayQuery<PlainQueries>(query).value()));
}

}  // namespace
}  // namespace collision2d
