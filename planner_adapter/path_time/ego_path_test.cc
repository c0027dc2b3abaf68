#include "planner_adapter/path_time/ego_path.h"

#include "collision2d/testing/test.h"

namespace collision2d::planner {
namespace {

TEST(EgoPathTest, BadPosesAreNamedByIndexAndField) {
  EXPECT_EQ(EgoPath::Create({}).status().message(), "poses: there are none");
  std::vector<PathPose> poses = {{0.0, {0.0, 0.0}, 0.0}, {1.0, {1.0, 0.0}, 0.0}, {2.0, {2.0, 0.0}, 0.0}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto message = [](std::vector<PathPose> bad) { return std::string(EgoPath::Create(bad).status().message()); };
  const auto with = [&poses](size_t k, const PathPose& pose) {
    std::vector<PathPose> bad = poses;
    bad[k] = pose;
    return bad;
  };
  EXPECT_EQ(message(with(1, {nan, {}, 0.0})), "poses[1].station_m: nan is not finite");
  EXPECT_EQ(message(with(2, {2.0, {1e9, 0.0}, 0.0})), "poses[2].x: 1e+09 m is beyond the limit of 1e+08 m");
  EXPECT_EQ(message(with(2, {2.0, {0.0, nan}, 0.0})), "poses[2].y: nan is not finite");
  EXPECT_EQ(message(with(0, {0.0, {}, nan})), "poses[0].yaw_rad: nan is not finite");
  EXPECT_EQ(message(with(0, {0.0, {}, 0.0, {0.0, 1.0, 0.0}})),
            "poses[0].pitch_rad: 1 rad is beyond the limit of 0.7853981633974483 rad");
  EXPECT_EQ(message(with(2, {1.0, {}, 0.0})), "poses[2].station_m: 1 is not 5e-07 m beyond 1");
  EXPECT_TRUE(EgoPath::Create(poses).ok());
}

TEST(EgoPathTest, PosesBetweenTakeTheShorterWay) {
  const EgoPath path = *EgoPath::Create({{0.0, {0.0, 0.0}, 3.0}, {2.0, {2.0, 4.0}, -3.0, {1.0, 0.2, 0.0}}});
  const PathPose middle = path.At(1.0);
  EXPECT_DOUBLE_EQ(middle.position.x, 1.0);
  EXPECT_DOUBLE_EQ(middle.position.y, 2.0);
  EXPECT_DOUBLE_EQ(middle.yaw_rad, M_PI);
  EXPECT_DOUBLE_EQ(middle.elevation.z_m, 0.5);
  EXPECT_DOUBLE_EQ(middle.elevation.pitch_rad, 0.1);
  EXPECT_EQ(path.At(-1.0).position.x, 0.0);
  EXPECT_EQ(path.At(5.0).position.x, 2.0);
}

TEST(EgoPathTest, StationsOfACandidate) {
  Candidate trajectory = {"a", {}};
  trajectory.poses = {{0.0, {0.0, 0.0}, 0.0}, {1.0, {3.0, 4.0}, 0.0}, {2.0, {3.0, 4.0}, 0.0},
                      {3.0, {0.0, 0.0}, 0.0}, {4.0, {0.0, 0.0}, 0.5}, {5.0, {0.0, 1e-9}, 0.5}};
  std::vector<StationTime> profile;
  const EgoPath path = *EgoPath::FromCandidate(trajectory, &profile);
  EXPECT_EQ(path.poses().size(), 5u);
  const double stations[] = {0.0, 5.0, 5.0, 10.0, 10.5, 10.5 + EgoPath::kLeastAdvance_m};
  ASSERT_EQ(profile.size(), 6u);
  for (size_t k = 0; k < 6; ++k) {
    EXPECT_DOUBLE_EQ(profile[k].station_m, stations[k]);
    EXPECT_EQ(profile[k].time_s, trajectory.poses[k].time_s);
  }
  trajectory.poses[3].yaw_rad = std::numeric_limits<double>::infinity();
  EXPECT_EQ(EgoPath::FromCandidate(trajectory, nullptr).status().message(),
            "trajectory a: poses[3].yaw_rad: inf is not finite");
}

}  // namespace
}  // namespace collision2d::planner
