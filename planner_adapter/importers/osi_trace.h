// Frames of an ASAM OSI trace, put together to a scene.
#pragma once

#include <cstdint>
#include <map>
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
#include "planner_adapter/importers/osi.pb.h"
#include "planner_adapter/importers/polygon_repair.h"
#include "planner_adapter/importers/scene_source.h"

namespace collision2d::planner {

// Makes one scene of frames (osi3.GroundTruth) in their order; docs/recordings.md says what becomes
// of what. The scene's clock is 0 at the first frame, its heights are above the ground below the
// host vehicle there.
// Memory: the scene, and each different description of what does not move.
class OsiTrace {
 public:
  // Adds what the frame says of things that do not move, and nothing else.
  // Errors (InvalidArgument), below: begin with the field's path, as "lane[2].id".
  absl::Status AddSurroundings(const osi::GroundTruth& frame);

  // Adds the frame. Errors: a field that is missing or illegal, the time runs back, two objects
  // with one id, no host vehicle.
  absl::Status AddFrame(const osi::GroundTruth& frame);

  bool has_frames() const { return frames_ > 0; }

  // Returns the scene, without digest; its id is the first frame's time and the host's id, since
  // traces have no names. REQUIRES: has_frames().
  SceneInput Finish();

 private:
  // What is known of a moving object.
  struct Track {
    v1::MovingObstacle* obstacle = nullptr;  // Null: the host vehicle.
    v1::Prediction* prediction = nullptr;
    int64_t last_frame = -1;
    std::string first_shape, shape;  // As ShapeKey; of the obstacle, and in force.
  };

  absl::Status AddObject(const osi::MovingObject& object, double time_s);
  absl::Status AddHost(const osi::MovingObject& object, double time_s);
  void AddPose(const osi::Vector3d& position, const osi::Orientation3d* orientation, double half_height_m,
               Vec2 reference, double time_s, v1::PackedPoses* poses);
  absl::Status AddFuture(const osi::MovingObject& object, double half_height_m, Vec2 reference, v1::PackedPoses* poses);
  absl::Status AddShapes(const osi::BaseMoving& base, Vec2 reference,
                         google::protobuf::RepeatedPtrField<v1::Shape>* out);
  absl::Status AddStationary(const osi::StationaryObject& object);
  absl::Status AddBoundary(const osi::LaneBoundary& boundary);
  absl::Status AddLight(const osi::TrafficLight& light);
  void AddLane(const osi::Lane& lane);
  void AddRoad();
  void AddReferencePath();
  void AddNotes(std::vector<std::string>* notes) const;
  template <typename Message, typename Add>
  absl::Status AddNew(const google::protobuf::RepeatedPtrField<std::string>& list, absl::string_view field,
                      const Add& add);

  struct Boundary {
    std::vector<Vec2> points;
    int type = 0;
    bool is_left = false, is_right = false;  // Of some lane.
  };

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
  absl::flat_hash_set<uint64_t> stationary_ids_;
  absl::flat_hash_set<std::string> known_;  // Serialized things that do not move.
  std::map<uint64_t, Boundary> boundaries_;
  std::vector<std::pair<uint64_t, bool>> sides_;  // Boundaries of lanes; true: on the left.
  absl::flat_hash_set<uint64_t> light_ids_;
  PolygonRepairs repairs_;
  std::string scratch_;
  // Counts for notes.
  int64_t gaps_ = 0, level_ = 0, overturned_ = 0, changed_stationary_ = 0, changed_lights_ = 0, short_lines_ = 0;
  int64_t dangling_ = 0, sideless_ = 0, host_changes_ = 0, implausible_ = 0, trailer_poses_ = 0;
  std::map<int, int64_t> unused_fields_;
};

}  // namespace collision2d::planner
