#include "planner_adapter/scene/obstacle_snapshot.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

namespace collision2d::planner {
namespace {

// The time at which to look a prediction up that covers [first_s, last_s]; false if the obstacle is
// absent.
bool CoveredTime(double first_s, double last_s, BeyondPrediction beyond, double* time_s) {
  if (beyond == BeyondPrediction::kHold) *time_s = std::clamp(*time_s, first_s, last_s);
  return first_s - kSameInstant_s <= *time_s && *time_s <= last_s + kSameInstant_s;
}

// The time of a prediction's shapes. What is not held has those of its first or last pose at an
// instant within kSameInstant_s of it.
double ShapesTime(double time_s, double first_s, double last_s, BeyondPrediction beyond) {
  return beyond == BeyondPrediction::kHold ? time_s : std::clamp(time_s, first_s, last_s);
}

// The last shapes whose time is not after time_s, or the same instant; null if there are none.
const TimedShapes* LastUntil(const std::vector<TimedShapes>& all, double time_s) {
  const auto after = std::upper_bound(all.begin(), all.end(), time_s + kSameInstant_s,
                                      [](double time, const TimedShapes& timed) { return time < timed.time_s; });
  return after == all.begin() ? nullptr : &*(after - 1);
}

template <typename Obstacle>
const HeightSpan* HeightOf(const Obstacle& obstacle) {
  return obstacle.height.has_value() ? &*obstacle.height : nullptr;
}

int NextElement(const PlacedShape& prototype, const std::vector<PlacedShape>& placed) {
  const bool goes_on = !placed.empty() && placed.back().obstacle == prototype.obstacle &&
                       placed.back().hypothesis == prototype.hypothesis;
  return goes_on ? placed.back().element + 1 : 0;
}

// Adds shapes of an obstacle at one pose; `prototype` has the rest.
void Place(const std::vector<ConvexPolygon>& shapes, const Pose2& pose, const Elevation& elevation,
           const PlacedShape& prototype, std::vector<PlacedShape>* placed) {
  for (const ConvexPolygon& shape : shapes) {
    placed->push_back({&shape, pose, prototype.obstacle, prototype.hypothesis, prototype.height, elevation, nullptr,
                       NextElement(prototype, *placed)});
  }
}

void Place(const std::vector<Polytope>& polytopes, const Pose2& pose, const Elevation& elevation,
           const PlacedShape& prototype, std::vector<PlacedShape>* placed) {
  for (const Polytope& polytope : polytopes) {
    placed->push_back({&polytope.plan, pose, prototype.obstacle, prototype.hypothesis, &polytope.span, elevation,
                       &polytope.mesh, NextElement(prototype, *placed)});
  }
}

// The shapes of one time at the pose of another.
void PlaceAt(const MovingObstacle& obstacle, const Prediction& prediction, double shapes_s, double pose_s,
             const PlacedShape& prototype, std::vector<PlacedShape>* placed) {
  const TimedPose timed_pose = InterpolatePose(prediction.poses, pose_s);
  const Pose2 pose = timed_pose.ToPose2();
  const Elevation elevation = timed_pose.ToElevation();
  if (const TimedShapes* const timed = TimedShapesAt(prediction, shapes_s); timed != nullptr) {
    return Place(timed->shapes, pose, elevation, prototype, placed);
  }
  Place(obstacle.shapes, pose, elevation, prototype, placed);
  Place(obstacle.polytopes, pose, elevation, prototype, placed);
}

const TimedOccupancy& OccupancyAt(const Prediction& prediction, double time_s) {
  // At the edge of the tolerance time_s + kSameInstant_s can be rounded to before the first one.
  const TimedOccupancy* const last = LastUntil(prediction.occupancies, time_s);
  return last == nullptr ? prediction.occupancies.front() : *last;
}

void PlaceOccupancy(const Prediction& prediction, double time_s, const PlacedShape& prototype,
                    std::vector<PlacedShape>* placed) {
  Place(OccupancyAt(prediction, time_s).shapes, Pose2(), Elevation(), prototype, placed);
}

// The times that a prediction covers.
std::pair<double, double> SpanOf(const Prediction& prediction) {
  if (!prediction.poses.empty()) return {prediction.poses.front().time_s, prediction.poses.back().time_s};
  return {prediction.occupancies.front().time_s, prediction.occupancies.back().time_s};
}

// The times at which the obstacle was seen or predicted.
std::pair<double, double> KnownSpanOf(const Prediction& prediction) {
  const auto [first_s, last_s] = SpanOf(prediction);
  return {first_s, prediction.is_assumed ? first_s : last_s};
}

// A motion that is assumed is not held for it.
BeyondPrediction BeyondKnown(const Prediction& prediction, BeyondPrediction beyond) {
  return prediction.is_assumed ? BeyondPrediction::kAbsent : beyond;
}

bool HasShapes(const TimedShapes& timed) { return !timed.shapes.empty(); }

bool HasOwnShapes(const MovingObstacle& obstacle) { return !obstacle.shapes.empty() || !obstacle.polytopes.empty(); }

// Whether the prediction says where the obstacle is.
bool IsPredicted(const MovingObstacle& obstacle, const Prediction& prediction, BeyondPrediction beyond, double time_s) {
  const auto [first_s, last_s] = KnownSpanOf(prediction);
  double covered_s = time_s;
  if (!CoveredTime(first_s, last_s, BeyondKnown(prediction, beyond), &covered_s)) return false;
  if (prediction.poses.empty()) return HasShapes(OccupancyAt(prediction, covered_s));
  const TimedShapes* const timed = TimedShapesAt(prediction, time_s);
  return timed == nullptr ? HasOwnShapes(obstacle) : HasShapes(*timed);
}

// Places the obstacle at the nearest pose, with the last shapes that are known at that time.
void PlaceHeld(const MovingObstacle& obstacle, const Prediction& prediction, double time_s, double pose_s,
               const PlacedShape& prototype, std::vector<PlacedShape>* placed) {
  Pose2 pose;
  Elevation elevation;
  const bool has_poses = !prediction.poses.empty();
  if (has_poses) {
    const auto [first_s, last_s] = KnownSpanOf(prediction);
    const TimedPose timed_pose = InterpolatePose(prediction.poses, std::clamp(pose_s, first_s, last_s));
    pose = timed_pose.ToPose2();
    elevation = timed_pose.ToElevation();
  }
  const std::vector<TimedShapes>& all = has_poses ? prediction.timed_shapes : prediction.occupancies;
  const TimedShapes* const last = LastUntil(all, time_s);
  const auto after = last == nullptr ? all.begin() : all.begin() + (last - all.data()) + 1;
  const auto known = std::find_if(std::make_reverse_iterator(after), all.rend(), HasShapes);
  if (known != all.rend()) return Place(known->shapes, pose, elevation, prototype, placed);
  if (has_poses && HasOwnShapes(obstacle)) {
    Place(obstacle.shapes, pose, elevation, prototype, placed);
    return Place(obstacle.polytopes, pose, elevation, prototype, placed);
  }
  const auto next = std::find_if(after, all.end(), HasShapes);
  if (next != all.end()) Place(next->shapes, pose, elevation, prototype, placed);
}

// Calls place(obstacle, prediction, prototype) for all predictions that count.
template <typename PlacePrediction>
void ForEachPrediction(const Scene& scene, double min_probability, const PlacePrediction& place) {
  int obstacle = static_cast<int>(scene.static_obstacles.size());
  for (const MovingObstacle& moving_obstacle : scene.moving_obstacles) {
    int hypothesis = 0;
    for (const Prediction& prediction : moving_obstacle.predictions) {
      if (prediction.probability >= min_probability) {
        place(moving_obstacle, prediction,
              PlacedShape{nullptr, Pose2(), obstacle, hypothesis, HeightOf(moving_obstacle), Elevation()});
      }
      ++hypothesis;
    }
    ++obstacle;
  }
}

}  // namespace

const std::string& ObstacleId(const Scene& scene, int obstacle) {
  const int statics = static_cast<int>(scene.static_obstacles.size());
  return obstacle < statics ? scene.static_obstacles[obstacle].id : scene.moving_obstacles[obstacle - statics].id;
}

const TimedShapes* TimedShapesAt(const Prediction& prediction, double time_s) {
  return LastUntil(prediction.timed_shapes, time_s);
}

void AddStaticObstacle(const Scene& scene, int obstacle, std::vector<PlacedShape>* placed) {
  const StaticObstacle& static_obstacle = scene.static_obstacles[obstacle];
  const PlacedShape prototype = {nullptr, Pose2(), obstacle, 0, HeightOf(static_obstacle), Elevation()};
  Place(static_obstacle.shapes, Pose2(), Elevation(), prototype, placed);
  Place(static_obstacle.polytopes, Pose2(), Elevation(), prototype, placed);
}

void AddStaticObstacles(const Scene& scene, std::vector<PlacedShape>* placed) {
  size_t count = placed->size();
  for (const StaticObstacle& obstacle : scene.static_obstacles) {
    count += obstacle.shapes.size() + obstacle.polytopes.size();
  }
  placed->reserve(count);
  for (size_t i = 0; i < scene.static_obstacles.size(); ++i) AddStaticObstacle(scene, static_cast<int>(i), placed);
}

void AddMovingObstacles(const Scene& scene, double time_s, BeyondPrediction beyond, double min_probability,
                        std::vector<PlacedShape>* placed) {
  const auto place = [&](const MovingObstacle& obstacle, const Prediction& prediction, const PlacedShape& prototype) {
    const auto [first_s, last_s] = SpanOf(prediction);
    double covered_s = time_s;
    if (!CoveredTime(first_s, last_s, beyond, &covered_s)) return;
    if (prediction.poses.empty()) return PlaceOccupancy(prediction, covered_s, prototype, placed);
    PlaceAt(obstacle, prediction, ShapesTime(time_s, first_s, last_s, beyond), covered_s, prototype, placed);
  };
  ForEachPrediction(scene, min_probability, place);
}

void AddMovingObstaclesDuring(const Scene& scene, double start_s, double end_s, BeyondPrediction beyond,
                              double min_probability, std::vector<PlacedShape>* at_start,
                              std::vector<PlacedShape>* at_end) {
  const auto place = [&](const MovingObstacle& obstacle, const Prediction& prediction, const PlacedShape& prototype) {
    const auto [first_s, last_s] = SpanOf(prediction);
    double from_s = start_s;
    double to_s = end_s;
    if (!CoveredTime(first_s, last_s, beyond, &from_s) || !CoveredTime(first_s, last_s, beyond, &to_s)) return;
    if (prediction.poses.empty()) {
      PlaceOccupancy(prediction, from_s, prototype, at_start);
      PlaceOccupancy(prediction, from_s, prototype, at_end);
    } else {
      const double shapes_s = ShapesTime(start_s, first_s, last_s, beyond);
      PlaceAt(obstacle, prediction, shapes_s, from_s, prototype, at_start);
      PlaceAt(obstacle, prediction, shapes_s, to_s, prototype, at_end);
    }
  };
  ForEachPrediction(scene, min_probability, place);
}

std::vector<Interval> UnpredictedTimes(const MovingObstacle& obstacle, const Prediction& prediction,
                                       BeyondPrediction beyond) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<Interval> times_s;
  if (BeyondKnown(prediction, beyond) == BeyondPrediction::kAbsent) {
    const auto [first_s, last_s] = KnownSpanOf(prediction);
    times_s = {{-kInfinity, first_s}, {last_s, kInfinity}};
  }
  const bool has_poses = !prediction.poses.empty();
  const std::vector<TimedShapes>& all = has_poses ? prediction.timed_shapes : prediction.occupancies;
  // What holds before the first of them.
  bool has_shapes = has_poses ? HasOwnShapes(obstacle) : HasShapes(all.front());
  double begin_s = -kInfinity;
  for (const TimedShapes& timed : all) {
    if (HasShapes(timed) == has_shapes) continue;
    if (!has_shapes) times_s.push_back({begin_s, timed.time_s});
    has_shapes = !has_shapes;
    begin_s = timed.time_s;
  }
  if (!has_shapes) times_s.push_back({begin_s, kInfinity});
  MergeIntervals(&times_s);
  return times_s;
}

void MergeIntervals(std::vector<Interval>* intervals) {
  std::sort(intervals->begin(), intervals->end(), [](const Interval& a, const Interval& b) { return a.min < b.min; });
  size_t count = 0;
  for (const Interval& next : *intervals) {
    if (count > 0 && next.min < (*intervals)[count - 1].max) {
      (*intervals)[count - 1].max = std::max((*intervals)[count - 1].max, next.max);
    } else {
      (*intervals)[count++] = next;
    }
  }
  intervals->resize(count);
}

void AddUnpredictedObstacles(const Scene& scene, double time_s, double pose_s, BeyondPrediction beyond,
                             double min_probability, std::vector<PlacedShape>* placed) {
  ForEachPrediction(scene, min_probability,
                    [&](const MovingObstacle& obstacle, const Prediction& prediction, const PlacedShape& prototype) {
                      if (IsPredicted(obstacle, prediction, beyond, time_s)) return;
                      PlaceHeld(obstacle, prediction, time_s, pose_s, prototype, placed);
                    });
}

void PlaceObstacles(const Scene& scene, double time_s, BeyondPrediction beyond, double min_probability,
                    std::vector<PlacedShape>* placed) {
  placed->clear();
  AddStaticObstacles(scene, placed);
  AddMovingObstacles(scene, time_s, beyond, min_probability, placed);
}

}  // namespace collision2d::planner
