#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_OBSTACLE_SNAPSHOT_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_OBSTACLE_SNAPSHOT_H_

#include <string>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/solid/shapes/convex_mesh.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// Where the shapes of obstacles are at one instant.
namespace collision2d::planner {

// Where an obstacle is assumed to be at times that its prediction does not cover.
enum class BeyondPrediction {
  kAbsent,  // Nowhere: it constrains nothing before its first and after its last time.
  kHold,    // Before its first time where it is then, after its last time where it is then.
};

// One convex shape of one obstacle at one instant. Refers to the scene it was made from.
struct PlacedShape {
  const ConvexPolygon* shape = nullptr;  // Of a polytope its ground plan in its own frame.
  Pose2 local_from_shape;
  int obstacle = 0;    // Static obstacles first, then moving ones, in the scene's order; see ObstacleId.
  int hypothesis = 0;  // Index of the moving obstacle's prediction; 0 for a static obstacle.
  // Along the z axis of the shape's frame; null if it is not known, and then the elevation has no
  // meaning.
  const HeightSpan* height = nullptr;
  Elevation elevation = {};
  // Not null: the shape's heights differ from place to place, and this is it; `height` is then its
  // lowest and highest.
  const solid::ConvexMesh* polytope = nullptr;
};

// The id of the obstacle that PlacedShape::obstacle counts.
const std::string& ObstacleId(const Scene& scene, int obstacle);

// Adds every shape of one static obstacle, by shape, then polytope.
void AddStaticObstacle(const Scene& scene, int obstacle, std::vector<PlacedShape>* placed);

// Adds every shape of the static obstacles, by obstacle, then shape, then polytope. O(shapes).
void AddStaticObstacles(const Scene& scene, std::vector<PlacedShape>* placed);

// Adds every shape that a moving obstacle may cover at time_s, by obstacle, then hypothesis, then
// shape, then polytope. Hypotheses less probable than min_probability are left out. Poses are
// interpolated by InterpolatePose. An occupancy covers its shapes from its time until the next
// one's; the last one until its own time only, unless held.
// O(shapes + predictions * log(times)). Allocates only until the vector has grown to the largest
// instant.
void AddMovingObstacles(const Scene& scene, double time_s, BeyondPrediction beyond, double min_probability,
                        std::vector<PlacedShape>* placed);

// Adds every shape that a moving obstacle may cover throughout [start_s, end_s], in the order of
// AddMovingObstacles: where it is at start_s and where it is at end_s, under one index. An
// occupancy covers the same at both; it must not change in between.
// REQUIRES: start_s <= end_s.
void AddMovingObstaclesDuring(const Scene& scene, double start_s, double end_s, BeyondPrediction beyond,
                              double min_probability, std::vector<PlacedShape>* at_start,
                              std::vector<PlacedShape>* at_end);

// Replaces `placed` by the static obstacles and after them the moving ones.
void PlaceObstacles(const Scene& scene, double time_s, BeyondPrediction beyond, double min_probability,
                    std::vector<PlacedShape>* placed);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_OBSTACLE_SNAPSHOT_H_
