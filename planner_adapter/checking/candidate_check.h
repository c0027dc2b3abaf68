#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/candidate_poses.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/motion_search.h"
#include "planner_adapter/checking/placed_obstacles.h"
#include "planner_adapter/checking/plain_search.h"
#include "planner_adapter/checking/space_search.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/checking/window_parts.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Follows candidates from window to window of instants, by the instants and, unless
// CheckerOptions::instants_only, by the motion between them, and keeps their verdicts.
// Poses are interpolated and obstacles placed once for each part of a window (WindowPart). A
// vehicle of several parts is one body whose shape changes: every search covers all its parts
// before the next begins. The phases:
//   1. the motion: the first contact of each candidate between two steps, and where it leaves the
//      road,
//   2. the instants before that contact: plain obstacles, spatial ones, and the road,
//   3. the instants after it, for contacts alone.
// If all obstacles have one margin (CheckedScene::margin_of_all), a check of the grown body goes
// first in each part, at the same poses and among the same placed obstacles. If some obstacle is
// not predicted at some time (CheckedScene::unpredicted_scene), a check among those that are held
// then goes last, at the same poses.
class CandidateCheck {
 public:
  explicit CandidateCheck(const std::shared_ptr<const CheckedScene>& checked) : CandidateCheck(checked, nullptr) {}

  // Begins with other candidates; verdicts[i], which is empty, becomes that of candidates[i].
  void Begin(absl::Span<const Candidate> candidates, absl::Span<Verdict> verdicts);

  // Returns true if the rest of a candidate cannot change its verdict.
  bool IsDone(int candidate) const {
    return IsJudged(states_[candidate].phase) ||
           (checked_.contacts_only && verdicts_[candidate].leaves_road_time_s.has_value());
  }

  // The rows of the next window. The caller sets them, except for what precedes them.
  std::vector<WindowRow>* rows() { return &rows_; }

  // Updates the verdicts by the rows' instants, and by the motion since the previous instant of
  // each row's candidate. REQUIRES: a row's candidate is not done, and its instants follow those of
  // its previous rows without a gap.
  // Errors: as SpaceSearch::Begin, at an instant up to the first one in contact. The verdicts are
  // then unspecified.
  absl::Status Add(absl::Span<const Instant> instants);

  // Must be called after the last window: only now it is certain which candidates leave the road
  // only between instants.
  void Finish();

  // Returns the obstacles of the last part of the last window; their steps are the times of that
  // part.
  const PlacedObstacles& obstacles() const { return obstacles_; }

  // Returns the verdicts on the body grown by the margin that all obstacles have; empty: none.
  absl::Span<const Verdict> grown_verdicts() const { return grown_verdicts_; }

  // Returns the verdicts among what is held where it is not predicted, of candidates that are free;
  // empty: all is predicted at all times.
  absl::Span<const Verdict> held_verdicts() const { return held_verdicts_; }

 private:
  // The stages of a candidate, in the order in which it passes through them.
  enum class Phase {
    kFree,            // No contact so far.
    kContactBetween,  // The first contact is between instants, and none of the later instants so far is in contact.
    kContact,         // An instant is in contact.
  };
  struct State {
    Phase phase = Phase::kFree;
    std::optional<Instant> last_instant;
    // The first departure between instants, before an instant is known to be outside.
    std::optional<RoadDeparture> departure;
    // What is proven of the clearances in motion, and of that from the road.
    ClearanceBounds bounds;
    double road_m = std::numeric_limits<double>::infinity();
  };

  // The nearest obstacle of a row so far, among spatial ones.
  struct SpatialNearest {
    int step = -1;
    Approach approach;
  };

  // What is made once for each part of a window.
  struct Posed {
    WindowPart part;
    std::vector<CandidatePoses> poses;  // By part of the vehicle.
  };

  // `other`: follows the same rows at the same poses, and among the same obstacles unless these are
  // the held ones; null: none.
  CandidateCheck(std::shared_ptr<const CheckedScene> checked, CandidateCheck* other);

  absl::Status CheckPart();
  absl::Status CheckRows(const PoseRange& range);
  absl::Status FollowRows();
  absl::Status FollowRowsOf(const CandidateCheck& other);
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
  int row_count() const { return static_cast<int>(part_.rows.size()); }
  State& StateOf(int row) { return states_[part_.rows[row].candidate]; }
  const State& StateOf(int row) const { return states_[part_.rows[row].candidate]; }
  Verdict& VerdictOf(int row) const { return verdicts_[part_.rows[row].candidate]; }
  const Instant& InstantAt(int step) const { return instants_[part_.instant_of_step[step]]; }
  double LimitOf(int row, Phase phase) const;
  int StepOfContact(int row) const;

  const std::shared_ptr<const CheckedScene> owner_;
  const CheckedScene& checked_;
  absl::Span<const Candidate> candidates_;
  absl::Span<Verdict> verdicts_;
  std::vector<State> states_;  // By candidate.

  // State of the current window.
  absl::Span<const Instant> instants_;
  std::vector<WindowRow> rows_;
  WindowParts parts_;

  // State of the current part, by row; rows that are not checked end at step 0.
  const std::unique_ptr<Posed> own_poses_;
  const std::unique_ptr<PlacedObstacles> own_obstacles_;
  WindowPart& part_;
  std::vector<CandidatePoses>& poses_;
  PlacedObstacles& obstacles_;
  std::vector<int> row_end_;  // The steps of the row.
  MotionSearch motion_;
  std::vector<MotionContact> contacts_;
  std::vector<int> motion_end_;
  std::vector<int> departure_end_;
  std::vector<std::optional<RoadDeparture>> departures_;
  std::vector<int> end_step_;  // Up to where the row is followed.
  PlainSearch plain_;
  std::vector<SpaceSearch> space_;  // By part of the vehicle.
  std::vector<double> limit_m_;
  std::vector<ClearanceBounds> bounds_;
  std::vector<double> road_m_;
  std::vector<SpatialNearest> spatial_nearest_;
  std::vector<int64_t> pairs_before_;
  std::vector<TrajectoryRoadClearance> road_clearances_;
  RoadWorkspace road_workspace_;

  std::unique_ptr<CandidateCheck> grown_;  // Null: no margin that all obstacles have.
  std::vector<Verdict> grown_verdicts_;
  std::unique_ptr<CandidateCheck> held_;  // Null: all is predicted at all times.
  std::vector<Verdict> held_verdicts_;
};

}  // namespace collision2d::planner
