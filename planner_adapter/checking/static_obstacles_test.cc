#include "planner_adapter/checking/static_obstacles.h"

#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;

// A wall, a kerb, a sign, and something of unknown height, beside a road at road_m.
Scene SceneAt(double road_m) {
  Scene scene;
  scene.ego.shapes = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  for (const HeightSpan& span : {HeightSpan{0.0, 2.0}, HeightSpan{0.0, 0.125}, HeightSpan{4.0, 5.0}}) {
    scene.static_obstacles.push_back(
        {"s", "", scene.ego.shapes, HeightSpan{road_m + span.z_min_m, road_m + span.z_max_m}});
  }
  scene.static_obstacles.push_back({"unknown", "", scene.ego.shapes, {}});
  return scene;
}

SpaceBody BodyOf(const Scene& scene) { return {scene.ego.shapes, solid::ZSpan{0.25, 1.5}}; }

void ExpectWallAndUnknownInMap(const StaticObstacles& statics) {
  ASSERT_EQ(statics.map().size(), 2);
  EXPECT_EQ(statics.PlacedInMap(0), PlacedIndex(0));
  EXPECT_EQ(statics.PlacedInMap(1), PlacedIndex(3));
  EXPECT_EQ(statics.beside_map_batch().size(), 2);
  EXPECT_THAT(statics.beside_map(), ElementsAre(PlacedIndex(1), PlacedIndex(2)));
}

TEST(StaticObstaclesTest, TheMapIsOneForTheHeightOfTheEgoState) {
  for (const double road_m : {0.0, 30.0, -500.0}) {
    Scene scene = SceneAt(road_m);
    scene.ego_state = EgoState();
    scene.ego_state->pose.z_m = road_m;
    ExpectWallAndUnknownInMap(StaticObstacles(scene, BodyOf(scene)));
  }
}

TEST(StaticObstaclesTest, WithoutEgoStateTheMapIsOneForTheHeightOfTheFirstCandidate) {
  Scene scene = SceneAt(0.0);
  ExpectWallAndUnknownInMap(StaticObstacles(scene, BodyOf(scene)));
  scene = SceneAt(30.0);
  scene.candidates.resize(2);
  scene.candidates[0].poses = {{0.0, {}, 0.0, 30.0}, {1.0, {}, 0.0, 0.0}};
  ExpectWallAndUnknownInMap(StaticObstacles(scene, BodyOf(scene)));
}

TEST(StaticObstaclesTest, TheMapIsPlainUpToWhereOneOfItsObstaclesIsPassed) {
  const Scene scene = SceneAt(0.0);
  const SpaceBody body = BodyOf(scene);
  const StaticObstacles statics(scene, body);
  const auto is_plain = [&](const Elevation& elevation) {
    PoseRange range;
    range.Extend(elevation);
    return statics.MapIsPlain(body, range);
  };
  EXPECT_TRUE(is_plain({1.75, 0.0, 0.0}));  // On the wall.
  EXPECT_FALSE(is_plain({1.75 + 0x1p-50, 0.0, 0.0}));
  EXPECT_TRUE(is_plain({-1.5, 0.0, 0.0}));  // Under it.
  EXPECT_FALSE(is_plain({-1.5 - 0x1p-50, 0.0, 0.0}));
  EXPECT_FALSE(is_plain({0.0, 1e-9, 0.0}));
  EXPECT_TRUE(statics.MapIsPlain({body.shapes, std::nullopt}, PoseRange()));
}

}  // namespace
}  // namespace collision2d::planner
