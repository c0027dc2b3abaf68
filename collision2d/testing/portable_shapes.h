#pragma once

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// Shapes and poses computed with + - * / only, which give the same bits with every compiler and C
// library; sines and cosines do not.

// The point of the unit circle at angle 2 atan(t).
Vec2 OnUnitCircle(double t);

// The pose with the rotation by 2 atan(t).
Pose2 RationalPose(Vec2 translation, double t);

// Returns a polygon of at most this many vertices on a rotated ellipse of 1 to 5 m about the
// origin.
ConvexPolygon PortableEllipse(int vertex_count, Random* random);

// Returns the hull of the vertices of `shape`, scaled and then shifted, with the given radius.
ConvexPolygon Mapped(const ConvexPolygon& shape, double scale, Vec2 shift, double radius_m);

}  // namespace collision2d
