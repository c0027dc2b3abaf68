#include "collision2d/fuzz/moving_bodies.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {
namespace {

Pose2 AcceleratedPose(const FuzzMotion& motion, double elapsed_s) {
  const double half_s2 = 0.5 * elapsed_s * elapsed_s;
  const Vec2 moved = elapsed_s * motion.velocity_mps + half_s2 * motion.acceleration_mps2;
  const double turned_rad = elapsed_s * motion.yaw_rate_radps + half_s2 * motion.yaw_acceleration_radps2;
  const internal::SineCosine turn = internal::ComputeSineCosine(turned_rad);
  const Pose2 rotation =
      Pose2({}, UnitRotation(motion.start.cos, motion.start.sin)) * Pose2({}, UnitRotation(turn.cos, turn.sin));
  return Pose2(motion.start.translation + moved, UnitRotation(rotation.cos, rotation.sin));
}

// One of four directions, as good as random, and always the same for the same instant.
Vec2 ErrorDirection(double time_s) {
  uint64_t bits;
  std::memcpy(&bits, &time_s, sizeof bits);
  const uint64_t mixed = (bits * 0x9e3779b97f4a7c15u) >> 62;
  const double sign = mixed % 2 == 0 ? 1.0 : -1.0;
  return mixed < 2 ? Vec2{sign, 0.0} : Vec2{0.0, sign};
}

// Their values, at both ends, are rounded by less.
constexpr double kBoundRounding = 1.0 + 0x1p-40;

}  // namespace

absl::StatusOr<MovingBodies::Body> MovingBodies::CreateBounded(const FuzzMotion& motion, double start_s, double end_s) {
  auto exact = std::make_unique<PoseFunction>(
      [motion, start_s](double time_s) { return AcceleratedPose(motion, time_s - start_s); });
  const auto given = [motion, start_s](double time_s) {
    Pose2 pose = AcceleratedPose(motion, time_s - start_s);
    const Vec2 error = ErrorDirection(time_s);
    const internal::SineCosine turn = internal::ComputeSineCosine((error.x + error.y) * motion.heading_error_rad);
    const Pose2 turned = pose * Pose2({}, UnitRotation(turn.cos, turn.sin));
    return Pose2(pose.translation + (0.75 * motion.pose_error_m) * error, UnitRotation(turned.cos, turned.sin));
  };
  const double duration_s = end_s - start_s;
  Motion::Bounds bounds;
  bounds.speed_mps = kBoundRounding * (Norm(motion.velocity_mps) + duration_s * Norm(motion.acceleration_mps2));
  bounds.yaw_rate_radps =
      kBoundRounding * (std::abs(motion.yaw_rate_radps) + duration_s * std::abs(motion.yaw_acceleration_radps2));
  if (motion.states_accelerations) {
    bounds.acceleration_mps2 = kBoundRounding * Norm(motion.acceleration_mps2);
    bounds.yaw_acceleration_radps2 = std::abs(motion.yaw_acceleration_radps2);
  }
  bounds.pose_error_m = motion.pose_error_m;
  absl::StatusOr<Motion> bounded = Motion::Bounded(given, bounds, start_s, end_s);
  if (!bounded.ok()) return bounded.status();
  return Body{std::move(exact), *bounded};
}

absl::StatusOr<MovingBodies::Body> MovingBodies::CreateBody(const FuzzMotion& motion, double start_s, double end_s) {
  if (motion.kind == FuzzMotion::Kind::kBounded) return CreateBounded(motion, start_s, end_s);
  absl::StatusOr<Motion> created =
      motion.kind == FuzzMotion::Kind::kBetween ? Motion::Between(motion.start, motion.end, start_s, end_s)
      : motion.kind == FuzzMotion::Kind::kTwist
          ? Motion::ConstantTwist(motion.start, motion.velocity_mps, motion.yaw_rate_radps, start_s, end_s)
          : Motion::Linear(motion.start, motion.displacement_m, motion.turn_rad, start_s, end_s, motion.reference);
  if (!created.ok()) return created.status();
  return Body{nullptr, *created};
}

absl::StatusOr<MovingBodies> MovingBodies::Create(const MotionCase& c) {
  absl::StatusOr<Body> a = CreateBody(c.motion_a, c.start_s, c.end_s);
  if (!a.ok()) return a.status();
  absl::StatusOr<Body> b = CreateBody(c.motion_b, c.start_s, c.end_s);
  if (!b.ok()) return b.status();
  return MovingBodies(*std::move(a), *std::move(b));
}

}  // namespace collision2d
