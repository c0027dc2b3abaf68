#include "planner_adapter/checking/candidate_check.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>

#include "absl/strings/str_format.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/obstacle_window.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

void RecordContact(const MotionContact& contact, int step, Verdict* verdict) {
  verdict->first_collision = contact.encounter;
  verdict->first_collision->step = step;
  const std::optional<Encounter>& least = verdict->minimum_clearance;
  if (!least.has_value() || contact.encounter.signed_distance_m < least->signed_distance_m) {
    verdict->minimum_clearance = verdict->first_collision;
  }
  if (contact.vertical.has_value()) {
    verdict->vertical_clearance = contact.vertical;
    verdict->vertical_clearance->step = step;
  }
  verdict->contact_bracket = contact.bracket;
  // Until an instant is in contact.
  verdict->contact_bracket->between_instants = true;
}

bool IsBetweenInstants(const Verdict& verdict) {
  return verdict.contact_bracket.has_value() && verdict.contact_bracket->between_instants;
}

}  // namespace

CandidateCheck::CandidateCheck(const CheckedScene& checked, absl::Span<const Trajectory> candidates,
                               absl::Span<Verdict> verdicts)
    : checked_(checked),
      candidates_(candidates),
      verdicts_(verdicts),
      later_(checked.options.instants_only ? 0 : candidates.size()),
      last_instant_(later_.size()),
      departures_(candidates.size()),
      windows_(checked_, candidates, verdicts, absl::MakeSpan(later_)),
      search_(checked_, candidates) {}

bool CandidateCheck::IsDone(int candidate) const {
  const Verdict& verdict = verdicts_[candidate];
  return verdict.collides() && (!IsBetweenInstants(verdict) || later_[candidate].collides());
}

absl::Status CandidateCheck::Add(absl::Span<const Instant> instants, std::vector<CandidateRow> rows) {
  if (checked_.options.instants_only) return windows_.Add(instants, std::move(rows));
  std::vector<Finding> findings;
  std::vector<CandidateRow> checked_rows;
  for (CandidateRow& row : rows) {
    row.contacts_only = verdicts_[row.candidate].collides();
    if (row.contacts_only) {
      checked_rows.push_back(row);
    } else {
      findings.push_back({row, {}, {}, {}});
    }
  }
  absl::Status status = FindContacts(instants, absl::MakeSpan(findings));
  if (!status.ok()) return status;
  for (const Finding& finding : findings) AddRows(instants, finding, &checked_rows);
  status = windows_.Add(instants, std::move(checked_rows));
  for (const Finding& finding : findings) {
    if (status.ok()) status = Record(instants, finding);
  }
  return status;
}

void CandidateCheck::Finish() {
  for (size_t i = 0; i < later_.size(); ++i) {
    if (later_[i].collides()) verdicts_[i].contact_bracket->between_instants = false;
  }
  for (size_t i = 0; i < verdicts_.size(); ++i) {
    std::optional<double>& outside_s = verdicts_[i].leaves_drivable_area_time_s;
    RoadDeparture departure{outside_s.value_or(0.0), outside_s.value_or(0.0), !outside_s.has_value()};
    if (departures_[i].has_value()) {
      departure.inside_until_s = departures_[i]->inside_until_s;
      departure.outside_by_s = departures_[i]->outside_by_s;
    } else if (!outside_s.has_value()) {
      continue;
    }
    outside_s = departure.outside_by_s;
    verdicts_[i].road_departure = departure;
  }
}

// Rows that are divided at the same times are searched together.
absl::Status CandidateCheck::FindContacts(absl::Span<const Instant> instants, absl::Span<Finding> findings) {
  std::map<std::vector<double>, std::vector<Finding*>> groups;
  for (Finding& finding : findings) {
    const std::vector<double> instants_s = TimesOf(instants, finding.row);
    if (instants_s.size() < 2) continue;
    const std::vector<double> own_s =
        TurningTimes(candidates_[finding.row.candidate].poses, instants_s.front(), instants_s.back());
    groups[checked_.obstacle_times.Divide(instants_s, own_s)].push_back(&finding);
  }
  for (const auto& [times_s, group] : groups) {
    std::vector<MotionSearch::Row> rows;
    for (Finding* finding : group) {
      const int candidate = finding->row.candidate;
      const bool has_left = departures_[candidate].has_value() || verdicts_[candidate].leaves_drivable_area_time_s;
      rows.push_back({candidate, &finding->contact, has_left ? nullptr : &finding->departure});
    }
    int intervals = 0;
    const absl::Status status = search_.Find(times_s, std::move(rows), &intervals);
    if (!status.ok()) return status;
    const auto refused = static_cast<size_t>(intervals);
    if (refused + 1 == times_s.size()) continue;
    for (Finding* finding : group) {
      if (!finding->contact.has_value()) finding->refused = TimeSpan{times_s[refused], times_s[refused + 1]};
    }
  }
  return absl::OkStatus();
}

// The last instant before a row, if there is one, and its own.
std::vector<double> CandidateCheck::TimesOf(absl::Span<const Instant> instants, const CandidateRow& row) const {
  std::vector<double> times_s;
  const std::optional<Instant>& last = last_instant_[row.candidate];
  if (last.has_value()) times_s.push_back(last->time_s);
  for (int step = row.first_step; step < row.first_step + row.length; ++step) times_s.push_back(instants[step].time_s);
  return times_s;
}

// The instants up to the beginning of the first contact's interval, and those after it, of which
// only contacts count. A graze at the interval's end may be a contact, which the instant there
// decides exactly.
void CandidateCheck::AddRows(absl::Span<const Instant> instants, const Finding& finding,
                             std::vector<CandidateRow>* rows) {
  const auto row_instants =
      instants.subspan(static_cast<size_t>(finding.row.first_step), static_cast<size_t>(finding.row.length));
  double last_s = std::numeric_limits<double>::infinity();
  if (finding.contact.has_value()) {
    const TimeSpan& during = finding.contact->during;
    const ContactBracket& bracket = finding.contact->bracket;
    const bool is_at_end = bracket.is_undecided && bracket.contact_by_s >= during.end_s - kSameInstant_s;
    last_s = is_at_end ? during.end_s : during.start_s;
  }
  if (finding.refused.has_value()) last_s = finding.refused->start_s;
  const auto end = std::partition_point(row_instants.begin(), row_instants.end(),
                                        [=](const Instant& instant) { return instant.time_s <= last_s; });
  CandidateRow before = finding.row;
  before.length = static_cast<int>(end - row_instants.begin());
  if (before.length > 0) rows->push_back(before);
  if (!finding.contact.has_value() || before.length == finding.row.length) return;
  rows->push_back({finding.row.candidate, finding.row.first_step + before.length, finding.row.length - before.length,
                   /*contacts_only=*/true});
}

absl::Status CandidateCheck::Record(absl::Span<const Instant> instants, const Finding& finding) {
  Verdict& verdict = verdicts_[finding.row.candidate];
  if (verdict.collides()) {
    // An instant is in contact before the motion is known to be: touching, within rounding.
    const double time_s = verdict.first_collision->time_s;
    const double free_until_s = finding.contact.has_value() ? finding.contact->bracket.free_until_s : time_s;
    verdict.contact_bracket = ContactBracket{std::min(free_until_s, time_s), time_s};
  } else if (finding.contact.has_value()) {
    RecordContact(*finding.contact, StepAt(instants, finding), &verdict);
  } else if (finding.refused.has_value()) {
    return Refusal(*finding.refused);
  }
  RecordDeparture(finding);
  last_instant_[finding.row.candidate] = instants[finding.row.first_step + finding.row.length - 1];
  return absl::OkStatus();
}

// A departure counts if it precedes the first instant that is outside, and the first collision.
void CandidateCheck::RecordDeparture(const Finding& finding) {
  const Verdict& verdict = verdicts_[finding.row.candidate];
  std::optional<RoadDeparture>& known = departures_[finding.row.candidate];
  if (known.has_value() || !finding.departure.has_value()) return;
  const double by_s = finding.departure->outside_by_s;
  if (verdict.collides() && verdict.first_collision->time_s < by_s) return;
  const std::optional<double>& outside_s = verdict.leaves_drivable_area_time_s;
  if (!outside_s.has_value() || by_s <= *outside_s) known = finding.departure;
}

// The step of the last instant that is not after the contact.
int CandidateCheck::StepAt(absl::Span<const Instant> instants, const Finding& finding) const {
  const std::optional<Instant>& last = last_instant_[finding.row.candidate];
  int step = last.has_value() ? last->step : instants[finding.row.first_step].step;
  for (int k = finding.row.first_step; k < finding.row.first_step + finding.row.length; ++k) {
    if (instants[k].time_s <= finding.contact->bracket.contact_by_s + kSameInstant_s) step = instants[k].step;
  }
  return step;
}

// The error of obstacles that were refused during an interval: they are at one of its ends.
absl::Status CandidateCheck::Refusal(const TimeSpan& during) const {
  for (const double time_s : {during.start_s, during.end_s}) {
    const Instant instant{time_s, 0};
    ObstacleWindow window(checked_.scene, checked_.statics, checked_.options, checked_.body);
    absl::Status status = window.Place(absl::MakeConstSpan(&instant, 1), PoseRange());
    if (status.ok()) status = window.CheckPoses(0);
    if (!status.ok()) return ErrorAt(instant, status);
  }
  return absl::InternalError(
      absl::StrFormat("obstacles from %.17g s to %.17g s: refused", during.start_s, during.end_s));
}

}  // namespace collision2d::planner
