#pragma once

#include <string>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/testing/motion_spec.h"
#include "collision2d/testing/moving_pairs.h"

namespace collision2d {

// Two bodies, and how they move over one interval.
struct SpecPair {
  ConvexPolygon a;
  ConvexPolygon b;
  MotionSpec motion_a;
  MotionSpec motion_b;
};

// The motion that a spec describes.
// REQUIRES: it is legal.
Motion ToMotion(const MotionSpec& spec);

// The motion that Motion::Between returns.
MotionSpec SpecBetween(const Pose2& world_from_body_at_start, const Pose2& world_from_body_at_end, double start_s,
                       double end_s);

SpecPair ToSpecPair(const MovingPair& pair);

// The pair as C++ initialisers of hexadecimal floats, which reproduce it to the bit.
std::string HexFormat(const SpecPair& pair);

}  // namespace collision2d
