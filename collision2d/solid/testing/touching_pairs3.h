#pragma once

#include <vector>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/point_pair3.h"
#include "collision2d/testing/random.h"

namespace collision2d::solid {

// The features of a and b whose relative interiors meet. The smaller feature is named first,
// whether it belongs to a or b.
enum class ContactKind3 {
  kVertexVertex,
  kVertexEdge,
  kVertexFace,
  kEdgeEdgeCrossing,
  kEdgeEdgeParallel,  // On one line.
  kEdgeFace,          // The edge in the face's plane.
  kFaceFace,          // In one plane.
};

inline constexpr int kContactKind3Count = 7;

// The name without the k.
const char* Name(ContactKind3 kind);

// Two polytopes with interior that touch, exactly.
struct TouchingPair3 {
  PointPair3 points;
  // A point of both, in the relative interior of both features.
  Vec3 contact;
  // From a to b; neither a unit vector nor normal to the contact plane. Translating b by t times
  // this vector separates the pair for t > 0, and makes it overlap for -1 <= t < 0.
  Vec3 apart;
  // From a to b, normal to a plane through `contact` that contains exactly the two features: a is
  // below, b is above. Not a unit vector. The plane is unique if a feature is a face or the edges
  // cross.
  Vec3 normal;
};

// Returns a random pair with that contact. All coordinates, and those of the vectors, are integers
// of magnitude less than 2^10; 4 to 14 points each. One pair in four is upright: the contact plane
// is perpendicular to an axis. In every second pair the roles of a and b are exchanged.
TouchingPair3 RandomTouchingPair(ContactKind3 kind, Random* random);

// The pair with b translated by gap * pair.apart.
// REQUIRES: gap is a multiple of 2^-40, and |gap| <= 1: then nothing is rounded, and the pair is
// disjoint, touching or overlapping as gap is positive, 0 or negative.
PointPair3 WithGap(const TouchingPair3& pair, double gap);

// Returns x moved by that many neighbouring doubles, up or down. Zero moves to subnormal numbers.
double MovedByUlps(double x, int ulps);

// Moves every coordinate of the points likewise, in place.
void MoveByUlps(int ulps, std::vector<Vec3>* points);

}  // namespace collision2d::solid
