// Parked cars 6 m apart leave room for a car, cars 4 m apart do not.
#include "parking_space/parking_space.h"

#include <vector>

#include "absl/status/statusor.h"

int main() {
  using collision2d::ConvexPolygon;
  using collision2d::Pose2;
  const absl::StatusOr<ConvexPolygon> car = ConvexPolygon::Rectangle(4.5, 1.8, /*center=*/{0.0, 0.0});
  if (!car.ok()) return 1;
  const std::vector<ConvexPolygon> parked = {*car, *car};
  const auto is_free_between = [&](double gap_m) {
    const double ahead_m = 0.5 * gap_m + 2.25;
    return parking_space::IsFree(*car, Pose2{}, parked,
                                 {Pose2::FromYaw({ahead_m, 0.0}, 0.0), Pose2::FromYaw({-ahead_m, 0.0}, 0.0)});
  };
  return is_free_between(6.0) && !is_free_between(4.0) ? 0 : 1;
}
