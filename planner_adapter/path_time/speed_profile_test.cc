#include "planner_adapter/path_time/speed_profile.h"

#include "collision2d/testing/test.h"
#include "planner_adapter/path_time/profile_check.h"
#include "planner_adapter/path_time/testing/random_regions.h"

namespace collision2d::planner {
namespace {

TEST(CandidateFromProfileTest, PosesAtStationsTurnsAndPieces) {
  const EgoPath path = *EgoPath::Create({{0.0, {0.0, 0.0}}, {10.0, {10.0, 0.0}}, {20.0, {20.0, 0.0}}});
  // Brakes from 10 m/s at 5 m, is at 10 m twice, and turns back at 12.5 m.
  const std::vector<ProfilePiece> pieces = {{0.0, 5.0, 0.0}, {1.0, 5.0, 10.0, -20.0 / 3.0}};
  const auto trajectory = CandidateFromProfile(path, {pieces, 4.0}, "back");
  ASSERT_TRUE(trajectory.ok()) << trajectory.status();
  std::vector<double> xs;
  for (const TimedPose& pose : trajectory->poses) xs.push_back(pose.position.x);
  ASSERT_EQ(xs.size(), 6u);
  const double expected[] = {5.0, 5.0, 10.0, 12.5, 10.0, 5.0};
  for (size_t k = 0; k < xs.size(); ++k) EXPECT_NEAR(xs[k], expected[k], 1e-9) << k;
  EXPECT_EQ(trajectory->poses[1].time_s, 1.0);
  EXPECT_NEAR(trajectory->poses[3].time_s, 2.5, 1e-12);
  EXPECT_EQ(trajectory->poses[5].time_s, 4.0);
  // A path of one pose, a profile of one point, and one that leaves the path.
  const EgoPath point = *EgoPath::Create({{3.0, {1.0, 2.0}, 0.5}});
  const std::vector<ProfilePiece> stands = {{0.0, 3.0}};
  EXPECT_EQ(CandidateFromProfile(point, {stands, 0.0}, "point")->poses.size(), 1u);
  EXPECT_EQ(CandidateFromProfile(point, {stands, 1.0}, "stands")->poses.size(), 2u);
  EXPECT_EQ(CandidateFromProfile(path, {pieces, 8.0}, "leaves").status().message(),
            "pieces[1].station_m: 5 is not the beginning of a piece that remains on the path");
}

TEST(AcceleratedProfileTest, StopsAndStands) {
  const StationState state = {1.0, 10.0, 4.0};
  const auto pieces = AcceleratedProfile(state, 0.5, -2.0, 8.0);
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[1].time_s, 1.5);
  EXPECT_EQ(pieces[1].station_m, 12.0);
  EXPECT_EQ(pieces[2].time_s, 3.5);
  EXPECT_EQ(pieces[2].station_m, 16.0);
  EXPECT_EQ(pieces[2].speed_mps, 0.0);
  // Its pieces join where times are coarse.
  constexpr double kFar_s = 1.7e9;
  const TestRegions far({0.0, 100.0}, {kFar_s, kFar_s + 8.0});
  const auto late = AcceleratedProfile({kFar_s + 1.0, 10.0, 30.0}, 0.3, -20.0, kFar_s + 8.0);
  EXPECT_EQ(late.size(), 3u);
  EXPECT_TRUE(CheckSpeedProfile(far.view(), {late, kFar_s + 8.0}).ok());
  EXPECT_EQ(AcceleratedProfile(state, 0.0, -2.0, 8.0).size(), 2u);
  EXPECT_EQ(AcceleratedProfile(state, 0.0, -2.0, 2.0).size(), 1u);
  EXPECT_EQ(AcceleratedProfile(state, 10.0, -2.0, 8.0).size(), 1u);
  EXPECT_EQ(AcceleratedProfile({1.0, 10.0, 0.0}, 0.0, -2.0, 8.0).size(), 1u);
  EXPECT_EQ(AcceleratedProfile({1.0, 10.0, 0.0}, 0.0, -2.0, 8.0)[0].acceleration_mps2, 0.0);
}

}  // namespace
}  // namespace collision2d::planner
