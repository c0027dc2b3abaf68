#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_SEGMENT_POINT_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_SEGMENT_POINT_H_

#include <algorithm>

#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {

// The point of a segment that is closest to p.
inline Vec2 ClosestOnSegment(Vec2 p, Vec2 from, Vec2 to) {
  const Vec2 along = to - from;
  const double length_sq = NormSquared(along);
  if (!(length_sq > 0.0)) return from;
  return from + std::clamp(Dot(along, p - from) / length_sq, 0.0, 1.0) * along;
}

inline double DistanceFromSegment(Vec2 p, Vec2 from, Vec2 to) { return Norm(p - ClosestOnSegment(p, from, to)); }

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_SEGMENT_POINT_H_
