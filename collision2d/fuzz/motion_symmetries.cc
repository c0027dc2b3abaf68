#include "collision2d/fuzz/motion_symmetries.h"

#include <cmath>
#include <utility>

#include "absl/status/statusor.h"
#include "collision2d/fuzz/motion_answers.h"
#include "collision2d/fuzz/require_equal.h"
#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/motion/minimum_distance.h"

namespace collision2d {
namespace {

ImpactResult Ask(const MotionCase& c, const MovingBodies& bodies) {
  return *TimeOfImpact(c.a, bodies.a(), c.b, bodies.b(), c.options);
}

// Contact deeper than rounding, which no other answer may deny.
bool IsDeep(const MotionCase& c, const ImpactResult& impact) {
  return impact.verdict == MotionVerdict::kCollides && impact.separation.signed_distance_m < -2.0 * RoundingOf(c);
}

// Whether a motion is free does not depend on how it is asked.
void RequireNoContradiction(const char* how, const MotionCase& c, const ImpactResult& x, const ImpactResult& y) {
  RequireTrue(how, c, x.verdict != MotionVerdict::kFree || !IsDeep(c, y));
  RequireTrue(how, c, y.verdict != MotionVerdict::kFree || !IsDeep(c, x));
}

// Nor when the first contact is; the second clock is ahead of the first.
void RequireSameTime(const char* how, const MotionCase& c, const ImpactResult& x, const ImpactResult& y,
                     double ahead_s) {
  RequireNoContradiction(how, c, x, y);
  const double latest_s = std::max({std::abs(c.start_s), std::abs(c.end_s), std::abs(c.start_s + ahead_s)});
  const double tick_s = 2.0 * (std::nextafter(latest_s, INFINITY) - latest_s);
  if (IsDeep(c, y)) RequireTrue(how, c, x.free_until_s <= (y.contact_by_s - ahead_s) + tick_s);
  if (IsDeep(c, x)) RequireTrue(how, c, y.free_until_s - ahead_s <= x.contact_by_s + tick_s);
}

void RequireSwapped(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact) {
  const ImpactResult swapped = *TimeOfImpact(c.b, bodies.b(), c.a, bodies.a(), c.options);
  RequireSameTime("swapped", c, impact, swapped, 0.0);
  const auto least = *MinimumDistanceOverMotion(c.a, bodies.a(), c.b, bodies.b(), c.distance_tolerance_m);
  const auto other = *MinimumDistanceOverMotion(c.b, bodies.b(), c.a, bodies.a(), c.distance_tolerance_m);
  const double error_m = RoundingOf(c) + MovedInATick(c) + 2.0 * (c.motion_a.pose_error_m + c.motion_b.pose_error_m);
  RequireTrue("swapped least distance", c,
              least.lower_m <= other.upper_m + error_m && other.lower_m <= least.upper_m + error_m);
}

FuzzMotion Reversed(const FuzzMotion& motion, const Pose2& end, double duration_s) {
  FuzzMotion reversed = motion;
  reversed.start = end;
  reversed.displacement_m = -motion.displacement_m;
  reversed.turn_rad = -motion.turn_rad;
  if (motion.kind == FuzzMotion::Kind::kBetween) {
    // Exactly half a turn would be made the same way.
    reversed.kind = FuzzMotion::Kind::kLinear;
    reversed.displacement_m = motion.start.translation - motion.end.translation;
    reversed.turn_rad = -internal::TurnBetween({motion.start.cos, motion.start.sin}, {motion.end.cos, motion.end.sin});
    reversed.end = {};
  }
  reversed.velocity_mps = -(motion.velocity_mps + duration_s * motion.acceleration_mps2);
  reversed.yaw_rate_radps = -(motion.yaw_rate_radps + duration_s * motion.yaw_acceleration_radps2);
  return reversed;
}

void RequireReversed(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact) {
  MotionCase reversed = c;
  reversed.motion_a = Reversed(c.motion_a, bodies.PoseOfA(c.end_s), c.duration_s());
  reversed.motion_b = Reversed(c.motion_b, bodies.PoseOfB(c.end_s), c.duration_s());
  const absl::StatusOr<MovingBodies> moving = MovingBodies::Create(reversed);
  // Poses at the end may be beyond what is legal at the start.
  if (!moving.ok()) return;
  RequireNoContradiction("reversed", c, impact, Ask(reversed, *moving));
}

void RequireShiftedClock(const MotionCase& c, const ImpactResult& impact, FuzzInput* input) {
  MotionCase shifted = c;
  const double ahead_s = std::ldexp(1.0, input->Index(40) - 8);
  shifted.start_s = c.start_s + ahead_s;
  shifted.end_s = c.end_s + ahead_s;
  if (shifted.start_s - ahead_s != c.start_s || shifted.end_s - ahead_s != c.end_s) return;
  if (shifted.duration_s() != c.duration_s()) return;
  const absl::StatusOr<MovingBodies> moving = MovingBodies::Create(shifted);
  RequireOk("shifted clock", moving.status());
  RequireSameTime("shifted clock", c, impact, Ask(shifted, *moving), ahead_s);
}

bool IsBounded(const MotionCase& c) {
  return c.motion_a.kind == FuzzMotion::Kind::kBounded || c.motion_b.kind == FuzzMotion::Kind::kBounded;
}

// Whether nothing is rounded where a translation is added.
bool IsExactlyShifted(Vec2 v, Vec2 shift) { return (v + shift) - shift == v && v - (v + shift) == -shift; }

struct WorldChange {
  Pose2 turn;  // By quarters.
  Vec2 shift;
  bool is_exact = true;
};

Pose2 Changed(const Pose2& pose, WorldChange* change) {
  Pose2 changed(change->turn.Rotate(pose.translation), UnitRotation(0.0, 0.0));
  const Vec2 heading = change->turn.Rotate({pose.cos, pose.sin});
  change->is_exact = change->is_exact && IsExactlyShifted(changed.translation, change->shift);
  return Pose2(changed.translation + change->shift, UnitRotation(heading.x, heading.y));
}

FuzzMotion Changed(const FuzzMotion& motion, WorldChange* change) {
  FuzzMotion changed = motion;
  changed.start = Changed(motion.start, change);
  if (motion.kind == FuzzMotion::Kind::kBetween) changed.end = Changed(motion.end, change);
  changed.displacement_m = change->turn.Rotate(motion.displacement_m);
  if (motion.kind == FuzzMotion::Kind::kBounded) changed.velocity_mps = change->turn.Rotate(motion.velocity_mps);
  changed.acceleration_mps2 = change->turn.Rotate(motion.acceleration_mps2);
  return changed;
}

void RequireSameInAnyWorld(const MotionCase& c, const ImpactResult& impact, FuzzInput* input) {
  WorldChange change;
  for (int quarters = input->Index(4); quarters > 0; --quarters) {
    change.turn = Pose2({}, UnitRotation(-change.turn.sin, change.turn.cos));
  }
  if (input->Index(2) == 1) change.shift = {std::ldexp(1.0, input->Index(22)), -std::ldexp(1.0, input->Index(22))};
  MotionCase changed = c;
  changed.motion_a = Changed(c.motion_a, &change);
  changed.motion_b = Changed(c.motion_b, &change);
  const absl::StatusOr<MovingBodies> moving = MovingBodies::Create(changed);
  if (!moving.ok()) return;
  const ImpactResult other = Ask(changed, *moving);
  // The functions of Bounded motions round what they are shifted by.
  if (!change.is_exact || IsBounded(c)) {
    if (RoundingOf(changed) <= 4.0 * RoundingOf(c)) RequireSameTime("another world", changed, impact, other, 0.0);
    return;
  }
  RequireTrue("another world: verdict", c, other.verdict == impact.verdict);
  RequireTrue("another world: free_until_s", c, other.free_until_s == impact.free_until_s);
  RequireTrue("another world: contact_by_s", c, other.contact_by_s == impact.contact_by_s);
  RequireTrue("another world: steps", c, other.steps == impact.steps);
}

}  // namespace

void RequireSymmetries(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact, FuzzInput* input) {
  RequireSwapped(c, bodies, impact);
  RequireReversed(c, bodies, impact);
  RequireShiftedClock(c, impact, input);
  RequireSameInAnyWorld(c, impact, input);
}

}  // namespace collision2d
