// Reads a whole file of scenes, for tests.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "collision2d/v1/scene.pb.h"

namespace collision2d::planner {

// The contents of one file.
struct SceneFile {
  std::vector<v1::Scene> scenes;     // All that could be read.
  std::vector<absl::Status> errors;  // One for the file, or for each damaged record of a stream.
  absl::Status status;               // The first of `errors`; OK if there is none.
  std::vector<std::string> notes;    // Of all scenes.
};

// Reads all scenes of a file, by OpenSceneFile.
SceneFile ReadSceneFile(const std::string& path);

}  // namespace collision2d::planner
