#ifndef COLLISION2D_SOLID_TESTING_SLENDER_PAIRS3_H_
#define COLLISION2D_SOLID_TESTING_SLENDER_PAIRS3_H_

#include <vector>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/random.h"

// Pairs that defeat rounding by their shape: thinner than the square root of a unit of roundoff, or smaller than the
// smallest normal number.
namespace collision2d::solid {

enum class SlenderFamily3 {
  kNeedles,    // 2 to 6 points about an axis, down to 10^-12 as thick as long.
  kSlivers,    // Triangles and tetrahedra with one height down to 10^-12 of the longest edge.
  kFlatBoxes,  // Eight corners, down to 10^-12 as thick as wide.
  kMixed,      // One of these with a tetrahedron or a box of ordinary shape.
  kTiny,       // Any of these, of 2^-1074 m to 2^-960 m.
};

inline constexpr int kSlenderFamily3Count = 5;

// The name without the k.
const char* Name(SlenderFamily3 family);

// Two shapes, each in its own frame, with at most eight points, and poses of b: making shapes costs more than judging a pair.
struct SlenderPairs3 {
  std::vector<Vec3> a;
  std::vector<Vec3> b;
  std::vector<Pose3> a_from_b;
};

// One of the poses is the identity, with b's coordinates being those of the contact; the others have a rotation: any, one
// by right angles, or one by an angle of 1 to 10^-16 that leaves long edges nearly parallel. All of them bring a point of b to a
// point of a but for a gap of 10^-20 to 1 of the size along any direction, or none.
SlenderPairs3 RandomSlenderPairs3(SlenderFamily3 family, int poses, Random* random);

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_TESTING_SLENDER_PAIRS3_H_
