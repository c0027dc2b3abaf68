#include "collision2d/motion/testing/trap_pairs.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "collision2d/testing/polygon_generators.h"

namespace collision2d {
namespace {

constexpr double kPi = 3.141592653589793;

Vec2 UnitAt(double angle_rad) { return {std::cos(angle_rad), std::sin(angle_rad)}; }

Vec2 RandomPoint(double reach_m, Random* random) {
  return {random->Uniform(-reach_m, reach_m), random->Uniform(-reach_m, reach_m)};
}

ConvexPolygon RandomShapeOf(PolygonKind kind, double radius_m, Random* random) {
  const double scale = random->LogUniform(0.1, 3.0);
  std::vector<Vec2> points;
  for (const Vec2 point : RandomPoints(kind, 8, random)) points.push_back(scale * point);
  return ConvexPolygon::Hull(points, radius_m).value();
}

// A shape of decimetres to metres with an area that exceeds rounding by far.
ConvexPolygon RandomShape(Random* random, double radius_m = 0.0) {
  constexpr PolygonKind kKinds[] = {PolygonKind::kRectangle, PolygonKind::kRegular, PolygonKind::kTriangle};
  return RandomShapeOf(kKinds[random->Index(3)], radius_m, random);
}

MotionSpec RandomLinear(double start_s, double end_s, double largest_turn_rad, Random* random) {
  MotionSpec spec;
  spec.start = Pose2::FromYaw(RandomPoint(10.0, random), random->Angle());
  spec.start_s = start_s;
  spec.end_s = end_s;
  spec.displacement_m = RandomPoint(10.0, random);
  spec.turn_rad = random->Uniform(-largest_turn_rad, largest_turn_rad);
  spec.reference = RandomPoint(2.0, random);
  return spec;
}

MotionSpec RandomTwist(double start_s, double end_s, Random* random) {
  MotionSpec spec;
  spec.kind = MotionSpec::Kind::kTwist;
  spec.start = Pose2::FromYaw(RandomPoint(10.0, random), random->Angle());
  spec.start_s = start_s;
  spec.end_s = end_s;
  const double duration_s = std::max(end_s - start_s, 1e-3);
  spec.velocity_mps = (1.0 / duration_s) * RandomPoint(10.0, random);
  const double turn_rad = random->Chance(0.25) ? 0.0 : random->Sign() * random->LogUniform(1e-12, 4.0);
  spec.yaw_rate_radps = turn_rad / duration_s;
  return spec;
}

MotionSpec RandomMotion(double start_s, double end_s, Random* random) {
  return random->Chance(0.5) ? RandomLinear(start_s, end_s, 2.0, random) : RandomTwist(start_s, end_s, random);
}

// Within rounding.
Pose2 PoseAt(const MotionSpec& spec, double time_s) {
  const double elapsed_s = time_s - spec.start_s;
  const Pose2& start = spec.start;
  const bool is_twist = spec.kind == MotionSpec::Kind::kTwist;
  const double fraction = spec.end_s > spec.start_s ? elapsed_s / (spec.end_s - spec.start_s) : 0.0;
  const double turn_rad = is_twist ? spec.yaw_rate_radps * elapsed_s : fraction * spec.turn_rad;
  const Pose2 turned = start * Pose2::FromYaw({}, turn_rad);
  if (!is_twist) {
    const Vec2 place = start * spec.reference + fraction * spec.displacement_m;
    return Pose2(place - turned.Rotate(spec.reference), UnitRotation(turned.cos, turned.sin));
  }
  // The chord of the arc: at half the turn, and sin(x) / x of the way.
  const double half = 0.5 * turn_rad;
  const double chord = half == 0.0 ? elapsed_s : elapsed_s * std::sin(half) / half;
  const Vec2 way = chord * (start * Pose2::FromYaw({}, half)).Rotate(spec.velocity_mps);
  return Pose2(start.translation + way, UnitRotation(turned.cos, turned.sin));
}

Vec2 Support(const ConvexPolygon& shape, const Pose2& pose, Vec2 direction) {
  Vec2 best = pose * shape.vertices()[0];
  for (const Vec2 vertex : shape.vertices()) {
    if (Dot(direction, pose * vertex) > Dot(direction, best)) best = pose * vertex;
  }
  return best + shape.radius_m() * direction;
}

// Moves b's motion so that at an instant two points of the shapes that are extreme along
// `direction` are at the gap.
void PlaceAtGap(double time_s, Vec2 direction, double gap_m, SpecPair* pair) {
  const Vec2 on_a = Support(pair->a, PoseAt(pair->motion_a, time_s), direction);
  const Vec2 on_b = Support(pair->b, PoseAt(pair->motion_b, time_s), -direction);
  Vec2& translation = pair->motion_b.start.translation;
  translation = translation + (on_a + gap_m * direction - on_b);
}

double RandomInstant(const SpecPair& pair, Random* random) {
  return random->Uniform(pair.motion_a.start_s, pair.motion_a.end_s);
}

// Places b at a gap of -0.5 to 1 m at a random instant.
SpecPair WithMeeting(SpecPair pair, Random* random) {
  const double time_s = RandomInstant(pair, random);
  const Vec2 direction = UnitAt(random->Angle());
  PlaceAtGap(time_s, direction, random->Uniform(-0.5, 1.0), &pair);
  return pair;
}

// Shapes and motions of a duration, placed anywhere.
SpecPair RandomPairDuring(double start_s, double end_s, Random* random) {
  const ConvexPolygon a = RandomShape(random);
  const ConvexPolygon b = RandomShape(random);
  const MotionSpec motion_a = RandomMotion(start_s, end_s, random);
  const MotionSpec motion_b = RandomMotion(start_s, end_s, random);
  return {a, b, motion_a, motion_b};
}

double RandomDuration(Random* random) { return random->LogUniform(0.1, 4.0); }

SpecPair Unplaced(Random* random) { return RandomPairDuring(0.0, RandomDuration(random), random); }

// +- 10^-15 to 10^-3 m, or 0 in one case of eight.
double GrazingGap(Random* random) {
  if (random->Chance(0.125)) return 0.0;
  return random->Sign() * random->LogUniform(1e-15, 1e-3);
}

SpecPair RandomTrap(Random* random) { return WithMeeting(Unplaced(random), random); }

SpecPair YawThroughPi(Random* random) {
  SpecPair pair = Unplaced(random);
  for (MotionSpec* motion : {&pair.motion_a, &pair.motion_b}) {
    *motion = RandomLinear(0.0, motion->end_s, 0.0, random);
    motion->turn_rad = random->Sign() * random->LogUniform(1e-6, kPi);
    motion->start = Pose2::FromYaw(motion->start.translation, kPi - random->Uniform(0.0, 1.0) * motion->turn_rad);
  }
  return WithMeeting(pair, random);
}

SpecPair ManyTurns(Random* random) {
  SpecPair pair = Unplaced(random);
  pair.motion_a = RandomLinear(0.0, pair.motion_b.end_s, 0.0, random);
  pair.motion_a.turn_rad = random->Sign() * random->LogUniform(kPi, 200.0 * kPi);
  return WithMeeting(pair, random);
}

SpecPair ContactAtStart(Random* random) {
  SpecPair pair = Unplaced(random);
  PlaceAtGap(0.0, UnitAt(random->Angle()), -random->LogUniform(1e-6, 0.5), &pair);
  return pair;
}

SpecPair Parting(Random* random) {
  SpecPair pair = Unplaced(random);
  const Vec2 direction = UnitAt(random->Angle());
  pair.motion_a = RandomLinear(0.0, pair.motion_a.end_s, 0.5, random);
  pair.motion_b = RandomLinear(0.0, pair.motion_a.end_s, 0.5, random);
  pair.motion_a.displacement_m = -random->Uniform(0.0, 5.0) * direction;
  pair.motion_b.displacement_m = random->Uniform(0.0, 5.0) * direction;
  PlaceAtGap(0.0, direction, random->LogUniform(1e-4, 0.1), &pair);
  return pair;
}

// The motion that keeps the pose of b relative to a: linear about the same point of the world, or a
// twist about the same point.
MotionSpec Following(const MotionSpec& a, const Pose2& a_from_b) {
  MotionSpec b = a;
  b.start = a.start * a_from_b;
  b.reference = a_from_b.Inverse() * a.reference;
  b.velocity_mps = a_from_b.RotateBack(a.velocity_mps + a.yaw_rate_radps * PerpendicularLeft(a_from_b.translation));
  return b;
}

SpecPair MovingTogether(Random* random) {
  SpecPair pair = Unplaced(random);
  const Vec2 direction = UnitAt(random->Angle());
  const double gap_m = random->Sign() * random->LogUniform(1e-4, 1.0);
  PlaceAtGap(0.0, direction, gap_m, &pair);
  const Pose2 a_from_b = pair.motion_a.start.Inverse() * pair.motion_b.start;
  pair.motion_b = Following(pair.motion_a, a_from_b);
  return pair;
}

SpecPair Instant(Random* random) {
  const double time_s = random->Uniform(-10.0, 10.0);
  return WithMeeting(RandomPairDuring(time_s, time_s, random), random);
}

SpecPair LongTime(Random* random) {
  return WithMeeting(RandomPairDuring(0.0, random->LogUniform(1e4, 1e6), random), random);
}

SpecPair Epoch(Random* random) {
  const double start_s = random->Uniform(1.7e9, 1.8e9);
  return WithMeeting(RandomPairDuring(start_s, start_s + RandomDuration(random), random), random);
}

SpecPair FarReference(Random* random) {
  SpecPair pair = Unplaced(random);
  pair.motion_a = RandomLinear(0.0, pair.motion_b.end_s, 2.0, random);
  pair.motion_a.reference = random->LogUniform(10.0, 1e4) * UnitAt(random->Angle());
  if (random->Chance(0.5)) pair.motion_a.turn_rad *= 10.0 / Norm(pair.motion_a.reference);
  return WithMeeting(pair, random);
}

SpecPair FarOut(Random* random) {
  SpecPair pair = Unplaced(random);
  const double reach_m = random->LogUniform(1e6, 1e7);
  pair.motion_a.start.translation = reach_m * UnitAt(random->Angle());
  return WithMeeting(pair, random);
}

// A rectangle that turns by a good part of a radian within the default time tolerance, and moves
// towards something small: its first contacts are brief.
SpecPair TurningWithinTolerance(Random* random) {
  constexpr double kTolerance_s = 1e-6;
  SpecPair pair = Unplaced(random);
  pair.a = ConvexPolygon::Rectangle(random->LogUniform(0.5, 5.0), random->LogUniform(1e-3, 1.0)).value();
  pair.b = RegularPolygon(random->Integer(3, 8), random->LogUniform(0.01, 0.5));
  const double tolerances = random->LogUniform(50.0, 400.0);
  MotionSpec spot = RandomLinear(0.0, tolerances * kTolerance_s, 1.0, random);
  spot.reference = {};
  spot.displacement_m = {};
  pair.motion_b = spot;
  const Vec2 direction = UnitAt(random->Angle());
  const double way_m = random->LogUniform(0.01, 3.0);
  pair.motion_a = spot;
  pair.motion_a.displacement_m = way_m * direction;
  pair.motion_a.turn_rad = random->Sign() * tolerances * random->LogUniform(0.05, 1.0);
  const double reach_m = pair.a.bounding_radius_m() + pair.b.bounding_radius_m();
  const double distance_m = reach_m + way_m * random->Uniform(-0.5, 2.0);
  pair.motion_b.start.translation = spot.start.translation + distance_m * direction;
  return pair;
}

// A rectangle that turns on the spot, between nothing and a millimetre thick in one case of two.
SpecPair SpinningNeedle(Random* random) {
  SpecPair pair = Unplaced(random);
  const double length_m = random->LogUniform(0.5, 20.0);
  const double width_m = random->LogUniform(1e-6, 0.1);
  pair.a = random->Chance(0.5)
               ? ConvexPolygon::Rectangle(length_m, width_m).value()
               : ConvexPolygon::Create({{Vec2{-0.5 * length_m, 0.0}, Vec2{0.5 * length_m, 0.0}}}).value();
  pair.b = RegularPolygon(random->Integer(3, 8), random->LogUniform(1e-3, 0.1));
  MotionSpec spot = RandomLinear(0.0, pair.motion_a.end_s, 4.0 * kPi, random);
  spot.displacement_m = {};
  spot.reference = {};
  pair.motion_a = spot;
  pair.motion_b = spot;
  pair.motion_b.turn_rad = 0.0;
  const double distance_m = 0.5 * length_m * random->Uniform(0.6, 1.2);
  pair.motion_b.start.translation = spot.start.translation + distance_m * UnitAt(random->Angle());
  return pair;
}

SpecPair Circling(Random* random) {
  SpecPair pair = Unplaced(random);
  MotionSpec around = RandomLinear(0.0, pair.motion_a.end_s, 0.0, random);
  around.displacement_m = {};
  around.turn_rad = random->Sign() * random->Uniform(kPi, 4.0 * kPi);
  pair.motion_b = around;
  pair.motion_b.turn_rad = 0.0;
  // The obstacle is at the point that the body circles, at a distance near the one at which they
  // are sure not to touch.
  const double reach_m =
      pair.a.bounding_radius_m() + pair.b.bounding_radius_m() + Norm(pair.a.center()) + Norm(pair.b.center());
  around.reference = random->Uniform(0.3, 1.1) * reach_m * UnitAt(random->Angle());
  pair.motion_a = around;
  pair.motion_b.start.translation = around.start * around.reference;
  return pair;
}

SpecPair Round(Random* random) {
  SpecPair pair = Unplaced(random);
  pair.a = RandomShape(random, random->LogUniform(1e-3, 2.0));
  if (random->Chance(0.5)) pair.b = RandomShape(random, random->LogUniform(1e-3, 2.0));
  return WithMeeting(pair, random);
}

SpecPair PointOrSegment(Random* random) {
  SpecPair pair = Unplaced(random);
  pair.a = RandomShapeOf(random->Chance(0.5) ? PolygonKind::kPoint : PolygonKind::kSegment, 0.0, random);
  return WithMeeting(pair, random);
}

SpecPair ThinPair(Random* random) {
  constexpr PolygonKind kKinds[] = {PolygonKind::kPoint, PolygonKind::kSegment, PolygonKind::kSliver};
  SpecPair pair = Unplaced(random);
  pair.a = RandomShapeOf(kKinds[random->Index(3)], 0.0, random);
  pair.b = RandomShapeOf(kKinds[random->Index(3)], 0.0, random);
  return WithMeeting(pair, random);
}

// A rectangle turns on the spot; one of its corners passes a vertex of b, in the middle of the
// turn, at a gap.
SpecPair GrazeAtInstant(Random* random) {
  SpecPair pair = Unplaced(random);
  const double length_m = random->Uniform(1.0, 5.0);
  const double width_m = random->Uniform(0.5, 2.0);
  pair.a = ConvexPolygon::Rectangle(length_m, width_m).value();
  pair.b = RegularPolygon(4, random->LogUniform(1e-3, 1.0));
  MotionSpec spot = RandomLinear(0.0, pair.motion_a.end_s, 2.0, random);
  spot.displacement_m = {};
  spot.reference = {};
  pair.motion_a = spot;
  const Pose2 passing = PoseAt(spot, RandomInstant(pair, random));
  const Vec2 corner = passing.Rotate({0.5 * length_m, 0.5 * width_m});
  const Vec2 outward = Normalized(corner);
  pair.motion_b = spot;
  pair.motion_b.turn_rad = 0.0;
  // Its first vertex points inward.
  const Pose2 facing({}, UnitRotation(-outward.x, -outward.y));
  const Vec2 place = corner + GrazingGap(random) * outward - facing * pair.b.vertices()[0];
  pair.motion_b.start = Pose2(spot.start.translation + place, UnitRotation(facing.cos, facing.sin));
  return pair;
}

SpecPair GrazeAtEnd(Random* random) {
  SpecPair pair = Unplaced(random);
  const double end_s = pair.motion_a.end_s;
  const Vec2 direction = UnitAt(random->Angle());
  pair.motion_a = RandomLinear(0.0, end_s, 0.1, random);
  pair.motion_b = RandomLinear(0.0, end_s, 0.1, random);
  pair.motion_a.displacement_m = random->Uniform(2.0, 5.0) * direction;
  pair.motion_b.displacement_m = -random->Uniform(2.0, 5.0) * direction;
  PlaceAtGap(end_s, direction, GrazingGap(random), &pair);
  return pair;
}

SpecPair GrazeAlong(Random* random) {
  SpecPair pair = Unplaced(random);
  const double end_s = pair.motion_a.end_s;
  pair.a = ConvexPolygon::Rectangle(random->Uniform(1.0, 5.0), random->Uniform(0.5, 2.0)).value();
  pair.b = ConvexPolygon::Rectangle(random->Uniform(1.0, 5.0), random->Uniform(0.5, 2.0)).value();
  const bool is_along_axes = random->Chance(0.5);
  const Pose2 along = Pose2::FromYaw({}, is_along_axes ? 0.0 : random->Angle());
  for (MotionSpec* motion : {&pair.motion_a, &pair.motion_b}) {
    *motion = RandomLinear(0.0, end_s, 0.0, random);
    motion->start = along;
    motion->displacement_m = along.Rotate({random->Uniform(-3.0, 3.0), 0.0});
  }
  PlaceAtGap(0.5 * end_s, along.Rotate({0.0, 1.0}), GrazingGap(random), &pair);
  return pair;
}

SpecPair TouchingTogether(Random* random) {
  SpecPair pair = Unplaced(random);
  pair.a = ConvexPolygon::Rectangle(4.0, 2.0).value();
  pair.b = ConvexPolygon::Rectangle(1.0, 1.0).value();
  const Pose2 a_from_b{{2.5, random->Uniform(-1.0, 1.0)}};
  pair.motion_b = Following(pair.motion_a, a_from_b);
  return pair;
}

constexpr TrapFamily kFamilies[] = {
    {"random", RandomTrap, false},
    {"yaw_through_pi", YawThroughPi, false},
    {"many_turns", ManyTurns, false},
    {"contact_at_start", ContactAtStart, false},
    {"parting", Parting, false},
    {"moving_together", MovingTogether, false},
    {"instant", Instant, false},
    {"long_time", LongTime, false},
    {"epoch", Epoch, false},
    {"far_reference", FarReference, false},
    {"far_out", FarOut, false},
    {"spinning_needle", SpinningNeedle, false},
    {"turning_within_tolerance", TurningWithinTolerance, false},
    {"circling", Circling, false},
    {"round", Round, false},
    {"point_or_segment", PointOrSegment, false},
    {"thin_pair", ThinPair, true},
    {"graze_at_instant", GrazeAtInstant, true},
    {"graze_at_end", GrazeAtEnd, true},
    {"graze_along", GrazeAlong, true},
    {"touching_together", TouchingTogether, true},
};

}  // namespace

absl::Span<const TrapFamily> TrapFamilies() { return kFamilies; }

}  // namespace collision2d
