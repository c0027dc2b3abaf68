#pragma once

#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

enum class PolygonKind {
  kPoint,
  kSegment,
  kRectangle,  // In any orientation; every fourth one along the axes.
  kRegular,
  kTriangle,
  kEllipse,  // The hull of random points of an ellipse.
  kSliver,   // As narrow as 10^-12 of its length.
  kGrid,     // Vertices on small integers: parallel edges, and collinear vertices of different shapes, are common.
};

inline constexpr int kPolygonKindCount = 8;

// Returns at most `max_vertices` (>= 4) points about 1 m from the origin (a grid: up to 4 m) whose
// hull is a shape of that kind. They are in counter-clockwise order as far as rounding allows.
std::vector<Vec2> RandomPoints(PolygonKind kind, int max_vertices, Random* random);

// Returns a random kind: points and segments in one case of eight, the others equally often.
PolygonKind RandomKind(Random* random);

// Returns the hull of RandomPoints of a random kind, with at most `max_vertices` vertices.
ConvexPolygon RandomPolygon(int max_vertices, Random* random);

// Returns the regular polygon with this circumradius (m) about the origin and its first vertex on
// the positive x axis. REQUIRES: vertex_count >= 3.
ConvexPolygon RegularPolygon(int vertex_count, double circumradius_m);

// Returns a pose with a translation of up to reach_m in each coordinate. Its rotation is arbitrary,
// a multiple of a right angle, or one with short rational entries such as (3/5, 4/5); cos and sin
// form a unit vector within rounding.
Pose2 RandomPose(double reach_m, Random* random);

}  // namespace collision2d
