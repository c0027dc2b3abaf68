#pragma once

#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {

// A convex shape as a ring of half planes that contains it: for a polygon without radius its edges;
// round corners, points and the ends of segments have further normals. Shrunk by excess_m, normals
// unchanged, it is contained in the shape.
struct ContactRing {
  std::vector<Vec2> normals;    // Unit vectors, outward, counter-clockwise.
  std::vector<double> offsets;  // m: normal . x <= offset.
  std::vector<Vec2> vertices;   // vertices[k] is between normals k and k + 1.
  std::vector<int> corners;     // Of the normals: the shape's vertex where the edge ends, or the round part is.
  double excess_m = 0.0;        // 0 without radius.
  double round_m = 0.0;         // The radius of a polygon's corners; infinite for other shapes.
  double reach_m = 0.0;         // Of the ring from the frame's origin.

  // Takes the shape's vertices, and if is_round, which all but polygons need to be, this radius;
  // its vertices are then within accuracy_m of it unless that takes more than 256 normals.
  // Otherwise the ring is that of the shape's core: a segment has two normals, a point none, as
  // suffices beside a round ring. Allocates only to grow.
  void Assign(const ConvexPolygon& shape, bool is_round, double radius_m, double accuracy_m);
};

}  // namespace collision2d::planner
