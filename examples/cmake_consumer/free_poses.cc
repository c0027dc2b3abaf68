// Which poses beside a parked car are free.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/collision2d.h"

int main() {
  using collision2d::ConvexPolygon;
  using collision2d::PolygonBatch;
  using collision2d::Pose2;

  const absl::StatusOr<ConvexPolygon> car = ConvexPolygon::Rectangle(4.5, 1.8, /*center=*/{0.0, 0.0});
  if (!car.ok()) return 1;
  const absl::StatusOr<PolygonBatch> parked =
      PolygonBatch::Create(std::vector<ConvexPolygon>{*car}, {Pose2::FromYaw({20.0, 0.0}, 0.0)});
  if (!parked.ok()) return 1;

  std::vector<Pose2> poses;
  for (const double left_m : {0.0, 1.8, 3.5}) poses.push_back(Pose2::FromYaw({20.0, left_m}, 0.0));
  std::vector<uint8_t> hit(poses.size());
  if (!collision2d::AnyHit({*car}, poses, *parked, absl::MakeSpan(hit)).ok()) return 1;
  for (size_t i = 0; i < poses.size(); ++i) {
    std::printf("at %+.1f m: %s\n", poses[i].translation.y, hit[i] != 0 ? "collides" : "free");
  }
  return 0;
}
