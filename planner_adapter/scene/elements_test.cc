#include "planner_adapter/scene/elements.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/scene_to_proto.h"
#include "planner_adapter/scene/testing/scene_refusal.h"
#include "planner_adapter/scene/valid_motion.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// 4 x 3 cells, of which 5 are occupied; and 3 points, of which the last is too high.
v1::Scene SceneOfElements() {
  v1::Scene scene = ValidScene();
  v1::OccupancyGrid& grid = *scene.add_grids();
  grid.set_id("map");
  grid.mutable_origin()->set_x(scene.ego_state().x() + 10.0);
  grid.mutable_origin()->set_y(scene.ego_state().y() - 5.0);
  grid.set_yaw_rad(0.5);
  grid.set_width(4);
  grid.set_height(3);
  grid.set_cell_size_m(0.25);
  grid.set_values(std::string({1, 0, 100, 100, 0, 0, 0, 0, 65, 64, static_cast<char>(255), 70}));
  grid.mutable_occupied()->set_first(65);
  grid.mutable_occupied()->set_last(100);
  v1::PointSet& points = *scene.add_point_sets();
  points.set_id("lidar");
  points.set_type("points");
  *points.mutable_origin() = grid.origin();
  for (const double at : {1.0, 2.0, 3.0}) {
    points.add_x(at);
    points.add_y(-at);
    points.add_z(at);
  }
  points.set_radius_m(0.125);
  points.set_max_z_m(2.5);
  return scene;
}

std::vector<int64_t> Indices(const Elements& elements) {
  std::vector<int64_t> indices;
  elements.ForEach([&](int64_t element) { indices.push_back(element); });
  return indices;
}

TEST(ElementsTest, AreReadAndWritten) {
  const absl::StatusOr<Scene> scene = SceneFromProto(SceneOfElements());
  ASSERT_TRUE(scene.ok()) << scene.status();
  const size_t count = scene->static_obstacles.size();
  const StaticObstacle& map = scene->static_obstacles[count - 2];
  const StaticObstacle& lidar = scene->static_obstacles[count - 1];
  EXPECT_EQ(map.id, "map");
  EXPECT_EQ(lidar.id, "lidar");
  EXPECT_EQ(lidar.type, "points");
  EXPECT_THAT(Indices(*map.elements), ElementsAre(2, 3, 8, 11));
  EXPECT_EQ(map.elements->size(), 4);
  EXPECT_EQ(map.elements->index_end(), 12);
  EXPECT_EQ(map.elements->NameOf(11), "cell in row 2, column 3");
  EXPECT_THAT(map.elements->ShapeOf(11).vertices(),
              ElementsAre(Vec2{0.75, 0.5}, Vec2{1.0, 0.5}, Vec2{1.0, 0.75}, Vec2{0.75, 0.75}));
  EXPECT_THAT(Indices(*lidar.elements), ElementsAre(0, 1));
  EXPECT_EQ(lidar.elements->NameOf(1), "point 1");
  EXPECT_EQ(lidar.elements->ShapeOf(1).radius_m(), 0.125);
  // Cells side by side are one run.
  std::vector<double> widths_m;
  map.elements->ForEachRun(
      [&](const ConvexPolygon& run) { widths_m.push_back(run.vertices()[1].x - run.vertices()[0].x); });
  EXPECT_THAT(widths_m, ElementsAre(0.5, 0.25, 0.25));

  std::vector<PlacedShape> placed;
  AddStaticObstacle(*scene, static_cast<int>(count) - 2, &placed);
  ASSERT_EQ(placed.size(), 4u);
  EXPECT_EQ(placed[3].element, 11);
  const Vec2 corner = placed[0].local_from_shape * Vec2{0.0, 0.0};
  EXPECT_EQ(scene->origin.x + corner.x, SceneOfElements().grids(0).origin().x());

  const v1::Scene written = SceneToProto(*scene);
  EXPECT_EQ(written.schema_version(), 3);
  EXPECT_EQ(written.grids(0).bits(), std::string("\x0c\x09", 2));
  const absl::StatusOr<Scene> again = SceneFromProto(written);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(SceneToProto(*again).SerializeAsString(), written.SerializeAsString());
  EXPECT_EQ(Indices(*again->static_obstacles[count - 2].elements), Indices(*map.elements));
  EXPECT_EQ(Indices(*again->static_obstacles[count - 1].elements), Indices(*lidar.elements));
}

TEST(ElementsTest, AreRefusedByName) {
  const auto expect = [](const auto& damage, const std::string& message) {
    v1::Scene scene = SceneOfElements();
    damage(scene);
    EXPECT_EQ(std::string(SceneFromProto(scene).status().message()), message);
  };
  const auto expect_grid = [&](const auto& damage, const std::string& message) {
    expect([&](v1::Scene& scene) { damage(*scene.mutable_grids(0)); }, absl::StrCat("grids[0]", message));
  };
  const auto expect_points = [&](const auto& damage, const std::string& message) {
    expect([&](v1::Scene& scene) { damage(*scene.mutable_point_sets(0)); }, absl::StrCat("point_sets[0]", message));
  };
  const double nan = std::nan("");
  const std::string first_id = ValidScene().static_obstacles(0).id();
  expect_grid([](auto& grid) { grid.clear_id(); }, ".id: empty; a name is needed");
  expect_grid([&](auto& grid) { grid.set_id(first_id); },
              absl::StrCat(".id: \"", first_id, "\" is already the id of static_obstacles[0]"));
  expect_grid([](auto& grid) { grid.set_width(0); }, ": width: 0 is not positive");
  expect_grid([](auto& grid) { grid.set_height(-3); }, ": height: -3 is not positive");
  expect_grid([](auto& grid) { grid.set_width(5); }, ": values: 12; 5 x 3 cells are 15");
  expect_grid([](auto& grid) { grid.set_width(2000000000), grid.set_height(2000000000); },
              ": values: 12; 2000000000 x 2000000000 cells are 4000000000000000000");
  expect_grid([&](auto& grid) { grid.set_cell_size_m(nan); }, ": cell_size_m: nan m is not within [1e-06, 1e+08]");
  expect_grid([](auto& grid) { grid.set_cell_size_m(0.0); }, ": cell_size_m: 0 m is not within [1e-06, 1e+08]");
  expect_grid([](auto& grid) { grid.set_cell_size_m(9e7); },
              ": width: the window is from 0 m to 3.6e+08 m, beyond the limit of 1e+08 m");
  expect_grid([&](auto& grid) { grid.set_yaw_rad(nan); }, ".yaw_rad: nan is not finite");
  expect_grid([&](auto& grid) { grid.mutable_origin()->set_y(nan); }, ".origin.y: nan is not finite");
  expect_grid([](auto& grid) { grid.mutable_occupied()->set_last(256); },
              ".occupied.last: 256 is beyond the limit of 255");
  expect_grid([](auto& grid) { grid.mutable_occupied()->set_first(101); },
              ": occupied: first, 101, is more than last, 100");
  expect_grid([](auto& grid) { grid.set_bits("ab"); },
              ".bits: beside values or occupied; only one of the two forms is possible");
  const auto by_bits = [](v1::OccupancyGrid& grid) {
    grid.clear_values();
    grid.clear_occupied();
    grid.set_bits("abc");
  };
  expect_grid(by_bits, ".bits: 3 bytes; 4 x 3 cells are 2");
  expect_points([](auto& points) { points.mutable_y()->RemoveLast(); }, ".y: 2 values beside 3 of x");
  expect_points([](auto& points) { points.add_z(1.0); }, ".z: 4 values beside 3 of x");
  expect_points([](auto& points) { points.clear_z(); }, ".z: empty; min_z_m and max_z_m need heights");
  expect_points([&](auto& points) { points.set_x(1, nan); }, ".x[1]: nan is not finite");
  expect_points([](auto& points) { points.set_y(2, 1e9); }, ".y[2]: 1e+09 m is beyond the limit of 2.5e+07 m");
  expect_points([](auto& points) { points.set_z(0, std::numeric_limits<double>::infinity()); },
                ".z[0]: inf is not finite");
  expect_points([](auto& points) { points.set_radius_m(-1.0); }, ": radius_m: -1 m is not within [0, 1e+08]");
  expect_points([](auto& points) { points.set_min_z_m(3.0); }, ": min_z_m: 3 m is not at most max_z_m, 2.5 m");
  const auto add_seven = [](v1::Scene& scene) {
    for (int k = 0; k < 7; ++k) {
      *scene.add_grids() = scene.grids(0);
      scene.mutable_grids()->rbegin()->set_id(absl::StrCat("map ", k));
    }
  };
  expect(add_seven, "point_sets: 9 grids and point sets; the limit is 7");
}

// Bits after the last cell do not count, and the same cells are occupied as by values.
TEST(ElementsTest, BitsAreReadFromTheLowest) {
  v1::Scene scene = SceneOfElements();
  scene.mutable_grids(0)->clear_values();
  scene.mutable_grids(0)->clear_occupied();
  scene.mutable_grids(0)->set_bits("\x0c\xf9");
  const absl::StatusOr<Scene> made = SceneFromProto(scene);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_THAT(Indices(*made->static_obstacles[made->static_obstacles.size() - 2].elements), ElementsAre(2, 3, 8, 11));
}

TEST(ElementsTest, PlannersOwnAreChecked) {
  PointSetOptions options;
  options.min_count = 2;
  EXPECT_THAT(Elements::FromPoints({}, {}, options).status().message(), HasSubstr("min_count: 2"));
  EXPECT_THAT(Elements::FromPoints({}, {{1.0, std::nan(""), 0.0}}).status().message(),
              HasSubstr("points: 1 are not finite"));
  const std::shared_ptr<const Elements> none = Elements::FromPoints({}, {}).value();
  EXPECT_EQ(none->size(), 0);
  EXPECT_TRUE(none->Shapes().empty());

  Scene scene;
  scene.static_obstacles.resize(2);
  scene.static_obstacles[1].elements = none;
  EXPECT_TRUE(CheckScene(scene).ok());
  std::swap(scene.static_obstacles[0], scene.static_obstacles[1]);
  EXPECT_FALSE(CheckScene(scene).ok());
  scene.static_obstacles[1].elements = none;
  EXPECT_TRUE(CheckScene(scene).ok());
  scene.static_obstacles[1].shapes.push_back(ConvexPolygon::Rectangle(1.0, 1.0).value());
  EXPECT_FALSE(CheckScene(scene).ok());
}

}  // namespace
}  // namespace collision2d::planner
