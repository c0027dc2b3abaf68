#include "collision2d/motion/motion.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/motion/search/motion_checks.h"

namespace collision2d {
namespace {

using internal::CheckInterval;
using internal::CheckLegalPose;
using internal::CheckVector;

absl::Status CheckTurn(const char* name, double turn_rad) {
  if (std::abs(turn_rad) <= kMaxAngle_rad) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: a turn of %.17g rad is not finite or beyond %g rad", name, turn_rad, kMaxAngle_rad));
}

// Relative to Motion::ErrorMagnitude, and for yaws to 1: the rounding of the poses that a velocity
// is computed from. No proof: a part of kPairMotionRelativeError.
constexpr double kStateError = 0x1p-48;

// Relative to the instant at which a pose function is called: the rounding of that instant. No
// proof: a definition.
constexpr double kClockRounding = 0x1p-53;

// Larger bounds are nonsense, and their squares could overflow.
constexpr double kMostBound = 0x1p100;

absl::Status CheckBound(const char* name, double bound, bool may_be_infinite) {
  if (bound >= 0.0 && (bound <= kMostBound || (may_be_infinite && std::isinf(bound)))) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("bounds.%s: %g is not within [0, %g]%s", name, bound, kMostBound,
                                                    may_be_infinite ? " or infinite" : ""));
}

absl::Status CheckBounds(const Motion::Bounds& bounds) {
  absl::Status status = CheckBound("speed_mps", bounds.speed_mps, false);
  if (status.ok()) status = CheckBound("yaw_rate_radps", bounds.yaw_rate_radps, false);
  if (status.ok()) status = CheckBound("acceleration_mps2", bounds.acceleration_mps2, true);
  if (status.ok()) status = CheckBound("yaw_acceleration_radps2", bounds.yaw_acceleration_radps2, true);
  if (status.ok()) status = CheckBound("pose_error_m", bounds.pose_error_m, false);
  return status;
}

Motion::Bounds Enlarged(const Motion::Bounds& bounds) {
  return {internal::kMotionBoundMargin * bounds.speed_mps, internal::kMotionBoundMargin * bounds.yaw_rate_radps,
          internal::kMotionBoundMargin * bounds.acceleration_mps2,
          internal::kMotionBoundMargin * bounds.yaw_acceleration_radps2, bounds.pose_error_m};
}

// What every motion needs: legal times and a legal pose at the start.
absl::Status CheckStart(const char* name, const Pose2& pose, double start_s, double end_s) {
  absl::Status status = CheckInterval(start_s, end_s);
  if (status.ok()) status = CheckLegalPose(name, pose);
  return status;
}

}  // namespace

absl::StatusOr<Motion> Motion::Stationary(const Pose2& world_from_body, double start_s, double end_s) {
  return Linear(world_from_body, {}, 0.0, start_s, end_s);
}

absl::StatusOr<Motion> Motion::Linear(const Pose2& world_from_body, Vec2 displacement_m, double turn_rad,
                                      double start_s, double end_s, Vec2 reference) {
  absl::Status status = CheckStart("world_from_body", world_from_body, start_s, end_s);
  if (status.ok()) status = CheckVector("displacement_m", displacement_m);
  if (status.ok()) status = CheckTurn("turn_rad", turn_rad);
  if (status.ok()) status = CheckVector("reference", reference);
  if (!status.ok()) return status;
  Motion motion(Kind::kLinear, world_from_body, start_s, end_s);
  motion.displacement_ = displacement_m;
  motion.chord_ = displacement_m;
  motion.turn_ = turn_rad;
  motion.reference_ = reference;
  motion.ComputeBounds();
  return motion;
}

absl::StatusOr<Motion> Motion::Between(const Pose2& world_from_body_at_start, const Pose2& world_from_body_at_end,
                                       double start_s, double end_s) {
  absl::Status status = CheckStart("world_from_body_at_start", world_from_body_at_start, start_s, end_s);
  if (status.ok()) status = CheckLegalPose("world_from_body_at_end", world_from_body_at_end);
  if (!status.ok()) return status;
  return LegalBetween(world_from_body_at_start, world_from_body_at_end, start_s, end_s);
}

Motion Motion::LegalBetween(const Pose2& world_from_body_at_start, const Pose2& world_from_body_at_end, double start_s,
                            double end_s) {
  Motion motion(Kind::kLinear, world_from_body_at_start, start_s, end_s);
  motion.displacement_ = world_from_body_at_end.translation - world_from_body_at_start.translation;
  motion.chord_ = motion.displacement_;
  motion.turn_ = internal::TurnBetween({world_from_body_at_start.cos, world_from_body_at_start.sin},
                                       {world_from_body_at_end.cos, world_from_body_at_end.sin});
  motion.ComputeBounds();
  return motion;
}

absl::StatusOr<Motion> Motion::ConstantTwist(const Pose2& world_from_body, Vec2 velocity_in_body_mps,
                                             double yaw_rate_radps, double start_s, double end_s) {
  absl::Status status = CheckStart("world_from_body", world_from_body, start_s, end_s);
  if (status.ok()) status = CheckVector("velocity_in_body_mps", velocity_in_body_mps);
  const double duration_s = end_s - start_s;
  if (status.ok()) status = CheckVector("velocity_in_body_mps: the way", duration_s * velocity_in_body_mps);
  if (status.ok()) status = CheckTurn("yaw_rate_radps", yaw_rate_radps * duration_s);
  if (!status.ok()) return status;
  Motion motion(Kind::kTwist, world_from_body, start_s, end_s);
  motion.displacement_ = duration_s * world_from_body.Rotate(velocity_in_body_mps);
  motion.turn_ = yaw_rate_radps * duration_s;
  motion.ComputeBounds();
  motion.ComputeChord();
  return motion;
}

absl::StatusOr<Motion> Motion::Bounded(PoseFunction world_from_body, const Bounds& bounds, double start_s,
                                       double end_s) {
  if (!world_from_body) return absl::InvalidArgumentError("world_from_body: no function");
  absl::Status status = CheckInterval(start_s, end_s);
  if (status.ok()) status = CheckBounds(bounds);
  if (!status.ok()) return status;
  const Pose2 start = world_from_body(start_s);
  status = CheckLegalPose("world_from_body at start_s", start);
  if (status.ok()) status = CheckLegalPose("world_from_body at end_s", world_from_body(end_s));
  if (!status.ok()) return status;
  Motion motion(Kind::kBounded, start, start_s, end_s);
  motion.bounds_ = Enlarged(bounds);
  motion.world_from_body_ = std::make_shared<const PoseFunction>(std::move(world_from_body));
  motion.ComputeDifference();
  motion.ComputeChord();
  return motion;
}

void Motion::ComputeBounds() {
  const double duration_s = this->duration_s();
  bounds_ = {0.0, 0.0, 0.0, 0.0, 0.0};
  if (duration_s == 0.0) return;
  bounds_.speed_mps = internal::kMotionBoundMargin * Norm(displacement_) / duration_s;
  bounds_.yaw_rate_radps = internal::kMotionBoundMargin * std::abs(turn_) / duration_s;
  if (kind_ == Kind::kTwist) bounds_.acceleration_mps2 = bounds_.speed_mps * bounds_.yaw_rate_radps;
  departure_.acceleration_mps2 = bounds_.acceleration_mps2;
}

// Linear interpolation sags by an eighth of the greatest second derivative times the square of the
// time, and both the body and its place on the chord are within half of the way from one of the
// ends.
void Motion::ComputeChord() {
  const double duration_s = this->duration_s();
  chord_ = StateAfter(duration_s).pose.translation;
  bulge_m_ = std::min(bounds_.speed_mps * duration_s, bounds_.acceleration_mps2 * duration_s * duration_s / 8.0) +
             bounds_.pose_error_m;
}

// A difference quotient is at most half of the acceleration times the time beside the velocity at
// one of its ends. Where that, with what rounding, of poses and on the clock, does to it, is not
// less than the bound on the velocity itself, the velocity is taken to be 0. Headings of poses with
// an error say nothing about the yaw rate.
void Motion::ComputeDifference() {
  constexpr double kDifference_s = 0x1p-12;
  difference_s_ = std::min(kDifference_s, 0.5 * duration_s());
  const double rounding_m = kStateError * ErrorMagnitude(0.0) + 2.0 * (bounds_.pose_error_m + ClockError(0.0));
  const double rounding = kStateError + 2.0 * clock_error_s() * bounds_.yaw_rate_radps;
  const double speed_error = 0.5 * bounds_.acceleration_mps2 * difference_s_ + rounding_m / difference_s_;
  const double yaw_rate_error = 0.5 * bounds_.yaw_acceleration_radps2 * difference_s_ + rounding / difference_s_;
  knows_velocity_ = speed_error < bounds_.speed_mps;
  // A turn of more than half a turn would be taken for another one.
  constexpr double kMostTurn_rad = 3.0;
  knows_yaw_rate_ = bounds_.pose_error_m == 0.0 && yaw_rate_error < bounds_.yaw_rate_radps &&
                    bounds_.yaw_rate_radps * difference_s_ < kMostTurn_rad;
  departure_ = {knows_velocity_ ? speed_error : bounds_.speed_mps, knows_velocity_ ? bounds_.acceleration_mps2 : 0.0,
                knows_yaw_rate_ ? yaw_rate_error : bounds_.yaw_rate_radps,
                knows_yaw_rate_ ? bounds_.yaw_acceleration_radps2 : 0.0};
}

Pose2 Motion::PoseAt(double time_s) const {
  ABSL_ASSERT(start_s_ <= time_s && time_s <= end_s_);
  if (kind_ == Kind::kBounded) return (*world_from_body_)(time_s);
  Pose2 pose = StateAfter(time_s - start_s_).pose;
  pose.translation = start_.translation + pose.translation;
  return pose;
}

Motion::State Motion::StateAfter(double elapsed_s) const {
  if (kind_ == Kind::kBounded) return BoundedStateAfter(elapsed_s);
  const double per_second = duration_s() > 0.0 ? 1.0 / duration_s() : 0.0;
  const double part = elapsed_s * per_second;
  const Vec2 velocity = per_second * displacement_;
  if (turn_ == 0.0) return {Pose2(part * displacement_, UnitRotation(start_.cos, start_.sin)), velocity, 0.0};
  const double angle = part * turn_;
  const internal::SineCosine turn = internal::ComputeSineCosine(angle);
  const Pose2 turned({}, UnitRotation(turn.cos, turn.sin));
  const Pose2 rotation = Pose2({}, UnitRotation(start_.cos, start_.sin)) * turned;
  if (kind_ == Kind::kTwist) {
    // The chord of an arc encloses half of the angle with its tangent.
    const internal::SineCosine half = internal::ComputeSineCosine(0.5 * angle);
    const double chord_per_arc = angle == 0.0 ? 1.0 : half.sin / (0.5 * angle);
    const Vec2 chord = (part * chord_per_arc) * Pose2({}, UnitRotation(half.cos, half.sin)).Rotate(displacement_);
    return {Pose2(chord, UnitRotation(rotation.cos, rotation.sin)), turned.Rotate(velocity), per_second * turn_};
  }
  const Vec2 of_reference = start_.Rotate(reference_) - rotation.Rotate(reference_);
  return {Pose2(part * displacement_ + of_reference, UnitRotation(rotation.cos, rotation.sin)), velocity,
          per_second * turn_};
}

Pose2 Motion::BoundedPoseAfter(double elapsed_s) const {
  Pose2 pose = (*world_from_body_)(std::min(start_s_ + elapsed_s, end_s_));
  pose.translation = pose.translation - start_.translation;
  // A legal rotation is made unit by one step of Newton's method for 1 / sqrt; others are reported.
  const double excess = pose.cos * pose.cos + pose.sin * pose.sin - 1.0;
  if (std::abs(excess) <= kUnitRotationTolerance) {
    const double scale = 1.0 - 0.5 * excess;
    pose.cos *= scale;
    pose.sin *= scale;
  }
  return pose;
}

Motion::State Motion::BoundedStateAfter(double elapsed_s) const {
  const Pose2 pose = BoundedPoseAfter(elapsed_s);
  if (!knows_velocity_ && !knows_yaw_rate_) return {pose, {}, 0.0};
  const bool is_late = elapsed_s + difference_s_ > duration_s();
  const double other_s = is_late ? elapsed_s - difference_s_ : elapsed_s + difference_s_;
  const Pose2 other = BoundedPoseAfter(other_s);
  State state = {pose, {}, 0.0};
  if (!CheckLegalPose("pose", pose).ok() || !CheckLegalPose("pose", other).ok()) {
    constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();
    return {pose, {kNotKnown, kNotKnown}, kNotKnown};
  }
  const double per_second = 1.0 / (other_s - elapsed_s);
  if (knows_velocity_) state.velocity_mps = per_second * (other.translation - pose.translation);
  if (knows_yaw_rate_) {
    state.yaw_rate_radps = per_second * internal::TurnBetween({pose.cos, pose.sin}, {other.cos, other.sin});
  }
  return state;
}

double Motion::clock_error_s() const {
  return is_bounded() ? kClockRounding * std::max(std::abs(start_s_), std::abs(end_s_)) : 0.0;
}

double Motion::ErrorMagnitude(double reach_m) const {
  if (kind_ == Kind::kBounded) {
    return Norm1(start_.translation) + 2.0 * bounds_.speed_mps * (end_s_ - start_s_) + 2.0 * reach_m;
  }
  return Norm1(displacement_) + (2.0 + std::abs(turn_)) * (reach_m + Norm1(reference_)) +
         std::abs(turn_) * Norm1(displacement_);
}

}  // namespace collision2d
