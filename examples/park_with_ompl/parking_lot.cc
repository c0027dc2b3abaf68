#include "examples/park_with_ompl/parking_lot.h"

#include <random>

namespace parking {
namespace {

using collision2d::Aabb2;
using collision2d::ConvexPolygon;
using collision2d::Pose2;
using collision2d::Vec2;

constexpr double kCarLength_m = 4.5;
constexpr double kCarWidth_m = 1.8;
constexpr double kAxleToCenter_m = 1.4;
constexpr double kBayWidth_m = 2.6;
constexpr double kBayLength_m = 5.0;
constexpr double kAisle_m = 6.5;
constexpr double kWall_m = 0.2;
constexpr int kBays = 11;
constexpr int kFreeBay = 7;  // In the lower row.
constexpr double kUp_rad = 1.5707963267948966;

// Parked cars stand up to so far beside the middle of their bays, and turned by so much.
constexpr double kCareless_m = 0.15;
constexpr double kCareless_rad = 0.03;

}  // namespace

absl::StatusOr<ParkingLot> ParkingLot::Create() {
  const absl::StatusOr<ConvexPolygon> car =
      ConvexPolygon::Rectangle(kCarLength_m, kCarWidth_m, /*center=*/{kAxleToCenter_m, 0.0});
  if (!car.ok()) return car.status();
  const absl::StatusOr<ConvexPolygon> parked = ConvexPolygon::Rectangle(kCarLength_m, kCarWidth_m);
  if (!parked.ok()) return parked.status();

  const double length_m = kBays * kBayWidth_m;
  const double width_m = 2.0 * kBayLength_m + kAisle_m;
  struct Box {
    double length_m, width_m;
    Vec2 center;
  };
  const Box walls[] = {{length_m + 2.0 * kWall_m, kWall_m, {0.5 * length_m, -0.5 * kWall_m}},
                       {length_m + 2.0 * kWall_m, kWall_m, {0.5 * length_m, width_m + 0.5 * kWall_m}},
                       {kWall_m, width_m, {-0.5 * kWall_m, 0.5 * width_m}},
                       {kWall_m, width_m, {length_m + 0.5 * kWall_m, 0.5 * width_m}}};
  std::vector<ConvexPolygon> obstacles;
  for (const Box& wall : walls) {
    const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Rectangle(wall.length_m, wall.width_m, wall.center);
    if (!shape.ok()) return shape.status();
    obstacles.push_back(*shape);
  }
  std::mt19937_64 random(1);
  const auto within = [&random](double most) { return most * (static_cast<double>(random() >> 11) * 0x1p-52 - 1.0); };
  const auto middle_of = [](int bay) { return (bay + 0.5) * kBayWidth_m; };
  for (int bay = 0; bay < kBays; ++bay) {
    for (const bool is_upper : {false, true}) {
      const double x = middle_of(bay) + within(kCareless_m);
      const double y = (is_upper ? width_m - 0.5 * kBayLength_m : 0.5 * kBayLength_m) + within(kCareless_m);
      const double yaw = kUp_rad + within(kCareless_rad);
      if (bay == kFreeBay && !is_upper) continue;
      const absl::StatusOr<ConvexPolygon> shape = parked->Posed(Pose2::FromYaw({x, y}, yaw));
      if (!shape.ok()) return shape.status();
      obstacles.push_back(*shape);
    }
  }
  return ParkingLot{Aabb2{{0.0, 0.0}, {length_m, width_m}},
                    obstacles,
                    *car,
                    /*turning_radius_m=*/4.8,
                    /*start=*/{2.0, kBayLength_m + 0.5 * kAisle_m, 0.0},
                    /*goal=*/{middle_of(kFreeBay), 0.5 * kBayLength_m - kAxleToCenter_m, kUp_rad}};
}

}  // namespace parking
