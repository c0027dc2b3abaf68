#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/scene/scene.h"

// The inputs of a check: the scene with its derived parts, and the times at which motions are
// divided.

namespace collision2d::planner {

class Road;
class StaticObstacles;

// The times at which the motions of a scene's moving obstacles change: they divide the time into
// parts during which everything moves as Motion::Between.
class ObstacleTimes {
 public:
  // Collects the times of the predictions that are probable enough. O(n log n).
  ObstacleTimes(const Scene& scene, const CheckerOptions& options);

  // Divides the time from the first to the last instant, and replaces *times_s by the result: the
  // instants, and those of the obstacles' times and of `own_s` that are more than kSameInstant_s
  // from every instant and from each other. An obstacle that is present for at most kSameInstant_s
  // gets an interval of half of that from its first time on, unless an instant is there.
  // REQUIRES: instants_s and own_s are increasing. O(instants + own_s + obstacle times in between +
  // log). Every interval between two instants is divided as if there were no other.
  void Divide(absl::Span<const double> instants_s, absl::Span<const double> own_s, std::vector<double>* times_s) const;

 private:
  std::vector<double> times_s_;
  std::vector<double> moments_s_;
};

// The inputs of a check, and the parts that are derived from them once.
struct CheckedScene {
  CheckedScene(std::shared_ptr<const Scene> from_scene, const CheckerOptions& with_options,
               std::vector<SpaceBody> ego_parts, std::shared_ptr<const Road> on_road,
               std::shared_ptr<const StaticObstacles> among_statics)
      : scene_owner(std::move(from_scene)),
        scene(*scene_owner),
        options(with_options),
        parts(std::move(ego_parts)),
        common(CommonBody(parts)),
        road_owner(std::move(on_road)),
        statics_owner(std::move(among_statics)),
        obstacle_times(scene, with_options),
        road(*road_owner),
        statics(*statics_owner) {}

  int part_count() const { return static_cast<int>(parts.size()); }

  const std::shared_ptr<const Scene> scene_owner;
  const Scene& scene;
  const CheckerOptions options;
  const std::vector<SpaceBody> parts;  // Of the ego vehicle (EgoBody).
  // What `parts` refer to if they are grown; otherwise that is in the scene.
  std::vector<std::vector<ConvexPolygon>> own_shapes;
  const SpaceBody common;  // CommonBody of `parts`.
  const std::shared_ptr<const Road> road_owner;
  const std::shared_ptr<const StaticObstacles> statics_owner;
  const ObstacleTimes obstacle_times;
  const Road& road;
  const StaticObstacles& statics;
  // Which obstacles are checked, by PlacedShape::obstacle; empty: all. `statics` has only these.
  std::vector<uint8_t> is_checked;
  // If true, the moving obstacles are those of AddUnpredictedObstacles, and there are no others.
  bool places_unpredicted = false;
  bool is_among_all() const { return is_checked.empty() && !places_unpredicted; }
  // If true, only the first contact and the first departure matter, not clearances. Obstacles and a
  // known road then exclude each other.
  bool contacts_only = false;
  // If true, the body is so much larger than the vehicle that motions which are proven free for it
  // are farther than twice contact_tolerance_m from contact for the vehicle.
  bool frees_ungrown = false;
  // The checks that go along with that of the vehicle (AddCompanions).
  std::vector<std::shared_ptr<const CheckedScene>> companions;
  // The times at which some moving obstacle is not predicted (MergeIntervals).
  std::vector<Interval> unpredicted_s;
};

}  // namespace collision2d::planner
