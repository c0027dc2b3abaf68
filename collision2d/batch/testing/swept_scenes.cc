#include "collision2d/batch/testing/swept_scenes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "collision2d/geometry/vec2.h"

namespace collision2d {
namespace {

// How shapes move in a scene over an interval. Those that turn about a point far away have a long
// way.
struct Pace {
  double most_way_m;
  double most_turn_rad;
};

// A pose after the next interval. Every fourth shape stands still; the others turn about their
// centres or about their frames.
Pose2 NextPose(const ConvexPolygon& shape, const Pose2& pose, const Pace& pace, Random* random) {
  if (random->Chance(0.25)) return pose;
  Pose2 turn = Pose2::FromYaw({}, random->Sign() * random->LogUniform(1e-9, 1.0) * pace.most_turn_rad);
  if (random->Chance(0.3)) turn = {};
  const double bearing_rad = random->Angle();
  const double way_m = random->LogUniform(1e-4, 1.0) * pace.most_way_m;
  Pose2 next = Pose2({}, UnitRotation(pose.cos, pose.sin)) * turn;
  next.translation = pose.translation + way_m * Vec2{std::cos(bearing_rad), std::sin(bearing_rad)};
  if (random->Chance(0.5))
    next.translation = next.translation + pose.Rotate(shape.center()) - next.Rotate(shape.center());
  return next;
}

// So far the shapes are from each other, besides outliers.
double Spread(const BatchScene& scene) {
  std::vector<double> distances_m;
  const Vec2 from = scene.world_from_body.empty() ? Vec2{} : scene.world_from_body[0] * scene.body[0].center();
  for (size_t k = 0; k < scene.obstacles.size(); ++k) {
    distances_m.push_back(Norm(scene.world_from_obstacle[k] * scene.obstacles[k].center() - from));
  }
  if (distances_m.empty()) return 1.0;
  std::nth_element(distances_m.begin(), distances_m.begin() + distances_m.size() / 2, distances_m.end());
  return distances_m[distances_m.size() / 2];
}

void AddInterval(const std::vector<Pose2>& from, const std::vector<Pose2>& to, Random* random, SweptScene* scene) {
  const bool has_all = random->Chance(0.6);
  std::vector<const ConvexPolygon*> shapes;
  std::vector<Pose2> start, end;
  for (size_t k = 0; k < from.size(); ++k) {
    if (!has_all && random->Chance(0.4)) continue;
    shapes.push_back(&scene->obstacles[k]);
    start.push_back(from[k]);
    end.push_back(to[k]);
  }
  scene->at_start.push_back(PolygonBatch::Create(shapes, start).value());
  scene->at_end.push_back(PolygonBatch::Create(shapes, end).value());
}

}  // namespace

SweptScene RandomSweptScene(SceneKind kind, int trajectories, int steps, int obstacles, Random* random) {
  BatchScene scene = RandomScene(kind, trajectories, obstacles, random);
  const double spread_m = Spread(scene);
  const bool is_off_centre = kind == SceneKind::kOffCentre || kind == SceneKind::kTouchingOffCentre;
  const Pace pace = {spread_m * random->LogUniform(0.01, 1.5), is_off_centre ? 1e-3 : random->Chance(0.1) ? M_PI : 0.3};
  SweptScene result;
  result.body = std::move(scene.body);
  result.obstacles = std::move(scene.obstacles);
  result.steps = steps;
  if (random->Chance(0.3)) result.options = {random->LogUniform(1e-9, 1e-2), spread_m * random->LogUniform(1e-9, 1e-1)};
  double time_s = random->Chance(0.2) ? 1e6 : 0.0;
  for (int s = 0; s < steps; ++s) result.step_times_s.push_back(time_s += random->LogUniform(0.05, 5.0));
  for (Pose2 pose : scene.world_from_body) {
    for (int s = 0; s < steps; ++s) {
      result.world_from_body.push_back(pose);
      pose = NextPose(result.body[0], pose, pace, random);
    }
  }
  result.tolerance_m = spread_m * random->LogUniform(1e-6, 1e-1);
  result.world_from_obstacle = scene.world_from_obstacle;
  std::vector<Pose2> from = std::move(scene.world_from_obstacle);
  for (int s = 0; s + 1 < steps; ++s) {
    std::vector<Pose2> to = from;
    for (size_t k = 0; k < to.size(); ++k) to[k] = NextPose(result.obstacles[k], from[k], pace, random);
    AddInterval(from, to, random, &result);
    from = std::move(to);
  }
  if (random->Chance(0.5)) {
    for (int i = 0; i < trajectories; ++i) {
      result.lengths.push_back(random->Integer(0, steps));
      for (int s = result.lengths[i]; s < steps; ++s) result.world_from_body[i * steps + s].sin = std::nan("");
    }
  }
  return result;
}

SweptScene RandomStillScene(SceneKind kind, int trajectories, int steps, int obstacles, Random* random) {
  SweptScene scene = RandomSweptScene(kind, trajectories, steps, obstacles, random);
  for (std::vector<PolygonBatch>* batches : {&scene.at_start, &scene.at_end}) {
    for (PolygonBatch& batch : *batches) {
      batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
    }
  }
  return scene;
}

void ChangeObstacles(SweptScene* scene, Random* random) {
  if (scene->obstacles.empty()) return;
  const double absent = random->Uniform(0.0, 0.5);
  const double changed = random->Chance(0.5) ? random->Uniform(0.0, 0.5) : 0.0;
  for (std::vector<PolygonBatch>* const batches : {&scene->at_start, &scene->at_end}) {
    for (PolygonBatch& batch : *batches) {
      std::vector<const ConvexPolygon*> shapes;
      std::vector<Pose2> poses;
      for (int k = 0; k < batch.size(); ++k) {
        shapes.push_back(&batch.shape(k));
        poses.push_back(batch.world_from_shape(k));
        if (random->Chance(changed)) {
          shapes[k] = &scene->obstacles[random->Index(static_cast<int>(scene->obstacles.size()))];
        }
        if (!random->Chance(absent)) continue;
        shapes[k] = nullptr;
        poses[k].cos = std::nan("");
      }
      batch = PolygonBatch::Create(shapes, poses).value();
    }
  }
}

}  // namespace collision2d
