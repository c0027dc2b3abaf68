#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/margin.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/shapes/convex_mesh.h"
#include "planner_adapter/scene/elements.h"
#include "planner_adapter/scene/timed_pose.h"

// A validated scene in memory: its shapes and solids, obstacles with their predictions, candidates,
// road and goals. MakeScene makes it and checks the requirements in collision2d/v1/scene.proto;
// here every number is finite, every shape convex, every reference
// resolved and every time list increasing.
//
// Frames: candidates are in the scene frame, that of the data of which the scene was made, and so
// is what is asked and answered about them. Obstacles, predictions, road, goals, ego state and
// reference path are kept in a local frame, which only the library needs to know: its axes are the
// scene's, its origin is `Scene::origin`, near the ego vehicle, so that map coordinates of 10^6 m
// cost no accuracy: scene point = origin + local point.
// Units: m, rad, s.

namespace collision2d::planner {

// A convex body in space together with its ground plan and height span. See proto Polytope.
struct Polytope {
  solid::ConvexMesh mesh;
  ConvexPolygon plan;  // The hull of the vertices' x and y, in the body's frame.
  solid::ZSpan span;   // From the lowest vertex to the highest.

  // Returns the convex hull of the points (m). Errors: as ConvexMesh::FromPoints. Expected O(n
  // log n).
  static absl::StatusOr<Polytope> FromPoints(absl::Span<const solid::Vec3> points);
};

// A time at which trajectories are checked.
struct Instant {
  double time_s;
  int step;  // Whole time steps since the start.
};

// A motion that a planner considers; scene frame.
struct Candidate {
  std::string id;  // Not empty.
  std::vector<TimedPose> poses;
  double cost = 0.0;
  // The poses of each of EgoBody::parts, at the times of `poses`.
  std::vector<std::vector<TimedPose>> part_poses = {};
  bool is_recorded = false;  // True for the recorded motion of the ego vehicle, false for candidates of a planner.

  // Returns the poses of a part of the ego vehicle. See EgoBody.
  const std::vector<TimedPose>& poses_of(int part) const {
    return part == 0 ? poses : part_poses[static_cast<size_t>(part - 1)];
  }
};

// The shapes that an obstacle has from one time on.
struct TimedShapes {
  double time_s = 0.0;
  std::vector<ConvexPolygon> shapes;
};

// The shapes that an obstacle may occupy; local frame.
using TimedOccupancy = TimedShapes;

// One hypothesis about a moving obstacle: exactly one of `poses` and `occupancies` is not empty.
struct Prediction {
  double probability = 1.0;
  std::vector<TimedPose> poses;
  std::vector<TimedOccupancy> occupancies;
  // With poses: from each time until the next, the obstacle has these shapes (body frame) in place
  // of its own shapes and solids; it is absent if there are none.
  std::vector<TimedShapes> timed_shapes = {};
  bool is_assumed = false;  // With poses: those after the first are not predicted. See proto Prediction.
};

// See proto HeightSpan.
using HeightSpan = solid::ZSpan;

// See proto ObstacleKind, which has the same numbers.
enum class ObstacleKind {
  kUnspecified,
  kCar,
  kTruck,
  kBus,
  kTrain,
  kMotorcycle,
  kBicycle,
  kPedestrian,
  kAnimal,
  kOtherVehicle,
  kStructure,
  kWorkZone,
};

// Data that the caller attaches to a scene under a name; it is never interpreted.
struct Attachment {
  std::string name;
  std::string content;
};

struct StaticObstacle {
  std::string id;
  std::string type;
  std::vector<ConvexPolygon> shapes;     // Local frame.
  std::optional<HeightSpan> height;      // The height span of the shapes.
  std::vector<Polytope> polytopes = {};  // Local frame.
  ObstacleKind kind = ObstacleKind::kUnspecified;
  // Not null: the obstacle is a grid or a point set, which has nothing of the above but a name and
  // a type.
  std::shared_ptr<const Elements> elements = nullptr;
};

// See proto ObstacleRole, which has the same numbers.
enum class ObstacleRole { kUnspecified, kToPredict, kOfInterest };

struct MovingObstacle {
  std::string id;
  std::string type;
  std::vector<ConvexPolygon> shapes;     // Body frame.
  std::vector<Prediction> predictions;   // At least one.
  std::optional<HeightSpan> height;      // The height span of the shapes.
  std::vector<Polytope> polytopes = {};  // Body frame.
  ObstacleKind kind = ObstacleKind::kUnspecified;
  std::vector<ObstacleRole> roles = {};
};

// A part of the ego vehicle that has poses of its own, as a trailer.
struct EgoPart {
  std::string id;                                 // Not empty.
  std::vector<ConvexPolygon> shapes;              // In the part's own frame.
  std::optional<double> height_m = {};            // Not set: that of the body.
  std::optional<double> ground_clearance_m = {};  // Not set: that of the body.
};

// Part 0 of the ego vehicle is the body itself; part k > 0 is parts[k - 1].
struct EgoBody {
  std::vector<ConvexPolygon> shapes;  // Body frame.
  std::optional<double> height_m;
  double wheelbase_m = 2.7;
  double ground_clearance_m = 0.0;  // Below height_m; 0 if it is unknown.
  std::vector<EgoPart> parts = {};

  int part_count() const { return 1 + static_cast<int>(parts.size()); }
  const std::vector<ConvexPolygon>& shapes_of(int part) const {
    return part == 0 ? shapes : parts[static_cast<size_t>(part - 1)].shapes;
  }
  // Returns the height span of a part; nullopt if its height is not known.
  std::optional<HeightSpan> height_of(int part) const;
};

struct EgoState {
  TimedPose pose;
  double speed_mps = 0.0;
  double acceleration_mps2 = 0.0;
};

// See proto SamplingRequest. If a list is empty or a value is not set, the sampler's default
// applies.
struct SamplingRequest {
  std::vector<double> lateral_offsets_m;
  std::vector<double> end_speeds_mps;
  std::vector<double> horizons_s;
  std::vector<double> stop_distances_m;
  std::optional<double> time_step_s;
};

// See proto RoadLine. Local frame.
struct RoadLine {
  std::string id;
  std::vector<Vec2> points;
};

// A closed interval: min <= max.
struct Interval {
  double min = 0.0;
  double max = 0.0;
};

// See proto Goal. The area is in the local frame.
struct Goal {
  std::optional<Interval> time_s;
  std::vector<ConvexPolygon> area;
  std::optional<Interval> yaw_rad;
  std::optional<Interval> speed_mps;
};

// See proto RssParameters.
struct RssParameters {
  double response_time_s = 1.0;
  double max_acceleration_mps2 = 3.5;
  double min_braking_mps2 = 4.0;
  double min_braking_correct_mps2 = 3.0;
  double max_braking_mps2 = 8.0;
  double max_lateral_acceleration_mps2 = 0.2;
  double min_lateral_braking_mps2 = 0.8;
  double lateral_fluctuation_m = 0.0;
};

// See proto SignalState, whose aspects have the same numbers.
struct SignalState {
  enum class Aspect { kUnspecified, kStop, kCaution, kGo, kFlashingStop, kFlashingCaution, kOff };
  double time_s = 0.0;
  Aspect aspect = Aspect::kUnspecified;
  bool is_arrow = false;
};

// See proto RoadFeature. Local frame.
struct RoadFeature {
  enum class Kind { kStopLine, kTrafficSign, kTrafficLight, kSpeedLimit, kCrosswalk, kSpeedBump, kDriveway };
  Kind kind = Kind::kStopLine;
  std::string text;
  std::vector<Vec2> points;
  std::vector<SignalState> states = {};
  std::string lane_id = {};
};

// See proto Lane. Local frame.
struct Lane {
  std::string id;
  std::vector<Vec2> points;
  std::string type = {};
  std::optional<double> speed_limit_mps = {};
  std::vector<std::string> successors = {};
};

struct TypeMargin {
  std::string type;
  Margin margin;
};

// Safety margins around the ego vehicle, in its body frame. See proto Margins.
struct Margins {
  Margin body;                      // To every obstacle.
  std::vector<TypeMargin> by_type;  // What obstacles of a type have in addition to that.
  Margin road;                      // To the edge of the road, alone.

  // Returns the margin to obstacles of a type.
  Margin to_type(const std::string& type) const {
    const auto of = std::find_if(by_type.begin(), by_type.end(), [&](const TypeMargin& m) { return m.type == type; });
    return of == by_type.end() ? body : body + of->margin;
  }
  bool any() const { return any_of_obstacles() || !road.is_zero(); }
  bool any_of_obstacles() const {
    return !body.is_zero() ||
           std::any_of(by_type.begin(), by_type.end(), [](const TypeMargin& of) { return !of.margin.is_zero(); });
  }
};

// The version of the schema (Scene.schema_version of collision2d/v1/scene.proto) that this library
// knows. What it writes may need less.
inline constexpr int kSchemaVersion = 3;

struct Scene {
  std::string id;
  Vec2 origin;  // Scene frame; of the local frame. MakeScene chooses it.
  double time_step_s = 0.1;
  EgoBody ego;
  // If not set, the scene can be shown and given candidates can be checked, but none can be
  // sampled.
  std::optional<EgoState> ego_state;
  std::vector<Vec2> reference_path;
  std::vector<ConvexPolygon> drivable_area;
  std::vector<RoadLine> road_borders;     // Empty if drivable_area is not.
  std::vector<RoadLine> lane_boundaries;  // They give names to parts of the drivable area's outline.
  std::vector<Goal> goals;
  RssParameters rss = {};
  std::vector<StaticObstacle> static_obstacles;  // Those with elements are the last.
  std::vector<MovingObstacle> moving_obstacles;
  std::vector<Candidate> candidates;  // Scene frame.
  SamplingRequest sampling_request;
  double desired_speed_mps = 0.0;
  std::vector<RoadFeature> road_features = {};  // Shown, but not used in any check.
  std::vector<Lane> lanes = {};                 // Shown, but not used in any check.
  Margins margins = {};
  std::vector<Attachment> attachments = {};
  std::vector<std::string> notes = {};  // What was passed over or changed in reading it, a sentence each.
};

// Returns the id of an obstacle by its index in the scene's order, static ones first: that of
// Encounter::obstacle and PlacedShape::obstacle.
const std::string& ObstacleId(const Scene& scene, int obstacle);

// Returns when the planning cycle of a scene begins, in s: the time of the ego state; without one,
// the earliest time of its candidates; 0 if it has neither.
double CycleStartTime(const Scene& scene);

// Returns whether the scene gives candidates other than recorded ones, so that none are sampled.
bool HasPlannedCandidates(const Scene& scene);

}  // namespace collision2d::planner
