#include "bench/throughput/read_scenes.h"

#include <optional>
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
    planner::SceneInputReader reader(file, {});
    for (;;) {
      const absl::StatusOr<std::optional<planner::SceneInput>> input = reader.Next();
      CheckOk(input.status());
      if (!input->has_value()) break;
      absl::StatusOr<planner::Scene> scene = planner::SceneFromProto((*input)->scene);
      CheckOk(scene.status());
      scenes.push_back(*std::move(scene));
    }
  }
  return scenes;
}

}  // namespace collision2d::bench
