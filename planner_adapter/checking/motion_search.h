#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_MOTION_SEARCH_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_MOTION_SEARCH_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/candidate_poses.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/interval_obstacles.h"
#include "planner_adapter/checking/space_motion.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// The first contact of a candidate between instants, or a possible contact (is_undecided,
// is_conservative).
struct MotionContact {
  // The interval of the contact.
  TimeSpan during = {};
  // At contact_by_s; its step is not set.
  Encounter encounter;
  // The heights of the contact, if they are known and the ground plans overlap; its step is not
  // set.
  std::optional<VerticalEncounter> vertical;
  // Its between_instants is not set.
  ContactBracket bracket;
};

// Finds the first contacts of candidates that are divided at the same times, so that all of them
// and all obstacles move as Motion::Between from each to the next.
class MotionSearch {
 public:
  // A candidate, and where its contact and its departure from the road go; null: the departure is
  // not wanted.
  struct Row {
    int candidate;
    std::optional<MotionContact>* contact;
    std::optional<RoadDeparture>* departure;
  };

  // Refers to its arguments.
  MotionSearch(const CheckedScene& checked, absl::Span<const Trajectory> candidates)
      : checked_(checked),
        candidates_(candidates),
        obstacles_(checked_.scene, checked_.statics, checked_.options, checked_.body) {}

  // Sets each row's first contact; none, if the row is free. Sets its first departure from the road
  // up to then, if it begins on the road; none, if it stays. *checked_intervals: how many intervals
  // precede the first one whose obstacles are refused; nothing is checked from there on. REQUIRES:
  // at least two times, increasing, which the candidates cover; at least one row. Errors: as
  // FirstSweptCollision.
  absl::Status Find(absl::Span<const double> times_s, std::vector<Row> rows, int* checked_intervals);

 private:
  struct PlacedContact;

  void SplitRows(std::vector<Row>* with_map, std::vector<Row>* without_map) const;
  absl::Status FindPlaced();
  absl::Status FindPlain(absl::Span<PlacedContact> first) const;
  absl::Status FindPlainOf(const RowGroup& part, absl::Span<PlacedContact> first) const;
  void FindSpatial(int row, PlacedContact* first) const;
  absl::Status FindDepartures(absl::Span<const PlacedContact> first) const;
  void FindAmong(absl::Span<const IntervalObstacles::Spatial> obstacles, int row, int interval, int shape,
                 PlacedContact* first) const;
  TimeSpan During(int interval) const;
  ShapeMotion BodyMotion(int row, int interval, int shape) const;
  MotionContact ContactOf(int row, const PlacedContact& contact) const;

  const CheckedScene checked_;
  const absl::Span<const Trajectory> candidates_;
  IntervalObstacles obstacles_;
  absl::Span<const double> times_s_;
  std::vector<Row> rows_;
  CandidatePoses poses_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_MOTION_SEARCH_H_
