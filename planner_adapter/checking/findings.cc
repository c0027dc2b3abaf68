#include "planner_adapter/checking/findings.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void AddTo(PlacedIndex placed, const solid::VerticalVerdict& heights, int part, VerticalApproach* least) {
  if (heights.clearance_m < least->clearance_m ||
      (heights.clearance_m == least->clearance_m && placed < least->placed)) {
    *least = {placed, heights.clearance_m, heights.side, heights.collides, part};
  }
}

}  // namespace

bool IsNearer(const Clearance& a, const Clearance& b) {
  const auto rank = [](const Clearance& of) {
    return std::make_tuple(of.signed_distance_m, of.step, of.placed, of.part, of.body_shape);
  };
  return rank(a) < rank(b);
}

void FindingsCollector::Add(Clearance clearance) {
  clearance.step = step_;
  clearance.part = part_;
  if (clearance.signed_distance_m < bound_m_ &&
      (clearance.signed_distance_m < nearest_.signed_distance_m ||
       (clearance.signed_distance_m == nearest_.signed_distance_m && clearance.placed < nearest_.placed))) {
    nearest_ = clearance;
  }
}

void FindingsCollector::AddContact(Clearance contact, const PlacedShape& shape,
                                   const std::optional<solid::VerticalVerdict>& heights) {
  contact.step = step_;
  contact.part = part_;
  Add(contact);
  const bool is_of_first = first_contact_.exists() && shape.obstacle == obstacle_ && shape.hypothesis == hypothesis_;
  if (first_contact_.exists() && !is_of_first) {
    if (first_contact_.placed < contact.placed) return;
    contact_ = VerticalApproach();
  }
  if (!is_of_first || contact.signed_distance_m < first_contact_.signed_distance_m) first_contact_ = contact;
  obstacle_ = shape.obstacle;
  hypothesis_ = shape.hypothesis;
  if (heights.has_value()) AddTo(contact.placed, *heights, part_, &contact_);
}

void FindingsCollector::AddPassage(PlacedIndex placed, const solid::VerticalVerdict& heights) {
  AddTo(placed, heights, part_, &passage_);
}

double FindingsCollector::wanted_m() const { return std::min(bound_m_, nearest_.signed_distance_m); }

PoseFindings FindingsCollector::Result() const {
  return {nearest_, first_contact_, contact_.placed.exists() ? contact_ : passage_};
}

double LeastClearance(const Verdict& verdict) {
  return verdict.minimum_clearance.has_value() ? verdict.minimum_clearance->signed_distance_m : kInfinity;
}

Encounter EncounterOf(const Instant& instant, const Clearance& clearance, const PlacedShape& shape) {
  return {instant.time_s,
          instant.step,
          shape.obstacle,
          shape.hypothesis,
          clearance.signed_distance_m,
          clearance.witness_body,
          clearance.witness_obstacle,
          clearance.part,
          shape.element};
}

void RecordVertical(const Instant& instant, const VerticalApproach& vertical, const PlacedShape& shape,
                    Verdict* verdict) {
  std::optional<VerticalClearance>& least = verdict->vertical_clearance;
  if (least.has_value() && !vertical.is_contact && vertical.clearance_m >= least->clearance_m) return;
  least = {instant.time_s,       instant.step,  shape.obstacle, shape.hypothesis,
           vertical.clearance_m, vertical.side, vertical.part};
}

void RecordContact(const Instant& instant, const ContactBracket& bracket, const PoseFindings& findings,
                   const PlacedShape& shape, Verdict* verdict) {
  const Encounter contact = EncounterOf(instant, findings.first_contact, shape);
  verdict->first_collision = contact;
  if (contact.signed_distance_m < LeastClearance(*verdict)) verdict->minimum_clearance = contact;
  if (findings.vertical.placed.exists()) RecordVertical(instant, findings.vertical, shape, verdict);
  verdict->contact_bracket = bracket;
  // Until an instant is in contact.
  verdict->contact_bracket->between_instants = true;
}

double BoundBelow(double clearance_m, double bound_m) {
  return std::max(0.0, std::min(clearance_m - kClearanceTolerance_m, bound_m));
}

void RecordBounds(const ClearanceBounds& bounds, double road_m, Verdict* verdict) {
  const auto record = [](auto* clearance, double clearance_m, double bound_m) {
    (*clearance)->lower_bound_m = BoundBelow(clearance_m, bound_m);
  };
  std::optional<Encounter>& plan = verdict->minimum_clearance;
  if (plan.has_value()) record(&plan, plan->signed_distance_m, bounds.plan_m);
  std::optional<VerticalClearance>& vertical = verdict->vertical_clearance;
  if (vertical.has_value()) record(&vertical, vertical->clearance_m, bounds.vertical_m);
  std::optional<RoadClearance>& road = verdict->road_clearance;
  const bool stays = road.has_value() && !verdict->leaves_road_time_s.has_value();
  if (stays) record(&road, road->clearance_m, road_m);
}

void RecordRoad(const Road& road, absl::Span<const Instant> instants, int part, const TrajectoryRoadClearance& found,
                Verdict* verdict) {
  std::optional<double>& outside_s = verdict->leaves_road_time_s;
  if (found.first_outside >= 0) {
    const double time_s = instants[found.first_outside].time_s;
    if (time_s < outside_s.value_or(kInfinity)) {
      outside_s = time_s;
      verdict->road_departure = RoadDeparture{time_s, time_s, false, part};
    }
  }
  // Where nothing is road, no piece is the closest.
  if (found.least.piece < 0) return;
  const RoadPoseClearance& least = found.least;
  std::optional<RoadClearance>& known = verdict->road_clearance;
  const Instant& instant = instants[found.step];
  double lower_m = least.clearance_m - least.depth_error_m;
  if (known.has_value()) lower_m = std::min(lower_m, known->lower_bound_m.value_or(known->clearance_m));
  if (!known.has_value() ||
      std::make_pair(least.clearance_m, instant.time_s) < std::make_pair(known->clearance_m, known->time_s)) {
    const OutlinePiece& piece = road.pieces()[least.piece];
    known = {instant.time_s,     instant.step,       least.clearance_m,
             least.witness_body, least.witness_edge, least.direction,
             piece.line,         piece.cell,         part};
  }
  known->lower_bound_m = std::nullopt;
  if (known->clearance_m - lower_m > kRoadClearanceError_m) known->lower_bound_m = lower_m;
}

}  // namespace collision2d::planner
