#ifndef COLLISION2D_TESTING_POLYGON_GENERATORS_H_
#define COLLISION2D_TESTING_POLYGON_GENERATORS_H_

#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

enum class PolygonKind {
  kPoint,
  kSegment,
  kRectangle,  // Any turn; every fourth one along the axes.
  kRegular,
  kTriangle,
  kEllipse,  // The hull of random points of an ellipse.
  kSliver,   // Down to 10^-12 as wide as long.
  kGrid,     // Small integers: parallel edges and collinear vertices between shapes are common.
};

inline constexpr int kPolygonKindCount = 8;

// Points about 1 m from the origin (a grid: up to 4 m) whose hull is a shape of that kind, in counter-clockwise order
// as far as rounding lets them. At most `max_vertices` (>= 4) of them.
std::vector<Vec2> RandomPoints(PolygonKind kind, int max_vertices, Random* random);

// A kind: points and segments in one case of eight, the others equally often.
PolygonKind RandomKind(Random* random);

// The hull of RandomPoints of a random kind, with at most `max_vertices`.
ConvexPolygon RandomPolygon(int max_vertices, Random* random);

// A regular polygon with this circumradius (m) about the origin, its first vertex on the positive x axis.
// REQUIRES: at least three vertices.
ConvexPolygon RegularPolygon(int vertex_count, double circumradius_m);

// A pose with a translation of up to reach_m in each coordinate. Its rotation is any, a multiple of a right angle, or
// one with short rational entries such as (3/5, 4/5): cos and sin are within rounding of a unit vector.
Pose2 RandomPose(double reach_m, Random* random);

}  // namespace collision2d

#endif  // COLLISION2D_TESTING_POLYGON_GENERATORS_H_
