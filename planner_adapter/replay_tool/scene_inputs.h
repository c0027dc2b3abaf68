#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_INPUTS_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_INPUTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "planner_adapter/importers/commonroad.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// A scene as read from its file, not yet validated.
struct SceneInput {
  proto::Scene scene;
  std::vector<std::string> notes;  // What an importer repaired or dropped.
};

// The contents of one file.
struct SceneInputs {
  std::vector<SceneInput> scenes;
  std::string digest;   // See proto RunMetadata.input_digest.
  absl::Status status;  // If not OK, the file or its remainder is unusable; `scenes` holds what came before the damage.
};

// Reads the scenes of a file. The extension selects the reader: ImportCommonRoad for CommonRoad .xml, ReadSceneFile for
// others.
SceneInputs ReadSceneInputs(const std::string& path, const CommonRoadOptions& commonroad_options);

// The files that the user's paths expand to.
struct ExpandedPaths {
  std::vector<std::string> files;
  std::vector<std::string> unusable;  // A line for each directory that cannot be read or contains no scene file.
};

// Returns `paths` with each directory replaced by the scene files in it (by extension, not recursive), ordered by name.
ExpandedPaths ExpandDirectories(const std::vector<std::string>& paths);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_INPUTS_H_
