#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// The static obstacles of a scene, and a map of those that are plain for a level body at the height
// of the ego state; without one, at the height of the first candidate's first pose, or else at 0.
class StaticObstacles {
 public:
  // Takes the selected static obstacles of the scene, or all if the selection is empty. Refers to
  // the scene, which must outlive it. O(n log n).
  StaticObstacles(const Scene& scene, const SpaceBody& body, absl::Span<const uint8_t> is_selected = {});

  StaticObstacles(const StaticObstacles&) = delete;
  StaticObstacles& operator=(const StaticObstacles&) = delete;

  // Returns an error if these are not the obstacles of `scene`, as far as O(1) checks show, or were
  // not made for that ego vehicle.
  absl::Status CheckAreOf(const Scene& scene, const SpaceBody& body) const;

  // Returns the result of CheckHeights for all of them.
  const absl::Status& heights_status() const { return heights_status_; }

  // Returns all shapes, in the order of AddStaticObstacles.
  absl::Span<const PlacedShape> placed() const { return placed_; }

  const StaticMap& map() const { return map_; }
  // Returns the index of a shape of the map; ascending.
  PlacedIndex PlacedInMap(int shape) const { return in_map_[shape]; }

  // True if all shapes of the map are plain at all poses of the range. O(1).
  // `body` is the one of the constructor.
  bool MapIsPlain(const SpaceBody& body, const PoseRange& range) const;

  // Returns the shapes that are not in the map, ascending, and a batch of them.
  absl::Span<const PlacedIndex> beside_map() const { return beside_map_; }
  const PolygonBatch& beside_map_batch() const { return beside_map_batch_; }

 private:
  size_t obstacle_count_;
  std::optional<solid::ZSpan> body_span_;
  std::vector<PlacedShape> placed_;
  absl::Status heights_status_;
  std::vector<PlacedIndex> in_map_;
  std::vector<PlacedIndex> beside_map_;
  PolygonBatch beside_map_batch_;
  StaticMap map_;
  // Over the shapes in the map whose heights are known, m.
  double lowest_top_m_ = std::numeric_limits<double>::infinity();
  double highest_bottom_m_ = -std::numeric_limits<double>::infinity();
};

}  // namespace collision2d::planner
