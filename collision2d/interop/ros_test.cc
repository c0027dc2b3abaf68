// With structs of the members that the types of ROS 2 and nav2 have.

#include "collision2d/interop/ros.h"

#include <cstring>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

struct Quaternion {
  double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
};
struct Point {
  double x = 0.0, y = 0.0, z = 0.0;
};
struct MapMetaData {
  float resolution = 0.5f;
  uint32_t width = 3, height = 2;
  struct {
    Point position;
    Quaternion orientation;
  } origin;
};
struct GridMessage {
  MapMetaData info;
  std::vector<int8_t> data;
};

class Costmap {
 public:
  unsigned int getSizeInCellsX() const { return 2; }
  unsigned int getSizeInCellsY() const { return 2; }
  double getResolution() const { return 0.05; }
  double getOriginX() const { return -1.0; }
  double getOriginY() const { return 2.0; }
  const unsigned char* getCharMap() const { return costs; }

 private:
  unsigned char costs[4] = {253, 254, 255, 0};
};

struct PointField {
  std::string name;
  uint32_t offset = 0;
  uint8_t datatype = 7;
};
struct PointCloud {
  uint32_t height = 0, width = 0, point_step = 0, row_step = 0;
  std::vector<PointField> fields;
  bool is_bigendian = false;
  std::vector<uint8_t> data;
};

struct Polygon {
  struct Point32 {
    float x, y, z;
  };
  std::vector<Point32> points;
};

TEST(RosTest, GridMessagesBecomeGrids) {
  GridMessage message;
  message.data = {0, 100, -1, 64, 65, 0};
  message.info.origin.position = {10.0, 20.0, 0.0};
  message.info.origin.orientation = {0.0, 0.0, std::sqrt(0.5), std::sqrt(0.5)};
  const OccupancyGrid grid = GridFromMessage(message, {65, 100}).value();
  EXPECT_EQ(grid.cell_size_m(), 0.5);
  EXPECT_TRUE(grid.is_occupied(0, 1));
  EXPECT_FALSE(grid.is_occupied(0, 2));
  EXPECT_FALSE(grid.is_occupied(1, 0));
  EXPECT_TRUE(grid.is_occupied(1, 1));
  EXPECT_TRUE(GridFromMessage(message, {65, 255}).value().is_occupied(0, 2));
  // A quarter turn: cell (0, 1) is at x 9.5 to 10, y 20.5 to 21.
  const ConvexPolygon body = ConvexPolygon::Disc(0.1).value();
  Hit hit;
  ASSERT_TRUE(FirstHit({&body, 1}, Pose2({9.75, 20.75}), grid, {&hit, 1}).ok());
  EXPECT_EQ(hit.element, 1);
  message.data.pop_back();
  EXPECT_EQ(GridFromMessage(message, {65, 100}).status().message(), "data: 5 cells, but info has 3 x 2");
  message.data.push_back(0);
  message.info.origin.orientation = {0.1, 0.0, 0.0, 0.99};
  EXPECT_EQ(GridFromMessage(message, {65, 100}).status().message(),
            "info.origin.orientation: tilted, by x 0.1 and y 0");
  message.info.origin.orientation = {0.0, 0.0, 0.0, 0.0};
  EXPECT_FALSE(GridFromMessage(message, {65, 100}).ok());
  message = {};
  message.info.width = 0;
  EXPECT_EQ(GridFromMessage(message, {65, 100}).status().message(), "width: 0 is not positive");
}

TEST(RosTest, CostmapsBecomeGrids) {
  const OccupancyGrid lethal = GridFromCostmap(Costmap()).value();
  EXPECT_FALSE(lethal.is_occupied(0, 0));
  EXPECT_TRUE(lethal.is_occupied(0, 1));
  EXPECT_FALSE(lethal.is_occupied(1, 0));
  const OccupancyGrid unknown = GridFromCostmap(Costmap(), {255, 255}).value();
  EXPECT_TRUE(unknown.is_occupied(1, 0));
  // Results tell them apart.
  Obstacles obstacles = lethal;
  obstacles.Add(unknown);
  const ConvexPolygon body = ConvexPolygon::Rectangle(0.01, 0.01).value();
  Hit hit;
  ASSERT_TRUE(FirstHit({&body, 1}, Pose2({-0.975, 2.075}), obstacles, {&hit, 1}).ok());
  EXPECT_EQ(hit.obstacle, 1);
  EXPECT_EQ(hit.element, 2);
}

TEST(RosTest, CloudsBecomePoints) {
  PointCloud cloud;
  cloud.fields = {{"intensity", 0, 7}, {"z", 12, 7}, {"x", 4, 7}, {"y", 8, 7}};
  cloud.point_step = 20;
  cloud.width = 2;
  cloud.height = 2;
  cloud.row_step = 44;
  cloud.data.resize(44 + 40);
  const float points[4][3] = {
      {1.0f, 0.0f, 0.2f}, {5.0f, 5.0f, 9.0f}, {std::numeric_limits<float>::quiet_NaN(), 0, 0}, {1.5f, 0.0f, 0.3f}};
  for (size_t i = 0; i < 4; ++i) std::memcpy(&cloud.data[i / 2 * 44 + i % 2 * 20 + 4], points[i], sizeof(points[i]));
  PointSetOptions options;
  options.max_z_m = 2.0;
  PointSet set = PointSet::Create(options).value();
  ASSERT_TRUE(UpdatePoints(cloud, Pose2({10.0, 0.0}), &set).ok());
  EXPECT_EQ(set.size(), 2);
  EXPECT_EQ(set.invalid_count(), 1);
  const ConvexPolygon body = ConvexPolygon::Disc(0.1).value();
  Hit hit;
  ASSERT_TRUE(FirstHit({&body, 1}, Pose2({11.5, 0.0}), set, {&hit, 1}).ok());
  EXPECT_EQ(hit.element, 3);
  cloud.data.pop_back();
  EXPECT_EQ(UpdatePoints(cloud, {}, &set).message(), "data: 83 bytes, of rows of 44; 4 points of 20 are needed");
  cloud.is_bigendian = true;
  EXPECT_EQ(UpdatePoints(cloud, {}, &set).message(), "is_bigendian: not supported");
  cloud.fields[1].datatype = 8;
  EXPECT_EQ(UpdatePoints(cloud, {}, &set).message(), "fields: no FLOAT32 named z");
  cloud.fields[1] = {"z", 18, 7};
  EXPECT_EQ(UpdatePoints(cloud, {}, &set).message(), "fields: z is beyond point_step, 20");
}

TEST(RosTest, FootprintsBecomeBodies) {
  const Polygon footprint = {
      {{-0.25f, -0.25f, 0.0f}, {0.5f, -0.25f, 0.0f}, {0.25f, 0.0f, 0.0f}, {0.5f, 0.25f, 0.0f}, {-0.25f, 0.25f, 0.0f}}};
  EXPECT_EQ(BodyFromFootprint(footprint).value().size(), 2u);
  EXPECT_FALSE(BodyFromFootprint(Polygon()).ok());
}

}  // namespace
}  // namespace collision2d
