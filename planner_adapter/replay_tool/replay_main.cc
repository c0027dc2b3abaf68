// Replays recorded scenes: checks candidate trajectories against them, prints one line for each scene, and writes
// verdicts and an HTML page. See --help.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "planner_adapter/replay_tool/replay_run.h"

ABSL_FLAG(std::string, out, "out/replay", "Directory for index.html, verdicts.jsonl and verdicts.pbs; made if absent.");
ABSL_FLAG(std::string, default_scenes, "", "Directory or file that is replayed when no FILE is named.");
ABSL_FLAG(int, threads, 0, "Threads that check candidates; 0: one for each processor. Verdicts do not depend on it.");
ABSL_FLAG(uint64_t, seed, 1, "Seed of everything random (see --jitter); recorded with the verdicts.");
ABSL_FLAG(bool, jitter, false, "Move the sampled lattice's offsets, speeds and horizons at random, from --seed.");
ABSL_FLAG(bool, closed_loop, false,
          "Drive the best free candidate for --replan_interval_s and plan again, to the end of the recording.");
ABSL_FLAG(double, replan_interval_s, 0.5, "s, how long a candidate is driven in closed loop.");
ABSL_FLAG(std::string, beyond_prediction, "absent",
          "Obstacles before and after the times of their prediction: 'absent', or 'hold' at its first and last pose.");
ABSL_FLAG(double, min_probability, 0.0, "Ignore predictions that are less probable; 0 to 1.");
ABSL_FLAG(bool, instants_only, false, "Check candidates at the instants only, not the motion between them.");
ABSL_FLAG(double, time_tolerance_s, collision2d::ImpactOptions().time_tolerance_s,
          "s between the time until which a colliding motion is proven free and that of its contact.");
ABSL_FLAG(double, epsilon_m, collision2d::ImpactOptions().epsilon_m,
          "m from contact, within which a motion may be undecided; it then counts as a collision.");
ABSL_FLAG(bool, metrics, true,
          "Compute the metrics of candidates: times to collision, headway, post-encroachment time, required "
          "deceleration, RSS margin, lateral clearance, goal.");
ABSL_FLAG(double, time_to_collision_horizon_s, collision2d::planner::MetricOptions().time_to_collision_horizon_s,
          "s ahead, to which constant speeds and turn rates are followed to a collision.");
ABSL_FLAG(double, post_encroachment_horizon_s, collision2d::planner::MetricOptions().post_encroachment_horizon_s,
          "s; a longer post-encroachment time is not reported.");
ABSL_FLAG(bool, profiles, true, "Compute each candidate's clearances and time to collision over time, for the page.");
ABSL_FLAG(bool, profiles_in_verdicts, false, "Write these to the verdicts too; needs --profiles.");
ABSL_FLAG(double, road_gap_m, 0.1, "m. Narrower gaps between cells of the drivable area are road.");
ABSL_FLAG(double, ego_length_m, collision2d::planner::CommonRoadOptions().ego_length_m,
          "m, length of the ego vehicle in CommonRoad files, which do not tell.");
ABSL_FLAG(double, ego_width_m, collision2d::planner::CommonRoadOptions().ego_width_m,
          "m, width of the ego vehicle in CommonRoad files.");
ABSL_FLAG(double, ego_reference_to_center_m, collision2d::planner::CommonRoadOptions().ego_reference_to_center_m,
          "m from the ego vehicle's reference point forward to its centre in CommonRoad files.");

namespace collision2d::planner {
namespace {

constexpr char kUsage[] =
    "Replays recorded traffic scenes and says of every candidate trajectory whether, when and with what it collides.\n"
    "\n"
    "  tools/replay.sh [FILE...] [--out=DIR] [--threads=N] [--seed=N] [flags]\n"
    "\n"
    "FILE: .textproto or .txtpb (one scene as text), .pb (one binary scene), .pbs (length-delimited stream of "
    "scenes),\n"
    ".xml (CommonRoad 2018b, 2020a), or a directory of such files. Without FILE: the scenes of testdata/scenes.\n"
    "Prints one line for each scene, and writes DIR/index.html (open it in a browser), DIR/verdicts.jsonl and\n"
    "DIR/verdicts.pbs (messages SceneVerdicts of proto/verdict.proto). A scene without candidates gets sampled ones.\n"
    "Flags may be written with hyphens: --closed-loop.\n"
    "Exit status: 0; 1 if some input could not be used (named at the end; the others are still replayed), or if a "
    "flag\n"
    "is unknown or cannot be parsed, or after --help; 2 if a flag's value makes no sense or the output cannot be "
    "written.\n";

constexpr int kExitUnusableInput = 1;
constexpr int kExitUsage = 2;

absl::StatusOr<ReplayOptions> OptionsFromFlags() {
  ReplayOptions options;
  const std::string beyond = absl::GetFlag(FLAGS_beyond_prediction);
  if (beyond != "absent" && beyond != "hold") {
    return absl::InvalidArgumentError(absl::StrCat("--beyond_prediction: '", beyond, "' is neither absent nor hold"));
  }
  options.checker.beyond_prediction = beyond == "hold" ? BeyondPrediction::kHold : BeyondPrediction::kAbsent;
  options.checker.min_probability = absl::GetFlag(FLAGS_min_probability);
  options.checker.road_gap_m = absl::GetFlag(FLAGS_road_gap_m);
  options.checker.instants_only = absl::GetFlag(FLAGS_instants_only);
  options.checker.impact = {absl::GetFlag(FLAGS_time_tolerance_s), absl::GetFlag(FLAGS_epsilon_m)};
  if (absl::GetFlag(FLAGS_metrics)) options.checker.metrics = MetricOptions::All();
  options.checker.metrics.time_to_collision_horizon_s = absl::GetFlag(FLAGS_time_to_collision_horizon_s);
  options.checker.metrics.post_encroachment_horizon_s = absl::GetFlag(FLAGS_post_encroachment_horizon_s);
  options.profiles = absl::GetFlag(FLAGS_profiles);
  options.profiles_in_verdicts = absl::GetFlag(FLAGS_profiles_in_verdicts);
  options.jitter = absl::GetFlag(FLAGS_jitter);
  options.seed = absl::GetFlag(FLAGS_seed);
  options.closed_loop = absl::GetFlag(FLAGS_closed_loop);
  options.replan_interval_s = absl::GetFlag(FLAGS_replan_interval_s);
  options.threads = absl::GetFlag(FLAGS_threads);
  if (options.threads < 0)
    return absl::InvalidArgumentError(absl::StrCat("--threads: ", options.threads, " is below 0"));
  if (options.threads == 0) options.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return options;
}

CommonRoadOptions CommonRoadOptionsFromFlags() {
  CommonRoadOptions options;
  options.ego_length_m = absl::GetFlag(FLAGS_ego_length_m);
  options.ego_width_m = absl::GetFlag(FLAGS_ego_width_m);
  options.ego_reference_to_center_m = absl::GetFlag(FLAGS_ego_reference_to_center_m);
  return options;
}

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "replay: %s\n", std::string(status.message()).c_str());
  return kExitUsage;
}

int Main(const std::vector<char*>& arguments) {
  std::vector<std::string> paths(arguments.begin() + 1, arguments.end());
  if (paths.empty()) paths.push_back(absl::GetFlag(FLAGS_default_scenes));
  if (paths.front().empty()) return Fail(absl::InvalidArgumentError("no FILE named; see --help"));
  const absl::StatusOr<ReplayOptions> options = OptionsFromFlags();
  if (!options.ok()) return Fail(options.status());
  const absl::StatusOr<int> unusable =
      RunReplay(paths, *options, CommonRoadOptionsFromFlags(), absl::GetFlag(FLAGS_out));
  if (!unusable.ok()) return Fail(unusable.status());
  return *unusable == 0 ? 0 : kExitUnusableInput;
}

// Accepts flags with hyphens, as is usual on a command line: --closed-loop is --closed_loop. Stops at "--".
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
  absl::SetProgramUsageMessage(collision2d::planner::kUsage);
  collision2d::planner::AllowHyphens(argc, argv);
  return collision2d::planner::Main(absl::ParseCommandLine(argc, argv));
}
