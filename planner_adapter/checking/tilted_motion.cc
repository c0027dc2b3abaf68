#include "planner_adapter/checking/tilted_motion.h"

#include <algorithm>
#include <cmath>

#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::planner {
namespace {

using solid::Vec3;

// m. Beyond this distance of their bounding balls, the shapes themselves are not looked at.
constexpr double kFar_m = 1.0;

// The fraction of a proven step in time that is taken. The rest covers the rounding of the distance, which is below 10^-3 of kSpaceMargin_m, and of
// the bound on the speed. It does not cover the clock's rounding, so that the clock rounds steps down.
constexpr double kSafety = 0.99;

// m/s. A bound on the speed that the rotation gives to the shape's points: each of the three angles is linear in time and turns them about an axis through
// the origin of the frame.
double SpeedOfRotation(const ShapeMotion& motion, double reach_m, double duration_s) {
  const Elevation& p = motion.at_start.elevation;
  const Elevation& q = motion.at_end.elevation;
  const Pose2& start = motion.at_start.local_from_shape;
  const Pose2& end = motion.at_end.local_from_shape;
  const double turn_rad = std::abs(TurnBetween(Vec2{start.cos, start.sin}, Vec2{end.cos, end.sin})) +
                          std::abs(q.pitch_rad - p.pitch_rad) + std::abs(q.roll_rad - p.roll_rad);
  return turn_rad * reach_m / duration_s;
}

// Where the origin of the frame is.
Vec3 OriginOf(const SpaceShape& shape) {
  const Vec2 plan = shape.local_from_shape.translation;
  return {plan.x, plan.y, shape.elevation.z_m};
}

// The hull of a solid's corners, for the queries in space (support_mapping.h).
class CornerHull {
 public:
  using Hint = solid::NoHint;

  explicit CornerHull(const solid::PosedSolid& solid) : corners_(solid.corners()) {
    for (const Vec3& corner : corners_) {
      center_ = center_ + (1.0 / static_cast<double>(corners_.size())) * corner;
      magnitude_m_ = std::max(magnitude_m_, NormInfinity(corner));
    }
  }

  // Products underflow only for directions between bodies that are far closer than kSpaceMargin_m.
  Vec3 Support(const Vec3& direction, Hint* /*hint*/) const {
    return *std::max_element(corners_.begin(), corners_.end(),
                             [&](const Vec3& a, const Vec3& b) { return Dot(direction, a) < Dot(direction, b); });
  }

  Vec3 Center() const { return center_; }
  double Magnitude() const { return magnitude_m_; }
  int num_vertices() const { return static_cast<int>(corners_.size()); }
  Vec3 vertex(int i) const { return corners_[i]; }

 private:
  const absl::Span<const Vec3> corners_;
  Vec3 center_;
  double magnitude_m_ = 0.0;
};

class TiltedPair {
 public:
  TiltedPair(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during)
      : body_(body),
        obstacle_(obstacle),
        during_(during),
        heights_known_(body.at_start.span != nullptr && obstacle.at_start.span != nullptr),
        body_reach_m_(ReachOf(body.at_start)),
        obstacle_reach_m_(ReachOf(obstacle.at_start)) {}

  // m/s. A bound on how fast the distance changes.
  double SpeedBound() const {
    const double duration_s = during_.end_s - during_.start_s;
    const Vec3 way = Difference(OriginOf(body_.at_end) - OriginOf(body_.at_start),
                                OriginOf(obstacle_.at_end) - OriginOf(obstacle_.at_start));
    return Norm(way) / duration_s + SpeedOfRotation(body_, body_reach_m_, duration_s) +
           SpeedOfRotation(obstacle_, obstacle_reach_m_, duration_s);
  }

  // m. A lower bound on the distance at an instant, apart from rounding; that of the ground plans, if a height is not known.
  double DistanceAt(double time_s) {
    const SpaceShape body = ShapeAt(body_, during_, time_s);
    const SpaceShape obstacle = ShapeAt(obstacle_, during_, time_s);
    const double of_balls_m = Norm(Difference(OriginOf(body), OriginOf(obstacle))) - body_reach_m_ - obstacle_reach_m_;
    if (of_balls_m > kFar_m) return of_balls_m;
    Pose(body, obstacle);
    if (!heights_known_) {
      return PlanApproach(Posed(body, body_solid_), Posed(obstacle, obstacle_solid_), 0).signed_distance_m;
    }
    const Vec3 shift = obstacle_solid_.posed.origin() - body_solid_.posed.origin();
    return solid::Distance(CornerHull(body_solid_.posed), CornerHull(obstacle_solid_.posed), solid::Pose3{shift, {}});
  }

  bool IsContactAt(double time_s) {
    const SpaceShape body = ShapeAt(body_, during_, time_s);
    const SpaceShape obstacle = ShapeAt(obstacle_, during_, time_s);
    Pose(body, obstacle);
    return IsSpaceContact(Posed(body, body_solid_), Posed(obstacle, obstacle_solid_));
  }

 private:
  // The difference of two points in space, or of their ground plans.
  Vec3 Difference(const Vec3& a, const Vec3& b) const {
    return {a.x - b.x, a.y - b.y, heights_known_ ? a.z - b.z : 0.0};
  }

  void Pose(const SpaceShape& body, const SpaceShape& obstacle) {
    MakeSolid(body, &body_solid_);
    MakeSolid(obstacle, &obstacle_solid_);
  }

  static SpaceShape Posed(SpaceShape shape, const SpaceSolid& solid) {
    shape.in_space = &solid;
    return shape;
  }

  const ShapeMotion& body_;
  const ShapeMotion& obstacle_;
  const TimeSpan during_;
  const bool heights_known_;
  const double body_reach_m_;
  const double obstacle_reach_m_;
  SpaceSolid body_solid_;
  SpaceSolid obstacle_solid_;
};

// The pair is within kSpaceMargin_m of contact at time_s. Looks for a contact at that time, and then in steps that double.
SpaceImpact ContactFrom(double time_s, double step_s, double end_s, TiltedPair* pair) {
  double contact_s = time_s;
  for (; !pair->IsContactAt(contact_s); step_s *= 2.0) {
    if (contact_s == end_s) return {MotionVerdict::kCollides, time_s, time_s, true};
    contact_s = std::min(contact_s + step_s, end_s);
  }
  return {MotionVerdict::kCollides, time_s, contact_s, false};
}

}  // namespace

// The distance changes by at most the bound on the speed times the time.
SpaceImpact FirstTiltedContact(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during) {
  TiltedPair pair(body, obstacle, during);
  const double speed_mps = pair.SpeedBound();
  double time_s = during.start_s;
  for (double distance_m = pair.DistanceAt(time_s); distance_m >= kSpaceMargin_m;
       distance_m = pair.DistanceAt(time_s)) {
    double next_s = time_s + kSafety * distance_m / speed_mps;
    if ((next_s - time_s) * speed_mps > kSafety * distance_m) next_s = std::nextafter(next_s, time_s);
    if (next_s > during.end_s) return {};
    // The doubles of a clock that counts from 1970 may be coarser than the step.
    if (next_s == time_s) break;
    time_s = next_s;
  }
  const double step_s = std::min(kSpaceMargin_m / speed_mps, during.end_s - during.start_s);
  return ContactFrom(time_s, step_s, during.end_s, &pair);
}

}  // namespace collision2d::planner
