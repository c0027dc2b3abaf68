#pragma once

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "bench/solid/solid_dataset.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {

// Uniform on the unit sphere.
solid::Vec3 RandomUnitVector(Random* random);

// A rotation, uniform.
solid::Mat3 RandomRotation(Random* random);

// A rotation about a random axis.
solid::Mat3 SmallRotation(double angle_rad, Random* random);

// Points on the unit sphere, all of them vertices of their hull: uniform, or evenly spread (a
// Fibonacci lattice).
std::vector<solid::Vec3> RandomSpherePoints(int count, Random* random);
std::vector<solid::Vec3> EvenSpherePoints(int count);

// The hull. Ends the program if there is none: the points are the benchmarks' own.
solid::ConvexPolytope MakePolytope(absl::Span<const solid::Vec3> points);

// What the other libraries make their shapes of.
SolidShape MakeSolidShape(const solid::ConvexPolytope& polytope);
SolidShape MakeBoxShape(const solid::Vec3& half_extents);

// How a data set's bodies are positioned relative to each other.
enum class Placement {
  kDistant,      // Apart by about their size.
  kClose,        // Apart by 0.1 % to 10 % of their size.
  kMixed,        // Near contact, about half of them colliding.
  kOverlapping,  // Colliding.
};

const char* Name(Placement placement);

// Shapes of about 1 m and random poses. `sides` is the number of vertices of a polytope, or that of
// the polygon of a prism, whose hull has twice as many.
SolidDataset RandomBoxes(Placement placement, int pair_count, Random* random);
SolidDataset RandomPrisms(Placement placement, int sides, int pair_count, Random* random);
SolidDataset RandomPolytopes(Placement placement, int vertices, int pair_count, Random* random);

}  // namespace collision2d::bench
