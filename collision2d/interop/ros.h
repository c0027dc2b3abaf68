#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/batch/occupancy_grid.h"
#include "collision2d/batch/point_set.h"
#include "collision2d/geometry/convex_decomposition.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

// Obstacles and bodies from what ROS 2 and nav2 have, by the members of their types: nothing of ROS
// is included. Errors are InvalidArgument and name the member.

namespace collision2d {

namespace internal {

// The pose of a geometry_msgs/Pose in the plane. Quaternions of single precision are made unit.
template <typename Pose>
absl::StatusOr<Pose2> PlanarPose(const Pose& pose, const char* name) {
  const auto& q = pose.orientation;
  if (!(std::abs(q.x) < 1e-6 && std::abs(q.y) < 1e-6)) {
    return absl::InvalidArgumentError(absl::StrCat(name, ".orientation: tilted, by x ", q.x, " and y ", q.y));
  }
  const double cos = q.w * q.w - q.z * q.z;
  const double sin = 2.0 * q.w * q.z;
  if (!(std::abs(cos) + std::abs(sin) > 0.5)) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, ".orientation: (z, w) = (", q.z, ", ", q.w, ") is no rotation"));
  }
  return Pose2::FromCosSin({pose.position.x, pose.position.y}, cos, sin);
}

}  // namespace internal

// Returns the grid of a nav_msgs/OccupancyGrid. Which values count as occupied: see OccupiedValues;
// unknown is 255.
// Errors also: data that is not width x height; an origin that is tilted; otherwise as
// OccupancyGrid::Create.
template <typename Message>
absl::StatusOr<OccupancyGrid> GridFromMessage(const Message& message, OccupiedValues occupied) {
  const auto& info = message.info;
  const auto cells = static_cast<uint64_t>(info.width) * static_cast<uint64_t>(info.height);
  if (message.data.size() != cells) {
    return absl::InvalidArgumentError(
        absl::StrCat("data: ", message.data.size(), " cells, but info has ", info.width, " x ", info.height));
  }
  constexpr auto kMost = static_cast<uint64_t>(std::numeric_limits<int>::max());
  if (info.width > kMost || info.height > kMost) {
    return absl::InvalidArgumentError(absl::StrCat("info: ", info.width, " x ", info.height, " cells are too many"));
  }
  absl::StatusOr<Pose2> origin = internal::PlanarPose(info.origin, "info.origin");
  if (!origin.ok()) return origin.status();
  absl::StatusOr<OccupancyGrid> grid = OccupancyGrid::Create(
      static_cast<int>(info.width), static_cast<int>(info.height), info.resolution, *origin, occupied);
  if (!grid.ok()) return grid;
  const auto* const values = reinterpret_cast<const unsigned char*>(message.data.data());
  const absl::Status status = grid->Update({values, static_cast<ptrdiff_t>(info.width)});
  return status.ok() ? std::move(grid) : status;
}

// Returns the grid of a nav2_costmap_2d::Costmap2D: by default its lethal cells (254). An outline
// is not a disc, for which inscribed cells (253) would be certain hits. Errors as
// OccupancyGrid::Create.
template <typename Costmap>
absl::StatusOr<OccupancyGrid> GridFromCostmap(const Costmap& costmap, OccupiedValues occupied = {254, 254}) {
  const int width = static_cast<int>(costmap.getSizeInCellsX());
  const int height = static_cast<int>(costmap.getSizeInCellsY());
  const Pose2 origin({costmap.getOriginX(), costmap.getOriginY()});
  absl::StatusOr<OccupancyGrid> grid = OccupancyGrid::Create(width, height, costmap.getResolution(), origin, occupied);
  if (!grid.ok()) return grid;
  const absl::Status status = grid->Update({costmap.getCharMap(), width});
  return status.ok() ? std::move(grid) : status;
}

// Replaces the points of a set by those of a sensor_msgs/PointCloud2, in the frame of the sensor at
// world_from_sensor; `element` of a result is row * width + column of the cloud.
// Errors also: a field x, y or z that is missing or not FLOAT32; a cloud that is_bigendian; data
// that ends within a point; otherwise as PointSet::Update.
template <typename Cloud>
absl::Status UpdatePoints(const Cloud& cloud, const Pose2& world_from_sensor, PointSet* set) {
  constexpr int kFloat32 = 7;
  const char* const names[] = {"x", "y", "z"};
  size_t offsets[3];
  for (int axis = 0; axis < 3; ++axis) {
    bool is_found = false;
    for (const auto& field : cloud.fields) {
      if (field.name != names[axis] || static_cast<int>(field.datatype) != kFloat32) continue;
      offsets[axis] = field.offset;
      is_found = true;
    }
    if (!is_found) return absl::InvalidArgumentError(absl::StrCat("fields: no FLOAT32 named ", names[axis]));
    if (offsets[axis] + sizeof(float) > cloud.point_step) {
      return absl::InvalidArgumentError(
          absl::StrCat("fields: ", names[axis], " is beyond point_step, ", cloud.point_step));
    }
  }
  if (cloud.is_bigendian) return absl::InvalidArgumentError("is_bigendian: not supported");
  const size_t width = cloud.width;
  const size_t count = width * static_cast<size_t>(cloud.height);
  const size_t row_step = cloud.row_step;
  const size_t needed = count == 0 ? 0 : (cloud.height - 1) * row_step + width * cloud.point_step;
  if (cloud.data.size() < needed || row_step < width * cloud.point_step) {
    return absl::InvalidArgumentError(absl::StrCat("data: ", cloud.data.size(), " bytes, of rows of ", row_step, "; ",
                                                   count, " points of ", cloud.point_step, " are needed"));
  }
  const auto* const data = reinterpret_cast<const unsigned char*>(cloud.data.data());
  const auto at = [&](size_t i) {
    float values[3];
    for (int axis = 0; axis < 3; ++axis) {
      const unsigned char* const bytes = data + i / width * row_step + i % width * cloud.point_step + offsets[axis];
      uint32_t bits = 0;
      for (int b = 0; b < 4; ++b) bits |= static_cast<uint32_t>(bytes[b]) << 8 * b;
      std::memcpy(&values[axis], &bits, sizeof(float));
    }
    return PointSet::Point{values[0], values[1], values[2]};
  };
  return set->UpdateFrom(count, at, world_from_sensor);
}

// Returns the convex shapes of a footprint, a geometry_msgs/Polygon, for the calls about many
// poses.
// Errors as DecomposeIntoConvex.
template <typename Polygon>
absl::StatusOr<std::vector<ConvexPolygon>> BodyFromFootprint(const Polygon& footprint) {
  std::vector<Vec2> ring;
  for (const auto& point : footprint.points) {
    ring.push_back({static_cast<double>(point.x), static_cast<double>(point.y)});
  }
  return DecomposeIntoConvex(ring);
}

}  // namespace collision2d
