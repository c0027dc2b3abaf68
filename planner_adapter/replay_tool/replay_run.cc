#include "planner_adapter/replay_tool/replay_run.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/version.h"
#include "planner_adapter/io/message_writer.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.h"
#include "planner_adapter/replay_page/replay_page_summary.h"
#include "planner_adapter/replay_page/valid_utf8.h"
#include "planner_adapter/replay_tool/progress_bar.h"
#include "planner_adapter/replay_tool/scene_inputs.h"
#include "planner_adapter/replay_tool/terminal_report.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

absl::Status CannotWrite(const std::string& path) {
  return absl::UnavailableError(absl::StrCat(path, ": cannot be written"));
}

absl::Status Annotated(const std::string& path, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
}

// The two files of verdicts, written while the replay runs.
class VerdictFiles {
 public:
  explicit VerdictFiles(const std::string& out)
      : json_path_(absl::StrCat(out, "/verdicts.jsonl")),
        stream_path_(absl::StrCat(out, "/verdicts.pbs")),
        json_(json_path_, std::ios::binary | std::ios::trunc),
        stream_(stream_path_, std::ios::binary | std::ios::trunc) {}

  absl::Status Append(const proto::SceneVerdicts& verdicts) {
    if (absl::Status status = AppendJsonLine(verdicts, json_); !status.ok()) return Annotated(json_path_, status);
    return Annotated(stream_path_, AppendDelimited(verdicts, stream_));
  }

  absl::Status Close() {
    json_.close();
    stream_.close();
    if (!json_) return CannotWrite(json_path_);
    if (!stream_) return CannotWrite(stream_path_);
    return absl::OkStatus();
  }

 private:
  std::string json_path_;
  std::string stream_path_;
  std::ofstream json_;
  std::ofstream stream_;
};

absl::Status WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << bytes;
  file.close();
  return file ? absl::OkStatus() : CannotWrite(path);
}

proto::RunMetadata Metadata(const std::string& file, const std::string& digest, const ReplayOptions& options,
                            const CommonRoadOptions& commonroad) {
  proto::RunMetadata run;
  run.set_version(kVersion);
  run.set_input_file(ValidUtf8(file));
  run.set_input_digest(digest);
  run.set_seed(options.seed);
  const bool holds = options.checker.beyond_prediction == BeyondPrediction::kHold;
  run.add_options(absl::StrCat("beyond_prediction=", holds ? "hold" : "absent"));
  run.add_options(absl::StrFormat("min_probability=%g", options.checker.min_probability));
  run.add_options(absl::StrFormat("road_gap_m=%g", options.checker.road_gap_m));
  run.add_options(absl::StrCat("instants_only=", options.checker.instants_only ? "true" : "false"));
  if (!options.checker.instants_only) {
    run.add_options(absl::StrFormat("time_tolerance_s=%g", options.checker.impact.time_tolerance_s));
    run.add_options(absl::StrFormat("epsilon_m=%g", options.checker.impact.epsilon_m));
  }
  const MetricOptions& metrics = options.checker.metrics;
  run.add_options(absl::StrCat("metrics=", metrics.any() ? "true" : "false"));
  if (metrics.any()) {
    run.add_options(absl::StrFormat("time_to_collision_horizon_s=%g", metrics.time_to_collision_horizon_s));
    run.add_options(absl::StrFormat("post_encroachment_horizon_s=%g", metrics.post_encroachment_horizon_s));
  }
  run.add_options(absl::StrCat("jitter=", options.jitter ? "true" : "false"));
  run.add_options(absl::StrCat("closed_loop=", options.closed_loop ? "true" : "false"));
  if (options.closed_loop) run.add_options(absl::StrFormat("replan_interval_s=%g", options.replan_interval_s));
  run.add_options(absl::StrFormat("ego_length_m=%g", commonroad.ego_length_m));
  run.add_options(absl::StrFormat("ego_width_m=%g", commonroad.ego_width_m));
  run.add_options(absl::StrFormat("ego_reference_to_center_m=%g", commonroad.ego_reference_to_center_m));
  return run;
}

// A run in progress: replays input by input and collects what the page shows.
class Run {
 public:
  Run(const ReplayOptions& options, const CommonRoadOptions& commonroad, const std::string& out, int files)
      : options_(options), commonroad_(commonroad), verdict_files_(out), progress_(files) {}

  absl::Status ReplayFile(const std::string& file, int files_done) {
    progress_.Show(files_done, TerminalText(file));
    const SceneInputs inputs = ReadSceneInputs(file, commonroad_);
    const proto::RunMetadata metadata = Metadata(file, inputs.digest, options_, commonroad_);
    for (const SceneInput& input : inputs.scenes) {
      progress_.Show(files_done, TerminalText(absl::StrCat(file, " ", input.scene.id())));
      if (absl::Status status = ReplayInput(file, input, metadata); !status.ok()) return status;
    }
    if (!inputs.status.ok()) NoteUnusable(std::string(inputs.status.message()));
    return absl::OkStatus();
  }

  // Prints the total and the inputs that could not be used, and writes the page.
  absl::Status Finish(const std::string& out) {
    progress_.Clear();
    const proto::ReplayPageSummary summary = PackReplaySummary(scenes_, unusable_);
    std::printf("%s\n", TerminalTotal(summary.total(), static_cast<int>(scenes_.size())).c_str());
    std::fflush(stdout);
    for (const std::string& input : unusable_) {
      std::fprintf(stderr, "replay: not used: %s\n", TerminalText(input).c_str());
    }
    if (absl::Status status = verdict_files_.Close(); !status.ok()) return status;
    ReplayPageOptions page_options;
    page_options.hold_obstacles = options_.checker.beyond_prediction == BeyondPrediction::kHold;
    const absl::StatusOr<std::string> page = RenderReplayPage(scenes_, unusable_, page_options);
    if (!page.ok()) return page.status();
    return WriteFile(absl::StrCat(out, "/index.html"), *page);
  }

  void NoteUnusable(std::string reason) { unusable_.push_back(std::move(reason)); }

  int unusable() const { return static_cast<int>(unusable_.size()); }

 private:
  // Errors: only those of the output; a scene that cannot be used is noted.
  absl::Status ReplayInput(const std::string& file, const SceneInput& input, const proto::RunMetadata& metadata) {
    const auto unusable = [&](const absl::Status& status) {
      NoteUnusable(absl::StrCat(file, ": scene \"", input.scene.id(), "\": ", status.message()));
      return absl::OkStatus();
    };
    absl::StatusOr<Scene> scene = SceneFromProto(input.scene);
    if (!scene.ok()) return unusable(scene.status());
    absl::StatusOr<ReplayedScene> replayed = ReplayScene(*std::move(scene), options_);
    if (!replayed.ok()) return unusable(replayed.status());
    replayed->file = file;
    for (ReplayedCycle& cycle : replayed->cycles) *cycle.verdicts.mutable_run() = metadata;
    for (const std::string& note : input.notes) replayed->cycles.front().verdicts.add_notes(note);
    for (const ReplayedCycle& cycle : replayed->cycles) {
      if (absl::Status status = verdict_files_.Append(cycle.verdicts); !status.ok()) return status;
    }
    scenes_.push_back(*std::move(replayed));
    Print(scenes_.back());
    return absl::OkStatus();
  }

  void Print(const ReplayedScene& scene) {
    progress_.Clear();
    const proto::ReplayPageSummary summary = PackReplaySummary(absl::MakeConstSpan(&scene, 1), {});
    std::printf("%s\n", TerminalLine(summary.rows(0)).c_str());
    for (const std::string& detail : TerminalDetails(summary.rows(0))) std::printf("    %s\n", detail.c_str());
    for (const ReplayedCycle& cycle : scene.cycles) {
      for (const std::string& note : cycle.verdicts.notes()) std::printf("    %s\n", TerminalText(note).c_str());
    }
    std::fflush(stdout);
  }

  const ReplayOptions& options_;
  const CommonRoadOptions& commonroad_;
  VerdictFiles verdict_files_;
  ProgressBar progress_;
  std::vector<ReplayedScene> scenes_;
  std::vector<std::string> unusable_;
};

}  // namespace

absl::StatusOr<int> RunReplay(const std::vector<std::string>& paths, const ReplayOptions& options,
                              const CommonRoadOptions& commonroad_options, const std::string& out) {
  if (absl::Status status = ValidateReplayOptions(options); !status.ok()) return status;
  std::error_code error;
  std::filesystem::create_directories(out, error);
  if (error) return absl::UnavailableError(absl::StrCat(out, ": ", error.message()));

  const ExpandedPaths expanded = ExpandDirectories(paths);
  const int files = static_cast<int>(expanded.files.size());
  Run run(options, commonroad_options, out, files);
  for (const std::string& reason : expanded.unusable) run.NoteUnusable(reason);
  std::printf("%s\n", TerminalHeading().c_str());
  for (int i = 0; i < files; ++i) {
    if (absl::Status status = run.ReplayFile(expanded.files[i], i); !status.ok()) return status;
  }
  if (absl::Status status = run.Finish(out); !status.ok()) return status;
  return run.unusable();
}

}  // namespace collision2d::planner
