#include "planner_adapter/replay_tool/scene_inputs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "planner_adapter/importers/commonroad.h"
#include "planner_adapter/io/file_bytes.h"
#include "planner_adapter/io/scene_reader.h"

namespace collision2d::planner {
namespace {

std::string LowerExtension(const std::filesystem::path& path) {
  return absl::AsciiStrToLower(path.extension().string());
}

bool IsSceneFile(const std::filesystem::path& path) {
  const std::string extension = LowerExtension(path);
  return extension == ".textproto" || extension == ".txtpb" || extension == ".pb" || extension == ".pbs" ||
         extension == ".xml";
}

absl::Status Annotated(const std::string& path, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
}

void ReadCommonRoad(const std::string& path, const CommonRoadOptions& options, SceneInputs* inputs) {
  const absl::StatusOr<std::string> xml = ReadFileToString(path);
  if (!xml.ok()) {
    inputs->status = xml.status();
    return;
  }
  absl::StatusOr<std::vector<ImportedScene>> imported = ImportCommonRoad(*xml, options);
  if (!imported.ok()) {
    inputs->status = Annotated(path, imported.status());
    return;
  }
  for (ImportedScene& scene : *imported) inputs->scenes.push_back({std::move(scene.scene), std::move(scene.notes)});
}

}  // namespace

SceneInputs ReadSceneInputs(const std::string& path, const CommonRoadOptions& commonroad_options) {
  SceneInputs inputs;
  absl::StatusOr<std::string> digest = DigestFile(path);
  if (!digest.ok()) {
    inputs.status = digest.status();
    return inputs;
  }
  inputs.digest = *std::move(digest);
  if (LowerExtension(path) == ".xml") {
    ReadCommonRoad(path, commonroad_options, &inputs);
    return inputs;
  }
  SceneFile file = ReadSceneFile(path);
  inputs.status = std::move(file.status);
  for (proto::Scene& scene : file.scenes) inputs.scenes.push_back({std::move(scene), {}});
  return inputs;
}

ExpandedPaths ExpandDirectories(const std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
  ExpandedPaths expanded;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      expanded.files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
      if (IsSceneFile(entry->path())) found.push_back(entry->path().string());
    }
    if (error) expanded.unusable.push_back(absl::StrCat(path, ": ", error.message()));
    if (!error && found.empty()) expanded.unusable.push_back(absl::StrCat(path, ": the directory holds no scene file"));
    std::sort(found.begin(), found.end());
    expanded.files.insert(expanded.files.end(), found.begin(), found.end());
  }
  return expanded;
}

}  // namespace collision2d::planner
