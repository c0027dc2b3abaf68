#include "planner_adapter/checking/obstacle_snapshot.h"

#include <algorithm>

#include "planner_adapter/scene/solid.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// The time at which to look a prediction up that covers [first_s, last_s]; false if the obstacle is absent.
bool CoveredTime(double first_s, double last_s, BeyondPrediction beyond, double* time_s) {
  if (beyond == BeyondPrediction::kHold) *time_s = std::clamp(*time_s, first_s, last_s);
  return first_s - kSameInstant_s <= *time_s && *time_s <= last_s + kSameInstant_s;
}

// REQUIRES: time_s is not before the first occupancy by more than kSameInstant_s.
const TimedOccupancy& OccupancyAt(const std::vector<TimedOccupancy>& occupancies, double time_s) {
  // Not from the first on: at the edge of the tolerance time_s + kSameInstant_s can be rounded to before it.
  const auto after =
      std::upper_bound(occupancies.begin() + 1, occupancies.end(), time_s + kSameInstant_s,
                       [](double time, const TimedOccupancy& occupancy) { return time < occupancy.time_s; });
  return *(after - 1);
}

template <typename Obstacle>
const HeightSpan* HeightOf(const Obstacle& obstacle) {
  return obstacle.height.has_value() ? &*obstacle.height : nullptr;
}

// Adds shapes of an obstacle at one pose; `prototype` has the rest.
void Place(const std::vector<ConvexPolygon>& shapes, const Pose2& pose, const Elevation& elevation,
           const PlacedShape& prototype, std::vector<PlacedShape>* placed) {
  for (const ConvexPolygon& shape : shapes) {
    placed->push_back({&shape, pose, prototype.obstacle, prototype.hypothesis, prototype.height, elevation});
  }
}

void Place(const std::vector<Solid>& solids, const Pose2& pose, const Elevation& elevation,
           const PlacedShape& prototype, std::vector<PlacedShape>* placed) {
  for (const Solid& solid : solids) {
    placed->push_back(
        {&solid.plan, pose, prototype.obstacle, prototype.hypothesis, &solid.span, elevation, &solid.polytope});
  }
}

void PlacePrediction(const MovingObstacle& obstacle, const Prediction& prediction, double time_s,
                     BeyondPrediction beyond, const PlacedShape& prototype, std::vector<PlacedShape>* placed) {
  if (!prediction.poses.empty()) {
    if (!CoveredTime(prediction.poses.front().time_s, prediction.poses.back().time_s, beyond, &time_s)) return;
    const TimedPose pose = InterpolatePose(prediction.poses, time_s);
    Place(obstacle.shapes, pose.ToPose2(), pose.ToElevation(), prototype, placed);
    Place(obstacle.solids, pose.ToPose2(), pose.ToElevation(), prototype, placed);
  } else {
    if (!CoveredTime(prediction.occupancies.front().time_s, prediction.occupancies.back().time_s, beyond, &time_s)) {
      return;
    }
    Place(OccupancyAt(prediction.occupancies, time_s).shapes, Pose2(), Elevation(), prototype, placed);
  }
}

}  // namespace

const std::string& ObstacleId(const Scene& scene, int obstacle) {
  const int statics = static_cast<int>(scene.static_obstacles.size());
  return obstacle < statics ? scene.static_obstacles[obstacle].id : scene.moving_obstacles[obstacle - statics].id;
}

void AddStaticObstacles(const Scene& scene, std::vector<PlacedShape>* placed) {
  int obstacle = 0;
  for (const StaticObstacle& static_obstacle : scene.static_obstacles) {
    const PlacedShape prototype = {nullptr, Pose2(), obstacle, 0, HeightOf(static_obstacle), Elevation()};
    Place(static_obstacle.shapes, Pose2(), Elevation(), prototype, placed);
    Place(static_obstacle.solids, Pose2(), Elevation(), prototype, placed);
    ++obstacle;
  }
}

void AddMovingObstacles(const Scene& scene, double time_s, BeyondPrediction beyond, double min_probability,
                        std::vector<PlacedShape>* placed) {
  int obstacle = static_cast<int>(scene.static_obstacles.size());
  for (const MovingObstacle& moving_obstacle : scene.moving_obstacles) {
    int hypothesis = 0;
    for (const Prediction& prediction : moving_obstacle.predictions) {
      if (prediction.probability >= min_probability) {
        PlacePrediction(moving_obstacle, prediction, time_s, beyond,
                        {nullptr, Pose2(), obstacle, hypothesis, HeightOf(moving_obstacle), Elevation()}, placed);
      }
      ++hypothesis;
    }
    ++obstacle;
  }
}

void PlaceObstacles(const Scene& scene, double time_s, BeyondPrediction beyond, double min_probability,
                    std::vector<PlacedShape>* placed) {
  placed->clear();
  AddStaticObstacles(scene, placed);
  AddMovingObstacles(scene, time_s, beyond, min_probability, placed);
}

}  // namespace collision2d::planner
