#pragma once

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/road/outline_arrangement.h"

namespace collision2d::planner {

enum class RoadFamily {
  kRectangles,  // The union of random rectangles on a lattice.
  kGaps,        // A straight road of cells with gaps of 1 cm between them, which are closed.
  kTJunction,   // Cells whose edges do not match vertex to vertex.
  kNotch,       // Narrow or wide, with a floor of its own slope.
  kHole,
  kIslands,
  kSlit,      // Two roads, a few centimetres apart: more than the gap.
  kTouching,  // Two rings that touch in a vertex.
  kComb,      // Many teeth.
  kStaircase,
  kNeedles,  // Long thin triangles.
  kCurve,    // Of many pieces.
  kRoundabout,
};

inline constexpr int kRoadFamilyCount = 13;

const char* NameOf(RoadFamily family);

// The closed edge of a random road of the family, some metres to 100 m in size, about the origin.
std::vector<OutlinePiece> RandomRoad(RoadFamily family, Random* random);

// The cell with these corners.
ConvexPolygon Cell(const std::vector<Vec2>& corners);

// The rectangle from one corner to the other.
ConvexPolygon RectangleCell(Vec2 low, Vec2 high);

// A box, a triangle, a 12-gon, a disc, a capsule, a rounded box, a segment, a point, a tiny body,
// or a huge one.
ConvexPolygon RandomBody(Random* random);

// A pose of the body near the edge, sometimes with a vertex on it, as far as rounding allows.
Pose2 RandomPoseNearEdge(const ConvexPolygon& body, absl::Span<const OutlinePiece> pieces, Random* random);

}  // namespace collision2d::planner
