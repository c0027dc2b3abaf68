#pragma once

#include <cstdint>
#include <vector>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/shapes/convex_polytope.h"

namespace collision2d::bench {

// One contact query of the simulation.
struct DropQuery {
  int a = 0;  // Indices of bodies.
  int b = 0;
  solid::Pose3 a_from_b;
};

// Rigid convex bodies fall into an open box and come to rest on each other: the queries between
// them in the order in which the simulation asked them. Deterministic.
struct DropScene {
  // Those that fall, then the floor, a slab ten times as wide as the box.
  std::vector<solid::ConvexPolytope> bodies;
  // Between bodies whose bounding spheres meet: those that move them.
  std::vector<DropQuery> near;
  // Between all bodies, in one of kAllPairsSteps steps: brute force, as in Montanari, Petrinic,
  // Barbieri 2017, section 5.3.
  std::vector<DropQuery> all;
  // Between the floor and all bodies, in every step.
  std::vector<DropQuery> floor;
  // Boxes only: the floor and boxes that lie flat on it, less than the margin above it, at random
  // places and headings.
  std::vector<DropQuery> flat;
  // Of `near`, those that found the bodies within the contact margin of each other or closer.
  int64_t contacts = 0;
  // J. Of all bodies at the end, over the greatest of the fall: they have come to rest if it is
  // small.
  double kinetic_energy_ratio = 0.0;
};

inline constexpr int kAllPairsSteps = 25;

// The vertices of each body: boxes, whose faces come to lie on each other, or hulls of so many
// random points.
enum class DropBodies { kBoxes = 8, kTetrahedra = 4, kPolytopes16 = 16, kPolytopes64 = 64 };

// Simulates `steps` of 2 ms of 100 bodies of one kind, from a lattice above the box. Semi-implicit
// Euler; contacts by springs and dampers at the witness points; bodies as spheres in their inertia.
// Only contact queries matter here: the motion has to be plausible, not accurate.
DropScene SimulateDrop(DropBodies bodies, int steps, uint64_t seed);

}  // namespace collision2d::bench
