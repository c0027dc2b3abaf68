// The scenes whose candidates are given.

#include <algorithm>
#include <cmath>
#include <string>

#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/trajectory.pb.h"
#include "testdata/scene_parts.h"
#include "testdata/test_scenes.h"

namespace collision2d::testdata {
namespace {

// The road of the scenes with a bridge: it is level for 20 m, sinks by 5 % for 20 m, and is level
// again under the bridge.
constexpr double kRampBegin_m = 20.0;
constexpr double kRampEnd_m = 40.0;
constexpr double kRampSlope = 0.05;
constexpr double kFloor_m = -1.0;

double RoadHeight(double x_m) { return -kRampSlope * (std::clamp(x_m, kRampBegin_m, kRampEnd_m) - kRampBegin_m); }

// A body that stands on its two axles, the rear one being the reference point.
void SetOnRoad(double wheelbase_m, v1::Candidate& candidate) {
  for (v1::TimedPose& pose : *candidate.mutable_poses()) {
    const double rear_m = RoadHeight(pose.x());
    const double front_m = RoadHeight(pose.x() + wheelbase_m * std::cos(pose.yaw_rad()));
    pose.set_z(Rounded(rear_m));
    const double pitch_rad = Rounded(std::atan2(rear_m - front_m, wheelbase_m));
    if (pitch_rad != 0.0) pose.set_pitch_rad(pitch_rad);
  }
}

// An underpass: the same for both vehicles. Heights are above the level road before it, whose floor
// is 1 m lower.
v1::Scene UnderTheBridge(const std::string& id, double length_m, double width_m, double height_m, double wheelbase_m) {
  constexpr double kSpeed_mps = 12.0;
  const Arc lane;
  v1::Scene scene = SceneWithCar(id, lane, kSpeed_mps);
  AddRoad(lane, 80.0, -3.5, 10.5, scene);
  scene.mutable_ego()->clear_shapes();
  AddEgoRectangle(length_m, width_m, 0.5 * wheelbase_m, scene);
  scene.mutable_ego()->set_height_m(height_m);
  scene.mutable_ego()->set_wheelbase_m(wheelbase_m);
  scene.mutable_ego()->set_ground_clearance_m(0.25);
  // 4.2 m above the floor.
  AddRectangle(8.0, 18.0, 54.0, 3.5, 0.0, AddStaticAt("bridge", "bridge", 4.2 + kFloor_m, 5.5 + kFloor_m, scene));
  AddRectangle(8.0, 0.5, 54.0, -5.5, 0.0, AddStaticAt("abutment_right", "building", kFloor_m, 4.2 + kFloor_m, scene));
  AddRectangle(8.0, 0.5, 54.0, 12.5, 0.0, AddStaticAt("abutment_left", "building", kFloor_m, 4.2 + kFloor_m, scene));
  // Over the right lane alone, before the ramp.
  AddRectangle(0.2, 2.0, 12.0, 0.0, 0.0, AddStaticAt("hanging_sign", "trafficSign", 4.5, 5.5, scene));
  // In the two lanes on the left: one that fits between the wheels, and one that is too high.
  AddRectangle(6.0, 0.3, 44.0, 3.5, 0.0, AddStaticAt("low_kerb", "kerb", kFloor_m, kFloor_m + 0.12, scene));
  AddRectangle(6.0, 0.3, 44.0, 7.0, 0.0, AddStaticAt("high_kerb", "kerb", kFloor_m, kFloor_m + 0.3, scene));
  AddStraightCandidate("under_the_bridge", 0.0, 0.0, 0.0, kSpeed_mps, 1.0, scene);
  AddStraightCandidate("stop_before", 0.0, 0.0, 0.0, 7.0, 5.0, scene);
  AddStraightCandidate("over_the_low_kerb", 0.0, 3.5, 0.0, kSpeed_mps, 2.0, scene);
  AddStraightCandidate("onto_the_high_kerb", 0.0, 7.0, 0.0, kSpeed_mps, 3.0, scene);
  for (v1::Candidate& candidate : *scene.mutable_candidates()) SetOnRoad(wheelbase_m, candidate);
  return scene;
}

}  // namespace

v1::Scene TruckAndTrailer() {
  const Arc lane;
  v1::Scene scene = SceneWithCar("truck_and_trailer", lane, 5.0);
  // The reference point is the tractor's rear axle; the trailer's outline is that of the straight
  // combination.
  scene.mutable_ego()->clear_shapes();
  AddEgoRectangle(6.0, 2.5, 1.8, scene);
  AddEgoRectangle(13.6, 2.55, -5.4, scene);
  scene.mutable_ego()->set_height_m(4.0);
  scene.mutable_ego()->set_wheelbase_m(3.8);
  // A yard; the trailer reaches 12.2 m behind the reference point.
  v1::Polygon& yard = *scene.add_drivable_area();
  AddVertex(-20.0, -8.0, yard);
  AddVertex(50.0, -8.0, yard);
  AddVertex(50.0, 8.0, yard);
  AddVertex(-20.0, 8.0, yard);
  AddRectangle(12.0, 3.0, 20.0, 4.0, 0.0, AddStatic("loading_dock", "building", scene));
  v1::Disc& post = *AddStatic("post", "pillar", scene).add_shapes()->mutable_disc();
  post.mutable_center()->set_x(12.0);
  post.mutable_center()->set_y(-1.9);
  post.set_radius_m(0.2);
  AddMovingRectangle("forklift", "car", 2.5, 1.2, 2.2, scene);
  AddPrediction("forklift", {40.0, -6.0, M_PI_2}, {0.0, 0.0, 1.0}, 0.5, scene);
  AddStraightCandidate("straight", 0.0, 0.0, 0.0, 5.0, 1.0, scene);
  AddStraightCandidate("slow", 0.0, 0.0, 0.0, 2.0, 2.0, scene);
  AddStraightCandidate("into_the_dock", 0.0, 0.0, 0.15, 5.0, 3.0, scene);
  AddStraightCandidate("onto_the_post", 0.0, 0.0, -0.06, 5.0, 4.0, scene);
  AddStraightCandidate("stay", 0.0, 0.0, 0.0, 0.0, 9.0, scene);
  return scene;
}

v1::Scene TouchingWall() {
  const Arc lane;
  v1::Scene scene = SceneWithCar("touching_wall", lane, 4.0);
  // 4 m x 2 m around the reference point: with the candidates' coordinates every corner is exact in
  // binary.
  scene.mutable_ego()->clear_shapes();
  AddEgoRectangle(4.0, 2.0, 0.0, scene);
  v1::Polygon& wall = *AddStatic("wall", "building", scene).add_shapes()->mutable_polygon();
  AddVertex(-10.0, 1.0, wall);
  AddVertex(50.0, 1.0, wall);
  AddVertex(50.0, 2.0, wall);
  AddVertex(-10.0, 2.0, wall);
  // Its left upper corner is met by the right front corner of a body at (10, -4).
  v1::Polygon& box = *AddStatic("box", "building", scene).add_shapes()->mutable_polygon();
  AddVertex(12.0, -7.0, box);
  AddVertex(14.0, -7.0, box);
  AddVertex(14.0, -5.0, box);
  AddVertex(12.0, -5.0, box);
  AddStraightCandidate("touches_wall", 0.0, 0.0, 0.0, 4.0, 1.0, scene);
  AddStraightCandidate("clear_by_2^-30_m", 0.0, -0x1p-30, 0.0, 4.0, 2.0, scene);
  AddStraightCandidate("overlaps_by_2^-30_m", 0.0, 0x1p-30, 0.0, 4.0, 3.0, scene);
  AddStraightCandidate("touches_corner", 0.0, -4.0, 0.0, 2.0, 4.0, scene);
  AddStraightCandidate("stops_before_corner", 0.0, -4.5, 0.0, 1.875, 5.0, scene);
  return scene;
}

v1::Scene FarFromTheOrigin() {
  // Map coordinates of a UTM zone.
  constexpr double kX_m = 450123.25;
  constexpr double kY_m = 5400987.5;
  const Arc lane{kX_m, kY_m};
  v1::Scene scene = SceneWithCar("far_from_the_origin", lane, 10.0);
  AddRoad(lane, 80.0, -3.0, 3.0, scene);
  // Beside the car, whose half width is 0.9 m.
  v1::Polygon& wall = *AddStatic("wall", "building", scene).add_shapes()->mutable_polygon();
  const double gap_m = 0.01;
  const double edge_m = kY_m + 0.5 * kCarWidth_m + gap_m;
  AddVertex(kX_m - 10.0, edge_m, wall);
  AddVertex(kX_m + 70.0, edge_m, wall);
  AddVertex(kX_m + 70.0, edge_m + 0.5, wall);
  AddVertex(kX_m - 10.0, edge_m + 0.5, wall);
  AddStraightCandidate("clear_by_1_cm", kX_m, kY_m, 0.0, 10.0, 1.0, scene);
  AddStraightCandidate("overlaps_by_1_cm", kX_m, kY_m + 2.0 * gap_m, 0.0, 10.0, 2.0, scene);
  AddStraightCandidate("clear_by_1_m", kX_m, kY_m - 0.99, 0.0, 10.0, 3.0, scene);
  AddStraightCandidate("turns_into_the_wall", kX_m, kY_m - 0.99, 0.04, 10.0, 4.0, scene);
  return scene;
}

v1::Scene UnderTheBridgeVan() { return UnderTheBridge("under_the_bridge_van", 7.0, 2.1, 3.9, 4.2); }

v1::Scene UnderTheBridgeTruck() { return UnderTheBridge("under_the_bridge_truck", 9.0, 2.5, 4.3, 5.6); }

v1::Scene ThroughTheArch() {
  constexpr double kSpeed_mps = 10.0;
  // m. The gate in an old town wall: 6 m high in the middle, nothing 4 m beside it.
  constexpr double kGate_m = 30.0;
  constexpr double kThickness_m = 1.5;
  constexpr double kTop_m = 6.0;
  constexpr double kHalfWidth_m = 4.0;
  const Arc lane;
  v1::Scene scene = SceneWithCar("through_the_arch", lane, kSpeed_mps);
  AddRoad(lane, 60.0, -4.0, 4.0, scene);
  scene.mutable_ego()->clear_shapes();
  AddEgoRectangle(7.0, 2.1, 2.1, scene);
  scene.mutable_ego()->set_height_m(3.9);
  scene.mutable_ego()->set_wheelbase_m(4.2);
  scene.mutable_ego()->set_ground_clearance_m(0.25);
  v1::StaticObstacle& gate = AddStatic("gate", "building", scene);
  for (const double side : {-1.0, 1.0}) {
    v1::Polytope& haunch = *gate.add_polytopes();
    for (const double x_m : {kGate_m, kGate_m + kThickness_m}) {
      AddVertex(x_m, side * kHalfWidth_m, 0.0, haunch);
      AddVertex(x_m, side * kHalfWidth_m, kTop_m, haunch);
      AddVertex(x_m, 0.0, kTop_m, haunch);
    }
  }
  // Slack: lowest over the middle of the road.
  v1::StaticObstacle& wire = AddStatic("wire", "overheadWire", scene);
  for (const double side : {-1.0, 1.0}) {
    v1::Polytope& half = *wire.add_polytopes();
    AddVertex(15.0, side * 6.0, 5.5, half);
    AddVertex(15.0, 0.0, 4.5, half);
  }
  AddStraightCandidate("through_the_middle", 0.0, 0.0, 0.0, kSpeed_mps, 2.0, scene);
  AddStraightCandidate("on_the_left", 0.0, 1.0, 0.0, kSpeed_mps, 1.0, scene);
  AddStraightCandidate("stop_before", 0.0, 0.0, 0.0, 3.5, 5.0, scene);
  return scene;
}

}  // namespace collision2d::testdata
