#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/findings.h"
#include "planner_adapter/checking/motion_search.h"
#include "planner_adapter/checking/placed_obstacles.h"
#include "planner_adapter/checking/plain_search.h"
#include "planner_adapter/checking/space_search.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/checking/window_parts.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Follows one body, the vehicle or one grown by a margin, among some obstacles, from one part of a
// window to the next, and keeps the verdicts on it. A vehicle of several parts is one body whose
// shape changes: every search covers all its parts before the next begins. The phases:
//   1. the motion: the first contact of each candidate between two steps, and where it leaves the
//      road,
//   2. the instants before that contact: plain obstacles, spatial ones, and the road,
//   3. the instants after it, for contacts alone.
class BodyCheck {
 public:
  // Refers to its arguments. `grown` is followed first among the same obstacles, and is so much
  // larger (CheckedScene::frees_ungrown) that what is free for it is free for this; null: none.
  BodyCheck(const CheckedScene& checked, PosedPart* posed, const PlacedObstacles& obstacles, const BodyCheck* grown);

  // Begins with other candidates; verdicts[i], which is empty, becomes that of candidate i.
  void Begin(absl::Span<Verdict> verdicts);

  // Returns true if a candidate has no contact so far.
  bool IsFree(int candidate) const { return states_[candidate].phase == Phase::kFree; }

  // Returns true if the rest of a candidate cannot change its verdict.
  bool IsDone(int candidate) const {
    return IsJudged(states_[candidate].phase) ||
           (checked_.contacts_only && verdicts_[candidate].leaves_road_time_s.has_value());
  }

  // Follows each row of the part up to its row_end; rows that end at step 0 are not followed.
  // REQUIRES: the obstacles are placed at the part's steps; a row's candidate is not done.
  // Errors: as SpaceSearch::Begin, at an instant up to the first one in contact.
  absl::Status Follow(absl::Span<const int> row_end);

  // Must be called after the last part: only now it is certain which candidates leave the road only
  // between instants.
  void Finish();

 private:
  // The stages of a candidate, in the order in which it passes through them.
  enum class Phase {
    kFree,            // No contact so far.
    kContactBetween,  // The first contact is between instants, and none of the later instants so far is in contact.
    kContact,         // An instant is in contact.
  };
  struct State {
    Phase phase = Phase::kFree;
    // The first departure between instants, before an instant is known to be outside.
    std::optional<RoadDeparture> departure;
    // What is proven of the clearances in motion, and of that from the road.
    ClearanceBounds bounds;
    double road_m = std::numeric_limits<double>::infinity();
  };

  absl::Status FollowMotion();
  absl::Status FollowInstants(Phase phase);
  absl::Status FollowRun(Range steps, Phase phase);
  absl::Status FollowClearances();
  absl::Status FollowDepartures();
  absl::Status SearchSpatial(Range steps, Phase phase);
  PoseFindings FindAt(int row, int step, FindingsCollector collector);
  absl::Status SearchRoad(Range steps);
  void RecordFindings(int row, int step, Phase phase, const PoseFindings& findings);
  void RecordNearest(int row);
  void CountPairs(Range steps);
  void RecordMotion(int row);
  bool LastsToInstant(int row) const;
  void RecordDeparture(int row);

  bool checks_motion() const { return !checked_.options.instants_only; }
  bool IsJudged(Phase phase) const {
    return phase == Phase::kContact || (checked_.contacts_only && phase != Phase::kFree);
  }
  bool IsProvenFree(int row) const;
  int row_count() const { return posed_.row_count(); }
  State& StateOf(int row) { return states_[part_.rows[row].candidate]; }
  const State& StateOf(int row) const { return states_[part_.rows[row].candidate]; }
  Verdict& VerdictOf(int row) const { return verdicts_[part_.rows[row].candidate]; }
  double LimitOf(int row, Phase phase) const;
  int StepOfContact(int row) const;

  const CheckedScene& checked_;
  PosedPart& posed_;
  const WindowPart& part_;
  const PlacedObstacles& obstacles_;
  const BodyCheck* const grown_;
  absl::Span<Verdict> verdicts_;
  std::vector<State> states_;  // By candidate.

  // State of the current part, by row.
  std::vector<int> row_end_;  // The steps of the row.
  MotionSearch motion_;
  std::vector<Contact> contacts_;
  std::vector<int> motion_end_;
  std::vector<int> departure_end_;
  std::vector<std::optional<RoadDeparture>> departures_;
  std::vector<int> end_step_;  // Up to where the row is followed.
  PlainSearch plain_;
  std::vector<SpaceSearch> space_;  // By part of the vehicle.
  std::vector<double> limit_m_;
  std::vector<ClearanceBounds> bounds_;
  std::vector<double> road_m_;
  std::vector<Clearance> spatial_nearest_;
  std::vector<int64_t> pairs_before_;
  std::vector<TrajectoryRoadClearance> road_clearances_;
  RoadWorkspace road_workspace_;
};

}  // namespace collision2d::planner
