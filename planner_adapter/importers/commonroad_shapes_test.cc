#include "planner_adapter/importers/commonroad_shapes.h"

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "planner_adapter/importers/polygon_repair.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

std::string Point(double x, double y) { return absl::StrCat("<point><x>", x, "</x><y>", y, "</y></point>"); }

absl::StatusOr<std::vector<proto::Shape>> Read(const std::string& content, PolygonRepairs& repairs) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(absl::StrCat("<r><shape>", content, "</shape></r>").c_str()));
  return ReadShapes(document.document_element().child("shape"), repairs);
}

TEST(ReadShapesTest, ReadsAGroupInOrder) {
  PolygonRepairs repairs;
  const absl::StatusOr<std::vector<proto::Shape>> shapes =
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
    const absl::StatusOr<std::vector<proto::Shape>> shapes = Read(test.content, repairs);
    ASSERT_FALSE(shapes.ok()) << test.content;
    EXPECT_EQ(shapes.status().message(), test.message);
  }
}

}  // namespace
}  // namespace collision2d::planner
