#include "planner_adapter/scene/obstacle_snapshot.h"

#include <cstddef>
#include <optional>

namespace collision2d::planner {
namespace {

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

// The shapes of a moving obstacle at a place.
void Place(const MovingObstacle& obstacle, const Timeline::Place& place, const PlacedShape& prototype,
           std::vector<PlacedShape>* placed) {
  const Pose2 pose = place.pose.ToPose2();
  const Elevation elevation = place.pose.ToElevation();
  if (place.shapes != nullptr) return Place(place.shapes->shapes, pose, elevation, prototype, placed);
  Place(obstacle.shapes, pose, elevation, prototype, placed);
  Place(obstacle.polytopes, pose, elevation, prototype, placed);
}

// What the shapes of a hypothesis have in common.
PlacedShape PrototypeOf(const Timeline& timeline, int obstacle, int hypothesis) {
  return {nullptr, Pose2(), obstacle, hypothesis, HeightOf(timeline.obstacle()), Elevation()};
}

// Adds the shapes of each hypothesis that has a place.
template <typename PlaceOf>
void AddEach(const Scene& scene, BeyondPrediction beyond, double min_probability, std::vector<PlacedShape>* placed,
             const PlaceOf& place_of) {
  ForEachTimeline(scene, beyond, min_probability, [&](const Timeline& timeline, int obstacle, int hypothesis) {
    const std::optional<Timeline::Place> place = place_of(timeline);
    if (place.has_value()) Place(timeline.obstacle(), *place, PrototypeOf(timeline, obstacle, hypothesis), placed);
  });
}

}  // namespace

void AddStaticObstacle(const Scene& scene, int obstacle, std::vector<PlacedShape>* placed) {
  const StaticObstacle& static_obstacle = scene.static_obstacles[obstacle];
  const PlacedShape prototype = {nullptr, Pose2(), obstacle, 0, HeightOf(static_obstacle), Elevation()};
  Place(static_obstacle.shapes, Pose2(), Elevation(), prototype, placed);
  Place(static_obstacle.polytopes, Pose2(), Elevation(), prototype, placed);
  if (static_obstacle.elements == nullptr) return;
  const Elements& elements = *static_obstacle.elements;
  const Pose2 pose = elements.local_from_elements().ToPose2();
  const ConvexPolygon* shape = elements.Shapes().data();
  elements.ForEach([&](int64_t element) {
    placed->push_back({shape++, pose, obstacle, 0, nullptr, Elevation(), nullptr, static_cast<int>(element)});
  });
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
  AddEach(scene, beyond, min_probability, placed, [&](const Timeline& timeline) { return timeline.At(time_s); });
}

void AddMovingObstaclesDuring(const Scene& scene, const Interval& during_s, BeyondPrediction beyond,
                              double min_probability, std::vector<PlacedShape>* at_start,
                              std::vector<PlacedShape>* at_end) {
  ForEachTimeline(scene, beyond, min_probability, [&](const Timeline& timeline, int obstacle, int hypothesis) {
    const auto places = timeline.During(during_s.min, during_s.max);
    if (!places.has_value()) return;
    const PlacedShape prototype = PrototypeOf(timeline, obstacle, hypothesis);
    Place(timeline.obstacle(), places->first, prototype, at_start);
    Place(timeline.obstacle(), places->second, prototype, at_end);
  });
}

void AddUnpredictedObstacles(const Scene& scene, double time_s, double pose_s, BeyondPrediction beyond,
                             double min_probability, std::vector<PlacedShape>* placed) {
  AddEach(scene, beyond, min_probability, placed, [&](const Timeline& timeline) {
    return timeline.IsPredicted(time_s) ? std::nullopt : timeline.HeldAt(time_s, pose_s);
  });
}

void PlaceObstacles(const Scene& scene, double time_s, BeyondPrediction beyond, double min_probability,
                    std::vector<PlacedShape>* placed) {
  placed->clear();
  AddStaticObstacles(scene, placed);
  AddMovingObstacles(scene, time_s, beyond, min_probability, placed);
}

}  // namespace collision2d::planner
