#include "planner_adapter/scene/field_path.h"

#include <type_traits>
#include <utility>

#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

TEST(FieldPathTest, RootHasAName) { EXPECT_EQ(FieldPath().ToString(), "scene"); }

TEST(FieldPathTest, JoinsFieldsAndElements) {
  const FieldPath root;
  const FieldPath obstacle = root.Element("static_obstacles", 3);
  const FieldPath shape = obstacle.Element("shapes", 0);
  const FieldPath polygon = shape.Field("polygon");
  const FieldPath vertex = polygon.Element("vertices", 12);
  EXPECT_EQ(obstacle.ToString(), "static_obstacles[3]");
  EXPECT_EQ(vertex.Field("x").ToString(), "static_obstacles[3].shapes[0].polygon.vertices[12].x");
  EXPECT_EQ(root.Field("time_step_s").ToString(), "time_step_s");
}

template <typename Path, typename = void>
struct HasField : std::false_type {};
template <typename Path>
struct HasField<Path, std::void_t<decltype(std::declval<Path>().Field("name"))>> : std::true_type {};

TEST(FieldPathTest, ChildOfATemporaryDoesNotCompile) {
  EXPECT_TRUE(HasField<const FieldPath&>::value);
  EXPECT_FALSE(HasField<FieldPath>::value);
}

}  // namespace
}  // namespace collision2d::planner
