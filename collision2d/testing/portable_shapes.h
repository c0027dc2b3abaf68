#ifndef COLLISION2D_TESTING_PORTABLE_SHAPES_H_
#define COLLISION2D_TESTING_PORTABLE_SHAPES_H_

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// Shapes and poses made with + - * / only: the same bits with every compiler and C library, whose sines and cosines differ.

// The point of the unit circle at twice the arc tangent of t.
Vec2 OnUnitCircle(double t);

// The pose that turns by twice the arc tangent of t.
Pose2 RationalPose(Vec2 translation, double t);

// At most this many vertices on a turned ellipse of 1 to 5 m about the origin.
ConvexPolygon PortableEllipse(int vertex_count, Random* random);

// The hull of `shape` scaled, then moved, with another radius.
ConvexPolygon Mapped(const ConvexPolygon& shape, double scale, Vec2 shift, double radius_m);

}  // namespace collision2d

#endif  // COLLISION2D_TESTING_PORTABLE_SHAPES_H_
