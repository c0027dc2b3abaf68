#include "planner_adapter/checking/candidate_poses.h"

#include <cstdint>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr int kSteps = 40;

double Uniform(double low, double high, std::mt19937_64* engine) {
  return low + (high - low) * 0x1p-53 * static_cast<double>((*engine)() >> 11);
}

std::vector<Instant> Grid() {
  std::vector<Instant> grid;
  for (int step = 0; step < kSteps; ++step) grid.push_back({0.1 * step, step});
  return grid;
}

// From before the first instant until after the last: of few poses or many, some at instants, some
// within kSameInstant_s of one.
std::vector<TimedPose> Motion(std::mt19937_64* engine) {
  std::vector<TimedPose> poses = {{-Uniform(0.0, 1.0, engine), {}, 0.0}};
  const double mean_step_s = Uniform(0.01, 0.5, engine);
  while (poses.back().time_s < 0.1 * kSteps) {
    TimedPose pose = poses.back();
    pose.time_s += Uniform(0.1, 2.0, engine) * mean_step_s;
    const double instant_s = 0.1 * static_cast<int>(10.0 * pose.time_s + 1.0);
    if ((*engine)() % 3 == 0) pose.time_s = instant_s + Uniform(-1.5, 1.5, engine) * kSameInstant_s;
    pose.position = {Uniform(-9.0, 9.0, engine), Uniform(-9.0, 9.0, engine)};
    pose.yaw_rad = Uniform(-7.0, 7.0, engine);
    pose.z_m = Uniform(-9.0, 9.0, engine);
    pose.pitch_rad = Uniform(-0.5, 0.5, engine);
    poses.push_back(pose);
  }
  return poses;
}

// Rows of candidates with various first steps, in no order of these.
struct Sample {
  explicit Sample(uint64_t seed) {
    std::mt19937_64 engine(seed);
    for (int i = 0; i < 30; ++i) {
      candidates.push_back({"c", Motion(&engine), 0.0});
      const int first_step = 7 * static_cast<int>(engine() % 4);
      rows.push_back({i, first_step, 1 + static_cast<int>(engine() % static_cast<uint64_t>(kSteps - first_step))});
    }
  }

  std::vector<Trajectory> candidates;
  std::vector<CandidateRow> rows;
};

TEST(CandidatePosesTest, AreThoseOfInterpolatePose) {
  const std::vector<Instant> grid = Grid();
  CandidatePoses poses;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const Sample sample(seed);
    poses.Interpolate(sample.candidates, grid, /*has_heights=*/true, sample.rows);
    ASSERT_EQ(poses.rows().size(), sample.rows.size());
    EXPECT_EQ(poses.groups().size(), 4u);
    PoseRange range;
    for (const RowGroup& group : poses.groups()) {
      for (int row = group.first_row; row < group.end_row; ++row) {
        const CandidateRow& of = poses.rows()[row];
        ASSERT_EQ(of.first_step, group.first_step);
        EXPECT_EQ(poses.lengths()[row], of.length);
        for (int step = of.first_step; step < of.first_step + of.length; ++step) {
          const TimedPose expected = InterpolatePose(sample.candidates[of.candidate].poses, grid[step].time_s);
          const SpacePose pose = poses.SpacePoseAt(group, row, step);
          const Pose2 plan = expected.ToPose2();
          ASSERT_EQ(pose.local_from_body.translation, plan.translation) << "seed " << seed << ", step " << step;
          ASSERT_EQ(pose.local_from_body.cos, plan.cos);
          ASSERT_EQ(pose.local_from_body.sin, plan.sin);
          ASSERT_EQ(pose.elevation.z_m, expected.z_m);
          ASSERT_EQ(pose.elevation.pitch_rad, expected.pitch_rad);
          ASSERT_EQ(pose.elevation.roll_rad, expected.roll_rad);
          range.Extend(pose.elevation);
        }
      }
    }
    EXPECT_EQ(poses.range().z_min_m, range.z_min_m);
    EXPECT_EQ(poses.range().z_max_m, range.z_max_m);
    EXPECT_TRUE(poses.range().is_tilted);
  }
}

TEST(CandidatePosesTest, APartOfAGroupHasItsPoses) {
  const std::vector<Instant> grid = Grid();
  const Sample sample(1);
  CandidatePoses poses;
  poses.Interpolate(sample.candidates, grid, /*has_heights=*/false, sample.rows);
  const RowGroup& group = poses.groups()[1];
  ASSERT_GE(group.row_count(), 4);
  const RowGroup part = group.Part(group.first_row + 1, group.end_row - 1);
  EXPECT_EQ(part.row_count(), group.row_count() - 2);
  const Trajectories trajectories = poses.TrajectoriesOf(part, poses.lengths());
  ASSERT_EQ(trajectories.size(), part.row_count());
  for (int row = part.first_row; row < part.end_row; ++row) {
    EXPECT_EQ(&poses.PoseAt(part, row, part.first_step), &poses.PoseAt(group, row, part.first_step));
    EXPECT_EQ(trajectories.PosesOf(row - part.first_row).data(), &poses.PoseAt(group, row, part.first_step));
    EXPECT_EQ(trajectories.LengthOf(row - part.first_row), poses.rows()[row].length);
  }
}

}  // namespace
}  // namespace collision2d::planner
