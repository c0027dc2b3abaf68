#pragma once

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/trajectories.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/findings.h"
#include "planner_adapter/checking/placed_obstacles.h"
#include "planner_adapter/checking/space_motion.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/checking/window_parts.h"
#include "planner_adapter/road/road.h"

namespace collision2d::planner {

// Finds the first contacts of the rows of a part of a window, and how near they come to obstacles.
// Each part of the vehicle and the obstacles move as by Motion::Between from each step to the next.
class MotionSearch {
 public:
  // Refers to its arguments: asked of the part as it then is, with the obstacles at its steps.
  MotionSearch(const CheckedScene& checked, PosedPart* posed, const PlacedObstacles& obstacles)
      : checked_(checked), posed_(*posed), times_s_(posed->part.times_s), obstacles_(obstacles) {}

  // Sets first[row] to the first contact of each row during the intervals between the steps below
  // its end_step. Errors: as FirstHit.
  absl::Status Search(absl::Span<const int> end_step, absl::Span<Contact> first);

  // Lowers the bounds of each row to what is proven of its clearances during the intervals between
  // the steps below its end_step. REQUIRES: no contact there. Errors: as MinimumDistance.
  absl::Status LowerBounds(absl::Span<const int> end_step, absl::Span<ClearanceBounds> bounds);

  // The same of the clearance from the road, of rows that are on it at these steps.
  absl::Status LowerRoadBounds(absl::Span<const int> end_step, absl::Span<double> bound_m);

  // Sets the first departure from the road of each row below its end_step, its between_instants not
  // set; nullopt: none. Errors: as Road::FirstDepartures.
  absl::Status SearchDepartures(absl::Span<const int> end_step, std::vector<std::optional<RoadDeparture>>* departures);

  // Returns the first_contact of a row at its contact_by_s and, if heights are known and the ground
  // plans overlap, the vertical clearance there.
  PoseFindings FindingsOf(int row, const Contact& contact) const;

 private:
  // Plain obstacles of one query: for some rows, during some intervals.
  struct PlainQuery {
    Range rows;
    Range steps;
    absl::Span<const double> times_s;  // Of these steps.
    const MovingObstacles& obstacles;  // Those beside the map.
  };
  // Calls ask(PlainQuery) for all intervals of the rows below end_step_. Together are those during
  // which no obstacle appears or ends, and so many rows that no query has too many pairs.
  template <typename Ask>
  absl::Status AskPlain(const Ask& ask) const;
  absl::Status SearchPlain(int part, absl::Span<Contact> first);
  void SearchSpatial(int part, int interval, absl::Span<Contact> first);
  absl::Status LowerPlainBounds(int part, absl::Span<ClearanceBounds> bounds);
  // Collects the spatial obstacles during an interval in covered_static_ and covered_.
  void CoverSpatial(int interval);
  // visit(row, shape, ShapeMotion, its cover, Covered) for the rows followed and what CoverSpatial
  // collected.
  template <typename Visit>
  void ForEachSpatialPair(int interval, int part, const Visit& visit) const;
  ShapeMotion BodyMotion(int part, int row, int interval, int shape) const;
  ShapeMotion MotionOf(int interval, PlacedIndex placed) const;
  TimeSpan During(int interval) const { return {times_s_[interval], times_s_[interval + 1]}; }
  // All rows and steps of a part of the vehicle, below end_step.
  Trajectories AllOf(size_t part, absl::Span<const int> end_step) {
    return posed_.poses[part].At({0, posed_.row_count()}, {0, static_cast<int>(times_s_.size())}, end_step);
  }

  // A spatial obstacle during an interval, and a disc that covers it.
  struct Covered {
    PlacedIndex placed;
    Disc cover;
  };

  const CheckedScene& checked_;
  PosedPart& posed_;
  const std::vector<double>& times_s_;  // Of the steps.
  const PlacedObstacles& obstacles_;
  // Up to where each row is followed: to its contact, if one is known.
  std::vector<int> end_step_;
  std::vector<SweptHit> hits_;
  std::vector<SweptNearest> nearest_;
  std::vector<double> limit_m_;
  RoadWorkspace road_workspace_;
  std::vector<Covered> covered_static_;
  std::vector<Covered> covered_;
};

}  // namespace collision2d::planner
