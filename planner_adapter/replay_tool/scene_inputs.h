#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_INPUTS_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_INPUTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "planner_adapter/importers/commonroad.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// A scene as its file has it, not yet validated.
struct SceneInput {
  proto::Scene scene;
  std::vector<std::string> notes;  // What an importer repaired or left out.
};

// What one file gave.
struct SceneInputs {
  std::vector<SceneInput> scenes;
  std::string digest;   // See proto RunMetadata.input_digest.
  absl::Status status;  // Not OK: the file or its rest cannot be used; `scenes` holds what came before the damage.
};

// The scenes of a file, by its extension: CommonRoad .xml by ImportCommonRoad, others by ReadSceneFile.
SceneInputs ReadSceneInputs(const std::string& path, const CommonRoadOptions& commonroad_options);

// Paths as a user named them, made into files.
struct ExpandedPaths {
  std::vector<std::string> files;
  std::vector<std::string> unusable;  // A line for each directory that cannot be read or has no scene file.
};

// `paths` with each directory replaced by the scene files in it (by extension, not recursive), in order of name.
ExpandedPaths ExpandDirectories(const std::vector<std::string>& paths);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_INPUTS_H_
