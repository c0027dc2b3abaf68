#pragma once

#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// The path that the ego vehicle's body rides along, by stations.
namespace collision2d::planner {

// The pose of the body's reference point at a station: m and rad in the frame of the scene's data.
struct PathPose {
  double station_m = 0.0;
  Vec2 position;
  double yaw_rad = 0.0;
  Elevation elevation = {};
};

// A point of the path-time plane.
struct StationTime {
  double station_m = 0.0;
  double time_s = 0.0;
};

// Poses at increasing stations. Between two of them the body moves as Motion::Between with the
// station in place of time: position, height, pitch and roll are linear in the station, and so is
// the yaw, the shorter way; ties go to the counter-clockwise one. Immutable; at least one pose.
//
// A station is usually the distance that the reference point has travelled, forward or in reverse.
// It grows faster where the body turns on the spot or changes its height or tilt: see Advance.
class EgoPath {
 public:
  // m. Poses that differ are at least this far apart.
  static constexpr double kLeastAdvance_m = 1e-6;

  // Returns the path through the caller's poses at the caller's stations.
  // Errors (InvalidArgument, naming the index and the field): no poses; a number that is not
  // finite; a position or height beyond kMaxDistanceFromOrigin_m; a station
  // beyond kMaxCoordinate_m; a yaw beyond kMaxYaw_rad; a tilt beyond kMaxTilt_rad; a station that
  // is not kLeastAdvance_m / 2 beyond the one before.
  static absl::StatusOr<EgoPath> Create(absl::Span<const PathPose> poses);

  // Returns the path through the poses of a candidate, from station 0 on; consecutive equal poses
  // become one. If `profile` is not null, it receives the station at each of the candidate's times.
  // Errors: as Create, naming the candidate's pose.
  static absl::StatusOr<EgoPath> FromCandidate(const Candidate& trajectory, std::vector<StationTime>* profile);

  // m. Returns how much the station grows between two poses of FromCandidate:
  // the distance of the reference points; the change of height, or one metre for each radian of
  // yaw, pitch or roll, if that is more (turning on the spot); kLeastAdvance_m, if all of these are
  // less but not 0.
  static double Advance(const PathPose& from, const PathPose& to);

  absl::Span<const PathPose> poses() const { return poses_; }
  double start_m() const { return poses_.front().station_m; }
  double end_m() const { return poses_.back().station_m; }

  // Returns the pose at a station, rounded; beyond the ends that of the end. O(log poses).
  PathPose At(double station_m) const;

 private:
  explicit EgoPath(std::vector<PathPose> poses) : poses_(std::move(poses)) {}

  std::vector<PathPose> poses_;
};

}  // namespace collision2d::planner
