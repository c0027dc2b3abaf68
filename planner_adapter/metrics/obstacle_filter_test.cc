#include "planner_adapter/metrics/obstacle_filter.h"

#include <optional>
#include <random>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/metrics/path_metrics.h"
#include "planner_adapter/metrics/twist_collision.h"

namespace collision2d::planner {
namespace {

class ObstacleFilterTest : public testing::Test {
 protected:
  double Uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }

  BodyOnPath RandomBody() {
    const double s = Uniform(-30.0, 30.0);
    const double d = Uniform(-6.0, 6.0);
    return {{s, s + Uniform(1.0, 6.0), d, d + Uniform(1.0, 3.0)}, {Uniform(-10.0, 10.0), Uniform(-2.0, 2.0)}};
  }

  BodyVelocity RandomVelocity() {
    const double x = Uniform(-10.0, 10.0);
    return {{x, Uniform(-10.0, 10.0)}, Uniform(-0.3, 0.3)};
  }

  Pose2 RandomPose() {
    const double x = Uniform(-40.0, 40.0);
    return Pose2::FromYaw({x, Uniform(-40.0, 40.0)}, Uniform(-3.0, 3.0));
  }

  // `count` obstacles and their filter; if they stand, in groups.
  void AddObstacles(int count, bool stand = false) {
    for (int k = 0; k < count; ++k) {
      bodies_.push_back(RandomBody());
      if (stand) bodies_.back().velocity = {};
      const PathVelocity& velocity = bodies_.back().velocity;
      twists_.emplace_back(box_, RandomPose(), stand ? BodyVelocity() : RandomVelocity());
      filter_.Add(bodies_.back(), SafeDistanceTerms(rss_, velocity.along_mps, velocity.across_mps), twists_.back());
    }
    if (stand) filter_.AddGroups();
  }

  std::mt19937_64 random_{20261122};
  const ConvexPolygon box_ = *ConvexPolygon::Rectangle(4.0, 2.0, {1.0, 0.0});
  RssParameters rss_;
  std::vector<BodyOnPath> bodies_;
  std::vector<TwistingShape> twists_;
  ObstacleFilter filter_;
};

bool AreSame(const Metrics& a, const Metrics& b) {
  const auto gap = [](const Metrics& of) { return of.headway.has_value() ? of.headway->gap_m.value : -1.0; };
  const auto headway = [](const Metrics& of) {
    return of.headway.has_value() && of.headway->headway_s.has_value() ? of.headway->headway_s->value : -1.0;
  };
  const auto deceleration = [](const Metrics& of) {
    return of.required_deceleration.has_value() ? of.required_deceleration->deceleration_mps2 : -1.0;
  };
  const auto along = [](const Metrics& of) { return of.rss_margin->longitudinal_margin_m; };
  const auto across = [](const Metrics& of) { return of.rss_margin->lateral_margin_m; };
  const auto lateral = [](const Metrics& of) {
    return of.lateral_clearance.has_value() ? of.lateral_clearance->value : 1e9;
  };
  return gap(a) == gap(b) && headway(a) == headway(b) && deceleration(a) == deceleration(b) &&
         a.rss_margin.has_value() == b.rss_margin.has_value() &&
         (!a.rss_margin.has_value() || (along(a) == along(b) && across(a) == across(b))) && lateral(a) == lateral(b);
}

TEST_F(ObstacleFilterTest, WhatIsLeftOutChangesNoMetricAlongThePath) {
  const MetricOptions options = MetricOptions::All();
  int kept = 0;
  int left_out = 0;
  for (int i = 0; i < 400; ++i) {
    bodies_.clear();
    twists_.clear();
    filter_ = {};
    AddObstacles(i % 20 == 19 ? 200 : i % 20, /*stand=*/i % 4 == 3);
    const BodyOnPath exact = RandomBody();
    BodyOnPath bounds = exact;
    const double slack_m = i % 2 == 0 ? 0.0 : 0.5;
    bounds.box.s_min -= Uniform(0.0, slack_m);
    bounds.box.s_max += Uniform(0.0, slack_m);
    bounds.box.d_min -= Uniform(0.0, slack_m);
    bounds.box.d_max += Uniform(0.0, slack_m);
    Metrics known;
    for (int k = 0; k < i % 3; ++k) UpdatePathMetrics(options, rss_, exact, true, RandomBody(), {}, &known);
    std::vector<int> passed;
    const PathValues limits = KnownOnPath(options, known, true);
    PathValues least = PathValues::All(PathValues::kNothing);
    filter_.FilterOnPath(rss_, bounds, slack_m, limits, &passed);
    filter_.BoundOnPath(rss_, bounds, slack_m, limits, &least);
    EXPECT_TRUE(passed.empty() || least.Reaches(limits));
    std::sort(passed.begin(), passed.end());
    for (int k = 0; k < static_cast<int>(bodies_.size()); ++k) {
      if (std::binary_search(passed.begin(), passed.end(), k)) {
        ++kept;
        continue;
      }
      ++left_out;
      Metrics with = known;
      UpdatePathMetrics(options, rss_, exact, true, bodies_[k], {}, &with);
      EXPECT_TRUE(AreSame(with, known)) << "case " << i << " obstacle " << k;
    }
  }
  EXPECT_GT(kept, 500);
  EXPECT_GT(left_out, 500);
}

class ObstacleFilterTwistTest : public ObstacleFilterTest, public testing::WithParamInterface<bool> {};

TEST_P(ObstacleFilterTwistTest, WhatIsLeftOutCannotBeTouched) {
  AddObstacles(101, /*stand=*/GetParam());
  constexpr double kHorizon_s = 5.0;
  int kept = 0;
  int left_by_steps = 0;
  for (const double horizon_s : {0.0, 0.5, 2.1, kHorizon_s}) {
    for (int i = 0; i < 200; ++i) {
      const TwistingShape ego(box_, RandomPose(), RandomVelocity());
      const TwistCourse course(ego, kHorizon_s);
      std::vector<int> passed;
      filter_.FilterTwists(ego, horizon_s, &passed);
      std::sort(passed.begin(), passed.end());
      kept += static_cast<int>(passed.size());
      for (int k = 0; k < static_cast<int>(twists_.size()); ++k) {
        const double earliest_s = EarliestContact(course, TwistCourse(twists_[k], kHorizon_s), horizon_s);
        const bool may_collide = earliest_s <= horizon_s;
        left_by_steps += may_collide ? 1 : 0;
        const bool is_kept = may_collide && std::binary_search(passed.begin(), passed.end(), k);
        const std::optional<double> contact_s =
            TimeToContact(ego, twists_[k], 0.0, is_kept ? kHorizon_s : horizon_s, {});
        if (!contact_s.has_value()) continue;
        EXPECT_TRUE(is_kept) << "horizon " << horizon_s << " obstacle " << k;
        EXPECT_LE(earliest_s, *contact_s);
      }
    }
  }
  EXPECT_GT(kept, 1000);
  EXPECT_LT(kept, 30000);
  EXPECT_LT(left_by_steps, kept / 2);
}

INSTANTIATE_TEST_SUITE_P(MovingAndStanding, ObstacleFilterTwistTest, testing::Bool());

}  // namespace
}  // namespace collision2d::planner
