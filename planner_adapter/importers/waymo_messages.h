// The messages of the Waymo Open Motion Dataset and its challenges, by the numbers of their fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "planner_adapter/io/wire_reader.h"

// Lengths in m, angles in rad, speeds in m/s, unless a name says otherwise. What is not set is 0.
namespace collision2d::planner::waymo {

// Declares the name of a message and its fields, which FIELDS lists: field(1, "x", x).
#define WAYMO_MESSAGE(NAME, ...)         \
  static constexpr char kName[] = #NAME; \
  template <typename Visitor>            \
  void Fields(Visitor field) {           \
    __VA_ARGS__;                         \
  }                                      \
  static_assert(true, "takes the semicolon")

struct MapPoint {
  double x = 0.0, y = 0.0, z = 0.0;
  WAYMO_MESSAGE(MapPoint, field(1, "x", x), field(2, "y", y), field(3, "z", z));
};

struct ObjectState {
  double center_x = 0.0, center_y = 0.0, center_z = 0.0;
  float length = 0.0f, width = 0.0f, height = 0.0f, heading = 0.0f, velocity_x = 0.0f, velocity_y = 0.0f;
  bool valid = false;
  WAYMO_MESSAGE(ObjectState, field(2, "center_x", center_x), field(3, "center_y", center_y),
                field(4, "center_z", center_z), field(5, "length", length), field(6, "width", width),
                field(7, "height", height), field(8, "heading", heading), field(9, "velocity_x", velocity_x),
                field(10, "velocity_y", velocity_y), field(11, "valid", valid));
};

struct Track {
  int32_t id = 0, object_type = 0;
  std::vector<ObjectState> states;
  WAYMO_MESSAGE(Track, field(1, "id", id), field(2, "object_type", object_type), field(3, "states", states));
};

struct TrafficSignalLaneState {
  int64_t lane = 0;
  int32_t state = 0;
  std::optional<MapPoint> stop_point;
  WAYMO_MESSAGE(TrafficSignalLaneState, field(1, "lane", lane), field(2, "state", state),
                field(3, "stop_point", stop_point));
};

struct DynamicMapState {
  std::vector<TrafficSignalLaneState> lane_states;
  WAYMO_MESSAGE(DynamicMapState, field(1, "lane_states", lane_states));
};

struct LaneNeighbor {
  int64_t feature_id = 0;
  UnusedField indices, boundaries;
  WAYMO_MESSAGE(LaneNeighbor, field(1, "feature_id", feature_id), field(2, "neighbor indices", indices),
                field(3, "neighbor indices", indices), field(4, "neighbor indices", indices),
                field(5, "neighbor indices", indices), field(6, "neighbor boundaries", boundaries));
};

struct LaneCenter {
  double speed_limit_mph = 0.0;
  int32_t type = 0;
  UnusedField interpolating, boundaries;
  std::vector<MapPoint> polyline;
  std::vector<int64_t> entry_lanes, exit_lanes;
  std::vector<LaneNeighbor> left_neighbors, right_neighbors;
  WAYMO_MESSAGE(LaneCenter, field(1, "speed_limit_mph", speed_limit_mph), field(2, "type", type),
                field(3, "interpolating", interpolating), field(8, "polyline", polyline),
                field(9, "entry_lanes", entry_lanes), field(10, "exit_lanes", exit_lanes),
                field(11, "left_neighbors", left_neighbors), field(12, "right_neighbors", right_neighbors),
                field(13, "lane boundaries", boundaries), field(14, "lane boundaries", boundaries));
};

// A road line or a road edge.
struct Line {
  int32_t type = 0;
  std::vector<MapPoint> polyline;
  WAYMO_MESSAGE(Line, field(1, "type", type), field(2, "polyline", polyline));
};

struct StopSign {
  std::vector<int64_t> lane;
  MapPoint position;
  WAYMO_MESSAGE(StopSign, field(1, "lane", lane), field(2, "position", position));
};

// A crosswalk, a speed bump or a driveway.
struct Area {
  std::vector<MapPoint> polygon;
  WAYMO_MESSAGE(Area, field(1, "polygon", polygon));
};

struct MapFeature {
  int64_t id = 0;
  std::optional<LaneCenter> lane;
  std::optional<Line> road_line, road_edge;
  std::optional<StopSign> stop_sign;
  std::optional<Area> crosswalk, speed_bump, driveway;
  WAYMO_MESSAGE(MapFeature, field(1, "id", id), field(3, "lane", lane), field(4, "road_line", road_line),
                field(5, "road_edge", road_edge), field(7, "stop_sign", stop_sign), field(8, "crosswalk", crosswalk),
                field(9, "speed_bump", speed_bump), field(10, "driveway", driveway));
};

struct RequiredPrediction {
  int32_t track_index = 0;
  UnusedField difficulty;
  WAYMO_MESSAGE(RequiredPrediction, field(1, "track_index", track_index), field(2, "difficulty", difficulty));
};

struct Scenario {
  std::vector<double> timestamps_seconds;
  std::vector<Track> tracks;
  std::vector<int32_t> objects_of_interest;  // Ids.
  std::string scenario_id;
  int32_t sdc_track_index = 0, current_time_index = 0;
  std::vector<DynamicMapState> dynamic_map_states;
  std::vector<MapFeature> map_features;
  std::vector<RequiredPrediction> tracks_to_predict;
  UnusedField laser, camera;
  WAYMO_MESSAGE(Scenario, field(1, "timestamps_seconds", timestamps_seconds), field(2, "tracks", tracks),
                field(4, "objects_of_interest", objects_of_interest), field(5, "scenario_id", scenario_id),
                field(6, "sdc_track_index", sdc_track_index), field(7, "dynamic_map_states", dynamic_map_states),
                field(8, "map_features", map_features), field(10, "current_time_index", current_time_index),
                field(11, "tracks_to_predict", tracks_to_predict), field(12, "compressed_frame_laser_data", laser),
                field(13, "frame_camera_tokens", camera));
};

// The motion of one object in a rollout.
struct SimulatedTrajectory {
  std::vector<float> center_x, center_y, center_z, heading, width, length, height;
  int32_t object_id = 0;
  std::vector<uint8_t> valid;
  UnusedField object_type;
  WAYMO_MESSAGE(SimulatedTrajectory, field(2, "center_x", center_x), field(3, "center_y", center_y),
                field(4, "center_z", center_z), field(5, "heading", heading), field(6, "object_id", object_id),
                field(7, "width", width), field(8, "length", length), field(9, "height", height),
                field(10, "object_type", object_type), field(11, "valid", valid));
};

struct JointScene {
  std::vector<SimulatedTrajectory> simulated_trajectories;
  WAYMO_MESSAGE(JointScene, field(1, "simulated_trajectories", simulated_trajectories));
};

struct ScenarioRollouts {
  std::string scenario_id;
  std::vector<JointScene> joint_scenes;
  WAYMO_MESSAGE(ScenarioRollouts, field(1, "scenario_id", scenario_id), field(2, "joint_scenes", joint_scenes));
};

// The predicted motion of one object: positions each half second.
struct PredictedTrajectory {
  std::vector<float> center_x, center_y;
  WAYMO_MESSAGE(Trajectory, field(2, "center_x", center_x), field(3, "center_y", center_y));
};

struct ScoredTrajectory {
  PredictedTrajectory trajectory;
  float confidence = 0.0f;
  WAYMO_MESSAGE(ScoredTrajectory, field(1, "trajectory", trajectory), field(2, "confidence", confidence));
};

struct SingleObjectPrediction {
  int32_t object_id = 0;
  std::vector<ScoredTrajectory> trajectories;
  WAYMO_MESSAGE(SingleObjectPrediction, field(1, "object_id", object_id), field(2, "trajectories", trajectories));
};

struct PredictionSet {
  std::vector<SingleObjectPrediction> predictions;
  WAYMO_MESSAGE(PredictionSet, field(1, "predictions", predictions));
};

struct ObjectTrajectory {
  int32_t object_id = 0;
  PredictedTrajectory trajectory;
  WAYMO_MESSAGE(ObjectTrajectory, field(1, "object_id", object_id), field(2, "trajectory", trajectory));
};

struct ScoredJointTrajectory {
  std::vector<ObjectTrajectory> trajectories;
  float confidence = 0.0f;
  WAYMO_MESSAGE(ScoredJointTrajectory, field(2, "trajectories", trajectories), field(3, "confidence", confidence));
};

struct JointPrediction {
  std::vector<ScoredJointTrajectory> joint_trajectories;
  WAYMO_MESSAGE(JointPrediction, field(1, "joint_trajectories", joint_trajectories));
};

// Either single predictions or a joint one.
struct ChallengeScenarioPredictions {
  std::string scenario_id;
  PredictionSet single_predictions;
  JointPrediction joint_prediction;
  WAYMO_MESSAGE(ChallengeScenarioPredictions, field(1, "scenario_id", scenario_id),
                field(2, "single_predictions", single_predictions), field(3, "joint_prediction", joint_prediction));
};

#undef WAYMO_MESSAGE

}  // namespace collision2d::planner::waymo
