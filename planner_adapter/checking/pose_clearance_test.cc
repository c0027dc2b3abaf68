#include "planner_adapter/checking/pose_clearance.h"

#include <cmath>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ConvexPolygon SquareAt(Vec2 center) { return ConvexPolygon::Rectangle(1.0, 1.0, center).value(); }

ConvexPolygon Disc(Vec2 center, double radius_m) {
  return ConvexPolygon::Create(std::vector<Vec2>{center}, radius_m).value();
}

// Shapes placed without a pose, as the obstacles 0, 1, 2, ...; refers to `shapes`.
std::vector<PlacedShape> Placed(const std::vector<ConvexPolygon>& shapes) {
  std::vector<PlacedShape> placed;
  for (const ConvexPolygon& shape : shapes) placed.push_back({&shape, Pose2(), static_cast<int>(placed.size()), 0});
  return placed;
}

PoseClearance ClearanceOf(const std::vector<ConvexPolygon>& body, const Pose2& local_from_body, double bound_m,
                          const std::vector<PlacedShape>& obstacles) {
  ClearanceScratch scratch;
  PoseClearance clearance;
  const absl::Status status =
      ComputePoseClearances(body, {local_from_body}, {bound_m}, obstacles, &scratch, absl::MakeSpan(&clearance, 1));
  EXPECT_TRUE(status.ok()) << status;
  return clearance;
}

void ExpectNear(Vec2 actual, Vec2 expected) { EXPECT_LE(Norm(actual - expected), 1e-14); }

TEST(PoseClearanceTest, WithoutObstaclesThereIsNone) {
  const PoseClearance clearance = ClearanceOf({SquareAt({})}, Pose2(), kInfinity, {});
  EXPECT_EQ(clearance.nearest.placed_shape, -1);
  EXPECT_EQ(clearance.nearest.signed_distance_m, kInfinity);
  EXPECT_EQ(clearance.first_contact.placed_shape, -1);
}

TEST(PoseClearanceTest, ReplacesWhatWasThere) {
  PoseClearance clearance;
  clearance.nearest.placed_shape = 5;
  clearance.first_contact = {3, -1.0, {}, {}};
  ClearanceScratch scratch;
  ASSERT_TRUE(
      ComputePoseClearances({SquareAt({})}, {Pose2()}, {kInfinity}, {}, &scratch, absl::MakeSpan(&clearance, 1)).ok());
  EXPECT_EQ(clearance.nearest.placed_shape, -1);
  EXPECT_EQ(clearance.first_contact.placed_shape, -1);
}

TEST(PoseClearanceTest, NearestIsInTheLocalFrame) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({10, 0}), SquareAt({20, 23})};
  // The body's front is 4 m ahead of its reference point, and it looks along +y.
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(5.0, 2.0, {1.5, 0.0}).value()};
  const PoseClearance clearance = ClearanceOf(body, {{20, 16}, 0.0, 1.0}, kInfinity, Placed(shapes));
  EXPECT_EQ(clearance.nearest.placed_shape, 1);
  EXPECT_EQ(clearance.nearest.signed_distance_m, 2.5);
  EXPECT_EQ(clearance.nearest.witness_body.y, 20.0);
  EXPECT_EQ(clearance.nearest.witness_obstacle.y, 22.5);
  EXPECT_EQ(clearance.nearest.witness_body.x, clearance.nearest.witness_obstacle.x);
  EXPECT_EQ(clearance.first_contact.placed_shape, -1);
}

TEST(PoseClearanceTest, ObstaclesAreMovedByTheirPose) {
  const ConvexPolygon bar = ConvexPolygon::Rectangle(6.0, 1.0).value();
  const std::vector<PlacedShape> obstacles = {{&bar, {{0, 10}, 0.0, 1.0}, 0, 0}};
  const PoseClearance clearance = ClearanceOf({SquareAt({})}, Pose2(), kInfinity, obstacles);
  EXPECT_EQ(clearance.nearest.signed_distance_m, 6.5);
  EXPECT_EQ(clearance.nearest.witness_obstacle.y, 7.0);
}

TEST(PoseClearanceTest, TouchingIsAContact) {
  const std::vector<ConvexPolygon> edge = {SquareAt({1, 0.25})};
  const std::vector<ConvexPolygon> corner = {SquareAt({1, -1})};
  for (const std::vector<ConvexPolygon>& shapes : {edge, corner}) {
    const PoseClearance clearance = ClearanceOf({SquareAt({})}, Pose2(), kInfinity, Placed(shapes));
    EXPECT_EQ(clearance.first_contact.placed_shape, 0);
    EXPECT_EQ(clearance.first_contact.signed_distance_m, 0.0);
    EXPECT_EQ(clearance.nearest.placed_shape, 0);
  }
  const std::vector<ConvexPolygon> ulp_away = {SquareAt({1 + 0x1p-50, 0.25})};
  const PoseClearance apart = ClearanceOf({SquareAt({})}, Pose2(), kInfinity, Placed(ulp_away));
  EXPECT_EQ(apart.first_contact.placed_shape, -1);
  EXPECT_GT(apart.nearest.signed_distance_m, 0.0);
}

TEST(PoseClearanceTest, OfEqualDistancesTheFirstIsNearest) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({5, 0}), SquareAt({-3, 0}), SquareAt({3, 0}), SquareAt({0, 3})};
  const PoseClearance clearance = ClearanceOf({SquareAt({})}, Pose2(), kInfinity, Placed(shapes));
  EXPECT_EQ(clearance.nearest.placed_shape, 1);
  EXPECT_EQ(clearance.nearest.signed_distance_m, 2.0);
}

TEST(PoseClearanceTest, OfSeveralContactsTheFirstInOrderCountsNotTheDeepest) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({3, 0}), SquareAt({0.875, 0}), SquareAt({-0.5, 0})};
  const PoseClearance clearance = ClearanceOf({SquareAt({})}, Pose2(), kInfinity, Placed(shapes));
  EXPECT_EQ(clearance.first_contact.placed_shape, 1);
  EXPECT_EQ(clearance.first_contact.signed_distance_m, -0.125);
  EXPECT_EQ(clearance.nearest.placed_shape, 2);
  EXPECT_EQ(clearance.nearest.signed_distance_m, -0.5);
}

// As the nearest, the first contact tells how deep the body is in that obstacle, not in one of its
// parts.
TEST(PoseClearanceTest, TheFirstContactIsTheDeepestWithThatHypothesisOfThatObstacle) {
  const std::vector<ConvexPolygon> body = {SquareAt({0, 0}), SquareAt({1, 0}), SquareAt({2, 0})};
  const ConvexPolygon shallow = ConvexPolygon::Rectangle(3.0, 1.0, {0.875, -0.75}).value();
  const ConvexPolygon deep = ConvexPolygon::Rectangle(1.0, 1.0, {2.5, 0.625}).value();
  const ConvexPolygon deepest = SquareAt({1, 0});
  const std::vector<PlacedShape> obstacles = {
      {&shallow, Pose2(), 7, 0}, {&deep, Pose2(), 7, 0}, {&deepest, Pose2(), 7, 1}, {&deepest, Pose2(), 8, 0}};
  const PoseClearance clearance = ClearanceOf(body, Pose2(), kInfinity, obstacles);
  EXPECT_EQ(clearance.first_contact.placed_shape, 1);
  EXPECT_EQ(clearance.first_contact.signed_distance_m, -0.375);
  EXPECT_EQ(clearance.nearest.placed_shape, 2);
  EXPECT_EQ(clearance.nearest.signed_distance_m, -1.0);
}

TEST(PoseClearanceTest, LooksAtEveryShapeOfTheBody) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({-8, 0})};
  const std::vector<ConvexPolygon> body = {SquareAt({0, 0}), SquareAt({-4, 0}), SquareAt({-2, 0})};
  const PoseClearance clearance = ClearanceOf(body, Pose2(), kInfinity, Placed(shapes));
  EXPECT_EQ(clearance.nearest.signed_distance_m, 3.0);
  EXPECT_EQ(clearance.nearest.witness_body.x, -4.5);
  EXPECT_EQ(ClearanceOf(body, {{-3, 0}}, kInfinity, Placed(shapes)).first_contact.placed_shape, 0);
}

TEST(PoseClearanceTest, DiscsMeetAtTheSumOfTheirRadii) {
  const std::vector<ConvexPolygon> shapes = {Disc({5, 0}, 2.0)};
  const std::vector<ConvexPolygon> body = {Disc({}, 1.0)};
  const PoseClearance apart = ClearanceOf(body, Pose2(), kInfinity, Placed(shapes));
  EXPECT_EQ(apart.nearest.signed_distance_m, 2.0);
  ExpectNear(apart.nearest.witness_body, {1, 0});
  ExpectNear(apart.nearest.witness_obstacle, {3, 0});
  const PoseClearance touching = ClearanceOf(body, {{2, 0}}, kInfinity, Placed(shapes));
  EXPECT_EQ(touching.first_contact.placed_shape, 0);
  EXPECT_EQ(touching.first_contact.signed_distance_m, 0.0);
  const PoseClearance inside = ClearanceOf(body, {{4, 0}}, kInfinity, Placed(shapes));
  EXPECT_EQ(inside.first_contact.signed_distance_m, -2.0);
  ExpectNear(inside.nearest.witness_body, {5, 0});
  ExpectNear(inside.nearest.witness_obstacle, {3, 0});
}

TEST(PoseClearanceTest, NearestIsBelowTheBound) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({3, 0})};
  const std::vector<PlacedShape> obstacles = Placed(shapes);
  EXPECT_EQ(ClearanceOf({SquareAt({})}, Pose2(), 2.0, obstacles).nearest.placed_shape, -1);
  EXPECT_EQ(ClearanceOf({SquareAt({})}, Pose2(), 0.0, obstacles).nearest.placed_shape, -1);
  const PoseClearance below = ClearanceOf({SquareAt({})}, Pose2(), std::nextafter(2.0, 3.0), obstacles);
  EXPECT_EQ(below.nearest.placed_shape, 0);
  EXPECT_EQ(below.nearest.signed_distance_m, 2.0);
}

TEST(PoseClearanceTest, ContactsAreFoundWhateverTheBound) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({3, 0}), SquareAt({1, 0}), SquareAt({0.75, 0})};
  const PoseClearance clearance = ClearanceOf({SquareAt({})}, Pose2(), 0.0, Placed(shapes));
  EXPECT_EQ(clearance.first_contact.placed_shape, 1);  // Touches, though its distance 0 is not below the bound 0.
  EXPECT_EQ(clearance.nearest.placed_shape, 2);
  EXPECT_EQ(clearance.nearest.signed_distance_m, -0.25);
}

TEST(PoseClearanceTest, EveryPoseHasItsOwnBoundAndResult) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({10, 0})};
  const std::vector<Pose2> poses = {{{0, 0}}, {{5, 0}}, {{9.5, 0}}, {{5, 0}}};
  const std::vector<double> bounds_m = {kInfinity, 1.0, 1.0, 5.0};
  std::vector<PoseClearance> clearances(4);
  ClearanceScratch scratch;
  ASSERT_TRUE(
      ComputePoseClearances({SquareAt({})}, poses, bounds_m, Placed(shapes), &scratch, absl::MakeSpan(clearances))
          .ok());
  EXPECT_EQ(clearances[0].nearest.signed_distance_m, 9.0);
  EXPECT_EQ(clearances[1].nearest.placed_shape, -1);
  EXPECT_EQ(clearances[2].first_contact.signed_distance_m, -0.5);
  EXPECT_EQ(clearances[3].nearest.signed_distance_m, 4.0);
}

TEST(PoseClearanceTest, RefusesAPoseThatIsNotFinite) {
  const ConvexPolygon square = SquareAt({});
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  const Pose2 illegal = {{not_a_number, 0.0}};
  ClearanceScratch scratch;
  PoseClearance clearance;
  const auto status_of = [&](const Pose2& body_pose, const Pose2& obstacle_pose) {
    return ComputePoseClearances({square}, {body_pose}, {kInfinity}, {{&square, obstacle_pose, 0, 0}}, &scratch,
                                 absl::MakeSpan(&clearance, 1));
  };
  EXPECT_EQ(status_of(illegal, Pose2()).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status_of(Pose2(), illegal).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(status_of(Pose2(), Pose2()).ok());
  EXPECT_EQ(clearance.first_contact.placed_shape, 0);
}

// The frame of the computation is the body's, so that large local coordinates cost nothing.
TEST(PoseClearanceTest, FarFromTheOriginIsAsNear) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({}), Disc({}, 0.5)};
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(4.0, 1.5, {1.25, 0.0}).value()};
  const Vec2 far = {0x1p24, -0x1p23};
  for (const double yaw_rad : {0.0, 0.7, 2.5}) {
    const Pose2 pose = Pose2::FromYaw({-3.0, 0.125}, yaw_rad);
    const Pose2 far_pose = {pose.translation + far, pose.cos, pose.sin};
    for (const ConvexPolygon& shape : shapes) {
      const Vec2 position = {2.0, 1.0};
      const std::vector<PlacedShape> near_obstacle = {{&shape, Pose2::FromYaw(position, 0.3), 0, 0}};
      const std::vector<PlacedShape> far_obstacle = {{&shape, Pose2::FromYaw(position + far, 0.3), 0, 0}};
      EXPECT_EQ(ClearanceOf(body, pose, kInfinity, near_obstacle).nearest.signed_distance_m,
                ClearanceOf(body, far_pose, kInfinity, far_obstacle).nearest.signed_distance_m);
    }
  }
}

}  // namespace
}  // namespace collision2d::planner
