// The rules by which findings about pairs become those about a pose; what heights decide in scenes
// is tested by vertical_verdict_test.cc.

#include "planner_adapter/checking/space_pair.h"

#include <optional>
#include <random>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/vertical_clearance.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/testing/one_by_one.h"
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

PoseFindings FindingsOf(const std::vector<ConvexPolygon>& body, const Pose2& local_from_body, double bound_m,
                        const std::vector<PlacedShape>& obstacles) {
  return FindOneByOne({body, std::nullopt}, {local_from_body, {}}, obstacles, bound_m);
}

void ExpectNear(Vec2 actual, Vec2 expected) { EXPECT_LE(Norm(actual - expected), 1e-14); }

TEST(PoseFindingsTest, WithoutObstaclesThereIsNone) {
  const PoseFindings findings = FindingsOf({SquareAt({})}, Pose2(), kInfinity, {});
  EXPECT_EQ(findings.nearest.placed.value(), -1);
  EXPECT_EQ(findings.nearest.signed_distance_m, kInfinity);
  EXPECT_EQ(findings.first_contact.placed.value(), -1);
}

TEST(PoseFindingsTest, NearestIsInTheLocalFrame) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({10, 0}), SquareAt({20, 23})};
  // The body's front is 4 m ahead of its reference point, and it looks along +y.
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(5.0, 2.0, {1.5, 0.0}).value()};
  const PoseFindings findings = FindingsOf(body, Pose2({20, 16}, UnitRotation(0.0, 1.0)), kInfinity, Placed(shapes));
  EXPECT_EQ(findings.nearest.placed.value(), 1);
  EXPECT_EQ(findings.nearest.signed_distance_m, 2.5);
  EXPECT_EQ(findings.nearest.witness_body.y, 20.0);
  EXPECT_EQ(findings.nearest.witness_obstacle.y, 22.5);
  EXPECT_EQ(findings.nearest.witness_body.x, findings.nearest.witness_obstacle.x);
  EXPECT_EQ(findings.first_contact.placed.value(), -1);
}

TEST(PoseFindingsTest, ObstaclesAreMovedByTheirPose) {
  const ConvexPolygon bar = ConvexPolygon::Rectangle(6.0, 1.0).value();
  const std::vector<PlacedShape> obstacles = {{&bar, Pose2({0, 10}, UnitRotation(0.0, 1.0)), 0, 0}};
  const PoseFindings findings = FindingsOf({SquareAt({})}, Pose2(), kInfinity, obstacles);
  EXPECT_EQ(findings.nearest.signed_distance_m, 6.5);
  EXPECT_EQ(findings.nearest.witness_obstacle.y, 7.0);
}

TEST(PoseFindingsTest, TouchingIsAContact) {
  const std::vector<ConvexPolygon> edge = {SquareAt({1, 0.25})};
  const std::vector<ConvexPolygon> corner = {SquareAt({1, -1})};
  for (const std::vector<ConvexPolygon>& shapes : {edge, corner}) {
    const PoseFindings findings = FindingsOf({SquareAt({})}, Pose2(), kInfinity, Placed(shapes));
    EXPECT_EQ(findings.first_contact.placed.value(), 0);
    EXPECT_EQ(findings.first_contact.signed_distance_m, 0.0);
    EXPECT_EQ(findings.nearest.placed.value(), 0);
  }
  const std::vector<ConvexPolygon> ulp_away = {SquareAt({1 + 0x1p-50, 0.25})};
  const PoseFindings apart = FindingsOf({SquareAt({})}, Pose2(), kInfinity, Placed(ulp_away));
  EXPECT_EQ(apart.first_contact.placed.value(), -1);
  EXPECT_GT(apart.nearest.signed_distance_m, 0.0);
}

TEST(PoseFindingsTest, OfEqualDistancesTheFirstIsNearest) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({5, 0}), SquareAt({-3, 0}), SquareAt({3, 0}), SquareAt({0, 3})};
  const PoseFindings findings = FindingsOf({SquareAt({})}, Pose2(), kInfinity, Placed(shapes));
  EXPECT_EQ(findings.nearest.placed.value(), 1);
  EXPECT_EQ(findings.nearest.signed_distance_m, 2.0);
}

TEST(PoseFindingsTest, OfSeveralContactsTheFirstInOrderCountsNotTheDeepest) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({3, 0}), SquareAt({0.875, 0}), SquareAt({-0.5, 0})};
  const PoseFindings findings = FindingsOf({SquareAt({})}, Pose2(), kInfinity, Placed(shapes));
  EXPECT_EQ(findings.first_contact.placed.value(), 1);
  EXPECT_EQ(findings.first_contact.signed_distance_m, -0.125);
  EXPECT_EQ(findings.nearest.placed.value(), 2);
  EXPECT_EQ(findings.nearest.signed_distance_m, -0.5);
}

// As the nearest, the first contact tells how deep the body is in that obstacle, not in one of its
// parts.
TEST(PoseFindingsTest, TheFirstContactIsTheDeepestWithThatHypothesisOfThatObstacle) {
  const std::vector<ConvexPolygon> body = {SquareAt({0, 0}), SquareAt({1, 0}), SquareAt({2, 0})};
  const ConvexPolygon shallow = ConvexPolygon::Rectangle(3.0, 1.0, {0.875, -0.75}).value();
  const ConvexPolygon deep = ConvexPolygon::Rectangle(1.0, 1.0, {2.5, 0.625}).value();
  const ConvexPolygon deepest = SquareAt({1, 0});
  const std::vector<PlacedShape> obstacles = {
      {&shallow, Pose2(), 7, 0}, {&deep, Pose2(), 7, 0}, {&deepest, Pose2(), 7, 1}, {&deepest, Pose2(), 8, 0}};
  const PoseFindings findings = FindingsOf(body, Pose2(), kInfinity, obstacles);
  EXPECT_EQ(findings.first_contact.placed.value(), 1);
  EXPECT_EQ(findings.first_contact.signed_distance_m, -0.375);
  EXPECT_EQ(findings.nearest.placed.value(), 2);
  EXPECT_EQ(findings.nearest.signed_distance_m, -1.0);
}

TEST(PoseFindingsTest, LooksAtEveryShapeOfTheBody) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({-8, 0})};
  const std::vector<ConvexPolygon> body = {SquareAt({0, 0}), SquareAt({-4, 0}), SquareAt({-2, 0})};
  const PoseFindings findings = FindingsOf(body, Pose2(), kInfinity, Placed(shapes));
  EXPECT_EQ(findings.nearest.signed_distance_m, 3.0);
  EXPECT_EQ(findings.nearest.witness_body.x, -4.5);
  EXPECT_EQ(FindingsOf(body, {{-3, 0}}, kInfinity, Placed(shapes)).first_contact.placed.value(), 0);
}

TEST(PoseFindingsTest, DiscsMeetAtTheSumOfTheirRadii) {
  const std::vector<ConvexPolygon> shapes = {Disc({5, 0}, 2.0)};
  const std::vector<ConvexPolygon> body = {Disc({}, 1.0)};
  const PoseFindings apart = FindingsOf(body, Pose2(), kInfinity, Placed(shapes));
  EXPECT_EQ(apart.nearest.signed_distance_m, 2.0);
  ExpectNear(apart.nearest.witness_body, {1, 0});
  ExpectNear(apart.nearest.witness_obstacle, {3, 0});
  const PoseFindings touching = FindingsOf(body, {{2, 0}}, kInfinity, Placed(shapes));
  EXPECT_EQ(touching.first_contact.placed.value(), 0);
  EXPECT_EQ(touching.first_contact.signed_distance_m, 0.0);
  const PoseFindings inside = FindingsOf(body, {{4, 0}}, kInfinity, Placed(shapes));
  EXPECT_EQ(inside.first_contact.signed_distance_m, -2.0);
  ExpectNear(inside.nearest.witness_body, {5, 0});
  ExpectNear(inside.nearest.witness_obstacle, {3, 0});
}

TEST(PoseFindingsTest, NearestIsBelowTheBound) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({3, 0})};
  const std::vector<PlacedShape> obstacles = Placed(shapes);
  EXPECT_EQ(FindingsOf({SquareAt({})}, Pose2(), 2.0, obstacles).nearest.placed.value(), -1);
  EXPECT_EQ(FindingsOf({SquareAt({})}, Pose2(), 0.0, obstacles).nearest.placed.value(), -1);
  const PoseFindings below = FindingsOf({SquareAt({})}, Pose2(), std::nextafter(2.0, 3.0), obstacles);
  EXPECT_EQ(below.nearest.placed.value(), 0);
  EXPECT_EQ(below.nearest.signed_distance_m, 2.0);
}

TEST(PoseFindingsTest, ContactsAreFoundWhateverTheBound) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({3, 0}), SquareAt({1, 0}), SquareAt({0.75, 0})};
  const PoseFindings findings = FindingsOf({SquareAt({})}, Pose2(), 0.0, Placed(shapes));
  EXPECT_EQ(findings.first_contact.placed.value(), 1);  // Touches, though its distance 0 is not below the bound 0.
  EXPECT_EQ(findings.nearest.placed.value(), 2);
  EXPECT_EQ(findings.nearest.signed_distance_m, -0.25);
}

// The frame of the computation is the body's, so that large local coordinates cost nothing.
TEST(PoseFindingsTest, FarFromTheOriginIsAsNear) {
  const std::vector<ConvexPolygon> shapes = {SquareAt({}), Disc({}, 0.5)};
  const std::vector<ConvexPolygon> body = {ConvexPolygon::Rectangle(4.0, 1.5, {1.25, 0.0}).value()};
  const Vec2 far = {0x1p24, -0x1p23};
  for (const double yaw_rad : {0.0, 0.7, 2.5}) {
    const Pose2 pose = Pose2::FromYaw({-3.0, 0.125}, yaw_rad);
    const Pose2 far_pose(pose.translation + far, UnitRotation(pose.cos, pose.sin));
    for (const ConvexPolygon& shape : shapes) {
      const Vec2 position = {2.0, 1.0};
      const std::vector<PlacedShape> near_obstacle = {{&shape, Pose2::FromYaw(position, 0.3), 0, 0}};
      const std::vector<PlacedShape> far_obstacle = {{&shape, Pose2::FromYaw(position + far, 0.3), 0, 0}};
      EXPECT_EQ(FindingsOf(body, pose, kInfinity, near_obstacle).nearest.signed_distance_m,
                FindingsOf(body, far_pose, kInfinity, far_obstacle).nearest.signed_distance_m);
    }
  }
}

PoseFindings FindingsAt(const SpaceBody& body, const SpacePose& pose, const std::vector<PlacedShape>& obstacles,
                        double bound_m = kInfinity) {
  return FindOneByOne(body, pose, obstacles, bound_m);
}

// Bodies tilted by so little that nothing changes by more than 1e-9 m are judged as level ones.
TEST(SpaceFindingsTest, ATiltOfNothingChangesNothing) {
  const ConvexPolygon wall = SquareAt({3.0, 0.0});
  const ConvexPolygon bridge = SquareAt({0.25, 0.25});
  const solid::ZSpan wall_span{0.0, 1.0};
  const solid::ZSpan bridge_span{2.0, 3.0};
  const std::vector<PlacedShape> obstacles = {{&wall, Pose2(), 0, 0, &wall_span},
                                              {&bridge, Pose2(), 1, 0, &bridge_span}};
  const std::vector<ConvexPolygon> ego = {SquareAt({})};
  const SpaceBody body{ego, solid::ZSpan{0.0, 1.5}};
  const PoseFindings level = FindingsAt(body, {}, obstacles);
  const PoseFindings tilted = FindingsAt(body, {Pose2(), {0.0, 1e-10, -1e-10}}, obstacles);
  EXPECT_EQ(level.nearest.placed.value(), 0);
  EXPECT_EQ(tilted.nearest.placed.value(), 0);
  EXPECT_EQ(level.nearest.signed_distance_m, 2.0);
  EXPECT_NEAR(tilted.nearest.signed_distance_m, 2.0, 1e-9);
  EXPECT_EQ(level.vertical.placed.value(), 1);
  EXPECT_EQ(tilted.vertical.placed.value(), 1);
  EXPECT_EQ(level.vertical.clearance_m, 0.5);
  EXPECT_NEAR(tilted.vertical.clearance_m, 0.5, 1e-9);
}

// The bound hides what is far, but never a contact or a passage.
TEST(SpaceFindingsTest, ContactsAndPassagesAreFoundAtAnyBound) {
  const ConvexPolygon here = SquareAt({0.25, 0.25});
  const solid::ZSpan bridge_span{2.0, 3.0};
  const solid::ZSpan beam_span{1.0, 1.75};
  const std::vector<ConvexPolygon> ego = {SquareAt({})};
  const SpaceBody body{ego, solid::ZSpan{0.0, 1.5}};
  for (const double tilt_rad : {0.0, 0.01}) {
    const SpacePose pose{Pose2(), {0.0, tilt_rad, 0.0}};
    const PoseFindings findings =
        FindingsAt(body, pose, {{&here, Pose2(), 0, 0, &bridge_span}, {&here, Pose2(), 1, 0, &beam_span}}, 0.0);
    EXPECT_EQ(findings.first_contact.placed.value(), 1);
    EXPECT_EQ(findings.vertical.placed.value(), 1);
    const PoseFindings free = FindingsAt(body, pose, {{&here, Pose2(), 0, 0, &bridge_span}}, 0.0);
    EXPECT_EQ(free.first_contact.placed.value(), -1);
    EXPECT_EQ(free.vertical.placed.value(), 0);
  }
}

// Far from the origin the heights of a tilted body are rounded otherwise than the corners of its
// prism relative to those of the obstacle: what touches is never passed.
TEST(SpaceFindingsTest, WhatTouchesIsNotPassedFarAboveTheOrigin) {
  std::mt19937_64 engine(20261121);
  const auto uniform = [&engine](double low, double high) {
    return low + (high - low) * (static_cast<double>(engine() >> 11) * 0x1p-53);
  };
  const ConvexPolygon square = SquareAt({});
  const solid::ZSpan body_span{0.0, 1.5};
  int touching = 0;
  int passing = 0;
  for (int k = 0; k < 2000; ++k) {
    const Elevation body_elevation{uniform(-1e7, 1e7), uniform(0.01, 0.2), 0.0};
    const solid::Pose3 pose = solid::Pose3::FromYawPitchRoll({0.0, 0.0, body_elevation.z_m}, 0.0,
                                                             body_elevation.pitch_rad, body_elevation.roll_rad);
    solid::PosedSolid body_prism;
    body_prism.AssignPrism(square, body_span, pose);
    const Elevation elevation{uniform(-1e7, 1e7), 0.0, 0.0};
    const double bottom_m = body_prism.Extent().z_max_m - elevation.z_m + 0x1p-30 * uniform(-2.0, 4.0);
    const solid::ZSpan span{bottom_m, bottom_m + 1.0};
    solid::PosedSolid obstacle_prism;
    obstacle_prism.AssignPrism(square, span, {{0.0, 0.0, elevation.z_m}, {}});
    const bool collides = solid::ComputeVerticalClearance(body_prism, obstacle_prism).collides;

    const PlacedShape obstacle{&square, Pose2(), 0, 0, &span, elevation};
    const PoseFindings findings =
        FindingsAt({absl::MakeConstSpan(&square, 1), body_span}, {Pose2(), body_elevation}, {obstacle});
    ASSERT_EQ(findings.first_contact.placed.value(), collides ? 0 : -1) << k;
    ASSERT_EQ(findings.vertical.placed.value(), 0) << k;
    (collides ? touching : passing) += 1;
  }
  EXPECT_GT(touching, 600);
  EXPECT_GT(passing, 600);
}

}  // namespace
}  // namespace collision2d::planner
