#include "planner_adapter/checking/candidate_check.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "planner_adapter/checking/companion_scenes.h"
#include "planner_adapter/checking/static_obstacles.h"

namespace collision2d::planner {

CandidateCheck::Companion::Companion(const CheckedScene& of, PosedPart* posed, const PlacedObstacles& of_vehicle)
    : checked(of),
      own_obstacles(of.is_among_all() ? nullptr : std::make_unique<PlacedObstacles>(of, &of_vehicle)),
      check(of, posed, own_obstacles == nullptr ? of_vehicle : *own_obstacles, /*grown=*/nullptr) {}

CandidateCheck::CandidateCheck(std::shared_ptr<const CheckedScene> checked)
    : owner_(std::move(checked)),
      checked_(*owner_),
      parts_(checked_),
      posed_{{}, {}, std::vector<CandidatePoses>(checked_.parts.size())},
      obstacles_(checked_) {
  const BodyCheck* grown = nullptr;
  for (const std::shared_ptr<const CheckedScene>& of : checked_.companions) {
    companions_.push_back(std::make_unique<Companion>(*of, &posed_, obstacles_));
    if (of->is_among_all() && of->frees_ungrown) grown = &companions_.back()->check;
  }
  vehicle_.emplace(checked_, &posed_, obstacles_, grown);
}

void CandidateCheck::Begin(absl::Span<const Candidate> candidates, absl::Span<Verdict> verdicts) {
  candidates_ = candidates;
  verdicts_ = verdicts;
  last_instant_.assign(candidates.size(), std::nullopt);
  vehicle_->Begin(verdicts);
  for (const std::unique_ptr<Companion>& companion : companions_) {
    companion->verdicts.assign(candidates.size(), Verdict());
    companion->check.Begin(absl::MakeSpan(companion->verdicts));
  }
}

void CandidateCheck::BeginWindow(const InstantWindow& window) {
  posed_.instants = window.instants;
  rows_.clear();
  for (const auto& [candidate, first_instant, length] : window.rows) {
    if (vehicle_->IsDone(candidate)) continue;
    rows_.push_back({candidate, first_instant, length, last_instant_[candidate],
                     !checked_.options.instants_only && vehicle_->IsFree(candidate)});
  }
  parts_.Begin(candidates_, window.instants, rows_);
}

void CandidateCheck::Finish() {
  vehicle_->Finish();
  for (Verdict& verdict : verdicts_) BeginMargins(checked_.scene.margins, &verdict);
  for (const std::unique_ptr<Companion>& companion : companions_) {
    if (companion->checked.places_unpredicted) continue;
    companion->check.Finish();
    for (size_t i = 0; i < verdicts_.size(); ++i) AddMargin(companion->verdicts[i], &verdicts_[i]);
  }
}

absl::Span<const Verdict> CandidateCheck::held_verdicts() const {
  const bool has_held = !companions_.empty() && companions_.back()->checked.places_unpredicted;
  return has_held ? companions_.back()->verdicts : absl::Span<const Verdict>();
}

// Rows whose poses tilt or climb are checked in a second pass, because the map has only obstacles
// that are plain for upright bodies at about its height.
absl::Status CandidateCheck::CheckPart() {
  const WindowPart& part = posed_.part;
  std::vector<CandidatePoses>& poses = posed_.poses;
  for (size_t k = 0; k < poses.size(); ++k) {
    poses[k].Interpolate(candidates_, static_cast<int>(k), checked_.scene.origin, part.times_s,
                         checked_.parts[k].span.has_value(), part.rows);
  }
  for (const bool is_map_plain : {true, false}) {
    PoseRange range;
    row_end_.assign(part.rows.size(), 0);
    bool has_rows = false;
    for (int row = 0; row < posed_.row_count(); ++row) {
      const PoseRange of_row = posed_.RangeOfRow(row);
      if (checked_.statics.MapIsPlain(checked_.common, of_row) != is_map_plain) continue;
      range.Extend(of_row);
      row_end_[row] = part.rows[row].length;
      has_rows = true;
    }
    if (!has_rows) continue;
    const absl::Status status = CheckRows(range);
    if (!status.ok()) return status;
  }
  if (checked_.options.instants_only) return absl::OkStatus();
  for (const CandidateRow& row : part.rows) last_instant_[row.candidate] = posed_.InstantAt(row.length - 1);
  return absl::OkStatus();
}

absl::Status CandidateCheck::CheckRows(const PoseRange& range) {
  obstacles_.Place(posed_.part.times_s, range);
  absl::Status status;
  for (const bool before_vehicle : {true, false}) {
    for (const std::unique_ptr<Companion>& companion : companions_) {
      if (status.ok() && companion->checked.is_among_all() == before_vehicle)
        status = FollowWith(companion.get(), range);
    }
    if (status.ok() && before_vehicle) status = vehicle_->Follow(row_end_);
  }
  return status;
}

absl::Status CandidateCheck::FollowWith(Companion* companion, const PoseRange& range) {
  companion_end_.clear();
  for (int row = 0; row < posed_.row_count(); ++row) companion_end_.push_back(EndWith(*companion, row));
  if (*std::max_element(companion_end_.begin(), companion_end_.end()) == 0) return absl::OkStatus();
  if (companion->own_obstacles != nullptr) companion->own_obstacles->Place(posed_.part.times_s, range);
  return companion->check.Follow(companion_end_);
}

// Returns where a row ends for a companion: after the first instant that is not before the
// vehicle's first collision.
int CandidateCheck::EndWith(const Companion& companion, int row) const {
  const WindowPart& part = posed_.part;
  const int candidate = part.rows[row].candidate;
  const int row_end = row_end_[row];
  if (row_end == 0 || companion.check.IsDone(candidate)) return 0;
  if (vehicle_->IsFree(candidate)) return row_end;
  if (companion.checked.places_unpredicted) return 0;
  const double collision_s = verdicts_[candidate].first_collision->time_s;
  // The first step may be the last instant of an earlier window.
  if (part.instant_of_step[0] < 0 && part.times_s[0] >= collision_s) return 0;
  int end = 0;
  while (end < row_end && (part.instant_of_step[end] < 0 || part.times_s[end] < collision_s)) ++end;
  return std::min(end + 1, row_end);
}

}  // namespace collision2d::planner
