// The scenes whose candidates are given.

#include <cmath>

#include "proto/scene.pb.h"
#include "testdata/scene_parts.h"
#include "testdata/test_scenes.h"

namespace collision2d::testdata {

proto::Scene TruckAndTrailer() {
  const Arc lane;
  proto::Scene scene = SceneWithCar("truck_and_trailer", lane, 5.0);
  // The reference point is the tractor's rear axle; the trailer's outline is that of the straight combination.
  scene.mutable_ego()->clear_shapes();
  AddEgoRectangle(6.0, 2.5, 1.8, scene);
  AddEgoRectangle(13.6, 2.55, -5.4, scene);
  scene.mutable_ego()->set_height_m(4.0);
  scene.mutable_ego()->set_wheelbase_m(3.8);
  // A yard; the trailer reaches 12.2 m behind the reference point.
  proto::Polygon& yard = *scene.add_drivable_area();
  AddVertex(-20.0, -8.0, yard);
  AddVertex(50.0, -8.0, yard);
  AddVertex(50.0, 8.0, yard);
  AddVertex(-20.0, 8.0, yard);
  AddRectangle(12.0, 3.0, 20.0, 4.0, 0.0, AddStatic("loading_dock", "building", scene));
  proto::Disc& post = *AddStatic("post", "pillar", scene).add_shapes()->mutable_disc();
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

proto::Scene TouchingWall() {
  const Arc lane;
  proto::Scene scene = SceneWithCar("touching_wall", lane, 4.0);
  // 4 m x 2 m around the reference point: with the candidates' coordinates every corner is exact in binary.
  scene.mutable_ego()->clear_shapes();
  AddEgoRectangle(4.0, 2.0, 0.0, scene);
  proto::Polygon& wall = *AddStatic("wall", "building", scene).add_shapes()->mutable_polygon();
  AddVertex(-10.0, 1.0, wall);
  AddVertex(50.0, 1.0, wall);
  AddVertex(50.0, 2.0, wall);
  AddVertex(-10.0, 2.0, wall);
  // Its left upper corner is met by the right front corner of a body at (10, -4).
  proto::Polygon& box = *AddStatic("box", "building", scene).add_shapes()->mutable_polygon();
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

proto::Scene FarFromTheOrigin() {
  // Map coordinates of a UTM zone.
  constexpr double kX_m = 450123.25;
  constexpr double kY_m = 5400987.5;
  const Arc lane{kX_m, kY_m};
  proto::Scene scene = SceneWithCar("far_from_the_origin", lane, 10.0);
  AddRoad(lane, 80.0, -3.0, 3.0, scene);
  // Beside the car, whose half width is 0.9 m.
  proto::Polygon& wall = *AddStatic("wall", "building", scene).add_shapes()->mutable_polygon();
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

}  // namespace collision2d::testdata
