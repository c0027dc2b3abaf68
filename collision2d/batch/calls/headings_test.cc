#include "collision2d/batch/calls/headings.h"

#include <cstring>

#include "absl/types/span.h"
#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d::internal {
namespace {

// Expects the bits of the pose queries at each heading, by each instruction set.
void ExpectSameBits(const std::vector<double>& yaw_rad) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    std::vector<Pose2> poses(yaw_rad.size(), Pose2({3.0, -4.0}, UnitRotation(0.0, 0.0)));
    SetHeadings(yaw_rad, absl::MakeSpan(poses));
    for (size_t i = 0; i < poses.size(); ++i) {
      const Pose2 expected = Pose2::FromYaw({3.0, -4.0}, yaw_rad[i]);
      ASSERT_EQ(std::memcmp(&poses[i], &expected, sizeof(Pose2)), 0)
          << hwy::TargetName(target) << ", heading " << i << ": " << yaw_rad[i];
    }
  }
}

TEST(SetHeadings, HasTheBitsOfFromYaw) {
  Random random(TestSeed());
  std::vector<double> yaw_rad;
  for (int i = 0; i < 100'000; ++i) {
    const double angle = random.LogUniform(0x1p-60, kMaxAngle_rad);
    yaw_rad.insert(yaw_rad.end(), {angle, -angle, random.Angle()});
  }
  ExpectSameBits(yaw_rad);
}

TEST(SetHeadings, HasThemBesideEighthsOfATurn) {
  std::vector<double> yaw_rad = {0.0, -0.0, kMaxAngle_rad, -kMaxAngle_rad};
  for (int k = -2000; k <= 2000; ++k) {
    const double angle = k * (M_PI / 4.0);
    const double infinity = kInf;
    yaw_rad.insert(yaw_rad.end(), {angle, std::nextafter(angle, infinity), std::nextafter(angle, -infinity)});
  }
  ExpectSameBits(yaw_rad);
}

TEST(SetHeadings, TakesAnyCount) {
  for (size_t count = 0; count < 20; ++count) ExpectSameBits(std::vector<double>(count, 2.5));
}

// Each at every place of a vector. What is not finite gives poses that calls refuse.
TEST(SetHeadings, AsksTheCLibraryBeyondTheLargestAngle) {
  for (size_t place = 0; place < 16; ++place) {
    std::vector<double> yaw_rad(16, 0.5);
    yaw_rad[place] = -1e7;
    ExpectSameBits(yaw_rad);
    yaw_rad[place] = kInf;
    std::vector<Pose2> poses(16);
    SetHeadings(yaw_rad, absl::MakeSpan(poses));
    for (size_t i = 0; i < 16; ++i) EXPECT_EQ(std::isnan(poses[i].cos), i == place);
  }
}

}  // namespace
}  // namespace collision2d::internal
