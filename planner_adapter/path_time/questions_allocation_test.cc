
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/path_time/conflict.h"
#include "planner_adapter/path_time/profile_check.h"
#include "planner_adapter/path_time/testing/random_regions.h"

namespace collision2d::planner {
namespace {

TEST(QuestionsTest, AllocateNothingAfterTheFirst) {
  Random random(TestSeed());
  const TestRegions owner = RandomRegions(random, 10, 8);
  const PathTimeGraph& graph = owner.view();
  std::vector<double> times_s;
  for (int k = 0; k <= 20; ++k) times_s.push_back(0.4 * k);
  std::vector<double> stations_m;
  for (int i = 0; i < 100 * 21; ++i) stations_m.push_back((i % 21) * (i / 21) * 0.05);
  std::vector<SpeedProfileCheck> checks(100);
  SpeedProfileIndex index;
  const std::vector<ProfilePiece> pieces = {{0.0, 10.0, 8.0, 1.0, -0.5}, {4.0, 10.0 + 32.0 + 8.0 - 32.0 / 6.0, 5.0}};
  std::vector<Interval> free;
  const auto ask = [&] {
    int ok = index.Assign(graph, times_s).ok();
    ok += index.Check(stations_m, absl::MakeSpan(checks)).ok();
    ok += CheckSpeedProfile(graph, {pieces, 8.0}).ok();
    ok += ComputeTimeToCollision(graph, {0.0, 0.0, 10.0}, -1.0).ok();
    ok += MinimumAcceleration(graph, {{0.0, 0.0, 10.0}, 0.5, 1.0}, Side::kBehind).ok();
    ok += LastStopStation(graph, {{0.0, 0.0, 10.0}, 0.5, 1.0}, 3.0).ok();
    ok += FreeTimes(graph, 50.0, 0.1, &free).ok();
    ok += FreeStations(graph, 3.0, 0.1, &free).ok();
    return ok;
  };
  EXPECT_EQ(ask(), 8);
  const int64_t before = AllocationCount();
  const int ok = ask();
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_EQ(ok, 8);
}

}  // namespace
}  // namespace collision2d::planner
