#ifndef COLLISION2D_QUERY_STAGES_WINDOW_CONTACT_H_
#define COLLISION2D_QUERY_STAGES_WINDOW_CONTACT_H_

#include "collision2d/query/stages/edge_windows.h"
#include "collision2d/query/stages/relation.h"

namespace collision2d::internal {

// What the windows of edge_windows.h say about polygons in contact, where double precision leaves RelateByWindows undecided.
// The same bits on every instruction set. No allocation.

// The relation of the hulls in twice the precision: kApart, or kTouching if they share a point, whether they touch or overlap;
// kUndecided if even that is not enough. Exact.
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

// The first edge whose line the other polygon reaches within rounding and does not cross; not found if there is none.
WindowContact FindContactByWindows(const EdgeWindows& windows);

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_STAGES_WINDOW_CONTACT_H_
