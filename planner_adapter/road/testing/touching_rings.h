#pragma once

#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"

namespace collision2d::planner {

// The largest coordinate of lattice rings; coordinates are integers from 0.
inline constexpr int kRingReach = 12;

// A strictly convex ring on the lattice, counter-clockwise. An island's points are taken away,
// those of the others added.
struct LatticeRing {
  std::vector<Vec2> vertices;
  bool is_island = false;
};

// Convex cells that touch: corner on side, corner on corner, along sides or parts of them; among
// them slivers. may_overlap: some overlap.
std::vector<LatticeRing> RandomTouchingCells(bool may_overlap, Random* random);

// A road with islands that touch each other and the edge in the same ways, but do not overlap, and
// perhaps a road in one of them.
std::vector<LatticeRing> RandomTouchingIslands(Random* random);

// The vertices of a body on the lattice: a point, a segment or a strictly convex polygon,
// counter-clockwise. Many of its vertices are those of rings.
std::vector<Vec2> RandomBodyNear(const std::vector<LatticeRing>& rings, Random* random);

// Whether a body is on the road: in the closure of the points that more rings than islands contain.
// Shares no code with the library. Points and segments by integers. Polygons by the areas of their
// intersections with the rings, in double precision: a part that is not on the road is made of
// triangles between intersections of lines through points of the lattice, of an area of 8e-11 at
// least if coordinates are halves of integers.
// REQUIRES: the coordinates of `body` are multiples of 0.5; no two rings of which one is an island
// overlap, unless one contains the other.
bool IsOnRings(const std::vector<Vec2>& body, const std::vector<LatticeRing>& rings);

}  // namespace collision2d::planner
