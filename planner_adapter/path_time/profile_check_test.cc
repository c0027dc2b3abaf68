#include "planner_adapter/path_time/profile_check.h"

#include "collision2d/testing/test.h"
#include "planner_adapter/path_time/testing/random_regions.h"

namespace collision2d::planner::profile_check_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A square in the middle: stations 40 to 60, times 3 to 5.
TestRegions Square(double inset) {
  TestRegions regions({0.0, 100.0}, {0.0, 8.0});
  regions.AddRegion();
  const std::vector<StationTime> outer = {{40.0, 3.0}, {60.0, 3.0}, {60.0, 5.0}, {40.0, 5.0}};
  const std::vector<StationTime> inner = {{40.0 + inset, 3.0 + inset},
                                          {60.0 - inset, 3.0 + inset},
                                          {60.0 - inset, 5.0 - inset},
                                          {40.0 + inset, 5.0 - inset}};
  regions.AddPart(outer, inner);
  return regions;
}

SpeedProfileCheck CheckPoints(const TestRegions& regions, const std::vector<StationTime>& points) {
  std::vector<ProfilePiece> pieces;
  const auto profile = LinearProfile(points, &pieces);
  EXPECT_TRUE(profile.ok()) << profile.status();
  const auto check = CheckSpeedProfile(regions.view(), *profile);
  EXPECT_TRUE(check.ok()) << check.status();
  return *check;
}

TEST(ProfileCheckTest, Square) {
  const TestRegions regions = Square(0.125);
  SpeedProfileCheck check = CheckPoints(regions, {{0.0, 0.0}, {80.0, 8.0}});
  EXPECT_EQ(check.verdict, MotionVerdict::kCollides);
  EXPECT_NEAR(check.free_until_s, 4.0, 1e-8);
  EXPECT_LT(check.free_until_s, 4.0);
  EXPECT_NEAR(check.contact_by_s, 4.0125, 1e-8);
  EXPECT_NEAR(check.station_m, 40.125, 1e-7);
  EXPECT_EQ(check.region, 0);
  // In front of it and behind it.
  check = CheckPoints(regions, {{0.0, 0.0}, {61.0, 3.0}, {80.0, 8.0}});
  EXPECT_EQ(check.verdict, MotionVerdict::kFree);
  EXPECT_EQ(check.free_until_s, 8.0);
  EXPECT_EQ(check.contact_by_s, kInfinity);
  EXPECT_EQ(check.station_m, 80.0);
  EXPECT_EQ(check.region, -1);
  EXPECT_EQ(CheckPoints(regions, {{0.0, 0.0}, {39.0, 5.0}, {80.0, 8.0}}).verdict, MotionVerdict::kFree);
  // Reversing out of it, standing in it, a point in it.
  EXPECT_EQ(CheckPoints(regions, {{100.0, 0.0}, {50.0, 4.0}}).verdict, MotionVerdict::kCollides);
  check = CheckPoints(regions, {{50.0, 0.0}, {50.0, 8.0}});
  EXPECT_NEAR(check.contact_by_s, 3.125, 1e-8);
  check = CheckPoints(regions, {{50.0, 4.0}});
  EXPECT_EQ(check.verdict, MotionVerdict::kCollides);
  EXPECT_EQ(check.contact_by_s, 4.0);
  EXPECT_EQ(check.free_until_s, 4.0);
  EXPECT_EQ(CheckPoints(regions, {{20.0, 4.0}}).verdict, MotionVerdict::kFree);
}

TEST(ProfileCheckTest, TouchingAndBetweenTheBoundsIsUndecided) {
  const TestRegions regions = Square(0.125);
  // Along the lower side, through a corner, from a corner on, at a side's time.
  for (const std::vector<StationTime>& points :
       std::vector<std::vector<StationTime>>{{{40.0, 0.0}, {40.0, 8.0}},
                                             {{0.0, 1.0}, {40.0, 5.0}, {40.0, 6.0}},
                                             {{60.0, 5.0}, {80.0, 8.0}},
                                             {{50.0, 0.0}, {50.0, 3.0}},
                                             {{40.0625, 0.0}, {40.0625, 8.0}}}) {
    const SpeedProfileCheck check = CheckPoints(regions, points);
    EXPECT_EQ(check.verdict, MotionVerdict::kUndecided);
    EXPECT_EQ(check.region, 0);
    EXPECT_LE(check.free_until_s, check.contact_by_s);
  }
  const SpeedProfileCheck check = CheckPoints(regions, {{40.0625, 0.0}, {40.0625, 8.0}});
  EXPECT_NEAR(check.free_until_s, 3.0, 1e-8);
  EXPECT_NEAR(check.contact_by_s, 5.0, 1e-8);
}

// A jerk without an acceleration: 10 t + t^3 / 6.
TEST(ProfileCheckTest, OddCubic) {
  const TestRegions owner = Square(0.0);
  const std::vector<ProfilePiece> pieces = {{0.0, 0.0, 10.0, 0.0, 1.0}};
  const SpeedProfileCheck check = *CheckSpeedProfile(owner.view(), {pieces, 5.0});
  EXPECT_EQ(check.verdict, MotionVerdict::kCollides);
  const double t = check.contact_by_s;
  EXPECT_NEAR(10.0 * t + t * t * t / 6.0, 40.0, 1e-6);
}

TEST(ProfileCheckTest, OfTwoRegionsThatAreMetAtOnceItIsTheFirst) {
  TestRegions owner({0.0, 100.0}, {0.0, 8.0});
  const std::vector<StationTime> square = {{40.0, 3.0}, {60.0, 3.0}, {60.0, 5.0}, {40.0, 5.0}};
  for (int region = 0; region < 3; ++region) {
    owner.AddRegion();
    owner.AddPart(square, square);
  }
  EXPECT_EQ(CheckPoints(owner, {{0.0, 0.0}, {100.0, 8.0}}).region, 0);
  SpeedProfileIndex index;
  ASSERT_TRUE(index.Assign(owner.view(), {0.0, 8.0}).ok());
  SpeedProfileCheck check;
  ASSERT_TRUE(index.Check({0.0, 100.0}, absl::MakeSpan(&check, 1)).ok());
  EXPECT_EQ(check.verdict, MotionVerdict::kCollides);
  EXPECT_EQ(check.region, 0);
}

TEST(ProfileCheckTest, DegenerateRegions) {
  // A path of one pose.
  TestRegions point_path({7.0, 7.0}, {0.0, 8.0});
  point_path.AddRegion();
  const std::vector<StationTime> line = {{7.0, 2.0}, {7.0, 2.0}, {7.0, 3.0}, {7.0, 3.0}};
  point_path.AddPart(line, line);
  SpeedProfileCheck check = CheckPoints(point_path, {{7.0, 0.0}, {7.0, 8.0}});
  EXPECT_EQ(check.verdict, MotionVerdict::kCollides);
  EXPECT_NEAR(check.contact_by_s, 2.0, 1e-8);
  EXPECT_EQ(CheckPoints(point_path, {{7.0, 4.0}, {7.0, 8.0}}).verdict, MotionVerdict::kFree);
  // A graph of one instant.
  TestRegions instant({0.0, 10.0}, {2.0, 2.0});
  instant.AddRegion();
  const std::vector<StationTime> at_once = {{3.0, 2.0}, {4.0, 2.0}, {4.0, 2.0}, {3.0, 2.0}};
  instant.AddPart(at_once, at_once);
  EXPECT_EQ(CheckPoints(instant, {{3.5, 2.0}}).verdict, MotionVerdict::kCollides);
  EXPECT_EQ(CheckPoints(instant, {{4.5, 2.0}}).verdict, MotionVerdict::kFree);
  // No regions at all.
  const TestRegions nothing({0.0, 10.0}, {0.0, 8.0});
  EXPECT_EQ(CheckPoints(nothing, {{0.0, 0.0}, {10.0, 8.0}}).verdict, MotionVerdict::kFree);
}

// Of linear profiles and polygons with small integer coordinates integer arithmetic knows whether
// they touch, and no other pair is nearer than rounding.
TEST(ProfileCheckTest, ExactOnGrids) {
  Random random(TestSeed());
  int64_t touching = 0;
  const int64_t cases = TestCaseCount(50'000);
  for (int64_t i = 0; i < cases; ++i) {
    TestRegions regions({0.0, 12.0}, {0.0, 12.0});
    regions.AddRegion();
    int64_t s[3];
    int64_t t[3];
    int64_t area = 0;
    do {
      for (int k = 0; k < 3; ++k) {
        s[k] = random.Integer(2, 10);
        t[k] = random.Integer(2, 10);
      }
      area = (s[1] - s[0]) * (t[2] - t[0]) - (t[1] - t[0]) * (s[2] - s[0]);
    } while (area <= 0);
    std::vector<StationTime> triangle;
    for (int k = 0; k < 3; ++k) triangle.push_back({static_cast<double>(s[k]), static_cast<double>(t[k])});
    regions.AddPart(triangle, triangle);
    const int64_t a[2] = {random.Integer(0, 12), random.Integer(0, 5)};
    const int64_t b[2] = {random.Integer(0, 12), random.Integer(6, 12)};
    // Separating axes of a segment and a triangle.
    int least_in = 1;
    const auto separate = [&](int64_t ns, int64_t nt) {
      int64_t low = std::numeric_limits<int64_t>::max();
      int64_t high = std::numeric_limits<int64_t>::min();
      for (int k = 0; k < 3; ++k) {
        low = std::min(low, ns * s[k] + nt * t[k]);
        high = std::max(high, ns * s[k] + nt * t[k]);
      }
      const int64_t of_a = ns * a[0] + nt * a[1];
      const int64_t of_b = ns * b[0] + nt * b[1];
      const int64_t gap = std::max(low - std::max(of_a, of_b), std::min(of_a, of_b) - high);
      least_in = std::min(least_in, gap > 0 ? -1 : gap == 0 ? 0 : 1);
    };
    for (int k = 0; k < 3; ++k) separate(t[(k + 1) % 3] - t[k], s[k] - s[(k + 1) % 3]);
    separate(b[1] - a[1], a[0] - b[0]);
    const SpeedProfileCheck check = CheckPoints(regions, {{static_cast<double>(a[0]), static_cast<double>(a[1])},
                                                          {static_cast<double>(b[0]), static_cast<double>(b[1])}});
    ASSERT_EQ(check.verdict == MotionVerdict::kFree, least_in < 0) << i;
    if (least_in > 0) {
      ASSERT_EQ(check.verdict, MotionVerdict::kCollides) << i;
    }
    touching += least_in == 0;
  }
  EXPECT_GT(touching, cases / 50);
}

TEST(ProfileCheckTest, RandomProfilesAgainstSamples) {
  constexpr int kSamples = 60;
  Random random(TestSeed() + 1);
  int64_t count[3] = {};
  const int64_t cases = TestCaseCount(120'000);
  TestRegions owner({0.0, 1.0}, {0.0, 1.0});
  for (int64_t i = 0; i < cases; ++i) {
    if (i % 100 == 0) owner = RandomRegions(random, random.Integer(1, 4), random.Integer(1, 5));
    const PathTimeGraph& regions = owner.view();
    double end_s = 0.0;
    const std::vector<ProfilePiece> pieces = RandomPieces(random, random.Integer(1, 3), &end_s);
    const SpeedProfile profile = {pieces, end_s};
    const int region = random.Chance(0.2) ? random.Index(static_cast<int>(regions.regions().size())) : kAllRegions;
    const auto result = CheckSpeedProfile(regions, profile, owner.region(region));
    ASSERT_TRUE(result.ok()) << result.status();
    const SpeedProfileCheck& check = *result;
    ++count[static_cast<int>(check.verdict)];
    const double start_s = pieces.front().time_s;
    for (int k = 0; k <= kSamples; ++k) {
      const double time_s = start_s + (end_s - start_s) * random.Uniform(0.0, 1.0);
      const long double station_m = StationOf(profile, time_s);
      if (time_s < check.free_until_s || check.verdict == MotionVerdict::kFree) {
        ASSERT_LT(DepthIn(regions, false, station_m, time_s, region, 0.0L), 0.0L) << i << " at " << time_s;
      }
      if (time_s < check.contact_by_s || check.verdict == MotionVerdict::kUndecided) {
        ASSERT_LT(DepthIn(regions, true, station_m, time_s, region, 1e-7L), 1e-7L) << i << " at " << time_s;
      }
      if (check.verdict == MotionVerdict::kUndecided && time_s > check.contact_by_s) {
        ASSERT_LT(DepthIn(regions, false, station_m, time_s, region, 0.0L), 0.0L) << i << " at " << time_s;
      }
    }
    if (check.verdict == MotionVerdict::kFree) continue;
    ASSERT_LE(check.free_until_s, check.contact_by_s);
    const long double first_m = StationOf(profile, check.free_until_s);
    ASSERT_GT(DepthIn(regions, false, first_m, check.free_until_s, region), -3e-8L) << i;
    if (check.verdict == MotionVerdict::kCollides) {
      const long double station_m = StationOf(profile, check.contact_by_s);
      ASSERT_GT(DepthIn(regions, true, station_m, check.contact_by_s, check.region), -1e-13L) << i;
      ASSERT_NEAR(static_cast<double>(station_m), check.station_m, 1e-9);
    }
  }
  for (const int64_t of_verdict : count) EXPECT_GT(of_verdict, cases / 200);
}

// Far from the origin of stations and of time the same square is found, to the resolution of a
// double.
TEST(ProfileCheckTest, FarFromTheOrigin) {
  constexpr double kFar_m = 1e5;
  constexpr double kFar_s = 1.7e9;
  TestRegions regions({kFar_m, kFar_m + 100.0}, {kFar_s, kFar_s + 8.0});
  regions.AddRegion();
  const std::vector<StationTime> square = {{kFar_m + 40.0, kFar_s + 3.0},
                                           {kFar_m + 60.0, kFar_s + 3.0},
                                           {kFar_m + 60.0, kFar_s + 5.0},
                                           {kFar_m + 40.0, kFar_s + 5.0}};
  regions.AddPart(square, square);
  const SpeedProfileCheck check = CheckPoints(regions, {{kFar_m, kFar_s}, {kFar_m + 80.0, kFar_s + 8.0}});
  EXPECT_EQ(check.verdict, MotionVerdict::kCollides);
  EXPECT_NEAR(check.free_until_s - kFar_s, 4.0, 1e-6);
  EXPECT_NEAR(check.contact_by_s - kFar_s, 4.0, 1e-6);
  EXPECT_LE(check.free_until_s, check.contact_by_s);
  const std::vector<ProfilePiece> brakes = {{kFar_s, kFar_m + 30.0, 8.0, -4.0}, {kFar_s + 2.0, kFar_m + 38.0}};
  EXPECT_EQ(CheckSpeedProfile(regions.view(), {brakes, kFar_s + 8.0})->verdict, MotionVerdict::kFree);
  // It ends as the region begins.
  SpeedProfileIndex index;
  ASSERT_TRUE(index.Assign(regions.view(), {kFar_s, kFar_s + 3.0}).ok());
  SpeedProfileCheck last;
  ASSERT_TRUE(index.Check({kFar_m, kFar_m + 50.0}, absl::MakeSpan(&last, 1)).ok());
  EXPECT_NE(last.verdict, MotionVerdict::kFree);
  EXPECT_EQ(last.verdict, CheckPoints(regions, {{kFar_m, kFar_s}, {kFar_m + 50.0, kFar_s + 3.0}}).verdict);
}

TEST(SpeedProfileIndexTest, AnswersAsEachProfileAlone) {
  Random random(TestSeed() + 2);
  SpeedProfileIndex index;
  int64_t found = 0;
  for (int round = 0; round < 60; ++round) {
    const TestRegions owner = RandomRegions(random, random.Integer(0, 12), random.Integer(1, 8));
    std::vector<double> times_s = {random.Uniform(0.0, 0.5)};
    for (int count = random.Integer(1, 25); times_s.size() < 2 || (count > 0 && times_s.back() < 7.0); --count) {
      times_s.push_back(times_s.back() + random.Uniform(0.05, 1.0));
    }
    ASSERT_TRUE(index.Assign(owner.view(), times_s).ok());
    constexpr int kProfiles = 100;
    std::vector<double> stations_m;
    for (int i = 0; i < kProfiles; ++i) {
      double station_m = random.Uniform(0.0, 100.0);
      const double speed_mps = random.Uniform(-20.0, 20.0);
      for (size_t k = 0; k < times_s.size(); ++k) {
        stations_m.push_back(random.Chance(0.05) ? std::round(station_m) : station_m);
        station_m = std::clamp(station_m + random.Uniform(0.0, 1.0) * speed_mps, 0.0, 100.0);
      }
    }
    std::vector<SpeedProfileCheck> checks(kProfiles);
    ASSERT_TRUE(index.Check(stations_m, absl::MakeSpan(checks)).ok());
    for (int i = 0; i < kProfiles; ++i) {
      std::vector<StationTime> points;
      for (size_t k = 0; k < times_s.size(); ++k) {
        points.push_back({stations_m[static_cast<size_t>(i) * times_s.size() + k], times_s[k]});
      }
      const SpeedProfileCheck alone = CheckPoints(owner, points);
      const SpeedProfileCheck& check = checks[static_cast<size_t>(i)];
      ASSERT_EQ(check.verdict, alone.verdict);
      ASSERT_EQ(check.free_until_s, alone.free_until_s);
      ASSERT_EQ(check.contact_by_s, alone.contact_by_s);
      ASSERT_NEAR(check.station_m, alone.station_m, 1e-12);
      ASSERT_EQ(check.region, alone.region);
      found += check.verdict != MotionVerdict::kFree;
    }
  }
  EXPECT_GT(found, 1000);
}

TEST(SpeedProfileIndexTest, Errors) {
  const TestRegions owner = Square(0.0);
  SpeedProfileIndex index;
  std::vector<SpeedProfileCheck> checks(2);
  EXPECT_EQ(index.Check({}, {}).message(), "Assign: not called, or with an error");
  EXPECT_EQ(index.Assign(owner.view(), {}).message(), "times_s: there are less than two");
  EXPECT_EQ(index.Assign(owner.view(), {0.0, 1.0, 1.0}).message(),
            "times_s[2]: 1 is not a time of the graph after the previous one");
  EXPECT_EQ(index.Assign(owner.view(), {std::nan(""), 1.0}).message(),
            "times_s[0]: nan is not a time of the graph after the previous one");
  ASSERT_TRUE(index.Assign(owner.view(), {0.0, 1.0}).ok());
  EXPECT_EQ(index.Check({1.0, 2.0, 3.0}, absl::MakeSpan(checks)).message(),
            "stations_m: 3 stations for 2 profiles at 2 times");
  EXPECT_EQ(index.Check({1.0, 2.0, 3.0, std::nan("")}, absl::MakeSpan(checks)).message(),
            "stations_m[1][1]: nan is not a station of the path");
  EXPECT_EQ(index.Check({1.0, 200.0, 3.0, 4.0}, absl::MakeSpan(checks)).message(),
            "stations_m[0][1]: 200 is not a station of the path");
}

// A path of one pose has all its parts in one column.
TEST(SpeedProfileIndexTest, APathOfOnePose) {
  TestRegions owner({7.0, 7.0}, {0.0, 8.0});
  owner.AddRegion();
  const std::vector<StationTime> line = {{7.0, 2.0}, {7.0, 2.0}, {7.0, 3.0}, {7.0, 3.0}};
  owner.AddPart(line, line);
  SpeedProfileIndex index;
  std::vector<SpeedProfileCheck> checks(1);
  ASSERT_TRUE(index.Assign(owner.view(), {0.0, 8.0}).ok());
  ASSERT_TRUE(index.Check({7.0, 7.0}, absl::MakeSpan(checks)).ok());
  EXPECT_EQ(checks[0].verdict, MotionVerdict::kCollides);
  EXPECT_NEAR(checks[0].contact_by_s, 2.0, 1e-8);
}

TEST(TimeToCollisionTest, ConstantSpeedAndAcceleration) {
  const TestRegions owner = Square(0.0);
  const auto ask = [&](const StationState& state, double acceleration) {
    return *ComputeTimeToCollision(owner.view(), state, acceleration);
  };
  EXPECT_NEAR(ask({1.0, 10.0, 10.0}, 0.0).contact_by_s, 4.0, 1e-8);
  // 10 t + t^2 = 30 + 10: at t = 3.06 s.
  EXPECT_NEAR(ask({0.0, 10.0, 10.0}, -1.0).contact_by_s, 10.0 - std::sqrt(40.0), 1e-8);
  // Stops at 39 m, and at 41 m before it comes.
  EXPECT_EQ(ask({0.0, 14.0, 10.0}, -2.0).verdict, MotionVerdict::kFree);
  EXPECT_NEAR(ask({0.0, 41.0 - 2.5, 5.0}, -5.0).contact_by_s, 3.0, 1e-8);
  EXPECT_EQ(ask({0.0, 39.0, 0.0}, -5.0).verdict, MotionVerdict::kFree);
  // It leaves the path.
  const SpeedProfileCheck leaves = ask({0.0, 70.0, 10.0}, 0.0);
  EXPECT_EQ(leaves.verdict, MotionVerdict::kFree);
  EXPECT_NEAR(leaves.free_until_s, 3.0, 1e-12);
  EXPECT_NEAR(leaves.station_m, 100.0, 1e-9);
  EXPECT_EQ(ask({8.0, 100.0, 10.0}, 1.0).free_until_s, 8.0);
  const auto message = [&](const StationState& state, double acceleration) {
    return std::string(ComputeTimeToCollision(owner.view(), state, acceleration).status().message());
  };
  EXPECT_EQ(message({0.0, 10.0, -1.0}, 0.0), "speed_mps: -1 is negative or not finite");
  EXPECT_EQ(message({0.0, 10.0, kInfinity}, 0.0), "speed_mps: inf is negative or not finite");
  EXPECT_EQ(message({0.0, 10.0, 1.0}, kInfinity), "acceleration_mps2: inf is not finite");
  EXPECT_EQ(message({9.0, 10.0, 1.0}, 0.0), "pieces[0].time_s: 9 is not a time of the graph after the previous one");
}

TEST(SpeedProfileTest, ErrorsNameTheIndex) {
  const TestRegions owner = Square(0.0);
  const auto message = [&](const std::vector<ProfilePiece>& pieces, double end_s) {
    return std::string(CheckSpeedProfile(owner.view(), {pieces, end_s}).status().message());
  };
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message({}, 0.0), "pieces: there are none");
  EXPECT_EQ(message({{0.0, 1.0}, {kNan, 1.0}}, 2.0),
            "pieces[1].time_s: nan is not a time of the graph after the previous one");
  EXPECT_EQ(message({{1.0, 1.0}, {1.0, 1.0}}, 2.0),
            "pieces[1].time_s: 1 is not a time of the graph after the previous one");
  EXPECT_EQ(message({{1.0, 1.0}, {0.5, 1.0}}, 2.0),
            "pieces[1].time_s: 0.5 is not a time of the graph after the previous one");
  EXPECT_EQ(message({{1.0, kNan}}, 2.0), "pieces[0].station_m: nan is not finite");
  EXPECT_EQ(message({{1.0, 1.0}, {2.0, 1.1}}, 3.0),
            "pieces[1].station_m: 1.1000000000000001 is not where the previous piece ends");
  EXPECT_EQ(message({{1.0, 1.0, kInfinity}}, 2.0), "pieces[0].speed_mps: inf is not finite");
  EXPECT_EQ(message({{1.0, 1.0, 0.0, kNan}}, 2.0), "pieces[0].acceleration_mps2: nan is not finite");
  EXPECT_EQ(message({{1.0, 1.0, 0.0, 0.0, kNan}}, 2.0), "pieces[0].jerk_mps3: nan is not finite");
  EXPECT_EQ(message({{1.0, 1.0}}, kNan), "end_s: nan is before the last piece or after the graph's times");
  EXPECT_EQ(message({{1.0, 1.0}}, 8.1),
            "end_s: 8.0999999999999996 is before the last piece or after the graph's times");
  EXPECT_EQ(message({{1.0, 1.0, -1.0}}, 3.0),
            "pieces[0].station_m: 1 is not the beginning of a piece that remains on the path");
  // Leaves the path in between only, and so far that nothing is a number.
  EXPECT_EQ(message({{0.0, 1.0, -2.0, 1.0}}, 4.0),
            "pieces[0].station_m: 1 is not the beginning of a piece that remains on the path");
  EXPECT_EQ(message({{0.0, 1.0, 1e308, -1e308, 1e308}}, 8.0),
            "pieces[0].station_m: 1 is not the beginning of a piece that remains on the path");
  std::vector<ProfilePiece> pieces;
  EXPECT_EQ(LinearProfile({}, &pieces).status().message(), "points: there are none");
  EXPECT_EQ(LinearProfile({{0.0, 0.0}, {kNan, 1.0}}, &pieces).status().message(),
            "points[1]: station_m nan or time_s 1 is not finite, or not after the previous one");
  EXPECT_EQ(LinearProfile({{0.0, 0.0}, {1.0, kInfinity}}, &pieces).status().message(),
            "points[1]: station_m 1 or time_s inf is not finite, or not after the previous one");
  EXPECT_EQ(LinearProfile({{0.0, 0.0}, {1.0, 1.0}, {1.0, 1.0}}, &pieces).status().message(),
            "points[2]: station_m 1 or time_s 1 is not finite, or not after the previous one");
}

}  // namespace collision2d::planner::profile_check_test
