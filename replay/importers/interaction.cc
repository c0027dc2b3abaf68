#include "replay/importers/interaction.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "collision2d/io/text.h"
#include "planner_adapter/scene/scene_limits.h"
#include "replay/importers/commonroad_lanelets.h"
#include "replay/importers/lanelet2.h"
#include "replay/importers/lanelet_route.h"
#include "replay/importers/xml_reader.h"
#include "replay/io/file_bytes.h"

namespace collision2d::planner {
namespace {

// m. As of the vehicles of other data sets.
constexpr double kWheelbase_m = 2.7;

// s. The data set's.
constexpr double kStep_s = 0.1;

// m. A map whose lanelets are all farther away is another one, or has another origin.
constexpr double kFarAway_m = 1e4;

struct TrackPose {
  double time_s = 0.0;
  Vec2 position;
  Vec2 velocity_mps;
  double yaw_rad = 0.0;
};

struct Track {
  std::string case_id, id, type;
  bool is_interesting = false;
  double length_m = 0.0, width_m = 0.0;  // 0: a pedestrian or cyclist.
  std::vector<TrackPose> poses;

  bool is_vehicle() const { return length_m > 0.0; }
};

// The rows of a file by the names of their columns.
class TrackReader {
 public:
  explicit TrackReader(std::vector<Track>& tracks) : tracks_(tracks) {}

  absl::Status Read(absl::string_view bytes, const std::string& path) {
    absl::ConsumePrefix(&bytes, "\xef\xbb\xbf");
    columns_.clear();
    line_ = 0;
    for (absl::string_view line : absl::StrSplit(bytes, '\n')) {
      ++line_;
      line = absl::StripAsciiWhitespace(line);
      if (line.empty()) continue;
      cells_ = absl::StrSplit(line, ',');
      absl::Status status = !IsValidUtf8(line) ? absl::InvalidArgumentError("is not valid UTF-8")
                            : columns_.empty() ? ReadHeader()
                                               : ReadRow();
      if (!status.ok()) {
        return absl::InvalidArgumentError(absl::StrCat(path, ": line ", line_, ": ", status.message()));
      }
    }
    if (columns_.empty()) return absl::InvalidArgumentError(absl::StrCat(path, ": has no rows"));
    return absl::OkStatus();
  }

 private:
  absl::Status ReadHeader() {
    for (size_t i = 0; i < cells_.size(); ++i) {
      const absl::string_view name = absl::StripAsciiWhitespace(cells_[i]);
      if (!columns_.emplace(name, i).second) {
        return absl::InvalidArgumentError(absl::StrCat("column ", Quoted(name), " is there twice"));
      }
    }
    for (const char* name : {"track_id", "timestamp_ms", "agent_type", "x", "y", "vx", "vy"}) {
      if (columns_.count(name) == 0) {
        return absl::InvalidArgumentError(absl::StrCat("there is no column ", name, " as tracks of INTERACTION have"));
      }
    }
    return absl::OkStatus();
  }

  // Returns the text of a cell; empty if there is no such column.
  std::string Cell(absl::string_view name) const {
    const auto column = columns_.find(name);
    return column == columns_.end() ? "" : std::string(absl::StripAsciiWhitespace(cells_[column->second]));
  }

  absl::StatusOr<double> Number(absl::string_view name, double limit) const {
    const std::string text = Cell(name);
    const absl::StatusOr<double> value = ParseNumber(text);
    if (!value.ok()) return absl::InvalidArgumentError(absl::StrCat(name, ": ", value.status().message()));
    if (std::abs(*value) <= limit) return *value;
    return absl::InvalidArgumentError(absl::StrFormat("%s: %g is beyond the limit of %g", name, *value, limit));
  }

  absl::Status ReadRow() {
    if (cells_.size() != columns_.size()) {
      return absl::InvalidArgumentError(absl::StrCat(cells_.size(), " columns, but the header has ", columns_.size()));
    }
    TrackPose pose;
    ASSIGN_OR_RETURN(const double time_ms, Number("timestamp_ms", 1000.0 * kMaxTime_s));
    pose.time_s = time_ms / 1000.0;
    ASSIGN_OR_RETURN(pose.position.x, Number("x", kMaxDistanceFromOrigin_m));
    ASSIGN_OR_RETURN(pose.position.y, Number("y", kMaxDistanceFromOrigin_m));
    ASSIGN_OR_RETURN(pose.velocity_mps.x, Number("vx", kMaxSpeed_mps));
    ASSIGN_OR_RETURN(pose.velocity_mps.y, Number("vy", kMaxSpeed_mps));
    Track track;
    track.id = Cell("track_id");
    if (track.id.empty()) return absl::InvalidArgumentError("track_id: is empty");
    track.case_id = Cell("case_id");
    track.type = Cell("agent_type");
    // Test files write the name with a blank too.
    track.is_interesting = Cell("interesting_agent") == "1" || Cell("interesting agent") == "1";
    if (!Cell("length").empty()) {
      ASSIGN_OR_RETURN(track.length_m, Number("length", kMaxEgoSize_m));
      ASSIGN_OR_RETURN(track.width_m, Number("width", kMaxEgoSize_m));
      if (!(track.length_m > 0.0 && track.width_m > 0.0)) {
        return absl::InvalidArgumentError(
            absl::StrFormat("length, width: %g, %g are no sizes", track.length_m, track.width_m));
      }
      ASSIGN_OR_RETURN(pose.yaw_rad, Number("psi_rad", kMaxYaw_rad));
    } else if (track.type == "car" || track.type == "truck") {
      return absl::InvalidArgumentError(absl::StrCat("length: is empty for a ", track.type));
    }
    return Add(std::move(track), pose);
  }

  absl::Status Add(Track track, const TrackPose& pose) {
    const auto [known, is_new] = index_.emplace(absl::StrCat(track.case_id, "/", track.id), tracks_.size());
    if (is_new) {
      tracks_.push_back(std::move(track));
    } else if (known->second + 1 != tracks_.size()) {
      return absl::InvalidArgumentError(absl::StrCat("track_id: track ", Quoted(track.id), " is in two blocks"));
    } else if (!(pose.time_s > tracks_.back().poses.back().time_s)) {
      return absl::InvalidArgumentError(absl::StrFormat("timestamp_ms: %g does not come after %g", 1000.0 * pose.time_s,
                                                        1000.0 * tracks_.back().poses.back().time_s));
    }
    tracks_.back().poses.push_back(pose);
    return absl::OkStatus();
  }

  std::vector<Track>& tracks_;
  absl::flat_hash_map<std::string, size_t> columns_;
  absl::flat_hash_map<std::string, size_t> index_;  // By case and id.
  std::vector<std::string> cells_;
  int64_t line_ = 0;
};

// A scene to make: a part of a track.
struct Window {
  size_t track = 0;
  size_t begin = 0, end = 0;  // Of its poses.
};

class TrackSource : public SceneSource {
 public:
  TrackSource(std::string path, const SceneInputOptions& options) : path_(std::move(path)), options_(options) {}

  absl::Status Open(std::istream& file) {
    ASSIGN_OR_RETURN(const std::string bytes, ReadToString(file, path_, kMaxImportedBytes));
    bytes_read_ = static_cast<int64_t>(bytes.size());
    digest_ = InputDigest(bytes);
    TrackReader reader(tracks_);
    if (absl::Status status = reader.Read(bytes, path_); !status.ok()) return status;
    if (absl::Status status = ReadPedestrians(reader); !status.ok()) return status;
    if (absl::Status status = ReadMap(); !status.ok()) return status;
    return FindWindows();
  }

  absl::StatusOr<std::optional<ImportedScene>> Next() override {
    if (next_ == windows_.size()) return std::nullopt;
    return Make(windows_[next_++]);
  }
  bool has_records() const override { return true; }
  absl::StatusOr<bool> Skip() override {
    if (next_ == windows_.size()) return false;
    ++next_;
    return true;
  }
  int64_t bytes_read() const override { return bytes_read_; }

 private:
  absl::Status ReadPedestrians(TrackReader& reader) {
    const std::filesystem::path path(path_);
    std::string name = path.filename().string();
    constexpr absl::string_view kVehicles = "vehicle";
    if (!absl::StartsWith(name, kVehicles)) return absl::OkStatus();
    const std::string other = (path.parent_path() / name.replace(0, kVehicles.size(), "pedestrian")).string();
    std::error_code error;
    if (!std::filesystem::exists(other, error)) return absl::OkStatus();
    ASSIGN_OR_RETURN(const std::string bytes, ReadFileToString(other, kMaxImportedBytes));
    digest_ = InputDigest(absl::StrCat(digest_, InputDigest(bytes)));
    return reader.Read(bytes, other);
  }

  absl::Status ReadMap() {
    std::vector<std::string> found;
    if (!options_.map.empty()) {
      found.push_back(options_.map);
    } else {
      std::error_code error;
      const std::filesystem::path folder = std::filesystem::absolute(path_, error).parent_path();
      for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
           entry.increment(error)) {
        if (entry->path().extension() == ".osm") found.push_back(entry->path().string());
      }
    }
    if (found.size() != 1) {
      surroundings_.notes.push_back(absl::StrCat("The road is not known: ", found.size(),
                                                 " maps (.osm) are beside the tracks; --map=FILE names one."));
      return absl::OkStatus();
    }
    ASSIGN_OR_RETURN(const std::string bytes, ReadFileToString(found[0]));
    ImportCounts counts;
    absl::StatusOr<LaneletMap> map = ReadLanelet2(bytes, options_.map_origin, counts, surroundings_);
    if (!map.ok()) return absl::InvalidArgumentError(absl::StrCat(found[0], ": ", map.status().message()));
    map_ = *std::move(map);
    AddLanelets(map_, RoadLanelets::kForVehicles, surroundings_.scene);
    counts.moving_obstacles = static_cast<int64_t>(tracks_.size());
    const std::vector<std::string> notes = NotesOf(counts);
    surroundings_.notes.insert(surroundings_.notes.end(), notes.begin(), notes.end());
    double nearest_m = map_.lanelets.empty() ? 0.0 : kMaxCoordinate_m;
    for (const Lanelet& lanelet : map_.lanelets) {
      nearest_m = std::min(nearest_m, Norm(lanelet.center_line[0] - tracks_[0].poses[0].position));
    }
    if (nearest_m < kFarAway_m) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: begins %.0f m from the tracks of %s; --map_origin=LAT,LON names its origin", found[0], nearest_m, path_));
  }

  absl::Status FindWindows() {
    const bool has_interesting =
        std::any_of(tracks_.begin(), tracks_.end(), [](const Track& track) { return track.is_interesting; });
    std::vector<std::string> ids;
    for (size_t i = 0; i < tracks_.size(); ++i) {
      const Track& track = tracks_[i];
      if (!track.is_vehicle() || (has_interesting && !track.is_interesting)) continue;
      ids.push_back(track.id);
      if (options_.osi_host.has_value() && track.id != absl::StrCat(*options_.osi_host)) continue;
      const std::vector<TrackPose>& poses = track.poses;
      for (size_t begin = 0, end = 0; begin + 1 < poses.size(); begin = end) {
        while (end < poses.size() && poses[end].time_s < poses[begin].time_s + kTrackWindow_s) ++end;
        // The pose at which the next window begins is the last one of this.
        const size_t last = std::min(end + 1, poses.size());
        if (last - begin > 1) windows_.push_back({i, begin, last});
      }
    }
    if (!windows_.empty()) return absl::OkStatus();
    if (ids.empty()) return absl::InvalidArgumentError(absl::StrCat(path_, ": has no vehicle"));
    constexpr size_t kMostNamed = 20;
    if (ids.size() > kMostNamed) {
      ids.resize(kMostNamed);
      ids.push_back("...");
    }
    return absl::InvalidArgumentError(
        absl::StrCat(path_, ": no vehicle with two poses is named by --host; there are: ", absl::StrJoin(ids, ", ")));
  }

  ImportedScene Make(const Window& window) const {
    const Track& ego = tracks_[window.track];
    const TrackPose& first = ego.poses[window.begin];
    const double begin_s = first.time_s;
    const double end_s = ego.poses[window.end - 1].time_s;
    ImportedScene input = {surroundings_.scene, surroundings_.notes, digest_};
    v1::Scene& scene = input.scene;
    scene.set_id(absl::StrCat(std::filesystem::path(path_).stem().string(),
                              ego.case_id.empty() ? "" : absl::StrCat("/case ", ego.case_id), "/track ", ego.id,
                              absl::StrFormat("/%g s", begin_s)));
    scene.set_time_step_s(kStep_s);
    *scene.mutable_ego() = EgoBodyOf({ego.length_m, ego.width_m, 0.0, kWheelbase_m});
    v1::EgoState& state = *scene.mutable_ego_state();
    state.set_x(first.position.x);
    state.set_y(first.position.y);
    state.set_yaw_rad(first.yaw_rad);
    const double speed_mps = Dot(first.velocity_mps, {std::cos(first.yaw_rad), std::sin(first.yaw_rad)});
    state.set_speed_mps(std::max(0.0, speed_mps));
    scene.set_desired_speed_mps(state.speed_mps());
    v1::Candidate& logged = *scene.add_candidates();
    logged.set_id("logged");
    logged.set_is_recorded(true);
    for (size_t i = window.begin; i < window.end; ++i) AddPose(ego.poses[i], begin_s, logged.mutable_packed_poses());
    AddPath(first, ego.poses[window.end - 1].position, input);
    int64_t sizeless = 0;
    for (const Track& track : tracks_) {
      if (&track == &ego || track.case_id != ego.case_id) continue;
      if (AddObstacle(track, begin_s, end_s, scene) && !track.is_vehicle()) ++sizeless;
    }
    if (sizeless > 0) {
      input.notes.push_back(absl::StrFormat("Pedestrians and cyclists, which have no size: discs of radius %g m: %d.",
                                            kPedestrianRadius_m, sizeless));
    }
    input.notes.push_back(absl::StrFormat("The wheelbase of the ego vehicle is assumed to be %g m.", kWheelbase_m));
    return input;
  }

  static void AddPose(const TrackPose& pose, double begin_s, v1::PackedPoses* poses) {
    poses->add_time_s(pose.time_s - begin_s);
    poses->add_x(pose.position.x);
    poses->add_y(pose.position.y);
    poses->add_yaw_rad(pose.yaw_rad);
  }

  void AddPath(const TrackPose& first, Vec2 last, ImportedScene& input) const {
    std::vector<int> goals;
    for (size_t i = 0; i < map_.lanelets.size(); ++i) {
      if (Contains(map_.lanelets[i], last)) goals.push_back(static_cast<int>(i));
    }
    const LaneletPath path = MakeReferencePath(map_, first.position, first.yaw_rad, goals);
    AddPoints(path.points, input.scene.mutable_reference_path());
    input.notes.insert(input.notes.end(), path.notes.begin(), path.notes.end());
  }

  // Adds a track while it is there between two times, each run of steps as a prediction; false if
  // it is not there.
  static bool AddObstacle(const Track& track, double begin_s, double end_s, v1::Scene& scene) {
    v1::Prediction* prediction = nullptr;
    double last_s = 0.0;
    for (const TrackPose& pose : track.poses) {
      if (pose.time_s < begin_s - kSameInstant_s || pose.time_s > end_s + kSameInstant_s) continue;
      if (prediction == nullptr) AddBody(track, scene);
      if (prediction == nullptr || pose.time_s > last_s + 1.5 * kStep_s) {
        prediction = scene.add_predictions();
        prediction->set_obstacle_id(track.id);
      }
      AddPose(pose, begin_s, prediction->mutable_packed_poses());
      last_s = pose.time_s;
    }
    return prediction != nullptr;
  }

  static void AddBody(const Track& track, v1::Scene& scene) {
    v1::MovingObstacle& obstacle = *scene.add_moving_obstacles();
    obstacle.set_id(track.id);
    obstacle.set_type(track.type);
    if (track.is_vehicle()) {
      obstacle.set_kind(track.type == "car" ? v1::OBSTACLE_KIND_CAR : v1::OBSTACLE_KIND_OTHER_VEHICLE);
      v1::Rectangle& box = *obstacle.add_shapes()->mutable_rectangle();
      box.set_length_m(track.length_m);
      box.set_width_m(track.width_m);
    } else {
      obstacle.set_kind(v1::OBSTACLE_KIND_PEDESTRIAN);
      obstacle.add_shapes()->mutable_disc()->set_radius_m(kPedestrianRadius_m);
    }
  }

  std::string path_;
  SceneInputOptions options_;
  std::string digest_;
  int64_t bytes_read_ = 0;
  std::vector<Track> tracks_;
  LaneletMap map_;
  ImportedScene surroundings_;
  std::vector<Window> windows_;
  size_t next_ = 0;
};

}  // namespace

bool IsInteractionTracks(absl::string_view first_bytes) {
  const absl::string_view header = first_bytes.substr(0, first_bytes.find('\n'));
  return absl::StrContains(header, "track_id") && absl::StrContains(header, "timestamp_ms");
}

absl::StatusOr<std::unique_ptr<SceneSource>> OpenInteractionTracks(std::unique_ptr<std::istream> file,
                                                                   const std::string& path,
                                                                   const SceneInputOptions& options) {
  auto source = std::make_unique<TrackSource>(path, options);
  if (absl::Status status = source->Open(*file); !status.ok()) return status;
  return source;
}

}  // namespace collision2d::planner
