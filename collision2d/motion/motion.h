#pragma once

#include <functional>
#include <limits>
#include <memory>

#include "absl/status/statusor.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

namespace internal {

// Bounds on speeds and accelerations are enlarged by this factor. It exceeds the rounding of their
// computation and the effect of slightly non-unit rotations. Proof: motion_bound.
inline constexpr double kMotionBoundMargin = 1.0 + 0x1p-38;

}  // namespace internal

// Returns world_from_body at an instant.
using PoseFunction = std::function<Pose2(double time_s)>;

// How a rigid body moves during [start_s, end_s]; an immutable value. Guarantees of queries refer
// to the exact motion at every real instant, not to its rounded floating-point poses; the rounding
// of computed poses is part of their error budget (docs/numerics.md).
class Motion {
 public:
  // What is known of a motion that is given by a function of its poses. Every bound must hold at
  // every instant of the motion.
  struct Bounds {
    double speed_mps = 0.0;  // The speed of the body frame's origin.
    double yaw_rate_radps = 0.0;
    // The acceleration of the body frame's origin: the magnitude of the whole vector, including the
    // centripetal part of a turn at constant speed. Infinite if unknown.
    double acceleration_mps2 = std::numeric_limits<double>::infinity();
    double yaw_acceleration_radps2 = std::numeric_limits<double>::infinity();
    // m. How far a point of the body may be from where the function's pose puts it, apart from the
    // rounding of that pose.
    double pose_error_m = 0.0;
  };

  // Every function below returns InvalidArgument, naming the argument and its value, for:
  // - a number that is not finite;
  // - end_s before start_s, or after it by less than 2^-100 s (equal times are legal: the motion is
  //   then one instant, at the pose of the start);
  // - a pose that is not a unit rotation (kUnitRotationTolerance);
  // - a position, reference or displacement beyond kMaxCoordinate_m, or a turn beyond 2^20 rad.

  // Returns the motion of a body that does not move.
  static absl::StatusOr<Motion> Stationary(const Pose2& world_from_body, double start_s, double end_s);

  // Returns a motion in which the body point `reference` moves by displacement_m on a straight line
  // at constant speed, while the body turns by turn_rad (counter-clockwise positive, more than half
  // a turn is legal) at a constant yaw rate. world_from_body is the pose at start_s.
  static absl::StatusOr<Motion> Linear(const Pose2& world_from_body, Vec2 displacement_m, double turn_rad,
                                       double start_s, double end_s, Vec2 reference = {});

  // Returns the linear motion of the body frame's origin from one pose to another, turning the
  // shorter way; exactly half a turn is counter-clockwise. This is how scenes are interpolated.
  static absl::StatusOr<Motion> Between(const Pose2& world_from_body_at_start, const Pose2& world_from_body_at_end,
                                        double start_s, double end_s);

  // Returns a motion in which the body frame's origin has a constant velocity in the body frame,
  // and the yaw rate is constant: an arc, or a straight line.
  static absl::StatusOr<Motion> ConstantTwist(const Pose2& world_from_body, Vec2 velocity_in_body_mps,
                                              double yaw_rate_radps, double start_s, double end_s);

  // Returns any motion, given by a function. It returns world_from_body at an instant of [start_s,
  // end_s], as accurately as rounding permits, and always the same for the same instant. Copies of
  // the motion share it, and call it from any thread that queries. Queries return an error for a
  // pose that is not legal or that contradicts the bounds. Each pose is compared with the pose at
  // the start, and with the poses that the velocities at the ends and at the previous instant
  // predict; other contradictions remain unnoticed.
  // Errors also: no function; a pose at start_s or end_s that is not legal; a bound that is
  // negative, NaN or beyond 2^100, unless it is an acceleration and infinite.
  static absl::StatusOr<Motion> Bounded(PoseFunction world_from_body, const Bounds& bounds, double start_s,
                                        double end_s);

  double start_s() const { return start_s_; }
  double end_s() const { return end_s_; }

  // Returns world_from_body at an instant, rounded.
  // REQUIRES: start_s() <= time_s <= end_s().
  Pose2 PoseAt(double time_s) const;

  // The functions below are for the queries; callers do not need them.

  // Returns what Between returns.
  // REQUIRES: legal arguments.
  static Motion LegalBetween(const Pose2& world_from_body_at_start, const Pose2& world_from_body_at_end, double start_s,
                             double end_s);

  // Describes a body point that moves approximately straight at constant speed: the point in the
  // body frame, its offset from start().translation at start_s(), its displacement by end_s(), and
  // its largest deviation from that line.
  struct StraightPath {
    Vec2 body_point;
    Vec2 begin;
    Vec2 displacement;
    double bulge_m;
  };
  StraightPath straight_path() const { return {reference_, start_.Rotate(reference_), chord_, bulge_m_}; }

  // The motion at one instant.
  struct State {
    // The translation is the displacement of the body frame's origin since start_s().
    Pose2 pose;
    // The velocity of straight_path().body_point, and the body's yaw rate. NaN if a pose that they
    // are computed from is not legal.
    Vec2 velocity_mps;
    double yaw_rate_radps;
  };
  State StateAfter(double elapsed_s) const;
  const Pose2& start() const { return start_; }
  double duration_s() const { return end_s_ - start_s_; }
  // Returns bounds on the motion of straight_path().body_point, enlarged by a factor of 1 + 2^-38;
  // infinite if unknown.
  const Bounds& bounds() const { return bounds_; }
  // Returns a bound on the speed of a body point within reach_m of straight_path().body_point.
  double SpeedBound(double reach_m) const { return bounds_.speed_mps + bounds_.yaw_rate_radps * reach_m; }
  // Bounds the deviation from linear extrapolation: s seconds before or after an instant,
  // straight_path().body_point is within
  //   speed_error_mps |s| + acceleration_mps2 s^2 / 2
  // of where the velocity at that instant leads; the same holds for yaw.
  struct Departure {
    double speed_error_mps = 0.0;
    double acceleration_mps2 = 0.0;
    double yaw_rate_error_radps = 0.0;
    double yaw_acceleration_radps2 = 0.0;
  };
  const Departure& departure() const { return departure_; }
  // m. The error of StateAfter().pose for a body point within reach_m of the body frame's origin is
  // at most 2^-49 of this, plus pose_error_m.
  double ErrorMagnitude(double reach_m) const;
  bool is_bounded() const { return kind_ == Kind::kBounded; }
  // s. The time resolution of the clock: a function is evaluated at a representable time, up to
  // this far from the requested one.
  double clock_error_s() const;
  // m. Returns how far a body point within reach_m of straight_path().body_point moves in
  // clock_error_s().
  double ClockError(double reach_m) const { return clock_error_s() * SpeedBound(reach_m); }

 private:
  // For linear motions and arcs, from displacement and turn.
  void ComputeBounds();
  // From the bounds.
  void ComputeChord();
  void ComputeDifference();
  Pose2 BoundedPoseAfter(double elapsed_s) const;
  State BoundedStateAfter(double elapsed_s) const;

  enum class Kind { kLinear, kTwist, kBounded };

  Motion(Kind kind, const Pose2& start, double start_s, double end_s)
      : kind_(kind), start_s_(start_s), end_s_(end_s), start_(start) {}

  Kind kind_;
  double start_s_;
  double end_s_;
  Pose2 start_;
  // kLinear: the displacement of the reference point. kTwist: the displacement that there would be
  // without the turn.
  Vec2 displacement_;
  double turn_ = 0.0;
  Vec2 reference_;
  Vec2 chord_;
  double bulge_m_ = 0.0;
  Bounds bounds_;
  Departure departure_;
  // kBounded: velocities are difference quotients over this time, as far as that says more than
  // their bounds.
  double difference_s_ = 0.0;
  bool knows_velocity_ = false;
  bool knows_yaw_rate_ = false;
  std::shared_ptr<const PoseFunction> world_from_body_;  // Null unless kBounded.
};

}  // namespace collision2d
