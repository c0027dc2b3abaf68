#include "examples/park_with_ipopt/parking_scene.h"

#include <algorithm>
namespace parking {
namespace {

using collision2d::ConvexPolygon;
using collision2d::Vec2;

constexpr double kCarLength_m = 4.5;
constexpr double kCarWidth_m = 1.8;
constexpr double kAxleToCenter_m = 1.4;
constexpr double kGap_m = 6.5;
constexpr double kBetweenParked_m = 0.8;
constexpr double kToKerb_m = 0.25;
constexpr double kStreetWidth_m = 6.5;

}  // namespace

absl::StatusOr<ParkingScene> ParkingScene::Create() {
  const absl::StatusOr<ConvexPolygon> car =
      ConvexPolygon::Rectangle(kCarLength_m, kCarWidth_m, /*center=*/{kAxleToCenter_m, 0.0});
  if (!car.ok()) return car.status();

  constexpr double parked_y_m = kToKerb_m + kCarWidth_m / 2;
  constexpr double next_car_m = (kGap_m + kCarLength_m) / 2;
  struct Box {
    double length_m, width_m;
    Vec2 center;
  };
  // The kerbs; the next two cars in front of the gap, and behind it.
  const Box boxes[] = {
      {40.0, 0.3, {0.0, -0.15}},
      {40.0, 0.3, {0.0, kStreetWidth_m + 0.15}},
      {kCarLength_m, kCarWidth_m, {next_car_m, parked_y_m}},
      {kCarLength_m, kCarWidth_m, {next_car_m + kCarLength_m + kBetweenParked_m, parked_y_m}},
      {kCarLength_m, kCarWidth_m, {-next_car_m, parked_y_m}},
      {kCarLength_m, kCarWidth_m, {-next_car_m - kCarLength_m - kBetweenParked_m, parked_y_m}},
  };
  std::vector<ConvexPolygon> obstacles;
  for (const Box& box : boxes) {
    const absl::StatusOr<ConvexPolygon> obstacle = ConvexPolygon::Rectangle(box.length_m, box.width_m, box.center);
    if (!obstacle.ok()) return obstacle.status();
    obstacles.push_back(*obstacle);
  }
  const CarState goal = {-kAxleToCenter_m, parked_y_m};
  // One metre behind the place beside the front car.
  const CarState turning_point = {next_car_m - kAxleToCenter_m - 1.0, parked_y_m + kCarWidth_m + 0.5};
  return ParkingScene{*car, obstacles, turning_point, goal};
}

CarState RandomStart(const ParkingScene& scene, double clearance_m, std::mt19937_64& random) {
  const auto between = [&random](double low, double high) {
    return low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53);
  };
  while (true) {
    CarState start;
    start.x_m = between(-6.0, 6.0);
    start.y_m = between(2.0, 6.0);
    start.yaw_rad = between(-0.4, 0.4);
    const auto is_near = [&](const ConvexPolygon& obstacle) {
      return Distance(obstacle, scene.car, start.world_from_car()) < clearance_m;
    };
    if (std::none_of(scene.obstacles.begin(), scene.obstacles.end(), is_near)) return start;
  }
}

}  // namespace parking
