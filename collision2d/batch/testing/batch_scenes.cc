#include "collision2d/batch/testing/batch_scenes.h"

#include <cmath>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/polygon_generators.h"

namespace collision2d {
namespace {

// `shape` scaled and moved in its own frame, with a radius.
ConvexPolygon Changed(const ConvexPolygon& shape, double scale, Vec2 offset, double radius_m) {
  std::vector<Vec2> vertices;
  for (const Vec2 v : shape.vertices()) vertices.push_back(scale * v + offset);
  // Far from its origin rounding may make vertices collinear.
  return ConvexPolygon::Hull(vertices, radius_m).value();
}

ConvexPolygon RandomShape(SceneKind kind, double scale, Random* random) {
  switch (kind) {
    case SceneKind::kRectangles: {
      const double length_m = random->Uniform(1.5, 3.0);
      const double width_m = random->Uniform(0.8, 1.5);
      return ConvexPolygon::Rectangle(length_m, width_m, {random->Uniform(0.0, 1.5), 0.0}).value();
    }
    case SceneKind::kPolygons:
      return Changed(RegularPolygon(random->Integer(3, 8), 1.0), random->Uniform(0.8, 1.4), {}, 0.0);
    case SceneKind::kTouchingRound: {
      const double radius_m = random->Uniform(0.2, 1.0);
      if (random->Chance(0.4)) return ConvexPolygon::Create({{0.3, 0.1}}, radius_m).value();
      if (random->Chance(0.4)) return ConvexPolygon::Create({{-0.5, 0.2}, {1.0, 0.9}}, radius_m).value();
      const ConvexPolygon rectangle = ConvexPolygon::Rectangle(random->Uniform(0.3, 3.0), 1.5, {0.4, 0.0}).value();
      return Changed(rectangle, 1.0, {}, random->Chance(0.7) ? 0.0 : radius_m);
    }
    case SceneKind::kTouchingSpread:
      if (random->Chance(0.5)) return ConvexPolygon::Create({{0.0, 0.0}}, random->Uniform(0.2, 2.0)).value();
      return RandomPolygon(8, random);
    case SceneKind::kTouchingOffCentre:
    case SceneKind::kOffCentre: {
      const double reach = random->LogUniform(1.0, 1e6);
      return Changed(RandomPolygon(8, random), scale, {random->Sign() * reach, random->Uniform(-reach, reach)}, 0.0);
    }
    default: {
      const double radius_m = random->Chance(0.3) ? scale * random->LogUniform(1e-3, 0.5) : 0.0;
      return Changed(RandomPolygon(random->Chance(0.2) ? 40 : 8, random), scale, {}, radius_m);
    }
  }
}

double Scale(SceneKind kind, Random* random) {
  switch (kind) {
    case SceneKind::kTiny:
      return 1e-3;
    case SceneKind::kMinuscule:
      return random->LogUniform(1e-23, 1e-19);
    case SceneKind::kHuge:
      return 1e4;
    case SceneKind::kMixedScales:
      return random->LogUniform(1e-3, 1e4);
    default:
      return 1.0;
  }
}

// A direction in which no point of the shape is farther than its vertex i.
Vec2 DirectionAtCorner(const ConvexPolygon& shape, int i, Random* random) {
  const Vec2 vertex = shape.vertices()[i];
  const Vec2 before = shape.vertices()[(i + shape.size() - 1) % shape.size()];
  Vec2 direction;
  do {
    const double angle = random->Angle();
    direction = {std::cos(angle), std::sin(angle)};
  } while (Dot(direction, vertex - before) < 0.0 || Dot(direction, vertex - shape.ring()[i + 1]) < 0.0);
  return direction;
}

// The pose of `obstacle`, turned as `turned` is, that puts a vertex of it on an edge or a vertex of
// the body, but for a gap.
Pose2 TouchingPose(SceneKind kind, const ConvexPolygon& body, const Pose2& world_from_body,
                   const ConvexPolygon& obstacle, const Pose2& turned, Random* random) {
  const int i = random->Index(body.size());
  const bool at_corner = kind == SceneKind::kTouchingRound;
  const double along = at_corner || random->Chance(0.5) ? 0.0 : random->Uniform(0.0, 1.0);
  const Vec2 at = (1.0 - along) * body.ring()[i] + along * body.ring()[i + 1];
  const Vec2 vertex = obstacle.vertices()[random->Index(obstacle.size())];
  const double reach_m = body.radius_m() + obstacle.radius_m();
  const double gap_m = random->Chance(0.3) ? 0.0 : random->Sign() * random->LogUniform(1e-15, 1e-3);
  Vec2 outward = body.size() > 1 ? Normalized(at - body.center()) : Vec2{1.0, 0.0};
  if (at_corner) outward = DirectionAtCorner(body, i, random);
  Pose2 pose = turned;
  pose.translation = world_from_body * (at + (reach_m + gap_m) * outward) - turned.Rotate(vertex);
  return pose;
}

bool IsTouching(SceneKind kind) {
  return kind == SceneKind::kTouching || kind == SceneKind::kTouchingSpread || kind == SceneKind::kTouchingOffCentre ||
         kind == SceneKind::kTouchingRound;
}

// The rotation with another length, which is legal.
Pose2 NearlyUnit(Pose2 pose, Random* random) {
  const double length = 1.0 + random->Uniform(-4.9e-13, 4.9e-13);
  pose.cos *= length;
  pose.sin *= length;
  return pose;
}

// A pose that puts the centre of the shape within `reach_m` of `place`.
Pose2 PoseNear(const ConvexPolygon& shape, Vec2 place, double reach_m, Random* random) {
  Pose2 pose = RandomPose(reach_m, random);
  pose.translation = pose.translation + place - pose.Rotate(shape.center());
  return pose;
}

}  // namespace

const char* Name(SceneKind kind) {
  constexpr const char* kNames[kSceneKindCount] = {
      "Rectangles",    "Polygons",   "AnyShapes", "Touching", "TouchingSpread", "TouchingOffCentre",
      "TouchingRound", "ManyShapes", "OffCentre", "FarOut",   "Tiny",           "Minuscule",
      "Huge",          "MixedScales"};
  return kNames[static_cast<int>(kind)];
}

BatchScene RandomScene(SceneKind kind, int pose_count, int obstacle_count, Random* random) {
  BatchScene scene;
  const double reach_m = kind == SceneKind::kTouchingSpread ? random->LogUniform(1e2, 1e5)
                                                            : Scale(kind, random) * random->LogUniform(1.2, 6.0);
  Vec2 place;
  if (kind == SceneKind::kFarOut)
    place = {random->Sign() * (random->Chance(0.5) ? 1e6 : 1e7), random->Uniform(-1e6, 1e6)};
  const int shape_count = kind == SceneKind::kManyShapes ? random->Integer(2, 12) : 1;
  for (int s = 0; s < shape_count; ++s) scene.body.push_back(RandomShape(kind, Scale(kind, random), random));
  const bool rotations_vary = kind == SceneKind::kTouchingOffCentre;
  for (int p = 0; p < pose_count; ++p) {
    const Pose2 pose = PoseNear(scene.body[0], place, reach_m, random);
    scene.world_from_body.push_back(rotations_vary ? NearlyUnit(pose, random) : pose);
  }
  for (int k = 0; k < obstacle_count; ++k) {
    scene.obstacles.push_back(RandomShape(kind, Scale(kind, random), random));
    Pose2 pose = PoseNear(scene.obstacles[k], place, reach_m, random);
    if (rotations_vary) pose = NearlyUnit(pose, random);
    if (IsTouching(kind) && pose_count > 0) {
      pose = TouchingPose(kind, scene.body[0], scene.world_from_body[random->Index(pose_count)], scene.obstacles[k],
                          pose, random);
    }
    if (kind == SceneKind::kMixedScales && k == 1) pose.translation = {1e7, -1e7};
    scene.world_from_obstacle.push_back(pose);
  }
  return scene;
}

}  // namespace collision2d
