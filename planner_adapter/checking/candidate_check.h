#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/body_check.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/placed_obstacles.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/checking/window_parts.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Follows candidates from window to window of instants, by the instants and, unless
// CheckerOptions::instants_only, by the motion between them, and keeps their verdicts.
// Poses are interpolated and obstacles placed once for each part of a window (WindowPart). In each
// part the vehicle is followed (BodyCheck), and with it its companions (CheckedScene::companions):
// - first the body grown by the margin that all obstacles have: where it is free, the vehicle's
//   motion need not be searched,
// - after the vehicle the bodies grown by other margins, up to its first collision,
// - last the vehicle among the obstacles that are held where they are not predicted, if it is free.
class CandidateCheck {
 public:
  explicit CandidateCheck(std::shared_ptr<const CheckedScene> checked);

  // Begins with other candidates; verdicts[i], which is empty, becomes that of candidates[i].
  void Begin(absl::Span<const Candidate> candidates, absl::Span<Verdict> verdicts);

  // Begins a window, with those of its candidates that are not done. REQUIRES: a row's instants
  // follow those of its candidate's previous rows without a gap.
  void BeginWindow(const InstantWindow& window);

  // Moves to the window's next part; returns false if there is none.
  bool NextPart() { return parts_.Next(&posed_.part); }

  // Updates the verdicts by the instants of the part's rows, and by the motion since the previous
  // instant of each row's candidate.
  // Errors: as BodyCheck::Follow. The verdicts are then unspecified.
  absl::Status CheckPart();

  // What was checked of the last part: its poses, and its obstacles, whose steps are its times.
  const PosedPart& posed() const { return posed_; }
  const PlacedObstacles& obstacles() const { return obstacles_; }

  // Must be called after the last window. Completes the verdicts, margins included, but for their
  // outcome, metrics and reservations.
  void Finish();

  // Returns the verdicts among what is held where it is not predicted, of candidates that are free;
  // empty: all is predicted at all times.
  absl::Span<const Verdict> held_verdicts() const;

 private:
  struct Companion {
    Companion(const CheckedScene& of, PosedPart* posed, const PlacedObstacles& of_vehicle);

    const CheckedScene& checked;
    const std::unique_ptr<PlacedObstacles> own_obstacles;  // Null: those of the vehicle.
    BodyCheck check;
    std::vector<Verdict> verdicts;
  };

  absl::Status CheckRows(const PoseRange& range);
  absl::Status FollowWith(Companion* companion, const PoseRange& range);
  int EndWith(const Companion& companion, int row) const;

  const std::shared_ptr<const CheckedScene> owner_;
  const CheckedScene& checked_;
  absl::Span<const Candidate> candidates_;
  absl::Span<Verdict> verdicts_;
  std::vector<std::optional<Instant>> last_instant_;  // By candidate, if its motion is checked.
  std::vector<WindowRow> rows_;
  WindowParts parts_;
  PosedPart posed_;
  std::vector<int> row_end_;  // By row of the part; rows that are not checked together end at step 0.
  std::vector<int> companion_end_;
  PlacedObstacles obstacles_;
  std::vector<std::unique_ptr<Companion>> companions_;
  std::optional<BodyCheck> vehicle_;  // Always set, after the companions that it refers to.
};

}  // namespace collision2d::planner
