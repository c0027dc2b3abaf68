#include "replay/studies/first_cycles.h"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/text.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/importers/commonroad.h"
#include "replay/tool/process.h"

namespace collision2d::planner {

AskedScenes ForEachFirstCycle(const std::vector<std::string>& paths, const ReplayOptions& options,
                              const SceneInputOptions& inputs, const FirstCycleSink& take) {
  ReplayOptions first_cycle = options;
  first_cycle.closed_loop = first_cycle.profiles = first_cycle.profiles_in_verdicts = false;
  first_cycle.checker.metrics = {};
  ExpandedPaths expanded = ExpandDirectories(paths);
  AskedScenes asked{0, std::move(expanded.unusable)};
  for (const std::string& file : expanded.files) {
    SetWorkItem(file);
    SceneInputReader reader(file, inputs);
    for (;;) {
      const absl::StatusOr<std::optional<ImportedScene>> input = reader.Next();
      if (!input.ok()) asked.unusable.emplace_back(input.status().message());
      if (!input.ok()) continue;
      if (!input->has_value()) break;
      const absl::StatusOr<Scene> scene = SceneFromProto((*input)->scene, inputs.unknown_fields);
      const absl::Status status =
          !scene.ok() ? scene.status() : ReplayCycles(*scene, first_cycle, [&](const ReplayedCycle& cycle) {
                                           return take(file, *scene, cycle.candidates);
                                         }).status();
      if (!status.ok()) asked.unusable.push_back(absl::StrCat(file, ": ", status.message()));
      if (status.ok()) ++asked.scenes;
    }
  }
  return asked;
}

void PrintUnusable(const AskedScenes& asked) {
  for (const std::string& line : asked.unusable) {
    std::fprintf(stderr, "replay: not used: %s\n", VisibleText(line).c_str());
  }
}

absl::Status PrepareFirstCycles(const ReplayOptions& options, const SceneInputOptions& inputs, const std::string& out) {
  if (absl::Status status = ValidateReplayOptions(options); !status.ok()) return status;
  if (absl::Status status = ValidateCommonRoadOptions(inputs.commonroad); !status.ok()) return status;
  std::error_code error;
  std::filesystem::create_directories(out, error);
  return error ? absl::UnavailableError(absl::StrCat(out, ": ", error.message())) : absl::OkStatus();
}

}  // namespace collision2d::planner
