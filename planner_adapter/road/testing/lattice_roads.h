#pragma once

#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/road/outline_arrangement.h"

namespace collision2d::planner {

// Roads and bodies whose coordinates are integers in [0, 15], so that they often touch; no code of
// the library makes them.

// The pieces of a polygon, one for each vertex and the next one. The road is inside if it is
// counter-clockwise, otherwise outside.
std::vector<OutlinePiece> Ring(const std::vector<Vec2>& vertices);

// The edge of a union of squares, and of triangles that are half of one, sheared or stretched: with
// holes, islands, notches, and vertices in which rings touch. Pieces on one line are often one
// piece. At least one piece.
std::vector<OutlinePiece> RandomLatticeRoad(Random* random);

// The vertices of a body: a point, a segment or a strictly convex polygon, counter-clockwise. Many
// of them are ends of pieces.
std::vector<Vec2> RandomLatticeBody(const std::vector<OutlinePiece>& pieces, Random* random);

}  // namespace collision2d::planner
