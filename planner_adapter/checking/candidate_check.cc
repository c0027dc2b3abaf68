#include "planner_adapter/checking/candidate_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

#include "collision2d/query/collides.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/checking/verdict_record.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// m. Only distances of contacts are below this, 0 among them. Not a denormal number, which some
// processors flush to 0.
constexpr double kContactLimit_m = std::numeric_limits<double>::min();

}  // namespace

CandidateCheck::CandidateCheck(std::shared_ptr<const CheckedScene> checked, CandidateCheck* other)
    : owner_(std::move(checked)),
      checked_(*owner_),
      parts_(checked_),
      own_poses_(other == nullptr ? new Posed{{}, std::vector<CandidatePoses>(checked_.parts.size())} : nullptr),
      own_obstacles_(other == nullptr || checked_.places_unpredicted ? new PlacedObstacles(checked_) : nullptr),
      part_(own_poses_ == nullptr ? other->part_ : own_poses_->part),
      poses_(own_poses_ == nullptr ? other->poses_ : own_poses_->poses),
      obstacles_(own_obstacles_ == nullptr ? other->obstacles_ : *own_obstacles_),
      motion_(checked_),
      plain_(checked_.parts),
      space_(checked_.parts.begin(), checked_.parts.end()) {
  if (checked_.margin_of_all != nullptr) grown_.reset(new CandidateCheck(checked_.margin_of_all, this));
  if (checked_.unpredicted_scene != nullptr) held_.reset(new CandidateCheck(checked_.unpredicted_scene, this));
}

void CandidateCheck::Begin(absl::Span<const Candidate> candidates, absl::Span<Verdict> verdicts) {
  candidates_ = candidates;
  verdicts_ = verdicts;
  states_.assign(candidates.size(), State());
  const auto begin = [&](CandidateCheck* other, std::vector<Verdict>* of_other) {
    if (other == nullptr) return;
    of_other->assign(candidates.size(), Verdict());
    other->Begin(candidates, absl::MakeSpan(*of_other));
  };
  begin(grown_.get(), &grown_verdicts_);
  begin(held_.get(), &held_verdicts_);
}

absl::Status CandidateCheck::Add(absl::Span<const Instant> instants) {
  instants_ = instants;
  for (WindowRow& row : rows_) {
    const State& state = states_[row.candidate];
    row.last = state.last_instant;
    row.follows_motion = checks_motion() && state.phase == Phase::kFree;
  }
  parts_.Begin(candidates_, instants_, rows_);
  while (parts_.Next(&part_)) {
    const absl::Status status = CheckPart();
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

void CandidateCheck::Finish() {
  for (size_t i = 0; i < verdicts_.size(); ++i) {
    const State& state = states_[i];
    Verdict& verdict = verdicts_[i];
    if (state.departure.has_value()) {
      verdict.road_departure = state.departure;
      verdict.road_departure->between_instants = !verdict.leaves_road_time_s.has_value();
      verdict.leaves_road_time_s = state.departure->outside_by_s;
    }
    if (checks_motion() && !checked_.contacts_only && !verdict.collides()) {
      RecordBounds(state.bounds, state.road_m, &verdict);
    }
  }
}

// Rows for which some shape of the map is not plain, because they climb, dip or tilt, come by
// themselves: the others can still use the map.
absl::Status CandidateCheck::CheckPart() {
  for (size_t k = 0; k < poses_.size(); ++k) {
    poses_[k].Interpolate(candidates_, static_cast<int>(k), checked_.scene.origin, part_.times_s,
                          checked_.parts[k].span.has_value(), part_.rows);
  }
  for (const bool is_map_plain : {true, false}) {
    PoseRange range;
    row_end_.assign(part_.rows.size(), 0);
    bool has_rows = false;
    for (int row = 0; row < row_count(); ++row) {
      PoseRange of_row;
      for (const CandidatePoses& poses : poses_) of_row.Extend(poses.RangeOfRow(row));
      if (checked_.statics.MapIsPlain(checked_.common, of_row) != is_map_plain) continue;
      range.Extend(of_row);
      row_end_[row] = part_.rows[row].length;
      has_rows = true;
    }
    if (!has_rows) continue;
    const absl::Status status = CheckRows(range);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status CandidateCheck::CheckRows(const PoseRange& range) {
  obstacles_.Place(part_.times_s, range);
  absl::Status status = grown_ != nullptr ? grown_->FollowRowsOf(*this) : absl::OkStatus();
  if (status.ok()) status = FollowRows();
  if (!status.ok() || held_ == nullptr) return status;
  held_->obstacles_.Place(part_.times_s, range);
  return held_->FollowRowsOf(*this);
}

absl::Status CandidateCheck::FollowRowsOf(const CandidateCheck& other) {
  instants_ = other.instants_;
  row_end_.clear();
  for (int row = 0; row < row_count(); ++row) {
    const bool is_followed = other.StateOf(row).phase == Phase::kFree && !IsDone(part_.rows[row].candidate);
    row_end_.push_back(is_followed ? other.row_end_[row] : 0);
  }
  return FollowRows();
}

absl::Status CandidateCheck::FollowRows() {
  absl::Status status = checks_motion() ? FollowMotion() : absl::OkStatus();
  if (status.ok()) status = FollowInstants(Phase::kFree);
  if (status.ok()) status = FollowDepartures();
  if (status.ok()) status = FollowClearances();
  if (!status.ok()) return status;
  for (int row = 0; row < row_count(); ++row) {
    if (row_end_[row] > 0) RecordMotion(row);
  }
  if (checks_motion() && !checked_.contacts_only) status = FollowInstants(Phase::kContactBetween);
  for (int row = 0; row < row_count(); ++row) {
    if (row_end_[row] > 0 && checks_motion()) StateOf(row).last_instant = InstantAt(row_end_[row] - 1);
  }
  return status;
}

// Phase 1. Sets end_step_ to where the instants before the contact end.
absl::Status CandidateCheck::FollowMotion() {
  end_step_.assign(part_.rows.size(), 0);
  departure_end_.assign(part_.rows.size(), 0);
  contacts_.assign(part_.rows.size(), MotionContact());
  departures_.assign(part_.rows.size(), std::nullopt);
  int last_end = 0;
  for (int row = 0; row < row_count(); ++row) {
    if (StateOf(row).phase == Phase::kFree) end_step_[row] = row_end_[row];
    last_end = std::max(last_end, end_step_[row]);
  }
  if (last_end < 2) return absl::OkStatus();
  motion_end_ = end_step_;
  for (int row = 0; row < row_count(); ++row) {
    if (IsProvenFree(row)) motion_end_[row] = 0;
  }
  absl::Status status =
      motion_.Search(part_.times_s, obstacles_, motion_end_, absl::MakeSpan(poses_), absl::MakeSpan(contacts_));
  if (!status.ok()) return status;
  for (int row = 0; row < row_count(); ++row) {
    const MotionContact& contact = contacts_[row];
    const bool has_left = StateOf(row).departure.has_value() || VerdictOf(row).leaves_road_time_s.has_value();
    if (!has_left) departure_end_[row] = contact.exists() ? contact.interval + 2 : end_step_[row];
    if (!contact.exists()) continue;
    // A graze at the interval's end may be a contact, which the instant there decides exactly.
    const bool is_at_end = contact.bracket.is_undecided &&
                           contact.bracket.contact_by_s >= part_.times_s[contact.interval + 1] - kSameInstant_s;
    end_step_[row] = contact.interval + (is_at_end ? 2 : 1);
  }
  return status;
}

// Between the instants, of rows that do not collide. A bound begins at what the instants allow.
absl::Status CandidateCheck::FollowClearances() {
  if (!checks_motion() || checked_.contacts_only) return absl::OkStatus();
  end_step_.assign(part_.rows.size(), 0);
  bounds_.assign(part_.rows.size(), ClearanceBounds());
  for (int row = 0; row < row_count(); ++row) {
    if (StateOf(row).phase != Phase::kFree || contacts_[row].exists()) continue;
    end_step_[row] = row_end_[row];
    const Verdict& verdict = VerdictOf(row);
    const ClearanceBounds& known = StateOf(row).bounds;
    bounds_[row].plan_m = BoundBelow(LeastClearance(verdict), known.plan_m);
    const std::optional<VerticalClearance>& vertical = verdict.vertical_clearance;
    bounds_[row].vertical_m = BoundBelow(vertical.has_value() ? vertical->clearance_m : kInfinity, known.vertical_m);
  }
  const absl::Status status =
      motion_.LowerBounds(part_.times_s, obstacles_, end_step_, absl::MakeSpan(poses_), absl::MakeSpan(bounds_));
  for (int row = 0; row < row_count(); ++row) {
    if (end_step_[row] > 0) StateOf(row).bounds = bounds_[row];
  }
  return status;
}

// After the first instants: what is proven of the distance from the edge between them shows that
// most rows do not leave the road.
absl::Status CandidateCheck::FollowDepartures() {
  if (!checks_motion() || checked_.road.pieces().empty()) return absl::OkStatus();
  // Far more than what the road leaves undecided, and than rounding.
  constexpr double kEnough_m = 1e-3;
  road_m_.assign(part_.rows.size(), 0.0);
  end_step_ = departure_end_;
  for (int row = 0; row < row_count(); ++row) {
    const std::optional<RoadClearance>& least = VerdictOf(row).road_clearance;
    if (least.has_value()) road_m_[row] = BoundBelow(least->clearance_m, StateOf(row).road_m);
    if (road_m_[row] >= kEnough_m) continue;
    road_m_[row] = 0.0;
    end_step_[row] = 0;
  }
  absl::Status status =
      motion_.LowerRoadBounds(part_.times_s, end_step_, absl::MakeSpan(poses_), absl::MakeSpan(road_m_));
  if (!status.ok()) return status;
  for (int row = 0; row < row_count(); ++row) {
    if (departure_end_[row] > 0) StateOf(row).road_m = road_m_[row];
    if (road_m_[row] >= kEnough_m) departure_end_[row] = 0;
  }
  return motion_.SearchDepartures(part_.times_s, departure_end_, absl::MakeSpan(poses_), &departures_);
}

// Phases 2 and 3. In the latter, plain obstacles are looked for at the instants before the contact
// too, which are free: for contacts alone that costs little.
absl::Status CandidateCheck::FollowInstants(Phase phase) {
  if (phase == Phase::kContactBetween || !checks_motion()) {
    end_step_.assign(part_.rows.size(), 0);
    for (int row = 0; row < row_count(); ++row) {
      if (StateOf(row).phase == phase) end_step_[row] = row_end_[row];
    }
  }
  const int last_end = *std::max_element(end_step_.begin(), end_step_.end());
  for (Range steps = part_.InstantsFrom(0); steps.size() > 0; steps = part_.InstantsFrom(steps.end)) {
    if (steps.begin >= last_end) break;
    const absl::Status status = FollowRun({steps.begin, std::min(steps.end, last_end)}, phase);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status CandidateCheck::FollowRun(Range steps, Phase phase) {
  limit_m_.clear();
  for (int row = 0; row < row_count(); ++row) limit_m_.push_back(LimitOf(row, phase));
  const bool contacts_only = checked_.contacts_only || phase == Phase::kContactBetween;
  absl::Status status =
      plain_.Search(obstacles_, steps, end_step_,
                    contacts_only ? absl::Span<const double>() : absl::MakeConstSpan(limit_m_), absl::MakeSpan(poses_));
  if (!status.ok()) return status;
  for (int row = 0; row < row_count(); ++row) {
    const PlainNearest& plain = plain_.nearest()[row];
    if (plain.collides()) end_step_[row] = plain.contact_step + 1;
  }
  status = SearchSpatial(steps, phase);
  if (!status.ok()) return status;
  for (int row = 0; row < row_count(); ++row) {
    if (end_step_[row] <= steps.begin) continue;
    const int step = plain_.nearest()[row].contact_step;
    if (StateOf(row).phase != phase) continue;
    if (plain_.nearest()[row].collides()) {
      RecordFindings(row, step, phase, FindAt(row, step, FindingsCollector(kContactLimit_m)));
    } else if (phase == Phase::kFree) {
      RecordNearest(row);
    }
  }
  if (phase != Phase::kFree) return status;
  CountPairs(steps);
  return SearchRoad(steps);
}

// Looks at spatial obstacles up to the first contact of each row, and there at those of the plain
// ones that the row touches, because the first contact is chosen among all contacts of the step.
absl::Status CandidateCheck::SearchSpatial(Range steps, Phase phase) {
  spatial_nearest_.assign(part_.rows.size(), SpatialNearest());
  for (int step = steps.begin; step < steps.end; ++step) {
    if (!obstacles_.has_spatial(step)) continue;
    const auto is_followed = [&](int row) {
      const bool is_free =
          phase == Phase::kContactBetween && contacts_[row].exists() && step <= contacts_[row].interval;
      return step < end_step_[row] && StateOf(row).phase == phase && !is_free;
    };
    absl::Status status;
    bool has_rows = false;
    for (size_t k = 0; k < space_.size(); ++k) {
      bool is_tilted = false;
      for (int row = 0; row < row_count(); ++row) {
        if (!is_followed(row)) continue;
        has_rows = true;
        is_tilted = is_tilted || poses_[k].SpacePoseAt(row, step).elevation.is_tilted();
      }
      if (!has_rows) break;
      status.Update(space_[k].Begin(obstacles_, step, is_tilted));
    }
    if (!has_rows) continue;
    for (int row = 0; row < row_count() && status.ok(); ++row) {
      if (!is_followed(row)) continue;
      // An approach as near as the nearest plain one precedes it if its step or its place does. Of
      // a row that collides only contacts count.
      const PlainNearest& plain = plain_.nearest()[row];
      const double plain_m = plain.collides() ? kContactLimit_m : plain.nearest.separation.signed_distance_m;
      FindingsCollector collector(std::min(
          {limit_m_[row], spatial_nearest_[row].approach.signed_distance_m, std::nextafter(plain_m, kInfinity)}));
      for (size_t k = 0; k < space_.size() && status.ok(); ++k) {
        collector.set_part(static_cast<int>(k));
        status = space_[k].AddTo(poses_[k].SpacePoseAt(row, step), &collector);
      }
      if (status.ok()) RecordFindings(row, step, phase, FindAt(row, step, collector));
    }
    if (!status.ok()) return ErrorAt(part_.times_s[step], status);
  }
  return absl::OkStatus();
}

// Adds the contacts with plain obstacles.
PoseFindings CandidateCheck::FindAt(int row, int step, FindingsCollector collector) {
  if (plain_.nearest()[row].contact_step == step) {
    for (const PlainContact& contact : plain_.ContactsOf(row)) {
      const PlainApproach& found = contact.approach;
      const SpacePose pose = poses_[found.part].SpacePoseAt(row, step);
      const PlacedShape& shape = obstacles_.shape(step, found.placed);
      collector.set_part(found.part);
      collector.AddContact(
          {found.placed, found.separation.signed_distance_m, pose.local_from_body * found.separation.witness_a,
           pose.local_from_body * found.separation.witness_b},
          shape, HeightsOfContact(checked_.parts[found.part], pose, shape));
    }
  }
  return collector.Result();
}

void CandidateCheck::RecordFindings(int row, int step, Phase phase, const PoseFindings& findings) {
  const bool is_contact = findings.first_contact.placed.exists();
  if (is_contact) {
    StateOf(row).phase = Phase::kContact;
    end_step_[row] = step + 1;
  }
  Verdict& verdict = VerdictOf(row);
  if (phase == Phase::kContactBetween) {
    if (is_contact) verdict.contact_bracket->between_instants = false;
    return;
  }
  const auto encounter_of = [&](const Approach& approach) {
    return EncounterOf(InstantAt(step), approach, obstacles_.shape(step, approach.placed));
  };
  if (findings.nearest.placed.exists()) spatial_nearest_[row] = {step, findings.nearest};
  if (is_contact) {
    verdict.minimum_clearance = encounter_of(findings.nearest);
    verdict.first_collision = encounter_of(findings.first_contact);
  }
  if (findings.vertical.placed.exists()) {
    RecordVertical(InstantAt(step), findings.vertical, obstacles_.shape(step, findings.vertical.placed), &verdict);
  }
}

void CandidateCheck::RecordNearest(int row) {
  SpatialNearest nearest = spatial_nearest_[row];
  const PlainApproach& plain = plain_.nearest()[row].nearest;
  if (plain.exists()) {
    const Pose2& local_from_body = poses_[plain.part].PoseAt(row, plain.step);
    const SpatialNearest of_plain = {
        plain.step,
        {plain.placed, plain.separation.signed_distance_m, local_from_body * plain.separation.witness_a,
         local_from_body * plain.separation.witness_b, plain.part}};
    const auto rank = [](const SpatialNearest& of) {
      return std::make_tuple(of.approach.signed_distance_m, of.step, of.approach.placed);
    };
    if (nearest.step < 0 || rank(of_plain) < rank(nearest)) nearest = of_plain;
  }
  if (nearest.step < 0 || nearest.approach.signed_distance_m >= LeastClearance(VerdictOf(row))) return;
  VerdictOf(row).minimum_clearance =
      EncounterOf(InstantAt(nearest.step), nearest.approach, obstacles_.shape(nearest.step, nearest.approach.placed));
}

void CandidateCheck::CountPairs(Range steps) {
  int64_t shapes = 0;
  for (const SpaceBody& part : checked_.parts) shapes += static_cast<int64_t>(part.shapes.size());
  pairs_before_.assign(1, 0);
  for (int step = steps.begin; step < steps.end; ++step) {
    pairs_before_.push_back(pairs_before_.back() + shapes * obstacles_.size(step));
  }
  for (int row = 0; row < row_count(); ++row) {
    VerdictOf(row).pairs_checked += pairs_before_[std::clamp(end_step_[row] - steps.begin, 0, steps.size())];
  }
}

absl::Status CandidateCheck::SearchRoad(Range steps) {
  if (!checked_.road.is_known()) return absl::OkStatus();
  road_clearances_.resize(part_.rows.size());
  const auto instants =
      instants_.subspan(static_cast<size_t>(part_.instant_of_step[steps.begin]), static_cast<size_t>(steps.size()));
  for (size_t k = 0; k < poses_.size(); ++k) {
    const absl::Status status =
        checked_.road.MinimumClearances(checked_.parts[k].shapes, poses_[k].At({0, row_count()}, steps, end_step_),
                                        absl::MakeSpan(road_clearances_), &road_workspace_, checked_.scene.origin);
    if (!status.ok()) return status;
    for (int row = 0; row < row_count(); ++row) {
      if (end_step_[row] > steps.begin)
        RecordRoad(checked_.road, instants, static_cast<int>(k), road_clearances_[row], &VerdictOf(row));
    }
  }
  return absl::OkStatus();
}

// Records what the motion says, which the instants before it do not contradict.
void CandidateCheck::RecordMotion(int row) {
  if (!checks_motion() || StateOf(row).phase == Phase::kContactBetween) return;
  Verdict& verdict = VerdictOf(row);
  const MotionContact& contact = contacts_[row];
  if (StateOf(row).phase == Phase::kContact) {
    // An instant is in contact before the motion is known to be: touching, within rounding.
    const double time_s = verdict.first_collision->time_s;
    const double free_until_s = contact.exists() ? contact.bracket.free_until_s : time_s;
    verdict.contact_bracket = ContactBracket{std::min(free_until_s, time_s), time_s};
  } else if (contact.exists()) {
    RecordContact(contact, motion_.EncounterOf(part_.times_s, obstacles_, poses_, row, contact), StepOfContact(row),
                  &verdict);
    StateOf(row).phase = Phase::kContactBetween;
    if (LastsToInstant(row)) {
      verdict.contact_bracket->between_instants = false;
      StateOf(row).phase = Phase::kContact;
    }
  }
  RecordDeparture(row);
}

// Whether the pair that makes the row's contact is still in contact at the end of its interval, if
// that is an instant at which the plan decides. Mostly it is, so that no later instant is asked.
bool CandidateCheck::LastsToInstant(int row) const {
  const MotionContact& contact = contacts_[row];
  const int step = contact.interval + 1;
  if (checked_.contacts_only || step >= row_end_[row]) return false;
  if (part_.instant_of_step[step] < 0 || obstacles_.Changes(contact.interval)) return false;
  PoseRange range;
  for (const CandidatePoses& poses : poses_) range.Extend(poses.RangeOfRow(row));
  const PlacedShape& obstacle = obstacles_.ShapeDuring(contact.interval, contact.placed).at_end;
  return IsPlain(obstacle, checked_.common, range) &&
         Collides(checked_.parts[contact.part].shapes[contact.body_shape], *obstacle.shape,
                  RelativePose(poses_[contact.part].PoseAt(row, step), obstacle.local_from_shape));
}

// A departure counts if it precedes the first instant that is outside, and the first collision.
void CandidateCheck::RecordDeparture(int row) {
  const std::optional<RoadDeparture>& departure = departures_[row];
  if (!departure.has_value()) return;
  if (contacts_[row].exists() && contacts_[row].bracket.contact_by_s < departure->outside_by_s) return;
  const Verdict& verdict = VerdictOf(row);
  if (verdict.collides() && verdict.first_collision->time_s < departure->outside_by_s) return;
  const std::optional<double>& outside_s = verdict.leaves_road_time_s;
  if (outside_s.has_value() && departure->outside_by_s > *outside_s) return;
  StateOf(row).departure = departure;
}

// Whether the motion is free because that of the grown body is, so far away that the motion itself
// could not be undecided.
bool CandidateCheck::IsProvenFree(int row) const {
  return grown_ != nullptr && grown_->checked_.frees_ungrown && grown_->StateOf(row).phase == Phase::kFree;
}

double CandidateCheck::LimitOf(int row, Phase phase) const {
  const bool is_free = phase == Phase::kFree && StateOf(row).phase == Phase::kFree;
  return is_free && !checked_.contacts_only ? LeastClearance(VerdictOf(row)) : kContactLimit_m;
}

// The last instant that is not after the contact.
int CandidateCheck::StepOfContact(int row) const {
  const std::optional<Instant>& last = StateOf(row).last_instant;
  int step = last.has_value() ? last->step : InstantAt(part_.InstantsFrom(0).begin).step;
  for (int k = 0; k < row_end_[row]; ++k) {
    if (part_.instant_of_step[k] < 0) continue;
    const Instant& instant = InstantAt(k);
    if (instant.time_s <= contacts_[row].bracket.contact_by_s + kSameInstant_s) step = instant.step;
  }
  return step;
}

}  // namespace collision2d::planner
