#include "planner_adapter/replay_page/metric_packer.h"

#include <string>

#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;

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
