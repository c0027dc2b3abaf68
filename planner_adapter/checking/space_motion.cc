#include "planner_adapter/checking/space_motion.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/posed_solid.h"

namespace collision2d::planner {
namespace {

// Relative to coordinates: some 10^3 times the rounding of poses and sums.
constexpr double kRoom = 0x1p-40;

// s. Parts of an interval are not halved below it: the clock's doubles are this coarse in 1970.
constexpr double kLeastPart_s = 1e-6;

bool IsSame(const Pose2& a, const Pose2& b) {
  return a.translation.x == b.translation.x && a.translation.y == b.translation.y && a.cos == b.cos && a.sin == b.sin;
}

}  // namespace

Motion PlanMotionOf(const ShapeMotion& motion, const TimeSpan& during) {
  return Motion::LegalBetween(motion.at_start.local_from_shape, motion.at_end.local_from_shape, during.start_s,
                              during.end_s);
}

SpaceShape ShapeAt(const ShapeMotion& motion, const TimeSpan& during, double time_s) {
  if (time_s == during.start_s) return motion.at_start;
  if (time_s == during.end_s) return motion.at_end;
  SpaceShape shape = motion.at_start;
  const double s = (time_s - during.start_s) / (during.end_s - during.start_s);
  const Elevation& p = motion.at_start.elevation;
  const Elevation& q = motion.at_end.elevation;
  shape.local_from_shape = PlanMotionOf(motion, during).PoseAt(time_s);
  shape.elevation = {p.z_m + s * (q.z_m - p.z_m), p.pitch_rad + s * (q.pitch_rad - p.pitch_rad),
                     p.roll_rad + s * (q.roll_rad - p.roll_rad)};
  return shape;
}

double ReachOf(const SpaceShape& shape) {
  const double height_m =
      shape.height == nullptr ? 0.0 : std::max(std::abs(shape.height->z_min_m), std::abs(shape.height->z_max_m));
  return Norm(shape.shape->center()) + (1.0 + solid::kRoundingExcess) * shape.shape->bounding_radius_m() + height_m;
}

// A shape that stands is within its bounding circle, any other within its reach of the origin of
// its frame, which moves straight.
Disc CoverOf(const ShapeMotion& motion) {
  const Pose2& start = motion.at_start.local_from_shape;
  const Pose2& end = motion.at_end.local_from_shape;
  const bool stands = IsSame(start, end) && !motion.at_start.is_tilted() && !motion.at_end.is_tilted();
  const ConvexPolygon& shape = *motion.at_start.shape;
  Disc disc{start * shape.center(), shape.bounding_radius_m()};
  if (!stands) {
    disc = {0.5 * (start.translation + end.translation),
            0.5 * Norm(end.translation - start.translation) + ReachOf(motion.at_start)};
  }
  disc.radius_m += kRoom * (Norm1(disc.center) + disc.radius_m);
  return disc;
}

namespace {

using solid::Vec3;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// m. Beyond this distance of their bounding balls, the shapes themselves are not looked at.
constexpr double kFar_m = 1.0;

// The fraction of a proven step in time that is taken. The rest covers the rounding of the bound of
// the distance, which is below 10^-3 of kSpaceMargin_m, and of the bound on the speed. It does not
// cover the clock's rounding, so that the clock rounds steps down.
constexpr double kSafety = 0.99;

// rad. A bound on how far pitch and roll turn a shape.
double TiltOf(const ShapeMotion& motion) {
  const Elevation& p = motion.at_start.elevation;
  const Elevation& q = motion.at_end.elevation;
  return std::abs(q.pitch_rad - p.pitch_rad) + std::abs(q.roll_rad - p.roll_rad);
}

// m/s. A bound on the speed that the rotation gives to the shape's points: each of the three angles
// is linear in time and turns them about an axis through the origin of the frame.
double SpeedOfRotation(const ShapeMotion& motion, double reach_m, double duration_s) {
  const Pose2& start = motion.at_start.local_from_shape;
  const Pose2& end = motion.at_end.local_from_shape;
  const double yaw_rad = std::abs(internal::TurnBetween(Vec2{start.cos, start.sin}, Vec2{end.cos, end.sin}));
  return (yaw_rad + TiltOf(motion)) * reach_m / duration_s;
}

// Where the origin of the frame is.
Vec3 OriginOf(const SpaceShape& shape) {
  const Vec2 plan = shape.local_from_shape.translation;
  return {plan.x, plan.y, shape.elevation.z_m};
}

class TiltedPair {
 public:
  TiltedPair(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during)
      : body_(body),
        obstacle_(obstacle),
        during_(during),
        heights_known_(body.at_start.height != nullptr && obstacle.at_start.height != nullptr),
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

  // m. A lower bound on the distance at an instant, apart from rounding; that of the ground plans,
  // if a height is not known.
  double DistanceAt(double time_s) {
    const double of_balls_m =
        Norm(Difference(OriginOf(ShapeAt(body_, during_, time_s)), OriginOf(ShapeAt(obstacle_, during_, time_s)))) -
        body_reach_m_ - obstacle_reach_m_;
    if (of_balls_m > kFar_m) return of_balls_m;
    const auto [body, obstacle] = PosedAt(time_s);
    if (!heights_known_) return PlanClearance(body, obstacle, PlacedIndex(0)).signed_distance_m;
    return solid::DistanceLowerBound(body_solid_.posed, obstacle_solid_.posed);
  }

  // m/s. The same for the heights of the shapes' extents, which turns about the vertical do not
  // change.
  double RiseBound() const {
    const double duration_s = during_.end_s - during_.start_s;
    const double rise_m = (body_.at_end.elevation.z_m - body_.at_start.elevation.z_m) -
                          (obstacle_.at_end.elevation.z_m - obstacle_.at_start.elevation.z_m);
    return (std::abs(rise_m) + TiltOf(body_) * body_reach_m_ + TiltOf(obstacle_) * obstacle_reach_m_) / duration_s;
  }

  // What the pair is like at an instant.
  struct Gaps {
    double plan_m;     // The signed distance of the ground plans.
    double heights_m;  // How far one is above the other; minus infinity if a height is not known.
    double solid_m;    // A lower bound of the distance in space; infinity if a height is not known.
  };
  Gaps GapsAt(double time_s) {
    const auto [body, obstacle] = PosedAt(time_s);
    const double plan_m = PlanClearance(body, obstacle, PlacedIndex(0)).signed_distance_m;
    if (!heights_known_) return {plan_m, -kInfinity, kInfinity};
    return {plan_m, solid::CompareSpans(ExtentOf(body), ExtentOf(obstacle)).clearance_m,
            solid::DistanceLowerBound(body_solid_.posed, obstacle_solid_.posed)};
  }

  // m. More than the rounding of these.
  double Rounding() const {
    return kRoom * (Norm(OriginOf(body_.at_start)) + Norm(OriginOf(body_.at_end)) + Norm(OriginOf(obstacle_.at_start)) +
                    Norm(OriginOf(obstacle_.at_end)) + body_reach_m_ + obstacle_reach_m_);
  }

  bool IsContactAt(double time_s) {
    const auto [body, obstacle] = PosedAt(time_s);
    return IsSpaceContact(body, obstacle);
  }

 private:
  // The difference of two points in space, or of their ground plans.
  Vec3 Difference(const Vec3& a, const Vec3& b) const {
    return {a.x - b.x, a.y - b.y, heights_known_ ? a.z - b.z : 0.0};
  }

  // The shapes at an instant, with their solids.
  std::pair<SpaceShape, SpaceShape> PosedAt(double time_s) {
    const auto posed_at = [&](const ShapeMotion& motion, SpaceSolid* solid) {
      SpaceShape shape = ShapeAt(motion, during_, time_s);
      MakeSolid(shape, solid);
      shape.in_space = solid;
      return shape;
    };
    return {posed_at(body_, &body_solid_), posed_at(obstacle_, &obstacle_solid_)};
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

// The pair is within kSpaceMargin_m of contact at time_s. Looks for a contact at that time, and
// then in steps that double.
SpaceImpact ContactFrom(double time_s, double step_s, double end_s, TiltedPair* pair) {
  double contact_s = time_s;
  for (; !pair->IsContactAt(contact_s); step_s *= 2.0) {
    if (contact_s == end_s) return {MotionVerdict::kCollides, time_s, time_s, true};
    contact_s = std::min(contact_s + step_s, end_s);
  }
  return {MotionVerdict::kCollides, time_s, contact_s, false};
}

// The distance changes by at most the bound on the speed times the time.
// The first contact of any pair, by distances of the shapes at some instants.
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

using solid::ZSpan;

// Shortens `stretch` to where a function is at least 0 that is linear on `during`, from `at_start`
// to `at_end`, each with an error of at most error_m; false if it is nowhere.
bool ShortenToPositive(double at_start, double at_end, double error_m, const TimeSpan& during, TimeSpan* stretch) {
  if (at_start >= 0.0 && at_end >= 0.0) return true;
  if (at_start < 0.0 && at_end < 0.0) return false;
  const double part = at_start / (at_start - at_end);
  // An error e of both ends shifts the zero by at most 2 e over the difference; the rest of the
  // slack is the rounding of `part`. The clock rounds outward.
  const double slack = 4.0 * error_m / std::abs(at_start - at_end) + 0x1p-48;
  const double duration_s = during.end_s - during.start_s;
  if (at_start < 0.0) {
    const double start_s = during.start_s + std::max(0.0, part - slack) * duration_s;
    stretch->start_s = std::max(stretch->start_s, std::nextafter(start_s, -kInfinity));
  } else {
    const double end_s = during.start_s + std::min(1.0, part + slack) * duration_s;
    stretch->end_s = std::min(stretch->end_s, std::nextafter(end_s, kInfinity));
  }
  return stretch->start_s <= stretch->end_s;
}

// Shortens the stretch to where the heights overlap; false if they do nowhere.
bool ShortenToOverlap(const ShapeMotion& a, const ShapeMotion& b, const TimeSpan& during, TimeSpan* stretch) {
  const ZSpan a_start = ExtentOf(a.at_start);
  const ZSpan a_end = ExtentOf(a.at_end);
  const ZSpan b_start = ExtentOf(b.at_start);
  const ZSpan b_end = ExtentOf(b.at_end);
  double largest_m = 0.0;
  for (const ZSpan& span : {a_start, a_end, b_start, b_end}) {
    largest_m = std::max({largest_m, std::abs(span.z_min_m), std::abs(span.z_max_m)});
  }
  const double error_m = 0x1p-51 * largest_m;
  return ShortenToPositive(a_start.z_max_m - b_start.z_min_m, a_end.z_max_m - b_end.z_min_m, error_m, during,
                           stretch) &&
         ShortenToPositive(b_start.z_max_m - a_start.z_min_m, b_end.z_max_m - a_end.z_min_m, error_m, during, stretch);
}

// The motion in the ground plane during a part of the interval, in coordinates relative to
// `origin`: near the pair, poses at the ends of the part are rounded relative to the pair's offset.
Motion PartOf(ShapeMotion motion, const TimeSpan& during, const TimeSpan& part, Vec2 origin) {
  for (SpaceShape* shape : {&motion.at_start, &motion.at_end}) {
    shape->local_from_shape.translation = shape->local_from_shape.translation - origin;
  }
  const Motion whole = PlanMotionOf(motion, during);
  return Motion::LegalBetween(whole.PoseAt(part.start_s), whole.PoseAt(part.end_s), part.start_s, part.end_s);
}

SpaceImpact LevelContact(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during,
                         const ImpactOptions& options) {
  const bool heights_known = body.at_start.height != nullptr && obstacle.at_start.height != nullptr;
  TimeSpan stretch = during;
  if (heights_known && !ShortenToOverlap(body, obstacle, during, &stretch)) return {};
  Motion body_motion = PlanMotionOf(body, during);
  Motion obstacle_motion = PlanMotionOf(obstacle, during);
  if (stretch.start_s > during.start_s || stretch.end_s < during.end_s) {
    const Vec2 origin = body.at_start.local_from_shape.translation;
    body_motion = PartOf(body, during, stretch, origin);
    obstacle_motion = PartOf(obstacle, during, stretch, origin);
  }
  const ImpactResult impact =
      TimeOfImpact(*body.at_start.shape, body_motion, *obstacle.at_start.shape, obstacle_motion, options).value();
  if (impact.verdict == MotionVerdict::kFree) return {};
  return {impact.verdict, impact.free_until_s, impact.contact_by_s, false};
}

// Whether ground plans and spans do not decide. The heights of a shape matter only if those of the
// other are known; but its ground plan depends on its tilt.
bool IsInSpace(const ShapeMotion& body, const ShapeMotion& obstacle) {
  const bool heights_known = body.at_start.height != nullptr && obstacle.at_start.height != nullptr;
  const bool is_tilted = body.at_start.is_tilted() || body.at_end.is_tilted() || obstacle.at_start.is_tilted() ||
                         obstacle.at_end.is_tilted();
  const bool has_polytope = body.at_start.is_solid() || obstacle.at_start.is_solid();
  return is_tilted || (heights_known && has_polytope);
}

// How far one level shape is above the other and below it, at least, and by how much that changes,
// during a part of the interval: both are linear in time.
struct LevelGap {
  double least_m;
  double most_m;
  double change_m;
};

LevelGap LevelGapDuring(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during,
                        const TimeSpan& part) {
  const ZSpan a = ExtentOf(ShapeAt(body, during, part.start_s));
  const ZSpan b = ExtentOf(ShapeAt(obstacle, during, part.start_s));
  const ZSpan c = ExtentOf(ShapeAt(body, during, part.end_s));
  const ZSpan d = ExtentOf(ShapeAt(obstacle, during, part.end_s));
  const double above_m[] = {a.z_min_m - b.z_max_m, c.z_min_m - d.z_max_m};
  const double below_m[] = {b.z_min_m - a.z_max_m, d.z_min_m - c.z_max_m};
  return {std::max(std::min(above_m[0], above_m[1]), std::min(below_m[0], below_m[1])),
          std::max({above_m[0], above_m[1], below_m[0], below_m[1]}), std::abs(above_m[1] - above_m[0])};
}

// Parts of the interval are looked at in which the height changes by at most the tolerance.
void LowerVertical(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during, const TimeSpan& part,
                   double* vertical_m) {
  const LevelGap gap = LevelGapDuring(body, obstacle, during, part);
  if (gap.most_m < 0.0 || gap.least_m >= *vertical_m) return;
  const Vec2 origin = body.at_start.local_from_shape.translation;
  const Motion own = PartOf(body, during, part, origin);
  const Motion other = PartOf(obstacle, during, part, origin);
  if (IsMotionFree(*body.at_start.shape, own, *obstacle.at_start.shape, other).value()) return;
  const double middle_s = part.start_s + 0.5 * (part.end_s - part.start_s);
  if (gap.change_m <= kSearchTolerance_m || middle_s - part.start_s < kLeastPart_s) {
    *vertical_m = std::max(0.0, gap.least_m);
    return;
  }
  LowerVertical(body, obstacle, during, {part.start_s, middle_s}, vertical_m);
  LowerVertical(body, obstacle, during, {middle_s, part.end_s}, vertical_m);
}

void LowerByLevelPair(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during,
                      ClearanceBounds* bounds) {
  const bool heights_known = body.at_start.height != nullptr && obstacle.at_start.height != nullptr;
  TimeSpan stretch = during;
  if (!heights_known || ShortenToOverlap(body, obstacle, during, &stretch)) {
    const Vec2 origin = body.at_start.local_from_shape.translation;
    const MotionDistance least =
        MinimumDistanceOverMotion(*body.at_start.shape, PartOf(body, during, stretch, origin), *obstacle.at_start.shape,
                                  PartOf(obstacle, during, stretch, origin), kSearchTolerance_m,
                                  bounds->plan_m + kSearchTolerance_m)
            .value();
    bounds->plan_m = std::min(bounds->plan_m, least.lower_m);
  }
  if (heights_known) LowerVertical(body, obstacle, during, during, &bounds->vertical_m);
}

// Looks at the middle of a part of the interval, and at its halves unless what can be in between is
// no lower than the bounds, or the way is short beside the gaps.
void LowerByTiltedPair(const TimeSpan& part, double speed_mps, double rise_mps, TiltedPair* pair,
                       ClearanceBounds* bounds) {
  const double half_s = 0.5 * (part.end_s - part.start_s);
  const double middle_s = part.start_s + half_s;
  const TiltedPair::Gaps at = pair->GapsAt(middle_s);
  const double way_m = speed_mps * half_s + pair->Rounding();
  const double rise_m = rise_mps * half_s + pair->Rounding();
  const double plan_m = std::max(0.0, at.plan_m - way_m);
  const double vertical_m = std::max({0.0, at.heights_m - rise_m, at.solid_m - way_m});
  const bool may_be_near = at.heights_m <= rise_m && at.plan_m >= -way_m && plan_m < bounds->plan_m;
  const bool may_be_low = at.plan_m <= way_m && vertical_m < bounds->vertical_m;
  if (!may_be_near && !may_be_low) return;
  const auto is_fine = [](double bound_m, double gap_m) {
    return gap_m - bound_m <= std::max(kSearchTolerance_m, 0.5 * gap_m);
  };
  const bool is_short = !(part.start_s < middle_s && middle_s < part.end_s);
  if (is_short || ((!may_be_near || is_fine(plan_m, at.plan_m)) &&
                   (!may_be_low || is_fine(vertical_m, std::max(at.heights_m, at.solid_m))))) {
    if (may_be_near) bounds->plan_m = plan_m;
    if (may_be_low) bounds->vertical_m = vertical_m;
    return;
  }
  LowerByTiltedPair({part.start_s, middle_s}, speed_mps, rise_mps, pair, bounds);
  LowerByTiltedPair({middle_s, part.end_s}, speed_mps, rise_mps, pair, bounds);
}

}  // namespace

SpaceImpact FirstSpaceContact(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during,
                              const ImpactOptions& options) {
  return IsInSpace(body, obstacle) ? FirstTiltedContact(body, obstacle, during)
                                   : LevelContact(body, obstacle, during, options);
}

void LowerBySpacePair(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during,
                      ClearanceBounds* bounds) {
  if (!IsInSpace(body, obstacle)) return LowerByLevelPair(body, obstacle, during, bounds);
  TiltedPair pair(body, obstacle, during);
  LowerByTiltedPair(during, pair.SpeedBound(), pair.RiseBound(), &pair, bounds);
}

}  // namespace collision2d::planner
