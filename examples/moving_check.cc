// A car that passes a pole between two instants at which it is free.
#include <cstdio>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/collision2d.h"

namespace {

using collision2d::ConvexPolygon;
using collision2d::ImpactResult;
using collision2d::Motion;
using collision2d::MotionVerdict;
using collision2d::Pose2;
using collision2d::TimeOfImpact;

absl::Status Run() {
  // [README]
  const absl::StatusOr<ConvexPolygon> car = ConvexPolygon::Rectangle(4.5, 1.8);  // About its centre.
  if (!car.ok()) return car.status();
  const absl::StatusOr<ConvexPolygon> pole = ConvexPolygon::Rectangle(0.16, 0.16);
  if (!pole.ok()) return pole.status();
  // Half a second of driving: 7.5 m forwards and 0.55 m to the left, turning by 0.18 rad. The car
  // is free at both ends.
  absl::StatusOr<Motion> drive = Motion::Linear(Pose2::FromYaw({-4.0, -0.9}, 0.05), {7.5, 0.55}, 0.18, 0.0, 0.5);
  if (!drive.ok()) return drive.status();
  absl::StatusOr<Motion> stand = Motion::Stationary(Pose2{{0.0, 0.35}}, 0.0, 0.5);
  if (!stand.ok()) return stand.status();
  absl::StatusOr<ImpactResult> impact = TimeOfImpact(*car, *drive, *pole, *stand);
  if (!impact.ok()) return impact.status();
  if (impact->verdict == MotionVerdict::kCollides) {  // Free until 0.117108825 s, in contact at 0.117109793 s.
    std::printf("free until %.9f s, in contact at %.9f s\n", impact->free_until_s, impact->contact_by_s);
  }
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
