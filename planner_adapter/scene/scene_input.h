// A scene as plain structs, before it is validated: what planners fill from their own arrays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "collision2d/batch/occupancy_grid.h"
#include "collision2d/batch/point_set.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// The fields have the names, meanings, frames and limits of collision2d/v1/scene.proto. Positions
// are in the scene frame, those of bodies in their own frame; m, rad, s.
namespace collision2d::planner::input {

struct Polygon {
  std::vector<Vec2> vertices;
  double radius_m = 0.0;
  bool is_contour = false;
};

struct Rectangle {
  double length_m = 0.0;
  double width_m = 0.0;
  Vec2 center = {};
  double yaw_rad = 0.0;
};

struct Disc {
  Vec2 center;
  double radius_m = 0.0;
};

struct Outline {
  std::vector<std::vector<Vec2>> rings;
  double radius_m = 0.0;
};

// std::monostate is refused.
using Shape = std::variant<std::monostate, Polygon, Rectangle, Disc, Outline>;

// Candidates then have part_poses. Heights that are not set are those of the body.
struct EgoPart {
  std::string id;
  std::vector<Shape> shapes;
  std::optional<double> height_m = {};
  std::optional<double> ground_clearance_m = {};
};

struct EgoBody {
  std::vector<Shape> shapes;
  std::optional<double> height_m = {};
  double wheelbase_m = planner::EgoBody().wheelbase_m;
  std::optional<double> ground_clearance_m = {};
  std::vector<EgoPart> parts = {};
};

struct TimedShapes {
  double time_s = 0.0;
  std::vector<Shape> shapes;
};
using TimedOccupancy = TimedShapes;

struct Prediction {
  std::string obstacle_id;
  std::vector<TimedPose> poses;
  double probability = 1.0;
  std::vector<TimedOccupancy> occupancies = {};
  std::vector<TimedShapes> timed_shapes = {};  // In the body frame.
  bool is_assumed = false;                     // See proto Prediction.
};

// Static ones are in the scene frame, moving ones in their body frame.
struct Obstacle {
  std::string id;
  std::string type;
  std::vector<Shape> shapes;
  std::optional<HeightSpan> height = {};
  std::vector<std::vector<solid::Vec3>> polytopes = {};  // The vertices of each.
  ObstacleKind kind = ObstacleKind::kUnspecified;
  std::vector<Prediction> predictions = {};  // Moving ones only; without obstacle_id, or with that of this one.
  std::vector<ObstacleRole> roles = {};      // Moving ones only.
};

// Cell (row, column) has the value values[row * width + column].
struct OccupancyGrid {
  std::string id;
  std::string type;
  Vec2 origin;
  double yaw_rad = 0.0;
  int width = 0;
  int height = 0;
  double cell_size_m = 0.0;
  std::vector<uint8_t> values = {};
  OccupiedValues occupied = {};
};

struct PointSet {
  std::string id;
  std::string type;
  Vec2 origin;
  double yaw_rad = 0.0;
  std::vector<collision2d::PointSet::Point> points = {};
  PointSetOptions options = {};
};

struct Goal {
  std::optional<Interval> time_s;
  std::vector<Shape> area = {};
  std::optional<Interval> yaw_rad = {};
  std::optional<Interval> speed_mps = {};
};

struct Scene {
  std::string id;
  double time_step_s = 0.1;
  EgoBody ego;
  std::optional<EgoState> ego_state;
  std::vector<Vec2> reference_path;
  std::vector<Polygon> drivable_area;
  std::vector<Outline> drivable_outlines = {};
  std::vector<RoadLine> road_borders;
  std::vector<RoadLine> lane_boundaries;
  std::vector<Goal> goals;
  RssParameters rss;
  std::vector<Obstacle> static_obstacles;
  std::vector<OccupancyGrid> grids = {};
  std::vector<PointSet> point_sets = {};
  std::vector<Obstacle> moving_obstacles;
  std::vector<Prediction> predictions;
  std::vector<Candidate> candidates;
  SamplingRequest sampling_request;
  std::optional<double> desired_speed_mps;
  std::vector<RoadFeature> road_features;
  std::vector<Lane> lanes = {};
  Margins margins = {};
  std::vector<Attachment> attachments;
  std::vector<std::string> notes;  // Scene::notes begins with them.
};

}  // namespace collision2d::planner::input
