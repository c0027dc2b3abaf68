#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_CANDIDATE_CHECK_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_CANDIDATE_CHECK_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/candidate_poses.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/motion_search.h"
#include "planner_adapter/checking/space_motion.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/checking/window_check.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Follows candidates from window to window of instants, by the instants and, unless
// CheckerOptions::instants_only, by the motion between them. A candidate whose first contact is
// between instants is followed further, by its instants alone, until one of them is in contact too.
class CandidateCheck {
 public:
  // verdicts[i] is that of candidates[i] so far.
  CandidateCheck(const CheckedScene& checked, absl::Span<const Trajectory> candidates, absl::Span<Verdict> verdicts);

  // Whether the rest of a candidate changes nothing any more.
  bool IsDone(int candidate) const;

  // Updates the verdicts by the rows' instants, and by the motion since the last instant of each
  // row's candidate before. REQUIRES: a row's candidate is not done, and its instants follow those
  // of its rows before without a gap.
  // Errors: as WindowCheck::Add; obstacles that are refused as there at a time between instants, up
  // to the first contact. The verdicts are not specified then.
  absl::Status Add(absl::Span<const Instant> instants, std::vector<CandidateRow> rows);

  // To be called after the last window: only now it is certain which candidates collide, or leave
  // the road, between instants only.
  void Finish();

 private:
  // What the motion says of a row.
  struct Finding {
    CandidateRow row;
    std::optional<MotionContact> contact;
    // The first departure from the road up to then, of a vehicle that begins on it.
    std::optional<RoadDeparture> departure;
    // Without contact: the interval whose obstacles are refused.
    std::optional<TimeSpan> refused;
  };

  absl::Status FindContacts(absl::Span<const Instant> instants, absl::Span<Finding> findings);
  std::vector<double> TimesOf(absl::Span<const Instant> instants, const CandidateRow& row) const;
  static void AddRows(absl::Span<const Instant> instants, const Finding& finding, std::vector<CandidateRow>* rows);
  absl::Status Record(absl::Span<const Instant> instants, const Finding& finding);
  void RecordDeparture(const Finding& finding);
  int StepAt(absl::Span<const Instant> instants, const Finding& finding) const;
  absl::Status Refusal(const TimeSpan& during) const;

  const CheckedScene checked_;
  const absl::Span<const Trajectory> candidates_;
  const absl::Span<Verdict> verdicts_;
  // The verdicts on the instants after a first contact between instants.
  std::vector<Verdict> later_;
  // By candidate; none before its first one.
  std::vector<std::optional<Instant>> last_instant_;
  std::vector<std::optional<RoadDeparture>> departures_;  // By candidate, before an instant is known to be outside.
  WindowCheck windows_;
  MotionSearch search_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_CANDIDATE_CHECK_H_
