#ifndef COLLISION2D_SOLID_TESTING_RANDOM_POSE3_H_
#define COLLISION2D_SOLID_TESTING_RANDOM_POSE3_H_

#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/mat3.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/random.h"

namespace collision2d::solid {

// Only + - * / and square roots: the same bits with every compiler and C library.

// A unit vector, uniform on the sphere, within rounding.
Vec3 RandomUnitVector(Random* random);

// A vector of {-reach, ..., reach}^3.
Vec3 LatticeVector(int reach, Random* random);

// A rotation, uniform over all, orthogonal within rounding.
Mat3 RandomRotation(Random* random);

// One of the 24 rotations that map the axes to axes: entries 0, 1 and -1, so that posing rounds nothing but the sum.
// REQUIRES: 0 <= index < 24; 0 is the identity.
Mat3 RightAngleRotation(int index);

// Half of the time any rotation, else one by right angles; each coordinate of the translation up to reach_m.
Pose3 RandomPose3(double reach_m, Random* random);

// A rotation by right angles and a translation by whole numbers up to `reach`: posing small integers rounds nothing.
Pose3 RandomLatticePose3(int reach, Random* random);

// The points as Pose3::operator* poses them.
std::vector<Vec3> Posed(absl::Span<const Vec3> points, const Pose3& pose);

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_TESTING_RANDOM_POSE3_H_
