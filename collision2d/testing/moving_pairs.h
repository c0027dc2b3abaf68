#pragma once

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// The arguments of Motion::Linear, without the times: from the pose `start` the body point
// `reference` moves by displacement_m at constant speed, while the body turns by turn_rad at
// constant yaw rate.
struct LinearSpec {
  Pose2 start;
  Vec2 displacement_m;
  double turn_rad = 0.0;
  Vec2 reference;
};

// The pose after a fraction (0 to 1) of the motion, within some units in the last place: by
// std::sin.
Pose2 PoseAtFraction(const LinearSpec& motion, double fraction);

struct MovingPair {
  ConvexPolygon a;
  ConvexPolygon b;
  LinearSpec motion_a;
  LinearSpec motion_b;
  double start_s = 0.0;
  double end_s = 0.0;
};

// Two bodies that move as a kind of traffic does, within some 100 m of the origin. Radii are 0,
// vertices at most 8. Between 5 and 60 % of the pairs of each family collide.
struct MovingPairFamily {
  const char* name;
  MovingPair (*generate)(Random* random);
};

// All families:
//   cars_0.1, cars_0.5, cars_2   two cars, 4.5 x 1.8 m, up to 15 m/s and 0.6 rad/s, apart at the
//   start; their horizon in s
//   crossing_traffic             cars at 5 to 20 m/s that cross at nearly a right angle, 1 s
//   pole_and_needle              a car or a needle that passes and turns, and a pole or needle of 1
//   to 10 cm, 0.5 s
//   turning_on_the_spot          a long thin body that turns by up to four turns beside something
//   small
//   parallel_parking             a car on a slow arc centimetres beside, before or behind a parked
//   one, 1 s
absl::Span<const MovingPairFamily> MovingPairFamilies();

}  // namespace collision2d
