#pragma once

#include <array>
#include <string>
#include <vector>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {

// What every library makes its own shape of.
struct SolidShape {
  // Half the edges of a box that is centred in its frame; not a box: 0.
  solid::Vec3 half_extents;
  // Of a sphere around its frame's origin, which has nothing of what follows; not a sphere: 0.
  double radius = 0.0;
  // The vertices of the hull (of the box too), and its surface, counter-clockwise seen from
  // outside.
  std::vector<solid::Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
};

struct SolidPair {
  int a = 0;  // Indices of shapes.
  int b = 0;
  solid::Pose3 a_from_b;
};

enum class SolidKind { kPolytopes, kBoxes, kSpheres };

// Pairs of solids of one kind.
struct SolidDataset {
  std::string name;
  SolidKind kind = SolidKind::kPolytopes;
  std::vector<SolidShape> shapes;
  std::vector<SolidPair> pairs;
};

}  // namespace collision2d::bench
