#include "replay/importers/testing/read_scene_file.h"

#include <memory>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "replay/importers/scene_formats.h"

namespace collision2d::planner {

SceneFile ReadSceneFile(const std::string& path) {
  SceneFile result;
  const absl::StatusOr<std::unique_ptr<SceneSource>> source = OpenSceneFile(path);
  if (!source.ok()) result.errors.push_back(source.status());
  while (source.ok() && !(*source)->is_lost()) {
    absl::StatusOr<std::optional<ImportedScene>> scene = (*source)->Next();
    if (scene.ok() && !scene->has_value()) break;
    if (scene.ok()) {
      result.notes.insert(result.notes.end(), (*scene)->notes.begin(), (*scene)->notes.end());
      result.scenes.push_back(std::move((*scene)->scene));
    } else {
      result.errors.push_back(scene.status());
    }
  }
  if (!result.errors.empty()) result.status = result.errors.front();
  return result;
}

}  // namespace collision2d::planner
