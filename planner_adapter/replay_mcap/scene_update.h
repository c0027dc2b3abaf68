// Shapes, lines and texts as parts of foxglove.SceneUpdate, serialized.
//
// The messages are composed as bytes, since obstacles are written again at every step and only
// their poses change: the bytes of a shape are made once, and a pose is appended to them.
#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_MCAP_SCENE_UPDATE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_MCAP_SCENE_UPDATE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/shapes/convex_mesh.h"
#include "google/protobuf/descriptor.pb.h"
#include "planner_adapter/mcap/mcap_writer.h"
#include "planner_adapter/replay_mcap/foxglove.pb.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// The frame of all entities: the scene's local frame.
inline constexpr char kSceneFrame[] = "scene";

// Returns the descriptors of foxglove.proto as viewers know them.
const google::protobuf::FileDescriptorSet& FoxgloveFiles();

// 0xRRGGBB, and opacity.
struct DrawingColor {
  uint32_t rgb = 0;
  double alpha = 1.0;
};

foxglove::Timestamp TimestampOf(uint64_t time_ns);

// Sets a pose, with z raised by lift_m.
void SetFoxglovePose(const TimedPose& pose, double lift_m, foxglove::Pose* out);

// The surface and the outline of a shape in its own frame, without poses.
struct DrawnShape {
  std::string surface, outline;
};

// Returns the polygon, between these heights if they are known. Rounded corners are drawn within
// 1 cm, with at most 256 points for a full turn. The outline is opaque.
DrawnShape Draw(const ConvexPolygon& shape, const solid::ZSpan* height, DrawingColor color);
DrawnShape Draw(const solid::ConvexMesh& polytope, DrawingColor color);

// An entity that is being composed, in the frame kSceneFrame.
class DrawnEntity {
 public:
  // The keys of `metadata` differ.
  DrawnEntity(uint64_t time_ns, absl::string_view id,
              absl::Span<const std::pair<absl::string_view, std::string>> metadata);

  // `pose` is a serialized foxglove.Pose.
  void AddShape(const DrawnShape& shape, absl::string_view pose);
  // A width in pixels.
  void AddLine(absl::Span<const Vec2> points, double z_m, DrawingColor color, double width);
  void AddMotion(absl::Span<const TimedPose> poses, double lift_m, DrawingColor color, double width);
  void AddBall(Vec2 center, double z_m, double diameter_m, DrawingColor color);
  void AddText(Vec2 at, double z_m, absl::string_view text, DrawingColor color);

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// A topic of updates, each of which replaces everything on it. What is too large for one message
// goes to TOPIC/1, TOPIC/2, ..., so that no message but that of a larger entity has more than 2
// MiB.
class DrawnTopic {
 public:
  DrawnTopic(std::string topic, McapWriter& writer) : topic_(std::move(topic)), writer_(writer) {}

  // Begins the next update. REQUIRES: time_ns is beyond that of the last one.
  void Begin(uint64_t time_ns);
  // REQUIRES: no other entity of the update has its id.
  absl::Status Add(const DrawnEntity& entity);
  absl::Status End();

 private:
  absl::Status WritePiece();

  std::string topic_;
  McapWriter& writer_;
  uint64_t time_ns_ = 0;
  std::string piece_;
  size_t pieces_ = 0;       // Of this update that are written.
  size_t last_pieces_ = 0;  // Of the last one.
  std::vector<int> channels_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_MCAP_SCENE_UPDATE_H_
