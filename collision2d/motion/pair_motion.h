#ifndef COLLISION2D_MOTION_PAIR_MOTION_H_
#define COLLISION2D_MOTION_PAIR_MOTION_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/edge_gap.h"
#include "collision2d/motion/motion.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

// Bound on the error of everything that is computed of a pair at one instant (a distance, a depth, a gap along a direction), relative to
// PairMotion's magnitude: displacements and posed points 2^-49 (motion.h), a gap's own dot products and the search for support points 44 u of
// the shapes' reach, distances as kDistanceRelativeError and the rounding of posing, 12 u. docs/numerics.md derives them.
inline constexpr double kPairMotionRelativeError = 0x1p-46;

// Both bodies at one instant.
struct PairPoses {
  double elapsed_s;    // Since the start of the motions.
  Vec2 offset;         // From a's body frame to that of b, world axes.
  Pose2 world_from_a;  // Without the translation.
  Pose2 world_from_b;  // Without the translation.
  Pose2 a_from_b() const {
    return {world_from_a.RotateBack(offset), world_from_a.cos * world_from_b.cos + world_from_a.sin * world_from_b.sin,
            world_from_a.cos * world_from_b.sin - world_from_a.sin * world_from_b.cos};
  }
};

// The frame in which a direction is fixed.
enum class DirectionFrame { kWorld, kBodyA, kBodyB };

// A part of the motions' interval, in s since its start, and when the bounding circles are about closest.
struct TimeWindow {
  double begin_s;
  double end_s;
  double closest_s;
};

// Whether the bounding circles come within margin_m of each other; if so, the part of the motions outside of which they are farther apart. The circles are
// about the points that move straight.
// REQUIRES: both motions cover the same interval.
bool CirclesMeet(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b, const Motion& motion_b,
                 double margin_m, TimeWindow* window);

// Two shapes on their ways. Refers to its arguments.
class PairMotion {
 public:
  // REQUIRES: both motions cover the same interval.
  PairMotion(const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b, const Motion& motion_b);

  double duration_s() const { return motion_a_.duration_s(); }
  // m. Signs of distances and gaps are certain beyond this.
  double error_m() const { return error_m_; }
  // Bound on how fast the distance changes, m/s.
  double speed_mps() const { return speed_mps_; }
  // Bound on the second derivative of the height of any vertex of b above any vertex of a, along any direction that is fixed in the frame, during an
  // interval that contains `poses` and takes duration_s; m/s^2, may be infinite.
  double AccelerationBound(DirectionFrame frame, const PairPoses& poses, double duration_s) const;
  double acceleration_mps2() const { return acceleration_mps2_; }  // kWorld.

  // Where both are after elapsed_s.
  PairPoses PosesAfter(double elapsed_s);
  // OK, or what was wrong with the first pose of a Bounded motion that is not legal, or contradicts its bounds. Poses mean nothing then.
  const absl::Status& status() const { return status_; }

  // Level 3 at one instant, in the frame of a.
  Separation SeparationAt(const PairPoses& poses) const;
  // Whether WidestEdgeGap can be asked instead, which is faster.
  bool has_edge_gap() const { return has_edge_gap_; }
  EdgeGap EdgeGapAt(const PairPoses& poses) const { return WidestEdgeGap(a_, b_, poses.a_from_b()); }

  // m. How far b is beyond a along the unit vector `direction` (world axes), radii included: negative if their projections overlap.
  double GapAlong(Vec2 direction, const PairPoses& poses) const;

 private:
  void CheckBoundedPose(const char* name, const Motion& motion, double elapsed_s, const Pose2& displacement);

  const ConvexPolygon& a_;
  const ConvexPolygon& b_;
  const Motion& motion_a_;
  const Motion& motion_b_;
  const Vec2 offset_at_start_;
  const double radii_m_;
  const bool has_edge_gap_;
  absl::Status status_;
  const double error_m_;
  // m. Of the centres of the circles from the points that move straight.
  const double center_reach_a_m_;
  const double center_reach_b_m_;
  const double speed_mps_;
  const double acceleration_mps2_;
};

// OK, or an error that names the argument: a body without shape, or motions over different intervals.
absl::Status CheckBodies(absl::Span<const ConvexPolygon> a, const Motion& motion_a, absl::Span<const ConvexPolygon> b,
                         const Motion& motion_b);

}  // namespace collision2d::internal

#endif  // COLLISION2D_MOTION_PAIR_MOTION_H_
