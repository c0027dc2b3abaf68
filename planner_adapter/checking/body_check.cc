#include "planner_adapter/checking/body_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "collision2d/query/collides.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// m. Only distances of contacts are below this, 0 among them. Not a denormal number, which some
// processors flush to 0.
constexpr double kContactLimit_m = std::numeric_limits<double>::min();

}  // namespace

BodyCheck::BodyCheck(const CheckedScene& checked, PosedPart* posed, const PlacedObstacles& obstacles,
                     const BodyCheck* grown)
    : checked_(checked),
      posed_(*posed),
      part_(posed->part),
      obstacles_(obstacles),
      grown_(grown),
      motion_(checked, posed, obstacles),
      plain_(checked.parts, posed, obstacles),
      space_(checked.parts.begin(), checked.parts.end()) {}

void BodyCheck::Begin(absl::Span<Verdict> verdicts) {
  verdicts_ = verdicts;
  states_.assign(verdicts.size(), State());
}

absl::Status BodyCheck::Follow(absl::Span<const int> row_end) {
  row_end_.assign(row_end.begin(), row_end.end());
  absl::Status status = checks_motion() ? FollowMotion() : absl::OkStatus();
  if (status.ok()) status = FollowInstants(Phase::kFree);
  if (status.ok()) status = FollowDepartures();
  if (status.ok()) status = FollowClearances();
  if (!status.ok()) return status;
  for (int row = 0; row < row_count(); ++row) {
    if (row_end_[row] > 0) RecordMotion(row);
  }
  return checks_motion() && !checked_.contacts_only ? FollowInstants(Phase::kContactBetween) : status;
}

void BodyCheck::Finish() {
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

// Phase 1. Sets end_step_ to where the instants before the contact end.
absl::Status BodyCheck::FollowMotion() {
  end_step_.assign(part_.rows.size(), 0);
  departure_end_.assign(part_.rows.size(), 0);
  contacts_.assign(part_.rows.size(), Contact());
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
  absl::Status status = motion_.Search(motion_end_, absl::MakeSpan(contacts_));
  if (!status.ok()) return status;
  for (int row = 0; row < row_count(); ++row) {
    const Contact& contact = contacts_[row];
    const bool has_left = StateOf(row).departure.has_value() || VerdictOf(row).leaves_road_time_s.has_value();
    if (!has_left) departure_end_[row] = contact.exists() ? contact.step + 2 : end_step_[row];
    if (!contact.exists()) continue;
    // A graze at the interval's end may be a contact, which the instant there decides exactly.
    const bool is_at_end = contact.bracket.is_undecided &&
                           contact.bracket.contact_by_s >= part_.times_s[contact.step + 1] - kSameInstant_s;
    end_step_[row] = contact.step + (is_at_end ? 2 : 1);
  }
  return status;
}

// Between the instants, of rows that do not collide. A bound begins at what the instants allow.
absl::Status BodyCheck::FollowClearances() {
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
  const absl::Status status = motion_.LowerBounds(end_step_, absl::MakeSpan(bounds_));
  for (int row = 0; row < row_count(); ++row) {
    if (end_step_[row] > 0) StateOf(row).bounds = bounds_[row];
  }
  return status;
}

// After the first instants: what is proven of the distance from the edge between them shows that
// most rows do not leave the road.
absl::Status BodyCheck::FollowDepartures() {
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
  absl::Status status = motion_.LowerRoadBounds(end_step_, absl::MakeSpan(road_m_));
  if (!status.ok()) return status;
  for (int row = 0; row < row_count(); ++row) {
    if (departure_end_[row] > 0) StateOf(row).road_m = road_m_[row];
    if (road_m_[row] >= kEnough_m) departure_end_[row] = 0;
  }
  return motion_.SearchDepartures(departure_end_, &departures_);
}

// Phases 2 and 3. Phase 3 asks for plain obstacles at the instants before the contact too, although
// nothing touches there: for contacts alone that costs little.
absl::Status BodyCheck::FollowInstants(Phase phase) {
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

absl::Status BodyCheck::FollowRun(Range steps, Phase phase) {
  limit_m_.clear();
  for (int row = 0; row < row_count(); ++row) limit_m_.push_back(LimitOf(row, phase));
  const bool contacts_only = checked_.contacts_only || phase == Phase::kContactBetween;
  absl::Status status =
      plain_.Search(steps, end_step_, contacts_only ? absl::Span<const double>() : absl::MakeConstSpan(limit_m_));
  if (!status.ok()) return status;
  for (int row = 0; row < row_count(); ++row) {
    if (plain_.collides(row)) end_step_[row] = plain_.contact_step(row) + 1;
  }
  status = SearchSpatial(steps, phase);
  if (!status.ok()) return status;
  for (int row = 0; row < row_count(); ++row) {
    if (end_step_[row] <= steps.begin || StateOf(row).phase != phase) continue;
    if (plain_.collides(row)) {
      const int step = plain_.contact_step(row);
      RecordFindings(row, step, phase, FindAt(row, step, FindingsCollector(kContactLimit_m, step)));
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
absl::Status BodyCheck::SearchSpatial(Range steps, Phase phase) {
  spatial_nearest_.assign(part_.rows.size(), Clearance());
  for (int step = steps.begin; step < steps.end; ++step) {
    if (!obstacles_.has_spatial(step)) continue;
    const auto is_followed = [&](int row) {
      const bool is_free = phase == Phase::kContactBetween && contacts_[row].exists() && step <= contacts_[row].step;
      return step < end_step_[row] && StateOf(row).phase == phase && !is_free;
    };
    absl::Status status;
    bool has_rows = false;
    for (size_t k = 0; k < space_.size(); ++k) {
      bool is_tilted = false;
      for (int row = 0; row < row_count(); ++row) {
        if (!is_followed(row)) continue;
        has_rows = true;
        is_tilted = is_tilted || posed_.poses[k].SpacePoseAt(row, step).elevation.is_tilted();
      }
      if (!has_rows) break;
      status.Update(space_[k].Begin(obstacles_, step, is_tilted));
    }
    if (!has_rows) continue;
    for (int row = 0; row < row_count() && status.ok(); ++row) {
      if (!is_followed(row)) continue;
      // A spatial obstacle as near as the nearest plain one precedes it if its step or its place
      // does. For a row that collides, only contacts count.
      const double plain_m = plain_.collides(row) ? kContactLimit_m : plain_.nearest()[row].signed_distance_m;
      FindingsCollector collector(
          std::min({limit_m_[row], spatial_nearest_[row].signed_distance_m, std::nextafter(plain_m, kInfinity)}), step);
      for (size_t k = 0; k < space_.size() && status.ok(); ++k) {
        collector.set_part(static_cast<int>(k));
        status = space_[k].AddTo(posed_.poses[k].SpacePoseAt(row, step), &collector);
      }
      if (status.ok()) RecordFindings(row, step, phase, FindAt(row, step, collector));
    }
    if (!status.ok()) return ErrorAt(part_.times_s[step], status);
  }
  return absl::OkStatus();
}

// Adds the contacts with plain obstacles.
PoseFindings BodyCheck::FindAt(int row, int step, FindingsCollector collector) {
  if (plain_.contact_step(row) != step) return collector.Result();
  for (const auto& [of_row, contact] : plain_.ContactsOf(row)) {
    const PlacedShape& shape = obstacles_.shape(step, contact.placed);
    collector.set_part(contact.part);
    collector.AddContact(
        contact, shape,
        HeightsOfContact(checked_.parts[contact.part], posed_.poses[contact.part].SpacePoseAt(of_row, step), shape));
  }
  return collector.Result();
}

void BodyCheck::RecordFindings(int row, int step, Phase phase, const PoseFindings& findings) {
  const bool is_contact = findings.first_contact.exists();
  if (is_contact) {
    StateOf(row).phase = Phase::kContact;
    end_step_[row] = step + 1;
  }
  Verdict& verdict = VerdictOf(row);
  if (phase == Phase::kContactBetween) {
    if (is_contact) verdict.contact_bracket->between_instants = false;
    return;
  }
  const auto encounter_of = [&](const Clearance& clearance) {
    return EncounterOf(posed_.InstantAt(step), clearance, obstacles_.shape(step, clearance.placed));
  };
  if (findings.nearest.exists()) spatial_nearest_[row] = findings.nearest;
  if (is_contact) {
    verdict.minimum_clearance = encounter_of(findings.nearest);
    verdict.first_collision = encounter_of(findings.first_contact);
  }
  if (findings.vertical.placed.exists()) {
    RecordVertical(posed_.InstantAt(step), findings.vertical, obstacles_.shape(step, findings.vertical.placed),
                   &verdict);
  }
}

void BodyCheck::RecordNearest(int row) {
  const Clearance& plain = plain_.nearest()[row];
  const Clearance& nearest = IsNearer(plain, spatial_nearest_[row]) ? plain : spatial_nearest_[row];
  if (!nearest.exists() || nearest.signed_distance_m >= LeastClearance(VerdictOf(row))) return;
  VerdictOf(row).minimum_clearance =
      EncounterOf(posed_.InstantAt(nearest.step), nearest, obstacles_.shape(nearest.step, nearest.placed));
}

void BodyCheck::CountPairs(Range steps) {
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

absl::Status BodyCheck::SearchRoad(Range steps) {
  if (!checked_.road.is_known()) return absl::OkStatus();
  road_clearances_.resize(part_.rows.size());
  const auto instants = posed_.instants.subspan(static_cast<size_t>(part_.instant_of_step[steps.begin]),
                                                static_cast<size_t>(steps.size()));
  for (size_t k = 0; k < posed_.poses.size(); ++k) {
    const absl::Status status = checked_.road.MinimumClearances(
        checked_.parts[k].shapes, posed_.poses[k].At({0, row_count()}, steps, end_step_),
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
void BodyCheck::RecordMotion(int row) {
  if (!checks_motion() || StateOf(row).phase == Phase::kContactBetween) return;
  Verdict& verdict = VerdictOf(row);
  const Contact& contact = contacts_[row];
  if (StateOf(row).phase == Phase::kContact) {
    // An instant is in contact before the motion is known to be: touching, within rounding.
    const double time_s = verdict.first_collision->time_s;
    const double free_until_s = contact.exists() ? contact.bracket.free_until_s : time_s;
    verdict.contact_bracket = ContactBracket{std::min(free_until_s, time_s), time_s};
  } else if (contact.exists()) {
    RecordContact({contact.bracket.contact_by_s, StepOfContact(row)}, contact.bracket, motion_.FindingsOf(row, contact),
                  obstacles_.ShapeDuring(contact.step, contact.placed).at_start, &verdict);
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
bool BodyCheck::LastsToInstant(int row) const {
  const Contact& contact = contacts_[row];
  const int step = contact.step + 1;
  if (checked_.contacts_only || step >= row_end_[row]) return false;
  if (part_.instant_of_step[step] < 0 || obstacles_.Changes(contact.step)) return false;
  const PlacedShape& obstacle = obstacles_.ShapeDuring(contact.step, contact.placed).at_end;
  return IsPlain(obstacle, checked_.common, posed_.RangeOfRow(row)) &&
         Collides(checked_.parts[contact.part].shapes[contact.body_shape], *obstacle.shape,
                  RelativePose(posed_.poses[contact.part].PoseAt(row, step), obstacle.local_from_shape));
}

// A departure counts if it precedes the first instant that is outside, and the first collision.
void BodyCheck::RecordDeparture(int row) {
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
bool BodyCheck::IsProvenFree(int row) const { return grown_ != nullptr && grown_->IsFree(part_.rows[row].candidate); }

double BodyCheck::LimitOf(int row, Phase phase) const {
  const bool is_free = phase == Phase::kFree && StateOf(row).phase == Phase::kFree;
  return is_free && !checked_.contacts_only ? LeastClearance(VerdictOf(row)) : kContactLimit_m;
}

// The last instant that is not after the contact.
int BodyCheck::StepOfContact(int row) const {
  int step = part_.last.has_value() ? part_.last->step : posed_.InstantAt(part_.InstantsFrom(0).begin).step;
  for (int k = 0; k < row_end_[row]; ++k) {
    if (part_.instant_of_step[k] < 0) continue;
    const Instant& instant = posed_.InstantAt(k);
    if (instant.time_s <= contacts_[row].bracket.contact_by_s + kSameInstant_s) step = instant.step;
  }
  return step;
}

}  // namespace collision2d::planner
