#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_LARGEST_COORDINATE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_LARGEST_COORDINATE_H_

#include <algorithm>
#include <cmath>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// Finds the largest magnitude among coordinates, lengths and radii, for the unit of a ScenePacker.
class LargestCoordinate {
 public:
  // m; 0 if nothing was added.
  double value_m() const { return value_m_; }

  void Add(double coordinate_m) { value_m_ = std::max(value_m_, std::abs(coordinate_m)); }
  void Add(Vec2 point) {
    Add(point.x);
    Add(point.y);
  }
  void Add(absl::Span<const Vec2> points) {
    for (const Vec2 point : points) Add(point);
  }
  void Add(absl::Span<const ConvexPolygon> shapes) {
    for (const ConvexPolygon& shape : shapes) {
      Add(shape.max_coordinate_m());
      Add(shape.radius_m());
    }
  }
  void Add(absl::Span<const TimedPose> poses) {
    for (const TimedPose& pose : poses) {
      Add(pose.position);
      Add(pose.z_m);
    }
  }

 private:
  double value_m_ = 0.0;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_LARGEST_COORDINATE_H_
