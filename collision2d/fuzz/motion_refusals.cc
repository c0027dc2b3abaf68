#include "collision2d/fuzz/motion_refusals.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/fuzz/batch_input.h"
#include "collision2d/fuzz/require_equal.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"

namespace collision2d {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// No number, or beyond the greatest that is legal.
double TakeBad(double greatest, FuzzInput* input) {
  const double bad[] = {kNan, kInfinity, -kInfinity, std::nextafter(greatest, kInfinity), -2.0 * greatest};
  return bad[input->Index(5)];
}

Vec2 TakeBadVector(FuzzInput* input) {
  const double bad = TakeBad(kMaxCoordinate_m, input);
  return input->Index(2) == 1 ? Vec2{bad, 0.0} : Vec2{1.0, bad};
}

// What every query must refuse.
struct Question {
  absl::Span<const ConvexPolygon> a;
  const Motion& motion_a;
  absl::Span<const ConvexPolygon> b;
  const Motion& motion_b;
};

void RequireRefused(const Question& q, const ImpactOptions& options = {}) {
  RequireInvalid("TimeOfImpact", TimeOfImpact(q.a, q.motion_a, q.b, q.motion_b, options).status());
  RequireInvalid("IsMotionFree", IsMotionFree(q.a, q.motion_a, q.b, q.motion_b, options).status());
}

void RequireRefusedByAll(const Question& q) {
  RequireRefused(q);
  RequireInvalid("MinimumDistanceOverMotion", MinimumDistanceOverMotion(q.a, q.motion_a, q.b, q.motion_b).status());
}

void RequireTimesRefused(const MotionCase& c, FuzzInput* input) {
  const double later_s = std::nextafter(c.end_s, kInfinity);
  const double bad_s[][2] = {{later_s, c.end_s}, {kNan, c.end_s},       {c.start_s, kInfinity},
                             {c.start_s, kNan},  {-kInfinity, c.end_s}, {-1e308, 1.7e308}};
  const auto [start_s, end_s] = bad_s[input->Index(6)];
  const Pose2& pose = c.motion_a.start;
  const PoseFunction still = [&](double) { return pose; };
  RequireInvalid("Still, times", Motion::Stationary(pose, start_s, end_s).status());
  RequireInvalid("Linear, times", Motion::Linear(pose, {}, 0.0, start_s, end_s).status());
  RequireInvalid("Between, times", Motion::Between(pose, pose, start_s, end_s).status());
  RequireInvalid("ConstantTwist, times", Motion::ConstantTwist(pose, {}, 0.0, start_s, end_s).status());
  RequireInvalid("Bounded, times", Motion::Bounded(still, {}, start_s, end_s).status());
}

void RequirePosesRefused(const MotionCase& c, FuzzInput* input) {
  const Pose2& good = c.motion_a.start;
  const Pose2 bad = MadeIllegal(good, input);
  const PoseFunction still = [&](double) { return bad; };
  RequireInvalid("Still, pose", Motion::Stationary(bad, c.start_s, c.end_s).status());
  RequireInvalid("Linear, pose", Motion::Linear(bad, {}, 0.0, c.start_s, c.end_s).status());
  RequireInvalid("Between, start", Motion::Between(bad, good, c.start_s, c.end_s).status());
  RequireInvalid("Between, end", Motion::Between(good, bad, c.start_s, c.end_s).status());
  RequireInvalid("ConstantTwist, pose", Motion::ConstantTwist(bad, {}, 0.0, c.start_s, c.end_s).status());
  RequireInvalid("Bounded, pose", Motion::Bounded(still, {}, c.start_s, c.end_s).status());
}

void RequireNumbersRefused(const MotionCase& c, FuzzInput* input) {
  const Pose2& pose = c.motion_a.start;
  const double start_s = c.start_s;
  const double end_s = c.end_s;
  const Vec2 bad = TakeBadVector(input);
  const double turn = TakeBad(kMaxAngle_rad, input);
  RequireInvalid("Linear, way", Motion::Linear(pose, bad, 0.0, start_s, end_s).status());
  RequireInvalid("Linear, turn", Motion::Linear(pose, {}, turn, start_s, end_s).status());
  RequireInvalid("Linear, reference", Motion::Linear(pose, {}, 0.0, start_s, end_s, bad).status());
  RequireInvalid("ConstantTwist, velocity", Motion::ConstantTwist(pose, bad, 0.0, start_s, end_s).status());
  RequireInvalid("ConstantTwist, yaw rate", Motion::ConstantTwist(pose, {}, kNan, start_s, end_s).status());
}

void RequireBoundsRefused(const MotionCase& c, FuzzInput* input) {
  const PoseFunction still = [&](double) { return c.motion_a.start; };
  Motion::Bounds bounds;
  double* const numbers[] = {&bounds.speed_mps, &bounds.yaw_rate_radps, &bounds.pose_error_m, &bounds.acceleration_mps2,
                             &bounds.yaw_acceleration_radps2};
  const int which = input->Index(5);
  const double bad[] = {kNan, -5e-324, -kInfinity, kInfinity};
  // Accelerations may be unknown.
  *numbers[which] = bad[input->Index(which < 3 ? 4 : 3)];
  RequireInvalid("Bounded, bounds", Motion::Bounded(still, bounds, c.start_s, c.end_s).status());
  RequireInvalid("Bounded, null", Motion::Bounded(nullptr, {}, c.start_s, c.end_s).status());
  const PoseFunction none;
  RequireInvalid("Bounded, no function", Motion::Bounded(none, {}, c.start_s, c.end_s).status());
}

void RequireQuestionRefused(const MotionCase& c, const MovingBodies& bodies, FuzzInput* input) {
  const Question good = {c.a, bodies.a(), c.b, bodies.b()};
  RequireRefusedByAll({{}, good.motion_a, good.b, good.motion_b});
  RequireRefusedByAll({good.a, good.motion_a, {}, good.motion_b});
  const double later_s = c.end_s + std::max(1.0, std::abs(c.end_s));
  const Motion other = *Motion::Stationary(c.motion_a.start, input->Index(2) == 1 ? c.start_s : later_s, later_s);
  RequireRefusedByAll({good.a, other, good.b, good.motion_b});
  const double bad[] = {0.0, -0.0, -1.0, kNan, kInfinity, -5e-324};
  const double tolerance = bad[input->Index(6)];
  RequireRefused(good, {tolerance, 1e-6});
  RequireRefused(good, {1e-6, tolerance});
  RequireInvalid("tolerance_m", MinimumDistanceOverMotion(c.a, bodies.a(), c.b, bodies.b(), tolerance).status());
}

// A body whose function contradicts its bounds, or returns what is no pose, after the start; it is
// beside the other one all the time.
void RequireFunctionRefused(const MotionCase& c, FuzzInput* input) {
  const Pose2 start = c.motion_b.start;
  Pose2 later = MadeIllegal(start, input);
  if (input->Index(2) == 1) later = Pose2(start.translation + Vec2{0.0, 1.0}, UnitRotation(start.cos, start.sin));
  const PoseFunction leaping = [=](double time_s) { return time_s == 0.0 ? start : later; };
  const absl::StatusOr<Motion> bounded = Motion::Bounded(leaping, {0.25, 0.0}, 0.0, 1.0);
  const absl::StatusOr<Motion> still = Motion::Stationary(start, 0.0, 1.0);
  if (!bounded.ok() || !still.ok()) return;
  // Rounding of 1 m, in a world so large, is no contradiction.
  if (Norm1(start.translation) > 1e6) return;
  const ConvexPolygon body = ConvexPolygon::Rectangle(1.0, 1.0).value();
  const ConvexPolygon beside = ConvexPolygon::Rectangle(1.0, 1.0, {1.125, 0.0}).value();
  RequireRefusedByAll({{&body, 1}, *bounded, {&beside, 1}, *still});
  RequireRefusedByAll({{&beside, 1}, *still, {&body, 1}, *bounded});
}

}  // namespace

void RequireMotionRefusal(const MotionCase& c, const MovingBodies& bodies, FuzzInput* input) {
  switch (input->Index(6)) {
    case 0:
      return RequireTimesRefused(c, input);
    case 1:
      return RequirePosesRefused(c, input);
    case 2:
      return RequireNumbersRefused(c, input);
    case 3:
      return RequireBoundsRefused(c, input);
    case 4:
      return RequireQuestionRefused(c, bodies, input);
    default:
      return RequireFunctionRefused(c, input);
  }
}

}  // namespace collision2d
