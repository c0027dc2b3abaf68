#pragma once

#include "collision2d/golden/golden_file.h"

namespace collision2d {

// Level 1 to 3 of two solids. Inputs:
//   a_box hx hy hz                    half extents; also b_box
//   a_points x y z...                 the hull of points; also b_points
//   a_prism z_min z_max x y...
//   b_capsule radius ax ay az bx by bz
//   ask x y z r00 r01 r02 r10...      translation and rotation, by rows, of a_from_b
// Answers:
//   = collides 0|1
//   = distance m
//   = separation m, witness a, witness b, direction, status
//   = hulls 0|1|2                     Relation, unless b is a capsule
GoldenInterpreter SolidInterpreter();

}  // namespace collision2d
