// Bodies in space: a lorry on a slope, under a pipe.
#include <cstdio>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/solid.h"

namespace {

using collision2d::solid::BoxShape;
using collision2d::solid::CapsuleShape;
using collision2d::solid::Pose3;
using collision2d::solid::Separation3;

absl::Status Run() {
  // [README]
  const absl::StatusOr<BoxShape> lorry = BoxShape::Create({5.0, 1.25, 1.95});  // Half extents, m.
  if (!lorry.ok()) return lorry.status();
  const absl::StatusOr<CapsuleShape> pipe = CapsuleShape::Create({0.0, -6.0, 0.0}, {0.0, 6.0, 0.0}, /*radius_m=*/0.1);
  if (!pipe.ok()) return pipe.status();
  // The lorry drives down a slope: its nose is low, and its rear is closer to a pipe that crosses
  // the road at 4.4 m.
  const Pose3 world_from_lorry = Pose3::FromYawPitchRoll({0.0, 0.0, 2.0}, /*yaw_rad=*/0.0, /*pitch_rad=*/0.04, 0.0);
  const Pose3 world_from_pipe = {{-4.0, 0.0, 4.4}, {}};
  const Separation3 s = ComputeSeparation(*lorry, *pipe, RelativePose(world_from_lorry, world_from_pipe));
  std::printf("signed distance %.3f m\n", s.signed_distance_m);  // Negative: the depth.
  // [README]
  return absl::OkStatus();
}

}  // namespace

int main() {
  if (const absl::Status status = Run(); !status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    return 1;
  }
  return 0;
}
