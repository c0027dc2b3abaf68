#include "planner_adapter/checking/plain_search.h"

#include <memory>

#include "collision2d/testing/test.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/checking/testing/random_scenes.h"
#include "planner_adapter/road/road.h"

namespace collision2d::planner {
namespace {

constexpr int kSteps = 12;

void ExpectSame(const Clearance& actual, const Clearance& expected) {
  EXPECT_EQ(actual.step, expected.step);
  EXPECT_EQ(actual.placed, expected.placed);
  EXPECT_EQ(actual.body_shape, expected.body_shape);
  EXPECT_EQ(actual.signed_distance_m, expected.signed_distance_m);
  EXPECT_EQ(actual.witness_body, expected.witness_body);
  EXPECT_EQ(actual.witness_obstacle, expected.witness_obstacle);
}

// More pairs than one query may have are put to several.
TEST(PlainSearchTest, IsTheSameForAnyNumberOfPairsInOneQuery) {
  int colliding = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    SceneGenerator generator(seed, Heights::kNone, Coordinates::kCoarse);
    const Scene scene = generator.RandomScene();
    const SpaceBody body{scene.ego.shapes, std::nullopt};
    const CheckedScene checked(std::make_shared<const Scene>(scene), {}, {body}, std::make_shared<const Road>(),
                               std::make_shared<const StaticObstacles>(scene, body));
    std::vector<double> times_s;
    std::vector<CandidateRow> rows;
    std::vector<int> end_step;
    std::vector<Candidate> candidates = scene.candidates;
    for (int step = 0; step < kSteps; ++step) {
      times_s.push_back(scene.ego_state->pose.time_s + scene.time_step_s * step);
    }
    for (int i = 0; i < static_cast<int>(candidates.size()); ++i) {
      candidates[i].poses.front().time_s = times_s.front();
      candidates[i].poses.push_back(candidates[i].poses.back());
      candidates[i].poses.back().time_s += 100.0;
      end_step.push_back(kSteps - i % 3);
      rows.push_back({i, end_step.back()});
    }
    PosedPart posed;
    posed.part.rows = rows;
    CandidatePoses& poses = posed.poses.emplace_back();
    poses.Interpolate(candidates, /*part=*/0, /*origin=*/{}, times_s, /*has_heights=*/false, rows);
    PlacedObstacles obstacles(checked);
    obstacles.Place(times_s, PoseRange());
    const std::vector<double> limit_m(rows.size(), std::numeric_limits<double>::infinity());
    const Range steps = {static_cast<int>(seed % 2), kSteps};

    PlainSearch expected(checked.parts, &posed, obstacles);
    ASSERT_TRUE(expected.Search(steps, end_step, limit_m).ok());
    for (int row = 0; row < poses.row_count(); ++row) colliding += expected.collides(row) ? 1 : 0;
    for (const int64_t max_pairs : {0, 1, 100, 300}) {
      PlainSearch actual(checked.parts, &posed, obstacles, max_pairs);
      ASSERT_TRUE(actual.Search(steps, end_step, limit_m).ok());
      for (int row = 0; row < poses.row_count(); ++row) {
        ExpectSame(actual.nearest()[row], expected.nearest()[row]);
        EXPECT_EQ(actual.contact_step(row), expected.contact_step(row));
        ASSERT_EQ(actual.ContactsOf(row).size(), expected.ContactsOf(row).size());
        EXPECT_EQ(actual.ContactsOf(row).empty(), !expected.collides(row));
        for (size_t k = 0; k < actual.ContactsOf(row).size(); ++k) {
          ExpectSame(actual.ContactsOf(row)[k].second, expected.ContactsOf(row)[k].second);
          EXPECT_EQ(actual.ContactsOf(row)[k].second.step, actual.contact_step(row));
        }
      }
      // The same search for contacts alone, with the memory of the other.
      ASSERT_TRUE(actual.Search(steps, end_step, {}).ok());
      for (int row = 0; row < poses.row_count(); ++row) {
        EXPECT_EQ(actual.contact_step(row), expected.contact_step(row));
        EXPECT_FALSE(actual.nearest()[row].exists());
        for (const auto& [of_row, contact] : actual.ContactsOf(row)) {
          EXPECT_EQ(of_row, row);
          EXPECT_EQ(contact.step, expected.contact_step(row));
          EXPECT_EQ(contact.signed_distance_m, 0.0);
        }
        EXPECT_EQ(actual.ContactsOf(row).empty(), expected.ContactsOf(row).empty());
      }
    }
  }
  EXPECT_GT(colliding, 50);
}

}  // namespace
}  // namespace collision2d::planner
