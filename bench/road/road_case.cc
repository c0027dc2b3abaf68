#include "bench/road/road_case.h"

#include <cmath>
#include <cstddef>

#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

constexpr double kPiece_m = 2.0;
constexpr double kHalfWidth_m = 4.0;

// The middle of the road at a length along it: bends of 100 m and of 1 km.
Pose2 MiddleAt(double x_m) {
  const double slope = 0.3 * std::cos(x_m / 50.0) + 0.2 * std::cos(x_m / 500.0);
  return Pose2::FromYaw({x_m, 15.0 * std::sin(x_m / 50.0) + 100.0 * std::sin(x_m / 500.0)}, std::atan(slope));
}

}  // namespace

RoadCase MakeRoadCase(const std::string& name, int pieces, int poses, double offset_m, uint64_t seed) {
  RoadCase road{name, {}, *ConvexPolygon::Rectangle(4.5, 1.8, {1.4, 0.0}), {}};
  std::vector<Vec2> ring;
  const int side = pieces / 2 - 1;
  for (int i = 0; i <= side; ++i) ring.push_back(MiddleAt(kPiece_m * i) * Vec2{0.0, -kHalfWidth_m});
  for (int i = side; i >= 0; --i) ring.push_back(MiddleAt(kPiece_m * i) * Vec2{0.0, kHalfWidth_m});
  for (size_t i = 0; i < ring.size(); ++i) road.pieces.push_back({ring[i], ring[(i + 1) % ring.size()]});
  Random random(seed);
  for (int i = 0; i < poses; ++i) {
    const Pose2 middle = MiddleAt(random.Uniform(10.0, kPiece_m * side - 10.0));
    const double d_m = random.Uniform(-offset_m, offset_m);
    road.world_from_car.push_back(middle * Pose2::FromYaw({0.0, d_m}, random.Uniform(-0.2, 0.2)));
  }
  return road;
}

}  // namespace collision2d::bench
