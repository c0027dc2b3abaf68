#ifndef COLLISION2D_TESTDATA_TEST_SCENES_H_
#define COLLISION2D_TESTDATA_TEST_SCENES_H_

#include <cstdint>
#include <vector>

#include "proto/scene.pb.h"

namespace collision2d::testdata {

// The project's own scenes; README.md says what each is. The seed moves parked cars and mixes
// traffic; the other scenes do not depend on it.

// Candidates are to be sampled.
proto::Scene LeadCarBrakes();
proto::Scene CrossingTraffic();
proto::Scene ParkedCarsNarrowGap(uint64_t seed);
proto::Scene SetBasedOccupancies();
proto::Scene SeveralHypotheses();
proto::Scene OvertakeWithOncomingCar();
proto::Scene ThreeLaneTraffic(uint64_t seed);

// The same traffic at 0 s, 1 s and 2 s.
std::vector<proto::Scene> TrafficRecording(uint64_t seed);

// Candidates are given.
proto::Scene TruckAndTrailer();
proto::Scene TouchingWall();
proto::Scene FarFromTheOrigin();
proto::Scene UnderTheBridgeVan();
proto::Scene UnderTheBridgeTruck();
proto::Scene ThroughTheArch();

}  // namespace collision2d::testdata

#endif  // COLLISION2D_TESTDATA_TEST_SCENES_H_
