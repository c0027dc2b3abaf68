#include "collision2d/motion/pair_motion.h"

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/direction_sector.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/motion_checks.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/support.h"

namespace collision2d::internal {
namespace {

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

// m. The distance of the centre of the shape's circle from the point that moves straight.
double CenterReach(const ConvexPolygon& shape, const Motion& motion) {
  return Norm(shape.center() - motion.straight_path().body_point);
}

double ErrorOf(const ConvexPolygon& shape, const Motion& motion) {
  const double reach_m = Norm1(shape.center()) + shape.bounding_radius_m();
  return kPairMotionRelativeError * (reach_m + motion.ErrorMagnitude(reach_m)) + motion.bounds().pose_error_m;
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
  // The circles touch where a quadratic in the part of the way is zero. Its coefficients are rounded by less than is added to the square of the reach.
  const double way_sq = NormSquared(way);
  const double half_slope = Dot(begin, way);
  const double rounding =
      0x1p-46 * (NormSquared(begin) + way_sq + NormSquared(path_a.begin) + NormSquared(path_b.begin) +
                 NormSquared(path_a.displacement) + NormSquared(path_b.displacement));
  const double at_start = NormSquared(begin) - (reach_m * reach_m + rounding);
  const double discriminant = half_slope * half_slope - way_sq * at_start;
  if (at_start > 0.0 && (half_slope >= 0.0 || discriminant < 0.0)) return false;
  const double duration_s = motion_a.duration_s();
  *window = {0.0, duration_s, 0.0};
  if (way_sq == 0.0) return true;
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
      radii_m_(a.radius_m() + b.radius_m()),
      has_edge_gap_(HasEdgeGap(a) && HasEdgeGap(b)),
      error_m_(kPairMotionRelativeError * Norm1(offset_at_start_) + ErrorOf(a, motion_a) + ErrorOf(b, motion_b)),
      center_reach_a_m_(CenterReach(a, motion_a)),
      center_reach_b_m_(CenterReach(b, motion_b)),
      speed_mps_(motion_a.SpeedBound(center_reach_a_m_ + VertexRadius(a)) +
                 motion_b.SpeedBound(center_reach_b_m_ + VertexRadius(b))),
      acceleration_mps2_(motion_a.AccelerationBound(center_reach_a_m_ + VertexRadius(a)) +
                         motion_b.AccelerationBound(center_reach_b_m_ + VertexRadius(b))) {}

double PairMotion::AccelerationBound(DirectionFrame frame, const PairPoses& poses, double duration_s) const {
  if (frame == DirectionFrame::kWorld) return acceleration_mps2_;
  // In a frame that turns at the rate w, with the centre of its body at rest, a point at x has the acceleration x'' + 2 w x' + (w^2 + w') x, and x is at
  // most as far as the other shape now, plus its way.
  const bool is_a = frame == DirectionFrame::kBodyA;
  const Motion& own = is_a ? motion_a_ : motion_b_;
  const Motion& other = is_a ? motion_b_ : motion_a_;
  const double radius_m = VertexRadius(is_a ? b_ : a_);
  const double own_reach_m = is_a ? center_reach_a_m_ : center_reach_b_m_;
  const double other_reach_m = (is_a ? center_reach_b_m_ : center_reach_a_m_) + radius_m;
  const double speed = own.SpeedBound(own_reach_m) + other.SpeedBound(other_reach_m);
  const double acceleration = own.AccelerationBound(own_reach_m) + other.AccelerationBound(other_reach_m);
  const Vec2 between = poses.offset + poses.world_from_b.Rotate(b_.center()) - poses.world_from_a.Rotate(a_.center());
  const double reach_m = Norm(between) + radius_m + speed * duration_s + error_m_;
  const double yaw_rate = own.bounds().yaw_rate_radps;
  return kMotionBoundMargin * (acceleration + 2.0 * yaw_rate * speed +
                               (yaw_rate * yaw_rate + own.bounds().yaw_acceleration_radps2) * reach_m);
}

PairPoses PairMotion::PosesAfter(double elapsed_s) {
  const Pose2 a = motion_a_.DisplacementAfter(elapsed_s);
  const Pose2 b = motion_b_.DisplacementAfter(elapsed_s);
  if (motion_a_.is_bounded()) CheckBoundedPose("motion_a", motion_a_, elapsed_s, a);
  if (motion_b_.is_bounded()) CheckBoundedPose("motion_b", motion_b_, elapsed_s, b);
  return {elapsed_s, offset_at_start_ + (b.translation - a.translation), {{}, a.cos, a.sin}, {{}, b.cos, b.sin}};
}

// Compares the pose with the one at the start: bounds that hold everywhere hold from there.
void PairMotion::CheckBoundedPose(const char* name, const Motion& motion, double elapsed_s, const Pose2& displacement) {
  if (!status_.ok()) return;
  const double time_s = motion.start_s() + elapsed_s;
  if (const absl::Status status = CheckLegalPose("pose", displacement); !status.ok()) {
    status_ = absl::InvalidArgumentError(absl::StrFormat("%s: at %.17g s: %s", name, time_s, status.message()));
    return;
  }
  const double moved_m = Norm(displacement.translation);
  const double possible_m = motion.bounds().speed_mps * elapsed_s;
  if (moved_m <= kMotionBoundMargin * possible_m + 2.0 * error_m_) return;
  status_ = absl::InvalidArgumentError(absl::StrFormat(
      "%s: bounds.speed_mps: the pose at %.17g s is %g m from the one at the start; %g m/s permits %g m", name, time_s,
      moved_m, motion.bounds().speed_mps, possible_m));
}

Separation PairMotion::SeparationAt(const PairPoses& poses) const {
  return ComputeSeparation(a_, b_, poses.a_from_b());
}

double PairMotion::GapAlong(Vec2 direction, const PairPoses& poses) const {
  return Dot(direction, poses.offset) - Height(a_, poses.world_from_a.RotateBack(direction)) -
         Height(b_, -poses.world_from_b.RotateBack(direction)) - radii_m_;
}

absl::Status CheckBodies(absl::Span<const ConvexPolygon> a, const Motion& motion_a, absl::Span<const ConvexPolygon> b,
                         const Motion& motion_b) {
  if (a.empty()) return absl::InvalidArgumentError("a: no shape; at least one is needed");
  if (b.empty()) return absl::InvalidArgumentError("b: no shape; at least one is needed");
  if (motion_a.start_s() == motion_b.start_s() && motion_a.end_s() == motion_b.end_s()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("motion_b: from %.17g s to %.17g s, but motion_a is from %.17g s to %.17g s", motion_b.start_s(),
                      motion_b.end_s(), motion_a.start_s(), motion_a.end_s()));
}

}  // namespace collision2d::internal
