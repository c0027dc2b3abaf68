#include "planner_adapter/importers/commonroad_state.h"

#include <cmath>
#include <pugixml.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "planner_adapter/importers/polygon_repair.h"

namespace collision2d::planner {
namespace {

constexpr char kPoint[] = "<position><point><x>3</x><y>4</y></point></position>";
constexpr char kYaw[] = "<orientation><exact>0.5</exact></orientation>";
constexpr char kTime[] = "<time><exact>7</exact></time>";

absl::StatusOr<ImportedState> Read(const std::string& content, const std::string& name = "state") {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(absl::StrCat("<r><", name, ">", content, "</", name, "></r>").c_str()));
  PolygonRepairs repairs;
  return ReadState(document.document_element().first_child(), repairs);
}

TEST(ReadStateTest, ReadsAnExactState) {
  const absl::StatusOr<ImportedState> state =
      Read(absl::StrCat(kPoint, kYaw, kTime, "<velocity><exact>9</exact></velocity>"));
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_TRUE(state->exact());
  EXPECT_EQ(state->steps.first, 7);
  EXPECT_EQ(state->center, (Vec2{3, 4}));
  EXPECT_EQ(state->placement.yaw_rad.low, 0.5);
  EXPECT_EQ(state->velocity_mps->middle(), 9);
  EXPECT_FALSE(state->acceleration_mps2.has_value());
}

TEST(ReadStateTest, ReadsUncertainStates) {
  const absl::StatusOr<ImportedState> position = Read(absl::StrCat(
      "<position><circle><radius>2</radius><center><x>1</x><y>5</y></center></circle></position>", kYaw, kTime,
      "<acceleration><intervalStart>-1</intervalStart><intervalEnd>2</intervalEnd>"
      "</acceleration>"));
  ASSERT_TRUE(position.ok()) << position.status();
  EXPECT_FALSE(position->exact());
  EXPECT_EQ(position->center, (Vec2{1, 5}));
  EXPECT_EQ(position->placement.radius_m, 2);
  EXPECT_EQ(position->acceleration_mps2->middle(), 0.5);

  const char interval[] = "<intervalStart>1</intervalStart><intervalEnd>2</intervalEnd>";
  const absl::StatusOr<ImportedState> yaw =
      Read(absl::StrCat(kPoint, "<orientation>", interval, "</orientation>", kTime));
  ASSERT_TRUE(yaw.ok()) << yaw.status();
  EXPECT_FALSE(yaw->exact());
  EXPECT_EQ(yaw->placement.yaw_rad.middle(), 1.5);

  const absl::StatusOr<ImportedState> time = Read(absl::StrCat(kPoint, kYaw, "<time>", interval, "</time>"));
  ASSERT_TRUE(time.ok()) << time.status();
  EXPECT_FALSE(time->exact());
  EXPECT_EQ(time->steps.first, 1);
  EXPECT_EQ(time->steps.last, 2);
}

TEST(ReadStateTest, APointMassStateFacesWhereItMoves) {
  const std::string moving =
      absl::StrCat(kPoint, kTime, "<velocity><exact>-3</exact></velocity><velocityY><exact>4</exact></velocityY>");
  const absl::StatusOr<ImportedState> state = Read(moving);
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_EQ(state->orientation, ImportedState::Orientation::kFromVelocities);
  EXPECT_EQ(state->placement.yaw_rad.low, std::atan2(4.0, -3.0));
  EXPECT_EQ(state->velocity_mps->middle(), 5.0);
  EXPECT_TRUE(state->exact());
  // An orientation that is given counts.
  const absl::StatusOr<ImportedState> given = Read(absl::StrCat(kYaw, moving));
  EXPECT_EQ(given->orientation, ImportedState::Orientation::kGiven);
  EXPECT_EQ(given->placement.yaw_rad.low, 0.5);
  EXPECT_EQ(given->velocity_mps->middle(), -3.0);
  // An uncertain velocity has no direction.
  EXPECT_FALSE(Read(absl::StrCat(kPoint, kTime,
                                 "<velocity><exact>1</exact></velocity><velocityY><intervalStart>0"
                                 "</intervalStart><intervalEnd>1</intervalEnd></velocityY>"))
                   .ok());
}

TEST(ReadStateTest, AnInitialStateWithoutOrientationHas0) {
  const absl::StatusOr<ImportedState> state = Read(absl::StrCat(kPoint, kTime), "initialState");
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_EQ(state->orientation, ImportedState::Orientation::kAssumed);
  EXPECT_EQ(state->placement.yaw_rad.low, 0.0);
  EXPECT_TRUE(state->placement.yaw_rad.exact());
}

TEST(ReadStateTest, NamesWhatIsWrong) {
  const struct {
    std::string content;
    const char* message;
  } cases[] = {
      {absl::StrCat(kPoint, kYaw), "state: element time is missing"},
      {absl::StrCat(kYaw, kTime), "state: element position is missing"},
      {absl::StrCat(kPoint, kTime), "state: element orientation is missing"},
      {absl::StrCat(kPoint, kYaw, "<time><exact>1.5</exact></time>"), "state.time: 1.5 is not a whole time step"},
      {absl::StrCat(kPoint, kYaw, "<time><exact>2e9</exact></time>"),
       "state.time: time step 2000000000 is beyond the limit of 1e+09"},
      {absl::StrCat(kPoint, kYaw, "<time/>"), "state.time: element exact or intervalStart is missing"},
      {absl::StrCat("<position><point><x>abc</x><y>0</y></point></position>", kYaw, kTime),
       "state.position.point.x: \"abc\" is not a number"},
      {absl::StrCat("<position><lanelet ref=\"3\"/></position>", kYaw, kTime),
       "state.position: a lanelet as the position of a state is not supported"},
      {absl::StrCat(kPoint, kYaw, kTime, "<velocity><exact>fast</exact></velocity>"),
       "state.velocity.exact: \"fast\" is not a number"},
  };
  for (const auto& test : cases) {
    const absl::StatusOr<ImportedState> state = Read(test.content);
    ASSERT_FALSE(state.ok()) << test.content;
    EXPECT_EQ(state.status().message(), test.message);
  }
}

}  // namespace
}  // namespace collision2d::planner
