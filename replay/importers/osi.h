// Traces of ASAM OSI: files of frames, each of which is put together to a scene.
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/field_checker.h"
#include "replay/importers/osi.pb.h"
#include "replay/importers/polygon_repair.h"
#include "replay/importers/scene_source.h"

namespace collision2d::planner {

// Makes one scene of frames (osi3.GroundTruth) in their order; docs/recordings.md says what becomes
// of what. The scene's clock is 0 at the first frame, its heights are above the ground below the
// host vehicle there.
// Memory: the scene, and each different description of what does not move.
class OsiTrace {
 public:
  OsiTrace(OsiWithoutFuture without_future, std::optional<uint64_t> host)
      : without_future_(without_future), named_host_(host) {}

  // Adds what the frame says of things that do not move, and nothing else.
  // Errors (InvalidArgument), below: begin with the field's path, as "lane[2].id".
  absl::Status AddSurroundings(const osi::GroundTruth& frame);

  // Adds the frame. Numbers that are not there are 0. Errors: a message that is missing, an illegal
  // number, the time runs back, two objects with one id, no host vehicle.
  absl::Status AddFrame(const osi::GroundTruth& frame);

  bool has_frames() const { return frames_ > 0; }

  // Returns the scene, without digest; its id is the first frame's time and the host's id, since
  // traces have no names. REQUIRES: has_frames().
  // Errors (InvalidArgument): a single frame, in which all of an object's future is over, or whose
  // velocity is needed and not finite.
  absl::StatusOr<ImportedScene> Finish();

 private:
  // What is known of a moving object.
  struct Track {
    v1::MovingObstacle* obstacle = nullptr;  // Null: the host vehicle.
    v1::Prediction* prediction = nullptr;
    int64_t last_frame = -1;
    std::string first_shape, shape;  // As ShapeKey; of the obstacle, and in force.
  };

  void CheckCoordinate(const FieldPath& path, bool is_set, double value);
  void CheckLength(const FieldPath& path, bool is_set, double value);
  void CheckPosition(const FieldPath& path, bool is_set, const osi::Vector3d& position);
  void CheckAngles(const FieldPath& path, const osi::Orientation3d& orientation);
  template <typename Base>
  void CheckBase(const FieldPath& path, const Base& base);
  void CheckId(const FieldPath& path, bool is_set, const osi::Identifier& id);
  void CheckTime(const FieldPath& path, bool is_set, const osi::Timestamp& time);
  // `path`: of the object that is added.
  void AddObject(const FieldPath& path, const osi::MovingObject& object, double time_s);
  void AddHost(const FieldPath& path, const osi::MovingObject& object, double time_s);
  // Returns what is wrong with a future that is over, beginning with its field; empty if nothing.
  std::string AddFuture(const FieldPath& path, const osi::MovingObject& object, double half_height_m, Vec2 reference,
                        v1::PackedPoses* poses);
  absl::Status PredictOthers();
  void AddStationary(const FieldPath& path, const osi::StationaryObject& object);
  void AddBoundary(const FieldPath& path, const osi::LaneBoundary& boundary);
  void AddLight(const FieldPath& path, const osi::TrafficLight& light);
  void AddLane(const osi::Lane& lane);
  template <typename Posed>
  void AddPose(const Posed& posed, double half_height_m, Vec2 reference, double time_s, v1::PackedPoses* poses);
  template <typename Base>
  void AddShapes(const FieldPath& path, const Base& base, Vec2 at, double yaw_rad,
                 google::protobuf::RepeatedPtrField<v1::Shape>* out);
  void AddRoad();
  void AddReferencePath();
  void AddNotes(std::vector<std::string>* notes) const;
  template <typename Message, typename Add>
  void AddNew(const google::protobuf::RepeatedPtrField<std::string>& list, absl::string_view field, const Add& add);

  struct Boundary {
    std::vector<Vec2> points;
    int type = 0;
    bool is_left = false, is_right = false;  // Of some lane.
  };

  // Another object of the first frame that has no future there.
  struct Unplanned {
    v1::Prediction* prediction;
    Vec2 velocity_mps;
    std::string path;
  };

  const OsiWithoutFuture without_future_;
  const std::optional<uint64_t> named_host_;
  FieldChecker checker_;  // The first mistake ends the trace.
  v1::Scene scene_;
  int64_t frames_ = 0;
  int64_t zero_seconds_ = 0, zero_nanos_ = 0;
  double last_s_ = 0.0;
  uint64_t host_id_ = 0;
  std::optional<uint64_t> trailer_id_;
  Vec2 host_reference_;  // From the box's centre.
  double host_half_height_m_ = 0.0;
  std::string host_shape_;
  std::optional<double> ground_m_;
  v1::PackedPoses logged_;
  bool is_log_over_ = false;
  absl::flat_hash_map<uint64_t, Track> tracks_;
  // Poses of others, and what they plan from there.
  std::vector<std::pair<v1::PackedPoses*, v1::PackedPoses>> plans_;
  std::vector<Unplanned> unplanned_;
  std::string stale_future_;  // What is wrong with the first one; matters if the frame is the only one.
  double horizon_s_ = 0.0;    // Of the plans in the first frame.
  absl::flat_hash_set<uint64_t> stationary_ids_;
  absl::flat_hash_set<std::string> known_;  // Serialized things that do not move.
  std::map<uint64_t, Boundary> boundaries_;
  std::vector<std::pair<uint64_t, bool>> sides_;  // Boundaries of lanes; true: on the left.
  absl::flat_hash_set<uint64_t> light_ids_;
  PolygonRepairs repairs_;
  std::string scratch_;
  // Counts for notes.
  int64_t gaps_ = 0, level_ = 0, overturned_ = 0, changed_stationary_ = 0, changed_lights_ = 0, short_lines_ = 0;
  int64_t absent_numbers_ = 0, untyped_lanes_ = 0, two_sided_ = 0;
  int64_t dangling_ = 0, sideless_ = 0, host_changes_ = 0, implausible_ = 0, trailer_poses_ = 0;
  std::map<int, int64_t> unused_fields_;
};

// Traces of ASAM OSI 3: osi3.GroundTruth or osi3.SensorView with the ground truth, each message
// after its length in 4 bytes, least significant first (.osi), or in MCAP. A trace is one scene
// (see OsiTrace) of the frames in SceneInputOptions.records; the digest is that of their bytes, one
// after the other. One frame is in memory.
// Errors, as "x.osi: record 3 at byte 1204: moving_object[17].base.position.x: nan is not finite":
// - the file is cut or damaged: the frames before it are a scene, and the error comes after it;
// - a frame that is not such a message, or is illegal: there is no scene.
absl::StatusOr<std::unique_ptr<SceneSource>> OpenOsi(std::unique_ptr<std::istream> file, const std::string& path,
                                                     const SceneInputOptions& options);
absl::StatusOr<std::unique_ptr<SceneSource>> OpenOsiMcap(std::unique_ptr<std::istream> file, const std::string& path,
                                                         const SceneInputOptions& options);

// Returns whether a file that begins so is MCAP.
bool IsMcap(absl::string_view first_bytes);

}  // namespace collision2d::planner
