#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_REPLAYED_ROAD_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_REPLAYED_ROAD_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "planner_adapter/replay/replay_scene.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay/road_scene_text.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "proto/scene.pb.h"
#include "proto/verdict.pb.h"

// Replays of the scenes of road_scene_text.h, for the tests of ReplayScene.
namespace collision2d::planner {

inline Scene SceneOf(const std::string& text) {
  proto::Scene parsed;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &parsed)) << text;
  absl::StatusOr<Scene> scene = SceneFromProto(parsed);
  EXPECT_TRUE(scene.ok()) << scene.status();
  return scene.ok() ? *std::move(scene) : Scene();
}

// Returns the road with these parts.
inline Scene RoadWith(absl::string_view parts) { return SceneOf(absl::StrCat(RoadScene("road"), parts)); }

// Returns the replay; an error fails the test.
inline ReplayedScene Replay(const Scene& scene, const ReplayOptions& options = {}) {
  absl::StatusOr<ReplayedScene> replayed = ReplayScene(scene, options);
  EXPECT_TRUE(replayed.ok()) << replayed.status();
  return replayed.ok() ? *std::move(replayed) : ReplayedScene();
}

inline ReplayOptions ClosedLoop() {
  ReplayOptions options;
  options.closed_loop = true;
  return options;
}

inline std::vector<std::string> Notes(const ReplayedCycle& cycle) {
  return {cycle.verdicts.notes().begin(), cycle.verdicts.notes().end()};
}

// Returns the verdicts of all cycles as they would be written.
inline std::string Bytes(const ReplayedScene& replayed) {
  std::string bytes;
  for (const ReplayedCycle& cycle : replayed.cycles) bytes += cycle.verdicts.SerializeAsString();
  return bytes;
}

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_REPLAYED_ROAD_H_
