#pragma once

#include <vector>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/random.h"

// Polytopes as sets of points, in no order, about the origin. Unless the comment says that they are
// vertices, points may be inside the hull of the others or on its faces. Except for
// kPolygonalSphere, kNeedle and kFlake, only + - * / and square roots are used, which give the same
// bits with every compiler and C library.
namespace collision2d::solid {

enum class ShapeKind3 {
  kPoint,
  kSegment,
  kTriangle,
  kFlatPolygon,  // In any plane, within rounding; every second one parallel to two axes, exactly flat.
  kTetrahedron,
  kBox,              // Every second one along the axes.
  kSphere,           // Random points of a sphere.
  kPolygonalSphere,  // By latitudes and longitudes.
  kPrism,            // Over a random convex polygon, in any orientation; every second one upright.
  kNeedle,           // As thin as 10^-9 of its length, in two directions.
  kFlake,            // As thin as 10^-9 of its width, in one direction.
  kLattice,          // Small integers: coplanar points, and parallel faces of different shapes, are common.
};

inline constexpr int kShapeKind3Count = 12;

// The name without the k.
const char* Name(ShapeKind3 kind);

// Returns whether the hull of RandomPoints3 of that kind may have no interior.
inline bool MayBeFlat(ShapeKind3 kind) { return kind <= ShapeKind3::kFlatPolygon || kind == ShapeKind3::kLattice; }

// Returns at most `max_points` (>= 8) points of a shape of that kind, about 1 m from the origin (a
// lattice: up to 4 m).
std::vector<Vec3> RandomPoints3(ShapeKind3 kind, int max_points, Random* random);

// Returns a random kind: the flat ones in one case of six, the others equally often.
ShapeKind3 RandomKind3(Random* random);

// Returns `count` points of the unit sphere, uniform; within rounding all of them are vertices.
std::vector<Vec3> PointsOnSphere(int count, Random* random);

// Returns a sphere of radius 1 m by latitudes and longitudes (used by Montanari et al. 2017,
// section 6): two poles and rings of vertices, exactly `count` in all, about twice as many vertices
// on a ring as there are rings; the remaining vertices are distributed over the rings, one each.
// Uses sin and cos.
// REQUIRES: count >= 5.
std::vector<Vec3> PolygonalSphere(int count);

// Returns the eight corners of a box about the origin.
std::vector<Vec3> BoxPoints(const Vec3& half_extents);

// Returns an upright prism over the polygon of `count` random points of an ellipse; 2 count points.
// REQUIRES: count >= 3.
std::vector<Vec3> RandomPrism(int count, Random* random);

// Returns `count` points of {-reach, ..., reach}^3.
std::vector<Vec3> LatticePoints(int count, int reach, Random* random);

}  // namespace collision2d::solid
