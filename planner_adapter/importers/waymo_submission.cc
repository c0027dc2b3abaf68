#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/v1/scene.pb.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl.h"
#include "planner_adapter/importers/tf_record_reader.h"
#include "planner_adapter/importers/waymo.h"
#include "planner_adapter/importers/waymo_scenario.h"
#include "planner_adapter/io/file_bytes.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene_limits.h"

namespace collision2d::planner {
namespace waymo {
namespace {

// s. Steps beyond the scenario's own times, which those of the test split lack.
constexpr double kStep_s = 0.1;

// Steps from one predicted position to the next.
constexpr int kPredictedSteps = 5;
constexpr int kPredictedPositions = 16;

// Rollouts of a scenario; the challenges ask for 32. Each costs a copy of the scenario.
constexpr int kMostSets = 1000;

// m. Of shorter ways between predicted positions the direction is noise.
constexpr double kAtRest_m = 0.05;

// Where the scenarios of a folder are.
class ScenarioFolder {
 public:
  // Errors: those of the first file that cannot be read.
  static absl::StatusOr<ScenarioFolder> Open(const std::string& folder) {
    ScenarioFolder result;
    result.folder_ = folder;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      if (!entry->is_regular_file(error) || entry->file_size(error) == 0) continue;
      const absl::Status status = result.Add(entry->path().string());
      if (!status.ok()) return status;
    }
    if (error) return absl::UnavailableError(absl::StrCat(folder, ": ", error.message()));
    return result;
  }

  absl::Status Read(const std::string& id, Scenario& scenario, std::vector<std::string>& notes) const {
    const auto found = places_.find(id);
    if (found == places_.end()) {
      return absl::NotFoundError(absl::StrCat("scenario_id: ", Quote(id), " is in no .tfrecord of ", folder_));
    }
    absl::StatusOr<std::unique_ptr<std::istream>> file = OpenForReading(found->second.path);
    if (!file.ok()) return file.status();
    (*file)->seekg(found->second.begin);
    TfRecordReader reader(**file, found->second.path);
    const absl::StatusOr<bool> is_read = reader.Next();
    if (!is_read.ok()) return is_read.status();
    const absl::Status status = ReadScenario(reader.record(), scenario, notes);
    if (status.ok()) return status;
    return absl::InvalidArgumentError(
        absl::StrCat(found->second.path, ": scenario ", Quote(id), ": ", status.message()));
  }

 private:
  struct Place {
    std::string path;
    int64_t begin = 0;
  };

  // Empty files, those of other formats and damaged records are not among the places.
  absl::Status Add(const std::string& path) {
    absl::StatusOr<std::unique_ptr<std::istream>> file = OpenForReading(path);
    if (!file.ok()) return file.status();
    if (!IsTfRecord(FirstBytes(*file, 12))) return absl::OkStatus();
    TfRecordReader reader(**file, path);
    for (int64_t begin = 0; !reader.is_lost(); begin = reader.bytes_read()) {
      const absl::StatusOr<bool> found = reader.Next();
      if (found.ok() && !*found) break;
      ScenarioId scenario;
      if (found.ok() && scenario.ParseFromString(reader.record())) places_[scenario.scenario_id()] = {path, begin};
    }
    return absl::OkStatus();
  }

  std::string folder_;
  absl::flat_hash_map<std::string, Place> places_;
};

// Returns the index of the track with this id.
absl::StatusOr<int> TrackOf(const Scenario& scenario, const FieldPath& path, int32_t id) {
  for (int i = 0; i < scenario.tracks_size(); ++i) {
    if (scenario.tracks(i).id() != id) continue;
    if (scenario.tracks(i).states(scenario.current_time_index()).valid()) return i;
    return absl::InvalidArgumentError(absl::StrCat(path.ToString(), ": ", id, " has no state at the current step"));
  }
  return absl::InvalidArgumentError(absl::StrCat(path.ToString(), ": ", id, " is the id of no track"));
}

// Adds times after the last one until there are `count`.
void ExtendTimes(int count, Scenario& scenario) {
  auto& times = *scenario.mutable_timestamps_seconds();
  while (times.size() < count) times.Add(times.Get(times.size() - 1) + kStep_s);
}

// Returns the states of a track up to the current step, with room for those of `count` more.
States StatesUpToNow(const Scenario& scenario, int track, int count) {
  const States& known = scenario.tracks(track).states();
  States states(known.begin(), known.begin() + scenario.current_time_index() + 1);
  // The size at the current step holds.
  for (int i = 0; i < count; ++i) *states.Add() = known.Get(scenario.current_time_index());
  return states;
}

// Returns the states of a track that a rollout gives.
absl::StatusOr<States> SimulatedStates(const Scenario& scenario, int track, const FieldPath& path,
                                       const SimulatedTrajectory& simulated) {
  const int current = scenario.current_time_index();
  FieldChecker checker;
  const int count = simulated.center_x_size();
  const auto check_size = [&](absl::string_view name, int size, bool is_optional) {
    if (size == count || (is_optional && size == 0)) return;
    checker.Fail(path.Field(name), absl::StrCat(size, " values beside ", count, " of center_x"));
  };
  const auto column = [&](absl::string_view name, const auto& values, bool is_size, double limit) {
    check_size(name, values.size(), is_size);
    for (int i = 0; i < values.size() && checker.ok(); ++i) {
      const FieldPath value = path.Element(name, static_cast<size_t>(i));
      if (is_size) checker.Positive(value, values.Get(i), limit, "m");
      checker.Magnitude(value, values.Get(i), limit, "");
    }
  };
  column("center_x", simulated.center_x(), false, kMaxCoordinate_m);
  column("center_y", simulated.center_y(), false, kMaxCoordinate_m);
  column("center_z", simulated.center_z(), false, kMaxCoordinate_m);
  column("heading", simulated.heading(), false, kMaxYaw_rad);
  column("width", simulated.width(), true, kMaxDistanceFromOrigin_m);
  column("length", simulated.length(), true, kMaxDistanceFromOrigin_m);
  column("height", simulated.height(), true, kMaxDistanceFromOrigin_m);
  check_size("valid", simulated.valid_size(), true);
  // Rollouts have the 80 steps after the current one; generated scenarios have all 91.
  const bool is_whole = count == 91 && count > current + 1;
  if (count != 80 && !is_whole)
    checker.Fail(path.Field("center_x"), absl::StrCat(count, " values; 80 or 91 are needed"));
  if (!checker.ok()) return checker.status();
  const int skipped = is_whole ? current + 1 : 0;
  States states = StatesUpToNow(scenario, track, count - skipped);
  for (int i = skipped; i < count; ++i) {
    ObjectState& state = *states.Mutable(current + 1 + i - skipped);
    state.set_center_x(simulated.center_x(i));
    state.set_center_y(simulated.center_y(i));
    state.set_center_z(simulated.center_z(i));
    state.set_heading(simulated.heading(i));
    if (simulated.width_size() > 0) state.set_width(simulated.width(i));
    if (simulated.length_size() > 0) state.set_length(simulated.length(i));
    if (simulated.height_size() > 0) state.set_height(simulated.height(i));
    state.set_valid(simulated.valid_size() == 0 || simulated.valid(i));
  }
  return states;
}

// Returns the states of a track that a prediction gives, straight between its positions, each in
// the direction of travel.
absl::StatusOr<States> PredictedStates(const Scenario& scenario, int track, const FieldPath& path,
                                       const Trajectory& predicted) {
  const int count = predicted.center_x_size();
  FieldChecker checker;
  if (count != kPredictedPositions || predicted.center_y_size() != count) {
    checker.Fail(path.Field("center_x"), absl::StrCat(count, " values, and ", predicted.center_y_size(),
                                                      " of center_y; ", kPredictedPositions, " are needed"));
  }
  for (int i = 0; i < count && checker.ok(); ++i) {
    checker.Magnitude(path.Element("center_x", static_cast<size_t>(i)), predicted.center_x(i), kMaxCoordinate_m, "m");
    checker.Magnitude(path.Element("center_y", static_cast<size_t>(i)), predicted.center_y(i), kMaxCoordinate_m, "m");
  }
  if (!checker.ok()) return checker.status();
  States states = StatesUpToNow(scenario, track, count * kPredictedSteps);
  for (int i = 0, step = scenario.current_time_index(); i < count; ++i, step += kPredictedSteps) {
    const ObjectState& from = states.Get(step);
    const double dx = predicted.center_x(i) - from.center_x();
    const double dy = predicted.center_y(i) - from.center_y();
    const bool moves = std::hypot(dx, dy) > kAtRest_m;
    for (int k = 1; k <= kPredictedSteps; ++k) {
      ObjectState& state = *states.Mutable(step + k);
      const double fraction = static_cast<double>(k) / kPredictedSteps;
      state.set_center_x(from.center_x() + fraction * dx);
      state.set_center_y(from.center_y() + fraction * dy);
      state.set_heading(moves ? static_cast<float>(std::atan2(dy, dx)) : from.heading());
    }
  }
  return states;
}

// A scene to make.
struct Job {
  std::string name;  // Behind the scenario's id.
  int track = 0;
  std::vector<PlannedMotion> motions;
};

class SubmissionSource : public SceneSource {
 public:
  SubmissionSource(std::unique_ptr<std::istream> file, std::string path, ScenarioFolder folder)
      : file_(std::move(file)), stream_(file_.get()), path_(std::move(path)), folder_(std::move(folder)) {}

  absl::StatusOr<std::optional<SceneInput>> Next() override {
    while (true) {
      if (next_job_ < jobs_.size()) return Make(jobs_[next_job_++]);
      absl::StatusOr<bool> has_jobs = next_set_ < set_count_ ? NextSet() : NextRecord();
      if (!has_jobs.ok()) {
        jobs_.clear();
        return absl::Status(has_jobs.status().code(), absl::StrCat(Where(), ": ", has_jobs.status().message()));
      }
      if (!*has_jobs) return std::nullopt;
    }
  }

  bool is_lost() const override { return is_lost_; }
  int64_t bytes_read() const override { return stream_.ByteCount(); }

 private:
  std::string Where() const { return absl::StrCat(path_, ": record ", record_index_, " at byte ", record_begin_); }

  absl::StatusOr<std::optional<SceneInput>> Make(const Job& job) {
    if (job.motions.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(Where(), job.name, ": has no trajectory, but is to be judged"));
    }
    SceneInput input;
    input.notes = notes_;
    absl::StatusOr<v1::Scene> scene = MakeWaymoScene(edited_, job.track, job.motions, input.notes);
    if (!scene.ok()) {
      return absl::Status(scene.status().code(), absl::StrCat(Where(), job.name, ": ", scene.status().message()));
    }
    scene->set_id(absl::StrCat(scene->id(), job.name));
    input.scene = *std::move(scene);
    input.digest = digest_;
    return input;
  }

  // Reads on to the next scenario's rollouts or predictions. Returns false at the end.
  absl::StatusOr<bool> NextRecord() {
    jobs_.clear();
    next_job_ = next_set_ = set_count_ = 0;
    std::string bytes;
    while (true) {
      record_begin_ = stream_.ByteCount();
      // A new one for each field, since it counts bytes in an int.
      google::protobuf::io::CodedInputStream coded(&stream_);
      const void* direct = nullptr;
      int size = 0;
      if (!coded.GetDirectBufferPointer(&direct, &size)) {
        is_lost_ = file_->bad();
        if (is_lost_) return absl::DataLossError("reading failed");
        return false;
      }
      const uint32_t tag = coded.ReadTag();
      uint64_t value = 0;
      uint32_t length = 0;
      is_lost_ = true;
      if (tag >> 3 == 0) return absl::DataLossError("no field has the number 0; the rest is not read");
      if ((tag & 7) == 0) {
        if (!coded.ReadVarint64(&value)) return absl::DataLossError("the file ends within a number");
      } else if ((tag & 7) == 2) {
        if (!coded.ReadVarint32(&length)) {
          return absl::DataLossError("truncated: the file ends within a record's length");
        }
        if (length > kMaxSceneBytes) {
          return absl::DataLossError(absl::StrCat("a length of ", length, " bytes; the rest is not read"));
        }
        if (!coded.ReadString(&bytes, static_cast<int>(length))) {
          return absl::DataLossError(absl::StrCat("truncated: ", length, " bytes are needed"));
        }
      } else {
        return absl::DataLossError(absl::StrCat("wire type ", tag & 7, " is not expected here; the rest is not read"));
      }
      is_lost_ = false;
      if (tag >> 3 == 1 && (tag & 7) == 2) break;
      if (tag >> 3 > 14)
        return absl::InvalidArgumentError(absl::StrCat("field ", tag >> 3, " is none of a submission"));
    }
    ++record_index_;
    return Begin(bytes);
  }

  absl::StatusOr<bool> Begin(const std::string& bytes) {
    digest_ = InputDigest(bytes);
    notes_.clear();
    // Both types begin alike. Parsed as predictions, the bytes show which type they are of, even if
    // the parse fails later on.
    predictions_.ParseFromString(bytes);
    const auto& single = predictions_.single_predictions().predictions();
    is_prediction_ = predictions_.has_joint_prediction() || (!single.empty() && single.Get(0).has_object_id());
    std::vector<std::string> passed_over;
    const absl::Status status =
        is_prediction_ ? ParseWaymo(bytes, predictions_, passed_over) : ParseWaymo(bytes, rollouts_, passed_over);
    if (!status.ok()) return status;
    const std::string& id = is_prediction_ ? predictions_.scenario_id() : rollouts_.scenario_id();
    const int sets =
        is_prediction_ ? predictions_.joint_prediction().joint_trajectories_size() : rollouts_.joint_scenes_size();
    if (sets == 0 && single.empty()) {
      return absl::InvalidArgumentError(absl::StrCat("scenario ", Quote(id), ": has no rollouts and no predictions"));
    }
    if (absl::Status found = folder_.Read(id, scenario_, notes_); !found.ok()) return found;
    notes_.insert(notes_.end(), passed_over.begin(), passed_over.end());
    if (sets > kMostSets) {
      return absl::InvalidArgumentError(absl::StrCat(sets, " rollouts or joint predictions; at most ", kMostSets));
    }
    set_count_ = sets;
    if (is_prediction_ && !single.empty()) return BeginSingle();
    return true;
  }

  // Goes on to the next joint rollout or prediction.
  absl::StatusOr<bool> NextSet() {
    jobs_.clear();
    next_job_ = 0;
    const absl::Status status = is_prediction_ ? BeginJoint(next_set_) : BeginRollout(next_set_);
    ++next_set_;
    if (!status.ok()) return status;
    return true;
  }

  absl::Status BeginRollout(int index) {
    const FieldPath root;
    const FieldPath path = root.Element("joint_scenes", static_cast<size_t>(index));
    edited_ = scenario_;
    const int now = scenario_.current_time_index() + 1;
    // Who is not simulated is there until now.
    for (Track& track : *edited_.mutable_tracks()) {
      track.mutable_states()->DeleteSubrange(now, track.states_size() - now);
    }
    std::vector<bool> is_simulated(static_cast<size_t>(edited_.tracks_size()));
    const auto& simulated = rollouts_.joint_scenes(index).simulated_trajectories();
    if (simulated.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(path.ToString(), ": has no trajectory of any agent"));
    }
    for (int i = 0; i < simulated.size(); ++i) {
      const FieldPath element = path.Element("simulated_trajectories", static_cast<size_t>(i));
      const FieldPath object = element.Field("object_id");
      const absl::StatusOr<int> track = TrackOf(scenario_, object, simulated[i].object_id());
      if (!track.ok()) return track.status();
      if (is_simulated[static_cast<size_t>(*track)]) {
        return absl::InvalidArgumentError(
            absl::StrCat(object.ToString(), ": ", simulated[i].object_id(), " has a trajectory already"));
      }
      const absl::Status status = Move(*track, SimulatedStates(scenario_, *track, element, simulated[i]));
      if (!status.ok()) return status;
      is_simulated[static_cast<size_t>(*track)] = true;
    }
    std::vector<int> judged = {scenario_.sdc_track_index()};
    for (const RequiredPrediction& required : scenario_.tracks_to_predict()) {
      const int track = required.track_index();
      if (std::find(judged.begin(), judged.end(), track) == judged.end()) judged.push_back(track);
    }
    for (const int track : judged) {
      const std::string name = absl::StrCat("rollout ", index);
      std::vector<PlannedMotion> motions;
      if (is_simulated[static_cast<size_t>(track)]) motions.push_back({name, edited_.tracks(track).states()});
      AddJob(absl::StrCat("/", name), track, std::move(motions));
    }
    return absl::OkStatus();
  }

  absl::Status BeginJoint(int index) {
    const FieldPath root;
    const FieldPath joint = root.Field("joint_prediction");
    const FieldPath path = joint.Element("joint_trajectories", static_cast<size_t>(index));
    const ScoredJointTrajectory& scored = predictions_.joint_prediction().joint_trajectories(index);
    edited_ = scenario_;
    std::vector<int> tracks;
    for (const ObjectTrajectory& object : scored.trajectories()) {
      const FieldPath element = path.Element("trajectories", tracks.size());
      const absl::StatusOr<int> track = TrackOf(scenario_, element.Field("object_id"), object.object_id());
      if (!track.ok()) return track.status();
      const absl::Status status =
          Move(*track, PredictedStates(scenario_, *track, element.Field("trajectory"), object.trajectory()));
      if (!status.ok()) return status;
      tracks.push_back(*track);
    }
    for (const int track : tracks) {
      const std::string name = absl::StrCat("joint ", index);
      AddJob(absl::StrCat("/", name), track, {{name, edited_.tracks(track).states(), CostOf(scored.confidence())}});
    }
    return absl::OkStatus();
  }

  absl::StatusOr<bool> BeginSingle() {
    const FieldPath root;
    const FieldPath set = root.Field("single_predictions");
    edited_ = scenario_;
    for (const SingleObjectPrediction& single : predictions_.single_predictions().predictions()) {
      const FieldPath path = set.Element("predictions", jobs_.size());
      const absl::StatusOr<int> track = TrackOf(scenario_, path.Field("object_id"), single.object_id());
      if (!track.ok()) return track.status();
      std::vector<PlannedMotion> motions;
      for (const ScoredTrajectory& mode : single.trajectories()) {
        const FieldPath scored = path.Element("trajectories", motions.size());
        absl::StatusOr<States> states =
            PredictedStates(scenario_, *track, scored.Field("trajectory"), mode.trajectory());
        if (!states.ok()) return states.status();
        ExtendTimes(states->size(), edited_);
        motions.push_back({absl::StrCat("mode ", motions.size()), *std::move(states), CostOf(mode.confidence())});
      }
      AddJob("", *track, std::move(motions));
    }
    return true;
  }

  // Gives a track of the edited scenario other states.
  absl::Status Move(int track, absl::StatusOr<States> states) {
    if (!states.ok()) return states.status();
    ExtendTimes(states->size(), edited_);
    *edited_.mutable_tracks(track)->mutable_states() = *std::move(states);
    return absl::OkStatus();
  }

  // The more confident, the lower; 1 for what is no number.
  static double CostOf(float confidence) { return std::isfinite(confidence) ? 1.0 - confidence : 1.0; }

  void AddJob(const std::string& name, int track, std::vector<PlannedMotion> motions) {
    jobs_.push_back({absl::StrCat(name, "/agent ", scenario_.tracks(track).id()), track, std::move(motions)});
  }

  std::unique_ptr<std::istream> file_;
  google::protobuf::io::IstreamInputStream stream_;
  const std::string path_;
  const ScenarioFolder folder_;
  bool is_lost_ = false;
  // The current record, its scenario, and that as the current rollout or prediction changes it.
  int64_t record_index_ = -1;
  int64_t record_begin_ = 0;
  std::string digest_;
  std::vector<std::string> notes_;
  bool is_prediction_ = false;
  ScenarioRollouts rollouts_;
  ChallengeScenarioPredictions predictions_;
  Scenario scenario_;
  Scenario edited_;
  int next_set_ = 0;
  int set_count_ = 0;
  std::vector<Job> jobs_;
  size_t next_job_ = 0;
};

}  // namespace
}  // namespace waymo

absl::StatusOr<std::unique_ptr<SceneSource>> OpenWaymoSubmission(std::unique_ptr<std::istream> file,
                                                                 const std::string& path,
                                                                 const SceneInputOptions& options) {
  if (options.scenarios.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": is a submission; --scenarios names the folder of the .tfrecord files of its scenarios"));
  }
  absl::StatusOr<waymo::ScenarioFolder> folder = waymo::ScenarioFolder::Open(options.scenarios);
  if (!folder.ok()) return folder.status();
  return std::make_unique<waymo::SubmissionSource>(std::move(file), path, *std::move(folder));
}

}  // namespace collision2d::planner
