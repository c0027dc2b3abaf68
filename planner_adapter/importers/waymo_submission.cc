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
constexpr size_t kPredictedSteps = 5;
constexpr size_t kPredictedPositions = 16;

// Rollouts of a scenario; the challenges ask for 32. Each costs a copy of the scenario.
constexpr size_t kMostSets = 1000;

// m. Of shorter ways between predicted positions the direction is noise.
constexpr double kAtRest_m = 0.05;

// A Scenario of which the id alone is read.
struct ScenarioId {
  std::string id;
  UnusedField rest;
  static constexpr char kName[] = "Scenario";
  template <typename Visitor>
  void Fields(Visitor field) {
    field(5, "scenario_id", id);
    for (const uint64_t number : {1, 2, 4, 6, 7, 8, 10, 11, 12, 13}) field(number, "rest", rest);
  }
};

// Returns whether a record has predictions, not rollouts: after its id there is a set of single
// ones, the first field of which is a number (0x08), or a joint one (0x1a).
bool HasPredictions(absl::string_view bytes) {
  const auto passes = [&bytes](char tag, bool enters) {
    if (bytes.empty() || bytes[0] != tag) return false;
    size_t end = 1;
    uint64_t length = 0;
    for (int shift = 0; end < bytes.size() && shift < 35; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes[end++]);
      length |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    bytes.remove_prefix(std::min<uint64_t>(bytes.size(), enters ? end : end + length));
    return true;
  };
  passes('\x0a', /*enters=*/false);
  if (absl::StartsWith(bytes, "\x1a")) return true;
  return passes('\x12', /*enters=*/true) && passes('\x0a', /*enters=*/true) && absl::StartsWith(bytes, "\x08");
}

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
      if (!entry->is_regular_file(error)) continue;
      const absl::Status status = result.Add(entry->path().string());
      if (!status.ok()) return status;
    }
    if (error) return absl::UnavailableError(absl::StrCat(folder, ": ", error.message()));
    return result;
  }

  absl::StatusOr<Scenario> Read(const std::string& id, std::vector<std::string>& notes) const {
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
    absl::StatusOr<Scenario> scenario = ParseScenario(reader.record(), notes);
    if (scenario.ok()) return scenario;
    return absl::InvalidArgumentError(
        absl::StrCat(found->second.path, ": scenario ", Quote(id), ": ", scenario.status().message()));
  }

 private:
  struct Place {
    std::string path;
    int64_t begin = 0;
  };

  // Files of other formats and damaged records are not among the places.
  absl::Status Add(const std::string& path) {
    absl::StatusOr<std::unique_ptr<std::istream>> file = OpenForReading(path);
    if (!file.ok()) return file.status();
    if (!IsTfRecord(FirstBytes(*file, 12))) return absl::OkStatus();
    TfRecordReader reader(**file, path);
    for (int64_t begin = 0; !reader.is_lost(); begin = reader.bytes_read()) {
      const absl::StatusOr<bool> found = reader.Next();
      if (found.ok() && !*found) break;
      ScenarioId scenario;
      if (found.ok() && WireReader(reader.record()).Read(scenario).ok()) places_[scenario.id] = {path, begin};
    }
    return absl::OkStatus();
  }

  std::string folder_;
  absl::flat_hash_map<std::string, Place> places_;
};

// Returns the index of the track with this id.
absl::StatusOr<size_t> TrackOf(const Scenario& scenario, const FieldPath& path, int32_t id) {
  for (size_t i = 0; i < scenario.tracks.size(); ++i) {
    const Track& track = scenario.tracks[i];
    if (track.id != id) continue;
    if (track.states[static_cast<size_t>(scenario.current_time_index)].valid) return i;
    return absl::InvalidArgumentError(absl::StrCat(path.ToString(), ": ", id, " has no state at the current step"));
  }
  return absl::InvalidArgumentError(absl::StrCat(path.ToString(), ": ", id, " is the id of no track"));
}

// Adds times after the last one until there are `count`.
void ExtendTimes(size_t count, Scenario& scenario) {
  std::vector<double>& times = scenario.timestamps_seconds;
  while (times.size() < count) times.push_back(times.back() + kStep_s);
}

// Returns the states of a track up to the current step, with room for those of `count` more.
std::vector<ObjectState> StatesUpToNow(const Scenario& scenario, size_t track, size_t count) {
  const auto current = static_cast<size_t>(scenario.current_time_index);
  std::vector<ObjectState> states(scenario.tracks[track].states.begin(),
                                  scenario.tracks[track].states.begin() + static_cast<int64_t>(current) + 1);
  // The size at the current step holds.
  states.resize(current + 1 + count, states[current]);
  return states;
}

// Returns the states of a track that a rollout gives.
absl::StatusOr<std::vector<ObjectState>> SimulatedStates(const Scenario& scenario, size_t track, const FieldPath& path,
                                                         const SimulatedTrajectory& simulated) {
  const auto current = static_cast<size_t>(scenario.current_time_index);
  FieldChecker checker;
  const size_t count = simulated.center_x.size();
  const auto column = [&](absl::string_view name, const std::vector<float>& values, bool is_optional, double limit) {
    const FieldPath field = path.Field(name);
    if (values.size() != count && !(is_optional && values.empty())) {
      checker.Fail(field, absl::StrCat(values.size(), " values beside ", count, " of center_x"));
    }
    for (size_t i = 0; i < values.size() && checker.ok(); ++i) {
      const FieldPath value = path.Element(name, i);
      if (is_optional) {
        checker.Positive(value, values[i], limit, "m");
      } else {
        checker.Magnitude(value, values[i], limit, "");
      }
    }
  };
  column("center_x", simulated.center_x, false, kMaxCoordinate_m);
  column("center_y", simulated.center_y, false, kMaxCoordinate_m);
  column("center_z", simulated.center_z, false, kMaxCoordinate_m);
  column("heading", simulated.heading, false, kMaxYaw_rad);
  column("width", simulated.width, true, kMaxDistanceFromOrigin_m);
  column("length", simulated.length, true, kMaxDistanceFromOrigin_m);
  column("height", simulated.height, true, kMaxDistanceFromOrigin_m);
  if (!simulated.valid.empty() && simulated.valid.size() != count) {
    checker.Fail(path.Field("valid"), absl::StrCat(simulated.valid.size(), " values beside ", count, " of center_x"));
  }
  // Rollouts have the 80 steps after the current one; generated scenarios have all 91.
  const bool is_whole = count == 91 && count > current + 1;
  if (count != 80 && !is_whole)
    checker.Fail(path.Field("center_x"), absl::StrCat(count, " values; 80 or 91 are needed"));
  if (!checker.ok()) return checker.status();
  const size_t skipped = is_whole ? current + 1 : 0;
  std::vector<ObjectState> states = StatesUpToNow(scenario, track, count - skipped);
  for (size_t i = skipped; i < count; ++i) {
    ObjectState& state = states[current + 1 + i - skipped];
    state.center_x = simulated.center_x[i];
    state.center_y = simulated.center_y[i];
    state.center_z = simulated.center_z[i];
    state.heading = simulated.heading[i];
    if (!simulated.width.empty()) state.width = simulated.width[i];
    if (!simulated.length.empty()) state.length = simulated.length[i];
    if (!simulated.height.empty()) state.height = simulated.height[i];
    state.valid = simulated.valid.empty() || simulated.valid[i] != 0;
  }
  return states;
}

// Returns the states of a track that a prediction gives, straight between its positions, each in
// the direction of travel.
absl::StatusOr<std::vector<ObjectState>> PredictedStates(const Scenario& scenario, size_t track, const FieldPath& path,
                                                         const PredictedTrajectory& predicted) {
  const auto current = static_cast<size_t>(scenario.current_time_index);
  const size_t count = predicted.center_x.size();
  FieldChecker checker;
  if (count != kPredictedPositions || predicted.center_y.size() != count) {
    checker.Fail(path.Field("center_x"), absl::StrCat(count, " values, and ", predicted.center_y.size(),
                                                      " of center_y; ", kPredictedPositions, " are needed"));
  }
  for (size_t i = 0; i < count && checker.ok(); ++i) {
    checker.Magnitude(path.Element("center_x", i), predicted.center_x[i], kMaxCoordinate_m, "m");
    checker.Magnitude(path.Element("center_y", i), predicted.center_y[i], kMaxCoordinate_m, "m");
  }
  if (!checker.ok()) return checker.status();
  std::vector<ObjectState> states = StatesUpToNow(scenario, track, count * kPredictedSteps);
  for (size_t i = 0; i < count; ++i) {
    const ObjectState from = states[current + i * kPredictedSteps];
    const double dx = predicted.center_x[i] - from.center_x;
    const double dy = predicted.center_y[i] - from.center_y;
    const bool moves = std::hypot(dx, dy) > kAtRest_m;
    for (size_t k = 1; k <= kPredictedSteps; ++k) {
      ObjectState& state = states[current + i * kPredictedSteps + k];
      const double fraction = static_cast<double>(k) / kPredictedSteps;
      state.center_x = from.center_x + fraction * dx;
      state.center_y = from.center_y + fraction * dy;
      state.heading = moves ? static_cast<float>(std::atan2(dy, dx)) : from.heading;
    }
  }
  return states;
}

// A scene to make.
struct Job {
  std::string name;  // Behind the scenario's id.
  size_t track = 0;
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
        if (!coded.ReadVarint32(&length) || length > kMaxSceneBytes) {
          return absl::DataLossError(absl::StrCat("a length of ", length, " bytes, or none; the rest is not read"));
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
    is_prediction_ = HasPredictions(bytes);
    rollouts_ = {};
    predictions_ = {};
    WireReader reader(bytes);
    const absl::Status status = is_prediction_ ? reader.Read(predictions_) : reader.Read(rollouts_);
    if (!status.ok()) return status;
    const std::string& id = is_prediction_ ? predictions_.scenario_id : rollouts_.scenario_id;
    absl::StatusOr<Scenario> scenario = folder_.Read(id, notes_);
    if (!scenario.ok()) return scenario.status();
    scenario_ = *std::move(scenario);
    const std::vector<std::string> passed_over = PassedOver(reader);
    notes_.insert(notes_.end(), passed_over.begin(), passed_over.end());
    set_count_ =
        is_prediction_ ? predictions_.joint_prediction.joint_trajectories.size() : rollouts_.joint_scenes.size();
    if (set_count_ > kMostSets) {
      return absl::InvalidArgumentError(
          absl::StrCat(std::exchange(set_count_, 0), " rollouts or joint predictions; at most ", kMostSets));
    }
    if (is_prediction_ && !predictions_.single_predictions.predictions.empty()) return BeginSingle();
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

  absl::Status BeginRollout(size_t index) {
    const FieldPath root;
    const FieldPath path = root.Element("joint_scenes", index);
    edited_ = scenario_;
    const auto current = static_cast<size_t>(scenario_.current_time_index);
    // Who is not simulated is there until now.
    for (Track& track : edited_.tracks) track.states.resize(current + 1);
    const std::vector<SimulatedTrajectory>& simulated = rollouts_.joint_scenes[index].simulated_trajectories;
    std::vector<bool> is_simulated(edited_.tracks.size());
    for (size_t i = 0; i < simulated.size(); ++i) {
      const FieldPath element = path.Element("simulated_trajectories", i);
      const FieldPath object = element.Field("object_id");
      const absl::StatusOr<size_t> track = TrackOf(scenario_, object, simulated[i].object_id);
      if (!track.ok()) return track.status();
      if (is_simulated[*track]) {
        return absl::InvalidArgumentError(
            absl::StrCat(object.ToString(), ": ", simulated[i].object_id, " has a trajectory already"));
      }
      absl::StatusOr<std::vector<ObjectState>> states = SimulatedStates(scenario_, *track, element, simulated[i]);
      if (!states.ok()) return states.status();
      is_simulated[*track] = true;
      edited_.tracks[*track].states = *std::move(states);
      ExtendTimes(edited_.tracks[*track].states.size(), edited_);
    }
    std::vector<size_t> judged = {static_cast<size_t>(scenario_.sdc_track_index)};
    for (const RequiredPrediction& required : scenario_.tracks_to_predict) {
      const auto track = static_cast<size_t>(required.track_index);
      if (std::find(judged.begin(), judged.end(), track) == judged.end()) judged.push_back(track);
    }
    for (const size_t track : judged) {
      if (is_simulated[track])
        AddJob(absl::StrCat("/rollout ", index), track,
               {{absl::StrCat("rollout ", index), edited_.tracks[track].states}});
    }
    if (jobs_.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat(path.ToString(), ": has no trajectory of the ego vehicle or of one to predict"));
    }
    return absl::OkStatus();
  }

  absl::Status BeginJoint(size_t index) {
    const FieldPath root;
    const FieldPath joint = root.Field("joint_prediction");
    const FieldPath path = joint.Element("joint_trajectories", index);
    const ScoredJointTrajectory& scored = predictions_.joint_prediction.joint_trajectories[index];
    edited_ = scenario_;
    std::vector<size_t> tracks;
    for (size_t i = 0; i < scored.trajectories.size(); ++i) {
      const FieldPath element = path.Element("trajectories", i);
      const absl::StatusOr<size_t> track =
          TrackOf(scenario_, element.Field("object_id"), scored.trajectories[i].object_id);
      if (!track.ok()) return track.status();
      absl::StatusOr<std::vector<ObjectState>> states =
          PredictedStates(scenario_, *track, element.Field("trajectory"), scored.trajectories[i].trajectory);
      if (!states.ok()) return states.status();
      edited_.tracks[*track].states = *std::move(states);
      ExtendTimes(edited_.tracks[*track].states.size(), edited_);
      tracks.push_back(*track);
    }
    for (const size_t track : tracks) {
      AddJob(absl::StrCat("/joint ", index), track,
             {{absl::StrCat("joint ", index), edited_.tracks[track].states, CostOf(scored.confidence)}});
    }
    return absl::OkStatus();
  }

  absl::StatusOr<bool> BeginSingle() {
    const FieldPath root;
    const FieldPath set = root.Field("single_predictions");
    edited_ = scenario_;
    for (size_t i = 0; i < predictions_.single_predictions.predictions.size(); ++i) {
      const FieldPath path = set.Element("predictions", i);
      const SingleObjectPrediction& single = predictions_.single_predictions.predictions[i];
      const absl::StatusOr<size_t> track = TrackOf(scenario_, path.Field("object_id"), single.object_id);
      if (!track.ok()) return track.status();
      std::vector<PlannedMotion> motions;
      for (size_t k = 0; k < single.trajectories.size(); ++k) {
        const FieldPath scored = path.Element("trajectories", k);
        absl::StatusOr<std::vector<ObjectState>> states =
            PredictedStates(scenario_, *track, scored.Field("trajectory"), single.trajectories[k].trajectory);
        if (!states.ok()) return states.status();
        ExtendTimes(states->size(), edited_);
        motions.push_back({absl::StrCat("mode ", k), *std::move(states), CostOf(single.trajectories[k].confidence)});
      }
      AddJob("", *track, std::move(motions));
    }
    return true;
  }

  // The more confident, the lower; 1 for what is no number.
  static double CostOf(float confidence) { return std::isfinite(confidence) ? 1.0 - confidence : 1.0; }

  void AddJob(const std::string& name, size_t track, std::vector<PlannedMotion> motions) {
    jobs_.push_back({absl::StrCat(name, "/agent ", scenario_.tracks[track].id), track, std::move(motions)});
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
  size_t next_set_ = 0;
  size_t set_count_ = 0;
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
