#include "planner_adapter/path_time/conflict.h"

#include "collision2d/testing/test.h"
#include "planner_adapter/path_time/profile_check.h"
#include "planner_adapter/path_time/testing/random_regions.h"

// The questions about conflicts, against samples by long double.

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TestRegions OneRegion(const std::vector<StationTime>& polygon) {
  TestRegions regions({0.0, 100.0}, {0.0, 8.0});
  regions.AddRegion();
  regions.AddPart(polygon, polygon);
  return regions;
}

// Stations 40 to 60, times 3 to 5.
TestRegions Square() { return OneRegion({{40.0, 3.0}, {60.0, 3.0}, {60.0, 5.0}, {40.0, 5.0}}); }

// The range of one polygon at a station, or at a time: by long double.
struct Range {
  long double min = 1e9L;
  long double max = -1e9L;
};
Range RangeAt(absl::Span<const StationTime> polygon, bool at_station, long double at) {
  Range range;
  for (size_t i = 0; i < polygon.size(); ++i) {
    const StationTime& p = polygon[i];
    const StationTime& q = polygon[(i + 1) % polygon.size()];
    const long double a = at_station ? p.station_m : p.time_s;
    const long double b = at_station ? q.station_m : q.time_s;
    if ((at < a && at < b) || (at > a && at > b)) continue;
    const long double pa = at_station ? p.time_s : p.station_m;
    const long double pb = at_station ? q.time_s : q.station_m;
    for (const long double along : {a == b ? pa : pa + (pb - pa) * ((at - a) / (b - a)), a == b ? pb : 1e9L}) {
      if (along == 1e9L) continue;
      range.min = std::min(range.min, along);
      range.max = std::max(range.max, along);
    }
  }
  return range;
}

TEST(BrakingTest, Square) {
  const TestRegions owner = Square();
  const PathTimeGraph& regions = owner.view();
  // Must stop within 40 m: the obstacle leaves at 5 s, when 10 m/s braked by b have gone 50 - 12.5
  // b.
  Requirement need = *MinimumAcceleration(regions, {{0.0, 0.0, 10.0}, 0.0, 0.0}, Side::kBehind);
  EXPECT_NEAR(need.sufficient, 0.8, 1e-5);
  EXPECT_NEAR(need.necessary, 0.8, 1e-5);
  EXPECT_LT(need.necessary, need.sufficient);
  EXPECT_EQ(need.region, 0);
  // A gap and a delay: from 10 m on, 29 m are left, and 4 s: 40 - 8 b <= 29.
  EXPECT_NEAR(MinimumAcceleration(regions, {{0.0, 0.0, 10.0}, 1.0, 1.0}, Side::kBehind)->sufficient, 11.0 / 8.0, 1e-5);
  // 20 m/s, 4 m left: v^2 / 8.
  EXPECT_NEAR(MinimumAcceleration(regions, {{0.0, 36.0, 20.0}, 0.0, 0.0}, Side::kBehind)->sufficient, 50.0, 1e-3);
  EXPECT_EQ(MinimumAcceleration(regions, {{0.0, 0.0, 5.0}, 0.0, 0.0}, Side::kBehind)->sufficient, 0.0);
  EXPECT_EQ(MinimumAcceleration(regions, {{0.0, 0.0, 5.0}, 0.0, 0.0}, Side::kBehind)->region, -1);
  EXPECT_EQ(MinimumAcceleration(regions, {{0.0, 50.0, 5.0}, 0.0, 0.0}, Side::kBehind)->sufficient, kInfinity);
  EXPECT_EQ(MinimumAcceleration(regions, {{0.0, 35.0, 10.0}, 1.0, 0.0}, Side::kBehind)->sufficient, kInfinity);
  // It has passed: not counted among all.
  EXPECT_EQ(MinimumAcceleration(regions, {{0.0, 61.0, 5.0}, 0.0, 0.0}, Side::kBehind)->sufficient, 0.0);
  EXPECT_EQ(MinimumAcceleration(regions, {{0.0, 61.0, 5.0}, 0.0, 0.0}, Side::kBehind, owner.region(0))->sufficient,
            kInfinity);
  // 60 m in 3 s from 10 m/s: 30 + 4.5 a.
  need = *MinimumAcceleration(regions, {{0.0, 0.0, 10.0}, 0.0, 0.0}, Side::kInFront);
  EXPECT_NEAR(need.sufficient, 30.0 / 4.5, 1e-5);
  EXPECT_NEAR(need.necessary, 30.0 / 4.5, 1e-5);
  EXPECT_NEAR(MinimumAcceleration(regions, {{0.0, 0.0, 10.0}, 1.0, 2.0}, Side::kInFront)->sufficient, 16.0, 1e-5);
  EXPECT_EQ(MinimumAcceleration(regions, {{0.0, 50.0, 10.0}, 1.0, 0.0}, Side::kInFront)->sufficient, 0.0);
  EXPECT_EQ(MinimumAcceleration(regions, {{3.5, 35.0, 10.0}, 1.0, 0.0}, Side::kInFront)->sufficient, kInfinity);
  // 10 m/s, 2 m/s^2: stops within 25 m; but it may pass behind: 50 - (5 - c)^2 <= 40.
  EXPECT_NEAR(LastStopStation(regions, {{0.0, 0.0, 10.0}, 0.0, 0.0}, 2.0)->sufficient, 10.0 * (5.0 - std::sqrt(10.0)),
              1e-5);
  EXPECT_NEAR(LastStopStation(regions, {{0.0, 0.0, 10.0}, 0.5, 0.0}, 2.0)->sufficient, 45.0 - 10.0 * std::sqrt(10.0),
              1e-5);
  EXPECT_NEAR(LastStopStation(regions, {{0.0, 0.0, 20.0}, 0.0, 1.0}, 10.0)->necessary, 19.0, 1e-5);
  EXPECT_EQ(LastStopStation(regions, {{0.0, 0.0, 5.0}, 0.0, 0.0}, 10.0)->sufficient, kInfinity);
  EXPECT_NEAR(LastStopStation(regions, {{0.0, 50.0, 0.0}, 0.0, 0.0}, 10.0)->sufficient, 40.0, 1e-5);
  const auto message = [&](double delay, double gap, double deceleration, int region) {
    return std::string(
        LastStopStation(regions, {{0.0, 0.0, 5.0}, delay, gap}, deceleration, owner.region(region)).status().message());
  };
  EXPECT_EQ(message(-1.0, 0.0, 1.0, 0), "delay_s: -1 is negative or not finite");
  EXPECT_EQ(message(0.0, std::nan(""), 1.0, 0), "gap_m: nan is negative or not finite");
  EXPECT_EQ(message(kInfinity, -1.0, 1.0, 0), "delay_s: inf is negative or not finite");
  EXPECT_EQ(message(0.0, 0.0, kInfinity, 0), "deceleration_mps2: inf is not positive and finite");
  EXPECT_EQ(message(0.0, 0.0, 0.0, 0), "deceleration_mps2: 0 is not positive and finite");
}

// How much a state that changes its acceleration keeps the gap at least, at samples of time;
// negative: it does not.
long double KeptGap(const PathTimeGraph& regions, int region, bool inner, const StationState& state, double change_s,
                    double acceleration, double gap_m, bool behind) {
  long double kept = 1e9L;
  for (const RegionPart& part : regions.parts(regions.regions()[static_cast<size_t>(region)])) {
    const auto polygon = inner ? regions.inner(part) : regions.outer(part);
    std::vector<double> times_s;
    for (const StationTime& vertex : polygon) times_s.push_back(vertex.time_s);
    const PathTimeBox& box = inner ? part.inner_box : part.outer_box;
    for (int k = 0; k <= 100 && !polygon.empty(); ++k) {
      times_s.push_back(box.min_time_s + (box.max_time_s - box.min_time_s) * (k / 100.0));
    }
    times_s.push_back(state.time_s);
    for (const double time_s : times_s) {
      if (time_s < state.time_s) continue;
      const Range range = RangeAt(polygon, false, time_s);
      if (range.min > range.max) continue;
      long double x = std::max(0.0L, static_cast<long double>(time_s) - change_s);
      if (acceleration < 0.0) x = std::min(x, -static_cast<long double>(state.speed_mps) / acceleration);
      const long double before_s =
          std::min(static_cast<long double>(time_s), static_cast<long double>(change_s)) - state.time_s;
      const long double station_m = state.station_m + state.speed_mps * (before_s + x) + acceleration * x * x / 2;
      kept = std::min(kept, behind ? range.min - gap_m - station_m : station_m - gap_m - range.max);
    }
  }
  return kept;
}

TEST(BrakingTest, RandomStatesAgainstSamples) {
  Random random(TestSeed() + 3);
  const int64_t cases = TestCaseCount(3000);
  int finite = 0;
  int finite_stops = 0;
  TestRegions owner = Square();
  for (int64_t i = 0; i < cases; ++i) {
    if (i % 10 == 0) owner = RandomRegions(random, 2, random.Integer(1, 4));
    const PathTimeGraph& regions = owner.view();
    const int region = random.Index(2);
    const StationState state = {random.Uniform(0.0, 3.0), random.Uniform(0.0, 90.0),
                                random.Chance(0.1) ? 0.0 : random.Uniform(0.0, 25.0)};
    const double delay_s = random.Chance(0.3) ? 0.0 : random.Uniform(0.0, 1.0);
    const double gap_m = random.Chance(0.3) ? 0.0 : random.Uniform(0.0, 4.0);
    const double change_s = state.time_s + delay_s;
    for (const bool behind : {true, false}) {
      const double sign = behind ? -1.0 : 1.0;
      const Requirement need = *MinimumAcceleration(regions, {state, delay_s, gap_m},
                                                    behind ? Side::kBehind : Side::kInFront, owner.region(region));
      const auto kept = [&](bool inner, double value) {
        return KeptGap(regions, region, inner, state, change_s, sign * value, gap_m, behind);
      };
      ASSERT_LE(need.necessary, need.sufficient);
      for (const bool inner : {false, true}) {
        const double value = inner ? need.necessary : need.sufficient;
        if (value > 0.0 && value < 1e3) {
          ++finite;
          const double tolerance = inner ? 3e-6 : 0.0;
          ASSERT_GT(kept(inner, value), -tolerance) << i << " " << value;
          // Samples of time miss where little less is needed for a moment.
          ASSERT_TRUE(value >= 50.0 || kept(inner, 0.99 * value - 1e-3) < 2e-3L) << i << " " << value;
        } else if (value == 0.0) {
          ASSERT_GT(kept(inner, 0.0), inner ? -3e-6 : 0.0) << i;
        } else if (value >= 1e3) {
          ASSERT_LT(kept(inner, 500.0), 1e-2) << i;
        }
      }
    }
    const double deceleration = random.Uniform(1.0, 10.0);
    const Requirement last = *LastStopStation(regions, {state, delay_s, gap_m}, deceleration, owner.region(region));
    ASSERT_GE(last.necessary, last.sufficient);
    for (const bool inner : {false, true}) {
      const double station_m = inner ? last.necessary : last.sufficient;
      if (!(station_m >= state.station_m) || state.speed_mps == 0.0) continue;
      const auto kept = [&](double at_m) {
        const double at_s = state.time_s + (at_m - state.station_m) / state.speed_mps + delay_s;
        return KeptGap(regions, region, inner, state, at_s, -deceleration, gap_m, true);
      };
      if (std::isinf(station_m)) {
        ASSERT_GT(kept(1e6), inner ? -3e-6 : 0.0);
        continue;
      }
      ++finite_stops;
      ASSERT_GT(kept(station_m), inner ? -3e-6 : 0.0) << i << " " << station_m;
      ASSERT_LT(kept(station_m + 0.1), 2e-3) << i << " " << station_m;
    }
  }
  EXPECT_GT(finite, cases / 2);
  EXPECT_GT(finite_stops, cases / 10);
}

// With the sufficient value CheckSpeedProfile proves the profile free of the region.
TEST(BrakingTest, SufficientProfilesAreProvenFree) {
  Random random(TestSeed() + 4);
  int found = 0;
  for (int i = 0; i < 3000; ++i) {
    const TestRegions owner = RandomRegions(random, 1, random.Integer(1, 4));
    const StationState state = {0.0, random.Uniform(0.0, 60.0), random.Uniform(0.0, 20.0)};
    const double delay_s = random.Chance(0.3) ? 0.0 : random.Uniform(0.0, 1.0);
    const Requirement need = *MinimumAcceleration(owner.view(), {state, delay_s, 0.0}, Side::kBehind);
    if (!(need.sufficient > 0.0 && need.sufficient < 20.0)) continue;
    const AcceleratedPieces pieces = AcceleratedProfile(state, delay_s, -need.sufficient, 8.0);
    const auto check = CheckSpeedProfile(owner.view(), {pieces, 8.0});
    if (!check.ok()) continue;  // It leaves the path.
    ++found;
    ASSERT_EQ(check->verdict, MotionVerdict::kFree) << i;
  }
  EXPECT_GT(found, 200);
}

TEST(FreeWindowsTest, Square) {
  const TestRegions owner = Square();
  std::vector<Interval> free;
  ASSERT_TRUE(FreeTimes(owner.view(), 50.0, 0.0, &free).ok());
  ASSERT_EQ(free.size(), 2u);
  EXPECT_EQ(free[0].min, 0.0);
  EXPECT_NEAR(free[0].max, 3.0, 1e-8);
  EXPECT_NEAR(free[1].min, 5.0, 1e-8);
  EXPECT_EQ(free[1].max, 8.0);
  ASSERT_TRUE(FreeTimes(owner.view(), 50.0, 0.5, &free).ok());
  EXPECT_NEAR(free[0].max, 2.5, 1e-8);
  EXPECT_NEAR(free[1].min, 5.5, 1e-8);
  ASSERT_TRUE(FreeTimes(owner.view(), 50.0, 4.0, &free).ok());
  EXPECT_TRUE(free.empty());
  ASSERT_TRUE(FreeTimes(owner.view(), 30.0, 4.0, &free).ok());
  ASSERT_EQ(free.size(), 1u);
  EXPECT_EQ(free[0].max, 8.0);
  ASSERT_TRUE(FreeStations(owner.view(), 4.0, 0.0, &free).ok());
  ASSERT_EQ(free.size(), 2u);
  EXPECT_NEAR(free[0].max, 40.0, 1e-8);
  EXPECT_NEAR(free[1].min, 60.0, 1e-8);
  EXPECT_EQ(free[1].max, 100.0);
  ASSERT_TRUE(FreeStations(owner.view(), 2.0, 0.5, &free).ok());
  EXPECT_EQ(free.size(), 1u);
  EXPECT_EQ(FreeTimes(owner.view(), 101.0, 0.0, &free).message(), "station_m: 101 is not within [0, 100]");
  EXPECT_EQ(FreeStations(owner.view(), std::nan(""), 0.0, &free).message(), "time_s: nan is not within [0, 8]");
  EXPECT_EQ(FreeStations(owner.view(), 1.0, -1.0, &free).message(), "time_uncertainty_s: -1 is negative or not finite");
  EXPECT_EQ(FreeTimes(owner.view(), 1.0, kInfinity, &free).message(),
            "time_uncertainty_s: inf is negative or not finite");
  EXPECT_TRUE(free.empty());
  // A path of one pose, free at first.
  TestRegions point({5.0, 5.0}, {0.0, 8.0});
  point.AddRegion();
  point.AddPart(std::vector<StationTime>{{5.0, 2.0}, {5.0, 3.0}, {5.0, 3.0}}, {});
  ASSERT_TRUE(FreeStations(point.view(), 1.0, 0.0, &free).ok());
  ASSERT_EQ(free.size(), 1u);
  ASSERT_TRUE(FreeStations(point.view(), 2.5, 0.0, &free).ok());
  EXPECT_TRUE(free.empty());
}

TEST(FreeWindowsTest, RandomRegionsAgainstSamples) {
  Random random(TestSeed() + 5);
  std::vector<Interval> free;
  int occupied = 0;
  for (int i = 0; i < 2000; ++i) {
    const TestRegions owner = RandomRegions(random, random.Integer(1, 6), random.Integer(1, 6));
    const double uncertainty_s = random.Chance(0.5) ? 0.0 : random.Uniform(0.0, 0.5);
    const bool of_times = random.Chance(0.5);
    const double at = of_times ? random.Uniform(0.0, 100.0) : random.Uniform(0.0, 8.0);
    ASSERT_TRUE((of_times ? FreeTimes(owner.view(), at, uncertainty_s, &free)
                          : FreeStations(owner.view(), at, uncertainty_s, &free))
                    .ok());
    for (size_t k = 0; k + 1 < free.size(); ++k) ASSERT_LT(free[k].max, free[k + 1].min);
    for (int sample = 0; sample < 100; ++sample) {
      const double along = of_times ? random.Uniform(0.0, 8.0) : random.Uniform(0.0, 100.0);
      bool is_free = false;
      for (const auto& [min, max] : free) is_free = is_free || (along > min && along < max);
      // Between the samples of the uncertainty a region may be missed.
      const long double least = is_free ? 0.0L : uncertainty_s == 0.0 ? -1e-7L : -0.5L;
      long double depth = -1e9L;
      const int shifts = uncertainty_s == 0.0 ? 0 : 20;
      for (int k = -shifts; k <= shifts; ++k) {
        const double shift_s = uncertainty_s * k / 20.0;
        depth = std::max(depth, of_times ? DepthIn(owner.view(), false, at, along + shift_s, kAllRegions, least)
                                         : DepthIn(owner.view(), false, along, at + shift_s, kAllRegions, least));
      }
      if (is_free) {
        ASSERT_LT(depth, 0.0L) << i;
      } else {
        ASSERT_GT(depth, least) << i;
      }
      occupied += !is_free;
    }
  }
  EXPECT_GT(occupied, 1000);
}

}  // namespace
}  // namespace collision2d::planner
