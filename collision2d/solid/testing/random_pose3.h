#pragma once

#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/random.h"

namespace collision2d::solid {

// Only + - * / and square roots are used, which give the same bits with every compiler and C
// library.

// Returns a unit vector, uniform on the sphere, within rounding.
Vec3 RandomUnitVector(Random* random);

// Returns a vector of {-reach, ..., reach}^3.
Vec3 LatticeVector(int reach, Random* random);

// Returns a rotation, uniform over all rotations, orthogonal within rounding.
Mat3 RandomRotation(Random* random);

// Returns one of the 24 rotations that map the axes to axes: entries 0, 1 and -1, so that posing
// rounds only the sum. REQUIRES: 0 <= index < 24; 0 is the identity.
Mat3 RightAngleRotation(int index);

// Returns a pose with an arbitrary rotation half of the time, otherwise one by right angles; each
// coordinate of the translation is up to reach_m.
Pose3 RandomPose3(double reach_m, Random* random);

// Returns a rotation by right angles and a translation by integers up to `reach`: posing small
// integers rounds nothing.
Pose3 RandomLatticePose3(int reach, Random* random);

// Returns the points as Pose3::operator* poses them.
std::vector<Vec3> Posed(absl::Span<const Vec3> points, const Pose3& pose);

}  // namespace collision2d::solid
