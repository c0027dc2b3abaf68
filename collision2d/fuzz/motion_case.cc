#include "collision2d/fuzz/motion_case.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "collision2d/fuzz/moving_bodies.h"
#include "collision2d/fuzz/require.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/portable_shapes.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

constexpr int kMaxPoints = 16;
// So that a run takes some milliseconds with sanitizers.
constexpr double kMostImpactStretches = 1e4;
constexpr double kMostDistanceSteps = 1e3;

// A small integer times a power of two.
double Number(int exponent, FuzzInput* input) { return input->Coordinate(CoordinateCode::kScaled, exponent); }

Vec2 Vector(int exponent, FuzzInput* input) {
  const double x = Number(exponent, input);
  return {x, Number(exponent, input)};
}

// More vertices than are scanned in a row.
std::vector<Vec2> RingPoints(double scale) {
  std::vector<Vec2> points;
  for (int i = -7; i <= 7; ++i) {
    const Vec2 right = scale * OnUnitCircle(i / 8.0);
    points.insert(points.end(), {right, -right});
  }
  return points;
}

ConvexPolygon TakeMovingShape(FuzzInput* input) {
  const int kind = input->Index(8);
  const double radius_m = kind % 2 == 1 ? input->Byte() / 64.0 : 0.0;
  std::vector<Vec2> points;
  if (kind < 4) {
    const Vec2 half = {(1 + input->Byte()) / 64.0, (1 + input->Byte()) / (kind < 2 ? 128.0 : 8192.0)};
    const Vec2 center = Vector(-5, input);
    points = {center + half, center - half, center + Vec2{half.x, -half.y}, center - Vec2{half.x, -half.y}};
  } else if (kind < 7) {
    const int exponent = input->Index(12) - 10;
    for (int count = 1 + input->Index(kMaxPoints); count > 0; --count) points.push_back(Vector(exponent, input));
  } else {
    points = RingPoints((1 + input->Byte()) / 64.0);
  }
  // Far from the origin of the body's frame.
  const Vec2 shift = input->Index(8) == 7 ? Vector(4, input) : Vec2{};
  for (Vec2& point : points) point = point + shift;
  const absl::StatusOr<ConvexPolygon> hull = ConvexPolygon::Hull(points, radius_m);
  return hull.ok() ? *hull : ConvexPolygon::Rectangle(4.5, 2.0).value();
}

std::vector<ConvexPolygon> TakeBody(FuzzInput* input) {
  std::vector<ConvexPolygon> body;
  const int kind = input->Index(8);
  for (int shapes = kind < kMaxMovingShapes ? 1 + kind : 1; shapes > 0; --shapes) {
    body.push_back(TakeMovingShape(input));
  }
  return body;
}

// Distances are promised between coordinates that are not too different.
double WithoutTiny(double x) { return std::abs(x) < 0x1p-100 ? 0.0 : x; }

Pose2 TakePose(FuzzInput* input) {
  Pose2 pose = input->Pose();
  pose.translation = {WithoutTiny(pose.translation.x), WithoutTiny(pose.translation.y)};
  return pose;
}

double HeadingError(const FuzzMotion& motion, const std::vector<ConvexPolygon>& body) {
  return std::min(0.25 * motion.pose_error_m / std::max(Reach(body), 0x1p-20), 0x1p-4);
}

// A small integer times a power of two that is at most 1.
double Positive(int exponents, FuzzInput* input) {
  const double mantissa = 1.0 + input->Byte();
  return std::ldexp(mantissa, -input->Index(exponents));
}

// None, up to four radians, up to twenty turns, very little.
double TakeTurn(FuzzInput* input) {
  constexpr int kExponents[] = {-5, -5, 0, -30};
  const int kind = input->Index(5);
  return kind == 4 ? 0.0 : Number(kExponents[kind], input);
}

FuzzMotion TakeMotion(double duration_s, FuzzInput* input) {
  FuzzMotion motion;
  motion.kind = static_cast<FuzzMotion::Kind>(input->Index(4));
  motion.start = TakePose(input);
  const int exponent = input->Index(16) - 12;
  const Vec2 way = input->Index(6) == 5 ? Vec2{} : Vector(exponent, input);
  const double turn = TakeTurn(input);
  const double per_second = duration_s > 0.0 ? 1.0 / duration_s : 0.0;
  switch (motion.kind) {
    case FuzzMotion::Kind::kLinear:
      motion.displacement_m = way;
      motion.turn_rad = turn;
      motion.reference = input->Index(2) == 1 ? Vector(input->Index(10) - 8, input) : Vec2{};
      break;
    case FuzzMotion::Kind::kBetween:
      motion.end = TakePose(input);
      motion.end.translation = motion.start.translation + way;
      break;
    case FuzzMotion::Kind::kTwist:
      motion.velocity_mps = per_second * way;
      motion.yaw_rate_radps = per_second * turn;
      break;
    case FuzzMotion::Kind::kBounded:
      motion.velocity_mps = per_second * way;
      motion.yaw_rate_radps = per_second * turn;
      motion.acceleration_mps2 = (per_second * per_second) * Vector(exponent, input);
      motion.yaw_acceleration_radps2 = (per_second * per_second) * TakeTurn(input);
      motion.states_accelerations = input->Index(4) != 3;
      motion.pose_error_m = input->Index(3) == 2 ? input->Byte() * 0x1p-12 : 0.0;
  }
  return motion;
}

// Seconds and fractions, a clock since 1970, and ones too coarse for the durations.
double TakeStart(FuzzInput* input) {
  switch (input->Index(6)) {
    case 0:
      return Number(-4, input);
    case 1:
      return 1e9 + Number(-4, input);
    case 2:
      return Number(24, input);
    case 3:
      return -1e15;
    default:
      return 0.0;
  }
}

double TakeDuration(FuzzInput* input) {
  switch (input->Index(8)) {
    case 0:
      return 0.0;
    case 1:
      return 1e6;
    case 2:
      return std::ldexp(1.0, -input->Index(64));
    case 3:
      return Positive(160, input);
    case 4:
      return 0.1;
    default:
      return (1 + input->Byte()) / 16.0;
  }
}

// Moves b so that at some instant a vertex of it is at one of a, or near it.
void LetThemMeet(MotionCase* c, FuzzInput* input) {
  const double part = input->Byte() / 255.0;
  const absl::StatusOr<MovingBodies> bodies = MovingBodies::Create(*c);
  if (!bodies.ok()) return;
  const double time_s = std::min(c->start_s + part * c->duration_s(), c->end_s);
  const ConvexPolygon& a = c->a[static_cast<size_t>(input->Index(static_cast<int>(c->a.size())))];
  const ConvexPolygon& b = c->b[static_cast<size_t>(input->Index(static_cast<int>(c->b.size())))];
  const Vec2 vertex_a = a.vertices()[static_cast<size_t>(input->Index(a.size()))];
  const Vec2 vertex_b = b.vertices()[static_cast<size_t>(input->Index(b.size()))];
  const Vec2 beside = Vector(-input->Index(60), input);
  const Vec2 shift = bodies->PoseOfA(time_s) * vertex_a - bodies->PoseOfB(time_s) * vertex_b + beside;
  c->motion_b.start.translation = c->motion_b.start.translation + shift;
  c->motion_b.end.translation = c->motion_b.end.translation + shift;
}

// m. What K T^2 is in docs/numerics.md, by more than is needed.
double Bend(const MotionCase& c) {
  double bend = 0.0;
  for (const auto& [motion, body] : {std::pair(c.motion_a, Reach(c.a)), std::pair(c.motion_b, Reach(c.b))}) {
    const double turn = TurnOf(motion, c.duration_s());
    bend += (turn + turn * turn) * (body + Norm1(motion.reference)) + (1.0 + turn) * WayOf(motion, c.duration_s());
  }
  return bend;
}

// m. What V T is there, of motions whose velocities may be unknown.
double UnsteadyWay(const MotionCase& c) {
  double way_m = 0.0;
  for (const auto& [motion, reach_m] : {std::pair(c.motion_a, Reach(c.a)), std::pair(c.motion_b, Reach(c.b))}) {
    if (motion.kind != FuzzMotion::Kind::kBounded) continue;
    // Nor are they known on a coarse clock.
    if (motion.states_accelerations && motion.pose_error_m == 0.0 && std::abs(c.start_s) < 1e12) continue;
    way_m += WayOf(motion, c.duration_s()) + TurnOf(motion, c.duration_s()) * reach_m;
  }
  return way_m;
}

void TakeTolerances(MotionCase* c, FuzzInput* input) {
  const double bend = Bend(*c);
  const double unsteady_way = UnsteadyWay(*c);
  if (input->Index(2) == 1) {
    c->options.time_tolerance_s = Positive(64, input);
    c->options.contact_tolerance_m = Positive(64, input);
  }
  c->options.contact_tolerance_m =
      std::max({c->options.contact_tolerance_m, bend / (kMostImpactStretches * kMostImpactStretches),
                unsteady_way / kMostImpactStretches});
  c->distance_tolerance_m = std::ldexp(1.0, -input->Index(40));
  c->distance_tolerance_m = std::max(
      {c->distance_tolerance_m, bend / (kMostDistanceSteps * kMostDistanceSteps), unsteady_way / kMostDistanceSteps});
}

std::string HexFormat(const FuzzMotion& motion) {
  return absl::StrFormat(
      "{kind %d, start %s, displacement %s, reference %s, turn %a, end %s, velocity %s, yaw rate %a, acceleration %s, "
      "yaw acceleration %a, %s, pose error %a}",
      static_cast<int>(motion.kind), HexFormat(motion.start), HexFormat(motion.displacement_m),
      HexFormat(motion.reference), motion.turn_rad, HexFormat(motion.end), HexFormat(motion.velocity_mps),
      motion.yaw_rate_radps, HexFormat(motion.acceleration_mps2), motion.yaw_acceleration_radps2,
      motion.states_accelerations ? "stated" : "not stated", motion.pose_error_m);
}

std::string HexFormat(const MotionCase& c) {
  std::string text =
      absl::StrFormat("from %a to %a s, time tolerance %a, epsilon %a, distance tolerance %a\n", c.start_s, c.end_s,
                      c.options.time_tolerance_s, c.options.contact_tolerance_m, c.distance_tolerance_m);
  for (const ConvexPolygon& shape : c.a) text += "a = " + HexFormat(shape) + "\n";
  text += HexFormat(c.motion_a) + "\n";
  for (const ConvexPolygon& shape : c.b) text += "b = " + HexFormat(shape) + "\n";
  return text + HexFormat(c.motion_b) + "\n";
}

std::string AnswersTo(const MotionCase& c) {
  const absl::StatusOr<MovingBodies> bodies = MovingBodies::Create(c);
  if (!bodies.ok()) return std::string(bodies.status().message());
  const auto impact = TimeOfImpact(c.a, bodies->a(), c.b, bodies->b(), c.options);
  const auto least = MinimumDistanceOverMotion(c.a, bodies->a(), c.b, bodies->b(), c.distance_tolerance_m);
  if (!impact.ok() || !least.ok()) return std::string((impact.ok() ? least.status() : impact.status()).message());
  return absl::StrFormat(
      "verdict %d, free until %.17g s, contact by %.17g s, %g m apart then, %d steps, %s; least distance [%.17g, "
      "%.17g] m at %.17g s",
      static_cast<int>(impact->verdict), impact->free_until_s, impact->contact_by_s,
      impact->separation.signed_distance_m, impact->steps, impact->reached_limit ? "cap reached" : "cap not reached",
      least->lower_m, least->upper_m, least->time_s);
}

}  // namespace

MotionCase TakeMotionCase(FuzzInput* input) {
  MotionCase c;
  c.start_s = TakeStart(input);
  c.end_s = c.start_s + TakeDuration(input);
  c.motion_a = TakeMotion(c.duration_s(), input);
  c.motion_b = TakeMotion(c.duration_s(), input);
  c.a = TakeBody(input);
  c.b = TakeBody(input);
  c.motion_a.heading_error_rad = HeadingError(c.motion_a, c.a);
  c.motion_b.heading_error_rad = HeadingError(c.motion_b, c.b);
  if (input->Index(4) != 3) LetThemMeet(&c, input);
  TakeTolerances(&c, input);
  return c;
}

double Reach(const std::vector<ConvexPolygon>& body) {
  double reach_m = 0.0;
  for (const ConvexPolygon& shape : body) {
    reach_m = std::max(reach_m, 2.0 * shape.max_coordinate_m() + shape.radius_m());
  }
  return reach_m;
}

double WayOf(const FuzzMotion& motion, double duration_s) {
  const double of_between =
      motion.kind == FuzzMotion::Kind::kBetween ? Norm1(motion.end.translation - motion.start.translation) : 0.0;
  return Norm1(motion.displacement_m) + of_between +
         duration_s * (Norm1(motion.velocity_mps) + duration_s * Norm1(motion.acceleration_mps2));
}

double TurnOf(const FuzzMotion& motion, double duration_s) {
  const double of_between = motion.kind == FuzzMotion::Kind::kBetween ? 3.2 : 0.0;
  return std::abs(motion.turn_rad) + of_between +
         duration_s * (std::abs(motion.yaw_rate_radps) + duration_s * std::abs(motion.yaw_acceleration_radps2));
}

void RequireTrue(const char* what, const MotionCase& c, bool is_true) {
  if (!is_true) Require(testing::AssertionFailure() << what << "\n" << HexFormat(c) << AnswersTo(c));
}

}  // namespace collision2d
