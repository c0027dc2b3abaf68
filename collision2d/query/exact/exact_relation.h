#pragma once

#include <cstdint>

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/exact_support.h"
#include "collision2d/query/stages/edge_windows.h"

namespace collision2d::internal {

// The exact rung: the relation of the hulls of two rings, by the signs of exact cross products of
// their vertices.

// Where the search begins. Any vertices are legal; good ones make it short.
struct ExactStart {
  // A CSO point near the part of the boundary that is believed to hold the origin: a vertex there,
  // or an end of the edge.
  CsoIndex near;
  // A CSO point on the far side.
  CsoIndex opposite;
};

// What is asked. kShareAPoint does not distinguish touching hulls from overlapping ones: kTouching
// then stands for both.
enum class ExactQuestion { kShareAPoint, kRelation };

struct ExactResult {
  Relation relation = Relation::kUndecided;
  // CSO points on both sides of the ray from the far side through the origin; of touching hulls the
  // ends of the CSO's edge that holds the origin, unless the CSO lies on one side of that ray.
  CsoIndex right;
  CsoIndex left;
  // If touching: a normal of a line that supports the CSO at the origin, outwards and of any length
  // (zero if both hulls are the same point), and where the common point is on a and on b.
  Vec2 outward;
  Vec2 witness_a;
  Vec2 witness_b;
  // Vertices that the search looked at: its cost.
  int64_t visits = 0;
  // The search did not end within most_rounds rounds, a defect; the relation then is kTouching, on
  // the safe side.
  bool reached_limit = false;
};

// Returns the relation of the hulls of two rings; never kUndecided for finite vertices. The ray
// from a CSO point on the far side through the origin leaves the CSO through one edge. Two CSO
// points on both sides of the ray are the ends of a chord; the support point beyond the chord takes
// the place of one of them, until the origin is before the chord (overlapping), beyond a support
// line (apart), or the chord is the edge. Exact. No allocation. A few steps from a good start, if
// both rings are strictly convex; otherwise O((n + m) r) for r rounds, about 60 at most
// (docs/numerics.md, "Contracts in full"). `most_rounds` is RoundBound, since each round takes a
// new vertex of the CSO; a test can take less.
ExactResult RelateExactly(const VertexRing& a, const VertexRing& b, const ExactStart& start, ExactQuestion question,
                          int most_rounds);

// The closest points of two hulls that are apart by rounding or little more.
struct ContactDistance {
  double distance_m = 0.0;
  // A point of a and a point of b, and the unit vector from a to b.
  Vec2 witness_a;
  Vec2 witness_b;
  Vec2 direction;
  // Vertices that the search looked at.
  int64_t visits = 0;
  // The search did not end within most_rounds rounds: a defect.
  bool reached_limit = false;
};

// The distance of the origin from the segment between two CSO points, as FindContactDistance
// measures it, which goes along the CSO counter-clockwise; negative if the closest point is between
// them and the origin to the left, as in the CSO.
double DistanceFromSegment(const CsoPoint& right, const CsoPoint& left);

// GJK's search for the CSO's closest point, from an edge of two CSO points (which may be one point
// twice). Its closest points come from exact cross products, and its support points from exact
// signs, in directions that are edges or differences of two vertices as they are given, never
// weighted sums: where the distance is of the order of the size's rounding, those cancel.
// `most_rounds` is RoundBound; a test can take less.
// REQUIRES: the hulls are apart; no product of two lengths underflows or overflows.
// Error of the distance: below 4 units in the last place of the size of the pair.
// Complexity: as RelateExactly; from a good start one round.
ContactDistance FindContactDistance(const VertexRing& a, const VertexRing& b, CsoIndex first, CsoIndex second,
                                    int most_rounds);

}  // namespace collision2d::internal
