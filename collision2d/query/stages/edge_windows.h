#pragma once

#include "collision2d/geometry/vec2.h"

// The relation of a pair, as every stage reports it, and the stage that decides most pairs: the
// edges of each polygon that face the other one.
namespace collision2d::internal {

// What a rung of the ladder has proved about the vertex hulls of a pair.
enum class Relation {
  kUndecided,    // Nothing yet.
  kApart,        // The origin is outside the CSO.
  kTouching,     // On its boundary, or in a CSO without interior.
  kOverlapping,  // In its interior: any small translation keeps them together.
};

// How many rounds a search may take that adds a CSO vertex in each: GJK, and both searches of the
// exact rung. In exact arithmetic none adds a vertex twice (docs/numerics.md), and the CSO has at
// most n + m; rounding can add a round or two at the end, when vertices tie. Reaching the bound is
// a defect, and is reported (QueryContext::Counters::limit_hits,
// SeparationStatus::kIterationLimit).
constexpr int RoundBound(int n, int m) { return n + m + 4; }

// Compares four edges of each polygon, those that face the other one, with five vertices of the
// other one: all edges at once and without a branch. For most pairs these few prove the relation of
// the whole polygons and contain their closest points: an edge that separates, a triangle of the
// CSO around the origin, a distance that is less than at the ends of the windows. A search that
// looks at fewer edges loses more to mispredicted branches and to waiting for one result after the
// other.
// The same bits on every instruction set, and for (a, b) and (b, a). No allocation; some 200 to 300
// instructions on eight lanes. Source: our own; separating axes: Gottschalk 1996.

// Five vertices in order, with the four edges between them, of a ring in the query frame that is
// strictly convex, but for rounding of posed vertices. REQUIRES: the ring has three or more
// vertices.
struct EdgeWindow {
  const Vec2* vertices;
  // The ring has no others, and the first four edges are all of its edges.
  bool is_whole;
};

struct EdgeWindows {
  EdgeWindow a;
  EdgeWindow b;
  // A point of the CSO, in its interior or on its far side; NaN if none is known. It must not be
  // outside of the CSO.
  Vec2 inner;
  // From the centre of b to the centre of a.
  Vec2 center_difference;
  // m. At least the distance between any two points of the shapes, plus the coordinates that posing
  // rounds.
  double extent_m;
  // m^2. Bound on what rounding of posed vertices changes in a cross product of an edge and an arm.
  double edge_error_m2;
};

// The relation of the hulls: certain, or kUndecided if rounding could change it or if other edges
// matter. Never kTouching.
Relation RelateByWindows(const EdgeWindows& windows);

struct WindowDistance {
  Relation relation;
  // Whether distance_m is that of the polygons, if these are apart.
  bool is_measured;
  // m. If apart; within 4 units in the last place of the larger of a diameter and the distance
  // (docs/numerics.md).
  double distance_m;
};

// As RelateByWindows, with the distance of hulls that are apart. Also kUndecided if an edge is
// shorter than kSquaresUnderflow_m. If `are_apart`, the bounding circles about the centres have
// proved that already, and only the distance is computed.
// The closest points of two chains of edges are those of the polygons, if they are not at the ends
// of the chains and not behind an edge: then they are the closest ones nearby, and the distance of
// two convex sets that are apart has no other local minimum.
WindowDistance MeasureByWindows(const EdgeWindows& windows, bool are_apart);

// What the windows of edge_windows.h say about polygons in contact, where double precision leaves
// RelateByWindows undecided. The same bits on every instruction set. No allocation.

// The relation of the hulls in twice the precision: kApart, or kTouching if they share a point,
// whether they touch or overlap; kUndecided if even that is not enough. Exact.
// REQUIRES: the rings are strictly convex as they are given, rounding of posed vertices included.
Relation RelateContactByWindows(const EdgeWindows& windows);

// Where the polygons touch within rounding, or may do so.
struct WindowContact {
  bool is_found;
  // The edge of a window, 0 to 3, and the other window's vertex, 0 to 4, that reaches its line.
  bool edge_is_of_a;
  int edge;
  int vertex;
};

// The first edge whose line the other polygon reaches within rounding and does not cross; not found
// if there is none.
WindowContact FindContactByWindows(const EdgeWindows& windows);

}  // namespace collision2d::internal
