#include "planner_adapter/path_time/path_time_graph.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

TEST(PathTimeGraphTest, BadOptionsAreNamed) {
  const Scene scene;
  const EgoPath path = *EgoPath::Create({{0.0, {}, 0.0}});
  const auto message = [&](const PathTimeOptions& options) {
    return std::string(PathTimeGraph::Create(scene, path, options).status().message());
  };
  PathTimeOptions options;
  EXPECT_TRUE(PathTimeGraph::Create(scene, path, options).ok());
  options.station_tolerance_m = 0.0;
  EXPECT_EQ(message(options), "station_tolerance_m: 0 is not positive and finite");
  options = {};
  options.time_tolerance_s = std::nan("");
  EXPECT_EQ(message(options), "time_tolerance_s: nan is not positive and finite");
  options = {};
  options.end_s = -1.0;
  EXPECT_EQ(message(options), "start_s, end_s: [0, -1] is not a finite interval");
}

}  // namespace
}  // namespace collision2d::planner
