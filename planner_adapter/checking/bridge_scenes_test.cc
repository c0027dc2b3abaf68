// The verdicts that testdata/README.md promises for the scenes with a bridge.

#include <map>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/checking/testing/small_scenes.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/checking/verdict_to_proto.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "testdata/test_scenes.h"

namespace collision2d::planner {
namespace {

// By candidate.
std::map<std::string, v1::Verdict> MessagesOf(const v1::Scene& proto_scene) {
  const absl::StatusOr<Scene> scene = SceneFromProto(proto_scene);
  EXPECT_TRUE(scene.ok()) << scene.status();
  std::map<std::string, v1::Verdict> result;
  const v1::SceneVerdicts message = VerdictsToProto(*scene, scene->candidates, VerdictsOf(*scene));
  for (const v1::Verdict& verdict : message.verdicts()) {
    result[verdict.candidate_id()] = verdict;
  }
  return result;
}

void ExpectVertical(const v1::Verdict& verdict, const std::string& obstacle_id, double clearance_m,
                    v1::VerticalClearance::Side side) {
  ASSERT_TRUE(verdict.has_vertical_clearance());
  EXPECT_EQ(verdict.vertical_clearance().obstacle_id(), obstacle_id);
  EXPECT_NEAR(verdict.vertical_clearance().clearance_m(), clearance_m, 1e-12);
  EXPECT_EQ(verdict.vertical_clearance().side(), side);
}

TEST(BridgeScenesTest, TheVanFits) {
  std::map<std::string, v1::Verdict> verdicts = MessagesOf(testdata::UnderTheBridgeVan());
  ASSERT_EQ(verdicts.size(), 4u);
  EXPECT_FALSE(verdicts["under_the_bridge"].collides());
  ExpectVertical(verdicts["under_the_bridge"], "bridge", 0.3, v1::VerticalClearance::SIDE_ABOVE);
  EXPECT_FALSE(verdicts["stop_before"].collides());
  ExpectVertical(verdicts["stop_before"], "hanging_sign", 0.6, v1::VerticalClearance::SIDE_ABOVE);
  EXPECT_FALSE(verdicts["over_the_low_kerb"].collides());
  const v1::VerticalClearance& kerb = verdicts["over_the_low_kerb"].vertical_clearance();
  EXPECT_EQ(kerb.obstacle_id(), "low_kerb");
  EXPECT_EQ(kerb.side(), v1::VerticalClearance::SIDE_BELOW);
  // The nose is still low when it comes to the kerb.
  EXPECT_GT(kerb.clearance_m(), 0.0);
  EXPECT_LT(kerb.clearance_m(), 0.13);
  EXPECT_TRUE(verdicts["onto_the_high_kerb"].collides());
  EXPECT_EQ(verdicts["onto_the_high_kerb"].first_collision().obstacle_id(), "high_kerb");
  EXPECT_EQ(verdicts["onto_the_high_kerb"].vertical_clearance().side(), v1::VerticalClearance::SIDE_BELOW);
}

TEST(BridgeScenesTest, TheTruckDoesNot) {
  std::map<std::string, v1::Verdict> verdicts = MessagesOf(testdata::UnderTheBridgeTruck());
  ASSERT_EQ(verdicts.size(), 4u);
  for (const std::string candidate : {"under_the_bridge", "over_the_low_kerb"}) {
    EXPECT_TRUE(verdicts[candidate].collides());
    EXPECT_EQ(verdicts[candidate].first_collision().obstacle_id(), "bridge");
    ExpectVertical(verdicts[candidate], "bridge", -0.1, v1::VerticalClearance::SIDE_ABOVE);
  }
  EXPECT_FALSE(verdicts["stop_before"].collides());
  ExpectVertical(verdicts["stop_before"], "hanging_sign", 0.2, v1::VerticalClearance::SIDE_ABOVE);
  EXPECT_TRUE(verdicts["onto_the_high_kerb"].collides());
  EXPECT_EQ(verdicts["onto_the_high_kerb"].first_collision().obstacle_id(), "high_kerb");
}

TEST(BridgeScenesTest, TheArchIsHigherInTheMiddle) {
  std::map<std::string, v1::Verdict> verdicts = MessagesOf(testdata::ThroughTheArch());
  ASSERT_EQ(verdicts.size(), 3u);
  EXPECT_FALSE(verdicts["through_the_middle"].collides());
  ExpectVertical(verdicts["through_the_middle"], "gate", 0.525, v1::VerticalClearance::SIDE_ABOVE);
  EXPECT_TRUE(verdicts["on_the_left"].collides());
  EXPECT_EQ(verdicts["on_the_left"].first_collision().obstacle_id(), "gate");
  ExpectVertical(verdicts["on_the_left"], "gate", -0.975, v1::VerticalClearance::SIDE_ABOVE);
  EXPECT_FALSE(verdicts["stop_before"].collides());
  ExpectVertical(verdicts["stop_before"], "wire", 0.6, v1::VerticalClearance::SIDE_ABOVE);
}

// Without heights the same scenes are judged by their ground plans: everything is in the way.
TEST(BridgeScenesTest, WithoutTheVehiclesHeightAllIsInTheWay) {
  v1::Scene scene = testdata::UnderTheBridgeVan();
  scene.mutable_ego()->clear_height_m();
  scene.mutable_ego()->clear_ground_clearance_m();
  for (const auto& [candidate, verdict] : MessagesOf(scene)) {
    EXPECT_TRUE(verdict.collides()) << candidate;
    EXPECT_FALSE(verdict.has_vertical_clearance()) << candidate;
  }
}

}  // namespace
}  // namespace collision2d::planner
