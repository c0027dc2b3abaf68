// Replays recorded scenes: checks candidate trajectories against them, prints one line for each
// scene, and writes verdicts and an HTML page. See --help.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <ios>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/usage.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/io/output_path.h"
#include "collision2d/io/parse_flags.h"
#include "collision2d/io/text.h"
#include "google/protobuf/text_format.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/importers/scene_formats.h"
#include "replay/studies/capture_scenes.h"
#include "replay/studies/survey.h"
#include "replay/tool/flag_range.h"
#include "replay/tool/process.h"
#include "replay/tool/replay_run.h"
#include "replay/tool/scene_inputs.h"
#include "replay/tool/shrink_scene.h"

ABSL_FLAG(std::string, out, "out/replay",
          "Directory for index.html, verdicts.jsonl, verdicts.pbs and run.json; made if absent.");
ABSL_FLAG(std::string, records, "",
          "FIRST:END, records of .pbs files from FIRST up to but not END, counted from 0; either may be left out.");
ABSL_FLAG(std::string, format, "", "Format of inputs whose name does not tell (-, pipes), as its extension: pbs, say.");
ABSL_FLAG(
    std::string, page, "auto",
    "'file': one page; 'folder': an index, and a file for each scene; 'auto': a folder beyond 20 scenes; 'none'.");
ABSL_FLAG(bool, jsonl, true, "Write verdicts.jsonl; verdicts.pbs has the same, and is written much faster.");
ABSL_FLAG(std::string, mcap, "",
          "FILE: also writes what the page shows as MCAP, for Foxglove, Lichtblick, PlotJuggler and Rerun.");
ABSL_FLAG(bool, timings, true, "Write wall-clock times to the page; without, all output is the same each time.");
ABSL_FLAG(
    collision2d::planner::WholeNumber, max_instants, (collision2d::planner::WholeNumber{2'000'000, "2000000"}),
    "Refuse a planning cycle whose candidates have more instants; with profiles and the page each takes 500 bytes.");
ABSL_FLAG(double, scene_time_limit_s, 0.0, "s. A scene that takes longer is not used; 0: no limit.");
ABSL_FLAG(
    collision2d::planner::WholeNumber, memory_limit_mb, {},
    "MB of this process. A run that needs more ends, and names the scene; 0: four fifths of the machine's memory.");
ABSL_FLAG(std::string, default_scenes, "", "Directory or file that is replayed when no FILE is named.");
ABSL_FLAG(
    collision2d::planner::WholeNumber, threads, {},
    "Threads that check candidates; 0, or more than there are processors: one for each. Verdicts do not depend on it.");
ABSL_FLAG(collision2d::planner::WholeNumber, seed, (collision2d::planner::WholeNumber{1, "1"}),
          "Seed of everything random (see --jitter); recorded with the verdicts.");
ABSL_FLAG(bool, jitter, false, "Move the sampled lattice's offsets, speeds and horizons at random, from --seed.");
ABSL_FLAG(bool, closed_loop, false,
          "Drive the best free candidate for --replan_interval_s and plan again, to the end of the recording.");
ABSL_FLAG(double, replan_interval_s, 0.5, "s, how long a candidate is driven in closed loop.");
ABSL_FLAG(std::string, beyond_prediction, "absent",
          "Obstacles before and after the times of their prediction: 'absent', or 'hold' at its first and last pose.");
ABSL_FLAG(bool, unpredicted_collides, false,
          "Count a contact with an obstacle that is not predicted, held at its nearest known pose, as a collision.");
ABSL_FLAG(double, min_probability, 0.0, "Ignore predictions that are less probable; 0 to 1.");
ABSL_FLAG(bool, instants_only, false, "Check candidates at the instants only, not the motion between them.");
ABSL_FLAG(double, time_tolerance_s, collision2d::ImpactOptions().time_tolerance_s,
          "s between the time until which a colliding motion is proven free and that of its contact.");
ABSL_FLAG(double, contact_tolerance_m, collision2d::ImpactOptions().contact_tolerance_m,
          "m from contact, within which a motion may be undecided; it then counts as a collision.");
ABSL_FLAG(std::string, metrics, "all",
          "Metrics of candidates that are computed: 'all', 'none', or names with commas between: time_to_collision, "
          "headway, post_encroachment_time, required_deceleration, rss_margin, lateral_clearance, goal.");
ABSL_FLAG(double, time_to_collision_horizon_s, collision2d::planner::MetricOptions().time_to_collision_horizon_s,
          "s ahead, to which constant speeds and turn rates are followed to a collision.");
ABSL_FLAG(double, post_encroachment_horizon_s, collision2d::planner::MetricOptions().post_encroachment_horizon_s,
          "s; a longer post-encroachment time is not reported.");
ABSL_FLAG(bool, profiles, true, "Compute each candidate's clearances and time to collision over time, for the page.");
ABSL_FLAG(bool, profiles_in_verdicts, false, "Write these to the verdicts too; needs --profiles.");
ABSL_FLAG(double, road_gap_m, 0.1, "m. Narrower gaps between cells of the drivable area are road.");
ABSL_FLAG(std::string, unknown_fields, "refuse",
          "What happens to scenes with fields of a newer version: 'refuse', or 'note': without these fields, which the "
          "notes name.");
ABSL_FLAG(std::string, osi_without_future, "move",
          "Others without future_trajectory in an OSI trace of one frame: 'move' on with their velocity, or 'stand'.");
ABSL_FLAG(std::optional<uint64_t>, host, std::nullopt,
          "The id of the moving object that is the host vehicle, in OSI traces that name none or another one; of "
          "INTERACTION tracks the only one that is the ego vehicle.");
ABSL_FLAG(std::string, map, "",
          "Lanelet2 map (.osm) of INTERACTION tracks (.csv); by default the only one in the folder of the tracks.");
ABSL_FLAG(
    std::string, map_origin, "",
    "LAT,LON, degrees: the origin of Lanelet2 maps (.osm) whose nodes have no local_x and local_y; coordinates are "
    "UTM less that of the origin. By default 0,0 for maps near it, and the first node for others.");
ABSL_FLAG(bool, repair_borders, false,
          "Close recorded borders of the road that are nearly rings, and cut them where they cross; notes name each.");
ABSL_FLAG(double, ego_length_m, collision2d::planner::CommonRoadOptions().ego_length_m,
          "m, length of the ego vehicle in CommonRoad files, which do not tell.");
ABSL_FLAG(double, ego_width_m, collision2d::planner::CommonRoadOptions().ego_width_m,
          "m, width of the ego vehicle in CommonRoad files.");
ABSL_FLAG(double, ego_reference_to_center_m, collision2d::planner::CommonRoadOptions().ego_reference_to_center_m,
          "m from the ego vehicle's reference point forward to its centre in CommonRoad files.");
ABSL_FLAG(
    std::string, ego_obstacle, "",
    "The id of the obstacle in CommonRoad files that is the ego vehicle itself: it is left out, and its motion is "
    "the candidate \"logged\". none: no obstacle is. Empty: the one on the ego vehicle's initial state.");

ABSL_FLAG(collision2d::planner::WholeNumber, sample_every, {},
          "Of 'capture': also records one pair in this many; 0: none.");
ABSL_FLAG(std::string, keep, "",
          "Of 'shrink': what stays: collides, free, none_free, leaves_road, between_instants, undecided or refused.");

namespace collision2d::planner {
namespace {

constexpr char kUsage[] =
    "Replays recorded traffic scenes and says of every candidate trajectory whether, when and with what it collides.\n"
    "\n"
    "  tools/replay.sh [FILE...] [--out=DIR] [--threads=N] [--seed=N] [flags]\n"
    "  tools/replay.sh shrink FILE --keep=collides [--out=DIR] [flags]\n"
    "  tools/replay.sh capture FILE... [--out=DIR] [--sample_every=N] [flags]\n"
    "  tools/replay.sh survey FILE... [--out=DIR] [flags]\n"
    "\n"
    "FILE: .textproto or .txtpb (one scene as text), .pb (one binary scene), .pbs (length-delimited stream of "
    "scenes),\n"
    ".xml and .pb of CommonRoad (2018b, 2020a, and in three files), .tfrecord (Waymo scenarios), .osi and .mcap (ASAM\n"
    "OSI), .osm (Lanelet2 maps), .csv (INTERACTION tracks, with --map), a directory of such files, or - (standard "
    "input, with --format). Each is read "
    "once and in order, so that it may be a pipe. Without FILE: the scenes of "
    "testdata/scenes.\n"
    "Prints a table of the scenes, with notes, and writes DIR/index.html (open it in a browser), DIR/verdicts.jsonl "
    "and\n"
    "DIR/verdicts.pbs (messages SceneVerdicts of collision2d/v1/verdict.proto), and at last DIR/run.json: a run "
    "without it was\n"
    "interrupted. A scene without candidates gets sampled ones.\n"
    "shrink: drops what it can of FILE's first scene (see --records) while it collides, say, and writes\n"
    "DIR/shrunk.textproto.\n"
    "capture: records the hard pairs of shapes of the scenes in DIR/pairs.capture; see docs/capture.md.\n"
    "survey: counts the candidates that the usual shortcuts judge wrongly, and writes DIR/survey.csv; see\n"
    "docs/shortcuts.md.\n"
    "A first word without a dot or slash is a command, never a file: ./survey is one. Flags may be written with\n"
    "hyphens: --closed-loop. docs/replay.md describes all of it.\n"
    "Exit status: 0 if every input was used; 1 if some input could not be used, or nothing could be sampled for a "
    "scene\n"
    "(named at the end; the others are still replayed); 2 if a flag is unknown, cannot be parsed or makes no sense, "
    "an\n"
    "input would be replaced, the output cannot be written, or memory has ended (the scene is named).\n";

// Checks the numbers: what the library would refuse too is named by its flag here. Plots of the
// page have times up to 10^6 s.
absl::Status CheckNumbers() {
  constexpr double kLargest = std::numeric_limits<double>::max();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const absl::Status statuses[] = {
      CheckWithin("threads", absl::GetFlag(FLAGS_threads), 0, std::numeric_limits<int>::max()),
      CheckWithin("seed", absl::GetFlag(FLAGS_seed), 0, std::numeric_limits<uint64_t>::max()),
      CheckWithin("max_instants", absl::GetFlag(FLAGS_max_instants), 1, std::numeric_limits<int64_t>::max()),
      CheckWithin("memory_limit_mb", absl::GetFlag(FLAGS_memory_limit_mb), 0, std::numeric_limits<int64_t>::max()),
      CheckWithin("sample_every", absl::GetFlag(FLAGS_sample_every), 0, std::numeric_limits<int64_t>::max()),
      CheckWithin("scene_time_limit_s", absl::GetFlag(FLAGS_scene_time_limit_s), 0.0, kInfinity),
      CheckAbove("replan_interval_s", absl::GetFlag(FLAGS_replan_interval_s), kSameInstant_s, kLargest),
      CheckWithin("min_probability", absl::GetFlag(FLAGS_min_probability), 0.0, 1.0),
      CheckAbove("time_tolerance_s", absl::GetFlag(FLAGS_time_tolerance_s), 0.0, kMaxTimeTolerance_s),
      CheckAbove("contact_tolerance_m", absl::GetFlag(FLAGS_contact_tolerance_m), 0.0, kMaxContactTolerance_m),
      CheckAbove("time_to_collision_horizon_s", absl::GetFlag(FLAGS_time_to_collision_horizon_s), 0.0, 1e6),
      CheckAbove("post_encroachment_horizon_s", absl::GetFlag(FLAGS_post_encroachment_horizon_s), 0.0, kLargest),
      CheckAbove("ego_length_m", absl::GetFlag(FLAGS_ego_length_m), 0.0, kMaxEgoSize_m),
      CheckAbove("ego_width_m", absl::GetFlag(FLAGS_ego_width_m), 0.0, kMaxEgoSize_m),
      CheckWithin("ego_reference_to_center_m", absl::GetFlag(FLAGS_ego_reference_to_center_m), -kMaxEgoSize_m,
                  kMaxEgoSize_m),
  };
  for (const absl::Status& status : statuses) {
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::StatusOr<MetricOptions> MetricsFromFlag() {
  const std::string text = absl::GetFlag(FLAGS_metrics);
  if (text == "all") return MetricOptions::All();
  MetricOptions metrics;
  if (text == "none") return metrics;
  for (const absl::string_view name : absl::StrSplit(text, ',')) {
    bool is_known = false;
    for (const SelectableMetric& metric : kSelectableMetrics) {
      if (name != metric.name) continue;
      is_known = metrics.*metric.selected = true;
    }
    if (!is_known) {
      return absl::InvalidArgumentError(
          absl::StrCat("--metrics: '", name, "' is not all, none or the name of a metric; see --help"));
    }
  }
  return metrics;
}

absl::StatusOr<ReplayOptions> OptionsFromFlags() {
  if (absl::Status status = CheckNumbers(); !status.ok()) return status;
  ReplayOptions options;
  const std::string beyond = absl::GetFlag(FLAGS_beyond_prediction);
  if (beyond != "absent" && beyond != "hold") {
    return absl::InvalidArgumentError(absl::StrCat("--beyond_prediction: '", beyond, "' is neither absent nor hold"));
  }
  options.checker.beyond_prediction = beyond == "hold" ? BeyondPrediction::kHold : BeyondPrediction::kAbsent;
  options.checker.unpredicted_collides = absl::GetFlag(FLAGS_unpredicted_collides);
  options.checker.min_probability = absl::GetFlag(FLAGS_min_probability);
  options.checker.road_gap_m = absl::GetFlag(FLAGS_road_gap_m);
  options.checker.instants_only = absl::GetFlag(FLAGS_instants_only);
  options.checker.impact = {absl::GetFlag(FLAGS_time_tolerance_s), absl::GetFlag(FLAGS_contact_tolerance_m)};
  const absl::StatusOr<MetricOptions> metrics = MetricsFromFlag();
  if (!metrics.ok()) return metrics.status();
  options.checker.metrics = *metrics;
  options.checker.metrics.time_to_collision_horizon_s = absl::GetFlag(FLAGS_time_to_collision_horizon_s);
  options.checker.metrics.post_encroachment_horizon_s = absl::GetFlag(FLAGS_post_encroachment_horizon_s);
  options.sampler.keep_rejected = absl::GetFlag(FLAGS_page) != "none";
  options.profiles = absl::GetFlag(FLAGS_profiles);
  options.profiles_in_verdicts = absl::GetFlag(FLAGS_profiles_in_verdicts);
  options.jitter = absl::GetFlag(FLAGS_jitter);
  options.seed = static_cast<uint64_t>(absl::GetFlag(FLAGS_seed).value);
  options.closed_loop = absl::GetFlag(FLAGS_closed_loop);
  options.replan_interval_s = absl::GetFlag(FLAGS_replan_interval_s);
  options.max_instants = static_cast<int64_t>(absl::GetFlag(FLAGS_max_instants).value);
  options.scene_time_limit_s = absl::GetFlag(FLAGS_scene_time_limit_s);
  options.threads = static_cast<int>(absl::GetFlag(FLAGS_threads).value);
  if (absl::Status status = ValidateCheckerOptions(options.checker); !status.ok()) {
    return absl::InvalidArgumentError(absl::StrCat("--", status.message()));
  }
  // More would only take memory.
  const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  options.threads = options.threads == 0 ? processors : std::min(options.threads, processors);
  return options;
}

// Returns the records that "FIRST:END" stands for.
absl::StatusOr<RecordRange> RecordsFromFlag() {
  RecordRange range;
  const std::string text = absl::GetFlag(FLAGS_records);
  if (text.empty()) return range;
  const std::vector<std::string> ends = absl::StrSplit(text, ':');
  const bool is_range = ends.size() == 2 && (ends[0].empty() || absl::SimpleAtoi(ends[0], &range.first)) &&
                        (ends[1].empty() || absl::SimpleAtoi(ends[1], &range.end));
  if (!is_range || range.first < 0 || range.end < range.first) {
    return absl::InvalidArgumentError(absl::StrCat("--records: '", text, "' is not FIRST:END, 0 <= FIRST <= END"));
  }
  return range;
}

absl::StatusOr<PageMode> PageFromFlag() {
  const std::string text = absl::GetFlag(FLAGS_page);
  if (text == "auto") return PageMode::kAuto;
  if (text == "file") return PageMode::kFile;
  if (text == "folder") return PageMode::kFolder;
  if (text == "none") return PageMode::kNone;
  return absl::InvalidArgumentError(absl::StrCat("--page: '", text, "' is not auto, file, folder or none"));
}

absl::StatusOr<std::optional<MapOrigin>> MapOriginFromFlag() {
  const std::string text = absl::GetFlag(FLAGS_map_origin);
  if (text.empty()) return std::nullopt;
  const std::vector<std::string> degrees = absl::StrSplit(text, ',');
  MapOrigin origin;
  if (degrees.size() == 2 && absl::SimpleAtod(degrees[0], &origin.latitude_deg) &&
      absl::SimpleAtod(degrees[1], &origin.longitude_deg) && std::abs(origin.latitude_deg) <= kMostLatitude_deg &&
      std::abs(origin.longitude_deg) <= 180.0) {
    return origin;
  }
  return absl::InvalidArgumentError(absl::StrCat("--map_origin: '", text, "' is not LAT,LON in degrees"));
}

absl::StatusOr<SceneInputOptions> InputOptionsFromFlags() {
  SceneInputOptions options;
  options.commonroad.ego_length_m = absl::GetFlag(FLAGS_ego_length_m);
  options.commonroad.ego_width_m = absl::GetFlag(FLAGS_ego_width_m);
  options.commonroad.ego_reference_to_center_m = absl::GetFlag(FLAGS_ego_reference_to_center_m);
  options.commonroad.ego_obstacle = absl::GetFlag(FLAGS_ego_obstacle);
  const absl::StatusOr<RecordRange> records = RecordsFromFlag();
  if (!records.ok()) return records.status();
  options.records = *records;
  const std::string format = absl::GetFlag(FLAGS_format);
  if (!format.empty()) options.default_extension = absl::StrCat(".", format);
  if (!format.empty() && !IsSceneExtension(options.default_extension)) {
    return absl::InvalidArgumentError(absl::StrCat("--format: '", format, "' is none of ", SceneExtensions()));
  }
  const absl::StatusOr<std::optional<MapOrigin>> origin = MapOriginFromFlag();
  if (!origin.ok()) return origin.status();
  options.map_origin = *origin;
  options.map = absl::GetFlag(FLAGS_map);
  options.repair_borders = absl::GetFlag(FLAGS_repair_borders);
  const std::string unknown_fields = absl::GetFlag(FLAGS_unknown_fields);
  if (unknown_fields != "refuse" && unknown_fields != "note") {
    return absl::InvalidArgumentError(absl::StrCat("--unknown_fields: '", unknown_fields, "' is not refuse or note"));
  }
  const std::string onward = absl::GetFlag(FLAGS_osi_without_future);
  if (onward != "move" && onward != "stand") {
    return absl::InvalidArgumentError(absl::StrCat("--osi_without_future: '", onward, "' is not move or stand"));
  }
  options.osi_without_future = onward == "move" ? OsiWithoutFuture::kMove : OsiWithoutFuture::kStand;
  options.osi_host = absl::GetFlag(FLAGS_host);
  options.unknown_fields = unknown_fields == "note" ? UnknownFields::kNote : UnknownFields::kRefuse;
  return options;
}

// Names the error; the exit status is returned.
int Fail(const absl::Status& status, int exit_status = kExitFailed) {
  std::fprintf(stderr, "replay: %s\n", VisibleText(status.message()).c_str());
  return exit_status;
}

// Returns the first scene of the file.
absl::StatusOr<v1::Scene> ReadFirstScene(const std::string& path, const SceneInputOptions& options) {
  SceneInputReader reader(path, options);
  absl::StatusOr<std::optional<ImportedScene>> input = reader.Next();
  if (!input.ok()) return input.status();
  if (!input->has_value()) return absl::InvalidArgumentError(absl::StrCat(path, ": has no such scene"));
  v1::Scene scene = std::move((*input)->scene);
  if (options.unknown_fields == UnknownFields::kNote) {
    scene.DiscardUnknownFields();
    scene.clear_schema_version();
  }
  return scene;
}

// Returns the exit status.
int Shrink(const std::string& path, const ReplayOptions& options, const SceneInputOptions& inputs) {
  const std::optional<SceneProperty> property = ScenePropertyOf(absl::GetFlag(FLAGS_keep));
  if (!property.has_value()) {
    return Fail(absl::InvalidArgumentError(
        absl::StrCat("--keep: '", absl::GetFlag(FLAGS_keep), "' is no property; see --help")));
  }
  SetWorkItem(path);
  const absl::StatusOr<v1::Scene> scene = ReadFirstScene(path, inputs);
  if (!scene.ok()) return Fail(scene.status(), kExitUnusableInput);
  ReplayOptions plain = options;
  plain.profiles = plain.profiles_in_verdicts = plain.closed_loop = false;
  plain.checker.metrics = {};
  const absl::StatusOr<v1::Scene> shrunk = ShrinkScene(*scene, *property, plain);
  if (!shrunk.ok()) {
    const absl::Status named(shrunk.status().code(), absl::StrCat(path, ": ", shrunk.status().message()));
    return Fail(named, absl::IsNotFound(named) ? kExitFailed : kExitUnusableInput);
  }
  std::string text;
  google::protobuf::TextFormat::PrintToString(*shrunk, &text);
  const std::string out = absl::StrCat(absl::GetFlag(FLAGS_out), "/shrunk.textproto");
  std::error_code error;
  std::filesystem::create_directories(absl::GetFlag(FLAGS_out), error);
  if (absl::Status status = WriteWholeFile(out, text); !status.ok()) return Fail(status);
  std::printf("%s: %zu bytes; the scene has %zu as text\n", VisibleText(out).c_str(), text.size(),
              scene->DebugString().size());
  return 0;
}

int Main(const std::vector<char*>& arguments) {
  std::vector<std::string> paths(arguments.begin() + 1, arguments.end());
  if (paths.empty()) paths.push_back(absl::GetFlag(FLAGS_default_scenes));
  if (paths.front().empty()) return Fail(absl::InvalidArgumentError("no FILE named; see --help"));
  const absl::StatusOr<ReplayOptions> options = OptionsFromFlags();
  if (!options.ok()) return Fail(options.status());
  const absl::StatusOr<SceneInputOptions> inputs = InputOptionsFromFlags();
  if (!inputs.ok()) return Fail(inputs.status());
  const absl::StatusOr<PageMode> page = PageFromFlag();
  if (!page.ok()) return Fail(page.status());
  EndWhereMemoryEnds();
  if (absl::Status status = LimitMemory(static_cast<int64_t>(absl::GetFlag(FLAGS_memory_limit_mb).value)); !status.ok())
    return Fail(status);
  // A first word without a dot or slash is a command: a later one takes no name from files.
  const bool has_command =
      arguments.size() > 1 && paths.front() != "-" && paths.front().find_first_of("./") == std::string::npos;
  if (has_command && paths.front() != "shrink" && paths.front() != "capture" && paths.front() != "survey") {
    return Fail(absl::InvalidArgumentError(absl::StrCat(
        "'", paths.front(), "' is none of the commands shrink, capture and survey; a file or folder of that name: ./",
        paths.front())));
  }
  if (paths.front() == "shrink") {
    if (paths.size() != 2) return Fail(absl::InvalidArgumentError("shrink: one FILE is needed; see --help"));
    return Shrink(paths[1], *options, *inputs);
  }
  if (const std::string command = paths.front(); command == "capture" || command == "survey") {
    if (paths.size() < 2)
      return Fail(absl::InvalidArgumentError(absl::StrCat(command, ": a FILE is needed; see --help")));
    paths.erase(paths.begin());
    const auto sample_every = static_cast<int64_t>(absl::GetFlag(FLAGS_sample_every).value);
    const std::string out = absl::GetFlag(FLAGS_out);
    const absl::StatusOr<int> problems = command == "survey"
                                             ? SurveyScenes(paths, *options, *inputs, out)
                                             : CaptureScenes(paths, *options, *inputs, sample_every, out);
    if (!problems.ok()) return Fail(problems.status());
    return *problems == 0 ? 0 : kExitUnusableInput;
  }
  NameInterruptions();
  const absl::StatusOr<RunResult> result = RunReplay(
      paths, *options, absl::GetFlag(FLAGS_out),
      {*inputs, {*page, absl::GetFlag(FLAGS_jsonl)}, absl::GetFlag(FLAGS_timings), absl::GetFlag(FLAGS_mcap)});
  return result.ok() ? result->exit_status : Fail(result.status());
}

// As Main; names a failure of standard output.
int CheckedMain(const std::vector<char*>& arguments) {
  const int exit_status = Main(arguments);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_status;
  std::fputs("replay: standard output: cannot be written\n", stderr);
  return kExitFailed;
}

// Accepts flags with hyphens, as is usual on a command line: --closed-loop is --closed_loop. Stops
// at "--".
void AllowHyphens(int argc, char** argv) {
  for (int i = 1; i < argc && std::strcmp(argv[i], "--") != 0; ++i) {
    if (std::strncmp(argv[i], "--", 2) != 0) continue;
    for (char* c = argv[i] + 2; *c != '\0' && *c != '='; ++c) {
      if (*c == '-') *c = '_';
    }
  }
}

}  // namespace
}  // namespace collision2d::planner

int main(int argc, char** argv) {
  collision2d::planner::ReserveStandardDescriptors();
  // Whoever reads the table may stop reading it: the run goes on. A file that becomes too long is
  // an error as a full disk is.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // Otherwise errors of reading standard input would be taken for its end.
  std::ios::sync_with_stdio(false);
  absl::SetProgramUsageMessage(collision2d::planner::kUsage);
  collision2d::planner::AllowHyphens(argc, argv);
  return collision2d::planner::CheckedMain(collision2d::ParseFlags(argc, argv));
}
