#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// The static obstacles of a scene that have no elements, and a map of those that are plain for a
// level body at the height of the ego state; without one, at the height of the first candidate's
// first pose, or else at 0.
// They are in the local frame of that scene, or of another one on the same map.
class StaticObstacles {
 public:
  // Takes the selected obstacles of the scene, or all if the selection is empty. Refers to
  // the scene, which must outlive it. O(n log n).
  StaticObstacles(const Scene& scene, const SpaceBody& body, absl::Span<const uint8_t> is_selected = {});

  // Returns `kept`, for a scene whose local frame has its origin at `origin` (m, scene frame). The
  // result shares the map, and owns what it refers to. O(1) for the origin that `kept` has, and
  // O(n) copies for any other.
  static std::shared_ptr<const StaticObstacles> ForOrigin(std::shared_ptr<const StaticObstacles> kept, Vec2 origin);

  StaticObstacles& operator=(const StaticObstacles&) = delete;

  // Returns an error if these are not the obstacles of `scene`, as far as O(1) checks show, or were
  // not made for that ego vehicle.
  absl::Status CheckAreOf(const Scene& scene, const SpaceBody& body) const;

  // Returns all shapes, in the order of AddStaticObstacles.
  absl::Span<const PlacedShape> placed() const { return placed_; }

  // The map and, in m, where its frame has its origin in the local frame.
  const StaticMap& map() const { return *map_; }
  Vec2 map_origin() const { return map_origin_; }
  // Returns the index of a shape of the map; ascending.
  PlacedIndex PlacedInMap(int shape) const { return in_map_[shape]; }

  // True if all shapes of the map are plain at all poses of the range. O(1).
  // `body` is the one of the constructor.
  bool MapIsPlain(const SpaceBody& body, const PoseRange& range) const;

  // Returns the shapes that are not in the map, ascending, and a batch of them.
  absl::Span<const PlacedIndex> beside_map() const { return beside_map_; }
  const PolygonBatch& beside_map_batch() const { return beside_map_batch_; }

 private:
  StaticObstacles(std::shared_ptr<const StaticObstacles> kept, Vec2 origin);

  std::shared_ptr<const StaticObstacles> kept_;  // Owns what these refer to; null: the scene does.
  Vec2 origin_;                                  // Of the local frame.
  Vec2 map_origin_;
  size_t obstacle_count_;
  std::optional<solid::ZSpan> body_span_;
  std::vector<PlacedShape> placed_;
  std::vector<PlacedIndex> in_map_;
  std::vector<PlacedIndex> beside_map_;
  PolygonBatch beside_map_batch_;
  std::shared_ptr<const StaticMap> map_;
  // Over the shapes in the map whose heights are known, m.
  double lowest_top_m_ = std::numeric_limits<double>::infinity();
  double highest_bottom_m_ = -std::numeric_limits<double>::infinity();
};

}  // namespace collision2d::planner
