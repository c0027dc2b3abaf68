#include "collision2d/fuzz/motion_answers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/types/span.h"
#include "collision2d/fuzz/require_equal.h"
#include "collision2d/query/separation.h"

namespace collision2d {
namespace {

constexpr int kSamples = 48;
constexpr int kRefinements = 24;

// Stated: some 10^-14 of the coordinates. TimeOfImpact's own bound is half of this of fewer of
// them.
constexpr double kRelativeError = 0x1p-45;

// Lengths in the frame of a body whose rotation is not quite unit, which is legal, are scaled by so
// much more than 1, or less.
double ScaleError(const FuzzMotion& motion) {
  const auto error = [](const Pose2& pose) { return std::abs(pose.cos * pose.cos + pose.sin * pose.sin - 1.0); };
  return std::max(error(motion.start), error(motion.end));
}

double Coordinates(const FuzzMotion& motion, double reach_m, double duration_s) {
  const double way_m = WayOf(motion, duration_s);
  const double turn_rad = TurnOf(motion, duration_s);
  return Norm1(motion.start.translation) + (1.0 + turn_rad) * way_m +
         (2.0 + turn_rad) * (reach_m + Norm1(motion.reference));
}

// The signed distance of the bodies at an instant: of the nearest, or most deeply overlapping, of
// their shapes.
double SignedDistance(const MotionCase& c, const MovingBodies& bodies, double time_s) {
  const Pose2 a_from_b = RelativePose(bodies.PoseOfA(time_s), bodies.PoseOfB(time_s));
  double least_m = std::numeric_limits<double>::infinity();
  for (const ConvexPolygon& a : c.a) {
    for (const ConvexPolygon& b : c.b) {
      least_m = std::min(least_m, ComputeSeparation(a, b, a_from_b).signed_distance_m);
    }
  }
  return least_m;
}

// The least signed distance that sampling finds within [begin_s, end_s]: at even instants, and near
// the least of them.
double SampledDistance(const MotionCase& c, const MovingBodies& bodies, double begin_s, double end_s) {
  const double step_s = (end_s - begin_s) / kSamples;
  double least_m = std::numeric_limits<double>::infinity();
  double least_s = begin_s;
  const auto sample = [&](double time_s) {
    time_s = std::clamp(time_s, begin_s, end_s);
    const double distance_m = SignedDistance(c, bodies, time_s);
    if (distance_m >= least_m) return;
    least_m = distance_m;
    least_s = time_s;
  };
  for (int i = 0; i <= kSamples; ++i) sample(begin_s + i * step_s);
  double around_s = 0.5 * step_s;
  for (int i = 0; i < kRefinements; ++i, around_s *= 0.625) {
    const double middle_s = least_s;
    sample(middle_s - around_s);
    sample(middle_s + around_s);
  }
  return least_m;
}

double Before(double time_s) { return std::nextafter(time_s, -std::numeric_limits<double>::infinity()); }

void RequireFreeUntil(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact) {
  const double end_s = impact.verdict == MotionVerdict::kFree ? c.end_s : Before(impact.free_until_s);
  if (end_s < c.start_s) return;
  RequireTrue("free where the bodies overlap", c, SampledDistance(c, bodies, c.start_s, end_s) >= -RoundingOf(c));
}

// A bracket is wide only if the bodies are still in contact within rounding, if at all, when a
// narrow one would end.
void RequireNarrowBracket(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact) {
  if (c.a.size() * c.b.size() > 1) return;
  const double latest_s = std::max(std::abs(impact.free_until_s), std::abs(impact.contact_by_s));
  const double clock_s = 4.0 * (std::nextafter(latest_s, INFINITY) - latest_s);
  const double narrow_until_s = impact.free_until_s + c.options.time_tolerance_s + clock_s;
  if (impact.contact_by_s <= narrow_until_s) return;
  // Bounded motions have larger bounds on their coordinates.
  const double error_m =
      4.0 * RoundingOf(c) + 2.0 * (c.motion_a.pose_error_m + c.motion_b.pose_error_m) + MovedInATick(c);
  RequireTrue("a wide bracket of more than a graze", c, SignedDistance(c, bodies, narrow_until_s) >= -error_m);
}

bool IsFinite(const Separation& s) {
  return std::isfinite(s.signed_distance_m) && std::isfinite(s.witness_a.x) && std::isfinite(s.witness_a.y) &&
         std::isfinite(s.witness_b.x) && std::isfinite(s.witness_b.y) && std::isfinite(s.direction.x) &&
         std::isfinite(s.direction.y);
}

void RequireContact(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact) {
  const double rounding_m = RoundingOf(c);
  const double pose_error_m = c.motion_a.pose_error_m + c.motion_b.pose_error_m;
  const double then_m = SignedDistance(c, bodies, impact.contact_by_s);
  RequireTrue("separation is finite", c, IsFinite(impact.separation));
  RequireTrue("separation is that of contact_by_s", c,
              impact.separation.signed_distance_m >= then_m - (rounding_m + pose_error_m + MovedInATick(c)));
  if (impact.verdict == MotionVerdict::kCollides) {
    RequireTrue("in contact at contact_by_s", c, then_m <= rounding_m);
    RequireTrue("separation is negative in contact", c, impact.separation.signed_distance_m < 0.0);
    return RequireNarrowBracket(c, bodies, impact);
  }
  // What the poses that are computed with say, and what is true, may be as far apart.
  const double within_m = rounding_m + 2.0 * pose_error_m + MovedInATick(c);
  RequireTrue("undecided farther away than epsilon", c, then_m <= c.options.contact_tolerance_m + within_m);
  RequireTrue("undecided deep in contact", c, then_m >= -within_m);
}

}  // namespace

double RoundingOf(const MotionCase& c) {
  const double relative_error = kRelativeError + 2.0 * (ScaleError(c.motion_a) + ScaleError(c.motion_b));
  return relative_error *
         (Coordinates(c.motion_a, Reach(c.a), c.duration_s()) + Coordinates(c.motion_b, Reach(c.b), c.duration_s()));
}

double MovedInATick(const MotionCase& c) {
  if (c.duration_s() == 0.0) return 0.0;
  const double latest_s = std::max(std::abs(c.start_s), std::abs(c.end_s));
  const double part = (std::nextafter(latest_s, INFINITY) - latest_s) / c.duration_s();
  const auto moved = [&](const FuzzMotion& motion, double reach_m) {
    const double reach_of_body_m = reach_m + Norm1(motion.reference);
    return 2.0 * (WayOf(motion, c.duration_s()) + TurnOf(motion, c.duration_s()) * reach_of_body_m);
  };
  return part * (moved(c.motion_a, Reach(c.a)) + moved(c.motion_b, Reach(c.b)));
}

void RequireImpact(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact) {
  RequireTrue("steps", c, impact.steps >= 0);
  // Unless the clock is so coarse that a body's place is not known within epsilon.
  RequireTrue("reached_limit", c, !impact.reached_limit || MovedInATick(c) > c.options.contact_tolerance_m);
  if (impact.verdict == MotionVerdict::kFree) {
    RequireTrue("free until the end", c, impact.free_until_s == c.end_s);
    RequireTrue("contact_by_s of free", c, impact.contact_by_s == std::numeric_limits<double>::infinity());
    RequireTrue("shapes of free", c, impact.shape_a == -1 && impact.shape_b == -1);
  } else {
    RequireTrue("times are in order", c,
                c.start_s <= impact.free_until_s && impact.free_until_s <= impact.contact_by_s &&
                    impact.contact_by_s <= c.end_s);
    RequireTrue("shape_a", c, 0 <= impact.shape_a && impact.shape_a < static_cast<int>(c.a.size()));
    RequireTrue("shape_b", c, 0 <= impact.shape_b && impact.shape_b < static_cast<int>(c.b.size()));
    RequireContact(c, bodies, impact);
  }
  RequireFreeUntil(c, bodies, impact);
}

void RequireLeastDistance(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact,
                          const MotionDistance& least) {
  const double rounding_m = RoundingOf(c);
  const double pose_error_m = c.motion_a.pose_error_m + c.motion_b.pose_error_m;
  const double sampled_m = SampledDistance(c, bodies, c.start_s, c.end_s);
  const double then_m = SignedDistance(c, bodies, least.time_s);
  const double width_m = least.upper_m - least.lower_m;
  RequireTrue("least distance: cap", c, least.reached_limit == (width_m > c.distance_tolerance_m));
  RequireTrue("least distance: bounds are in order", c, 0.0 <= least.lower_m && least.lower_m <= least.upper_m);
  RequireTrue("least distance: time", c, c.start_s <= least.time_s && least.time_s <= c.end_s);
  RequireTrue("least distance: lower_m", c, least.lower_m <= std::max(sampled_m, 0.0) + rounding_m);
  RequireTrue("least distance: upper_m", c, std::max(then_m, 0.0) <= least.upper_m + rounding_m);
  const double tolerance_m =
      std::max(c.distance_tolerance_m, 16.0 * (rounding_m + pose_error_m + MovedInATick(c))) + rounding_m;
  RequireTrue("least distance: tolerance", c, width_m <= tolerance_m + MovedInATick(c));
  if (impact.verdict == MotionVerdict::kFree) RequireTrue("least distance: 0, but free", c, least.upper_m > 0.0);
  if (impact.verdict == MotionVerdict::kCollides) RequireTrue("least distance: of contact", c, least.lower_m == 0.0);
}

void RequireUnionOfPairs(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact) {
  double free_until_s = c.end_s;
  double contact_by_s[] = {INFINITY, INFINITY, INFINITY};
  for (const ConvexPolygon& a : c.a) {
    for (const ConvexPolygon& b : c.b) {
      const ImpactResult pair = *TimeOfImpact(a, bodies.a(), b, bodies.b(), c.options);
      double& first_s = contact_by_s[static_cast<int>(pair.verdict)];
      first_s = std::min(first_s, pair.contact_by_s);
      free_until_s = std::min(free_until_s, pair.free_until_s);
    }
  }
  MotionVerdict verdict = MotionVerdict::kFree;
  if (contact_by_s[static_cast<int>(MotionVerdict::kUndecided)] < INFINITY) verdict = MotionVerdict::kUndecided;
  if (contact_by_s[static_cast<int>(MotionVerdict::kCollides)] < INFINITY) verdict = MotionVerdict::kCollides;
  RequireTrue("verdict of pairs", c, impact.verdict == verdict);
  RequireTrue("contact_by_s of pairs", c, impact.contact_by_s == contact_by_s[static_cast<int>(verdict)]);
  RequireTrue("free_until_s of pairs", c, impact.free_until_s == free_until_s);
}

}  // namespace collision2d
