#include "examples/park_with_ipopt/certify_motion.h"

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/collision2d.h"

namespace parking {

using collision2d::Pose2;
using collision2d::StaticMap;
using collision2d::SweptNearest;
using collision2d::Trajectories;

absl::StatusOr<MotionCertificate> CertifyMotion(const ParkingScene& scene, const std::vector<CarState>& motion) {
  std::vector<Pose2> world_from_car;
  std::vector<double> times_s;
  for (const CarState& state : motion) {
    times_s.push_back(kInterval_s * static_cast<double>(times_s.size()));
    world_from_car.push_back(state.world_from_car());
  }
  const Trajectories trajectory = {world_from_car, static_cast<int>(world_from_car.size())};

  const absl::StatusOr<StaticMap> map = StaticMap::Create(scene.obstacles);
  if (!map.ok()) return map.status();
  uint8_t collides = 1;
  if (absl::Status status =
          AnyHit({&scene.car, 1}, trajectory, times_s, *map, /*options=*/{}, absl::MakeSpan(&collides, 1));
      !status.ok()) {
    return status;
  }
  SweptNearest nearest;
  if (absl::Status status =
          MinimumDistance({&scene.car, 1}, trajectory, times_s, *map, {}, absl::MakeSpan(&nearest, 1));
      !status.ok()) {
    return status;
  }
  return MotionCertificate{collides == 0, nearest.lower_m};
}

}  // namespace parking
