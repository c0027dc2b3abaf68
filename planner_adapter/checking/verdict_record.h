#pragma once

#include "planner_adapter/checking/motion_search.h"
#include "planner_adapter/checking/space_pair.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

// Writes what a check finds into verdicts.

namespace collision2d::planner {

// m. Returns the least signed distance known so far; larger ones do not change the verdict.
// Infinity if there is none.
double LeastClearance(const Verdict& verdict);

// Converts an approach to an encounter; `shape` is the one that is approached.
Encounter EncounterOf(const Instant& instant, const Approach& approach, const PlacedShape& shape);

// Updates the least vertical clearance; the clearance of a contact always counts.
void RecordVertical(const Instant& instant, const VerticalApproach& vertical, const PlacedShape& shape,
                    Verdict* verdict);

// Records a first contact between instants; `step` is the last whole time step before it.
void RecordContact(const MotionContact& contact, const MotionEncounter& encounter, int step, Verdict* verdict);

// m. What is claimed of a clearance that is this at some instant, and bounded by that so far.
double BoundBelow(double clearance_m, double bound_m);

// Sets the lower bounds of the clearances of a candidate that does not collide, at the end; that
// from the road if it stays there.
void RecordBounds(const ClearanceBounds& bounds, double road_m, Verdict* verdict);

// Updates the least clearance from the edge of the road and the first instant outside, from the
// clearances of a part that were `found` along these instants.
void RecordRoad(const Road& road, absl::Span<const Instant> instants, int part, const TrajectoryRoadClearance& found,
                Verdict* verdict);

}  // namespace collision2d::planner
