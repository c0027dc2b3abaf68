#pragma once

#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {

// s. Times closer than this are the same instant. Recordings store times as decimal multiples of a
// step of 10 ms or more, whose rounded products differ by far less (10^5 s * 2^-53 = 1.2e-11 s); at
// 100 m/s a body moves 0.1 mm in this time.
inline constexpr double kSameInstant_s = 1e-6;

// m. Poses within kSameInstant_s of each other must be the same within this, as PoseChange_m
// measures it: only one of them is judged. Scenes with others are refused.
inline constexpr double kSamePose_m = 1e-4;

// m. PoseChange_m counts turns at this distance from the reference point: more than a road vehicle
// extends from it.
inline constexpr double kTurnArm_m = 20.0;

// The attitude of a body beyond its pose in the ground plane: the height of the road surface at its
// reference point, and the rotations of ISO 8855 after yaw. See proto TimedPose.
struct Elevation {
  double z_m = 0.0;
  double pitch_rad = 0.0;
  double roll_rad = 0.0;

  bool is_tilted() const { return pitch_rad != 0.0 || roll_rad != 0.0; }
};

// The pose of a body with its elevation.
struct SpacePose {
  Pose2 local_from_body;
  Elevation elevation;
};

// The pose of a body's reference point at one time: m and rad in the frame of its owner; s on the
// scene's clock.
struct TimedPose {
  double time_s = 0.0;
  Vec2 position;
  double yaw_rad = 0.0;
  double z_m = 0.0;  // For this and the angles below see Elevation.
  double pitch_rad = 0.0;
  double roll_rad = 0.0;

  // Returns frame_from_body in the ground plane, as if the body were level.
  Pose2 ToPose2() const { return Pose2::FromYaw(position, yaw_rad); }

  Elevation ToElevation() const { return {z_m, pitch_rad, roll_rad}; }
};

// Returns how far (m) two poses are apart: a bound on the distance of any point of the body that is
// within kTurnArm_m of the reference point. Full turns of yaw do not count.
double PoseChange_m(const TimedPose& p, const TimedPose& q);

// Returns the pose at time_s on the motion through `poses`. Position, height, pitch and roll are
// linear in time; yaw is linear in time along the shorter arc; ties go to the counter-clockwise
// one. If time_s is within kSameInstant_s of a pose's time, the result is that pose, unchanged: the
// last pose of the motion if it is one of several, else the first of them.
// REQUIRES: poses not empty, times increasing, time_s within [first - kSameInstant_s, last +
// kSameInstant_s]. O(log n), no allocation.
//
// With an `origin` (m) the result is relative to it: poses are moved before they are interpolated,
// so that the result is that of moved poses to the bit.
TimedPose InterpolatePose(absl::Span<const TimedPose> poses, double time_s, Vec2 origin = {});

// Returns the pose relative to `origin`.
inline TimedPose RelativeTo(Vec2 origin, TimedPose pose) {
  pose.position = pose.position - origin;
  return pose;
}

// Returns the angle in (-pi, pi] that equals angle_rad modulo a full turn.
double NormalizeAngle(double angle_rad);

// Returns the pose at a time between those of two poses, as InterpolatePose does, but exactly: none
// stands for an instant near it.
TimedPose PoseBetween(const TimedPose& p, const TimedPose& q, double time_s);

// InterpolatePose for increasing times, O(1) for each but the first if they are no farther apart
// than the poses.
class PoseCursor {
 public:
  // No time is before first_s.
  PoseCursor(absl::Span<const TimedPose> poses, double first_s, Vec2 origin = {});

  TimedPose At(double time_s) {
    const TimedPose* const given = GivenAt(time_s);
    if (given != nullptr) return RelativeTo(origin_, *given);
    return PoseBetween(RelativeTo(origin_, *(after_ - 1)), RelativeTo(origin_, *after_), time_s);
  }

  // Returns the pose of that instant as it was given, not moved; null: time_s is between two.
  const TimedPose* GivenAt(double time_s) {
    while (after_ != end_ && after_->time_s < time_s - kSameInstant_s) ++after_;
    if ((end_ - 1)->time_s <= time_s + kSameInstant_s) return end_ - 1;
    return after_ == begin_ || after_->time_s <= time_s + kSameInstant_s ? after_ : nullptr;
  }

 private:
  Vec2 origin_;
  const TimedPose* begin_;
  const TimedPose* end_;
  const TimedPose* after_;  // The first pose that is not before the time.
};

}  // namespace collision2d::planner
