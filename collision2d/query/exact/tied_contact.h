#pragma once

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/exact_support.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

// How the signed distance of two hulls changes as one of them turns, whatever features are tied.

// The turn of one hull, in the query frame.
struct Turn {
  Vec2 center;
  // 1 if b turns counter-clockwise, -1 if a does: then b turns clockwise, as seen from a.
  double sense;

  // m/rad. The derivative of the gap along the unit vector `direction`, from a to b, between points
  // at `contact`. A shift of the contact along the direction changes nothing.
  double Slope(Vec2 contact, Vec2 direction) const { return sense * Cross(contact - center, direction); }
};

// An interval of derivatives by the angle of a turn, m/rad.
struct SlopeInterval {
  double low;
  double high;
};

// The derivatives by the angle of a turn, m/rad.
struct TurnSlopes {
  // One-sided.
  double left;
  double right;
  // Those of all pairs of tied features.
  SlopeInterval tied;
  bool is_smooth;
};

// Two hulls whose closest or deepest features may be tied.
struct TiedHulls {
  VertexRing a;
  VertexRing b;
  // Without radii.
  Separation separation;
  // Vertices near the closest features.
  CsoIndex near;
  // m. The hulls have discs of this radius inside, at least one of them; 0 if neither has.
  double inner_radius_m;
  // m. Features whose gaps are equal within this are tied; the hulls touch if the distance is 0
  // within it.
  double rounding_m;
};

// Computes the slopes of two hulls.
// Along each best direction, the closest features have an interval of slopes. The right derivative
// is the largest lower end of these intervals, and the left one the least upper end. O(n + m); a
// few steps from `near` if the hulls are apart, or if they touch and are not both slivers.
TurnSlopes SlopesOfTies(const TiedHulls& hulls, const Turn& turn);

}  // namespace collision2d::internal
