#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// Scenes that are small enough to be worked out by hand, and the checker's verdicts in them.
namespace collision2d::planner {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

ConvexPolygon Box(double length_m, double width_m, Vec2 center = {});
inline ConvexPolygon TwoMetreBox(Vec2 center = {}) { return Box(2.0, 2.0, center); }
inline ConvexPolygon SquareAt(Vec2 center) { return Box(1.0, 1.0, center); }

// A vehicle of this shape at the origin at 0 s, checked at multiples of the time step, and nothing
// else.
Scene SceneOf(const ConvexPolygon& ego, double time_step_s);

// A vehicle of 4 m x 2 m about its reference point, from 0.25 m to 2 m above the road, and nothing
// else.
Scene SceneWithVehicle(double time_step_s);

void AddStatic(const std::string& id, const ConvexPolygon& shape, std::optional<HeightSpan> height, Scene* scene);
void AddStatic(const std::string& id, const std::vector<ConvexPolygon>& shapes, Scene* scene);

Candidate CandidateOf(std::vector<TimedPose> poses);
// Along the x axis at 1 m/s, x being the time.
Candidate Along(double first_s, double last_s);
// From x = 0 to x = 20 m in 2 s, from one height to the other, with these angles.
Candidate Climbing(double first_z_m, double last_z_m, double pitch_rad = 0.0, double roll_rad = 0.0);

// The options of a check of instants alone.
CheckerOptions InstantsOnly();

// The verdicts of the scene's candidates, of its only one, or of another one. Nothing may be
// refused.
std::vector<Verdict> VerdictsOf(const Scene& scene, const CheckerOptions& options = {});
Verdict VerdictOf(const Scene& scene, const CheckerOptions& options = {});
Verdict Check(const Scene& scene, const Candidate& candidate, const CheckerOptions& options = {});
inline Verdict CheckAtInstants(const Scene& scene, const Candidate& candidate) {
  return Check(scene, candidate, InstantsOnly());
}

}  // namespace collision2d::planner
