#include "planner_adapter/replay_page/scene_packer.h"

#include <cmath>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;

TEST(ScenePackerTest, OneMillimetreIsTheUnit) {
  const ScenePacker packer(5000.0);
  EXPECT_EQ(packer.unit_m(), 0.001);
  EXPECT_EQ(packer.Pack(12.3456), 12346);
  EXPECT_EQ(packer.Pack(-12.3456), -12346);
  EXPECT_EQ(packer.Pack(0.0), 0);
}

TEST(ScenePackerTest, TheUnitGrowsWithAHugeSceneSoThatDifferencesFit) {
  ScenePacker packer(1e8);
  EXPECT_EQ(packer.unit_m(), 0.1);
  proto::PackedMotions motions;
  const std::vector<TimedPose> poses = {{0.0, {-1e8, 1e8}, 0.0}, {1.0, {1e8, -1e8}, 0.0}};
  packer.Append(poses, motions);
  EXPECT_THAT(motions.dx(), ElementsAre(-1000000000, 2000000000));
  EXPECT_THAT(motions.dy(), ElementsAre(1000000000, -2000000000));
}

TEST(ScenePackerTest, ShapesFollowEachOther) {
  const ScenePacker packer(10.0);
  const std::vector<ConvexPolygon> shapes = {*ConvexPolygon::Create({{1.0, 2.0}}, 0.5),
                                             *ConvexPolygon::Create({{0.0, 0.0}, {4.0, 0.0}, {0.0, 3.0}})};
  const proto::PackedShapes packed = packer.Pack(shapes);
  EXPECT_THAT(packed.vertex_count(), ElementsAre(1, 3));
  EXPECT_THAT(packed.radius(), ElementsAre(500, 0));
  EXPECT_THAT(packed.x(), ElementsAre(1000, 0, 4000, 0));
  EXPECT_THAT(packed.y(), ElementsAre(2000, 0, 0, 3000));
}

TEST(ScenePackerTest, PathsAreNotDifferences) {
  const ScenePacker packer(10.0);
  const std::vector<Vec2> path = {{1.0, -1.0}, {2.0, -2.0}};
  const proto::PackedPath packed = packer.Pack(path);
  EXPECT_THAT(packed.x(), ElementsAre(1000, 2000));
  EXPECT_THAT(packed.y(), ElementsAre(-1000, -2000));
}

TEST(ScenePackerTest, EachMotionStartsAfresh) {
  ScenePacker packer(10.0);
  proto::PackedMotions motions;
  const std::vector<TimedPose> poses = {{0.0, {1.0, 2.0}, 0.5}, {1.0, {1.5, 1.0}, 0.25}};
  packer.Append(poses, motions);
  packer.Append(poses, motions);
  EXPECT_THAT(motions.times(), ElementsAre(0, 0));
  EXPECT_THAT(motions.dx(), ElementsAre(1000, 500, 1000, 500));
  EXPECT_THAT(motions.dy(), ElementsAre(2000, -1000, 2000, -1000));
  EXPECT_THAT(motions.dyaw(), ElementsAre(5000, -2500, 5000, -2500));
}

TEST(ScenePackerTest, HeightAndPitchAreLeftOutWhileAllIsLevel) {
  ScenePacker packer(10.0);
  proto::PackedMotions motions;
  const std::vector<TimedPose> level = {{0.0, {}, 0.0}, {1.0, {}, 0.0}};
  const std::vector<TimedPose> sloping = {{0.0, {}, 0.0, 1.0, -0.25, 0.0}, {1.0, {}, 0.0, 0.5, 0.125, 0.0}};
  packer.Append(level, motions);
  EXPECT_EQ(motions.dz_size(), 0);
  packer.Append(sloping, motions);
  packer.Append(level, motions);
  EXPECT_THAT(motions.dz(), ElementsAre(0, 0, 1000, -500, 0, 0));
  EXPECT_THAT(motions.dpitch(), ElementsAre(0, 0, -2500, 3750, 0, 0));
}

TEST(ScenePackerTest, RoundingErrorsOfDifferencesDoNotAddUp) {
  ScenePacker packer(1000.0);
  proto::PackedMotions motions;
  std::vector<TimedPose> poses;
  for (int i = 0; i <= 1000; ++i) poses.push_back({0.1 * i, {0.0004 * i, -0.0006 * i}, 0.00004 * i});
  packer.Append(poses, motions);
  int x = 0, y = 0, yaw = 0;
  for (int i = 0; i <= 1000; ++i) {
    x += motions.dx(i);
    y += motions.dy(i);
    yaw += motions.dyaw(i);
  }
  EXPECT_EQ(x, 400);
  EXPECT_EQ(y, -600);
  EXPECT_EQ(yaw, 400);
}

TEST(ScenePackerTest, YawGoesTheShorterWayAndUnwinds) {
  ScenePacker packer(10.0);
  proto::PackedMotions motions;
  const std::vector<TimedPose> poses = {
      {0.0, {}, 3.1}, {1.0, {}, -3.1}, {2.0, {}, -3.0}, {3.0, {}, 3.1}, {4.0, {}, 3.1 + 20.0 * M_PI}};
  packer.Append(poses, motions);
  EXPECT_THAT(motions.dyaw(), ElementsAre(31000, 832, 1000, -1832, 0));
}

TEST(ScenePackerTest, EqualTimesShareOneList) {
  ScenePacker packer(10.0);
  EXPECT_EQ(packer.IndexOfTimes({0.0, 0.1}), 0);
  EXPECT_EQ(packer.IndexOfTimes({0.0}), 1);
  EXPECT_EQ(packer.IndexOfTimes({-1.0}), 2);
  EXPECT_EQ(packer.IndexOfTimes({0.0, 0.1}), 0);
  proto::ReplayPageScene scene;
  packer.AddTimesTo(*scene.mutable_times());
  ASSERT_EQ(scene.times_size(), 3);
  EXPECT_THAT(scene.times(0).time_s(), ElementsAre(0.0, 0.1));
  EXPECT_THAT(scene.times(1).time_s(), ElementsAre(0.0));
  EXPECT_THAT(scene.times(2).time_s(), ElementsAre(-1.0));
}

}  // namespace
}  // namespace collision2d::planner
