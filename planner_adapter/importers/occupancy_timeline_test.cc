#include "planner_adapter/importers/occupancy_timeline.h"

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

// An occupancy whose disc's radius names it.
SteppedOccupancy Occupancy(int64_t first_step, int64_t last_step, double name) {
  SteppedOccupancy occupancy = {first_step, last_step, {}};
  occupancy.shapes.emplace_back().mutable_disc()->set_radius_m(name);
  return occupancy;
}

// "time:names" of each instant.
std::string Print(const OccupancyTimeline& timeline) {
  std::string text;
  for (const proto::TimedOccupancy& instant : timeline.occupancies) {
    absl::StrAppend(&text, text.empty() ? "" : " ", instant.time_s(), ":");
    for (const proto::Shape& shape : instant.shapes()) absl::StrAppend(&text, shape.disc().radius_m());
  }
  return text;
}

TEST(MakeOccupancyTimelineTest, TellsWhatHoldsFromEachInstantOn) {
  const struct {
    const char* name;
    std::vector<SteppedOccupancy> stepped;
    const char* expected;
    int gaps;
  } cases[] = {
      {"one step", {Occupancy(4, 4, 1)}, "2:1", 0},
      {"one interval", {Occupancy(4, 8, 1)}, "2:1 4:1", 0},
      {"consecutive steps", {Occupancy(0, 0, 1), Occupancy(1, 1, 2), Occupancy(2, 2, 3)}, "0:1 0.5:2 1:3", 0},
      {"intervals that share their ends",
       {Occupancy(0, 2, 1), Occupancy(2, 4, 2), Occupancy(4, 6, 3)},
       "0:1 1:12 1.5:2 2:23 2.5:3 3:3",
       0},
      {"a gap", {Occupancy(0, 0, 1), Occupancy(6, 6, 2)}, "0:1 3:2", 1},
      {"a nested interval", {Occupancy(0, 10, 1), Occupancy(2, 3, 2)}, "0:1 1:12 2:1 5:1", 0},
      {"negative steps", {Occupancy(-2, -2, 1), Occupancy(-1, -1, 2)}, "-1:1 -0.5:2", 0},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.name);
    const absl::StatusOr<OccupancyTimeline> timeline = MakeOccupancyTimeline(test.stepped, 0.5);
    ASSERT_TRUE(timeline.ok()) << timeline.status();
    EXPECT_EQ(Print(*timeline), test.expected);
    EXPECT_EQ(timeline->gaps, test.gaps);
  }
}

TEST(MakeOccupancyTimelineTest, RefusesToGrowWithoutLimit) {
  std::vector<SteppedOccupancy> stepped;
  for (int i = 0; i < 500; ++i) stepped.push_back(Occupancy(i, 1000000, 1));
  const absl::StatusOr<OccupancyTimeline> timeline = MakeOccupancyTimeline(stepped, 0.5);
  ASSERT_FALSE(timeline.ok());
  EXPECT_EQ(timeline.status().message(), "overlapping time intervals come to more than 100000 shapes");
}

}  // namespace
}  // namespace collision2d::planner
