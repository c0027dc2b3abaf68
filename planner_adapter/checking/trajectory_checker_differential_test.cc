// TrajectoryChecker against PlainCheck. Random real numbers everywhere, so that no distance is
// within rounding of 0 and no two distances are alike; therefore nothing is left out of the
// comparison.

#include <optional>
#include <tuple>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/vertical_clearance.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/testing/plain_checker.h"
#include "planner_adapter/checking/testing/random_checks.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

void ExpectSame(const std::optional<Encounter>& actual, const std::optional<PlainEncounter>& expected) {
  ASSERT_EQ(actual.has_value(), expected.has_value());
  if (!actual.has_value()) return;
  EXPECT_EQ(actual->time_s, expected->time_s);
  EXPECT_EQ(actual->step, expected->step);
  EXPECT_EQ(actual->obstacle, expected->obstacle);
  EXPECT_EQ(actual->hypothesis, expected->hypothesis);
  EXPECT_NEAR(actual->signed_distance_m, expected->signed_distance_m, kAgreement_m);
}

void ExpectSame(const std::optional<VerticalClearance>& actual, const std::optional<PlainVertical>& expected) {
  ASSERT_EQ(actual.has_value(), expected.has_value());
  if (!actual.has_value()) return;
  EXPECT_EQ(actual->time_s, expected->time_s);
  EXPECT_EQ(actual->step, expected->step);
  EXPECT_EQ(actual->obstacle, expected->obstacle);
  EXPECT_EQ(actual->hypothesis, expected->hypothesis);
  EXPECT_NEAR(actual->clearance_m, expected->clearance_m, kAgreement_m);
  EXPECT_EQ(actual->side == solid::VerticalSide::kAbove, expected->is_above);
}

// What is expected of the least vertical clearance. If it is the same for two hypotheses but for
// rounding, either may be named: without the other one, the plain checker names it too.
std::optional<PlainVertical> ExpectedVertical(const Scene& scene, const CheckerOptions& options,
                                              const Candidate& candidate, const std::optional<PlainVertical>& least,
                                              const std::optional<VerticalClearance>& actual) {
  if (!least.has_value() || !actual.has_value() || least->hypothesis == actual->hypothesis) return least;
  Scene other = scene;
  const size_t moving = static_cast<size_t>(least->obstacle) - scene.static_obstacles.size();
  other.moving_obstacles[moving].predictions[least->hypothesis].probability = -1.0;  // Ignored.
  const std::optional<PlainVertical> second = PlainCheck(other, options, candidate).vertical_clearance;
  EXPECT_NEAR(second.value_or(PlainVertical()).clearance_m, least->clearance_m, kAgreement_m);
  return second;
}

// Both witnesses are points of their bodies and as far apart as the distance or depth says.
void ExpectWitnesses(const Scene& scene, const CheckerOptions& options, const Candidate& candidate,
                     const Encounter& encounter) {
  const std::vector<PlainShape> ego = PlainEgoAt(scene, candidate, encounter.time_s, encounter.part);
  const std::vector<PlainShape> obstacle =
      PlainObstacleAt(scene, encounter.obstacle, encounter.hypothesis, encounter.time_s, options.beyond_prediction);
  EXPECT_LE(PlainSignedDistance(ego, {{{encounter.witness_ego}, 0.0}}), kAgreement_m);
  EXPECT_LE(PlainSignedDistance(obstacle, {{{encounter.witness_obstacle}, 0.0}}), kAgreement_m);
  EXPECT_NEAR(std::hypot(encounter.witness_ego.x - encounter.witness_obstacle.x,
                         encounter.witness_ego.y - encounter.witness_obstacle.y),
              std::abs(encounter.signed_distance_m), kAgreement_m);
}

class TrajectoryCheckerDifferentialTest : public testing::TestWithParam<std::tuple<Heights, Parts>> {};

TEST_P(TrajectoryCheckerDifferentialTest, AgreesWithAPlainChecker) {
  const auto [heights, parts] = GetParam();
  const int64_t scenes = TestCaseCount(2500) / (parts == Parts::kSome ? 4 : 1);
  int part_colliding = 0;
  int passages = 0;  // Free only by heights.
  int judged_collisions = 0;
  int candidates = 0;
  int colliding = 0;
  int leaving = 0;
  int late_leaving = 0;
  int off_first_obstacle = 0;  // Collisions whose culprit is not the closest obstacle.
  ForEachScene(scenes, heights, Coordinates::kReal, parts, [&](int64_t, SceneGenerator& generator) {
    const Scene scene = generator.RandomScene();
    CheckerOptions options = generator.RandomOptions();
    options.instants_only = true;
    const std::vector<Verdict> verdicts = VerdictsOf(scene, options);
    for (size_t k = 0; k < verdicts.size(); ++k) {
      SCOPED_TRACE("candidate " + std::to_string(k));
      const PlainVerdict expected = PlainCheck(scene, options, scene.candidates[k]);
      ExpectSame(verdicts[k].first_collision, expected.first_collision);
      ExpectSame(verdicts[k].minimum_clearance, expected.minimum_clearance);
      ExpectSame(verdicts[k].vertical_clearance,
                 ExpectedVertical(scene, options, scene.candidates[k], expected.vertical_clearance,
                                  verdicts[k].vertical_clearance));
      EXPECT_EQ(verdicts[k].pairs_checked, expected.pairs_checked);
      EXPECT_EQ(verdicts[k].leaves_road_time_s, expected.leaves_road_time_s);
      for (const std::optional<Encounter>& encounter : {verdicts[k].first_collision, verdicts[k].minimum_clearance}) {
        if (encounter.has_value()) ExpectWitnesses(scene, options, scene.candidates[k], *encounter);
      }
      ++candidates;
      leaving += expected.leaves_road_time_s.has_value() ? 1 : 0;
      late_leaving += expected.leaves_road_time_s.value_or(0.0) > scene.candidates[k].poses[0].time_s ? 1 : 0;
      const bool is_judged = verdicts[k].vertical_clearance.has_value();
      passages += is_judged && !verdicts[k].collides() ? 1 : 0;
      judged_collisions += is_judged && verdicts[k].vertical_clearance->clearance_m <= 0.0 ? 1 : 0;
      if (!verdicts[k].collides()) continue;
      ++colliding;
      part_colliding += verdicts[k].first_collision->part > 0 ? 1 : 0;
      off_first_obstacle += verdicts[k].first_collision->obstacle != verdicts[k].minimum_clearance->obstacle ? 1 : 0;
    }
  });
  // The sample is a representative one.
  EXPECT_GT(colliding, 0.3 * candidates);
  EXPECT_LT(colliding, (parts == Parts::kSome ? 0.8 : 0.7) * candidates);
  EXPECT_EQ(part_colliding > 0.1 * candidates, parts == Parts::kSome);
  EXPECT_GT(off_first_obstacle, 20);
  EXPECT_GT(leaving, 0.2 * candidates);
  EXPECT_LT(leaving, 0.8 * candidates);
  EXPECT_GT(late_leaving, 0.02 * candidates);
  EXPECT_EQ(passages > 0.05 * candidates, heights != Heights::kNone);
  EXPECT_EQ(judged_collisions > 0.1 * candidates, heights != Heights::kNone);
}

INSTANTIATE_TEST_SUITE_P(AllHeights, TrajectoryCheckerDifferentialTest,
                         testing::Combine(testing::Values(Heights::kNone, Heights::kLevel, Heights::kTilted,
                                                          Heights::kSolids),
                                          testing::Values(Parts::kNone, Parts::kSome)));

}  // namespace
}  // namespace collision2d::planner
