#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_SCENE_PACKER_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_SCENE_PACKER_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// Converts the geometry of one scene to the integers of replay_page.proto, and collects the lists
// of times, so that candidates with the same times share one list.
class ScenePacker {
 public:
  // max_coordinate_m bounds the magnitude of every coordinate and radius that will be packed.
  // Finite, >= 0.
  explicit ScenePacker(double max_coordinate_m);

  // m. The length of one unit of a packed length.
  double unit_m() const { return unit_m_; }

  // Returns the length in units, rounded to the nearest.
  // REQUIRES: |length_m| <= max_coordinate_m.
  int32_t Pack(double length_m) const;

  proto::PackedShapes Pack(absl::Span<const ConvexPolygon> shapes) const;
  proto::PackedPath Pack(absl::Span<const Vec2> path) const;

  // Appends one motion.
  // REQUIRES: poses not empty.
  void Append(absl::Span<const TimedPose> poses, proto::PackedMotions& motions);

  // Returns the index of this list of times among those given so far; the same list gives the same
  // index.
  int IndexOfTimes(const std::vector<double>& times_s);

  // Adds all lists of times, ordered by index.
  void AddTimesTo(google::protobuf::RepeatedPtrField<proto::PackedTimes>& times) const;

 private:
  void AppendElevations(absl::Span<const TimedPose> poses, proto::PackedMotions& motions) const;

  double unit_m_;
  std::map<std::vector<double>, int> index_of_times_;
};

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

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_SCENE_PACKER_H_
