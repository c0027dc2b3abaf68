// Many candidate poses of a car against all obstacles of one instant.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/collision2d.h"

namespace {

using collision2d::AnyHit;
using collision2d::ConvexPolygon;
using collision2d::PolygonBatch;
using collision2d::Pose2;

absl::Status Run() {
  const absl::StatusOr<ConvexPolygon> car = ConvexPolygon::Rectangle(4.5, 1.8, /*center=*/{1.4, 0.0});
  if (!car.ok()) return car.status();
  const std::vector<ConvexPolygon> shapes(3, *car);
  const std::vector<Pose2> poses = {Pose2::FromYaw({20.0, 0.0}, 0.0), Pose2::FromYaw({35.0, 3.5}, 0.0),
                                    Pose2::FromYaw({50.0, -1.0}, 0.3)};
  std::vector<Pose2> candidates;
  for (int i = 0; i < 12; ++i) candidates.push_back(Pose2::FromYaw({5.0 * i, 0.3 * i}, 0.06));

  // [README]
  absl::StatusOr<PolygonBatch> obstacles = PolygonBatch::Create(shapes, poses);  // Next cycle: only new poses.
  if (!obstacles.ok()) return obstacles.status();
  std::vector<uint8_t> hit(candidates.size());
  absl::Status status = AnyHit({*car}, candidates, *obstacles, absl::MakeSpan(hit));  // The same answers as Collides.
  // [README]

  if (!status.ok()) return status;
  for (size_t i = 0; i < candidates.size(); ++i) {
    std::printf("candidate %zu: %s\n", i, hit[i] != 0 ? "collides" : "free");
  }
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
