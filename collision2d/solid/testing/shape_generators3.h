#ifndef COLLISION2D_SOLID_TESTING_SHAPE_GENERATORS3_H_
#define COLLISION2D_SOLID_TESTING_SHAPE_GENERATORS3_H_

#include <vector>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/random.h"

// Polytopes as sets of points, in no order, about the origin. Points may be inside or on faces of the hull of the
// others where it is not said that they are vertices. Only + - * / and square roots, unless it says so: the same bits
// with every compiler and C library, but for kPolygonalSphere, kNeedle and kFlake.
namespace collision2d::solid {

enum class ShapeKind3 {
  kPoint,
  kSegment,
  kTriangle,
  kFlatPolygon,  // In any plane, within rounding; every second one along axes, exactly flat.
  kTetrahedron,
  kBox,              // Every second one along the axes.
  kSphere,           // Random points of a sphere.
  kPolygonalSphere,  // Latitudes and longitudes.
  kPrism,            // Over a random convex polygon, in any turn; every second one upright.
  kNeedle,           // Down to 10^-9 as thick as long, in two directions.
  kFlake,            // Down to 10^-9 as thick as wide, in one direction.
  kLattice,          // Small integers: coplanar points, and parallel faces between shapes, are common.
};

inline constexpr int kShapeKind3Count = 12;

// The name without the k.
const char* Name(ShapeKind3 kind);

// True if the hull of RandomPoints3 of that kind may have no interior.
inline bool MayBeFlat(ShapeKind3 kind) { return kind <= ShapeKind3::kFlatPolygon || kind == ShapeKind3::kLattice; }

// Points about 1 m from the origin (a lattice: up to 4 m) of a shape of that kind. At most `max_points` (>= 8) of them.
std::vector<Vec3> RandomPoints3(ShapeKind3 kind, int max_points, Random* random);

// A kind: the flat ones in one case of six, the others equally often.
ShapeKind3 RandomKind3(Random* random);

// `count` points of the unit sphere, uniform; all are vertices but for rounding.
std::vector<Vec3> PointsOnSphere(int count, Random* random);

// A sphere of radius 1 m by latitudes and longitudes (Montanari et al. 2017, section 6, has such): two poles and rings
// of vertices, exactly `count` in all, about twice as many vertices on a ring as there are rings; what is left over
// goes to the rings, one each. Uses sin and cos.
// REQUIRES: count >= 5.
std::vector<Vec3> PolygonalSphere(int count);

// The eight corners of a box about the origin.
std::vector<Vec3> BoxPoints(const Vec3& half_extents);

// An upright prism over the polygon of `count` random points of an ellipse; 2 count points.
// REQUIRES: count >= 3.
std::vector<Vec3> RandomPrism(int count, Random* random);

// `count` points of {-reach, ..., reach}^3.
std::vector<Vec3> LatticePoints(int count, int reach, Random* random);

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_TESTING_SHAPE_GENERATORS3_H_
