#pragma once

#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// The points of two shapes, in any order.
struct PointPair {
  std::vector<Vec2> a;
  std::vector<Vec2> b;
};

// Each function below returns two shapes in a special relative position, made of small integers.
// The position is exact before the shapes are scaled, rotated and moved; in one pair of three these
// steps round nothing. Only + - * / and powers of two are used, no function of the C library whose
// bits could differ, so that every compiler and machine gets the same points. Each shape has at
// most six points.

// Both shapes have an edge on one line; along this line the edges are apart, share a point, or
// overlap.
PointPair CollinearEdges(Random* random);

// A vertex of b on an edge of a.
PointPair VertexOnEdge(Random* random);

// Points and segments that are on one line, cross, meet in a point, or are apart.
PointPair PointsAndSegments(Random* random);

// Triangles and quadrilaterals of length 1 m and width 10^-6 m that cross or meet at any angle,
// often a small one.
PointPair Slivers(Random* random);

// Shapes of some metres 10^6 m away from the origin, coordinates in whole centimetres; often with a
// gap or an overlap of 1 cm along an axis.
PointPair CentimetresFarOut(Random* random);

// One of the first three kinds, scaled to subnormal numbers; in one pair of four only b is scaled,
// at an edge or vertex of a.
PointPair Subnormal(Random* random);

}  // namespace collision2d
