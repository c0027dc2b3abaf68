#include "collision2d/testing/moving_pairs.h"

#include <cmath>

#include "collision2d/query/collides.h"
#include "collision2d/testing/polygon_generators.h"

namespace collision2d {
namespace {

constexpr double kHalfTurn_rad = 3.141592653589793;
constexpr double kCarLength_m = 4.5;
constexpr double kCarWidth_m = 1.8;
// Where the middle of a car is, seen from the middle of its rear axle.
constexpr Vec2 kMiddleFromAxle = {1.35, 0.0};

Vec2 UnitAt(double angle_rad) { return {std::cos(angle_rad), std::sin(angle_rad)}; }

Vec2 RandomPoint(double reach_m, Random* random) {
  return {random->Uniform(-reach_m, reach_m), random->Uniform(-reach_m, reach_m)};
}

ConvexPolygon Box(double length_m, double width_m, Vec2 center = {}) {
  return ConvexPolygon::Rectangle(length_m, width_m, center).value();
}

ConvexPolygon RandomNeedle(Random* random) {
  const double length_m = random->Uniform(1.0, 5.0);
  return Box(length_m, random->LogUniform(0.01, 0.1));
}

ConvexPolygon RandomPole(Random* random) {
  const int vertices = random->Integer(4, 8);
  return RegularPolygon(vertices, random->LogUniform(0.005, 0.05));
}

LinearSpec Standing(Vec2 place, double yaw_rad) { return {Pose2::FromYaw(place, yaw_rad), {}, 0.0, {}}; }

// The body's origin moves along the chord of an arc, as wheels roll.
LinearSpec Driving(Vec2 place, double yaw_rad, double distance_m, double turn_rad) {
  return {Pose2::FromYaw(place, yaw_rad), distance_m * UnitAt(yaw_rad + 0.5 * turn_rad), turn_rad, {}};
}

LinearSpec RandomDrive(Vec2 place, double horizon_s, Random* random) {
  const double yaw_rad = random->Angle();
  const double speed_mps = random->Uniform(0.0, 15.0);
  const double yaw_rate_radps = random->Uniform(-0.6, 0.6);
  return Driving(place, yaw_rad, speed_mps * horizon_s, yaw_rate_radps * horizon_s);
}

MovingPair Cars(double horizon_s, Random* random) {
  const ConvexPolygon car = Box(kCarLength_m, kCarWidth_m);
  // So that about a tenth of the pairs collide, whatever the horizon.
  const double reach_m = 5.0 + 6.0 * horizon_s;
  const Vec2 place = RandomPoint(50.0, random);
  MovingPair pair = {car, car, RandomDrive(place, horizon_s, random), {}, 0.0, horizon_s};
  do {
    pair.motion_b = RandomDrive(place + RandomPoint(reach_m, random), horizon_s, random);
  } while (Collides(car, car, RelativePose(pair.motion_a.start, pair.motion_b.start)));
  return pair;
}

MovingPair CarsForATenth(Random* random) { return Cars(0.1, random); }
MovingPair CarsForAHalf(Random* random) { return Cars(0.5, random); }
MovingPair CarsForTwo(Random* random) { return Cars(2.0, random); }

// A car whose middle would be at the origin arrival_s after the start of one second.
LinearSpec Arriving(double yaw_rad, double arrival_s, Random* random) {
  const double heading_rad = yaw_rad + random->Uniform(-0.1, 0.1);
  const double speed_mps = random->Uniform(5.0, 20.0);
  const double turn_rad = random->Uniform(-0.1, 0.1);
  const Vec2 axle = -(speed_mps * arrival_s + kMiddleFromAxle.x) * UnitAt(heading_rad);
  return Driving(axle, heading_rad, speed_mps, turn_rad);
}

MovingPair CrossingTraffic(Random* random) {
  const ConvexPolygon car = Box(kCarLength_m, kCarWidth_m, kMiddleFromAxle);
  const double start_s = random->Uniform(0.0, 60.0);
  const double yaw_rad = random->Angle();
  const double arrival_s = random->Uniform(0.0, 1.5);
  const LinearSpec motion_a = Arriving(yaw_rad, arrival_s, random);
  const double later_s = random->Uniform(-1.0, 1.0);
  const double side_rad = 0.5 * kHalfTurn_rad * random->Sign();
  const LinearSpec motion_b = Arriving(yaw_rad + side_rad, arrival_s + later_s, random);
  return {car, car, motion_a, motion_b, start_s, start_s + 1.0};
}

// The middle of the obstacle is at one instant within 1 m of a corner of the body, outside it.
MovingPair PoleAndNeedle(Random* random) {
  constexpr double kHorizon_s = 0.5;
  const ConvexPolygon body = random->Chance(0.5) ? Box(kCarLength_m, kCarWidth_m) : RandomNeedle(random);
  const ConvexPolygon obstacle = random->Chance(0.5) ? RandomPole(random) : RandomNeedle(random);
  const double yaw_rad = random->Angle();
  const Vec2 direction = UnitAt(random->Angle());
  const double speed_mps = random->Uniform(0.0, 20.0);
  const double turn_rad = random->Uniform(-1.0, 1.0);
  const LinearSpec passing = {Pose2::FromYaw({}, yaw_rad), kHorizon_s * speed_mps * direction, turn_rad, {}};

  const Pose2 then = PoseAtFraction(passing, random->Uniform(0.0, 1.0));
  const Vec2 corner = body.vertices()[random->Index(body.size())];
  const double outward_m = random->Uniform(0.0, 1.0);
  const Vec2 place = then * corner + outward_m * then.Rotate((1.0 / Norm(corner)) * corner);
  return {body, obstacle, passing, Standing(place, random->Angle()), 0.0, kHorizon_s};
}

MovingPair TurningOnTheSpot(Random* random) {
  const double length_m = random->Uniform(3.0, 12.0);
  const ConvexPolygon body = Box(length_m, random->LogUniform(0.05, 0.5));
  const ConvexPolygon obstacle = random->Chance(0.5) ? RandomPole(random) : Box(0.5, 0.3);
  const Vec2 pivot = {random->Uniform(0.0, 0.5 * length_m), 0.0};
  const Vec2 place = RandomPoint(50.0, random);
  const double turn_rad = random->Sign() * random->LogUniform(0.1, 8.0 * kHalfTurn_rad);
  const LinearSpec turning = {Pose2::FromYaw(place, random->Angle()), RandomPoint(0.02, random), turn_rad, pivot};

  // About as far from the pivot as the farther end of the body.
  const double distance_m = (0.5 * length_m + pivot.x) * random->Uniform(0.9, 1.1);
  const Vec2 beside = turning.start * pivot + distance_m * UnitAt(random->Angle());
  const double duration_s = random->Uniform(0.5, 10.0);
  return {body, obstacle, turning, Standing(beside, random->Angle()), 0.0, duration_s};
}

MovingPair ParallelParking(Random* random) {
  const ConvexPolygon car = Box(kCarLength_m, kCarWidth_m, kMiddleFromAxle);
  const double distance_m = random->Sign() * random->Uniform(0.1, 1.5);
  const double turn_rad = distance_m * random->Uniform(-0.2, 0.2);
  const double yaw_rad = random->Angle();
  const LinearSpec parking = Driving(RandomPoint(50.0, random), yaw_rad, distance_m, turn_rad);

  const Pose2 then = PoseAtFraction(parking, random->Uniform(0.0, 1.0));
  const double gap_m = random->Uniform(0.0, 0.3);
  const bool is_beside = random->Chance(0.5);
  const double side = random->Sign();
  const double along_m = is_beside ? random->Uniform(-4.0, 4.0) : side * (kCarLength_m + gap_m);
  const double across_m = is_beside ? side * (kCarWidth_m + gap_m) : random->Uniform(-1.0, 1.0);
  const LinearSpec parked = Standing(then * Vec2{along_m, across_m}, then.yaw_rad() + random->Uniform(-0.05, 0.05));
  return {car, car, parking, parked, 0.0, 1.0};
}

constexpr MovingPairFamily kFamilies[] = {
    {"cars_0.1", CarsForATenth},
    {"cars_0.5", CarsForAHalf},
    {"cars_2", CarsForTwo},
    {"crossing_traffic", CrossingTraffic},
    {"pole_and_needle", PoleAndNeedle},
    {"turning_on_the_spot", TurningOnTheSpot},
    {"parallel_parking", ParallelParking},
};

}  // namespace

Pose2 PoseAtFraction(const LinearSpec& motion, double fraction) {
  const Pose2 turn = Pose2::FromYaw({}, fraction * motion.turn_rad);
  Pose2 pose = Pose2({}, UnitRotation(motion.start.cos, motion.start.sin)) * turn;
  const Vec2 reference = motion.start * motion.reference + fraction * motion.displacement_m;
  pose.translation = reference - pose.Rotate(motion.reference);
  return pose;
}

absl::Span<const MovingPairFamily> MovingPairFamilies() { return kFamilies; }

}  // namespace collision2d
