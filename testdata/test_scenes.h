#pragma once

#include <cstdint>
#include <vector>

#include "collision2d/v1/scene.pb.h"

namespace collision2d::testdata {

// The project's own scenes; README.md says what each is. The seed moves parked cars and mixes
// traffic; the other scenes do not depend on it.

// Candidates are to be sampled.
v1::Scene LeadCarBrakes();
v1::Scene CrossingTraffic();
v1::Scene ParkedCarsNarrowGap(uint64_t seed);
v1::Scene SetBasedOccupancies();
v1::Scene SeveralHypotheses();
v1::Scene OvertakeWithOncomingCar();
v1::Scene ThreeLaneTraffic(uint64_t seed);

// The same traffic at 0 s, 1 s and 2 s.
std::vector<v1::Scene> TrafficRecording(uint64_t seed);

// Candidates are given.
v1::Scene TruckAndTrailer();
v1::Scene TouchingWall();
v1::Scene FarFromTheOrigin();
v1::Scene UnderTheBridgeVan();
v1::Scene UnderTheBridgeTruck();
v1::Scene ThroughTheArch();

}  // namespace collision2d::testdata
