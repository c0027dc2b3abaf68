#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// Random scenes of all that TrajectoryChecker knows: several shapes, radii, hypotheses,
// occupancies, timed shapes, times off the grid, heights.
namespace collision2d::planner {

enum class Heights {
  kNone,
  kLevel,   // Spans, and poses at several heights.
  kTilted,  // Also pitch and roll; nothing is rounded then.
  kSolids,  // Also polytopes.
};

enum class Coordinates {
  kReal,    // No distance is within rounding of 0, and no two distances are alike.
  kCoarse,  // Most are multiples of 1/2 m: many shapes touch, and many distances are alike.
};

enum class Parts {
  kNone,
  kSome,  // One or two besides the body, which follow it loosely and turn and tilt on their own.
};

// The same on every machine: no two random numbers are drawn in arguments of one call, whose order
// is the compiler's.
class SceneGenerator {
 public:
  SceneGenerator(uint64_t seed, Heights heights, Coordinates coordinates = Coordinates::kReal,
                 Parts parts = Parts::kNone)
      : heights_(heights),
        is_coarse_(coordinates == Coordinates::kCoarse),
        has_parts_(parts == Parts::kSome),
        engine_(seed) {}

  double Uniform(double low, double high) {
    return low + (high - low) * 0x1p-53 * static_cast<double>(engine_() >> 11);
  }
  // In {low, ..., high}.
  int Integer(int low, int high) { return low + static_cast<int>(engine_() % static_cast<uint64_t>(high - low + 1)); }
  bool Chance(double probability) { return Uniform(0.0, 1.0) < probability; }

  Scene RandomScene() {
    Scene scene;
    scene.time_step_s = Uniform(0.1, 0.5);
    scene.ego.shapes = Shapes(Integer(1, 2), {});
    if (heights_ != Heights::kNone && Chance(0.9)) {
      scene.ego.ground_clearance_m = Chance(0.5) ? 0.0 : Length(0.1, 0.5);
      scene.ego.height_m = scene.ego.ground_clearance_m + Length(0.5, 3.0);
    }
    scene.ego_state = EgoState();
    start_s_ = scene.ego_state->pose.time_s = Chance(0.2) ? 1.7e9 + Uniform(0.0, 1e3) : Uniform(-10.0, 100.0);
    step_s_ = scene.time_step_s;
    for (int i = Integer(0, 4); i > 0; --i) {
      const Vec2 position = Position();
      const std::vector<ConvexPolygon> shapes =
          Shapes(heights_ == Heights::kSolids ? Integer(0, 1) : Integer(1, 2), position);
      const std::optional<HeightSpan> height = Height();
      scene.static_obstacles.push_back({"s", "", shapes, height, Solids(shapes.empty() ? 1 : Integer(0, 1), position)});
    }
    for (int i = Integer(0, 4); i > 0; --i) scene.moving_obstacles.push_back(RandomObstacle());
    if (Chance(0.6)) {
      for (int i = Integer(1, 25); i > 0; --i) scene.drivable_area.push_back(Cell());
    }
    for (int i = 0; i < 8; ++i) {
      Candidate candidate;
      candidate.id = "c";
      // Half of them begin with the cycle.
      const double first_s = start_s_ + (Chance(0.5) ? 0.0 : Uniform(0.0, 2.0));
      candidate.poses = Motion(first_s, Integer(1, 12));
      scene.candidates.push_back(candidate);
    }
    if (has_parts_) AddParts(&scene);
    return scene;
  }

  CheckerOptions RandomOptions() {
    CheckerOptions options;
    options.beyond_prediction = Chance(0.5) ? BeyondPrediction::kAbsent : BeyondPrediction::kHold;
    // The plain checker closes no gaps.
    options.road_gap_m = 0.0;
    options.min_probability = Chance(0.5) ? 0.0 : Uniform(0.0, 1.0);
    return options;
  }

 private:
  bool HasTilt() const { return heights_ == Heights::kTilted || heights_ == Heights::kSolids; }

  // A coordinate or length.
  double Length(double low, double high) {
    const double length = Uniform(low, high);
    return is_coarse_ ? std::round(2.0 * length) / 2.0 : length;
  }

  Vec2 Position() {
    const double x = Length(-15.0, 15.0);
    const double y = Length(-15.0, 15.0);
    return {x, y};
  }

  // Rectangles if coordinates are coarse; points, segments, polygons, about half of them rounded,
  // or else larger; up to 6 m, or 9 m, long.
  ConvexPolygon Shape(Vec2 center) {
    const double size = HasTilt() ? 1.5 : 1.0;
    if (is_coarse_ && Chance(0.6)) {
      const double length_m = 1.0 + Length(0.0, 4.0);
      const double width_m = 1.0 + Length(0.0, 2.0);
      return ConvexPolygon::Rectangle(length_m, width_m, center).value();
    }
    std::vector<Vec2> points;
    for (int i = Chance(0.7) ? Integer(3, 9) : Integer(1, 2); i > 0; --i) {
      points.push_back(center + Vec2{Length(-3.0 * size, 3.0 * size), Length(-1.5 * size, 1.5 * size)});
    }
    return ConvexPolygon::Hull(points, HasTilt() || Chance(0.5) ? 0.0 : Length(0.1, 1.5)).value();
  }

  // A cell of a drivable area.
  ConvexPolygon Cell() {
    const Vec2 center = Position();
    std::vector<Vec2> points;
    for (int i = 6; i > 0; --i) points.push_back(center + Vec2{Length(-12.0, 12.0), Length(-12.0, 12.0)});
    return ConvexPolygon::Hull(points).value();
  }

  // Kerbs, cars and bridges.
  std::optional<HeightSpan> Height() {
    if (heights_ == Heights::kNone || Chance(0.15)) return std::nullopt;
    const double z_min_m = Chance(0.4) ? Length(-1.0, 0.5) : Length(0.0, 4.0);
    return HeightSpan{z_min_m, z_min_m + Length(0.1, 3.0)};
  }

  std::vector<ConvexPolygon> Shapes(int count, Vec2 center) {
    std::vector<ConvexPolygon> shapes;
    for (; count > 0; --count) shapes.push_back(Shape(center + Vec2{Length(-4.0, 4.0), Length(-4.0, 4.0)}));
    return shapes;
  }

  // Wires, wedges and boulders at any height.
  std::vector<Polytope> Solids(int count, Vec2 center) {
    std::vector<Polytope> solids;
    if (heights_ != Heights::kSolids) return solids;
    for (; count > 0; --count) {
      const double base_m = Length(-1.0, 3.5);
      std::vector<solid::Vec3> points;
      for (int i = Chance(0.8) ? Integer(4, 7) : Integer(2, 3); i > 0; --i) {
        const double x = center.x + Uniform(-5.0, 5.0);
        const double y = center.y + Uniform(-3.0, 3.0);
        points.push_back({x, y, base_m + Uniform(0.0, 2.5)});
      }
      solids.push_back(Polytope::FromPoints(points).value());
    }
    return solids;
  }

  // Times from first_s: every third list in whole time steps, as recordings have them.
  std::vector<double> Times(double first_s, int count) {
    const bool whole_steps = Chance(is_coarse_ ? 0.8 : 0.33);
    std::vector<double> times_s = {first_s};
    for (int k = 1; k < count; ++k) {
      times_s.push_back(whole_steps ? first_s + k * step_s_ : times_s.back() + Uniform(0.05, 1.5));
    }
    return times_s;
  }

  // Somewhere across the middle, turning by any angle between poses.
  std::vector<TimedPose> Motion(double first_s, int count) {
    std::vector<TimedPose> poses;
    Vec2 position = Position();
    const bool is_level = !HasTilt() || Chance(0.3);
    // All poses are at 0 m or no two have one height: where a clearance stays the same, rounding
    // would decide when it is first the least.
    const bool is_on_ground = heights_ == Heights::kNone || (heights_ == Heights::kLevel && Chance(0.3));
    const double base_m = is_on_ground ? 0.0 : Length(-1.0, 1.0);
    const Vec2 velocity = {Length(-8.0, 8.0), Length(-8.0, 8.0)};
    double last_s = first_s;
    for (const double time_s : Times(first_s, count)) {
      position = position + (time_s - last_s) * (velocity + Vec2{Uniform(-3.0, 3.0), Uniform(-3.0, 3.0)});
      if (is_coarse_) position = {std::round(position.x), std::round(position.y)};
      last_s = time_s;
      const double yaw_rad = Uniform(-7.0, 7.0);
      poses.push_back({time_s, position, is_coarse_ && Chance(0.8) ? 0.0 : yaw_rad});
      if (heights_ == Heights::kNone) continue;
      poses.back().z_m = is_on_ground ? 0.0 : base_m + Length(-0.5, 0.5);
      if (is_level) continue;
      poses.back().pitch_rad = Uniform(-0.4, 0.4);
      poses.back().roll_rad = Chance(0.3) ? 0.0 : Uniform(-0.4, 0.4);
    }
    return poses;
  }

  void AddParts(Scene* scene) {
    for (int i = Integer(1, 2); i > 0; --i) {
      EgoPart& part = scene->ego.parts.emplace_back();
      part.id = "p";
      part.shapes = Shapes(Integer(1, 2), {});
      if (heights_ != Heights::kNone && Chance(0.5)) {
        part.ground_clearance_m = Length(0.1, 0.5);
        part.height_m = *part.ground_clearance_m + Length(0.5, 3.0);
      }
      const Vec2 behind = {Length(-8.0, 0.0), Length(-2.0, 2.0)};
      for (Candidate& candidate : scene->candidates) {
        std::vector<TimedPose>& poses = candidate.part_poses.emplace_back();
        for (TimedPose pose : candidate.poses) {
          pose.position = pose.ToPose2() * (behind + Vec2{Length(-1.0, 1.0), Length(-1.0, 1.0)});
          if (is_coarse_) pose.position = {std::round(pose.position.x), std::round(pose.position.y)};
          if (!is_coarse_ || Chance(0.2)) pose.yaw_rad += Uniform(-4.0, 4.0);
          if (pose.z_m != 0.0) pose.z_m += Length(-0.5, 0.5);
          if (pose.pitch_rad != 0.0) pose.pitch_rad = Uniform(-0.4, 0.4);
          poses.push_back(pose);
        }
      }
    }
  }

  // Gives some predictions shapes that change. What else is random does not depend on it.
  void ChangeShapes(Prediction* prediction) {
    const std::mt19937_64 engine = engine_;
    if (Chance(0.25)) {
      const std::vector<TimedPose>& poses = prediction->poses;
      // Some change at a pose.
      const double pose_s = poses[Integer(0, static_cast<int>(poses.size()) - 1)].time_s;
      const double first_s = Chance(0.5) ? pose_s : poses.front().time_s + Uniform(-1.0, 1.0);
      for (const double time_s : Times(first_s, Integer(1, 5))) {
        prediction->timed_shapes.push_back({time_s, Shapes(Integer(0, 2), {})});
      }
    }
    engine_ = engine;
  }

  MovingObstacle RandomObstacle() {
    MovingObstacle obstacle;
    obstacle.id = "m";
    obstacle.shapes = Shapes(Integer(1, 2), {});
    obstacle.height = Height();
    obstacle.polytopes = Solids(Integer(0, 1), {});
    for (int i = Integer(1, 3); i > 0; --i) {
      Prediction prediction;
      prediction.probability = Uniform(0.0, 1.0);
      const double first_s = start_s_ + (Chance(0.5) ? 0.0 : Uniform(-2.0, 2.0));
      if (Chance(0.6)) {
        prediction.poses = Motion(first_s, Integer(1, 12));
        ChangeShapes(&prediction);
      } else {
        const Vec2 center = Position();
        for (const double time_s : Times(first_s, Integer(1, 8))) {
          prediction.occupancies.push_back({time_s, Shapes(Integer(0, 2), center)});
        }
      }
      obstacle.predictions.push_back(prediction);
    }
    return obstacle;
  }

  const Heights heights_;
  const bool is_coarse_;
  const bool has_parts_;
  std::mt19937_64 engine_;
  double start_s_ = 0.0;
  double step_s_ = 0.0;
};

}  // namespace collision2d::planner
