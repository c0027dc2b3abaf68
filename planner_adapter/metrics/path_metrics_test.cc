#include "planner_adapter/metrics/path_metrics.h"

#include <optional>
#include <random>

#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/metrics/twist_collision.h"
#include "planner_adapter/sampling/reference_path.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

RssParameters Simple() {
  RssParameters rss;
  rss.response_time_s = 1.0;
  rss.max_acceleration_mps2 = 2.0;
  rss.min_braking_mps2 = 4.0;
  rss.min_braking_correct_mps2 = 3.0;
  rss.max_braking_mps2 = 8.0;
  rss.max_lateral_acceleration_mps2 = 1.0;
  rss.min_lateral_braking_mps2 = 0.5;
  rss.lateral_fluctuation_m = 0.25;
  return rss;
}

TEST(RssTest, SameDirection) {
  // 10 + 1 + 12^2 / 8 - 8^2 / 16.
  EXPECT_DOUBLE_EQ(SafeDistanceAlong(Simple(), 10.0, 8.0), 25.0);
  EXPECT_DOUBLE_EQ(SafeDistanceAlong(Simple(), 10.0, 0.0), 29.0);
  // The front vehicle is so fast that no distance is needed.
  EXPECT_EQ(SafeDistanceAlong(Simple(), 1.0, 30.0), 0.0);
}

TEST(RssTest, AgainstThePathTheRolesAreExchanged) { EXPECT_DOUBLE_EQ(SafeDistanceAlong(Simple(), -8.0, -10.0), 25.0); }

TEST(RssTest, OppositeDirections) {
  // 10 + 1 + 12^2 / 6, and 6 + 1 + 8^2 / 8.
  EXPECT_DOUBLE_EQ(SafeDistanceAlong(Simple(), 10.0, -6.0), 35.0 + 15.0);
}

TEST(RssTest, AVehicleThatBacksAwayCountsAsStanding) {
  EXPECT_DOUBLE_EQ(SafeDistanceAlong(Simple(), -5.0, 8.0), SafeDistanceAlong(Simple(), 0.0, 8.0));
}

TEST(RssTest, Lateral) {
  // Each drifts 0.5 m and brakes from 1 m/s in 1 m.
  EXPECT_DOUBLE_EQ(SafeDistanceAcross(Simple(), 0.0, 0.0), 0.25 + 3.0);
  // Towards each other at 1 m/s each: 1.5 m, then from 2 m/s 4 m.
  EXPECT_DOUBLE_EQ(SafeDistanceAcross(Simple(), 1.0, -1.0), 0.25 + 11.0);
  // Away from each other at 1 m/s each: 0.5 m away, then standing.
  EXPECT_DOUBLE_EQ(SafeDistanceAcross(Simple(), -1.0, 1.0), 0.25);
}

const std::vector<TimedPose> kPoses = {{1.0, {0.0, 0.0}, 3.0}, {2.0, {4.0, 0.0}, -3.0}, {4.0, {4.0, 2.0}, -3.0}};

TEST(BodyVelocityTest, OfTheIntervalThatBegins) {
  for (const double time_s : {1.0, 1.5, 1.99}) {
    EXPECT_EQ(VelocityAt(kPoses, time_s).velocity_mps, (Vec2{4.0, 0.0})) << time_s;
    // Over pi, the shorter way.
    EXPECT_NEAR(VelocityAt(kPoses, time_s).yaw_rate_radps, 2.0 * M_PI - 6.0, 1e-12);
  }
  for (const double time_s : {2.0 - 1e-7, 2.0, 3.0}) {
    EXPECT_EQ(VelocityAt(kPoses, time_s).velocity_mps, (Vec2{0.0, 1.0})) << time_s;
    EXPECT_EQ(VelocityAt(kPoses, time_s).yaw_rate_radps, 0.0);
  }
}

TEST(BodyVelocityTest, AtTheLastPoseOfTheIntervalThatEnds) {
  EXPECT_EQ(VelocityAt(kPoses, 4.0).velocity_mps, (Vec2{0.0, 1.0}));
}

TEST(BodyVelocityTest, ZeroBeyondThePosesAndOfOnePose) {
  EXPECT_EQ(VelocityAt(kPoses, 0.9).velocity_mps, Vec2());
  EXPECT_EQ(VelocityAt(kPoses, 4.1).velocity_mps, Vec2());
  EXPECT_EQ(VelocityAt({kPoses[0]}, 1.0).velocity_mps, Vec2());
  // The last two poses are one instant: the velocity is that on the way to it.
  const std::vector<TimedPose> at_once = {{0.0, {}, 0.0}, {1.0, {2.0, 0.0}, 0.0}, {1.0 + 0.5e-6, {2.1, 0.0}, 0.0}};
  EXPECT_EQ(VelocityAt(at_once, 1.0).velocity_mps, (Vec2{2.0, 0.0}));
}

TEST(BodyVelocityTest, ZeroOfOccupancies) {
  Prediction prediction;
  prediction.occupancies.push_back({1.0, {}});
  EXPECT_EQ(VelocityAt(prediction, 1.0).velocity_mps, Vec2());
}

// A metric that overflows is not reported.
TEST(PathMetricsTest, ValuesThatAreNotFiniteAreAbsent) {
  const auto metrics_of = [](PathVelocity ego_mps, PathVelocity obstacle_mps) {
    const BodyOnPath ego = {{0.0, 4.0, -1.0, 1.0}, ego_mps};
    const BodyOnPath obstacle = {{14.0, 18.0, -1.0, 1.0}, obstacle_mps};
    Metrics metrics;
    UpdatePathMetrics(MetricOptions::All(), Simple(), ego, /*ego_velocity_known=*/true, obstacle, Interaction(),
                      &metrics);
    return metrics;
  };
  const Metrics usual = metrics_of({10.0, 0.0}, {0.0, 0.0});
  EXPECT_EQ(usual.headway->headway_s->value, 1.0);
  EXPECT_EQ(usual.required_deceleration->deceleration_mps2, 5.0);
  EXPECT_TRUE(usual.rss_margin.has_value());
  const Metrics slow = metrics_of({1e-310, 0.0}, {0.0, 0.0});
  EXPECT_EQ(slow.headway->gap_m.value, 10.0);
  EXPECT_FALSE(slow.headway->headway_s.has_value());
  const Metrics fast = metrics_of({1e200, 0.0}, {0.0, 0.0});
  EXPECT_FALSE(fast.required_deceleration.has_value());
  EXPECT_FALSE(fast.rss_margin.has_value());
  EXPECT_FALSE(metrics_of({10.0, 1e200}, {0.0, 0.0}).rss_margin.has_value());
}

TEST(BoundBoxOnPathTest, ContainsTheExtentWithinItsSlack) {
  std::mt19937_64 random(20261130);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int bounded = 0;
  for (int i = 0; i < 200; ++i) {
    // Bends of 15 m and more, to both sides.
    std::vector<Vec2> points = {{0.0, 0.0}};
    double yaw_rad = 0.0;
    for (int k = 0; k < 20; ++k) {
      yaw_rad += uniform(-0.3, 0.3);
      points.push_back(points.back() + 5.0 * Vec2{std::cos(yaw_rad), std::sin(yaw_rad)});
    }
    const absl::StatusOr<ReferencePath> path = ReferencePath::Create(points, 2.0);
    ASSERT_TRUE(path.ok()) << path.status();
    const std::vector<ConvexPolygon> shapes = {*ConvexPolygon::Rectangle(4.0, 2.0, {1.0, 0.0}),
                                               *ConvexPolygon::Create({{-1.0, 0.5}}, 0.5)};
    const PathPoint at = path->At(uniform(20.0, 80.0));
    const double d_m = uniform(-4.0, 4.0);
    const Pose2 pose = Pose2::FromYaw(at.position + d_m * Vec2{-at.tangent.y, at.tangent.x}, uniform(-3.0, 3.0));
    const PathFoot foot(*path, pose.translation);
    const std::optional<PathBoxBound> bound = BoundBoxOnPath(*path, shapes, pose, std::hypot(3.0, 1.0), foot);
    if (!bound.has_value()) continue;
    ++bounded;
    PathBox exact;
    for (const ConvexPolygon& shape : shapes) exact.Extend(BoxOnPath(*path, shape, pose, foot));
    const double beyond_m[] = {exact.s_min - bound->box.s_min, bound->box.s_max - exact.s_max,
                               exact.d_min - bound->box.d_min, bound->box.d_max - exact.d_max};
    for (const double of_side_m : beyond_m) {
      EXPECT_GE(of_side_m, 0.0) << "case " << i;
      EXPECT_LE(of_side_m, bound->slack_m) << "case " << i;
    }
  }
  EXPECT_GT(bounded, 30);
}

TEST(TimeToContactTest, NoneForMotionsOrOptionsThatAreNotLegal) {
  const ConvexPolygon box = *ConvexPolygon::Rectangle(4.0, 2.0);
  const auto time = [&](double of_a_mps, double of_b_mps, const ImpactOptions& options) {
    const TwistingShape a(box, Pose2::FromYaw({}, 0.0), {{of_a_mps, 0.0}, 0.0});
    const TwistingShape b(box, Pose2::FromYaw({14.0, 0.0}, 0.0), {{of_b_mps, 0.0}, 0.0});
    return TimeToContact(a, b, 0.0, 5.0, options);
  };
  EXPECT_NEAR(*time(10.0, 0.0, {}), 1.0, 1e-6);
  EXPECT_FALSE(time(1e9, 0.0, {}).has_value());
  EXPECT_FALSE(time(0.0, -1e9, {}).has_value());
  EXPECT_FALSE(time(10.0, 0.0, {1e-6, 0.0}).has_value());
}

TEST(EarliestContactTest, NothingIsBeforeATimeThatHasPassed) {
  const ConvexPolygon box = *ConvexPolygon::Rectangle(4.0, 2.0);
  const TwistCourse a(TwistingShape(box, Pose2::FromYaw({}, 0.0), {{10.0, 0.0}, 0.0}), 5.0);
  const TwistCourse b(TwistingShape(box, Pose2::FromYaw({14.0, 0.0}, 0.0), {}), 5.0);
  EXPECT_NEAR(EarliestContact(a, b, 5.0), 1.0, 1e-6);
  EXPECT_EQ(EarliestContact(a, b, -1.0), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace collision2d::planner
