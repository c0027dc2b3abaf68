#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_POLYLINE_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_POLYLINE_H_

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

// Polylines parametrised by station, the length along the line from its first point. All in m, in one frame.
namespace collision2d::planner {

// Returns the sum of the segments' lengths; 0 for one point or none.
double PolylineLength(absl::Span<const Vec2> line);

// The point of a line that is closest to a given point; the first one if several are equally close.
struct PolylineProjection {
  double station_m = 0.0;
  double distance_m = 0.0;
  double yaw_rad = 0.0;  // Direction of the segment that contains the point; 0 if the line is a single point.
};

// REQUIRES: not empty.
// O(n).
PolylineProjection ProjectOnPolyline(absl::Span<const Vec2> line, Vec2 p);

// Returns the part of the line between two stations, with interpolated end points. Stations beyond an end are clamped
// to it. The result is one point if the stations coincide.
// REQUIRES: not empty, begin_m <= end_m.
// O(n).
std::vector<Vec2> PolylinePart(absl::Span<const Vec2> line, double begin_m, double end_m);

// Returns the direction of the last segment in rad.
// REQUIRES: two points or more, the last two different.
double EndYaw(absl::Span<const Vec2> line);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_POLYLINE_H_
