#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_WINDOW_CHECK_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_WINDOW_CHECK_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "planner_adapter/checking/candidate_poses.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/obstacle_window.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/plan_clearance.h"
#include "planner_adapter/checking/pose_clearance.h"
#include "planner_adapter/checking/space_clearance.h"
#include "planner_adapter/checking/space_pair.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Follows candidates from window to window of instants and keeps their verdicts.
class WindowCheck {
 public:
  // verdicts[i] is that of candidates[i] at the instants so far, and later[i] of its rows that are
  // contacts_only.
  WindowCheck(const CheckedScene& checked, absl::Span<const Trajectory> candidates, absl::Span<Verdict> verdicts,
              absl::Span<Verdict> later)
      : checked_(checked),
        candidates_(candidates),
        verdicts_(verdicts),
        later_(later),
        obstacles_(checked.scene, checked.statics, checked.options, checked_.body) {}

  // Updates the verdicts by the rows' instants: each candidate's up to its first collision.
  // Rows that are contacts_only update nothing but the first collision, in another verdict.
  // REQUIRES: a row's candidate has not collided, by the verdict that the row updates, and its
  // instants are after those of its rows before. Errors: as ObstacleWindow::Place and
  // ComputeSpaceClearances at an instant of a row that has not collided before it; the verdicts are
  // not specified then.
  absl::Status Add(absl::Span<const Instant> instants, std::vector<CandidateRow> rows);

 private:
  // An approach at a step, between the ego vehicle and `placed_shape` there.
  struct StepApproach {
    int step = -1;
    Approach approach;
  };

  // How far a row has been followed.
  struct RowState {
    const RowGroup* group;
    int end_step;          // One past the last step that counts: the first collision's, or the row's last one.
    StepApproach nearest;  // The nearest spatial obstacle so far.
  };

  void SplitRows(std::vector<CandidateRow>* with_map, std::vector<CandidateRow>* without_map) const;
  absl::Status AddPlaced();
  absl::Status AddBefore(int end_step, const absl::Status& error);
  void BeginRows();
  absl::Status AddPlain();
  absl::Status AddSpatial();
  absl::Status AddSpatialAt(int step);
  std::vector<int> RowsAt(int step) const;
  std::vector<int> SpatialAndContacts(int step) const;
  double SpatialBound(int row) const;
  void RecordSpatial(int row, int step, const SpaceClearance& clearance);
  void RecordVertical(int row, int step, const VerticalApproach& vertical);
  void RecordPlainContact(int row);
  void RecordNearest(int row);
  void CountPairs();
  absl::Status AddRoad();
  void RecordRoad(int row, const TrajectoryRoadClearance& found);

  Verdict& VerdictOf(const CandidateRow& row) const { return (row.contacts_only ? later_ : verdicts_)[row.candidate]; }
  Verdict& VerdictOf(int row) const { return VerdictOf(poses_.rows()[row]); }
  double LimitOf(const CandidateRow& row) const;
  StepApproach ApproachOf(int row, const Nearest<Separation>& found) const;
  Encounter EncounterOf(const StepApproach& found) const;

  const CheckedScene checked_;
  const absl::Span<const Trajectory> candidates_;
  const absl::Span<Verdict> verdicts_;
  const absl::Span<Verdict> later_;
  ObstacleWindow obstacles_;
  absl::Span<const Instant> instants_;
  CandidatePoses poses_;
  std::vector<RowState> rows_;
  std::vector<PlanClearance> plain_;
  std::vector<PlanContact> contacts_;  // With plain obstacles.
  SpaceScratch scratch_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_WINDOW_CHECK_H_
