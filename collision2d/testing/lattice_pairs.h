#ifndef COLLISION2D_TESTING_LATTICE_PAIRS_H_
#define COLLISION2D_TESTING_LATTICE_PAIRS_H_

#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// The points of two shapes, in any order.
struct PointPair {
  std::vector<Vec2> a;
  std::vector<Vec2> b;
};

// Two shapes that lie specially to each other, made of small integers: exactly so, until they are scaled, turned and
// moved (in one pair of three so that nothing is rounded). Only + - * / and powers of two, no function of the C library
// whose bits could differ: the same points for every compiler and machine. At most six points each.

// Both shapes have an edge on one line; along it these are apart, share a point, or overlap.
PointPair CollinearEdges(Random* random);

// A vertex of b on an edge of a.
PointPair VertexOnEdge(Random* random);

// Points and segments: on one line, crossing, meeting in a point, apart.
PointPair PointsAndSegments(Random* random);

// Triangles and quadrilaterals of length 1 m and width 10^-6 m, crossing or meeting at any angle, often a small one.
PointPair Slivers(Random* random);

// Shapes of some metres 10^6 m away from the origin, coordinates in whole centimetres; often with a gap or an overlap
// of 1 cm along an axis.
PointPair CentimetresFarOut(Random* random);

// One of the first three, scaled to subnormal numbers; in one pair of four only b is, at an edge or vertex of a.
PointPair Subnormal(Random* random);

}  // namespace collision2d

#endif  // COLLISION2D_TESTING_LATTICE_PAIRS_H_
