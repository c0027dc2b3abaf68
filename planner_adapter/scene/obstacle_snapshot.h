#pragma once

#include <string>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/solid/shapes/convex_mesh.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// Places the shapes of obstacles at one instant.
namespace collision2d::planner {

// Where an obstacle is assumed to be at times that its prediction does not cover.
enum class BeyondPrediction {
  kAbsent,  // It is absent before its first and after its last time.
  kHold,    // It stays at its first place before its first time, and at its last place after its last time.
};

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
  int element = 0;  // Which of the shapes and then polytopes that the obstacle has at this instant.
};

// Returns the id of the obstacle with the index PlacedShape::obstacle.
const std::string& ObstacleId(const Scene& scene, int obstacle);

// Returns the timed shapes of a prediction with poses at time_s; null if the obstacle still has its
// own shapes and solids. O(log n).
const TimedShapes* TimedShapesAt(const Prediction& prediction, double time_s);

// Adds every shape of one static obstacle, by shape, then polytope.
void AddStaticObstacle(const Scene& scene, int obstacle, std::vector<PlacedShape>* placed);

// Adds every shape of the static obstacles, by obstacle, then shape, then polytope. O(shapes).
void AddStaticObstacles(const Scene& scene, std::vector<PlacedShape>* placed);

// Adds every shape that a moving obstacle may cover at time_s, by obstacle, then hypothesis, then
// shape, then polytope. Hypotheses less probable than min_probability are ignored. Poses are
// interpolated by InterpolatePose. An occupancy holds its shapes from its own time until the time
// of the next one; the last one only at its own time, unless `beyond` is kHold. Timed shapes hold
// from their own time until that of the next ones; the last ones for ever.
// O(shapes + predictions * log(times)). Allocates only until the vector has grown to the largest
// instant.
void AddMovingObstacles(const Scene& scene, double time_s, BeyondPrediction beyond, double min_probability,
                        std::vector<PlacedShape>* placed);

// Adds every shape that a moving obstacle may cover throughout [start_s, end_s], in the order of
// AddMovingObstacles: its place at start_s and its place at end_s have the same index. An occupancy
// covers the same shapes at both times, and timed shapes are those at start_s; they must not change
// in between.
// REQUIRES: start_s <= end_s.
void AddMovingObstaclesDuring(const Scene& scene, double start_s, double end_s, BeyondPrediction beyond,
                              double min_probability, std::vector<PlacedShape>* at_start,
                              std::vector<PlacedShape>* at_end);

// Returns the times at which a prediction of the obstacle does not say where the obstacle is:
// those before its first and after its last time, unless `beyond` is kHold, those before and after
// the first pose of an assumed motion, and those of occupancies or timed shapes without shapes.
// Increasing; two of them meet at a single predicted time at most.
// O(n log n).
std::vector<Interval> UnpredictedTimes(const MovingObstacle& obstacle, const Prediction& prediction,
                                       BeyondPrediction beyond);

// Sorts intervals and merges those that overlap by more than an end. O(n log n).
void MergeIntervals(std::vector<Interval>* intervals);

// Adds, in the order of AddMovingObstacles, the shapes of predictions that do not say where the
// obstacle is: held at the nearest pose, with the last known shapes, or else the first ones.
// `time_s` decides what is predicted, with the tolerance of AddMovingObstacles; poses are those of
// `pose_s`. O(shapes + predictions * log(times) + times without shapes).
void AddUnpredictedObstacles(const Scene& scene, double time_s, double pose_s, BeyondPrediction beyond,
                             double min_probability, std::vector<PlacedShape>* placed);

// Replaces `placed` by the static obstacles, followed by the moving ones.
void PlaceObstacles(const Scene& scene, double time_s, BeyondPrediction beyond, double min_probability,
                    std::vector<PlacedShape>* placed);

}  // namespace collision2d::planner
