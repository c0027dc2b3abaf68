#include "planner_adapter/replay_page/cycle_packer.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/scene_packer.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(PackProfilesTest, RunsTellWhichPointsHaveValues) {
  const std::vector<std::vector<ProfilePoint>> profiles = {
      {{0.0, 2.0, std::nullopt, std::nullopt}, {0.5, 1.5, std::nullopt, 3.25}, {1.0, std::nullopt, -0.25, 2.75}},
      {{0.0, std::nullopt, 0.5, 2.5}, {0.5, -0.001, 0.5, std::nullopt}, {1.0, 1.0, std::nullopt, std::nullopt}},
      {{0.0, 1.0, std::nullopt, std::nullopt}},
  };
  ScenePacker packer(10.0);
  const proto::PackedProfiles packed = PackProfiles(profiles, packer);
  EXPECT_THAT(packed.times(), ElementsAre(0, 0, 1));
  EXPECT_THAT(packed.clearance().runs(), ElementsAre(0, 2, 2, 3));
  EXPECT_THAT(packed.clearance().difference(), ElementsAre(2000, -500, -1501, 1001, 0));
  EXPECT_THAT(packed.road_clearance().runs(), ElementsAre(2, 3, 2));
  EXPECT_THAT(packed.road_clearance().difference(), ElementsAre(-250, 750, 0));
  EXPECT_THAT(packed.time_to_collision().runs(), ElementsAre(1, 3, 3));
  EXPECT_THAT(packed.time_to_collision().difference(), ElementsAre(3250, -500, -250));
}

TEST(PackProfilesTest, NothingIsPackedAsNothing) {
  ScenePacker packer(10.0);
  EXPECT_THAT(PackProfiles({}, packer).times(), IsEmpty());
  const proto::PackedProfiles packed = PackProfiles(std::vector<std::vector<ProfilePoint>>(2), packer);
  EXPECT_THAT(packed.times(), ElementsAre(0, 0));
  EXPECT_THAT(packed.clearance().difference(), IsEmpty());
}

TEST(PackProfilesTest, UnitOfLengthsIsThePackers) {
  ScenePacker packer(2e7);
  const std::vector<std::vector<ProfilePoint>> profiles = {{{0.0, 2e7, -2e7, std::nullopt}}};
  const proto::PackedProfiles packed = PackProfiles(profiles, packer);
  EXPECT_EQ(packed.clearance().difference(0) * packer.unit_m(), 2e7);
  EXPECT_EQ(packed.road_clearance().difference(0) * packer.unit_m(), -2e7);
}

TEST(CheckProfileTest, RefusesWhatCannotBeDrawn) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(CheckProfile({}, "p").ok());
  EXPECT_TRUE(CheckProfile({{0.0, -1.0, 2.0, 1e6}}, "p").ok());
  for (const ProfilePoint& point : {ProfilePoint{kNaN, {}, {}, {}}, {0.0, kNaN, {}, {}}, {0.0, {}, kNaN, {}}}) {
    EXPECT_EQ(CheckProfile({{}, point}, "p"), absl::InvalidArgumentError("p[1]: a number is not finite"));
  }
  EXPECT_EQ(CheckProfile({{0.0, {}, {}, -0.5}}, "p"),
            absl::InvalidArgumentError("p[0].time_to_collision_s: -0.5 s is not within 0 s and 1e+06 s"));
  EXPECT_FALSE(CheckProfile({{0.0, {}, {}, 2e6}}, "p").ok());
  EXPECT_FALSE(CheckProfile({{0.0, {}, {}, kNaN}}, "p").ok());
}

proto::Verdict VerdictOf(const std::string& text) {
  proto::Verdict verdict;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &verdict)) << text;
  return verdict;
}

TEST(PackMetricsTest, HasAColumnForEachCandidateThatHasTheMetric) {
  proto::PackedCycle packed;
  PackMetrics(0, VerdictOf("goal {}"), packed);
  PackMetrics(3, VerdictOf(R"pb(
                time_to_collision {
                  on_paths_s: 2
                  on_paths { time_s: 2 obstacle_id: "wall" }
                  constant_twist_s: 0.12345
                  constant_twist { time_s: 1.5 obstacle_id: "car" hypothesis: 1 }
                }
                headway {
                  gap_m: 7
                  gap { time_s: 0.5 obstacle_id: "car" }
                }
                post_encroachment_time {
                  duration_s: 0.75
                  ego { time_s: 1 obstacle_id: "bicycle" }
                  obstacle_time_s: 1.75
                }
                required_deceleration {
                  deceleration_mps2: 3.5
                  interaction { time_s: 0.25 obstacle_id: "car" }
                }
                rss_margin {
                  longitudinal_margin_m: -4
                  lateral_margin_m: 0.5
                  interaction { time_s: 0.5 obstacle_id: "car" }
                }
                lateral_clearance {
                  clearance_m: 1.25
                  interaction { obstacle_id: "\377" }
                }
                goal { reached: true time_s: 2.5 goal: 1 }
              )pb"),
              packed);
  PackMetrics(5, VerdictOf(R"pb(headway {
                                  headway_s: 1.5
                                  headway { time_s: 1 obstacle_id: "van" }
                                  gap_m: 6
                                  gap { obstacle_id: "van" }
                                })pb"),
              packed);
  EXPECT_THAT(packed.time_to_collision_on_paths().value(), ElementsAre(2.0));
  EXPECT_THAT(packed.time_to_collision().candidate(), ElementsAre(3));
  EXPECT_THAT(packed.time_to_collision().value(), ElementsAre(0.123));
  EXPECT_THAT(packed.time_to_collision().time_s(), ElementsAre(1.5));
  EXPECT_THAT(packed.time_to_collision().obstacle_id(), ElementsAre("car"));
  EXPECT_THAT(packed.time_to_collision().hypothesis(), ElementsAre(1));
  EXPECT_THAT(packed.headway().candidate(), ElementsAre(5));
  EXPECT_THAT(packed.gap().candidate(), ElementsAre(3, 5));
  EXPECT_THAT(packed.gap().value(), ElementsAre(7.0, 6.0));
  EXPECT_THAT(packed.post_encroachment_time().second_value(), ElementsAre(1.75));
  EXPECT_THAT(packed.required_deceleration().value(), ElementsAre(3.5));
  EXPECT_THAT(packed.rss_margin().value(), ElementsAre(-4.0));
  EXPECT_THAT(packed.rss_margin().second_value(), ElementsAre(0.5));
  EXPECT_THAT(packed.lateral_clearance().obstacle_id(), ElementsAre("\xEF\xBF\xBD"));
  EXPECT_THAT(packed.reached_goals().candidate(), ElementsAre(3));
  EXPECT_THAT(packed.reached_goals().time_s(), ElementsAre(2.5));
  EXPECT_THAT(packed.reached_goals().goal(), ElementsAre(1));
}

TEST(PackMetricsTest, WithoutMetricsNothingIsPacked) {
  proto::PackedCycle packed;
  PackMetrics(0, {}, packed);
  EXPECT_EQ(packed.ByteSizeLong(), 0u);
  // A goal that is not reached was judged.
  PackMetrics(0, VerdictOf("goal {}"), packed);
  EXPECT_TRUE(packed.has_reached_goals());
}

}  // namespace

}  // namespace collision2d::planner
