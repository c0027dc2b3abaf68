// Margins against scenes whose body this test grows itself, one for each margin, as the plain
// checker sees them: at instants, and at many times between them. And nothing else in a verdict
// depends on margins.

#include <optional>
#include <tuple>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/margin.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/testing/plain_checker.h"
#include "planner_adapter/checking/testing/plain_road.h"
#include "planner_adapter/checking/testing/random_checks.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/checking/verdict_to_proto.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

constexpr int kSamplesBetween = 20;

// Wraps the vertices moved by all sums of the two, farthest points first among those on one line.
ConvexPolygon PlainlyGrown(const ConvexPolygon& shape, const Margin& margin) {
  std::vector<Vec2> points;
  for (const Vec2 v : shape.vertices()) {
    for (const int corner : {0, 1, 2, 3}) {
      const Vec2 point = {v.x + (corner % 2 == 0 ? -1 : 1) * margin.along_m,
                          v.y + (corner / 2 == 0 ? -1 : 1) * margin.across_m};
      if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
    }
  }
  const auto begin = std::min_element(points.begin(), points.end(), [](Vec2 a, Vec2 b) {
    return std::make_tuple(a.y, a.x) < std::make_tuple(b.y, b.x);
  });
  std::vector<Vec2> hull = {*begin};
  for (;;) {
    Vec2 next = hull.back();
    for (const Vec2 point : points) {
      const Vec2 to_next = next - hull.back();
      const Vec2 to_point = point - hull.back();
      const double turn = to_next.x * to_point.y - to_next.y * to_point.x;
      const bool is_farther = Dot(to_point, to_point) > Dot(to_next, to_next);
      if (turn < 0.0 || (turn == 0.0 && is_farther)) next = point;
    }
    if (next == hull.front() || hull.size() > points.size()) break;
    hull.push_back(next);
  }
  return ConvexPolygon::Create(hull, shape.radius_m() + margin.round_m).value();
}

Scene WithBody(const Scene& scene, const Margin& margin) {
  Scene grown = scene;
  grown.margins = {};
  for (ConvexPolygon& shape : grown.ego.shapes) {
    if (!margin.is_zero()) shape = PlainlyGrown(shape, margin);
  }
  return grown;
}

Margin MarginOf(const Margins& margins, const std::string& type) {
  Margin sum = margins.body;
  for (const TypeMargin& of : margins.by_type) {
    if (of.type != type) continue;
    sum = {sum.along_m + of.margin.along_m, sum.across_m + of.margin.across_m, sum.round_m + of.margin.round_m};
  }
  return sum;
}

// A scene for each type, in which obstacles of the other types are empty; without a road.
std::vector<Scene> ScenesByType(const Scene& scene) {
  std::vector<Scene> scenes;
  for (const std::string type : {"", "car", "truck"}) {
    Scene& of_type = scenes.emplace_back(WithBody(scene, MarginOf(scene.margins, type)));
    of_type.drivable_area.clear();
    for (StaticObstacle& obstacle : of_type.static_obstacles) {
      if (obstacle.type == type) continue;
      obstacle.shapes.clear();
      obstacle.polytopes.clear();
    }
    for (MovingObstacle& obstacle : of_type.moving_obstacles) {
      if (obstacle.type != type) obstacle.predictions.clear();
    }
  }
  return scenes;
}

Scene RoadScene(const Scene& scene) {
  Scene of_road = WithBody(scene, scene.margins.road);
  of_road.static_obstacles.clear();
  of_road.moving_obstacles.clear();
  return of_road;
}

void AddTypesAndMargins(bool may_be_round, SceneGenerator* generator, Scene* scene) {
  const auto type = [&] { return std::vector<std::string>{"", "car", "truck"}[generator->Integer(0, 2)]; };
  for (StaticObstacle& obstacle : scene->static_obstacles) obstacle.type = type();
  for (MovingObstacle& obstacle : scene->moving_obstacles) obstacle.type = type();
  const auto part_m = [&](double chance) { return generator->Chance(chance) ? generator->Uniform(0.01, 1.5) : 0.0; };
  const auto margin = [&] {
    const double along_m = part_m(0.6);
    const double across_m = part_m(0.6);
    return Margin{along_m, across_m, may_be_round ? part_m(0.4) : 0.0};
  };
  if (generator->Chance(0.7)) scene->margins.body = margin();
  if (generator->Chance(0.7)) scene->margins.road = margin();
  for (const std::string of : {"car", "truck", "nothing"}) {
    if (generator->Chance(0.5)) scene->margins.by_type.push_back({of, margin()});
  }
}

// The first of the first collisions; ties go to the first obstacle and hypothesis.
std::optional<PlainEncounter> FirstOf(const std::vector<Scene>& scenes, const CheckerOptions& options,
                                      const Candidate& candidate) {
  std::optional<PlainEncounter> first;
  const auto rank = [](const PlainEncounter& of) { return std::make_tuple(of.time_s, of.obstacle, of.hypothesis); };
  for (const Scene& scene : scenes) {
    const std::optional<PlainEncounter> found = PlainCheck(scene, options, candidate).first_collision;
    if (found.has_value() && (!first.has_value() || rank(*found) < rank(*first))) first = found;
  }
  return first;
}

class MarginDifferentialTest : public testing::TestWithParam<Heights> {
 protected:
  void CompareAtInstants(const Scene& scene, const CheckerOptions& options, const Candidate& candidate,
                         const Verdict& verdict) {
    std::optional<PlainEncounter> expected;
    if (scene.margins.any_of_obstacles()) expected = FirstOf(ScenesByType(scene), options, candidate);
    const std::optional<MarginEncounter>& actual = verdict.first_within_margin;
    ASSERT_EQ(actual.has_value(), expected.has_value());
    if (actual.has_value()) {
      EXPECT_EQ(actual->time_s, expected->time_s);
      EXPECT_EQ(actual->outside_until_s, expected->time_s);
      EXPECT_EQ(actual->step, expected->step);
      EXPECT_EQ(actual->obstacle, expected->obstacle);
      EXPECT_EQ(actual->hypothesis, expected->hypothesis);
      EXPECT_FALSE(actual->is_undecided || actual->is_conservative);
    }
    std::optional<double> leaves_s;
    if (!scene.margins.road.is_zero()) {
      leaves_s = PlainCheck(RoadScene(scene), options, candidate).leaves_road_time_s;
    }
    if (leaves_s.has_value() && verdict.collides() && *leaves_s > verdict.first_collision->time_s) leaves_s.reset();
    ASSERT_EQ(verdict.leaves_road_margin.has_value(), leaves_s.has_value());
    if (leaves_s.has_value()) {
      EXPECT_EQ(verdict.leaves_road_margin->outside_by_s, *leaves_s);
      EXPECT_EQ(verdict.leaves_road_margin->inside_until_s, *leaves_s);
      EXPECT_FALSE(verdict.leaves_road_margin->between_instants);
    }
  }

  // `at_instants`: the verdict of the instants alone.
  void CompareBetween(const Scene& scene, const CheckerOptions& options, const Candidate& candidate,
                      const Verdict& at_instants, const Verdict& verdict) {
    const std::optional<MarginEncounter>& first = verdict.first_within_margin;
    if (at_instants.first_within_margin.has_value()) {
      ASSERT_TRUE(first.has_value());
      EXPECT_LE(first->time_s, at_instants.first_within_margin->time_s);
    }
    if (first.has_value()) {
      EXPECT_LE(first->outside_until_s, first->time_s);
      EXPECT_LE(first->time_s, verdict.collides() ? verdict.first_collision->time_s : kInfinity);
      undecided_ += first->is_undecided || first->is_conservative ? 1 : 0;
      between_ +=
          at_instants.first_within_margin.has_value() && first->time_s == at_instants.first_within_margin->time_s ? 0
                                                                                                                  : 1;
    }
    const double outside_until_s = first.has_value() ? first->outside_until_s : kInfinity;
    const bool looks_at_obstacles = scene.margins.any_of_obstacles();
    const std::vector<Scene> scenes = ScenesByType(scene);
    for (const Scene& of_type : scenes) {
      for (const double time_s : TimesUpTo(outside_until_s, scene, candidate)) {
        const std::optional<PlainEncounter> contact = PlainContactAt(of_type, options, candidate, time_s);
        EXPECT_TRUE(!looks_at_obstacles || !contact.has_value() || contact->signed_distance_m > -kAgreement_m)
            << time_s;
      }
    }
    if (first.has_value() && !first->is_undecided && !first->is_conservative) {
      EXPECT_LE(DistanceAt(*first, scenes, options, candidate), kAgreement_m);
    }
    CompareRoad(scene, candidate, verdict);
  }

  int between_ = 0;
  int undecided_ = 0;

 private:
  static std::vector<double> TimesUpTo(double until_s, const Scene& scene, const Candidate& candidate) {
    std::vector<double> times_s = PlainDenseTimes(scene, candidate, kSamplesBetween);
    times_s.erase(std::lower_bound(times_s.begin(), times_s.end(), until_s), times_s.end());
    return times_s;
  }

  // The distance from the encounter's obstacle with the margin that it has, at its time or just
  // before: an occupancy that gives way to the next one.
  static double DistanceAt(const MarginEncounter& first, const std::vector<Scene>& scenes,
                           const CheckerOptions& options, const Candidate& candidate) {
    double least_m = kInfinity;
    const int moving = first.obstacle - static_cast<int>(scenes[0].static_obstacles.size());
    for (const Scene& scene : scenes) {
      if (moving >= 0 && scene.moving_obstacles[moving].predictions.empty()) continue;
      for (const double time_s : {first.time_s, first.time_s - 3e-6}) {
        least_m = std::min(least_m, PlainSignedDistance(PlainEgoAt(scene, candidate, time_s),
                                                        PlainObstacleAt(scene, first.obstacle, first.hypothesis, time_s,
                                                                        options.beyond_prediction)));
      }
    }
    return least_m;
  }

  static void CompareRoad(const Scene& scene, const Candidate& candidate, const Verdict& verdict) {
    const std::optional<RoadDeparture>& departure = verdict.leaves_road_margin;
    if (scene.margins.road.is_zero() || scene.drivable_area.empty()) {
      EXPECT_FALSE(departure.has_value());
      return;
    }
    if (verdict.road_departure.has_value()) {
      ASSERT_TRUE(departure.has_value());
      EXPECT_LE(departure->outside_by_s, verdict.road_departure->outside_by_s);
    }
    const bool is_level = GetParam() == Heights::kNone || GetParam() == Heights::kLevel;
    if (!is_level) return;
    const PlainRoad road(scene.drivable_area);
    const Scene grown = RoadScene(scene);
    const auto is_on_road = [&](double time_s, double tolerance_m) {
      return road.Contains(PlainEgoAt(grown, candidate, time_s), tolerance_m);
    };
    double until_s = verdict.collides() ? verdict.contact_bracket->free_until_s : kInfinity;
    if (departure.has_value()) until_s = std::min(until_s, departure->inside_until_s);
    for (const double time_s : TimesUpTo(until_s, scene, candidate)) EXPECT_TRUE(is_on_road(time_s, 1e-3)) << time_s;
    EXPECT_FALSE(departure.has_value() && is_on_road(departure->outside_by_s, -1e-3));
  }
};

// All that verdicts say, except of margins.
std::string WithoutMargins(const Scene& scene, std::vector<Verdict> verdicts) {
  for (Verdict& verdict : verdicts) {
    verdict.first_within_margin.reset();
    verdict.leaves_road_margin.reset();
  }
  return VerdictsToProto(scene, scene.candidates, verdicts).SerializeAsString();
}

TEST_P(MarginDifferentialTest, AgreesWithAPlainCheckerOfGrownBodies) {
  int candidates = 0;
  int within = 0;
  int within_alone = 0;
  int leaving = 0;
  const bool is_level = GetParam() == Heights::kNone || GetParam() == Heights::kLevel;
  const auto compare = [&](int64_t, SceneGenerator& generator) {
    Scene scene = generator.RandomScene();
    CheckerOptions options = generator.RandomOptions();
    AddTypesAndMargins(is_level, &generator, &scene);
    Scene without = scene;
    without.margins = {};
    std::vector<std::vector<Verdict>> found;
    for (const bool instants_only : {true, false}) {
      options.instants_only = instants_only;
      found.push_back(VerdictsOf(scene, options));
      EXPECT_EQ(WithoutMargins(scene, found.back()), WithoutMargins(scene, VerdictsOf(without, options)));
    }
    for (size_t k = 0; k < scene.candidates.size(); ++k) {
      SCOPED_TRACE("candidate " + std::to_string(k));
      options.instants_only = true;
      CompareAtInstants(scene, options, scene.candidates[k], found[0][k]);
      options.instants_only = false;
      CompareBetween(scene, options, scene.candidates[k], found[0][k], found[1][k]);
      ++candidates;
      within += found[1][k].first_within_margin.has_value() ? 1 : 0;
      within_alone += found[1][k].first_within_margin.has_value() && !found[1][k].collides() ? 1 : 0;
      leaving += found[1][k].leaves_road_margin.has_value() ? 1 : 0;
    }
  };
  ForEachScene(TestCaseCount(120), GetParam(), Coordinates::kReal, Parts::kNone, compare);
  // The sample is a representative one.
  EXPECT_GT(within, 0.3 * candidates);
  EXPECT_LT(within, 0.8 * candidates);
  EXPECT_GT(within_alone, 0.02 * candidates);
  EXPECT_GT(leaving, 0.1 * candidates);
  EXPECT_GT(between_, 0.15 * candidates);
  EXPECT_LT(undecided_, 0.02 * candidates + 1.0);
}

INSTANTIATE_TEST_SUITE_P(AllHeights, MarginDifferentialTest,
                         testing::Values(Heights::kNone, Heights::kLevel, Heights::kTilted, Heights::kSolids));

}  // namespace
}  // namespace collision2d::planner
