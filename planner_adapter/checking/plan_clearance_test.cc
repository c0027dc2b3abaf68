#include "planner_adapter/checking/plan_clearance.h"

#include <cstdint>
#include <limits>
#include <vector>

#include "gtest/gtest.h"
#include "planner_adapter/checking/testing/random_scenes.h"

namespace collision2d::planner {
namespace {

constexpr int kSteps = 12;

std::vector<PlanClearance> ClearancesOf(const SpaceBody& body, const CandidatePoses& poses,
                                        const ObstacleWindow& obstacles, int64_t max_pairs,
                                        std::vector<PlanContact>* contacts) {
  std::vector<PlanClearance> clearances(poses.rows().size());
  const std::vector<double> limit_m(clearances.size(), std::numeric_limits<double>::infinity());
  const absl::Status status =
      ComputePlanClearances(body.shapes, poses, obstacles, limit_m, absl::MakeSpan(clearances), contacts, max_pairs);
  EXPECT_TRUE(status.ok()) << status;
  return clearances;
}

void ExpectSame(const Nearest<Separation>& actual, const Nearest<Separation>& expected) {
  EXPECT_EQ(actual.step, expected.step);
  EXPECT_EQ(actual.obstacle, expected.obstacle);
  EXPECT_EQ(actual.body_shape, expected.body_shape);
  EXPECT_EQ(actual.separation.signed_distance_m, expected.separation.signed_distance_m);
  EXPECT_EQ(actual.separation.witness_a, expected.separation.witness_a);
  EXPECT_EQ(actual.separation.witness_b, expected.separation.witness_b);
}

// More pairs than one query may have are put to several.
TEST(PlanClearanceTest, IsTheSameForAnyNumberOfPairsInOneQuery) {
  int colliding = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    SceneGenerator generator(seed, Heights::kNone, Coordinates::kCoarse);
    const Scene scene = generator.RandomScene();
    const SpaceBody body{scene.ego.shapes, std::nullopt};
    const StaticObstacles statics(scene, body);
    std::vector<Instant> instants;
    std::vector<CandidateRow> rows;
    std::vector<Trajectory> candidates = scene.candidates;
    for (int step = 0; step < kSteps; ++step) {
      instants.push_back({scene.ego_state->pose.time_s + scene.time_step_s * step, step});
    }
    for (int i = 0; i < static_cast<int>(candidates.size()); ++i) {
      candidates[i].poses.front().time_s = instants.front().time_s;
      candidates[i].poses.push_back(candidates[i].poses.back());
      candidates[i].poses.back().time_s += 100.0;
      rows.push_back({i, i % 2, kSteps - 1 - i % 3});
    }
    CandidatePoses poses;
    poses.Interpolate(candidates, instants, /*has_heights=*/false, rows);
    const CheckerOptions options;
    ObstacleWindow obstacles(scene, statics, options, body);
    ASSERT_TRUE(obstacles.Place(instants, poses.range()).ok());

    std::vector<PlanContact> expected_contacts;
    const std::vector<PlanClearance> expected =
        ClearancesOf(body, poses, obstacles, std::numeric_limits<int32_t>::max(), &expected_contacts);
    for (const PlanClearance& clearance : expected) colliding += clearance.collides() ? 1 : 0;
    for (const int64_t max_pairs : {0, 1, 100, 300}) {
      std::vector<PlanContact> contacts;
      const std::vector<PlanClearance> actual = ClearancesOf(body, poses, obstacles, max_pairs, &contacts);
      for (size_t row = 0; row < expected.size(); ++row) {
        ExpectSame(actual[row].nearest, expected[row].nearest);
        ExpectSame(actual[row].first_contact, expected[row].first_contact);
      }
      ASSERT_EQ(contacts.size(), expected_contacts.size());
      for (size_t k = 0; k < contacts.size(); ++k) {
        EXPECT_EQ(contacts[k].step, expected_contacts[k].step);
        EXPECT_EQ(contacts[k].placed, expected_contacts[k].placed);
      }
    }
  }
  EXPECT_GT(colliding, 50);
}

}  // namespace
}  // namespace collision2d::planner
