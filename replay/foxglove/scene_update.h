// What is drawn, as parts of foxglove.SceneUpdate.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/shapes/convex_mesh.h"
#include "google/protobuf/descriptor.pb.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/foxglove/foxglove.pb.h"
#include "replay/mcap/mcap_writer.h"

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

// Returns a pose, with z raised by lift_m.
foxglove::Pose FoxglovePose(const TimedPose& pose, double lift_m = 0.0);

// Returns an entity in the frame kSceneFrame. The keys of `metadata` differ.
foxglove::SceneEntity MakeEntity(absl::string_view id,
                                 absl::Span<const std::pair<absl::string_view, std::string>> metadata = {});

// Adds a polygon, between these heights if they are known, and its outline, which is opaque.
// Rounded corners are drawn within 1 cm, with at most 256 points for a full turn.
void AddShape(const ConvexPolygon& shape, const solid::ZSpan* height, DrawingColor color, const foxglove::Pose& pose,
              foxglove::SceneEntity* entity);
void AddPolytope(const solid::ConvexMesh& polytope, DrawingColor color, const foxglove::Pose& pose,
                 foxglove::SceneEntity* entity);
// Adds a line through points (each with `position` and z_m), so many pixels wide, raised by lift_m.
void AddLine(absl::Span<const TimedPose> points, double lift_m, DrawingColor color, double width,
             foxglove::SceneEntity* entity);
void AddBall(Vec2 center, double z_m, DrawingColor color, foxglove::SceneEntity* entity);
void AddText(Vec2 at, double z_m, absl::string_view text, DrawingColor color, foxglove::SceneEntity* entity);

// A topic of updates, each of which replaces everything on it. What is too large for one message
// goes to TOPIC/1, TOPIC/2, ..., so that no message but that of a larger entity has more than 2
// MiB.
class DrawnTopic {
 public:
  DrawnTopic(std::string topic, McapWriter& writer) : topic_(std::move(topic)), writer_(writer) {}

  // Begins the next update. REQUIRES: time_ns is beyond that of the last one.
  void Begin(uint64_t time_ns);
  // Sets the time of the entity, and adds it. REQUIRES: no other one of the update has its id.
  void Add(foxglove::SceneEntity&& entity);
  void End();

 private:
  void WritePiece();

  std::string topic_;
  McapWriter& writer_;
  uint64_t time_ns_ = 0;
  foxglove::SceneUpdate piece_;
  size_t piece_bytes_ = 0;
  size_t pieces_ = 0;       // Of this update that are written.
  size_t last_pieces_ = 0;  // Of the last one.
  std::vector<int> channels_;
};

}  // namespace collision2d::planner
