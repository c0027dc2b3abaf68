#include "planner_adapter/replay_page/profile_packer.h"

#include <limits>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/scene_packer.h"

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

}  // namespace
}  // namespace collision2d::planner
