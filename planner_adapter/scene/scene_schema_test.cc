// How scenes of other versions of the schema are read, and the forms in which a message may have
// the same content.

#include <string>

#include "absl/status/statusor.h"
#include "collision2d/v1/scene.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/scene_to_proto.h"
#include "planner_adapter/scene/testing/scene_refusal.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;

TEST(SceneSchemaTest, UnknownFieldsAreNotedOnRequest) {
  v1::Scene message = ValidScene();
  const auto add = [](auto& added) { added.GetReflection()->MutableUnknownFields(&added)->AddVarint(999, 1); };
  for (v1::TimedPose& pose : *message.mutable_predictions(0)->mutable_poses()) add(pose);
  add(message);
  message.set_schema_version(kSchemaVersion + 1);
  const absl::StatusOr<Scene> scene = SceneFromProto(message, UnknownFields::kNote);
  ASSERT_TRUE(scene.ok()) << scene.status();
  EXPECT_THAT(scene->notes,
              ElementsAre("The scene is of schema version 2, newer than 1, which this version knows.",
                          "Passed over field number 999 of Scene, which this version does not know: 1 times, first at "
                          "scene.",
                          "Passed over field number 999 of TimedPose, which this version does not know: 2 times, first "
                          "at predictions[0].poses[0]."));
  // Bytes of another type are damage, not news.
  message.GetReflection()->MutableUnknownFields(&message)->AddVarint(2, 100);
  EXPECT_FALSE(SceneFromProto(message, UnknownFields::kNote).ok());
}

}  // namespace
}  // namespace collision2d::planner
