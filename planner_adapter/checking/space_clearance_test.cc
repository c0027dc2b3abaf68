// ComputeSpaceClearances: what it does with the obstacles that ComputePoseClearances can answer
// for, and what it refuses.
// What heights decide is tested by vertical_verdict_test.cc and
// trajectory_checker_differential_test.cc.

#include "planner_adapter/checking/space_clearance.h"

#include <limits>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/vertical_clearance.h"
#include "gtest/gtest.h"
#include "planner_adapter/checking/pose_clearance.h"
#include "planner_adapter/checking/space_pair.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ConvexPolygon SquareAt(Vec2 center) { return ConvexPolygon::Rectangle(1.0, 1.0, center).value(); }

SpaceClearance ClearanceAt(const SpaceBody& body, const SpacePose& pose, const std::vector<PlacedShape>& obstacles,
                           double bound_m = kInfinity) {
  SpaceScratch scratch;
  SpaceClearance clearance;
  const absl::Status status =
      ComputeSpaceClearances(body, {pose}, {bound_m}, obstacles, &scratch, absl::MakeSpan(&clearance, 1));
  EXPECT_TRUE(status.ok()) << status;
  return clearance;
}

// A row of squares at y = 2 m, and what is near to a square that passes below them: the same
// whether they are answered for in a batch, one by one because another obstacle is a bridge, or one
// by one because a far one is tilted.
TEST(SpaceClearanceTest, AnswersAreTheSameOneByOne) {
  std::vector<ConvexPolygon> shapes;
  for (int k = 0; k < 70; ++k) shapes.push_back(SquareAt({0.75 * k, 2.0}));
  const ConvexPolygon far = SquareAt({25.0, 1000.0});
  const solid::ZSpan low{0.0, 1.0};
  const solid::ZSpan high{5.0, 6.0};
  const std::vector<ConvexPolygon> ego = {SquareAt({}), SquareAt({-1.0, 0.0})};
  const SpaceBody body{ego, solid::ZSpan{0.0, 1.5}};
  for (const double y_m : {0.0, 0.5, 1.0, 1.25}) {
    for (const double bound_m : {0.0, 0.6, 3.0, kInfinity}) {
      std::vector<PlacedShape> obstacles;
      for (size_t k = 0; k < shapes.size(); ++k) {
        obstacles.push_back({&shapes[k], Pose2(), static_cast<int>(k), 0, k % 5 == 0 ? nullptr : &low});
      }
      const SpacePose pose{Pose2::FromYaw({20.0, y_m}, 0.1), {}};
      const SpaceClearance batch = ClearanceAt(body, pose, obstacles, bound_m);
      obstacles.push_back({&far, Pose2(), 70, 0, &high});
      const SpaceClearance with_bridge = ClearanceAt(body, pose, obstacles, bound_m);
      obstacles.back().elevation.pitch_rad = 0.1;
      const SpaceClearance with_tilt = ClearanceAt(body, pose, obstacles, bound_m);
      for (const SpaceClearance& other : {with_bridge, with_tilt}) {
        EXPECT_EQ(other.plan.nearest.placed_shape, batch.plan.nearest.placed_shape);
        EXPECT_EQ(other.plan.nearest.signed_distance_m, batch.plan.nearest.signed_distance_m);
        EXPECT_EQ(other.plan.nearest.witness_obstacle, batch.plan.nearest.witness_obstacle);
        EXPECT_EQ(other.plan.first_contact.placed_shape, batch.plan.first_contact.placed_shape);
        EXPECT_EQ(other.plan.first_contact.signed_distance_m, batch.plan.first_contact.signed_distance_m);
        EXPECT_EQ(other.vertical.placed_shape, batch.vertical.placed_shape);
        EXPECT_EQ(other.vertical.clearance_m, batch.vertical.clearance_m);
      }
      EXPECT_EQ(batch.plan.first_contact.placed_shape >= 0, y_m >= 1.0);
    }
  }
}

// Bodies tilted by so little that nothing changes by more than 1e-9 m are judged as level ones.
TEST(SpaceClearanceTest, ATiltOfNothingChangesNothing) {
  const ConvexPolygon wall = SquareAt({3.0, 0.0});
  const ConvexPolygon bridge = SquareAt({0.25, 0.25});
  const solid::ZSpan wall_span{0.0, 1.0};
  const solid::ZSpan bridge_span{2.0, 3.0};
  const std::vector<PlacedShape> obstacles = {{&wall, Pose2(), 0, 0, &wall_span},
                                              {&bridge, Pose2(), 1, 0, &bridge_span}};
  const std::vector<ConvexPolygon> ego = {SquareAt({})};
  const SpaceBody body{ego, solid::ZSpan{0.0, 1.5}};
  const SpaceClearance level = ClearanceAt(body, {}, obstacles);
  const SpaceClearance tilted = ClearanceAt(body, {Pose2(), {0.0, 1e-10, -1e-10}}, obstacles);
  EXPECT_EQ(level.plan.nearest.placed_shape, 0);
  EXPECT_EQ(tilted.plan.nearest.placed_shape, 0);
  EXPECT_EQ(level.plan.nearest.signed_distance_m, 2.0);
  EXPECT_NEAR(tilted.plan.nearest.signed_distance_m, 2.0, 1e-9);
  EXPECT_EQ(level.vertical.placed_shape, 1);
  EXPECT_EQ(tilted.vertical.placed_shape, 1);
  EXPECT_EQ(level.vertical.clearance_m, 0.5);
  EXPECT_NEAR(tilted.vertical.clearance_m, 0.5, 1e-9);
}

// The bound hides what is far, but never a contact or a passage.
TEST(SpaceClearanceTest, ContactsAndPassagesAreFoundAtAnyBound) {
  const ConvexPolygon here = SquareAt({0.25, 0.25});
  const solid::ZSpan bridge_span{2.0, 3.0};
  const solid::ZSpan beam_span{1.0, 1.75};
  const std::vector<ConvexPolygon> ego = {SquareAt({})};
  const SpaceBody body{ego, solid::ZSpan{0.0, 1.5}};
  for (const double tilt_rad : {0.0, 0.01}) {
    const SpacePose pose{Pose2(), {0.0, tilt_rad, 0.0}};
    const SpaceClearance clearance =
        ClearanceAt(body, pose, {{&here, Pose2(), 0, 0, &bridge_span}, {&here, Pose2(), 1, 0, &beam_span}}, 0.0);
    EXPECT_EQ(clearance.plan.first_contact.placed_shape, 1);
    EXPECT_EQ(clearance.vertical.placed_shape, 1);
    const SpaceClearance free = ClearanceAt(body, pose, {{&here, Pose2(), 0, 0, &bridge_span}}, 0.0);
    EXPECT_EQ(free.plan.first_contact.placed_shape, -1);
    EXPECT_EQ(free.vertical.placed_shape, 0);
  }
}

TEST(SpaceClearanceTest, RefusesBadHeightsByName) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ConvexPolygon shape = SquareAt({});
  const solid::ZSpan good{0.0, 1.0};
  const solid::ZSpan inverted{1.0, 0.0};
  const std::vector<ConvexPolygon> ego = {shape};
  const auto message = [&](const SpaceBody& body, const SpacePose& pose, const PlacedShape& obstacle) {
    SpaceScratch scratch;
    SpaceClearance clearance;
    return std::string(
        ComputeSpaceClearances(body, {pose}, {kInfinity}, {obstacle}, &scratch, absl::MakeSpan(&clearance, 1))
            .message());
  };
  const PlacedShape obstacle{&shape, Pose2(), 0, 0, &good};
  EXPECT_EQ(message({ego, good}, {}, obstacle), "");
  EXPECT_EQ(message({ego, inverted}, {}, obstacle), "body: not finite, inverted or out of range: z_min 1 m, z_max 0 m");
  EXPECT_EQ(message({ego, good}, {Pose2(), {0.0, 0.0, nan}}, obstacle),
            "poses[0]: not finite or out of range: z 0 m, pitch 0 rad, roll nan rad");
  EXPECT_EQ(message({ego, good}, {}, {&shape, Pose2(), 0, 0, &inverted}),
            "shapes[0]: not finite, inverted or out of range: z_min 1 m, z_max 0 m, z 0 m, pitch 0 rad, roll 0 rad");
  const ConvexPolygon huge = SquareAt({5e7, 0.0});
  EXPECT_EQ(message({ego, good}, {}, {&huge, Pose2(), 0, 0, &good, {0.0, 0.5, 0.0}}),
            "shapes[0]: too large to be posed in space: beyond 2.5e+07 m");
  EXPECT_EQ(message({ego, good}, {}, {&huge, Pose2(), 0, 0, &good}), "");
  const std::vector<ConvexPolygon> huge_ego = {huge};
  EXPECT_EQ(message({huge_ego, good}, {Pose2(), {0.0, 0.5, 0.0}}, obstacle),
            "body: shapes[0]: too large to be posed in space: beyond 2.5e+07 m");
  EXPECT_EQ(message({huge_ego, good}, {}, {&shape, Pose2(), 0, 0, &good, {0.0, 0.5, 0.0}}), "");
  EXPECT_EQ(message({ego, good}, {}, {&shape, Pose2(), 0, 0, &good, {0.0, -1.5, 0.0}}),
            "shapes[0]: not finite, inverted or out of range: z_min 0 m, z_max 1 m, z 0 m, pitch -1.5 rad, roll 0 rad");
}

// Far from the origin the heights of a tilted body are rounded otherwise than the corners of its
// prism relative to those of the obstacle: what touches is never passed.
TEST(SpaceClearanceTest, WhatTouchesIsNotPassedFarAboveTheOrigin) {
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
    const SpaceClearance clearance =
        ClearanceAt({absl::MakeConstSpan(&square, 1), body_span}, {Pose2(), body_elevation}, {obstacle});
    ASSERT_EQ(clearance.plan.first_contact.placed_shape, collides ? 0 : -1) << k;
    ASSERT_EQ(clearance.vertical.placed_shape, 0) << k;
    (collides ? touching : passing) += 1;
  }
  EXPECT_GT(touching, 600);
  EXPECT_GT(passing, 600);
}

}  // namespace
}  // namespace collision2d::planner
