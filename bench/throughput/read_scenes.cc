#include "bench/throughput/read_scenes.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bench/throughput/check_ok.h"
#include "planner_adapter/replay_tool/scene_inputs.h"

namespace collision2d::bench {

std::vector<planner::Scene> ReadScenes(const std::string& path) {
  const planner::ExpandedPaths paths = planner::ExpandDirectories({path});
  for (const std::string& line : paths.unusable) CheckOk(absl::InvalidArgumentError(line));
  std::vector<planner::Scene> scenes;
  for (const std::string& file : paths.files) {
    const planner::SceneInputs inputs = planner::ReadSceneInputs(file, {});
    CheckOk(inputs.status);
    for (const planner::SceneInput& input : inputs.scenes) {
      absl::StatusOr<planner::Scene> scene = planner::SceneFromProto(input.scene);
      CheckOk(scene.status());
      scenes.push_back(*std::move(scene));
    }
  }
  return scenes;
}

}  // namespace collision2d::bench
