#pragma once

#include <vector>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/random.h"

// Pairs whose shape defeats rounding: thinner than the square root of a unit of roundoff, or
// smaller than the smallest normal number.
namespace collision2d::solid {

enum class SlenderFamily3 {
  kNeedles,    // 2 to 6 points about an axis, as thin as 10^-12 of the length.
  kSlivers,    // Triangles and tetrahedra with one height as small as 10^-12 of the longest edge.
  kFlatBoxes,  // Eight corners, as thin as 10^-12 of the width.
  kMixed,      // One of these with a tetrahedron or a box of ordinary shape.
  kTiny,       // Any of these, 2^-1074 m to 2^-960 m in size.
};

inline constexpr int kSlenderFamily3Count = 5;

// The name without the k.
const char* Name(SlenderFamily3 family);

// Two shapes, each in its own frame, with at most eight points, and several poses of b, since
// making shapes costs more than judging a pair.
struct SlenderPairs3 {
  std::vector<Vec3> a;
  std::vector<Vec3> b;
  std::vector<Pose3> a_from_b;
};

// Returns shapes with `poses` poses. One pose is the identity, with b's coordinates being those of
// the contact. The others have a rotation: an arbitrary one, one by right angles, or one by an
// angle of 1 to 10^-16 that leaves long edges nearly parallel. Each pose brings a point of b to a
// point of a, exactly or up to a gap of 10^-20 to 1 of the size along some direction.
SlenderPairs3 RandomSlenderPairs3(SlenderFamily3 family, int poses, Random* random);

}  // namespace collision2d::solid
