#pragma once

#include <cstdint>

#include "collision2d/planner.h"

namespace collision2d::bench {

// Scenes of the trajectory checker with candidates: MovingTraffic (planner_scene.h) as a planner
// has it. REQUIRES: counts > 0.

// Cars with one prediction each, which has a pose for every instant that is checked. `has_road`:
// the drivable area is a road of five lanes, 95 cells, that some candidates leave.
planner::Scene TrafficScene(int candidates, int instants, int movers, bool has_road, uint64_t seed);

// The same cars and candidates on a road that bends to the left, of 465 cells in six lanes, as many
// as the map of USA_US101-3_3 has, with a reference path and a goal.
planner::Scene CurvedRoadScene(int candidates, int instants, int movers, uint64_t seed);

// The walls and kerbs of StaticMapScene around the candidates, and nothing that moves.
planner::Scene WalledScene(int candidates, int instants, int walls, uint64_t seed);

// WalledScene in space: a vehicle 1.5 m high with 0.2 m of room under it, on a road at road_m,
// static obstacles as high as `span` above that road, and a barrier that is driven across it.
planner::Scene RaisedScene(int candidates, int instants, int walls, const planner::HeightSpan& span, double road_m,
                           uint64_t seed);

}  // namespace collision2d::bench
