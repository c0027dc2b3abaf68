#include "planner_adapter/checking/metrics_to_proto.h"

#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

Scene TwoObstacles() {
  Scene scene;
  scene.static_obstacles.push_back({"wall", "", {}, {}});
  scene.moving_obstacles.push_back({"car", "", {}, {}, {}});
  return scene;
}

TEST(MetricsToProtoTest, WhatIsAbsentIsNotSet) {
  proto::Verdict verdict;
  SetMetrics(TwoObstacles(), {}, &verdict);
  EXPECT_EQ(verdict.ByteSizeLong(), 0u);
  Metrics metrics;
  metrics.goal = GoalVerdict();
  metrics.headway = Headway{{}, {2.5, {1.0, 2, 1, 3}}};
  metrics.time_to_collision = TimeToCollision{MetricValue{0.0, {}}, {}};
  SetMetrics(TwoObstacles(), metrics, &verdict);
  EXPECT_TRUE(verdict.has_goal());
  EXPECT_FALSE(verdict.goal().has_time_s());
  EXPECT_FALSE(verdict.headway().has_headway_s());
  EXPECT_EQ(verdict.headway().gap_m(), 2.5);
  EXPECT_EQ(verdict.headway().gap().obstacle_id(), "car");
  EXPECT_EQ(verdict.headway().gap().hypothesis(), 3);
  EXPECT_TRUE(verdict.time_to_collision().has_on_paths_s());
  EXPECT_FALSE(verdict.time_to_collision().has_constant_twist());
}

TEST(MetricsToProtoTest, Json) {
  const Interaction at = {1.5, 3, 0, 0};
  Metrics metrics;
  metrics.time_to_collision = TimeToCollision{MetricValue{0.5, at}, MetricValue{0.25, at}};
  metrics.headway = Headway{MetricValue{2.0, at}, {20.0, at}};
  metrics.post_encroachment_time = PostEncroachmentTime{0.75, at, 2.25, 2.125};
  metrics.required_deceleration = RequiredDeceleration{4.0, at, 2.0, 4.0};
  metrics.rss_margin = RssMargin{-1.0, -0.5, at};
  metrics.lateral_clearance_m = MetricValue{1.25, at};
  metrics.goal = GoalVerdict{ReachedGoal{1.5, 3, 1}};
  proto::Verdict verdict;
  SetMetrics(TwoObstacles(), metrics, &verdict);
  std::string json;
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  ASSERT_TRUE(google::protobuf::util::MessageToJsonString(verdict, &json, options).ok());
  const std::string where = R"({"time_s":1.5,"step":3,"obstacle_id":"wall"})";
  EXPECT_EQ(json, R"({"time_to_collision":{"on_paths_s":0.5,"on_paths":)" + where +
                      R"(,"constant_twist_s":0.25,"constant_twist":)" + where +
                      R"(},"headway":{"headway_s":2,"headway":)" + where + R"(,"gap_m":20,"gap":)" + where +
                      R"(},"post_encroachment_time":{"duration_s":0.75,"ego":)" + where +
                      R"(,"obstacle_time_s":2.25,"obstacle_apart_time_s":2.125},"required_deceleration":)" +
                      R"({"deceleration_mps2":4,"interaction":)" + where +
                      R"(,"gap_m":2,"closing_speed_mps":4},"rss_margin":{"longitudinal_margin_m":-1,)" +
                      R"("lateral_margin_m":-0.5,"interaction":)" + where +
                      R"(,"is_dangerous":true},"lateral_clearance":{"clearance_m":1.25,"interaction":)" + where +
                      R"(},"goal":{"reached":true,"time_s":1.5,"step":3,"goal":1}})");
}

}  // namespace
}  // namespace collision2d::planner
