#pragma once

#include <optional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/search/edge_gap.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

// Bound on the error of everything that is computed of a pair at one instant (a distance, a depth,
// a gap along a direction), relative to PairMotion's magnitude: displacements and posed points
// 2^-49 (motion.h), a gap's own dot products and the search for support points 44 u of the shapes'
// reach, distances as kDistanceRelativeError and the rounding of posing, 12 u. docs/numerics.md
// derives them. No proof: a sum by hand of 64 u, of parts of which some are proven.
inline constexpr double kPairMotionRelativeError = 0x1p-46;

// Both bodies at one instant.
struct PairInstant {
  double elapsed_s;  // The time since the start of the motions.
  Pose2 a_from_b;
  Pose2 world_from_a;  // Without translations, as below.
  Pose2 world_from_b;
  // From the point of a that moves straight (Motion::straight_path) to that of b, world axes; how
  // it changes, and the bodies' yaw rates.
  Vec2 between;
  Vec2 velocity_mps;
  double yaw_rate_a_radps;
  double yaw_rate_b_radps;
};

// A part of the motions' interval, in s since its start, and when the bounding circles are about
// closest.
struct TimeWindow {
  double begin_s;
  double end_s;
  double closest_s;
};

// Whether the bounding circles come within margin_m of each other; if so, the part of the motions
// outside of which they are farther apart. The circles are about the points that move straight.
// REQUIRES: both motions cover the same interval.
bool CirclesMeet(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b, const Motion& motion_b,
                 double margin_m, TimeWindow* window);

// A direction that turns at a constant rate, from an instant on or back.
struct TurningDirection {
  Vec2 unit;  // At the instant, world axes.
  double rate_radps;
};

// Two shapes on their ways. Refers to its arguments.
class PairMotion {
 public:
  // REQUIRES: both motions cover the same interval.
  PairMotion(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b, const Motion& motion_b);

  double duration_s() const { return motion_a_.duration_s(); }
  // m. Bounds the errors of distances and gaps: rounding, and what Bounded motions state of their
  // poses.
  double error_m() const { return rounding_m_ + pose_error_m_; }
  double rounding_m() const { return rounding_m_; }
  // Bounds on the first and the second derivative of the difference of any vertex of b and any
  // vertex of a. Where velocities are not known (Motion::departure) they count as part of the
  // first, not of the second.
  double speed_mps() const { return speed_mps_; }
  double acceleration_mps2() const { return acceleration_mps2_; }
  bool knows_velocities() const { return slope_error_mps_ < speed_mps_ || speed_mps_ == 0.0; }
  // A bound on the error of velocities: see Motion::Departure.
  double slope_error_mps() const { return slope_error_mps_; }

  PairInstant InstantAfter(double elapsed_s);
  // OK, or what was wrong with the first pose of a Bounded motion that is not legal, or contradicts
  // its bounds. Instants mean nothing then.
  const absl::Status& status() const { return status_; }

  // Level 3 at one instant, in the frame of a.
  Separation SeparationAt(const PairInstant& at) const;
  // Whether WidestEdgeGap can be asked instead, which is faster.
  bool has_edge_gap() const { return has_edge_gap_; }
  EdgeGap EdgeGapAt(const PairInstant& at, ScaledEdgeGaps* all) const {
    return WidestEdgeGap(a_, b_, at.a_from_b, all);
  }
  bool IsEdgeOfA(int edge) const { return edge < a_.size(); }
  // The edge whose gap, at the instant, is the last one to close, or was before contact, as if
  // every gap closed evenly, by the velocity half-way between the points that move straight; -1 if
  // none is closing or an open one is not.
  int LastEdgeToClose(const PairInstant& at, const ScaledEdgeGaps& gaps) const;
  // The gap beyond an edge, within rounding_m(), and the unit direction in world axes along which
  // it is measured, from a to b. When it is expected to close, but for third derivatives: s after
  // the instant, negative if before; NaN or infinite if it is not.
  struct EdgeCourse {
    double gap_m;
    Vec2 direction;
    double closes_after_s;
  };
  EdgeCourse CourseOfEdge(const PairInstant& at, int edge) const;

  // A lower bound on how far b is beyond a along the direction, radii included, after_s later than
  // the instant (earlier, if negative).
  struct GapBound {
    double gap_m;
    // The same without what curvature and the errors of velocities may take.
    double straight_m;
  };
  // By Taylor's theorem: heights of vertices with their slopes, less what second and third
  // derivatives may take. Concave in after_s on either side of 0, where it is the gap within
  // error_m(): where it is positive at 0 and at another time, it is positive in between.
  GapBound GapAfter(const PairInstant& at, const TurningDirection& direction, double after_s) const;

 private:
  // What a Bounded motion's function returned at an instant that was asked.
  struct AskedState {
    double elapsed_s;
    Motion::State state;
  };
  void CheckBoundedState(const char* name, const Motion& motion, const AskedState& now,
                         std::optional<AskedState>* previous);
  void CheckBoundedPose(const char* name, const Motion& motion, double elapsed_s, const Pose2& displacement);
  void CheckPlace(const char* name, const Motion& motion, const AskedState& from, double to_s, Vec2 displacement);
  void CheckHeading(const char* name, const Motion& motion, const AskedState& from, double to_s, const Pose2& pose);

  const ConvexPolygon& a_;
  const ConvexPolygon& b_;
  const Motion& motion_a_;
  const Motion& motion_b_;
  const Vec2 offset_at_start_;
  const Vec2 reference_a_;
  const Vec2 reference_b_;
  const double radii_m_;
  const bool has_edge_gap_;
  absl::Status status_;
  const double rounding_m_;
  // m. All vertices are within this of the points that move straight.
  const double reach_a_m_;
  const double reach_b_m_;
  const double speed_mps_;
  // m. How far the bodies may be from their given poses, beyond rounding.
  const double pose_error_m_;
  const double acceleration_mps2_;
  const double slope_error_mps_;
  // How wrong the computed velocity of the points that move straight, relative to each other, may
  // be, and a bound on either velocity.
  const double path_speed_error_mps_;
  const double path_speed_mps_;
  // Of Bounded motions.
  std::optional<AskedState> previous_a_;
  std::optional<AskedState> previous_b_;
};

// OK, or an error that names the argument: a body without shape, or motions over different
// intervals.
absl::Status CheckBodies(absl::Span<const ConvexPolygon> a, const Motion& motion_a, absl::Span<const ConvexPolygon> b,
                         const Motion& motion_b);

// The gap of a moving pair at one instant, and a direction along which it is open.
struct InstantProbe {
  PairInstant at;
  // m. Negative: minus the penetration depth. Positive: at most the distance.
  double gap_m;
  Vec2 direction;  // World axes.
  // The edge perpendicular to the direction (EdgeGap::edge); -1 if there is none, or it is unknown.
  int edge = -1;

  double elapsed_s() const { return at.elapsed_s; }
};

// A time after (or before) a probe, and a bound on the gap then.
struct BoundedGap {
  double after_s;
  double gap_m;
};

// How long after the probe the gap is certainly at least target_m, if it is at `open` and is not
// known to be at `beyond`: bounds on gaps are concave, so that they are above the straight line
// between two of their values.
// REQUIRES: open.gap_m >= target_m.
inline double ProvenStretch(const BoundedGap& open, const BoundedGap& beyond, double target_m) {
  constexpr double kStretchRoundDown = 1.0 - 0x1p-40;  // Proof: stretch.
  if (beyond.gap_m >= target_m) return beyond.after_s;
  return open.after_s +
         kStretchRoundDown * (beyond.after_s - open.after_s) * (open.gap_m - target_m) / (open.gap_m - beyond.gap_m);
}

}  // namespace collision2d::internal
