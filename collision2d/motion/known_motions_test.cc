// Motions whose first contact is known in closed form; and what must hold of any: swapped bodies,
// reversed time, a shifted clock, one rigid motion of both.

#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr double kSqrt2 = 1.4142135623730951;
constexpr double kPi = 3.141592653589793;
constexpr double kNever = kInf;

ConvexPolygon Box(double length_m, double width_m, double radius_m = 0.0) {
  return ConvexPolygon::Create(ConvexPolygon::Rectangle(length_m, width_m)->vertices(), radius_m).value();
}

ConvexPolygon Disc(double radius_m, Vec2 center = {}) { return ConvexPolygon::Create({{center}}, radius_m).value(); }

// All cases last from 2 to 3 s.
constexpr double kStart_s = 2.0;
constexpr double kEnd_s = 3.0;

Motion Still(const Pose2& pose) { return Motion::Stationary(pose, kStart_s, kEnd_s).value(); }

Motion Linear(const Pose2& start, Vec2 displacement_m, double turn_rad = 0.0, Vec2 reference = {}) {
  return Motion::Linear(start, displacement_m, turn_rad, kStart_s, kEnd_s, reference).value();
}

Motion Twist(const Pose2& start, Vec2 velocity_mps, double yaw_rate_radps) {
  return Motion::ConstantTwist(start, velocity_mps, yaw_rate_radps, kStart_s, kEnd_s).value();
}

struct KnownMotion {
  const char* name;
  ConvexPolygon a;
  Motion motion_a;
  ConvexPolygon b;
  Motion motion_b;
  MotionVerdict verdict;
  // s, since the start. Of a contact: when it begins; undecided: when the bodies first touch.
  double after_s;
};

std::vector<KnownMotion> KnownMotions() {
  constexpr MotionVerdict kFree = MotionVerdict::kFree;
  constexpr MotionVerdict kCollides = MotionVerdict::kCollides;
  constexpr MotionVerdict kUndecided = MotionVerdict::kUndecided;
  const ConvexPolygon car = Box(4.0, 2.0);
  const ConvexPolygon pole = Disc(0.0);
  return {
      {"drives into a pole", car, Linear({}, {10.0, 0.0}), pole, Still({{7.0, 0.25}}), kCollides, 0.5},
      {"passes between two instants", car, Linear({}, {100.0, 0.0}), pole, Still({{52.0, 0.0}}), kCollides, 0.5},
      {"rounded shapes", Box(4.0, 2.0, 0.5), Linear({}, {10.0, 0.0}), Disc(0.25), Still({{7.0, 0.25}}), kCollides,
       0.425},
      {"corner of a rounded box meets a disc", Box(4.0, 2.0, 0.5), Linear({}, {8.0, 0.0}), Disc(0.5),
       Still({{8.0, 1.6}}), kCollides, 5.2 / 8.0},
      {"stops short of it", car, Linear({}, {10.0, 0.0}), pole, Still({{12.001, 0.25}}), kFree, kNever},
      {"passes beside it", car, Linear({}, {10.0, 0.0}), pole, Still({{5.0, 1.001}}), kFree, kNever},
      {"turns on the spot into a pole", car, Linear({{3.0, 4.0}}, {}, 0.5 * kPi), pole, Still({{3.0, 5.5}}), kCollides,
       std::acos(2.0 / 3.0) / (0.5 * kPi)},
      {"a needle turns through pi", Box(4.0, 1e-3), Linear(Pose2({0.0, 0.0}, UnitRotation(-0.8, 0.6)), {}, 1.0), pole,
       Still({{-1.5, 0.0}}), kCollides, std::asin(0.6) - std::asin(0.5e-3 / 1.5)},
      {"meets it in the third turn", Disc(0.0, {2.0, 0.0}), Linear({}, {8.0, 0.0}, 8.0 * kPi), Box(1.0, 0.5),
       Still({{8.5, 0.0}}), kCollides, 0.75},
      {"drives an arc", pole, Twist({}, {5.0, 0.0}, 1.0), Box(3.0, 3.0), Still({{4.0, 3.5}}), kCollides,
       std::acos(0.6)},
      {"circles an obstacle", Box(2.0, 2.0), Linear({{10.0, 0.0}}, {}, 2.0 * kPi, {-10.0, 0.0}), Disc(8.999), Still({}),
       kFree, kNever},
      {"circles an obstacle that reaches out", Box(2.0, 2.0), Linear({{10.0, 0.0}}, {}, 2.0 * kPi, {-10.0, 0.0}),
       Box(2.0, 20.0), Still({}), kCollides, (std::acos(1.0 / std::sqrt(82.0)) - std::atan2(1.0, 9.0)) / (2.0 * kPi)},
      {"overlap from the start", car, Linear({}, {10.0, 0.0}), Box(1.0, 1.0), Still({{2.25, 0.0}}), kCollides, 0.0},
      {"overlap and part", car, Linear({}, {-10.0, 0.0}), Box(1.0, 1.0), Still({{2.25, 0.0}}), kCollides, 0.0},
      {"overlap all the time", car, Linear({}, {9.0, 0.0}, 1.0), Box(1.0, 1.0), Linear({}, {9.0, 0.0}, 1.0), kCollides,
       0.0},
      {"part from a gap", car, Linear({}, {-10.0, 0.0}), Box(1.0, 1.0), Still({{2.501, 0.0}}), kFree, kNever},
      {"move together at a gap", car, Linear({}, {9.0, 0.0}, 5.0), Box(1.0, 1.0),
       Linear({{2.51, 0.0}}, {9.0, 0.0}, 5.0, {-2.51, 0.0}), kFree, kNever},
      {"touch at the start and part", car, Linear({}, {-10.0, 0.0}), Box(1.0, 1.0), Still({{2.5, 0.0}}), kUndecided,
       0.0},
      {"touch at the end", car, Linear({}, {1.5, 0.0}), Box(1.0, 1.0), Still({{4.0, 0.0}}), kUndecided, 1.0},
      {"touch all the time", car, Linear({}, {1.5, 0.0}), Box(1.0, 1.0), Linear({{2.5, 0.0}}, {1.5, 0.0}), kUndecided,
       0.0},
      {"touch at rest", car, Still({}), Box(1.0, 1.0), Still({{2.5, 0.0}}), kUndecided, 0.0},
      {"slide along each other", car, Linear({}, {1.0, 0.0}), car, Linear({{0.0, 2.0}}, {-1.0, 0.0}), kUndecided, 0.0},
      {"corners touch in passing", car, Linear({}, {8.0, 0.0}), car, Still({{8.0, 2.0}}), kUndecided, 0.5},
  };
}

// Motions that the tests and issues of other libraries name, with the times that their numbers
// imply: `b` moves by `way_m` while `a` stands still.
std::vector<KnownMotion> PeerMotions() {
  const auto ring = [](std::vector<Vec2> vertices, double radius_m = 0.0) {
    return ConvexPolygon::FromRing(vertices, radius_m).value();
  };
  const auto rectangle = [](double x0, double x1, double y0, double y1) {
    return ConvexPolygon::Rectangle(x1 - x0, y1 - y0, {0.5 * (x0 + x1), 0.5 * (y0 + y1)}).value();
  };
  std::vector<KnownMotion> motions;
  const auto add = [&](const char* name, const ConvexPolygon& a, const ConvexPolygon& b, Vec2 way_m, double after_s,
                       MotionVerdict verdict = MotionVerdict::kCollides) {
    if (after_s == kNever) verdict = MotionVerdict::kFree;
    motions.push_back({name, a, Still({}), b, Linear({}, way_m), verdict, after_s});
  };
  const auto point = [&](const char* name, const ConvexPolygon& a, Vec2 from, Vec2 to, double after_s,
                         MotionVerdict verdict = MotionVerdict::kCollides) {
    add(name, a, ring({from}), to - from, after_s, verdict);
  };
  constexpr MotionVerdict kGraze = MotionVerdict::kUndecided;
  const ConvexPolygon square = rectangle(-1, 1, -1, 1);
  const ConvexPolygon upright = ring({{0, 1}, {0, -1}});
  add("Box2D: a segment enters a square", square, ring({{2, -1}, {2, 1}}), {-2, 0}, 0.5);
  // Half heights of single precision.
  point("Box2D: past a short end", rectangle(-0.5, 0.5, -0.0002f, 0.0002f), {0.506, 0.0035}, {0.496, -0.4965}, kNever);
  for (const Vec2 from : {Vec2{-3, 0}, Vec2{3, 0}, Vec2{0, -3}, Vec2{0, 3}}) {
    point("Box2D: onto each side", square, from, -from, 1.0 / 3.0);
  }
  point("Box2D: above", square, {-3, 2}, {3, 2}, kNever);
  point("Box2D: beside", square, {2, -3}, {2, 3}, kNever);
  point("Box2D: half a metre above", square, {-2, 1.5}, {2, 1.5}, kNever);
  point("Box2D: too short", square, {-3, 0}, {-2.5, 0}, kNever);
  point("Box2D: onto a corner", square, {-2, -2}, {2, 2}, 0.25);
  point("Box2D: along a side", square, {-2, 1}, {2, 1}, 0.25, kGraze);
  point("Box2D: at the last instant", square, {-2, 0}, {-1, 0}, 1.0, kGraze);
  point("Box2D: from within", square, {0, 0}, {2, 0}, 0.0);
  point("Box2D: stays within", square, {0, 0}, {0, 0}, 0.0);
  point("Box2D: a square elsewhere", rectangle(2, 4, 3, 5), {0, 4}, {6, 4}, 1.0 / 3.0);
  point("Box2D: onto a disc", ring({{1, 0}}, 1.0), {-4, 0}, {4, 0}, 0.5);
  point("Box2D: onto a square", square, {-4, 0}, {4, 0}, 0.375);
  // Neither has an interior.
  point("Box2D: through a segment", upright, {-4, 0}, {4, 0}, 0.5, kGraze);
  point("through a point", ring({{0, 0}}), {-4, 0}, {4, 0}, 0.5, kGraze);
  point("through a sheet of a nanometre", rectangle(-5e-10, 5e-10, -1, 1), {-4, 0}, {4, 0}, 0.4999999999375);
  add("a segment through a segment", upright, ring({{-4, 0}, {-3, 0.5}}), {8, 0}, 0.375);
  const ConvexPolygon long_box = ConvexPolygon::Rectangle(50.0, 10.0).value();
  for (const double yaw_rad : {513.36676 - 162.0 * kPi, 513.36676}) {
    motions.push_back({"Box2D, issue 115", long_box, Still(Pose2::FromYaw({24, -60}, 2.95)), Box(5.0, 5.0),
                       Linear(Pose2::FromYaw({53.474274, -50.252514}, yaw_rad),
                              Vec2{54.595478, -51.083473} - Vec2{53.474274, -50.252514}, 513.62781 - 513.36676),
                       MotionVerdict::kFree, kNever});
  }
  for (const double y_m : {0.0, 0.5}) {
    point("Autoware: reaches the footprint", square, {5, y_m}, {5 - 5.9, y_m}, 4.0 / 5.9);
  }
  point("Autoware: stops before it", square, {5, 0}, {3.5, 0}, kNever);
  point("Autoware: beside the footprint", square, {5, 1.5}, {5 - 5.9, 1.5}, kNever);
  add("Parry, issue 35", Disc(0.5, {0, 10}), Disc(0.5), {0, 10}, 0.9);
  add("Parry: overlap and part", Disc(2.0), Disc(1.0, {1, 1}), {1, 2}, 0.0);
  add("Parry: meet at a corner", square, Disc(1.0, {2, 2}), {-1.5, -1.5}, (kSqrt2 - 1.0) / std::sqrt(4.5));
  add("Parry: pass each other", square, Disc(1.0, {3, 3}), {0.5, -1.5}, kNever);
  add("ncollide, issue 214", square, rectangle(9, 11, -1.5, 1.5), {-10, 0}, 0.8);
  add("ncollide, issue 214, equal sides", square, rectangle(9, 11, -1, 1), {-10, 0}, 0.8);
  motions.push_back({"Parry: a segment that is turned", ring({{1, 1}, {-1, 1}}), Still(Pose2::FromYaw({}, -0.5 * kPi)),
                     Disc(0.5), Linear({}, {1, 0}), MotionVerdict::kCollides, 0.5});
  add("Parry, issue 107", ConvexPolygon::Rectangle(2560, 192, {0, -1824}).value(), Disc(96.0, {216.02324, -1632.0032}),
      {-636.3961, -636.3961}, 0.0);
  for (const double length_m : {1000.0, 100.0}) {
    add("Parry, issue 429", Box(length_m, 2.0), Disc(0.5166, {0.123456 * length_m, 10}), {0, -10}, 0.84834);
  }
  // Vehicles of nuPlan's test scenes for three seconds, the ego vehicle at the origin.
  struct Track {
    Vec2 place;
    double yaw_rad;
    double speed_mps;
  };
  const Track behind = {{3.64784637640696, 3.810917110182345}, -2.0460689239836234, 9.4007};
  const Track ahead = {{-4.207015683990903, -8.783795817755163}, -2.064083783361095, 3.0};
  const auto drive = [&](const char* name, const Track& track, double ego_mps, double after_s) {
    const ConvexPolygon ego = ConvexPolygon::Rectangle(5.176, 2.297, {5.176 / 2 - 1.127, 0.0}).value();
    const auto straight = [](Vec2 place, double yaw_rad, double speed_mps) {
      const Pose2 pose = Pose2::FromYaw(place, yaw_rad);
      return Linear(pose, 3.0 * speed_mps * Vec2{pose.cos, pose.sin});
    };
    motions.push_back({name, ego, straight({}, -2.0085689660475055, ego_mps), Box(4.7, 2.0),
                       straight(track.place, track.yaw_rad, track.speed_mps),
                       after_s == kNever ? MotionVerdict::kFree : MotionVerdict::kCollides, after_s});
  };
  drive("nuPlan: the vehicle ahead", ahead, 5.0, 0.547480940860775);
  drive("nuPlan: the vehicle behind", behind, 5.0, 0.11643875301825835);
  for (const double ego_mps : {1.0, 0.1, 0.0}) drive("nuPlan: a slow ego vehicle", ahead, ego_mps, kNever);
  return motions;
}

std::vector<KnownMotion> AllMotions() {
  std::vector<KnownMotion> motions = KnownMotions();
  for (const KnownMotion& motion : PeerMotions()) motions.push_back(motion);
  return motions;
}

TEST(KnownMotions, VerdictAndTimes) {
  for (const KnownMotion& known : AllMotions()) {
    SCOPED_TRACE(known.name);
    const absl::StatusOr<ImpactResult> result = TimeOfImpact(known.a, known.motion_a, known.b, known.motion_b);
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->verdict, known.verdict);
    EXPECT_FALSE(result->reached_limit);
    EXPECT_EQ(IsMotionFree(known.a, known.motion_a, known.b, known.motion_b).value(),
              known.verdict == MotionVerdict::kFree);
    const double expected_s = kStart_s + known.after_s;
    if (known.verdict == MotionVerdict::kFree) {
      EXPECT_EQ(result->free_until_s, kEnd_s);
      EXPECT_EQ(result->contact_by_s, kNever);
      EXPECT_EQ(result->shape_a, -1);
      continue;
    }
    EXPECT_EQ(result->shape_a, 0);
    EXPECT_EQ(result->shape_b, 0);
    if (known.verdict == MotionVerdict::kCollides) {
      EXPECT_LE(result->contact_by_s - result->free_until_s, 1e-6);
      EXPECT_LE(result->separation.signed_distance_m, 0.0);
      EXPECT_GE(result->contact_by_s, expected_s - 1e-14);
      EXPECT_LE(result->free_until_s, expected_s + 1e-14);
    } else {
      EXPECT_LE(result->free_until_s, expected_s + 1e-14);
      EXPECT_LE(std::abs(result->separation.signed_distance_m), 1e-6);
    }
  }
}

// The poses of Linear(start, displacement_m, turn_rad), as a function.
PoseFunction LinearPoses(const Pose2& start, Vec2 displacement_m, double turn_rad) {
  return [=](double time_s) {
    const double fraction = (time_s - kStart_s) / (kEnd_s - kStart_s);
    const Pose2 turned = start * Pose2::FromYaw({}, fraction * turn_rad);
    return Pose2(start.translation + fraction * displacement_m, UnitRotation(turned.cos, turned.sin));
  };
}

TEST(KnownMotions, BoundedAgreesWithLinear) {
  const ConvexPolygon car = Box(4.0, 2.0);
  for (const double yaw_rad : {0.0, 1.0, 3.0, -2.5}) {
    for (const double turn_rad : {0.0, 0.4, -3.0, 9.0}) {
      for (const double place_m : {4.0, 5.5, 6.5}) {
        const Pose2 start = Pose2::FromYaw({0.5, -0.25}, yaw_rad);
        const Vec2 way = {3.0, 0.5};
        const PoseFunction poses = LinearPoses(start, way, turn_rad);
        const Motion::Bounds bounds = {Norm(way), std::abs(turn_rad), 0.0, 0.0};
        const Motion still = Still({{place_m, 2.0}});
        const ImpactResult linear = TimeOfImpact(car, Linear(start, way, turn_rad), car, still).value();
        const ImpactResult bounded =
            TimeOfImpact(car, Motion::Bounded(poses, bounds, kStart_s, kEnd_s).value(), car, still).value();
        EXPECT_EQ(linear.verdict, bounded.verdict) << yaw_rad << " " << turn_rad << " " << place_m;
        if (linear.verdict != MotionVerdict::kCollides) continue;
        EXPECT_LE(linear.free_until_s, bounded.contact_by_s);
        EXPECT_LE(bounded.free_until_s, linear.contact_by_s);
      }
    }
  }
}

// The poses of ConstantTwist(start, {speed_mps, 0}, yaw_rate_radps), as a function.
PoseFunction ArcPoses(const Pose2& start, double speed_mps, double yaw_rate_radps) {
  return [=](double time_s) {
    const double turn_rad = yaw_rate_radps * (time_s - kStart_s);
    const double radius_m = speed_mps / yaw_rate_radps;
    return start * Pose2::FromYaw({radius_m * std::sin(turn_rad), radius_m * (1.0 - std::cos(turn_rad))}, turn_rad);
  };
}

TEST(KnownMotions, BoundedAgreesWithTwistWhateverIsKnownOfAccelerations) {
  const ConvexPolygon car = Box(4.0, 2.0);
  const double speed_mps = 6.0;
  for (const double yaw_rate_radps : {0.2, -0.7, 1.5}) {
    for (const double place_m : {4.5, 6.5, 9.0}) {
      const Pose2 start = Pose2::FromYaw({0.5, -0.25}, 0.3);
      const PoseFunction poses = ArcPoses(start, speed_mps, yaw_rate_radps);
      const Motion still = Still({{place_m, 2.0}});
      const ImpactResult twist = TimeOfImpact(car, Twist(start, {speed_mps, 0.0}, yaw_rate_radps), car, still).value();
      for (const double acceleration_mps2 : {std::abs(speed_mps * yaw_rate_radps), kNever}) {
        for (const double yaw_acceleration_radps2 : {0.0, kNever}) {
          const Motion::Bounds bounds = {speed_mps, std::abs(yaw_rate_radps), acceleration_mps2,
                                         yaw_acceleration_radps2};
          const Motion motion = Motion::Bounded(poses, bounds, kStart_s, kEnd_s).value();
          const ImpactResult bounded = TimeOfImpact(car, motion, car, still).value();
          EXPECT_EQ(twist.verdict, bounded.verdict) << yaw_rate_radps << " " << place_m;
          if (twist.verdict != MotionVerdict::kCollides) continue;
          EXPECT_LE(twist.free_until_s, bounded.contact_by_s);
          EXPECT_LE(bounded.free_until_s, twist.contact_by_s);
        }
      }
    }
  }
}

// A body that may be 0.1 m from where its function says.
TEST(KnownMotions, PoseErrorCountsBothWays) {
  const ConvexPolygon box = Box(4.0, 2.0);
  const PoseFunction poses = [](double) { return Pose2{}; };
  const Motion::Bounds bounds = {0.0, 0.0, 0.0, 0.0, 0.1};
  const Motion motion = Motion::Bounded(poses, bounds, kStart_s, kEnd_s).value();
  const auto verdict_at_gap = [&](double gap_m) {
    return TimeOfImpact(box, motion, box, Still({{4.0 + gap_m, 0.0}})).value().verdict;
  };
  EXPECT_EQ(verdict_at_gap(0.11), MotionVerdict::kFree);
  EXPECT_EQ(verdict_at_gap(0.09), MotionVerdict::kUndecided);
  EXPECT_EQ(verdict_at_gap(-0.09), MotionVerdict::kUndecided);
  EXPECT_EQ(verdict_at_gap(-0.11), MotionVerdict::kCollides);
}

TEST(KnownMotions, SeveralShapesMeetWhereTheFirstPairDoes) {
  const std::vector<ConvexPolygon> truck = {Box(2.0, 2.0), ConvexPolygon::Rectangle(4.0, 2.5, {-3.5, 0.0}).value()};
  const std::vector<ConvexPolygon> posts = {Disc(0.1, {20.0, 0.0}), Disc(0.1, {6.0, 1.2}), Disc(0.1, {4.5, 0.0})};
  const ImpactResult result = TimeOfImpact(truck, Linear({}, {10.0, 0.0}), posts, Still({})).value();
  ASSERT_EQ(result.verdict, MotionVerdict::kCollides);
  EXPECT_EQ(result.shape_a, 0);
  EXPECT_EQ(result.shape_b, 2);
  EXPECT_NEAR(result.contact_by_s, kStart_s + 0.34, 1.1e-6);
  // The cab passes the second post, which the trailer meets.
  const std::vector<ConvexPolygon> second = {posts[0], posts[1]};
  const ImpactResult later = TimeOfImpact(truck, Linear({}, {10.0, 0.0}), second, Still({})).value();
  ASSERT_EQ(later.verdict, MotionVerdict::kCollides);
  EXPECT_EQ(later.shape_a, 1);
  EXPECT_EQ(later.shape_b, 1);
  EXPECT_NEAR(later.contact_by_s, kStart_s + 0.74, 1.1e-6);
  EXPECT_FALSE(IsMotionFree(truck, Linear({}, {10.0, 0.0}), second, Still({})).value());
}

// Beside a pair that touches in passing, which is undecided, another one that collides later.
TEST(KnownMotions, ContactIsReportedBesideAnUndecidedPair) {
  const ConvexPolygon touching = ConvexPolygon::Rectangle(4.0, 2.0, {8.0, 2.0}).value();
  const ConvexPolygon hit = ConvexPolygon::Rectangle(1.0, 1.0, {9.0, 0.0}).value();
  for (const int at : {0, 1}) {
    const std::vector<ConvexPolygon> others = {at == 0 ? hit : touching, at == 0 ? touching : hit};
    const ImpactResult result = TimeOfImpact({Box(4.0, 2.0)}, Linear({}, {8.0, 0.0}), others, Still({})).value();
    EXPECT_EQ(result.verdict, MotionVerdict::kCollides);
    EXPECT_EQ(result.shape_b, at);
    EXPECT_LE(result.free_until_s, kStart_s + 0.5 + 1e-14);
    EXPECT_NEAR(result.contact_by_s, kStart_s + 0.8125, 1.1e-6);
  }
}

TEST(KnownMotions, OneInstant) {
  const ConvexPolygon car = Box(4.0, 2.0);
  const auto instant = [](Vec2 place) { return Motion::Linear({place}, {3.0, 1.0}, 2.0, 5.0, 5.0).value(); };
  const ImpactResult apart = TimeOfImpact(car, instant({}), car, instant({4.1, 0.0})).value();
  EXPECT_EQ(apart.verdict, MotionVerdict::kFree);
  EXPECT_EQ(apart.free_until_s, 5.0);
  const ImpactResult meeting = TimeOfImpact(car, instant({}), car, instant({3.9, 0.0})).value();
  EXPECT_EQ(meeting.verdict, MotionVerdict::kCollides);
  EXPECT_EQ(meeting.free_until_s, 5.0);
  EXPECT_EQ(meeting.contact_by_s, 5.0);
  EXPECT_NEAR(meeting.separation.signed_distance_m, -0.1, 1e-12);
}

TEST(KnownMotions, SwappedBodies) {
  for (const KnownMotion& known : AllMotions()) {
    SCOPED_TRACE(known.name);
    const ImpactResult result = TimeOfImpact(known.a, known.motion_a, known.b, known.motion_b).value();
    const ImpactResult swapped = TimeOfImpact(known.b, known.motion_b, known.a, known.motion_a).value();
    EXPECT_EQ(result.verdict, swapped.verdict);
    if (known.verdict == MotionVerdict::kCollides) {
      EXPECT_LE(result.free_until_s, swapped.contact_by_s);
      EXPECT_LE(swapped.free_until_s, result.contact_by_s);
    }
  }
}

// A linear motion that runs backwards has its contact at the mirrored time.
TEST(KnownMotions, ReversedTime) {
  const ConvexPolygon car = Box(4.0, 2.0);
  for (int i = 0; i < 200; ++i) {
    const double phase = 0.1 * i;
    const Vec2 way = {4.0 * std::cos(phase), 5.0 * std::sin(3.0 * phase)};
    const double turn_rad = 2.0 * std::sin(7.0 * phase);
    const Pose2 start = Pose2::FromYaw({-2.0, 1.0}, phase);
    const Motion forward = Linear(start, way, turn_rad);
    const Motion backward = Linear(forward.PoseAt(kEnd_s), -way, -turn_rad);
    const Motion other = Linear({{2.0, 3.0}}, {1.0, -1.0}, 0.5);
    const Motion other_backward = Linear(other.PoseAt(kEnd_s), {-1.0, 1.0}, -0.5);
    EXPECT_EQ(IsMotionFree(car, forward, car, other).value(), IsMotionFree(car, backward, car, other_backward).value())
        << i;
  }
}

// The same motions, with the clock shifted by a power of two and both bodies by another: the bits
// of times since the start are the same.
TEST(KnownMotions, ShiftedClockAndTranslatedWorld) {
  const ConvexPolygon car = Box(4.0, 2.0);
  const auto motion = [](Vec2 place, Vec2 way, double turn_rad, Vec2 shift, double clock_s) {
    return Motion::Linear({place + shift}, way, turn_rad, clock_s, clock_s + 1.0).value();
  };
  for (int i = 0; i < 200; ++i) {
    const double phase = 0.1 * i;
    // Multiples of 2^-20, so that translations by powers of two are exact.
    const Vec2 way = {0x1p-20 * std::round(0x1p22 * std::cos(phase)),
                      0x1p-20 * std::round(0x1p22 * std::sin(3.0 * phase))};
    const double turn_rad = 2.0 * std::sin(7.0 * phase);
    const ImpactResult here =
        TimeOfImpact(car, motion({}, way, turn_rad, {}, 0.0), car, motion({4.5, 1.25}, {}, -0.5, {}, 0.0)).value();
    const ImpactResult there = TimeOfImpact(car, motion({}, way, turn_rad, {0x1p20, -0x1p19}, 0.0), car,
                                            motion({4.5, 1.25}, {}, -0.5, {0x1p20, -0x1p19}, 0.0))
                                   .value();
    const ImpactResult then =
        TimeOfImpact(car, motion({}, way, turn_rad, {}, 0x1p20), car, motion({4.5, 1.25}, {}, -0.5, {}, 0x1p20))
            .value();
    EXPECT_EQ(here.verdict, there.verdict) << i;
    EXPECT_EQ(here.verdict, then.verdict) << i;
    if (here.verdict != MotionVerdict::kCollides) continue;
    EXPECT_LE(here.free_until_s, there.contact_by_s) << i;
    EXPECT_LE(there.free_until_s, here.contact_by_s) << i;
    EXPECT_LE(here.free_until_s, then.contact_by_s - 0x1p20 + 1e-9) << i;
    EXPECT_LE(then.free_until_s - 0x1p20, here.contact_by_s + 1e-9) << i;
  }
}

}  // namespace
}  // namespace collision2d
