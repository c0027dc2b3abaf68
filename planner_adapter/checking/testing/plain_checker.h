#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

// What TrajectoryChecker says at instants, computed from the comments of its headers alone, by the
// plainest means: no query, pose or interpolation of the library, only its data structures.
// Distances are within 1e-9 m in scenes of some 100 m. Tilted bodies are put against each other by
// the facets of their CSO, all of them.
namespace collision2d::planner {

// m. Scenes of tests are some 60 m across: rounding is 10^5 times smaller.
inline constexpr double kAgreement_m = 1e-9;

struct PlainPoint {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
};

// A shape at its place, in the local frame.
struct PlainShape {
  // The vertices and radius of the ground plan.
  std::vector<Vec2> corners;
  double radius_m = 0.0;
  // Its lowest and highest point, if that is known.
  bool has_heights = false;
  double lowest_m = 0.0;
  double highest_m = 0.0;
  // If it is tilted: the prism's corners, those of the lower face first, and all directions of its
  // edges and normals of its faces.
  std::vector<PlainPoint> solid = {};
  std::vector<PlainPoint> edges = {};
  std::vector<PlainPoint> normals = {};
};

// m. Apart: the distance; otherwise minus the depth.
double PlainSignedDistance(const PlainShape& a, const PlainShape& b);
// The least of any shape of one body from any of the other; infinity without shapes.
double PlainSignedDistance(const std::vector<PlainShape>& a, const std::vector<PlainShape>& b);

// How far apart two shapes are, in the plane and in height.
struct PlainMeeting {
  // m. Of the ground plans, as PlainSignedDistance.
  double plans_m = std::numeric_limits<double>::infinity();
  // The same, or infinity: the heights say that they do not meet.
  double signed_distance_m = std::numeric_limits<double>::infinity();
  bool has_vertical = false;
  double vertical_m = std::numeric_limits<double>::infinity();
  bool is_above = false;
};
PlainMeeting PlainMeetingOf(const PlainShape& a, const PlainShape& b);

struct PlainEncounter {
  double time_s = 0.0;
  int step = 0;
  int obstacle = 0;
  int hypothesis = 0;
  double signed_distance_m = std::numeric_limits<double>::infinity();
};

struct PlainVertical {
  double time_s = 0.0;
  int step = 0;
  int obstacle = 0;
  int hypothesis = 0;
  double clearance_m = std::numeric_limits<double>::infinity();
  bool is_above = false;
};

struct PlainVerdict {
  std::optional<PlainEncounter> first_collision;
  std::optional<PlainEncounter> minimum_clearance;
  std::optional<PlainVertical> vertical_clearance;
  std::optional<double> leaves_road_time_s;
  int64_t pairs_checked = 0;
};

// REQUIRES: the scene has an ego state; tilted shapes are not rounded.
PlainVerdict PlainCheck(const Scene& scene, const CheckerOptions& options, const Candidate& candidate);

// The instants at which a candidate is checked.
std::vector<double> PlainInstants(const Scene& scene, const Candidate& candidate);

// These, and as many times between each two of them, evenly spaced.
std::vector<double> PlainDenseTimes(const Scene& scene, const Candidate& candidate, int between);

// The contact of a candidate at a time that it covers, with the first obstacle and hypothesis in
// order; its step is not set.
std::optional<PlainEncounter> PlainContactAt(const Scene& scene, const CheckerOptions& options,
                                             const Candidate& candidate, double time_s);

// The shapes of the ego vehicle on a candidate, or of one of its parts (0: the body); before its
// first time and after its last one where it is then.
std::vector<PlainShape> PlainEgoAt(const Scene& scene, const Candidate& candidate, double time_s);
std::vector<PlainShape> PlainEgoAt(const Scene& scene, const Candidate& candidate, double time_s, int part);

// The shapes that one hypothesis of an obstacle (see ObstacleId) covers at a time.
std::vector<PlainShape> PlainObstacleAt(const Scene& scene, int obstacle, int hypothesis, double time_s,
                                        BeyondPrediction beyond);

}  // namespace collision2d::planner
