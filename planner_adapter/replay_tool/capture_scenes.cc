#include "planner_adapter/replay_tool/capture_scenes.h"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "collision2d/capture/capture_memory.h"
#include "collision2d/capture/capture_options.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/recording_asker.h"
#include "collision2d/io/text.h"
#include "planner_adapter/importers/commonroad.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_tool/process.h"
#include "planner_adapter/replay_tool/scene_pairs.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

// 64 MB: a slot holds pairs of 500 vertices.
constexpr size_t kSlots = 8192;
constexpr size_t kSlotBytes = 8192;

absl::Status AskPairsOf(const proto::Scene& proto_scene, const ReplayOptions& options, PairAsker* asker) {
  const absl::StatusOr<Scene> scene = SceneFromProto(proto_scene);
  if (!scene.ok()) return scene.status();
  return ReplayCycles(*scene, options,
                      [&](const ReplayedCycle& cycle) {
                        return AskScenePairs(*scene, options.checker, cycle.candidates, asker);
                      })
      .status();
}

}  // namespace

AskedScenes AskPairsOfFiles(const std::vector<std::string>& files, const ReplayOptions& options,
                            const SceneInputOptions& inputs, PairAsker* asker) {
  ReplayOptions first_cycle = options;
  first_cycle.closed_loop = first_cycle.profiles = first_cycle.profiles_in_verdicts = false;
  first_cycle.checker.metrics = {};
  AskedScenes asked;
  for (const std::string& file : files) {
    SetWorkItem(file);
    SceneInputReader reader(file, inputs);
    for (;;) {
      const absl::StatusOr<std::optional<SceneInput>> input = reader.Next();
      if (!input.ok()) asked.unusable.emplace_back(input.status().message());
      if (!input.ok()) continue;
      if (!input->has_value()) break;
      const absl::Status status = AskPairsOf((*input)->scene, first_cycle, asker);
      if (!status.ok()) asked.unusable.push_back(absl::StrCat(file, ": ", status.message()));
      if (status.ok()) ++asked.scenes;
    }
  }
  return asked;
}

absl::StatusOr<int> CaptureScenes(const std::vector<std::string>& files, const ReplayOptions& options,
                                  const SceneInputOptions& inputs, int64_t sample_every, const std::string& out) {
  if (sample_every < 0) {
    return absl::InvalidArgumentError(absl::StrCat("--sample_every: ", sample_every, " is below 0"));
  }
  if (absl::Status status = ValidateReplayOptions(options); !status.ok()) return status;
  if (absl::Status status = ValidateCommonRoadOptions(inputs.commonroad); !status.ok()) return status;
  std::error_code error;
  std::filesystem::create_directories(out, error);
  if (error) return absl::UnavailableError(absl::StrCat(out, ": ", error.message()));
  CaptureMemory memory(kSlots, kSlotBytes);
  CaptureOptions capture_options;
  capture_options.sample_every = sample_every;
  Recorder recorder(memory.ring(), capture_options);
  RecordingAsker asker(&recorder);
  ExpandedPaths paths = ExpandDirectories(files);
  AskedScenes asked = AskPairsOfFiles(paths.files, options, inputs, &asker);
  asked.unusable.insert(asked.unusable.begin(), paths.unusable.begin(), paths.unusable.end());
  for (const std::string& line : asked.unusable) {
    std::fprintf(stderr, "replay: not used: %s\n", VisibleText(line).c_str());
  }
  const std::string path = absl::StrCat(out, "/pairs.capture");
  if (absl::Status status = DumpCapture(memory.ring(), path); !status.ok()) return status;
  const CaptureCounts counts = memory.ring()->counts();
  const uint64_t replaced = counts.claimed > kSlots ? counts.claimed - kSlots : 0;
  std::printf("%s\n", absl::StrCat(VisibleText(path), ": ", counts.claimed - replaced, " pairs of ", asked.scenes,
                                   " scenes; lost: ", replaced, " replaced by later ones, ", counts.too_large,
                                   " too large for a slot")
                          .c_str());
  if (std::fflush(stdout) != 0) return absl::UnavailableError("standard output: cannot be written");
  return static_cast<int>(asked.unusable.size());
}

}  // namespace collision2d::planner
