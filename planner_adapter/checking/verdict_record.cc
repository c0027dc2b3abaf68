#include "planner_adapter/checking/verdict_record.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace collision2d::planner {

double LeastClearance(const Verdict& verdict) {
  return verdict.minimum_clearance.has_value() ? verdict.minimum_clearance->signed_distance_m
                                               : std::numeric_limits<double>::infinity();
}

Encounter EncounterOf(const Instant& instant, const Approach& approach, const PlacedShape& shape) {
  return {instant.time_s,
          instant.step,
          shape.obstacle,
          shape.hypothesis,
          approach.signed_distance_m,
          approach.witness_body,
          approach.witness_obstacle,
          approach.part,
          shape.element};
}

void RecordVertical(const Instant& instant, const VerticalApproach& vertical, const PlacedShape& shape,
                    Verdict* verdict) {
  std::optional<VerticalClearance>& least = verdict->vertical_clearance;
  if (least.has_value() && !vertical.is_contact && vertical.clearance_m >= least->clearance_m) return;
  least = {instant.time_s,       instant.step,  shape.obstacle, shape.hypothesis,
           vertical.clearance_m, vertical.side, vertical.part};
}

void RecordContact(const MotionContact& contact, const MotionEncounter& encounter, int step, Verdict* verdict) {
  verdict->first_collision = encounter.encounter;
  verdict->first_collision->step = step;
  if (encounter.encounter.signed_distance_m < LeastClearance(*verdict)) {
    verdict->minimum_clearance = verdict->first_collision;
  }
  if (encounter.vertical.has_value()) {
    verdict->vertical_clearance = encounter.vertical;
    verdict->vertical_clearance->step = step;
  }
  verdict->contact_bracket = contact.bracket;
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
    if (time_s < outside_s.value_or(std::numeric_limits<double>::infinity())) {
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
