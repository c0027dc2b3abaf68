#include "replay/tool/replay_run.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "collision2d/io/output_path.h"
#include "collision2d/io/text.h"
#include "collision2d/v1/verdict.pb.h"
#include "collision2d/version.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/foxglove/replay_mcap.h"
#include "replay/page/page_parts.h"
#include "replay/page/replay_page.pb.h"
#include "replay/tool/process.h"
#include "replay/tool/terminal_report.h"

namespace collision2d::planner {
namespace {

// Bytes; -1 if it is not a regular file.
int64_t FileSize(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return error ? -1 : static_cast<int64_t>(size);
}

std::string NumberOption(absl::string_view name, double value) { return absl::StrCat(name, "=", FormatNumber(value)); }

// Returns version, seed and the options that change verdicts; without what is known of the input.
v1::RunMetadata MetadataOf(const ReplayOptions& options, const SceneInputOptions& inputs) {
  v1::RunMetadata run;
  run.set_version(BuildVersion());
  run.set_seed(options.seed);
  const bool holds = options.checker.beyond_prediction == BeyondPrediction::kHold;
  run.add_options(absl::StrCat("beyond_prediction=", holds ? "hold" : "absent"));
  if (options.checker.unpredicted_collides) run.add_options("unpredicted_collides=true");
  run.add_options(NumberOption("min_probability", options.checker.min_probability));
  run.add_options(NumberOption("road_gap_m", options.checker.road_gap_m));
  if (inputs.repair_borders) run.add_options("repair_borders=true");
  if (inputs.unknown_fields == UnknownFields::kNote) run.add_options("unknown_fields=note");
  if (inputs.osi_without_future == OsiWithoutFuture::kStand) run.add_options("osi_without_future=stand");
  if (inputs.osi_host.has_value()) run.add_options(absl::StrCat("host=", *inputs.osi_host));
  run.add_options(absl::StrCat("instants_only=", options.checker.instants_only ? "true" : "false"));
  if (!options.checker.instants_only) {
    run.add_options(NumberOption("time_tolerance_s", options.checker.impact.time_tolerance_s));
    run.add_options(NumberOption("contact_tolerance_m", options.checker.impact.contact_tolerance_m));
  }
  const MetricOptions& metrics = options.checker.metrics;
  std::vector<absl::string_view> selected;
  for (const SelectableMetric& metric : kSelectableMetrics) {
    if (metrics.*metric.selected) selected.push_back(metric.name);
  }
  const bool has_all = selected.size() == std::size(kSelectableMetrics);
  run.add_options(absl::StrCat("metrics=", has_all ? "all" : selected.empty() ? "none" : absl::StrJoin(selected, ",")));
  if (metrics.any()) {
    run.add_options(NumberOption("time_to_collision_horizon_s", metrics.time_to_collision_horizon_s));
    run.add_options(NumberOption("post_encroachment_horizon_s", metrics.post_encroachment_horizon_s));
  }
  run.add_options(absl::StrCat("jitter=", options.jitter ? "true" : "false"));
  run.add_options(absl::StrCat("closed_loop=", options.closed_loop ? "true" : "false"));
  if (options.closed_loop) run.add_options(NumberOption("replan_interval_s", options.replan_interval_s));
  run.add_options(NumberOption("ego_length_m", inputs.commonroad.ego_length_m));
  run.add_options(NumberOption("ego_width_m", inputs.commonroad.ego_width_m));
  run.add_options(NumberOption("ego_reference_to_center_m", inputs.commonroad.ego_reference_to_center_m));
  return run;
}

// Each planning cycle's verdicts.
class VerdictLines : public ReplaySink {
 public:
  explicit VerdictLines(RunDirectory& directory) : directory_(directory) {}

  absl::Status Begin(const Scene&, absl::string_view, absl::string_view) override { return absl::OkStatus(); }
  absl::Status Cycle(const ReplayedCycle& cycle) override { return directory_.AppendVerdicts(cycle.verdicts); }
  absl::Status End(absl::Span<const TimedPose>) override { return absl::OkStatus(); }

 private:
  RunDirectory& directory_;
};

// A run in progress: replays input by input, first the directories that cannot be used, then the
// files.
class Run {
 public:
  Run(const ReplayOptions& options, const RunOptions& run_options, ExpandedPaths paths, RunDirectory& directory)
      : options_(options),
        run_options_(run_options),
        metadata_(MetadataOf(options, run_options.inputs)),
        paths_(std::move(paths)),
        directory_(directory),
        progress_(static_cast<int>(paths_.files.size())) {
    for (const std::string& file : paths_.files) total_bytes_ += std::max<int64_t>(0, FileSize(file));
  }

  // Begins the MCAP file, if there is to be one.
  absl::Status BeginMcap() {
    if (run_options_.mcap.empty()) return absl::OkStatus();
    if (absl::Status status = CheckOutputPath(run_options_.mcap); !status.ok()) return status;
    if (absl::Status status = mcap_file_.Open(run_options_.mcap + kPartialSuffix); !status.ok()) return status;
    mcap_.emplace([this](absl::string_view bytes) { return mcap_file_.Append(bytes); },
                  options_.checker.beyond_prediction);
    return mcap_->BeginFile(metadata_);
  }

  absl::Status ReplayAll() {
    if (absl::Status status = BeginMcap(); !status.ok()) return status;
    for (const std::string& reason : paths_.unusable) {
      if (absl::Status status = FinishUnusable(reason); !status.ok()) return status;
    }
    for (const std::string& file : paths_.files) {
      if (absl::Status status = ReplayFile(file); !status.ok()) return status;
      done_bytes_ += std::max<int64_t>(0, FileSize(file));
      ++files_done_;
    }
    return absl::OkStatus();
  }

  // Prints the total, names what could not be used, and writes the page and the end record.
  absl::StatusOr<RunResult> Finish() {
    progress_.Clear();
    const RunState& state = directory_.state();
    replay::ReplayPageSummary summary;
    *summary.mutable_total() = state.total;
    if (run_options_.timings) summary.mutable_total()->set_elapsed_ms(state.total.elapsed_ms());
    if (state.scenes > 0) {
      std::printf("%s\n", TerminalTotal(summary.total(), static_cast<int>(state.scenes), width_).c_str());
    }
    summary.set_version(metadata_.version());
    if (state.scenes > 0) {
      summary.set_seed(absl::StrCat(metadata_.seed()));
      *summary.mutable_options() = metadata_.options();
    }
    summary.set_scenes(static_cast<int>(state.scenes));
    summary.set_hold_obstacles(options_.checker.beyond_prediction == BeyondPrediction::kHold);
    for (const std::string& problem : problems_) std::fprintf(stderr, "replay: %s\n", problem.c_str());
    if (state.scenes + state.unusable == 0) std::fprintf(stderr, "replay: no scene: --records selects none\n");
    // Nothing is printed after this.
    const bool is_printed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    const int64_t problems = state.unusable + state.scenes_without_candidates;
    if (mcap_.has_value()) {
      absl::Status status = mcap_->Finish();
      if (status.ok()) status = mcap_file_.Sync();
      if (status.ok()) status = mcap_file_.MoveTo(run_options_.mcap);
      if (!status.ok()) return status;
    }
    const RunResult result{problems, !is_printed ? kExitFailed : problems > 0 ? kExitUnusableInput : 0};
    if (absl::Status status = directory_.Finish(summary, result.exit_status); !status.ok()) return status;
    return result;
  }

 private:
  absl::Status FinishUnusable(const std::string& reason) {
    problems_.push_back(absl::StrCat("not used: ", VisibleText(reason)));
    if (mcap_.has_value()) {
      if (absl::Status status = mcap_->Unusable(reason); !status.ok()) return status;
    }
    return directory_.FinishUnusable(reason);
  }

  absl::Status ReplayFile(const std::string& file) {
    noted_.clear();
    ShowProgress(0, file);
    SceneInputReader reader(file, run_options_.inputs);
    while (true) {
      SetWorkItem(file);
      absl::StatusOr<std::optional<ImportedScene>> scene = reader.Next();
      if (scene.ok() && !scene->has_value()) return absl::OkStatus();
      absl::Status status;
      if (!scene.ok()) {
        status = FinishUnusable(std::string(scene.status().message()));
      } else {
        ShowProgress(reader.bytes_read(), absl::StrCat(file, " ", (*scene)->scene.id()));
        status = ReplayInput(file, **scene);
      }
      if (!status.ok()) return status;
    }
  }

  // Errors: only those of the output; a scene that cannot be used is noted.
  absl::Status ReplayInput(const std::string& file, ImportedScene& scene) {
    output_error_ = absl::OkStatus();
    replay::ReplayPageRow row;
    std::vector<std::string> notes;
    const std::string id = scene.scene.id();
    SetWorkItem(absl::StrCat(file, ": scene ", Quote(id)));
    const absl::Status status = ReplayScene(file, scene, row, notes);
    if (!output_error_.ok()) return output_error_;
    if (!status.ok()) {
      if (absl::Status cut = directory_.GiveUpItem(); !cut.ok()) return cut;
      return FinishUnusable(absl::StrCat(file, ": scene ", Quote(id), ": ", status.message()));
    }
    if (absl::Status finished = directory_.FinishScene(row); !finished.ok()) return finished;
    if (row.cycles_without_candidates() > 0) {
      problems_.push_back(
          absl::StrCat("nothing sampled: ", VisibleText(row.file()), ": scene \"", VisibleText(row.scene_id()), "\""));
    }
    ++scenes_;
    Print(row, notes);
    return absl::OkStatus();
  }

  // Replays one scene, writes it, and describes it in `row`. Leaves an empty message in `input`.
  // Errors of the output are in output_error_ too.
  absl::Status ReplayScene(const std::string& file, ImportedScene& input, replay::ReplayPageRow& row,
                           std::vector<std::string>& notes) {
    const absl::StatusOr<Scene> scene = SceneFromProto(input.scene, run_options_.inputs.unknown_fields);
    if (!scene.ok()) return scene.status();
    v1::Scene().Swap(&input.scene);  // Frees its memory.
    row.set_scene_id(ValidUtf8(scene->id));
    row.set_file(ValidUtf8(file));
    PathTimeOptions path_time;
    path_time.beyond_prediction = options_.checker.beyond_prediction;
    path_time.min_probability = options_.checker.min_probability;
    VerdictLines lines(directory_);
    PageSceneText page([this](absl::string_view text) { return directory_.AppendToPage(text); }, path_time);
    std::vector<ReplaySink*> sinks = {&lines};
    if (directory_.has_page()) sinks.push_back(&page);
    if (mcap_.has_value()) sinks.push_back(&*mcap_);
    // Each gets every call, whatever the others return.
    const auto each = [&](const auto& call) {
      absl::Status status;
      for (ReplaySink* sink : sinks) status.Update(Written(call(*sink)));
      return status;
    };
    absl::Status status = each([&](ReplaySink& sink) { return sink.Begin(*scene, file, input.digest); });
    ReplayedDrive drive;
    if (status.ok()) {
      absl::StatusOr<ReplayedDrive> replayed = ReplayCycles(*scene, options_, [&](ReplayedCycle cycle) {
        *cycle.verdicts.mutable_run() = metadata_;
        cycle.verdicts.mutable_run()->set_input_file(ValidUtf8(file));
        cycle.verdicts.mutable_run()->set_input_digest(input.digest);
        if (row.cycles() == 0) {
          for (const auto& list : {input.notes, scene->notes}) {
            for (const std::string& note : list) cycle.verdicts.add_notes(ValidUtf8(note));
          }
        }
        AddCycleToRow(cycle.verdicts, row);
        notes.insert(notes.end(), cycle.verdicts.notes().begin(), cycle.verdicts.notes().end());
        return each([&](ReplaySink& sink) { return sink.Cycle(cycle); });
      });
      status = replayed.status();
      if (status.ok()) drive = *std::move(replayed);
    }
    status.Update(each([&](ReplaySink& sink) { return sink.End(drive.driven); }));
    if (status.ok() && run_options_.timings) row.set_elapsed_ms(1e3 * drive.elapsed_s);
    return status;
  }

  // Keeps an error of the output, which ends the run.
  absl::Status Written(const absl::Status& status) {
    if (absl::IsUnavailable(status)) output_error_ = status;
    return status;
  }

  void ShowProgress(int64_t bytes, const std::string& current) {
    Progress progress;
    progress.files_done = files_done_;
    progress.current = VisibleText(current);
    progress.scenes = scenes_;
    if (total_bytes_ > 0)
      progress.fraction = static_cast<double>(done_bytes_ + bytes) / static_cast<double>(total_bytes_);
    progress_.Show(progress);
  }

  void Print(const replay::ReplayPageRow& row, const std::vector<std::string>& notes) {
    progress_.Clear();
    if (scenes_ == 1) std::printf("%s\n", TerminalHeading(width_).c_str());
    std::printf("%s\n", TerminalLine(row, width_).c_str());
    const auto print = [this](absl::string_view text) { std::printf("%s\n", TerminalParagraph(text, width_).c_str()); };
    for (const std::string& detail : TerminalDetails(row)) print(detail);
    for (const std::string& note : notes) {
      if (noted_.insert(note).second) print(VisibleText(note));
    }
    std::fflush(stdout);
  }

  const ReplayOptions& options_;
  const RunOptions& run_options_;
  const v1::RunMetadata metadata_;
  const ExpandedPaths paths_;
  RunDirectory& directory_;
  ProgressBar progress_;
  OutputFile mcap_file_;
  std::optional<ReplayMcap> mcap_;  // Not set: none is written.
  absl::Status output_error_;
  std::vector<std::string> problems_;  // What is named at the end, as it is shown.
  const int width_ = TerminalWidth();
  std::set<std::string> noted_;  // Of the present file; what its scenes have in common is said once.
  int files_done_ = 0;
  int64_t scenes_ = 0;
  int64_t total_bytes_ = 0;
  int64_t done_bytes_ = 0;
};

}  // namespace

absl::StatusOr<RunResult> RunReplay(const std::vector<std::string>& paths, const ReplayOptions& options,
                                    const std::string& out, const RunOptions& run_options) {
  if (absl::Status status = ValidateReplayOptions(options); !status.ok()) return status;
  if (absl::Status status = ValidateCommonRoadOptions(run_options.inputs.commonroad); !status.ok()) return status;
  if (out.empty()) return absl::InvalidArgumentError("--out: '' is no directory");
  std::error_code error;
  std::filesystem::create_directories(out, error);
  if (error) return absl::UnavailableError(absl::StrCat(out, ": ", error.message()));

  absl::StatusOr<std::vector<std::string>> run_files = ExistingRunFiles(out);
  if (!run_files.ok()) return run_files.status();
  if (!run_options.mcap.empty() && IsRunFile(out, run_options.mcap)) {
    return absl::InvalidArgumentError(absl::StrCat("--mcap: ", run_options.mcap, " is a file of the run in --out"));
  }
  if (!run_options.mcap.empty()) run_files->push_back(run_options.mcap);
  for (const std::string& path : paths) {
    if (!IsOneOf(path, *run_files)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": is a file that this run would replace; --out names another directory"));
  }
  ExpandedPaths expanded = ExpandDirectories(paths, *run_files);
  const absl::StatusOr<std::unique_ptr<RunDirectory>> directory = RunDirectory::Open(out, run_options.outputs);
  if (!directory.ok()) return directory.status();
  if ((*directory)->found_interrupted()) {
    std::fprintf(stderr, "replay: %s: an interrupted run is replaced\n", VisibleText(out).c_str());
  }
  Run run(options, run_options, std::move(expanded), **directory);
  if (absl::Status status = run.ReplayAll(); !status.ok()) return status;
  return run.Finish();
}

}  // namespace collision2d::planner
