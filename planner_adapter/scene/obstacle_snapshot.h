#pragma once

#include <string>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/solid/shapes/convex_mesh.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"
#include "planner_adapter/scene/timeline.h"  // IWYU pragma: export

// Places the shapes of obstacles at one instant.
namespace collision2d::planner {

// One convex shape of one obstacle at one instant. It refers to the scene from which it was made.
struct PlacedShape {
  const ConvexPolygon* shape = nullptr;  // For a polytope: its ground plan, in its own frame.
  Pose2 local_from_shape;
  int obstacle = 0;    // Static obstacles first, then moving ones, in the scene's order; see ObstacleId.
  int hypothesis = 0;  // Index of the moving obstacle's prediction; 0 for a static obstacle.
  // The span along the z axis of the shape's frame. Null if it is unknown; the elevation is then
  // meaningless.
  const HeightSpan* height = nullptr;
  Elevation elevation = {};
  // The polytope, if the shape's heights differ from place to place; `height` is then its lowest
  // and highest point. Otherwise null.
  const solid::ConvexMesh* polytope = nullptr;
  // Which of the shapes and then polytopes that the obstacle has at this instant, or of its
  // Elements.
  int element = 0;

  bool is_tilted() const { return height != nullptr && elevation.is_tilted(); }
  // Whether more than its ground plan and its heights can matter.
  bool is_solid() const { return is_tilted() || polytope != nullptr; }
};

// Adds every shape of one static obstacle, by shape, then polytope; or each of its elements, by
// index.
void AddStaticObstacle(const Scene& scene, int obstacle, std::vector<PlacedShape>* placed);

// Adds every shape of the static obstacles, by obstacle, then shape, then polytope. O(shapes).
void AddStaticObstacles(const Scene& scene, std::vector<PlacedShape>* placed);

// Adds every shape that a moving obstacle may cover at time_s, by obstacle, then hypothesis, then
// shape, then polytope: at the places of Timeline::At. Hypotheses less probable than
// min_probability are ignored. O(shapes + predictions * log(times)). Allocates only until the
// vector has grown to the largest instant.
void AddMovingObstacles(const Scene& scene, double time_s, BeyondPrediction beyond, double min_probability,
                        std::vector<PlacedShape>* placed);

// Adds every shape that a moving obstacle may cover throughout some time, in the order of
// AddMovingObstacles: its places at the start and at the end (Timeline::During) have the same
// index. Shapes must not change in between.
void AddMovingObstaclesDuring(const Scene& scene, const Interval& during_s, BeyondPrediction beyond,
                              double min_probability, std::vector<PlacedShape>* at_start,
                              std::vector<PlacedShape>* at_end);

// Adds the shapes of predictions that do not say where the obstacle is at time_s, in the order of
// AddMovingObstacles, each where BeyondPrediction::kHold keeps it at pose_s.
// O(shapes + predictions * log(times) + times without shapes).
void AddUnpredictedObstacles(const Scene& scene, double time_s, double pose_s, BeyondPrediction beyond,
                             double min_probability, std::vector<PlacedShape>* placed);

// Replaces `placed` by the static obstacles, followed by the moving ones.
void PlaceObstacles(const Scene& scene, double time_s, BeyondPrediction beyond, double min_probability,
                    std::vector<PlacedShape>* placed);

}  // namespace collision2d::planner
