// The scenes whose candidates are to be sampled.

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "collision2d/v1/scene.pb.h"
#include "testdata/scene_parts.h"
#include "testdata/test_scenes.h"

namespace collision2d::testdata {
namespace {

constexpr double kHalfLane_m = 0.5 * kLaneWidth_m;

// Uniform in [low, high), in steps of 1 cm; the standard library's distributions differ between
// implementations.
double RandomBetween(double low, double high, std::mt19937_64& random) {
  const auto steps = static_cast<uint64_t>(std::round((high - low) * 100.0));
  return Rounded(low + 0.01 * static_cast<double>(random() % steps));
}

// One occupancy: the stretch of a lane that a car can reach by time_s, in pieces short enough to
// follow the bend.
void AddReachableStretch(const Arc& arc, double time_s, double from_m, double to_m, double lateral_m,
                         v1::Prediction& prediction) {
  constexpr double kLongestPiece_m = 10.0;
  constexpr double kHalfWidth_m = 0.5 * kCarWidth_m + 0.1;
  v1::TimedOccupancy& occupancy = *prediction.add_occupancies();
  occupancy.set_time_s(time_s);
  const int pieces = static_cast<int>(std::ceil((to_m - from_m) / kLongestPiece_m));
  for (int i = 0; i < pieces; ++i) {
    const double begin_m = from_m + (to_m - from_m) * i / pieces;
    const double end_m = from_m + (to_m - from_m) * (i + 1) / pieces;
    v1::Polygon& polygon = *occupancy.add_shapes()->mutable_polygon();
    for (const auto& [station, lateral] :
         {std::pair(begin_m, lateral_m - kHalfWidth_m), std::pair(end_m, lateral_m - kHalfWidth_m),
          std::pair(end_m, lateral_m + kHalfWidth_m), std::pair(begin_m, lateral_m + kHalfWidth_m)}) {
      const Arc::Pose corner = arc.At(station, lateral);
      AddVertex(corner.x_m, corner.y_m, polygon);
    }
  }
}

v1::Prediction& AddMovingSet(const std::string& id, const std::string& type, v1::Scene& scene) {
  v1::MovingObstacle& obstacle = *scene.add_moving_obstacles();
  obstacle.set_id(id);
  obstacle.set_type(type);
  v1::Prediction& prediction = *scene.add_predictions();
  prediction.set_obstacle_id(id);
  return prediction;
}

// A car in the left lane at station 80 m, towards the ego vehicle with 8 m/s, that may brake (8
// m/s^2) or accelerate (2 m/s^2).
void AddOncomingSet(const Arc& lane, v1::Scene& scene) {
  v1::Prediction& prediction = AddMovingSet("oncoming", "car", scene);
  for (int i = 0; i <= 10; ++i) {
    const double time_s = 0.5 * i;
    const Motion accelerating{80.0, 0.0, 8.0, 2.0, 0.0, true};
    const Motion braking{80.0, 0.0, 8.0, -8.0, 0.0, true};
    AddReachableStretch(lane, time_s, accelerating.StationAt(time_s) - 0.5 * kCarLength_m,
                        braking.StationAt(time_s) + 0.5 * kCarLength_m, kLaneWidth_m, prediction);
  }
}

// A pedestrian who may go anywhere with 0.5 m/s, and has left after 3 s.
void AddWalkerSet(const Arc::Pose& place, v1::Scene& scene) {
  v1::Prediction& prediction = AddMovingSet("walker", "pedestrian", scene);
  for (int i = 0; i <= 6; ++i) {
    const double time_s = 0.5 * i;
    v1::TimedOccupancy& occupancy = *prediction.add_occupancies();
    occupancy.set_time_s(time_s);
    if (i == 6) continue;
    v1::Disc& disc = *occupancy.add_shapes()->mutable_disc();
    disc.mutable_center()->set_x(place.x_m);
    disc.mutable_center()->set_y(place.y_m);
    disc.set_radius_m(Rounded(0.35 + 0.5 * time_s));
  }
}

struct Vehicle {
  Motion motion;
  bool is_truck;
};

// Nine vehicles in three lanes.
std::vector<Vehicle> RandomVehicles(uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Vehicle> vehicles;
  for (int i = 0; i < 9; ++i) {
    const double station = -50.0 + 40.0 * (i / 3) + RandomBetween(0.0, 12.0, random);
    const double lateral = kLaneWidth_m * (i % 3);
    // The ego vehicle's own place stays free.
    const bool is_near_ego = i % 3 == 0 && std::abs(station) < 20.0;
    const double speed = RandomBetween(17.0, 24.0, random);
    vehicles.push_back({{is_near_ego ? station + 30.0 : station, lateral, speed, RandomBetween(-1.0, 1.0, random)},
                        random() % 4 == 0});
  }
  return vehicles;
}

}  // namespace

v1::Scene LeadCarBrakes() {
  const Arc lane;
  v1::Scene scene = SceneWithCar("lead_car_brakes", lane, 15.0);
  AddRoad(lane, 150.0, -kHalfLane_m, 3.0 * kHalfLane_m, scene);
  AddCar("lead", lane, {40.0, 0.0, 14.0, -4.0}, 0.1, scene);
  AddCar("left", lane, {-12.0, kLaneWidth_m, 16.0}, 0.5, scene);
  scene.set_desired_speed_mps(15.0);
  return scene;
}

v1::Scene CrossingTraffic() {
  const Arc lane;
  v1::Scene scene = SceneWithCar("crossing_traffic", lane, 10.0);
  AddRoad(lane, 100.0, -kHalfLane_m, 3.0 * kHalfLane_m, scene);
  // The crossing road's lanes at x = 38.25 m (downward) and 41.75 m (upward).
  const Arc from_left{38.25, 60.0, -M_PI_2};
  const Arc from_right{41.75, -60.0, M_PI_2};
  AddCar("from_left", from_left, {20.0, 0.0, 11.0}, 0.1, scene);
  AddCar("from_right_1", from_right, {25.0, 0.0, 9.0}, 0.1, scene);
  AddCar("from_right_2", from_right, {10.0, 0.0, 9.0, 0.5}, 0.1, scene);
  AddPedestrian("walker", scene);
  AddPrediction("walker", {48.0, -8.0, M_PI_2}, {0.0, 0.0, 1.4}, 1.0, scene);
  AddRectangle(20.0, 14.0, 22.0, 17.0, 0.0, AddStatic("house_left", "building", scene));
  v1::StaticObstacle& house = AddStatic("house_right", "building", scene);
  v1::Polygon& outline = *house.add_shapes()->mutable_polygon();
  for (const auto& [x, y] : {std::pair(8.0, -20.0), std::pair(32.0, -20.0), std::pair(32.0, -9.0),
                             std::pair(28.0, -5.0), std::pair(8.0, -5.0)}) {
    AddVertex(x, y, outline);
  }
  house.mutable_height()->set_z_max_m(9.0);
  scene.set_desired_speed_mps(12.0);
  return scene;
}

v1::Scene ParkedCarsNarrowGap(uint64_t seed) {
  std::mt19937_64 random(seed);
  const Arc lane{0.0, 0.0, 0.0, 1.0 / 200.0};
  v1::Scene scene = SceneWithCar("parked_cars_narrow_gap", lane, 6.0);
  AddRoad(lane, 90.0, -4.5, 4.5, scene);
  for (int i = 0; i < 12; ++i) {
    const bool is_left = i % 2 == 0;
    // A lane of about 2.9 m stays free between the two rows.
    const double lateral = (is_left ? 1.0 : -1.0) * RandomBetween(2.3, 2.5, random);
    const Arc::Pose pose = lane.At(15.0 + 5.5 * i + RandomBetween(-0.3, 0.3, random), lateral);
    v1::StaticObstacle& car = AddStatic(absl::StrCat("parked_", i), "parkedVehicle", scene);
    AddRectangle(kCarLength_m, kCarWidth_m, pose.x_m, pose.y_m, pose.yaw_rad + RandomBetween(-0.03, 0.03, random), car);
    car.mutable_height()->set_z_max_m(1.5);
  }
  const Arc::Pose bollard = lane.At(84.0, 1.9);
  v1::Disc& disc = *AddStatic("bollard", "pillar", scene).add_shapes()->mutable_disc();
  disc.mutable_center()->set_x(bollard.x_m);
  disc.mutable_center()->set_y(bollard.y_m);
  disc.set_radius_m(0.15);
  scene.set_desired_speed_mps(6.0);
  return scene;
}

v1::Scene SetBasedOccupancies() {
  const Arc lane{10.0, -5.0, 0.4, -1.0 / 120.0};
  v1::Scene scene = SceneWithCar("set_based_occupancies", lane, 9.0);
  AddRoad(lane, 110.0, -kHalfLane_m, 3.0 * kHalfLane_m, scene);
  AddOncomingSet(lane, scene);
  AddWalkerSet(lane.At(45.0, -3.0), scene);
  scene.set_desired_speed_mps(10.0);
  return scene;
}

v1::Scene SeveralHypotheses() {
  const Arc lane{0.0, 0.0, -0.3, 1.0 / 150.0};
  v1::Scene scene = SceneWithCar("several_hypotheses", lane, 11.0);
  AddRoad(lane, 120.0, -kHalfLane_m, 3.0 * kHalfLane_m, scene);
  AddMovingRectangle("cyclist", "bicycle", 1.8, 0.6, 1.8, scene);
  AddPrediction("cyclist", lane, {22.0, -1.2, 5.0}, 0.25, scene).set_probability(0.6);
  AddPrediction("cyclist", lane, {22.0, -1.2, 5.0, 0.0, 1.2}, 0.25, scene).set_probability(0.3);
  AddPrediction("cyclist", lane, {22.0, -1.2, 5.0, -2.5}, 0.25, scene).set_probability(0.1);
  AddMovingRectangle("van", "car", 5.5, 2.0, 2.4, scene);
  AddPrediction("van", lane, {75.0, kLaneWidth_m, 9.0, 0.0, 0.0, true}, 0.25, scene).set_probability(0.8);
  AddPrediction("van", lane, {75.0, kLaneWidth_m, 9.0, -3.0, 0.0, true}, 0.25, scene).set_probability(0.2);
  scene.mutable_sampling_request()->set_time_step_s(0.2);
  for (const double offset_m : {-0.5, 0.0, 0.5, 1.0, 2.0, 3.5}) {
    scene.mutable_sampling_request()->add_lateral_offsets_m(offset_m);
  }
  for (const double speed_mps : {3.0, 6.0, 9.0, 12.0}) scene.mutable_sampling_request()->add_end_speeds_mps(speed_mps);
  for (const double horizon_s : {3.0, 4.0, 5.0}) scene.mutable_sampling_request()->add_horizons_s(horizon_s);
  scene.mutable_sampling_request()->add_stop_distances_m(18.0);
  scene.set_desired_speed_mps(11.0);
  return scene;
}

v1::Scene OvertakeWithOncomingCar() {
  const Arc lane{-20.0, 30.0, 0.8, -1.0 / 250.0};
  v1::Scene scene = SceneWithCar("overtake_with_oncoming_car", lane, 12.0);
  AddRoad(lane, 160.0, -kHalfLane_m, 3.0 * kHalfLane_m, scene);
  const Arc::Pose stop = lane.At(45.0, -0.2);
  AddRectangle(8.5, 2.5, stop.x_m, stop.y_m, stop.yaw_rad, AddStatic("delivery_truck", "truck", scene));
  AddCar("oncoming", lane, {120.0, kLaneWidth_m, 13.0, 0.0, 0.0, true}, 0.1, scene);
  scene.set_desired_speed_mps(13.0);
  return scene;
}

std::vector<v1::Scene> TrafficRecording(uint64_t seed) {
  const std::vector<Vehicle> vehicles = RandomVehicles(seed);
  const Arc lane{1000.0, -2000.0, 2.2, 1.0 / 600.0};
  std::vector<v1::Scene> scenes;
  for (int cycle = 0; cycle < 3; ++cycle) {
    const double begin_s = cycle;
    const Arc::Pose here = lane.At(20.0 * begin_s);
    // The ego vehicle drives 20 m/s along the lane; the road ahead moves with it.
    const Arc ahead{here.x_m, here.y_m, here.yaw_rad, lane.curvature};
    v1::Scene scene = SceneWithCar(absl::StrCat("recording_", cycle), ahead, 20.0);
    scene.mutable_ego_state()->set_time_s(begin_s);
    AddRoad(ahead, 150.0, -kHalfLane_m, 5.0 * kHalfLane_m, scene);
    for (int i = 0; i < static_cast<int>(vehicles.size()); ++i) {
      const std::string id = absl::StrCat("vehicle_", i);
      Motion motion = vehicles[i].motion;
      motion.station_m = motion.StationAt(begin_s) - 20.0 * begin_s;
      motion.speed_mps += motion.acceleration_mps2 * begin_s;
      if (vehicles[i].is_truck) AddMovingRectangle(id, "truck", 12.0, 2.5, 3.8, scene);
      if (!vehicles[i].is_truck) AddMovingRectangle(id, "car", kCarLength_m, kCarWidth_m, 1.5, scene);
      AddPrediction(id, ahead, motion, 0.25, scene);
    }
    scene.set_desired_speed_mps(22.0);
    scenes.push_back(scene);
  }
  return scenes;
}

v1::Scene ThreeLaneTraffic(uint64_t seed) {
  v1::Scene scene = TrafficRecording(seed + 1).front();
  scene.set_id("three_lane_traffic");
  return scene;
}

}  // namespace collision2d::testdata
