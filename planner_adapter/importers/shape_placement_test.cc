#include "planner_adapter/importers/shape_placement.h"

#include <cmath>
#include <random>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

proto::Shape Disc(Vec2 center, double radius_m) { return ToShape(ConvexPolygon::Create({center}, radius_m).value()); }

proto::Shape Polygon(std::vector<Vec2> vertices) { return ToShape(ConvexPolygon::Create(vertices).value()); }

// How far p is outside the polygon's sides (m); negative inside. Coincides with the distance beside a side.
double OutsideBy(const ConvexPolygon& polygon, Vec2 p) {
  double outside = -1e300;
  for (int i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon.vertices()[i];
    const Vec2 b = polygon.vertices()[(i + 1) % polygon.size()];
    outside = std::max(outside, -Orient2d(a, b, p) / Norm(b - a));
  }
  return outside - polygon.radius_m();
}

TEST(PlaceShapeTest, KeepsTheKindAndMovesIt) {
  const proto::Shape rectangle = PlaceShape(MakeRectangle(4, 2, {1, 0}, 0.5).value(), {10, 20}, M_PI / 2).value();
  ASSERT_TRUE(rectangle.has_rectangle());
  EXPECT_NEAR(rectangle.rectangle().center().x(), 10, 1e-14);
  EXPECT_NEAR(rectangle.rectangle().center().y(), 21, 1e-14);
  EXPECT_EQ(rectangle.rectangle().yaw_rad(), 0.5 + M_PI / 2);
  EXPECT_EQ(rectangle.rectangle().length_m(), 4);
  const proto::Shape disc = PlaceShape(Disc({2, 0}, 3), {10, 20}, M_PI).value();
  ASSERT_TRUE(disc.has_disc());
  EXPECT_NEAR(disc.disc().center().x(), 8, 1e-14);
  EXPECT_EQ(disc.disc().radius_m(), 3);
  const proto::Shape polygon = PlaceShape(Polygon({{0, 0}, {4, 0}, {0, 3}}), {1, 1}, 0.0).value();
  EXPECT_EQ(polygon.SerializeAsString(), Polygon({{1, 1}, {5, 1}, {1, 4}}).SerializeAsString());
}

TEST(PlaceShapeTest, StaysValidWhereRoundingFlattensThePolygon) {
  // At 10^7 m the two upper vertices fall onto the line through their neighbours.
  const proto::Shape flat = Polygon({{0, 0}, {4, 0}, {4, 1}, {2, 1 + 1e-12}, {0, 1}});
  EXPECT_EQ(OutlineOf(PlaceShape(flat, {1e7, 1e7}, 0.0).value()).value().size(), 4);
  const proto::Shape thin = MakeRectangle(1.0, 1e-12, {1e7, 1e7}, 0.0).value();
  EXPECT_EQ(OutlineOf(thin).value().size(), 2);
}

TEST(PlaceShapeTest, RefusesPlacesOutOfRange) {
  EXPECT_TRUE(absl::StrContains(PlaceShape(Disc({9e7, 0}, 1), {9e7, 0}, 0).status().message(), "beyond the limit"));
  EXPECT_TRUE(absl::StrContains(MakeRectangle(1e8, 1, {9e7, 0}, 0).status().message(), "beyond the limit"));
}

TEST(PositionsInTest, IsTheHullOfAllShapes) {
  const PlacementSet disc = PositionsIn({Disc({1, 2}, 3)}).value();
  EXPECT_EQ(disc.positions, (std::vector<Vec2>{{1, 2}}));
  EXPECT_EQ(disc.radius_m, 3);
  const PlacementSet two = PositionsIn({Disc({0, 0}, 1), Polygon({{5, -1}, {6, 0}, {5, 1}})}).value();
  EXPECT_EQ(two.positions, (std::vector<Vec2>{{-1, -1}, {5, -1}, {6, 0}, {5, 1}, {-1, 1}}));
  EXPECT_EQ(two.radius_m, 0);
  std::vector<Vec2> round;
  for (int i = 0; i < 40; ++i) round.push_back({std::cos(i * M_PI / 20), std::sin(i * M_PI / 20)});
  EXPECT_EQ(PositionsIn({Polygon(round)}).value().positions.size(), 4u);
  EXPECT_FALSE(PositionsIn({}).ok());
}

TEST(CoverPlacementsTest, IsTheBodyItselfForOnePose) {
  const PlacementSet set = {{{10, 20}}, 0.0, {0.0, 0.0}};
  EXPECT_EQ(CoverPlacements(Polygon({{0, 0}, {4, 0}, {0, 3}}), set).value().SerializeAsString(),
            Polygon({{10, 20}, {14, 20}, {10, 23}}).SerializeAsString());
}

TEST(CoverPlacementsTest, CoversEveryPoseOfTheSetButNotMuchMore) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const proto::Shape bodies[] = {MakeRectangle(4.5, 1.8, {1.0, 0.0}, 0.3).value(), Polygon({{-1, 0}, {3, -2}, {2, 2}}),
                                 Disc({2, 1}, 0.5)};
  for (const double range : {0.0, 0.1, 1.0, 3.0, 7.0, 100.0}) {
    for (const proto::Shape& body : bodies) {
      const PlacementSet set = {{{-1, -2}, {3, -1}, {2, 2}}, 0.25, {-0.5, -0.5 + range}};
      const ConvexPolygon cover = OutlineOf(CoverPlacements(body, set).value()).value();
      const ConvexPolygon outline = OutlineOf(body).value();
      EXPECT_EQ(cover.radius_m(), outline.radius_m() + 0.25);
      double reach = 0.0;
      for (const Vec2 v : outline.vertices()) reach = std::max(reach, Norm(v));
      double closest_to_boundary = 1e300;
      for (int i = 0; i < 20000; ++i) {
        const double u = unit(random);
        const double v = unit(random) * (1.0 - u);
        const Vec2 position = u * set.positions[0] + v * set.positions[1] + (1.0 - u - v) * set.positions[2];
        const Pose2 pose = Pose2::FromYaw(position, set.yaw_rad.low + range * unit(random));
        for (const Vec2 corner : outline.vertices()) {
          const double outside = OutsideBy(cover, pose * corner) + cover.radius_m();
          EXPECT_LE(outside, 1e-13);
          closest_to_boundary = std::min(closest_to_boundary, -outside);
        }
      }
      EXPECT_LE(closest_to_boundary, 0.09 * reach);
    }
  }
}

}  // namespace
}  // namespace collision2d::planner
