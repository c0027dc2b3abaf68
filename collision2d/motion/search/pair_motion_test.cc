#include "collision2d/motion/search/pair_motion.h"

#include <array>
#include <functional>

#include "absl/status/status.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/search/edge_gap.h"
#include "collision2d/motion/search/impact_search.h"
#include "collision2d/query/distance.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d::internal {
namespace {

using ::testing::HasSubstr;

constexpr double kDuration_s = 2.0;

// A path with a known greatest speed, yaw rate and acceleration: x, y and yaw swing about a middle.
struct Swing {
  Vec2 middle;
  Vec2 width;
  double rate;
  double yaw;
  double yaw_width;

  Pose2 operator()(double t) const {
    return Pose2::FromYaw({middle.x + width.x * std::sin(rate * t), middle.y + width.y * std::cos(rate * t)},
                          yaw + yaw_width * std::sin(rate * t));
  }
  Motion::Bounds bounds(bool knows_acceleration) const {
    const double size = Norm1(width);
    return {rate * size, rate * yaw_width, knows_acceleration ? rate * rate * size : kInf,
            knows_acceleration ? rate * rate * yaw_width : kInf};
  }
};

Swing RandomSwing(Random* random) {
  const Vec2 middle = {random->Uniform(-5.0, 5.0), random->Uniform(-5.0, 5.0)};
  const Vec2 width = {random->Uniform(-3.0, 3.0), random->Uniform(-3.0, 3.0)};
  return {middle, width, random->Uniform(0.1, 2.0), random->Angle(), random->Uniform(0.0, 2.0)};
}

// One motion of each kind in turn.
Motion RandomMotion(int kind, const PoseFunction* swing, const Motion::Bounds& bounds, Random* random) {
  const Pose2 start = Pose2::FromYaw({random->Uniform(-5.0, 5.0), random->Uniform(-5.0, 5.0)}, random->Angle());
  const Vec2 way = {random->Uniform(-9.0, 9.0), random->Uniform(-9.0, 9.0)};
  const Vec2 reference = {random->Uniform(-2.0, 2.0), random->Uniform(-2.0, 2.0)};
  switch (kind) {
    case 0:
      return *Motion::Linear(start, way, random->Uniform(-5.0, 5.0), 1.0, 1.0 + kDuration_s, reference);
    case 1:
      return *Motion::Linear(start, way, 0.0, 1.0, 1.0 + kDuration_s);
    case 2:
      return *Motion::ConstantTwist(start, way, random->Uniform(-2.0, 2.0), 1.0, 1.0 + kDuration_s);
    default:
      return *Motion::Bounded(*swing, bounds, 1.0, 1.0 + kDuration_s);
  }
}

// How far b is beyond a along the direction, by all vertices.
double TrueGap(const ConvexPolygon& a, const Pose2& world_from_a, const ConvexPolygon& b, const Pose2& world_from_b,
               Vec2 direction) {
  double highest_a = -kInf;
  double lowest_b = kInf;
  for (const Vec2 vertex : a.vertices()) highest_a = std::max(highest_a, Dot(direction, world_from_a * vertex));
  for (const Vec2 vertex : b.vertices()) lowest_b = std::min(lowest_b, Dot(direction, world_from_b * vertex));
  return lowest_b - highest_a - a.radius_m() - b.radius_m();
}

// visit(a, motion_a, b, motion_b) for pairs of every two kinds of motion.
void ForEachPair(int repetitions, const std::function<void(const ConvexPolygon&, const Motion&, const ConvexPolygon&,
                                                           const Motion&, Random*)>& visit) {
  Random random(TestSeed());
  for (int i = 0; i < 25 * repetitions; ++i) {
    const std::array<int, 2> kinds = {i % 5, i / 5 % 5};
    const std::array<Swing, 2> swings = {RandomSwing(&random), RandomSwing(&random)};
    const std::array<PoseFunction, 2> functions = {swings[0], swings[1]};
    const Motion motion_a = RandomMotion(kinds[0], &functions[0], swings[0].bounds(kinds[0] == 3), &random);
    const Motion motion_b = RandomMotion(kinds[1], &functions[1], swings[1].bounds(kinds[1] == 3), &random);
    const ConvexPolygon a = RandomPolygon(i % 3 == 0 ? 40 : 6, &random);
    const ConvexPolygon b = RandomPolygon(6, &random);
    visit(a, motion_a, b, motion_b, &random);
  }
}

TEST(PairMotionTest, GapBoundHoldsAlongTurningDirections) {
  int tight = 0;
  int all = 0;
  ForEachPair(40, [&](const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b, const Motion& motion_b,
                      Random* random) {
    PairMotion pair(a, motion_a, b, motion_b);
    const double at_s = random->Uniform(0.0, kDuration_s);
    const PairInstant at = pair.InstantAfter(at_s);
    ASSERT_TRUE(pair.status().ok()) << pair.status();
    const double angle = random->Angle();
    const double rate = random->Chance(0.5) ? 0.0 : random->Uniform(-3.0, 3.0);
    for (const double to_s : {0.0, 0.3 * at_s, at_s, 0.5 * (at_s + kDuration_s), kDuration_s}) {
      const double after_s = to_s - at_s;
      const double turned = angle + rate * after_s;
      const double gap_m =
          TrueGap(a, motion_a.PoseAt(1.0 + to_s), b, motion_b.PoseAt(1.0 + to_s), {std::cos(turned), std::sin(turned)});
      const PairMotion::GapBound bound = pair.GapAfter(at, {{std::cos(angle), std::sin(angle)}, rate}, after_s);
      ASSERT_LE(bound.gap_m, gap_m + 1e-11) << after_s;
      ASSERT_LE(bound.gap_m, bound.straight_m);
      if (after_s == 0.0) {
        ASSERT_NEAR(bound.gap_m, gap_m, 1e-10);
      }
      ++all;
      tight += static_cast<int>(bound.gap_m > gap_m - 1.0);
    }
  });
  EXPECT_GT(tight, all / 4);
}

// Two points whose ways, turns and distances are along or across the direction, or 0: there the
// second and third derivatives of the gap reach their bounds, one at a time.
TEST(PairMotionTest, GapBoundHoldsWhereItsTermsAreTight) {
  Random random(TestSeed());
  const auto along_an_axis = [&random](double most) {
    const double size = random.Chance(0.5) ? 0.0 : random.Uniform(-most, most);
    return random.Chance(0.5) ? Vec2{size, 0.0} : Vec2{0.0, size};
  };
  const auto rate = [&random] { return random.Chance(0.5) ? 0.0 : random.Uniform(-3.0, 3.0); };
  for (int i = 0; i < 20'000; ++i) {
    const ConvexPolygon a = *ConvexPolygon::Create({along_an_axis(3.0)}, 0.0);
    const ConvexPolygon b = *ConvexPolygon::Create({along_an_axis(3.0)}, 0.0);
    const auto motion = [&] {
      const Pose2 start(along_an_axis(5.0), UnitRotation(1.0, 0.0));
      if (random.Chance(0.5)) return *Motion::ConstantTwist(start, along_an_axis(5.0), rate(), 1.0, 1.0 + kDuration_s);
      return *Motion::Linear(start, along_an_axis(5.0), rate() * kDuration_s, 1.0, 1.0 + kDuration_s);
    };
    const Motion motion_a = motion();
    const Motion motion_b = motion();
    PairMotion pair(a, motion_a, b, motion_b);
    const PairInstant at = pair.InstantAfter(0.0);
    const Vec2 n =
        std::array{Vec2{1.0, 0.0}, Vec2{0.0, 1.0}, Vec2{-1.0, 0.0}, Vec2{0.0, -1.0}}[static_cast<size_t>(i % 4)];
    const double turning = rate();
    const double after_s = random.Uniform(0.0, 0.3);
    const Vec2 turned = Pose2::FromYaw({}, turning * after_s).Rotate(n);
    const double gap_m = TrueGap(a, motion_a.PoseAt(1.0 + after_s), b, motion_b.PoseAt(1.0 + after_s), turned);
    ASSERT_LE(pair.GapAfter(at, {n, turning}, after_s).gap_m, gap_m + 1e-11) << i;
  }
}

TEST(PairMotionTest, GapBoundIsConcaveOnEitherSide) {
  ForEachPair(8, [&](const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b, const Motion& motion_b,
                     Random* random) {
    PairMotion pair(a, motion_a, b, motion_b);
    const PairInstant at = pair.InstantAfter(0.5 * kDuration_s);
    const double angle = random->Angle();
    const TurningDirection direction = {{std::cos(angle), std::sin(angle)}, random->Uniform(-2.0, 2.0)};
    for (const double sign : {-1.0, 1.0}) {
      const double far_s = sign * random->Uniform(0.1, 1.0);
      const double part = random->Uniform(0.0, 1.0);
      const double start_m = pair.GapAfter(at, direction, 0.0).gap_m;
      const double far_m = pair.GapAfter(at, direction, far_s).gap_m;
      ASSERT_GE(pair.GapAfter(at, direction, part * far_s).gap_m, (1.0 - part) * start_m + part * far_m - 1e-11);
    }
  });
}

// What is left of an edge's gap where it is expected to close is of the third order, as it is of
// sine and cosine.
TEST(PairMotionTest, EdgeClosesButForThirdDerivatives) {
  int closing = 0;
  int same_vertex = 0;
  Random random(TestSeed());
  for (int i = 0; i < 20'000; ++i) {
    const Motion motion_a = RandomMotion(i % 2, nullptr, {}, &random);
    const Motion motion_b = RandomMotion(i / 2 % 2, nullptr, {}, &random);
    const ConvexPolygon a = RandomPolygon(kMostEdgeGapVertices, &random);
    const ConvexPolygon b = RandomPolygon(kMostEdgeGapVertices, &random);
    if (!HasEdgeGap(a) || !HasEdgeGap(b)) continue;
    PairMotion pair(a, motion_a, b, motion_b);
    const PairInstant first = pair.InstantAfter(random.Uniform(0.0, kDuration_s));
    ScaledEdgeGaps gaps;
    const int edge = pair.EdgeGapAt(first, &gaps).edge;
    const double about_s = first.elapsed_s + pair.CourseOfEdge(first, edge).closes_after_s;
    if (!(0.01 <= about_s && about_s <= kDuration_s - 0.1)) continue;
    const PairInstant at = pair.InstantAfter(about_s - 0.01);
    const PairMotion::EdgeCourse course = pair.CourseOfEdge(at, edge);
    const double after_s = course.closes_after_s;
    if (!(std::abs(after_s) < 0.1)) continue;
    ++closing;
    ScaledEdgeGaps later;
    const EdgeGap widest = pair.EdgeGapAt(at, &later);
    if (widest.edge == edge) {
      ASSERT_NEAR(course.gap_m, widest.gap_m, pair.rounding_m());
      ASSERT_NEAR(Dot(course.direction, at.world_from_a.Rotate(widest.direction)), 1.0, 1e-14);
    }
    pair.EdgeGapAt(pair.InstantAfter(at.elapsed_s + after_s), &later);
    const double turned = (motion_a.bounds().yaw_rate_radps + motion_b.bounds().yaw_rate_radps) * std::abs(after_s);
    const double length_m = Norm(pair.IsEdgeOfA(edge) ? a.ring()[edge + 1] - a.ring()[edge]
                                                      : b.ring()[edge + 1 - a.size()] - b.ring()[edge - a.size()]);
    const double gap_m = later[static_cast<size_t>(edge)] / length_m;
    const double third_m = turned * turned * (pair.speed_mps() * std::abs(after_s) + 20.0 * turned) + 1e-12;
    // Less if another vertex has become the nearest.
    ASSERT_LE(gap_m, third_m);
    same_vertex += static_cast<int>(gap_m >= -third_m);
  }
  EXPECT_GT(closing, 1000);
  EXPECT_GT(same_vertex, closing * 9 / 10);
}

TEST(PairMotionTest, LastEdgeToCloseTouchesFirst) {
  // b approaches the lower left corner of a from the left, and is beside its lower edge early.
  const ConvexPolygon square = *ConvexPolygon::Rectangle(2.0, 2.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const Motion moving = *Motion::Linear(Pose2{{-9.0, -3.0}}, {9.0, 3.0}, 0.0, 0.0, 1.0);
  PairMotion pair(square, still, square, moving);
  ScaledEdgeGaps in_contact;
  const PairInstant end = pair.InstantAfter(1.0);
  pair.EdgeGapAt(end, &in_contact);
  const int edge = pair.LastEdgeToClose(end, in_contact);
  EXPECT_NEAR(pair.CourseOfEdge(pair.InstantAfter(0.0), edge).closes_after_s, 7.0 / 9.0, 1e-12);
  EXPECT_NEAR(pair.CourseOfEdge(end, edge).closes_after_s, -2.0 / 9.0, 1e-12);
  ScaledEdgeGaps before;
  const PairInstant start = pair.InstantAfter(0.0);
  pair.EdgeGapAt(start, &before);
  EXPECT_EQ(pair.LastEdgeToClose(start, before), edge);
  // The other body's edge that faces it closes at the same time.
  PairMotion turned(square, moving, square, still);
  const PairInstant turned_end = turned.InstantAfter(1.0);
  turned.EdgeGapAt(turned_end, &in_contact);
  const int turned_edge = turned.LastEdgeToClose(turned_end, in_contact);
  EXPECT_NEAR(turned.CourseOfEdge(turned_end, turned_edge).closes_after_s, -2.0 / 9.0, 1e-12);
  // Gaps in front open for good.
  const Motion leaving = *Motion::Linear(Pose2{{-9.0, -3.0}}, {-9.0, 3.0}, 0.0, 0.0, 1.0);
  PairMotion parting(square, still, square, leaving);
  EXPECT_EQ(parting.LastEdgeToClose(parting.InstantAfter(0.0), before), -1);
  PairMotion resting(square, still, square, still);
  EXPECT_EQ(resting.LastEdgeToClose(resting.InstantAfter(1.0), in_contact), -1);
}

TEST(PairMotionTest, CirclesAreApartOutsideOfTheirWindow) {
  int met = 0;
  int clipped = 0;
  ForEachPair(40, [&](const ConvexPolygon& a, const Motion& motion_a, const ConvexPolygon& b, const Motion& motion_b,
                      Random* random) {
    const double margin_m = random->Chance(0.5) ? 0.0 : random->Uniform(0.0, 2.0);
    TimeWindow window = {kDuration_s, 0.0, 0.0};
    const bool meet = CirclesMeet(a, motion_a, b, motion_b, margin_m, &window);
    met += static_cast<int>(meet);
    clipped += static_cast<int>(meet && (window.begin_s > 0.0 || window.end_s < kDuration_s));
    for (int k = 0; k <= 40; ++k) {
      const double elapsed_s = kDuration_s * k / 40.0;
      if (meet && window.begin_s <= elapsed_s && elapsed_s <= window.end_s) continue;
      const Pose2 a_from_b = RelativePose(motion_a.PoseAt(1.0 + elapsed_s), motion_b.PoseAt(1.0 + elapsed_s));
      ASSERT_GT(Distance(a, b, a_from_b), margin_m - 1e-11) << elapsed_s;
    }
    if (!meet) return;
    ASSERT_LE(window.begin_s, window.closest_s);
    ASSERT_LE(window.closest_s, window.end_s);
  });
  EXPECT_GT(met, 200);
  EXPECT_LT(met, 980);
  EXPECT_GT(clipped, 100);
}

TEST(PairMotionTest, KnowsVelocitiesUnlessOnlySpeedsAreBounded) {
  const ConvexPolygon square = *ConvexPolygon::Rectangle(1.0, 1.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const Motion moving = *Motion::Linear(Pose2{{5.0, 0.0}}, {1.0, 0.0}, 0.0, 0.0, 1.0);
  const PoseFunction pose_at = [](double time_s) { return Pose2{{5.0 + time_s, 0.0}}; };
  const Motion bounded = *Motion::Bounded(pose_at, {2.0, 0.0}, 0.0, 1.0);
  EXPECT_TRUE(PairMotion(square, still, square, still).knows_velocities());
  EXPECT_TRUE(PairMotion(square, still, square, moving).knows_velocities());
  EXPECT_FALSE(PairMotion(square, still, square, bounded).knows_velocities());
}

TEST(PairMotionTest, ReportsPosesThatContradictTheirBounds) {
  const PoseFunction jumps = [](double t) {
    return Pose2({t < 1.5 || t > 2.5 ? 0.0 : 100.0, 0.0}, UnitRotation(1.0, 0.0));
  };
  const Motion moving = *Motion::Bounded(jumps, {1.0, 0.0}, 1.0, 3.0);
  const Motion still = *Motion::Stationary(Pose2{}, 1.0, 3.0);
  const ConvexPolygon square = *ConvexPolygon::Rectangle(1.0, 1.0);
  PairMotion pair(square, still, square, moving);
  pair.InstantAfter(0.25);
  EXPECT_TRUE(pair.status().ok());
  pair.InstantAfter(1.0);
  EXPECT_NE(pair.status().message().find("motion_b"), std::string::npos);
  EXPECT_NE(pair.status().message().find("bounds.speed_mps"), std::string::npos);
}

absl::Status StatusAt(const PoseFunction& pose, const Motion::Bounds& bounds, double elapsed_s) {
  const Motion moving = *Motion::Bounded(pose, bounds, 1.0, 3.0);
  const Motion still = *Motion::Stationary(Pose2{}, 1.0, 3.0);
  const ConvexPolygon square = *ConvexPolygon::Rectangle(1.0, 1.0);
  PairMotion pair(square, still, square, moving);
  pair.InstantAfter(elapsed_s);
  return pair.status();
}

TEST(PairMotionTest, ReportsVelocitiesThatContradictTheirBounds) {
  // At most 0.01 m from its middle, but at up to 10 m/s.
  const PoseFunction swings = [](double t) { return Pose2{{0.01 * std::sin(1000.0 * (t - 2.0)), 0.0}}; };
  EXPECT_THAT(std::string(StatusAt(swings, {2.0, 0.0, 1e4}, 1.0).message()), HasSubstr("near 2 s poses change by"));
}

TEST(PairMotionTest, ReportsPlacesFartherThanTheirErrorPermits) {
  // Slow at the instant, with the acceleration that is permitted.
  for (const double most_m : {1.00001, 1.0001}) {
    const PoseFunction there_and_back = [most_m](double t) {
      return Pose2{{most_m * 0.5 * (1.0 - std::cos(3.141592653589793 * (t - 1.0))), 0.0}};
    };
    const absl::Status status = StatusAt(there_and_back, {1.0, 0.0, 10.0, 0.0, 1e-5}, 1.0);
    EXPECT_EQ(status.ok(), most_m == 1.00001) << status;
  }
}

TEST(PairMotionTest, AcceptsPlacesThatAreOffByTheirError) {
  const PoseFunction trembling = [](double t) { return Pose2{{t < 1.5 ? 0.1 : -0.1, 0.0}}; };
  const absl::Status status = StatusAt(trembling, {0.0, 0.0, 0.0, 0.0, 0.1}, 1.0);
  EXPECT_TRUE(status.ok()) << status;
}

TEST(PairMotionTest, AcceptsHeadingsThatAreOffByTheirError) {
  const PoseFunction trembling = [](double t) { return Pose2::FromYaw({}, t < 1.5 ? 1e-3 : -1e-3); };
  const absl::Status status = StatusAt(trembling, {0.0, 0.0, 0.0, 0.0, 1e-2}, 1.0);
  EXPECT_TRUE(status.ok()) << status;
}

// A pose that neither place nor heading permit: the first is named, and when.
TEST(PairMotionTest, ReportsTheFirstContradiction) {
  const PoseFunction jumps = [](double t) { return t < 2.5 ? Pose2{} : Pose2::FromYaw({0.1, 0.0}, 0.1); };
  const std::string message{StatusAt(jumps, {0.1, 0.1, 0.0, 0.0}, 1.0).message()};
  EXPECT_THAT(message, HasSubstr("bounds.acceleration_mps2: the pose at 3 s is 0.1 m from"));
  EXPECT_THAT(message, HasSubstr("leads from 2 s"));
  const PoseFunction goes_back = [](double t) {
    return t < 1.5 || t > 2.5 ? Pose2{} : Pose2::FromYaw({0.05, 0.0}, 0.05);
  };
  EXPECT_THAT(std::string(StatusAt(goes_back, {0.1, 0.1, 0.0, 0.0}, 1.0).message()),
              HasSubstr("bounds.acceleration_mps2"));
}

TEST(PairMotionTest, BoundsTheAccelerationOfVertices) {
  const Motion turning = *Motion::ConstantTwist(Pose2{}, {}, 2.0, 0.0, 1.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const ConvexPolygon arm = *ConvexPolygon::Create({{0, 0}, {5, 0}});
  EXPECT_GE(PairMotion(arm, turning, arm, still).acceleration_mps2(), 2.0 * 2.0 * 5.0);
  EXPECT_GE(PairMotion(arm, turning, arm, turning).acceleration_mps2(), 2.0 * 2.0 * 10.0);
}

// As docs/numerics.md derives it.
TEST(MostImpactStepsTest, OfMotionsWithAndWithoutTurns) {
  const Motion turning = *Motion::ConstantTwist(Pose2{}, {}, 2.0, 0.0, 1.0);
  const Motion straight = *Motion::Linear(Pose2{}, {9.0, 0.0}, 0.0, 0.0, 1.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const ConvexPolygon arm = *ConvexPolygon::Create({{-5, 0}, {5, 0}});
  const ConvexPolygon point = *ConvexPolygon::Create({{0, 0}});
  EXPECT_EQ(MostImpactSteps(PairMotion(arm, straight, point, still), 1e-6), 3 * (32 + 64));
  // By its speed of 10 m/s, and by its acceleration of 20 m/s^2.
  const auto steps_at = [&](double contact_tolerance_m) {
    return static_cast<double>(MostImpactSteps(PairMotion(arm, turning, point, still), contact_tolerance_m));
  };
  EXPECT_NEAR(steps_at(1e-2), 3.0 * (32 + 64 + 10.0 / 0.5e-2), 2.0);
  EXPECT_NEAR(steps_at(1e-4), 3.0 * (32 + 64 + 64 * std::sqrt(40.0 / 0.5e-4)), 2.0);
}

TEST(PairMotionTest, GapBoundCountsTheErrorOfPoses) {
  const PoseFunction pose = [](double) { return Pose2{{3.0, 0.0}}; };
  const Motion bounded = *Motion::Bounded(pose, {0.0, 0.0, 0.0, 0.0, 0.1}, 0.0, 1.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const ConvexPolygon square = *ConvexPolygon::Rectangle(1.0, 1.0);
  PairMotion pair(square, still, square, bounded);
  EXPECT_NEAR(pair.GapAfter(pair.InstantAfter(0.5), {{1.0, 0.0}, 0.0}, 0.0).gap_m, 2.0 - 0.1, 1e-9);
}

TEST(PairMotionTest, ErrorOfRotationsIsRelativeToAllLengths) {
  const double longer = 1.0 + 1e-13;
  const Motion motion_a = *Motion::Linear(Pose2({}, UnitRotation(longer, 0.0)), {7.0, 0.0}, 0.1, 0.0, 1.0, {3.0, 0.0});
  const Motion motion_b = *Motion::Linear(Pose2{{100.0, 0.0}}, {}, 0.1, 0.0, 1.0, {0.0, 4.0});
  const ConvexPolygon square = *ConvexPolygon::Rectangle(1.0, 1.0);
  PairMotion pair(square, motion_a, square, motion_b);
  const double lengths_m = 100.0 + 3.0 + 4.0 + (3.0 + std::sqrt(0.5)) + (4.0 + std::sqrt(0.5)) + 7.0;
  EXPECT_GT(pair.error_m() - pair.rounding_m(), 2e-13 * 0.99 * lengths_m);
}

TEST(PairMotionTest, CountsTheErrorOfRotations) {
  const ConvexPolygon square = *ConvexPolygon::Rectangle(1.0, 1.0);
  const Motion still = *Motion::Stationary(Pose2{}, 0.0, 1.0);
  const Motion longer = *Motion::Stationary(Pose2({}, UnitRotation(1.0 + 2.0 * 0x1p-50, 0.0)), 0.0, 1.0);
  PairMotion exact(square, still, square, still);
  EXPECT_EQ(exact.error_m(), exact.rounding_m());
  PairMotion rounded(square, still, square, longer);
  EXPECT_GT(rounded.error_m(), rounded.rounding_m());
}

}  // namespace
}  // namespace collision2d::internal
