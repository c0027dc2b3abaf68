#include "planner_adapter/checking/window_parts.h"

#include <random>

#include "collision2d/testing/test.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr int kManySteps = 40;

double Uniform(double low, double high, std::mt19937_64* engine) {
  return low + (high - low) * 0x1p-53 * static_cast<double>((*engine)() >> 11);
}

std::vector<double> Grid() {
  std::vector<double> grid_s;
  for (int step = 0; step < kManySteps; ++step) grid_s.push_back(0.1 * step);
  return grid_s;
}

// From before the first instant until after the last: of few poses or many, some at instants, some
// within kSameInstant_s of one.
std::vector<TimedPose> Motion(std::mt19937_64* engine) {
  std::vector<TimedPose> poses = {{-Uniform(0.0, 1.0, engine), {}, 0.0}};
  const double mean_step_s = Uniform(0.01, 0.5, engine);
  while (poses.back().time_s < 0.1 * kManySteps) {
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

// Rows of candidates with various lengths.
struct Sample {
  explicit Sample(uint64_t seed) {
    std::mt19937_64 engine(seed);
    for (int i = 0; i < 30; ++i) {
      candidates.push_back({"c", Motion(&engine), 0.0});
      rows.push_back({i, 1 + static_cast<int>(engine() % kManySteps)});
    }
  }

  std::vector<Candidate> candidates;
  std::vector<CandidateRow> rows;
};

TEST(CandidatePosesTest, AreThoseOfInterpolatePose) {
  const std::vector<double> grid_s = Grid();
  CandidatePoses poses;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const Sample sample(seed);
    poses.Interpolate(sample.candidates, /*part=*/0, /*origin=*/{}, grid_s, /*has_heights=*/true, sample.rows);
    ASSERT_EQ(poses.row_count(), static_cast<int>(sample.rows.size()));
    for (int row = 0; row < poses.row_count(); ++row) {
      const CandidateRow& of = sample.rows[row];
      PoseRange range;
      for (int step = 0; step < of.length; ++step) {
        const TimedPose expected = InterpolatePose(sample.candidates[of.candidate].poses, grid_s[step]);
        const SpacePose pose = poses.SpacePoseAt(row, step);
        const Pose2 plan = expected.ToPose2();
        ASSERT_EQ(pose.local_from_body.translation, plan.translation) << "seed " << seed << ", step " << step;
        ASSERT_EQ(pose.local_from_body.cos, plan.cos);
        ASSERT_EQ(pose.local_from_body.sin, plan.sin);
        ASSERT_EQ(pose.elevation.z_m, expected.z_m);
        ASSERT_EQ(pose.elevation.pitch_rad, expected.pitch_rad);
        ASSERT_EQ(pose.elevation.roll_rad, expected.roll_rad);
        range.Extend(pose.elevation);
      }
      EXPECT_EQ(poses.RangeOfRow(row).z_min_m, range.z_min_m);
      EXPECT_EQ(poses.RangeOfRow(row).z_max_m, range.z_max_m);
      EXPECT_EQ(poses.RangeOfRow(row).is_tilted, range.is_tilted);
    }
  }
}

TEST(CandidatePosesTest, SomeRowsAtSomeStepsHaveTheirPoses) {
  const Sample sample(1);
  CandidatePoses poses;
  poses.Interpolate(sample.candidates, /*part=*/0, /*origin=*/{}, Grid(), /*has_heights=*/false, sample.rows);
  std::vector<int> end_step;
  for (const CandidateRow& row : sample.rows) end_step.push_back(row.length);
  const Range all_steps = {0, kManySteps};
  for (const Range steps : {all_steps, Range{0, 7}, Range{5, kManySteps}, Range{11, 12}}) {
    for (const Range rows : {Range{0, 30}, Range{3, 29}}) {
      const Trajectories trajectories = poses.At(rows, steps, end_step);
      ASSERT_EQ(trajectories.size(), rows.size());
      for (int row = rows.begin; row < rows.end; ++row) {
        const absl::Span<const Pose2> of_row = trajectories.PosesOf(row - rows.begin);
        ASSERT_EQ(static_cast<int>(of_row.size()), std::clamp(end_step[row] - steps.begin, 0, steps.size()));
        for (size_t k = 0; k < of_row.size(); ++k) {
          EXPECT_EQ(of_row[k].translation, poses.PoseAt(row, steps.begin + static_cast<int>(k)).translation);
          EXPECT_EQ(of_row[k].sin, poses.PoseAt(row, steps.begin + static_cast<int>(k)).sin);
        }
      }
    }
  }
}

}  // namespace
}  // namespace collision2d::planner
