#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/scene/elements.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

// The obstacles of a scene at some times, and during the intervals between them.
namespace collision2d::planner {

// Returns the error with the time in its message.
absl::Status ErrorAt(double time_s, const absl::Status& error);

// Makes batches of placed shapes.
class BatchMaker {
 public:
  // Fills `batch` with the selected shapes of `placed`, in that order. If the batch already has
  // these shapes, it only updates their poses (`SetPoses`), without allocation; otherwise it makes
  // a new batch, from `like` if that has these shapes.
  // REQUIRES: a shape stays unchanged at its address until the next call with that batch and other
  // shapes. Errors: a pose that PolygonBatch refuses, named by its index in the batch, which is
  // then unchanged.
  absl::Status Place(absl::Span<const PlacedShape> placed, absl::Span<const int> selected, const PolygonBatch& like,
                     PolygonBatch* batch);

 private:
  // The parts of a batch, members so that their memory is reused.
  std::vector<const ConvexPolygon*> shapes_;
  std::vector<Pose2> local_from_shape_;
};

// The moving obstacles that are present throughout an interval.
struct MovingDuring {
  // The shapes at the start and, in the same order, at the end.
  absl::Span<const PlacedShape> at_start;
  absl::Span<const PlacedShape> at_end;
  // Indices into both: of the plain ones, in the order of their batch, and of the spatial ones.
  absl::Span<const int> plain;
  absl::Span<const int> spatial;
};

// All obstacles at increasing times ("steps"), each placed once, divided into plain ones
// (plain_obstacles.h), which are queried many at a time, and spatial ones, which are queried one by
// one. Interval k is from step k to step k + 1. Refers to the scene.
class PlacedObstacles {
 public:
  // With `whole`, which is placed first at the same times, moving obstacles are those of it that
  // CheckedScene::is_checked selects. Refers to its arguments.
  explicit PlacedObstacles(const CheckedScene& checked, const PlacedObstacles* whole = nullptr);

  // Places the obstacles at these times and divides them, for a body at poses of that range.
  // Obstacles that the last call placed at one of the times are kept.
  void Place(absl::Span<const double> times_s, const PoseRange& range);

  // The number of shapes at a step, and each by PlacedIndex: static ones, elements of grids and
  // point sets, moving ones. Shapes are valid until the next call of Place.
  int64_t size(int step) const { return shape_count_ + static_cast<int64_t>(steps_[step].moving.size()); }
  const PlacedShape& shape(int step, PlacedIndex placed) const {
    const int64_t moving = placed.value() - static_end_;
    return moving < 0 ? static_shape(placed) : steps_[step].moving[moving];
  }
  absl::Span<const PlacedShape> moving(int step) const { return steps_[step].moving; }

  // The plain obstacles: moving ones for each step, and static ones. `slot` is an index into one of
  // these.
  absl::Span<const PolygonBatch> plain_moving() const { return absl::MakeConstSpan(plain_).first(step_count_); }
  const StaticMap& plain_static() const { return is_map_plain_ ? checked_.statics.map() : no_map_; }
  Vec2 static_origin() const { return checked_.statics.map_origin(); }
  PlacedIndex PlacedOfStatic(int slot) const { return checked_.statics.PlacedInMap(slot); }

  // The number of grids and point sets that are plain: all where the map is, otherwise none.
  int plain_element_count() const { return is_map_plain_ ? static_cast<int>(layers_.size()) : 0; }
  // Returns what is plain and not in the map at some steps, for one query: each grid and point set
  // is a layer, before that of moving obstacles, as in the order of PlacedIndex.
  Obstacles PlainBesideMap(int begin, int end) const;
  // Returns the shape of a result: one of an element has `element` >= 0, others are those of
  // `plain` places.
  PlacedIndex PlacedOf(absl::Span<const int> plain, int obstacle, int64_t element) const {
    return element < 0 ? PlacedDuring(plain[static_cast<size_t>(obstacle - plain_element_count())])
                       : PlacedIndex(layers_[static_cast<size_t>(obstacle)].begin + element);
  }
  PlacedIndex PlacedOfMoving(int step, int obstacle, int64_t element = -1) const {
    return PlacedOf(steps_[step].plain, obstacle, element);
  }

  // The spatial obstacles: moving ones at a step, and static ones; ascending.
  struct Spatial {
    absl::Span<const PlacedIndex> placed;
    const PolygonBatch& batch;  // Of these.
  };
  Spatial spatial_moving(int step) const { return {steps_[step].spatial_placed, spatial_[step]}; }
  Spatial spatial_static() const;
  bool has_spatial(int step) const { return !steps_[step].spatial.empty() || !spatial_static().placed.empty(); }

  // Whether the ends of an interval differ in their shapes.
  bool Changes(int interval) const { return change_of_[interval] >= 0; }

  // Returns the moving obstacles during an interval.
  MovingDuring During(int interval) const;

  // Returns the end of the intervals from `begin`, at most `end`, in which the plain moving
  // obstacles have the same shapes, and sets `plain` to these obstacles, for one query, after the
  // layers of PlainBesideMap. It is mostly `end`.
  int PlainDuring(int begin, int end, MovingObstacles* plain) const;

  // A shape at the ends of an interval. Its index is a static one as in shape() or, after them, one
  // of those of During.
  struct Ends {
    const PlacedShape& at_start;
    const PlacedShape& at_end;
  };
  Ends ShapeDuring(int interval, PlacedIndex placed) const;
  PlacedIndex PlacedDuring(int place) const { return PlacedIndex(static_end_ + place); }

 private:
  struct Step {
    double time_s = 0.0;
    bool is_divided = false;
    std::vector<PlacedShape> moving;
    // Places in `moving`.
    std::vector<int> plain;
    std::vector<int> spatial;
    std::vector<PlacedIndex> spatial_placed;
  };

  // An interval whose ends differ in their shapes.
  struct Change {
    std::vector<PlacedShape> at_start;
    std::vector<PlacedShape> at_end;
    std::vector<int> plain;
    std::vector<int> spatial;
    PolygonBatch plain_at_start;
    PolygonBatch plain_at_end;
  };

  // A grid or a point set.
  struct ElementLayer {
    int obstacle;
    const Elements* elements;
    int64_t begin;  // The PlacedIndex of its element 0.
  };

  struct PlacedElement {
    ConvexPolygon polygon;
    PlacedShape placed;
  };

  const PlacedShape& static_shape(PlacedIndex placed) const {
    const auto shapes = static_cast<int64_t>(checked_.statics.placed().size());
    return placed.value() < shapes ? checked_.statics.placed()[placed.value()] : ElementShape(placed);
  }
  const PlacedShape& ElementShape(PlacedIndex placed) const;
  void PlaceStatic(const PoseRange& range);
  void AddSelected(absl::Span<const PlacedShape> of_whole, std::vector<PlacedShape>* placed) const;
  void PlaceStep(int index, double time_s, Step* step) const;
  void Divide(const PoseRange& range, int step);
  bool IsSteady(int interval) const;
  void PlaceChange(const PoseRange& range, int interval, Change* change);

  const CheckedScene& checked_;
  const PlacedObstacles* const whole_;
  const StaticMap no_map_;
  std::vector<ElementLayer> layers_;
  int64_t static_end_;   // The end of the indices of what is static.
  int64_t shape_count_;  // The number of static shapes and elements.
  // Those that have been asked for, by PlacedIndex: a map keeps their addresses.
  mutable std::unordered_map<int64_t, PlacedElement> elements_;
  bool is_map_plain_ = true;
  // All static ones and elements, for bodies for which the map is not plain.
  std::vector<PlacedIndex> all_static_;
  PolygonBatch all_static_batch_;
  size_t step_count_ = 0;
  // By step; what is beyond step_count_ is memory for later steps.
  std::vector<Step> steps_;
  std::vector<PolygonBatch> plain_;
  std::vector<PolygonBatch> spatial_;
  // By interval, -1: none.
  std::vector<int> change_of_;
  std::vector<Change> changes_;
  // Members so that their memory is reused.
  std::vector<Step> last_steps_;
  std::vector<PolygonBatch> last_plain_;
  std::vector<PolygonBatch> last_spatial_;
  std::vector<uint8_t> is_kept_;
  BatchMaker batch_maker_;
  std::vector<int> divided_plain_;
  std::vector<int> divided_spatial_;
};

}  // namespace collision2d::planner
