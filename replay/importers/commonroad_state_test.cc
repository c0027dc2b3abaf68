#include "replay/importers/commonroad_state.h"

#include <pugixml.hpp>
#include <random>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "replay/importers/polygon_repair.h"

namespace collision2d::planner::commonroad_state_test {

v1::Shape Disc(Vec2 center, double radius_m) { return ToShape(ConvexPolygon::Create({center}, radius_m).value()); }

v1::Shape Polygon(std::vector<Vec2> vertices) { return ToShape(ConvexPolygon::Create(vertices).value()); }

// How far p is outside the polygon's sides (m); negative inside. Coincides with the distance beside
// a side.
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
  const v1::Shape rectangle = PlaceShape(MakeRectangle(4, 2, {1, 0}, 0.5).value(), {10, 20}, M_PI / 2).value();
  ASSERT_TRUE(rectangle.has_rectangle());
  EXPECT_NEAR(rectangle.rectangle().center().x(), 10, 1e-14);
  EXPECT_NEAR(rectangle.rectangle().center().y(), 21, 1e-14);
  EXPECT_EQ(rectangle.rectangle().yaw_rad(), 0.5 + M_PI / 2);
  EXPECT_EQ(rectangle.rectangle().length_m(), 4);
  const v1::Shape disc = PlaceShape(Disc({2, 0}, 3), {10, 20}, M_PI).value();
  ASSERT_TRUE(disc.has_disc());
  EXPECT_NEAR(disc.disc().center().x(), 8, 1e-14);
  EXPECT_EQ(disc.disc().radius_m(), 3);
  const v1::Shape polygon = PlaceShape(Polygon({{0, 0}, {4, 0}, {0, 3}}), {1, 1}, 0.0).value();
  EXPECT_EQ(polygon.SerializeAsString(), Polygon({{1, 1}, {5, 1}, {1, 4}}).SerializeAsString());
}

TEST(PlaceShapeTest, StaysValidWhereRoundingFlattensThePolygon) {
  // At 10^7 m the two upper vertices fall onto the line through their neighbours.
  const v1::Shape flat = Polygon({{0, 0}, {4, 0}, {4, 1}, {2, 1 + 1e-12}, {0, 1}});
  EXPECT_EQ(OutlineOf(PlaceShape(flat, {1e7, 1e7}, 0.0).value()).value().size(), 4);
  const v1::Shape thin = MakeRectangle(1.0, 1e-12, {1e7, 1e7}, 0.0).value();
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
  const v1::Shape bodies[] = {MakeRectangle(4.5, 1.8, {1.0, 0.0}, 0.3).value(), Polygon({{-1, 0}, {3, -2}, {2, 2}}),
                              Disc({2, 1}, 0.5)};
  for (const double range : {0.0, 0.1, 1.0, 3.0, 7.0, 100.0}) {
    for (const v1::Shape& body : bodies) {
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

std::string Point(double x, double y) { return absl::StrCat("<point><x>", x, "</x><y>", y, "</y></point>"); }

absl::StatusOr<std::vector<v1::Shape>> Read(const std::string& content, PolygonRepairs& repairs) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(absl::StrCat("<r><shape>", content, "</shape></r>").c_str()));
  return ReadShapes(document.document_element().child("shape"), repairs);
}

TEST(ReadShapesTest, ReadsAGroupInOrder) {
  PolygonRepairs repairs;
  const absl::StatusOr<std::vector<v1::Shape>> shapes =
      Read(absl::StrCat("<circle><radius>2</radius></circle>"
                        "<polygon>",
                        Point(0, 0), Point(0, 1), Point(1, 1), Point(0, 0),
                        "</polygon>"
                        "<rectangle><length>4</length><width>2</width><orientation>0.5</orientation>"
                        "<center><x>7</x><y>8</y></center></rectangle>"),
           repairs);
  ASSERT_TRUE(shapes.ok()) << shapes.status();
  ASSERT_EQ(shapes->size(), 3u);
  EXPECT_EQ((*shapes)[0].ShortDebugString(), "disc { center { } radius_m: 2 }");
  EXPECT_EQ((*shapes)[1].ShortDebugString(), "polygon { vertices { x: 1 y: 1 } vertices { y: 1 } vertices { } }");
  EXPECT_EQ((*shapes)[2].ShortDebugString(), "rectangle { length_m: 4 width_m: 2 center { x: 7 y: 8 } yaw_rad: 0.5 }");
  EXPECT_EQ(repairs.polygons, 1);
  EXPECT_EQ(repairs.clockwise_reversed, 1);
  EXPECT_EQ(repairs.closing_vertex_removed, 1);
}

TEST(ReadShapesTest, NamesWhatIsWrong) {
  const struct {
    std::string content;
    const char* message;
  } cases[] = {
      {"", "shape: element rectangle, circle or polygon is missing"},
      {"<polygon/>", "shape.polygon: element point is missing"},
      {"<circle/>", "shape.circle: element radius is missing"},
      {"<circle><radius>-2</radius></circle>", "shape.circle.radius: -2 m is not positive"},
      {"<circle><radius>2e8</radius></circle>", "shape.circle.radius: 200000000 m is beyond the limit of 1e+08 m"},
      {"<circle><radius>1</radius><center><x>1</x></center></circle>", "shape.circle.center: element y is missing"},
      {"<rectangle><length>0</length><width>1</width></rectangle>", "shape.rectangle.length: 0 m is not positive"},
      {"<rectangle><length>1</length></rectangle>", "shape.rectangle: element width is missing"},
      {"<rectangle><length>1</length><width>1</width><orientation>north</orientation></rectangle>",
       "shape.rectangle.orientation: \"north\" is not a number"},
      {absl::StrCat("<polygon>", Point(0, 0), "<point><x>nan</x><y>0</y></point>", "</polygon>"),
       "shape.polygon.point[1].x: \"nan\" is not finite"},
  };
  for (const auto& test : cases) {
    PolygonRepairs repairs;
    const absl::StatusOr<std::vector<v1::Shape>> shapes = Read(test.content, repairs);
    ASSERT_FALSE(shapes.ok()) << test.content;
    EXPECT_EQ(shapes.status().message(), test.message);
  }
}

constexpr char kPoint[] = "<position><point><x>3</x><y>4</y></point></position>";
constexpr char kYaw[] = "<orientation><exact>0.5</exact></orientation>";
constexpr char kTime[] = "<time><exact>7</exact></time>";

absl::StatusOr<ImportedState> Read(const std::string& content, const std::string& name = "state") {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(absl::StrCat("<r><", name, ">", content, "</", name, "></r>").c_str()));
  PolygonRepairs repairs;
  return ReadState(document.document_element().first_child(), repairs);
}

TEST(ReadStateTest, ReadsAnExactState) {
  const absl::StatusOr<ImportedState> state =
      Read(absl::StrCat(kPoint, kYaw, kTime, "<velocity><exact>9</exact></velocity>"));
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_TRUE(state->exact());
  EXPECT_EQ(state->steps.first, 7);
  EXPECT_EQ(state->center, (Vec2{3, 4}));
  EXPECT_EQ(state->placement.yaw_rad.low, 0.5);
  EXPECT_EQ(state->velocity_mps->middle(), 9);
  EXPECT_FALSE(state->acceleration_mps2.has_value());
}

TEST(ReadStateTest, ReadsUncertainStates) {
  const absl::StatusOr<ImportedState> position = Read(absl::StrCat(
      "<position><circle><radius>2</radius><center><x>1</x><y>5</y></center></circle></position>", kYaw, kTime,
      "<acceleration><intervalStart>-1</intervalStart><intervalEnd>2</intervalEnd>"
      "</acceleration>"));
  ASSERT_TRUE(position.ok()) << position.status();
  EXPECT_FALSE(position->exact());
  EXPECT_EQ(position->center, (Vec2{1, 5}));
  EXPECT_EQ(position->placement.radius_m, 2);
  EXPECT_EQ(position->acceleration_mps2->middle(), 0.5);

  const char interval[] = "<intervalStart>1</intervalStart><intervalEnd>2</intervalEnd>";
  const absl::StatusOr<ImportedState> yaw =
      Read(absl::StrCat(kPoint, "<orientation>", interval, "</orientation>", kTime));
  ASSERT_TRUE(yaw.ok()) << yaw.status();
  EXPECT_FALSE(yaw->exact());
  EXPECT_EQ(yaw->placement.yaw_rad.middle(), 1.5);

  const absl::StatusOr<ImportedState> time = Read(absl::StrCat(kPoint, kYaw, "<time>", interval, "</time>"));
  ASSERT_TRUE(time.ok()) << time.status();
  EXPECT_FALSE(time->exact());
  EXPECT_EQ(time->steps.first, 1);
  EXPECT_EQ(time->steps.last, 2);
}

TEST(ReadStateTest, APointMassStateFacesWhereItMoves) {
  const std::string moving =
      absl::StrCat(kPoint, kTime, "<velocity><exact>-3</exact></velocity><velocityY><exact>4</exact></velocityY>");
  const absl::StatusOr<ImportedState> state = Read(moving);
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_EQ(state->orientation, ImportedState::Orientation::kFromVelocities);
  EXPECT_EQ(state->placement.yaw_rad.low, std::atan2(4.0, -3.0));
  EXPECT_EQ(state->velocity_mps->middle(), 5.0);
  EXPECT_TRUE(state->exact());
  // An orientation that is given counts.
  const absl::StatusOr<ImportedState> given = Read(absl::StrCat(kYaw, moving));
  EXPECT_EQ(given->orientation, ImportedState::Orientation::kGiven);
  EXPECT_EQ(given->placement.yaw_rad.low, 0.5);
  EXPECT_EQ(given->velocity_mps->middle(), -3.0);
  // An uncertain velocity has no direction, and half of one neither.
  EXPECT_FALSE(Read(absl::StrCat(kPoint, kTime, "<velocityY><exact>1</exact></velocityY>")).ok());
  EXPECT_FALSE(Read(absl::StrCat(kPoint, kTime,
                                 "<velocity><intervalStart>0</intervalStart><intervalEnd>1</intervalEnd></velocity>"
                                 "<velocityY><exact>1</exact></velocityY>"))
                   .ok());
  EXPECT_FALSE(Read(absl::StrCat(kPoint, kTime,
                                 "<velocity><exact>1</exact></velocity><velocityY><intervalStart>0"
                                 "</intervalStart><intervalEnd>1</intervalEnd></velocityY>"))
                   .ok());
}

TEST(ReadStateTest, AnInitialStateWithoutOrientationHas0) {
  const absl::StatusOr<ImportedState> state = Read(absl::StrCat(kPoint, kTime), "initialState");
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_EQ(state->orientation, ImportedState::Orientation::kAssumed);
  EXPECT_EQ(state->placement.yaw_rad.low, 0.0);
  EXPECT_TRUE(state->placement.yaw_rad.exact());
}

TEST(ReadStateTest, NamesWhatIsWrong) {
  const struct {
    std::string content;
    const char* message;
  } cases[] = {
      {absl::StrCat(kPoint, kYaw), "state: element time is missing"},
      {absl::StrCat(kYaw, kTime), "state: element position is missing"},
      {absl::StrCat(kPoint, kTime), "state: element orientation is missing"},
      {absl::StrCat(kPoint, kYaw, "<time><exact>1.5</exact></time>"), "state.time: 1.5 is not a whole time step"},
      {absl::StrCat(kPoint, kYaw, "<time><exact>2e9</exact></time>"),
       "state.time: time step 2000000000 is beyond the limit of 1e+09"},
      {absl::StrCat(kPoint, kYaw, "<time/>"), "state.time: element exact or intervalStart is missing"},
      {absl::StrCat("<position><point><x>abc</x><y>0</y></point></position>", kYaw, kTime),
       "state.position.point.x: \"abc\" is not a number"},
      {absl::StrCat("<position><rectangle><length>4e7</length><width>1</width><center><x>9e7</x><y>0</y></center>"
                    "</rectangle></position>",
                    kYaw, kTime),
       "state.position.rectangle: vertices[1].x: 110000000 m is beyond the limit of 1e+08 m"},
      {absl::StrCat("<position><circle><radius>2e7</radius><center><x>9e7</x><y>0</y></center></circle><circle>"
                    "<radius>1</radius></circle></position>",
                    kYaw, kTime),
       "state.position: vertices[1].x: 110000000 m is beyond the limit of 1e+08 m"},
      {absl::StrCat("<position><lanelet ref=\"3\"/></position>", kYaw, kTime),
       "state.position: a lanelet as the position of a state is not supported"},
      {absl::StrCat(kPoint, kYaw, kTime, "<velocity><exact>fast</exact></velocity>"),
       "state.velocity.exact: \"fast\" is not a number"},
  };
  for (const auto& test : cases) {
    const absl::StatusOr<ImportedState> state = Read(test.content);
    ASSERT_FALSE(state.ok()) << test.content;
    EXPECT_EQ(state.status().message(), test.message);
  }
}

}  // namespace collision2d::planner::commonroad_state_test
