#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/planner.h"

namespace collision2d::bench {

// Scenes of the trajectory checker with candidates: MovingTraffic (planner_scene.h) as a planner
// has it. REQUIRES: counts > 0.

// Cars with one prediction each, which has a pose for every instant that is checked. `has_road`:
// the drivable area is a road of five lanes, 95 cells, that some candidates leave.
planner::Scene TrafficScene(int candidates, int instants, int movers, bool has_road, uint64_t seed);

// An area that some candidates reach, and speeds.
planner::Goal GoalAhead();

// The scene with what metrics read: the path along which its candidates fan out, and GoalAhead.
planner::Scene WithPath(planner::Scene scene);

// The same cars and candidates on a road that bends to the left, of 465 cells in six lanes, as many
// as the map of USA_US101-3_3 has, with a reference path and a goal.
planner::Scene CurvedRoadScene(int candidates, int instants, int movers, uint64_t seed);

// The walls and kerbs of StaticMapScene around the candidates, and nothing that moves.
planner::Scene WalledScene(int candidates, int instants, int walls, uint64_t seed);

// WalledScene in space: a vehicle 1.5 m high with 0.2 m of room under it, on a road at road_m,
// static obstacles as high as `span` above that road, and a barrier that is driven across it.
planner::Scene RaisedScene(int candidates, int instants, int walls, const planner::HeightSpan& span, double road_m,
                           uint64_t seed);

// The scenes of a file, or of all files in a folder, by name. Ends the program with a message if
// one cannot be read.
std::vector<planner::Scene> ReadScenes(const std::string& path);

// The number of candidates whose verdict differs from the plain checker's: another first collision,
// another smallest clearance (by more than 1e-9 m, the plain checker's accuracy), or another time
// at which it leaves the drivable area.
// Candidates that come within 1e-9 m of a contact count only by their clearance: there rounding
// decides for the plain checker. Looks at every n-th candidate, `sample` or a few more of them.
// REQUIRES: sizes are equal; sample >= 1; the scene has an ego state.
int64_t CountWrongVerdicts(const planner::Scene& scene, const planner::CheckerOptions& options,
                           absl::Span<const planner::Candidate> candidates, absl::Span<const planner::Verdict> verdicts,
                           int sample);

// The same for verdicts on the motion between instants: candidates that are free though the plain
// checker finds a contact deeper than 1e-9 m at one of ten times from each instant to the next, or
// finds another clearance at instants, or that collide though the obstacle is farther than 1e-6 m
// away at the contact, or 1e-3 m if it is conservative.
int64_t CountWrongMotionVerdicts(const planner::Scene& scene, const planner::CheckerOptions& options,
                                 absl::Span<const planner::Candidate> candidates,
                                 absl::Span<const planner::Verdict> verdicts, int sample);

}  // namespace collision2d::bench
