#include "planner_adapter/replay_page/scene_packer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "absl/base/macros.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// m. A quarter of a pixel at the page's largest zoom.
constexpr double kFinestUnit_m = 1e-3;

// A packed coordinate is at most this: the difference of two still fits in 32 bits.
constexpr double kMaxPacked = 1e9;

// Per radian. At 10 m from the reference point of a body, one unit is 1 mm.
constexpr double kYawUnits_per_rad = 1e4;

}  // namespace

ScenePacker::ScenePacker(double max_coordinate_m) : unit_m_(std::max(kFinestUnit_m, max_coordinate_m / kMaxPacked)) {}

int32_t ScenePacker::Pack(double length_m) const {
  const double units = std::round(length_m / unit_m_);
  ABSL_ASSERT(std::abs(units) <= kMaxPacked);
  return static_cast<int32_t>(units);
}

proto::PackedShapes ScenePacker::Pack(absl::Span<const ConvexPolygon> shapes) const {
  proto::PackedShapes packed;
  for (const ConvexPolygon& shape : shapes) {
    packed.add_vertex_count(shape.size());
    packed.add_radius(Pack(shape.radius_m()));
    for (const Vec2 vertex : shape.vertices()) {
      packed.add_x(Pack(vertex.x));
      packed.add_y(Pack(vertex.y));
    }
  }
  return packed;
}

proto::PackedPath ScenePacker::Pack(absl::Span<const Vec2> path) const {
  proto::PackedPath packed;
  for (const Vec2 point : path) {
    packed.add_x(Pack(point.x));
    packed.add_y(Pack(point.y));
  }
  return packed;
}

void ScenePacker::Append(absl::Span<const TimedPose> poses, proto::PackedMotions& motions) {
  ABSL_ASSERT(!poses.empty());
  AppendElevations(poses, motions);
  std::vector<double> times_s;
  times_s.reserve(poses.size());
  int32_t last_x = 0, last_y = 0;
  int64_t last_yaw = 0;
  double yaw_rad = NormalizeAngle(poses.front().yaw_rad);
  for (size_t i = 0; i < poses.size(); ++i) {
    times_s.push_back(poses[i].time_s);
    const int32_t x = Pack(poses[i].position.x);
    const int32_t y = Pack(poses[i].position.y);
    // Unwound first and rounded afterwards, so that rounding errors do not accumulate.
    if (i > 0) yaw_rad += NormalizeAngle(poses[i].yaw_rad - poses[i - 1].yaw_rad);
    const int64_t yaw = std::llround(yaw_rad * kYawUnits_per_rad);
    motions.add_dx(x - last_x);
    motions.add_dy(y - last_y);
    motions.add_dyaw(static_cast<int32_t>(yaw - last_yaw));
    last_x = x;
    last_y = y;
    last_yaw = yaw;
  }
  motions.add_times(IndexOfTimes(times_s));
}

void ScenePacker::AppendElevations(absl::Span<const TimedPose> poses, proto::PackedMotions& motions) const {
  const bool is_level = std::all_of(poses.begin(), poses.end(),
                                    [](const TimedPose& pose) { return pose.z_m == 0.0 && pose.pitch_rad == 0.0; });
  if (is_level && motions.dz().empty()) return;
  // The previous motions were level.
  motions.mutable_dz()->Resize(motions.dx_size(), 0);
  motions.mutable_dpitch()->Resize(motions.dx_size(), 0);
  int32_t last_z = 0;
  int32_t last_pitch = 0;
  for (const TimedPose& pose : poses) {
    const int32_t z = Pack(pose.z_m);
    const int32_t pitch = static_cast<int32_t>(std::lround(pose.pitch_rad * kYawUnits_per_rad));
    motions.add_dz(z - last_z);
    motions.add_dpitch(pitch - last_pitch);
    last_z = z;
    last_pitch = pitch;
  }
}

int ScenePacker::IndexOfTimes(const std::vector<double>& times_s) {
  return index_of_times_.emplace(times_s, static_cast<int>(index_of_times_.size())).first->second;
}

void ScenePacker::AddTimesTo(google::protobuf::RepeatedPtrField<proto::PackedTimes>& times) const {
  std::vector<const std::vector<double>*> in_order(index_of_times_.size());
  for (const auto& [times_s, index] : index_of_times_) in_order[index] = &times_s;
  for (const std::vector<double>* times_s : in_order) {
    proto::PackedTimes& packed = *times.Add();
    for (const double time_s : *times_s) packed.add_time_s(time_s);
  }
}

}  // namespace collision2d::planner
