#include "collision2d/motion/search/pair_motion.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "collision2d/geometry/padded_ring.h"
#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/motion/search/motion_checks.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/stages/support.h"

namespace collision2d::internal {
namespace {

constexpr double kFullTurn_rad = 6.283185307179586;

// A departure that exceeds what the bounds permit by this factor contradicts them, whatever the
// rounding of its computation. No proof: a tolerance, far above rounding.
constexpr double kDepartureMargin = 1.0 + 0x1p-20;

// Relative to the squares of lengths: the rounding of the quadratic in CirclesMeet. No
// proof: the roots of a quadratic.
constexpr double kQuadraticError = 0x1p-46;

// Shapes with more vertices are climbed, not scanned.
constexpr int kMostScannedVertices = 12;

// The largest dot product of a vertex with the direction.
double Height(const ConvexPolygon& shape, Vec2 direction) {
  const absl::Span<const Vec2> vertices = shape.vertices();
  if (shape.size() > kMostScannedVertices) {
    const int start = shape.StartVertex(DirectionSector(direction));
    return Dot(direction, vertices[static_cast<size_t>(SupportByHillClimbing(vertices, direction, start))]);
  }
  double height = Dot(direction, vertices[0]);
  for (const Vec2 vertex : vertices.subspan(1)) height = std::max(height, Dot(direction, vertex));
  return height;
}

// m. All vertices are within this of the shape's centre.
double VertexRadius(const ConvexPolygon& shape) {
  return (1.0 + kCircleRelativeError) * shape.bounding_radius_m() - shape.radius_m();
}

// m. A bound on the distance of the centre of the shape's circle from the point that moves
// straight. The centre mostly lies on an axis of the body, where the bound is the distance.
double CenterReach(const ConvexPolygon& shape, const Motion& motion) {
  return Norm1(shape.center() - motion.straight_path().body_point);
}

// m. What error bounds are relative to.
double MagnitudeOf(const ConvexPolygon& shape, const Motion& motion) {
  const double reach_m = Norm1(shape.center()) + shape.bounding_radius_m();
  return reach_m + motion.ErrorMagnitude(reach_m);
}

// How far the squared length of a rotation may be from 1, besides rounding. Lengths in the body's
// frame are scaled by at most half of that.
double RotationError(const Motion& motion) {
  if (motion.is_bounded()) return 0.0;           // Its poses are made unit.
  constexpr double kRotationRounding = 0x1p-50;  // Proof: rotation.
  const double cos = motion.start().cos;
  const double sin = motion.start().sin;
  return std::max(std::abs(cos * cos + sin * sin - 1.0) - kRotationRounding, 0.0);
}

// For body points within reach_m of the point that moves straight.
double AccelerationBound(const Motion& motion, double reach_m) {
  const double yaw_rate = motion.bounds().yaw_rate_radps;
  return motion.departure().acceleration_mps2 +
         (yaw_rate * yaw_rate + motion.departure().yaw_acceleration_radps2) * reach_m;
}

double SlopeError(const Motion& motion, double reach_m) {
  return motion.departure().speed_error_mps + motion.departure().yaw_rate_error_radps * reach_m;
}

// Half of the second derivative that a body's turning gives the heights of its points along a
// direction, which turns relative to it, at most.
double HalfBendOfTurning(const Motion& motion, double reach_m, double relative_rate_radps) {
  return 0.5 * (motion.departure().acceleration_mps2 + (kMotionBoundMargin * relative_rate_radps * relative_rate_radps +
                                                        motion.departure().yaw_acceleration_radps2) *
                                                           reach_m);
}

}  // namespace

bool CirclesMeet(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b, const Motion& motion_b,
                 double margin_m, TimeWindow* window) {
  const Motion::StraightPath path_a = motion_a.straight_path();
  const Motion::StraightPath path_b = motion_b.straight_path();
  const Vec2 begin = (motion_b.start().translation - motion_a.start().translation) + (path_b.begin - path_a.begin);
  const Vec2 way = path_b.displacement - path_a.displacement;
  const double reach_m = (1.0 + kCircleRelativeError) *
                             (CenterReach(a, motion_a) + CenterReach(b, motion_b) +
                              static_cast<double>(a.bounding_radius_m()) + static_cast<double>(b.bounding_radius_m())) +
                         path_a.bulge_m + path_b.bulge_m + margin_m;
  // The circles touch where a quadratic in the part of the way is zero. Its coefficients are
  // rounded by less than is added to the square of the reach.
  const double way_sq = NormSquared(way);
  const double half_slope = Dot(begin, way);
  const double rounding =
      kQuadraticError * (NormSquared(begin) + way_sq + NormSquared(path_a.begin) + NormSquared(path_b.begin) +
                         NormSquared(path_a.displacement) + NormSquared(path_b.displacement));
  const double at_start = NormSquared(begin) - (reach_m * reach_m + rounding);
  const double duration_s = motion_a.duration_s();
  *window = {0.0, duration_s, 0.0};
  // On so short a way, whose products could underflow, circles that are apart by more than rounding
  // do not meet, and others do not part.
  if (way_sq <= 0x1p-100 * (NormSquared(begin) + reach_m * reach_m)) return at_start <= 0.0;
  const double discriminant = half_slope * half_slope - way_sq * at_start;
  if (at_start > 0.0 && (half_slope >= 0.0 || discriminant < 0.0)) return false;
  const double root = std::sqrt(discriminant);
  const double first = (-half_slope - root) / way_sq;
  const double last = (-half_slope + root) / way_sq;
  if (first > 1.0) return false;
  if (first > 0.0) window->begin_s = first * duration_s;
  if (last < 1.0) window->end_s = last * duration_s;
  window->closest_s = std::clamp(-half_slope / way_sq * duration_s, window->begin_s, window->end_s);
  return true;
}

PairMotion::PairMotion(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b, const Motion& motion_b)
    : a_(a),
      b_(b),
      motion_a_(motion_a),
      motion_b_(motion_b),
      offset_at_start_(motion_b.start().translation - motion_a.start().translation),
      reference_a_(motion_a.straight_path().body_point),
      reference_b_(motion_b.straight_path().body_point),
      radii_m_(a.radius_m() + b.radius_m()),
      has_edge_gap_(HasEdgeGap(a) && HasEdgeGap(b)),
      rounding_m_(kPairMotionRelativeError *
                  (Norm1(offset_at_start_) + MagnitudeOf(a, motion_a) + MagnitudeOf(b, motion_b))),
      reach_a_m_(CenterReach(a, motion_a) + VertexRadius(a)),
      reach_b_m_(CenterReach(b, motion_b) + VertexRadius(b)),
      speed_mps_(motion_a.SpeedBound(reach_a_m_) + motion_b.SpeedBound(reach_b_m_)),
      pose_error_m_(motion_a.bounds().pose_error_m + motion_a.ClockError(reach_a_m_) + motion_b.bounds().pose_error_m +
                    motion_b.ClockError(reach_b_m_) +
                    (RotationError(motion_a) + RotationError(motion_b)) *
                        (Norm1(offset_at_start_) + Norm1(reference_a_) + Norm1(reference_b_) + reach_a_m_ + reach_b_m_ +
                         speed_mps_ * motion_a.duration_s())),
      acceleration_mps2_(AccelerationBound(motion_a, reach_a_m_) + AccelerationBound(motion_b, reach_b_m_)),
      slope_error_mps_(SlopeError(motion_a, reach_a_m_) + SlopeError(motion_b, reach_b_m_)),
      path_speed_error_mps_(motion_a.departure().speed_error_mps + motion_b.departure().speed_error_mps),
      path_speed_mps_(motion_a.bounds().speed_mps + motion_b.bounds().speed_mps + path_speed_error_mps_) {}

PairInstant PairMotion::InstantAfter(double elapsed_s) {
  const Motion::State a = motion_a_.StateAfter(elapsed_s);
  const Motion::State b = motion_b_.StateAfter(elapsed_s);
  if (motion_a_.is_bounded()) CheckBoundedState("motion_a", motion_a_, {elapsed_s, a}, &previous_a_);
  if (motion_b_.is_bounded()) CheckBoundedState("motion_b", motion_b_, {elapsed_s, b}, &previous_b_);
  const Pose2 world_from_a({}, UnitRotation(a.pose.cos, a.pose.sin));
  const Pose2 world_from_b({}, UnitRotation(b.pose.cos, b.pose.sin));
  const Vec2 offset = offset_at_start_ + (b.pose.translation - a.pose.translation);
  return {elapsed_s,
          {world_from_a.RotateBack(offset), UnitRotation(a.pose.cos * b.pose.cos + a.pose.sin * b.pose.sin,
                                                         a.pose.cos * b.pose.sin - a.pose.sin * b.pose.cos)},
          world_from_a,
          world_from_b,
          offset + (world_from_b.Rotate(reference_b_) - world_from_a.Rotate(reference_a_)),
          b.velocity_mps - a.velocity_mps,
          a.yaw_rate_radps,
          b.yaw_rate_radps};
}

// Compares the instant with the motion's ends and with the previous instant that was asked, whose
// poses and velocities the bounds relate to its own.
void PairMotion::CheckBoundedState(const char* name, const Motion& motion, const AskedState& now,
                                   std::optional<AskedState>* previous) {
  CheckBoundedPose(name, motion, now.elapsed_s, now.state.pose);
  if (!status_.ok()) return;
  // The pose that the velocity is from may be illegal, which makes it NaN, or too far away.
  const double speed_mps = kMotionBoundMargin * (motion.bounds().speed_mps + motion.departure().speed_error_mps);
  const double yaw_rate =
      kMotionBoundMargin * (motion.bounds().yaw_rate_radps + motion.departure().yaw_rate_error_radps);
  if (!(Norm(now.state.velocity_mps) <= speed_mps && std::abs(now.state.yaw_rate_radps) <= yaw_rate)) {
    status_ = absl::InvalidArgumentError(absl::StrFormat(
        "%s: near %.17g s poses change by %g m/s and %g rad/s; bounds.speed_mps is %g, bounds.yaw_rate_radps %g", name,
        motion.start_s() + now.elapsed_s, Norm(now.state.velocity_mps), now.state.yaw_rate_radps,
        motion.bounds().speed_mps, motion.bounds().yaw_rate_radps));
    return;
  }
  CheckPlace(name, motion, now, 0.0, {});
  CheckPlace(name, motion, now, motion.duration_s(), motion.straight_path().displacement);
  CheckHeading(name, motion, now, 0.0, motion.start());
  if (previous->has_value()) {
    CheckPlace(name, motion, now, (*previous)->elapsed_s, (*previous)->state.pose.translation);
    CheckPlace(name, motion, **previous, now.elapsed_s, now.state.pose.translation);
    CheckHeading(name, motion, now, (*previous)->elapsed_s, (*previous)->state.pose);
    CheckHeading(name, motion, **previous, now.elapsed_s, now.state.pose);
  }
  *previous = now;
}

// Compares another pose with what Motion::Departure promises of it.
void PairMotion::CheckPlace(const char* name, const Motion& motion, const AskedState& from, double to_s,
                            Vec2 displacement) {
  if (!status_.ok()) return;
  const Motion::Departure& departure = motion.departure();
  const double after_s = to_s - from.elapsed_s;
  const double time_s = std::abs(after_s) + motion.clock_error_s();
  const double off_m = Norm(displacement - from.state.pose.translation - after_s * from.state.velocity_mps);
  const double possible_m = (departure.speed_error_mps + 0.5 * departure.acceleration_mps2 * time_s) * time_s;
  if (off_m <= kDepartureMargin * possible_m + 2.0 * error_m()) return;
  const bool knows_velocity = departure.acceleration_mps2 > 0.0 || motion.bounds().acceleration_mps2 == 0.0;
  status_ = absl::InvalidArgumentError(absl::StrFormat(
      "%s: bounds.%s: the pose at %.17g s is %g m from where constant velocity leads from %.17g s; %g m are permitted",
      name, knows_velocity ? "acceleration_mps2" : "speed_mps", motion.start_s() + to_s, off_m,
      motion.start_s() + from.elapsed_s, possible_m));
}

// The same for its heading.
void PairMotion::CheckHeading(const char* name, const Motion& motion, const AskedState& from, double to_s,
                              const Pose2& pose) {
  if (!status_.ok() || motion.bounds().pose_error_m > 0.0) return;
  const Motion::Departure& departure = motion.departure();
  const double after_s = to_s - from.elapsed_s;
  const double time_s = std::abs(after_s) + 2.0 * motion.clock_error_s();
  const double expected_rad = after_s * from.state.yaw_rate_radps;
  const double turned_rad = TurnBetween({from.state.pose.cos, from.state.pose.sin}, {pose.cos, pose.sin});
  const double off_rad = std::abs(std::remainder(turned_rad - expected_rad, kFullTurn_rad));
  // The rounding of the function's angles grows with the turn.
  const double turns = 1.0 + motion.bounds().yaw_rate_radps * motion.duration_s();
  const double possible_rad =
      (turns * departure.yaw_rate_error_radps + 0.5 * departure.yaw_acceleration_radps2 * time_s) * time_s +
      2.0 * motion.clock_error_s() * motion.bounds().yaw_rate_radps;
  if (off_rad <= kDepartureMargin * possible_rad + kPairMotionRelativeError * turns) return;
  const bool knows_rate = departure.yaw_acceleration_radps2 > 0.0 || motion.bounds().yaw_acceleration_radps2 == 0.0;
  status_ = absl::InvalidArgumentError(absl::StrFormat(
      "%s: bounds.%s: the pose at %.17g s is turned by %g rad from where a constant yaw rate leads from %.17g s; %g "
      "rad are permitted",
      name, knows_rate ? "yaw_acceleration_radps2" : "yaw_rate_radps", motion.start_s() + to_s, off_rad,
      motion.start_s() + from.elapsed_s, possible_rad));
}

// Compares the pose with the one at the start: bounds that hold everywhere hold from there.
void PairMotion::CheckBoundedPose(const char* name, const Motion& motion, double elapsed_s, const Pose2& displacement) {
  if (!status_.ok()) return;
  const double time_s = motion.start_s() + elapsed_s;
  if (const absl::Status status = CheckLegalPose("pose", displacement); !status.ok()) {
    status_ = absl::InvalidArgumentError(absl::StrFormat("%s: at %.17g s: %s", name, time_s, status.message()));
    return;
  }
  const double within_s = elapsed_s + motion.clock_error_s();
  const double turned =
      std::abs(TurnBetween({motion.start().cos, motion.start().sin}, {displacement.cos, displacement.sin}));
  const double possible = motion.bounds().yaw_rate_radps * within_s;
  const bool has_exact_heading = motion.bounds().pose_error_m == 0.0;
  if (has_exact_heading && !(turned <= kMotionBoundMargin * possible + kPairMotionRelativeError)) {
    status_ =
        absl::InvalidArgumentError(absl::StrFormat("%s: bounds.yaw_rate_radps: the pose at %.17g s is turned by %g rad "
                                                   "from the one at the start; %g rad/s permits %g rad",
                                                   name, time_s, turned, motion.bounds().yaw_rate_radps, possible));
    return;
  }
  const double moved_m = Norm(displacement.translation);
  const double possible_m = motion.bounds().speed_mps * within_s;
  if (moved_m <= kMotionBoundMargin * possible_m + 2.0 * error_m()) return;
  status_ = absl::InvalidArgumentError(absl::StrFormat(
      "%s: bounds.speed_mps: the pose at %.17g s is %g m from the one at the start; %g m/s permits %g m", name, time_s,
      moved_m, motion.bounds().speed_mps, possible_m));
}

Separation PairMotion::SeparationAt(const PairInstant& at) const { return ComputeSeparation(a_, b_, at.a_from_b); }

int PairMotion::LastEdgeToClose(const PairInstant& at, const ScaledEdgeGaps& gaps) const {
  const Vec2 velocity =
      at.velocity_mps - (0.5 * (at.yaw_rate_a_radps + at.yaw_rate_b_radps)) * PerpendicularLeft(at.between);
  int last = -1;
  double last_gap = -1.0;
  double last_closing = 0.0;
  bool stays_open = false;
  const auto look = [&](const ConvexPolygon& shape, Vec2 approach, int first) {
    for (int k = 0; k < shape.size(); ++k) {
      const double gap = gaps[static_cast<size_t>(first + k)];
      const double closing = Cross(approach, shape.ring()[k + 1] - shape.ring()[k]);
      // Quotients of gap and speed are compared without a division and without a branch.
      const bool is_later = closing > 0.0 && gap * last_closing > last_gap * closing;
      stays_open |= gap > 0.0 && closing <= 0.0;
      last = is_later ? first + k : last;
      last_gap = is_later ? gap : last_gap;
      last_closing = is_later ? closing : last_closing;
    }
  };
  look(a_, at.world_from_a.RotateBack(-velocity), 0);
  look(b_, at.world_from_b.RotateBack(velocity), a_.size());
  return stays_open ? -1 : last;
}

// Let m be the edge's normal, times its length, which turns at the rate w of its body, with l
// perpendicular to it on the left. Let D be the vector from the point of that body that moves
// straight to the nearest vertex of the other one, whose arm r turns at the rate u: D' = v + u J r
// and, but for accelerations, D'' = -u^2 r. The gap is m . D, less a constant.
//
// The gap's rounding, in units of u times the magnitude: 8 for `between` and 4 for the turned arm;
// 4 since the constant is not turned as m is; 8 for a vertex that only seems nearest; 6 for the dot
// products and their difference; 4 for the length: 34 of the 128 of kPairMotionRelativeError.
PairMotion::EdgeCourse PairMotion::CourseOfEdge(const PairInstant& at, int edge) const {
  const bool is_of_a = IsEdgeOfA(edge);
  const ConvexPolygon& owner = is_of_a ? a_ : b_;
  const ConvexPolygon& other = is_of_a ? b_ : a_;
  const Pose2& world_from_owner = is_of_a ? at.world_from_a : at.world_from_b;
  const Pose2& world_from_other = is_of_a ? at.world_from_b : at.world_from_a;
  const double rate = is_of_a ? at.yaw_rate_a_radps : at.yaw_rate_b_radps;
  const double other_rate = is_of_a ? at.yaw_rate_b_radps : at.yaw_rate_a_radps;
  const Vec2* start = owner.ring() + (is_of_a ? edge : edge - a_.size());
  const Vec2 along = start[1] - start[0];
  const Vec2 outward = {along.y, -along.x};
  const Vec2 normal = world_from_owner.Rotate(outward);
  const Vec2 left = PerpendicularLeft(normal);
  const Vec2 in_other = world_from_other.RotateBack(normal);
  Vec2 nearest = other.ring()[0];
  double height = Dot(in_other, nearest);
  for (int k = 1; k < other.size(); ++k) {
    const double next = Dot(in_other, other.ring()[k]);
    nearest = next < height ? other.ring()[k] : nearest;
    height = std::min(next, height);
  }
  const Vec2 arm = world_from_other.Rotate(nearest - (is_of_a ? reference_b_ : reference_a_));
  const Vec2 to_vertex = (is_of_a ? at.between : -at.between) + arm;
  const Vec2 velocity = (is_of_a ? at.velocity_mps : -at.velocity_mps) + other_rate * PerpendicularLeft(arm);
  const double gap = Dot(normal, to_vertex) - Dot(outward, start[0] - (is_of_a ? reference_a_ : reference_b_));
  const double closing = -Dot(normal, velocity) - rate * Dot(left, to_vertex);
  const double bend = 2.0 * rate * Dot(left, velocity) - other_rate * other_rate * Dot(normal, arm) -
                      rate * rate * Dot(normal, to_vertex);
  const double inverse_length = 1.0 / std::sqrt(NormSquared(normal));
  // The root of gap - closing t + bend t^2 / 2.
  return {gap * inverse_length, (is_of_a ? inverse_length : -inverse_length) * normal,
          2.0 * gap / (closing + std::sqrt(std::max(closing * closing - 2.0 * bend * gap, 0.0)))};
}

// Along a direction n that turns at the rate w, with l perpendicular to it on the left, so that n'
// = w l and n'' = -w^2 n: Let p be the vector between the points that move straight, and v its
// derivative. The height n . p has the derivative n . v + w l . p, and, but for accelerations, the
// second derivative 2 w l . v - w^2 n . p and a third derivative of at most w^2 (3 |v| + w |p|). A
// second derivative that opens the gap is not counted.
// A body point at r from such a point turns at the body's rate u. Relative to n it turns at u - w:
// its height n . r has the derivative (w - u) l . r, and a second derivative of at most (u - w)^2
// |r|. To first order, its height after a time s is that along n + (w - u) s l, so that all of a
// body's points are bounded by one support point.
PairMotion::GapBound PairMotion::GapAfter(const PairInstant& at, const TurningDirection& direction,
                                          double after_s) const {
  const Vec2 n = direction.unit;
  const Vec2 left = PerpendicularLeft(n);
  const double rate = direction.rate_radps;
  const auto highest = [&](const ConvexPolygon& shape, Vec2 reference, const Pose2& world_from_body, double yaw_rate,
                           double sign) {
    const Vec2 in_body = world_from_body.RotateBack(sign * (n + ((rate - yaw_rate) * after_s) * left));
    return Height(shape, in_body) - Dot(in_body, reference);
  };
  const double slope = Dot(n, at.velocity_mps) + rate * Dot(left, at.between);
  const double straight_m =
      Dot(n, at.between) + after_s * slope - highest(a_, reference_a_, at.world_from_a, at.yaw_rate_a_radps, 1.0) -
      highest(b_, reference_b_, at.world_from_b, at.yaw_rate_b_radps, -1.0) - radii_m_ - error_m();
  const double time_s = std::abs(after_s);
  double half_bend = HalfBendOfTurning(motion_a_, reach_a_m_, at.yaw_rate_a_radps - rate) +
                     HalfBendOfTurning(motion_b_, reach_b_m_, at.yaw_rate_b_radps - rate);
  if (rate != 0.0) {
    const double opening = rate * (2.0 * Dot(left, at.velocity_mps) - rate * Dot(n, at.between));
    const double third =
        rate * rate * (3.0 * path_speed_mps_ + std::abs(rate) * (Norm1(at.between) + path_speed_mps_ * time_s));
    half_bend += kMotionBoundMargin *
                 (0.5 * std::max(-opening, 0.0) + std::abs(rate) * path_speed_error_mps_ + third * time_s / 6.0);
  }
  return {straight_m - (half_bend * time_s + slope_error_mps_) * time_s, straight_m};
}

namespace {

// What is filtered by, before any other pose is known, is the way from the start of a Bounded
// motion to its end.
absl::Status CheckWay(const char* name, const Motion& motion) {
  const double moved_m = Norm(motion.straight_path().displacement);
  const double possible_m = motion.bounds().speed_mps * (motion.duration_s() + motion.clock_error_s());
  const double error_m = 2.0 * (kPairMotionRelativeError * motion.ErrorMagnitude(0.0) + motion.bounds().pose_error_m);
  if (moved_m <= kMotionBoundMargin * possible_m + error_m) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: bounds.speed_mps: the pose at end_s is %g m from the one at the start; %g m/s permits %g m",
                      name, moved_m, motion.bounds().speed_mps, possible_m));
}

}  // namespace

absl::Status CheckBodies(absl::Span<const ConvexPolygon> a, const Motion& motion_a, absl::Span<const ConvexPolygon> b,
                         const Motion& motion_b) {
  if (a.empty()) return absl::InvalidArgumentError("a: no shape; at least one is needed");
  if (b.empty()) return absl::InvalidArgumentError("b: no shape; at least one is needed");
  if (motion_a.start_s() == motion_b.start_s() && motion_a.end_s() == motion_b.end_s()) {
    absl::Status status;
    if (motion_a.is_bounded()) status = CheckWay("motion_a", motion_a);
    if (motion_b.is_bounded() && status.ok()) status = CheckWay("motion_b", motion_b);
    return status;
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("motion_b: from %.17g s to %.17g s, but motion_a is from %.17g s to %.17g s", motion_b.start_s(),
                      motion_b.end_s(), motion_a.start_s(), motion_a.end_s()));
}

}  // namespace collision2d::internal
